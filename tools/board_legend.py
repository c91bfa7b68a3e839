"""The legend of a picture: what colours, outlines and lines mean, in rows as wide as the picture, and the notes in lines below."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import svg
from .board_look import Look
from .board_notes import Note
from .palette import INK, PAPER, paint

ROW = 22.0
LINE = 15.0


def legend(
    how: Look, spaces: Iterable[Mapping[str, Any]], links: Iterable[Mapping[str, Any]], wide: float, wraps: bool, notes: Sequence[Note] = ()
) -> tuple[str, float]:
    """The entries as markup, and how high they are."""
    known = list(spaces)
    entries: list[tuple[str, float, str]] = []
    for word, tint in how.tint.items():
        swatch = svg.shape("rect", x=0, y=-11, width=22, height=14, rx=3, fill=paint(tint), stroke="#6b6b6b")
        said = f"{how.ground}: {word}".replace("_", " ")
        entries.append((swatch, 22, ", ".join([said, *(mark.word or mark.field for mark in how.implied.get(word, ()))])))
    marks = dict.fromkeys(mark for space in known for mark in how.marks[space["id"]])
    order = list(dict.fromkeys(mark.field for mark in marks))
    for mark in sorted(marks, key=lambda mark: order.index(mark.field)):
        words = mark.word or mark.field
        entries.append((_pill(words), svg.measure(words, 8.5) + 10, mark.field if mark.word else ""))
    drawn = list(links)
    for route, (colour, dashes) in how.routes.items():
        if any(link["route"] == route for link in drawn):
            entries.append((svg.shape("path", d="M0,-4 H26", stroke=colour, stroke_width=2, stroke_dasharray=dashes or "none"), 26, route.replace("_", " ")))
    if any(not link["both"] for link in drawn):
        entries.append((svg.shape("path", d="M0,-4 H20 M15,-8 L21,-4 L15,0", fill="none", stroke=INK, stroke_width=2), 26, "one way only"))
    if wraps:
        both = svg.shape("path", d="M4,-8 L0,-4 L4,0 M22,-8 L26,-4 L22,0 M0,-4 H26", fill="none", stroke=INK, stroke_width=1.5)
        entries.append((both, 26, "the first column touches the last"))
    rows, high = _rows(entries, wide)
    lines, below = _noted(notes, wide, high)
    return rows + lines, below


def number_sign(number: int, x: float, y: float) -> str:
    """The number of a note in a small circle round a place."""
    return svg.shape("circle", cx=x, cy=y, r=7, fill=PAPER, stroke=INK, stroke_width=1.4) + svg.text(x, y + 3, str(number), 8.5, weight="bold")


def _noted(notes: Sequence[Note], wide: float, high: float) -> tuple[str, float]:
    drawn: list[str] = []
    y = high
    for number, note in enumerate(notes, 1):
        y += ROW
        drawn.append(number_sign(number, 8, y - 4))
        for index, line in enumerate(svg.filled(note.line(), wide - 24, 10)):
            y += LINE if index else 0.0
            drawn.append(svg.text(22, y, line, 10, anchor="start"))
    return "".join(drawn), y


def _pill(words: str) -> str:
    wide = svg.measure(words, 8.5) + 10
    return svg.shape("rect", x=0, y=-11, width=wide, height=14, rx=7, fill=INK) + svg.text(wide / 2, -1, words, 8.5, fill=PAPER)


def _rows(entries: Iterable[tuple[str, float, str]], wide: float) -> tuple[str, float]:
    drawn: list[str] = []
    x, y = 0.0, ROW
    for swatch, swatch_wide, words in entries:
        start = swatch_wide + 6
        room = start + svg.measure(words, 11) + 16
        if x > 0 and x + room > wide:
            x, y = 0.0, y + ROW
        drawn.append(svg.element("g", {"transform": f"translate({svg.number(x)},{svg.number(y)})"}, swatch, svg.text(start, 0, words, 11, anchor="start")))
        x += room
    return "".join(drawn), y if drawn else 0.0
