"""A folder in which one check leaves what the next need not do again. Whatever lies there, the findings are those of a check without it.

One file for each set of packs: a line with the seal of the rest, then JSON (never anything that could be run). The seal is a hash with a secret of this folder
over the version of Rulewright and the content, so that half a file, a file of another version and a file that somebody has put there are all passed over. A
file is written beside its place and moved there whole. What cannot be read or written is done without.

The folder is `RULEWRIGHT_CACHE`, else `rulewright` in the system's folder for caches. On systems that know owners it must be the user's own, and closed to
others.
"""
from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterable
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path
from typing import Any

import rulewright

FOLDER = "RULEWRIGHT_CACHE"
MAX_FILES = 32
MAX_BYTES = 64 * 1024 * 1024
"""Of one file; a check that would leave more leaves nothing."""
_SECRET = 32
_ROOMS = ("dsl", "dsl/catalogue", "compiler", "grammar")


def default_folder() -> Path | None:
    """Where the cache is; None if `RULEWRIGHT_CACHE` is empty or there is no home."""
    said = os.environ.get(FOLDER)
    if said is not None:
        return Path(said) if said else None
    try:
        if sys.platform == "win32":
            base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    except RuntimeError:
        return None
    return base / "rulewright"


class Cache:
    """The cache of some packs, named by the places in which they lie."""

    def __init__(self, folder: Path, places: Iterable[str]) -> None:
        self.folder = folder
        name = blake2b("\0".join(sorted(set(places))).encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
        self.file = folder / f"{name}.json"
        self.secret: bytes | None = None

    def load(self) -> Any:
        """What was left the last time, as JSON; None if there is nothing that can be trusted."""
        try:
            self.secret = _secret(self.folder)
            if self.secret is None:
                return None
            data = _bytes(self.file, MAX_BYTES)
            head, _, body = data.partition(b"\n")
            return json.loads(body) if compare_digest(head, self._seal(body)) else None
        except (OSError, ValueError, RecursionError):
            return None

    def store(self, record: Any) -> bool:
        """Leave something for the next time; whether that was possible."""
        if self.secret is None:
            return False
        body = json.dumps(record, separators=(",", ":")).encode()
        if len(body) >= MAX_BYTES:
            return False
        beside = self.file.with_name(f".{self.file.name}.{os.getpid()}.{os.urandom(4).hex()}")
        try:
            beside.write_bytes(self._seal(body) + b"\n" + body)
            beside.replace(self.file)
            _trim(self.folder)
        except OSError:
            beside.unlink(missing_ok=True)
            return False
        return True

    def _seal(self, body: bytes) -> bytes:
        total = blake2b(key=self.secret or b"", digest_size=32)
        total.update(version().encode() + b"\n")
        total.update(body)
        return total.hexdigest().encode()


def version() -> str:
    """What the compiler is: its number, Python's, and the size and time of each of its files, as Python itself tells whether a module has changed."""
    said = [rulewright.__version__, sys.version]
    root = Path(__file__).resolve().parent.parent
    for room in _ROOMS:
        with os.scandir(root / room) as entries:
            for entry in sorted(entries, key=lambda one: one.name):
                if entry.name.endswith((".py", ".lark", ".json")):
                    found = entry.stat()
                    said.append(f"{room}/{entry.name} {found.st_size} {found.st_mtime_ns}")
    return blake2b("\n".join(said).encode(), digest_size=16).hexdigest()


def _secret(folder: Path) -> bytes | None:
    """The secret of the folder, made with it; None if others could have written it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    place = folder / "secret"
    if not _own(folder):
        return None
    if not place.exists():
        beside = folder / f".secret.{os.getpid()}.{os.urandom(4).hex()}"
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(os.urandom(_SECRET))
            try:
                os.link(beside, place)
            except FileExistsError:
                pass
            except OSError:  # no links on this file system
                beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
    found = _bytes(place, _SECRET) if _own(place) else b""
    return found if len(found) == _SECRET else None


def _own(path: Path) -> bool:
    """Whether a file or folder is no link, and the user's own, and closed to others as far as the system knows that."""
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        return False
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _bytes(path: Path, most: int) -> bytes:
    """The content of a plain file of at most so many bytes."""
    # A pipe in the place of a file would never end.
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("no plain file")
        return file.read(most + 200)


def _trim(folder: Path) -> None:
    """Keep the newest files only."""
    files = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in files[MAX_FILES:]:
        old.unlink(missing_ok=True)
