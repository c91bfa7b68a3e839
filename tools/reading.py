"""Reads packs from a disk: the only place where the compiler's input comes from files.

A PATH may be a pack (a folder with `pack.yaml`), a folder of packs, or one file inside a pack. What a pack requires is looked for among the packs given,
then beside those, then in the folders given by `--packs`, then in the packs that come with Rulewright. The nearest goes before, and what was passed over is
said; two of one id in one of these places are both read, and the compiler reports them. So does it a pack that is found nowhere, at the line that asks for it.
"""
from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from rulewright.compiler.manifest import Manifest, read_manifest
from rulewright.dsl.catalogue import reading as rows
from rulewright.dsl.packfiles import MANIFEST, PackFiles
from rulewright.dsl.problems import Problem, ProblemKind
from rulewright.dsl.source import Span

from .meant import instead, misnamed
from .usage import UsageError

BUNDLED = Path(__file__).resolve().parent.parent / "content"
"""The packs that come with Rulewright."""

MAX_FILE = 8 * 1024 * 1024
MAX_PACK = 128 * 1024 * 1024
MAX_FILES = 20_000
MAX_DEPTH = 16
_DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))))

_OF_SYSTEMS = frozenset(("thumbs.db", "desktop.ini"))
"""What a system leaves in the folders of people who have not asked it to; no file of an author."""
_MIB = 1024 * 1024


class NothingToRead(UsageError):
    """A PATH that does not exist or holds no pack: a mistake in the command, not in the content."""


@dataclass
class Reading:
    """What was read: the packs (those given first), the findings of the disk, the files to which findings are limited (empty: all), by the id of a pack the
    folder that it was read from, and the folders further away that hold a pack of that id too.
    """

    packs: list[PackFiles] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    only: set[str] = field(default_factory=set)
    folders: dict[str, str] = field(default_factory=dict)
    passed: dict[str, list[str]] = field(default_factory=dict)


def read(paths: Iterable[str], pack_folders: Iterable[str] = ()) -> Reading:
    """All packs that the paths name, and all that those require, as far as they can be found."""
    reading = Reading()
    homes: dict[str, Path] = {}
    whole: set[Path] = set()
    for text in paths:
        folders, only = _folders(text, reading)
        for folder, shown in folders:
            if only is None:
                whole.add(folder.resolve())
            else:
                reading.only.add(f"{shown}/{only}" if shown else only)
            if str(folder.resolve()) not in homes:
                homes[str(folder.resolve())] = folder
                _add(reading, folder, shown, given=True)
    if whole:
        # One whole pack asked for beside a single file: then all is shown.
        reading.only.clear()
    _add_required(reading, list(homes.values()), [Path(folder) for folder in pack_folders])
    return reading


def read_pack(path: str | Path, shown: str | None = None, given: bool = True) -> tuple[PackFiles, list[Problem]]:
    """The files of the pack in the folder `path`, and what could not be read. `shown` is the folder's name in findings; by default it is `path`."""
    folder = Path(path)
    walk = _Walk(folder, _shown(folder) if shown is None else shown)
    walk.folder(folder, "", 0, (os.path.realpath(folder),))
    return PackFiles(walk.shown, dict(sorted(walk.files.items())), given), walk.problems


# ---------------------------------------------------------------- which folders


def _shown(path: Path) -> str:
    text = path.as_posix()
    return "" if text == "." else text


def _named(text: str) -> Path:
    """What a PATH names: a path, or a pack that comes with Rulewright by its id where nothing here is called so."""
    from .loading import pack_folder

    if not Path(text).exists() and text.isidentifier():
        with suppress(UsageError):
            return Path(pack_folder(text))
    return Path(text)


def _folders(text: str, reading: Reading) -> tuple[list[tuple[Path, str]], str | None]:
    """The packs that a PATH names, and the file inside the one pack when the PATH is a file."""
    path = _named(text)
    if not path.exists():
        raise NothingToRead(f"there is no `{text}`{instead(text)}")
    if path.is_file():
        for parent in path.absolute().parents:
            if (parent / MANIFEST).is_file():
                inside = path.absolute().relative_to(parent).as_posix()
                shown = path.as_posix().removesuffix(inside).rstrip("/")
                near = Path(shown or ".")
                # `cards/x.rw`, said from inside the pack, ends at its folder; from a folder further in, the pack is shown by its whole path.
                fits = near.exists() and near.resolve() == parent.resolve()
                return [(parent, _shown(near) if fits else parent.as_posix())], inside
        raise NothingToRead(f"`{text}` lies in no pack: no folder above it has a `{MANIFEST}`")
    found = list(_packs_below(path, 0, reading))
    if not found:
        raise NothingToRead(f"`{text}` holds no pack: no folder in it has a `{MANIFEST}`{misnamed(path)}")
    return [(folder, _shown(folder)) for folder in found], None


def _packs_below(folder: Path, depth: int, reading: Reading) -> Iterator[Path]:
    if (folder / MANIFEST).exists():
        yield folder
        return
    try:
        inside = sorted(folder.iterdir())
    except OSError as fault:
        reading.problems.append(rows.UNREADABLE_FILE.at(Span(_shown(folder), 0, 0), name=folder.name, reason=_reason(fault)))
        return
    for path in inside:
        if path.name.startswith((".", "__")):
            continue
        if path.is_dir() and not path.is_symlink() and depth < MAX_DEPTH:
            yield from _packs_below(path, depth + 1, reading)
        elif path.suffix == ".rw":
            reading.problems.append(rows.FILE_OUTSIDE_PACK.at(Span(path.as_posix(), 0, 0), name=path.name))


def _add(reading: Reading, folder: Path, shown: str, given: bool) -> PackFiles:
    pack, problems = read_pack(folder, shown, given)
    reading.packs.append(pack)
    reading.problems += problems
    return pack


def _add_required(reading: Reading, homes: list[Path], pack_folders: list[Path]) -> None:
    near: dict[str, list[_Place]] = {}
    for pack, home in zip(reading.packs, homes, strict=True):
        if ident := _id(pack.files.get(MANIFEST, b"")):
            near.setdefault(ident, []).append((home, pack.root or "."))
    beside = dict.fromkeys(folder.absolute().parent for folder in homes)
    index = [_by_id(beside), *(_by_id([folder]) for folder in pack_folders), _by_id([BUNDLED])]
    queue, missing = list(reading.packs), False
    while queue:
        for wanted in _requires(queue.pop(0)):
            nearest = next((place[wanted] for place in index if wanted in place), [])
            missing = missing or not (nearest or wanted in near)
            if wanted not in near and nearest:
                near[wanted] = nearest
                queue += [_add(reading, folder, shown, given=False) for folder, shown in nearest]
    if missing:
        at_hand = frozenset(ident for place in index for ident in place)
        reading.packs[:] = [replace(pack, at_hand=at_hand) for pack in reading.packs]
    for ident, read_from in near.items():
        taken = {folder.resolve() for folder, _ in read_from}
        reading.folders[ident] = read_from[0][1]
        others = {folder.resolve(): shown for place in index for folder, shown in place.get(ident, [])}
        if left := [shown for folder, shown in others.items() if folder not in taken]:
            reading.passed[ident] = left


_Place = tuple[Path, str]
"""The folder of a pack, and how it is shown."""


def _by_id(places: Iterable[Path]) -> dict[str, list[_Place]]:
    """The packs in some folders by their ids; more than one where folders hold packs of the same id."""
    found: dict[str, dict[Path, _Place]] = {}
    for place in places:
        for folder in _children(place):
            if ident := _id(_head(folder / MANIFEST)):
                shown = f"bundled/{folder.name}" if place == BUNDLED else _relative(folder)
                found.setdefault(ident, {}).setdefault(folder.resolve(), (folder, shown))
    return {ident: list(folders.values()) for ident, folders in found.items()}


def _children(place: Path) -> list[Path]:
    """The packs directly in a folder; a `--packs` folder may be a pack itself."""
    if (place / MANIFEST).is_file():
        return [place]
    try:
        return [folder for folder in sorted(place.iterdir()) if not folder.name.startswith(".") and (folder / MANIFEST).is_file()]
    except OSError:
        return []


def _relative(folder: Path) -> str:
    try:
        return folder.absolute().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return folder.as_posix()


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE)
    except OSError:
        return b""


@lru_cache(64)
def _manifest(data: bytes) -> Manifest | None:
    return read_manifest(MANIFEST, data)[0] if data else None


def _id(data: bytes) -> str | None:
    manifest = _manifest(data)
    return manifest.id if manifest else None


def _requires(pack: PackFiles) -> list[str]:
    manifest = _manifest(pack.files.get(MANIFEST, b""))
    return [reference.pack for reference in manifest.requires] if manifest else []


# ---------------------------------------------------------------- the files of one


def _reason(fault: OSError) -> str:
    return (fault.strerror or "the system gives no reason").lower()


class _Walk:
    """One walk through a pack's folder; what it cannot take becomes a finding."""

    def __init__(self, root: Path, shown: str) -> None:
        self.root = os.path.realpath(root)
        self.shown = shown
        self.files: dict[str, bytes] = {}
        self.folded: dict[str, str] = {}
        self.problems: list[Problem] = []
        self.total = 0
        self.full = False

    def folder(self, folder: Path, inside: str, depth: int, above: tuple[str, ...]) -> None:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as fault:
            self.say(rows.UNREADABLE_FILE, inside, reason=_reason(fault))
            return
        for entry in entries:
            if entry.name.startswith(".") or entry.name.casefold() in _OF_SYSTEMS or self.full:
                continue
            name = f"{inside}/{entry.name}" if inside else entry.name
            if not self.name_travels(name):
                continue
            real = os.path.realpath(entry.path)
            if entry.is_symlink() and not self.link_is_inside(name, real, above):
                continue
            if entry.is_dir():
                if depth >= MAX_DEPTH:
                    self.say(rows.FILE_NAME, name, fault=f"lies more than {MAX_DEPTH} folders deep")
                else:
                    self.folder(Path(entry.path), name, depth + 1, (*above, real))
            else:
                self.file(entry, name)

    def link_is_inside(self, name: str, real: str, above: tuple[str, ...]) -> bool:
        if not os.path.exists(real):
            self.say(rows.LINK_OUTSIDE, name, where="nowhere, or in a ring")
        elif os.path.commonpath([self.root, real]) != self.root:
            self.say(rows.LINK_OUTSIDE, name, where="out of the pack")
        elif real in above:
            self.say(rows.LINK_OUTSIDE, name, where="in a ring")
        else:
            return True
        return False

    def name_travels(self, name: str) -> bool:
        """Whether a name can be written, read and told apart everywhere; says why not."""
        last = name.rpartition("/")[2]
        if any(0xD800 <= ord(c) <= 0xDFFF for c in last):
            self.say(rows.FILE_NAME, name.encode("utf-8", "replace").decode(), fault="is not UTF-8")
            return False
        if any(unicodedata.category(c) in ("Cc", "Cf") or c in '\\:*?"<>|' for c in last):
            self.say(rows.FILE_NAME, name, fault="has a character that some systems refuse")
            return False
        if last.partition(".")[0].casefold() in _DEVICES:
            self.say(rows.FILE_NAME, name, fault=f"is called `{last.partition('.')[0]}`, which some systems keep for a device")
            return False
        if last.endswith((".", " ")):
            self.say(rows.FILE_NAME, name, fault="ends in a dot or a blank, which some systems drop")
            return False
        key = unicodedata.normalize("NFC", name).casefold()
        if key in self.folded:
            self.say(rows.FILE_NAME, name, fault=f"differs from `{self.folded[key]}` only in case or in how its accents are written")
            return False
        self.folded[key] = name
        return True

    def file(self, entry: os.DirEntry[str], name: str) -> None:
        try:
            if not entry.is_file():
                self.say(rows.UNREADABLE_FILE, name, reason="it is neither a file nor a folder")
                return
            if entry.stat().st_size > MAX_FILE:
                self.too_large(name, f"`{name}`", f"{MAX_FILE // _MIB} MiB")
                return
            with open(entry.path, "rb") as file:
                data = file.read(MAX_FILE + 1)
        except OSError as fault:
            self.say(rows.UNREADABLE_FILE, name, reason=_reason(fault))
            return
        self.total += len(data)
        if self.total > MAX_PACK or len(self.files) >= MAX_FILES:
            self.full = True
            self.too_large("", "the pack", f"{MAX_PACK // _MIB} MiB or {MAX_FILES} files")
            return
        self.files[unicodedata.normalize("NFC", name)] = data

    def too_large(self, name: str, what: str, limit: str) -> None:
        path = f"{self.shown}/{name}".strip("/") if name else self.shown
        problem = rows.PACK_TOO_LARGE.at(Span(path, 0, 0), help="", what=what, limit=limit)
        remedy = rows.PACK_TOO_LARGE.help.format(files=MAX_FILES, total=f"{MAX_PACK // _MIB} MiB", each=f"{MAX_FILE // _MIB} MiB")
        self.problems.append(replace(problem, help=remedy))

    def say(self, kind: ProblemKind, name: str, **values: str) -> None:
        path = f"{self.shown}/{name}" if self.shown else name
        self.problems.append(kind.at(Span(path, 0, 0), labels=(), help=None, name=name or self.shown, **values))
