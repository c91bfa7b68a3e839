"""The files of one pack, as bytes: what the tools read from a disk and the compiler, which reads no disk, is given.

The keys of `files` are paths inside the pack with `/` between their parts, spelt as the folder lists them. A finding names a file by `display`.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MANIFEST = "pack.yaml"
BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class PackFiles:
    """One pack. `root` is its folder as the author calls it; `given` says whether it was asked for, or only required by one that was.

    `at_hand` are the ids of packs that lie where required ones are looked for, read or not; whoever reads a pack tells them where one is missing.
    """

    root: str
    files: Mapping[str, bytes]
    given: bool = True
    at_hand: frozenset[str] = frozenset()

    def display(self, name: str) -> str:
        """The path by which findings call the file `name`."""
        return f"{self.root}/{name}" if self.root else name


def decode(data: bytes) -> tuple[str, int | None]:
    """The normalised text (byte order mark cut, CRLF and CR read as LF) and the offset in it of the first byte that is not UTF-8, or None.

    Bytes that are not UTF-8 become U+FFFD, so that the text can still be shown.
    """
    body = data.removeprefix(BOM)
    try:
        return _lines(body.decode("utf-8")), None
    except UnicodeDecodeError as fault:
        return _lines(body.decode("utf-8", "replace")), len(_lines(body[: fault.start].decode("utf-8")))


def wide(data: bytes) -> bool:
    """Whether the bytes begin as those of a text in UTF-16, in which some editors save, with its mark or without."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    halves = {*data[0:64:2]}, {*data[1:64:2]}
    return len(data) > 3 and {0} in halves and all(half == {0} or 0 not in half for half in halves) and halves[0] != halves[1]


def manifest_like(name: str) -> bool:
    """Whether a file's name is that of a manifest but for its case or its ending."""
    return name != MANIFEST and name.casefold() in (MANIFEST, "pack.yml", "pack.yaml.txt", "pack.yml.txt", "pack.txt")


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
