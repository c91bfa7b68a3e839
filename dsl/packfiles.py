"""The files of one pack, as bytes: what the tools read from a disk and the compiler, which reads no disk, is given.

The keys of `files` are paths inside the pack with `/` between their parts, spelt as the folder lists them. A finding names a file by `display`.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

MANIFEST = "pack.yaml"


@dataclass(frozen=True)
class PackFiles:
    """One pack. `root` is its folder as the author calls it; `given` says whether it was asked for, or only required by one that was."""

    root: str
    files: Mapping[str, bytes]
    given: bool = True

    def display(self, name: str) -> str:
        """The path by which findings call the file `name`."""
        return f"{self.root}/{name}" if self.root else name


def decode(data: bytes) -> tuple[str, int | None]:
    """The normalised text (byte order mark cut, CRLF and CR read as LF) and the offset in it of the first byte that is not UTF-8, or None.

    Bytes that are not UTF-8 become U+FFFD, so that the text can still be shown.
    """
    bad: int | None = None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        # The codec counts from after the mark when there was one; decoding the sound part again says where the fault is in the text.
        head = data[3:] if data.startswith(b"\xef\xbb\xbf") else data
        bad = len(_lines(head[: _first_bad(head, fault)].decode("utf-8", "replace")))
        text = head.decode("utf-8", "replace")
    return _lines(text), bad


def _first_bad(head: bytes, fault: UnicodeDecodeError) -> int:
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as again:
        return again.start
    return fault.start


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
