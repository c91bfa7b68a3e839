"""Text for terminals: colour where it is welcome, and nothing from content that a terminal would obey."""
from __future__ import annotations

import os
import re
import sys
import unicodedata
from shutil import get_terminal_size
from typing import TextIO

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "cyan": "36"}


_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# `::error::` at the start of a line, `##[error]` and `##vso[...]` anywhere are commands to the machines that run CI.
_ORDER = re.compile(r"^[ \t]*:(?=:)|#(?=#(?:vso)?\[)", re.MULTILINE)


def colours(stream: TextIO) -> bool:
    """Whether a stream shows colour: it is a terminal that can, and `NO_COLOR` is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, *styles: str, stream: TextIO | None = None) -> str:
    """The text in the styles (`bold`, `dim` or a colour), or as it is where the stream shows none."""
    codes = [_CODES[style] for style in styles if style]
    if not codes or not text or not colours(sys.stdout if stream is None else stream):
        return text
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


def safe(text: str, keep_lines: bool = False) -> str:
    """The text with all that a terminal or the log of a CI would obey, and all that is invisible, spelt out: content cannot steer what shows it."""
    shown = text if text.isprintable() else "".join(c if keep_lines and c == "\n" else _visible(c) for c in text)
    return _ORDER.sub(lambda found: found[0][:-1] + f"\\x{ord(found[0][-1]):02x}", shown) if "::" in shown or "##" in shown else shown


def _visible(c: str) -> str:
    if c == "\t":
        return " "
    if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        return c
    number = ord(c)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"


def width(text: str) -> int:
    """How many columns a terminal gives to a text that `safe` has passed."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def columns() -> int:
    """How wide the terminal is; 100 where there is none."""
    return get_terminal_size((100, 24)).columns


def rows() -> int:
    """How many lines the terminal has; plenty where there is none, as what goes into a pipe is not looked at page by page."""
    return get_terminal_size((100, 24)).lines if sys.stdout.isatty() else 10_000


def wrapped(line: str, indent: str) -> list[str]:
    """A line cut between words to the width of the terminal; the lines after the first begin with an indent. Colours count for nothing."""
    out, at, room = [""], 0, max(20, columns())
    for word in re.split(r"(?<=\S) ", line):
        size = width(_COLOUR.sub("", word))
        if at and at + 1 + size > room:
            out.append(indent + word)
            at = len(indent) + size
        else:
            out[-1] += f" {word}" if at else word
            at += size + (1 if at else 0)
    return out


def in_columns(lines: list[str]) -> list[str]:
    """Short lines side by side, to be read down each column, as many columns as the terminal has room for."""
    sizes = [width(_COLOUR.sub("", line)) for line in lines]
    wide = max(sizes, default=0) + 2
    tall = -(-len(lines) // max(1, columns() // wide))
    rows: list[str] = []
    for row in range(tall):
        picked = range(row, len(lines), tall)
        rows.append("".join(lines[at] + " " * (wide - sizes[at]) for at in picked).rstrip())
    return rows


def harden(stream: TextIO) -> None:
    """Makes a stream write what its encoding lacks as an escape instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
