"""Boards as text: grids row by row (hexes staggered; in parts where the terminal is too narrow), other boards as a list of spaces with their ways; each space
with its ground and what stands on it.

Everything here takes plain data and gives lines; whoever calls has made names safe for a terminal.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .terminal import columns, width, wrapped

_MARKS_SHOWN = 2
_MANY = 24
"""A board without a grid that has more spaces than this names those together on which nothing stands."""
_SPARE = tuple(a + b for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for b in "0123456789abcdefghijklmnopqrstuvwxyz")


@dataclass(frozen=True)
class Mark:
    """A thing on a board: its short sign, its name, and how to paint it."""

    sign: str
    name: str
    style: str = ""


@dataclass(frozen=True)
class Cell:
    """A space: its ground (a letter on a grid, words elsewhere), and the marks of what is there, most important first."""

    letter: str = "."
    marks: Sequence[Mark] = field(default_factory=tuple)


def signs(names: Iterable[str]) -> dict[str, str]:
    """A sign of two columns for each name, all different: the first letter and one more, else the first letter and a digit, else any that is free."""
    made: dict[str, str] = {}
    used: set[str] = set()
    for name in names:
        if name in made:
            continue
        letters = [c for c in name if c.isalnum()] or ["?"]
        tries = [letters[0].upper() + c.lower() for c in letters[1:]] + [letters[0].upper() + n for n in "123456789"]
        sign = next((one for one in (*tries, *_SPARE) if one not in used and width(one) == 2), "??")
        used.add(sign)
        made[name] = sign
    return made


def letters(words: Iterable[str]) -> dict[str, str]:
    """A lower-case letter for each word: one of its own if it is free; `.` for the first word, which is the plain ground."""
    made: dict[str, str] = {}
    for word in words:
        own = [c.lower() for c in word if c.isalpha()]
        free = [c for c in [*own, *"abcdefghijklmnopqrstuvwxyz"] if c not in made.values()]
        made[word] = "." if not made else free[0] if free else "?"
    return made


def draw_board(board: Mapping[str, Any], cell: Callable[[str], Cell], paint: Callable[[str, str], str]) -> list[str]:
    """The lines of a board record of the ruleset; `cell` tells what a space (by id) shows, `paint(text, style)` colours a sign."""
    return _draw_grid(board, cell, paint) if board["grid"] is not None else _draw_list(board, cell, paint)


def _draw_grid(board: Mapping[str, Any], cell: Callable[[str], Cell], paint: Callable[[str, str], str]) -> list[str]:
    grid = board["grid"]
    spaces = {tuple(space["at"]): space["id"] for space in board["spaces"] if space["at"] is not None}
    wide = 2 * _MARKS_SHOWN + 2
    staggered = grid["shape"] == "hex"
    lines: list[str] = []
    for part in _parts(grid["columns"], max(1, (columns() - 5 - (wide // 2 if staggered else 0)) // wide)):
        lines += ([""] if lines else []) + ["     " + "".join(str(column).ljust(wide) for column in part).rstrip()]
        for row in range(grid["rows"]):
            indent = " " * (wide // 2) if staggered and row % 2 else ""
            body = "".join(_cell_text(cell(spaces[column, row]), wide, paint) if (column, row) in spaces else " " * wide for column in part)
            lines.append(f"{row:>3}  {indent}{body}".rstrip())
    return lines


def _parts(count: int, room: int) -> list[range]:
    """Columns 0 to `count` in as few parts of about the same size as there must be when `room` of them stand side by side."""
    parts = -(-count // room)
    size = -(-count // max(1, parts))
    return [range(first, min(first + size, count)) for first in range(0, count, max(1, size))]


def _cell_text(cell: Cell, wide: int, paint: Callable[[str, str], str]) -> str:
    marks = list(cell.marks)
    shown = marks if len(marks) <= _MARKS_SHOWN else marks[: _MARKS_SHOWN - 1]
    text = cell.letter + "".join(paint(mark.sign, mark.style) for mark in shown)
    used = 1 + sum(width(mark.sign) for mark in shown)
    if len(shown) < len(marks):
        more = f"+{min(9, len(marks) - len(shown))}"
        text, used = text + more, used + len(more)
    return text + " " * (wide - used)


def _draw_list(board: Mapping[str, Any], cell: Callable[[str], Cell], paint: Callable[[str, str], str]) -> list[str]:
    names = {space["id"]: str(space["name"]) for space in board["spaces"]}
    ways: dict[str, list[str]] = {}
    for link in board["links"]:
        arrow = "" if link["both"] else "-> "
        note = "" if link["route"] in ("path", "step") else f" ({link['route'].replace('_', ' ')})"
        ways.setdefault(link["from"], []).append(arrow + names.get(link["to"], link["to"]) + note)
        if link["both"]:
            ways.setdefault(link["to"], []).append(names.get(link["from"], link["from"]) + note)
    lines: list[str] = []
    areas = {area["id"]: str(area["name"]) for area in board["areas"]}
    last: str | None = None
    empty: list[str] = []
    for space in board["spaces"]:
        shown = cell(space["id"])
        ground = "" if shown.letter == "." else f" [{shown.letter}]"
        if not shown.marks and len(board["spaces"]) > _MANY:
            empty.append(names[space["id"]] + ground)
            continue
        if space["area"] != last:
            last = space["area"]
            lines.append(f"{areas.get(str(last), str(last))}:" if last is not None else "")
        marks = "".join(f" {paint(mark.name, mark.style)}" + ("," if mark is not shown.marks[-1] else "") for mark in shown.marks)
        lines += wrapped(f"  {names[space['id']]}{ground}{':' + marks if marks else ''}", "    ")
        if space["id"] in ways:
            lines += wrapped("      to " + ", ".join(ways[space["id"]]), "        ")
    told = wrapped(f"  nothing on {', '.join(empty)}", "    ") if empty else []
    return [*(line for line in lines if line), *told]


def legend(cells: Iterable[Cell], grounds: Mapping[str, str]) -> list[str]:
    """One line for the signs of what stands on a grid, one for the letters of the ground."""
    marks = {mark.sign: mark.name for cell in cells for mark in cell.marks}
    lines = []
    if marks:
        lines.append("  " + "   ".join(f"{sign} {name}" for sign, name in marks.items()))
    if len(grounds) > 1:
        lines.append("  " + "   ".join(f"{letter} {word}" for word, letter in grounds.items()))
    return lines
