"""Source text and places in it.

A `Source` is one file, decoded and normalised (BOM cut, CRLF and CR read as LF, names compared in NFC by the parser). A `Span` names a stretch of it by
offsets; lines and columns are computed only when a finding is printed. Columns and lines start at 1 and count code points.
"""
from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open stretch [start, end) of the file `file` (the display path, `/` between parts)."""

    file: str
    start: int
    end: int


class Position(NamedTuple):
    """A 1-based line and column."""

    line: int
    column: int


class Source:
    """One file: its display path, its normalised text, and where its lines start, which is looked for when somebody asks."""

    __slots__ = ("_starts", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self._starts: list[int] = []

    @property
    def starts(self) -> list[int]:
        """The offset of each line."""
        if not self._starts:
            found, text = [0], self.text
            at = text.find("\n")
            while at >= 0:
                found.append(at + 1)
                at = text.find("\n", at + 1)
            self._starts = found
        return self._starts

    def position(self, offset: int) -> Position:
        """The line and column of an offset; an offset past the end gives the place after the last character."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.starts, offset)
        return Position(line, offset - self.starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """The text of a 1-based line, without its end."""
        if not 1 <= number <= len(self.starts):
            return ""
        end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1]:end]
