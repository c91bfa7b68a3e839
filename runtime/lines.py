"""Straight lines over grids, without a root: lengths are compared by their squares, which are whole numbers.

Neighbouring cells of a square grid, and all neighbours of a hex grid, are 1 apart. Rows of hexes are shifted right by half a hex on odd rows. On a grid whose
right edge touches its left the shorter way round counts.
"""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class Cell(NamedTuple):
    """Where a space lies: the number of its grid, the grid's shape, column and row, and after how many columns the grid begins again (0: never)."""

    grid: int
    shape: str
    column: int
    row: int
    round: int


def cells(boards: Iterable[Mapping[str, Any]], numbers: Mapping[str, int]) -> dict[int, Cell]:
    """The cells of all grids by the number of their space."""
    found: dict[int, Cell] = {}
    for grid, board in enumerate(boards):
        if board["grid"] is None:
            continue
        at = {space["id"]: tuple(space["at"]) for space in board["spaces"] if space["at"] is not None}
        columns = board["grid"]["columns"]
        ends = ({at[link["from"]], at[link["to"]]} for link in board["links"] if link["route"] == "step" and link["from"] in at and link["to"] in at)
        wraps = columns > 2 and any({column for column, _ in pair} == {0, columns - 1} for pair in ends)
        for space, (column, row) in at.items():
            if space in numbers:
                found[numbers[space]] = Cell(grid, board["grid"]["shape"], column, row, columns if wraps else 0)
    return found


def squared(a: Cell, b: Cell) -> int:
    """The square of the straight line between the middles of two cells. Raises ValueError if they lie on two grids."""
    if a.grid != b.grid:
        raise ValueError("there is no straight line from one board to another")
    return min(_squared(a, b._replace(column=b.column + turn)) for turn in ((-a.round, 0, a.round) if a.round else (0,)))


def _squared(a: Cell, b: Cell) -> int:
    rows = b.row - a.row
    if a.shape == "square":
        return (b.column - a.column) ** 2 + rows * rows
    along = (b.column - (b.row - (b.row & 1)) // 2) - (a.column - (a.row - (a.row & 1)) // 2)
    return along * along + along * rows + rows * rows
