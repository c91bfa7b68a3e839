"""One ruleset from whatever a person names: a pack, which is compiled, or a compiled file, which is checked as strictly as our own compiler's output."""
from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

from rulewright.dsl.packfiles import wide

from .meant import instead
from .terminal import safe
from .usage import UsageError

MAX_BYTES = 256 * 1024 * 1024
MAX_MANIFEST = 1024 * 1024
_MOST_SHOWN = 20


class Faulty(Exception):
    """Content that cannot be run; the text shows every finding, ready to be printed."""


def load_ruleset(path: str, packs: Iterable[str] = ()) -> dict[str, Any]:
    """The ruleset of the pack or compiled file `path`, or of a pack that comes with Rulewright, by its id where nothing here is called so.

    Raises `Faulty` for findings and `UsageError` for a path that cannot be read.
    """
    if not Path(path).exists() and path.isidentifier():
        with suppress(UsageError):
            path = pack_folder(path)
    if Path(path).is_file() and Path(path).suffix != ".rw":
        return _from_file(path)
    from .front import CompileFailed, compile_pack

    try:
        return compile_pack(path, packs)
    except CompileFailed as failed:
        raise Faulty(str(failed)) from None


def load_game(path: str, packs: Iterable[str] = ()) -> dict[str, Any]:
    """As `load_ruleset`, and the ruleset must hold a game. Raises `UsageError` for a library of rules."""
    ruleset = load_ruleset(path, packs)
    if ruleset["game"] is None:
        remedy = "to play it, write `game:` there as the pack does whose game it adds to"
        raise UsageError(f"`{path}` is a library of rules and not a game: its pack.yaml names no `game`; {remedy}")
    return ruleset


def pack_folder(ident: str) -> str:
    """The folder of a pack by its id: here, in a folder here or in `content`, or among the packs that come with Rulewright. Raises UsageError."""
    from rulewright.compiler.manifest import read_manifest
    from rulewright.dsl.packfiles import MANIFEST

    for place in (Path(), Path("content"), Path(str(resources("rulewright.content")))):
        found: dict[Path, Path] = {}
        for folder in (place, *sorted(place.iterdir())) if place.is_dir() else ():
            if (folder / MANIFEST).is_file():
                manifest, _ = read_manifest(MANIFEST, (folder / MANIFEST).read_bytes()[:MAX_MANIFEST])
                if manifest is not None and manifest.id == ident:
                    found.setdefault(folder.resolve(), folder)
        if len(found) > 1:
            raise UsageError(f"two packs here are called `{ident}`, in {' and in '.join(map(str, found.values()))}: say which folder, or rename one")
        if found:
            return str(next(iter(found.values())))
    raise UsageError(f"the file is of the pack `{ident}`, which is not here: say where it is")


def read_bytes(path: str, most: int = MAX_BYTES) -> bytes:
    """The content of a file. Raises UsageError for one that is missing, unreadable or too large."""
    try:
        if Path(path).stat().st_size > most:
            raise UsageError(f"`{path}` is larger than {most // 2**20} MiB")
        return Path(path).read_bytes()
    except OSError as fault:
        raise UsageError(f"`{path}` cannot be read: {(fault.strerror or 'no reason given').lower()}{instead(path)}") from None


def read_text(path: str, most: int = MAX_BYTES) -> str:
    """The content of a text file; as `read_bytes`, and it must be UTF-8."""
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        said = "it is written in UTF-16: save it as UTF-8" if wide(fault.object) else f"byte {fault.start} is not UTF-8"
        raise UsageError(f"`{path}` is no text: {said}") from None


def _from_file(path: str) -> dict[str, Any]:
    from .commands.validate import document_faults

    data = read_bytes(path)
    faults = document_faults(data)
    if faults:
        raise Faulty(_shown(path, faults))
    ruleset: dict[str, Any] = json.loads(data)
    return ruleset


def _shown(path: str, faults: list[tuple[str, str]]) -> str:
    lines = [f"{safe(path)}: {safe(at)}: {safe(said)}" for at, said in faults[:_MOST_SHOWN]]
    if len(faults) > _MOST_SHOWN:
        lines.append(f"... and {len(faults) - _MOST_SHOWN} more")
    return "\n".join(lines)
