"""One ruleset from whatever a person names: a pack, which is compiled, or a compiled file, which is checked as strictly as our own compiler's output."""
from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .terminal import safe
from .usage import UsageError

MAX_BYTES = 256 * 1024 * 1024
_MOST_SHOWN = 20


class Faulty(Exception):
    """Content that cannot be run; the text shows every finding, ready to be printed."""


def load_ruleset(path: str, packs: Iterable[str] = ()) -> dict[str, Any]:
    """The ruleset of the pack or compiled file `path`. Raises `Faulty` for findings and `UsageError` for a path that cannot be read."""
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
        raise UsageError(f"`{path}` is a library of rules and not a game: its pack.yaml names no `game`")
    return ruleset


def _from_file(path: str) -> dict[str, Any]:
    from .commands.validate import document_faults

    try:
        if Path(path).stat().st_size > MAX_BYTES:
            raise UsageError(f"`{path}` is larger than {MAX_BYTES // 2**20} MiB")
        data = Path(path).read_bytes()
    except OSError as fault:
        raise UsageError(f"`{path}` cannot be read: {(fault.strerror or 'no reason given').lower()}") from None
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
