"""The geometry of hex and square grids: which cells touch, and how far apart two cells are.

A cell is `(column, row)`, both from 0. Hex grids are "odd-r": odd rows are shifted right by half a hex. Everything is integer arithmetic.
"""
from __future__ import annotations

from typing import Literal, NamedTuple

Shape = Literal["hex", "square"]
Cell = tuple[int, int]

_EVEN = ((-1, -1), (0, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))
_ODD = ((0, -1), (1, -1), (-1, 0), (1, 0), (0, 1), (1, 1))
_SIDES = ((0, -1), (-1, 0), (1, 0), (0, 1))
_CORNERS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


class Grid(NamedTuple):
    """A grid's shape and size; `wrap`: the last column touches the first; `diagonal`: square cells touch at corners too."""

    shape: Shape
    columns: int
    rows: int
    wrap: bool = False
    diagonal: bool = False

    def holds(self, cell: Cell) -> bool:
        """Whether a cell lies inside."""
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells that touch a cell, row by row, without repetitions."""
        column, row = cell
        offsets: tuple[Cell, ...]
        if self.shape == "hex":
            offsets = _ODD if row % 2 else _EVEN
        else:
            offsets = _CORNERS if self.diagonal else _SIDES
        found: list[Cell] = []
        for across, down in offsets:
            at = ((column + across) % self.columns, row + down) if self.wrap else (column + across, row + down)
            if self.holds(at) and at != cell and at not in found:
                found.append(at)
        return found

    def steps(self, a: Cell, b: Cell) -> int:
        """Steps between two cells of a grid without gaps, by arithmetic alone."""
        turns = (-self.columns, 0, self.columns) if self.wrap else (0,)
        return min(self._flat(a, (b[0] + turn, b[1])) for turn in turns)

    def _flat(self, a: Cell, b: Cell) -> int:
        if self.shape == "hex":
            across, down = axial(b)[0] - axial(a)[0], b[1] - a[1]
            return max(abs(across), abs(down), abs(across + down))
        across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
        return max(across, down) if self.diagonal else across + down


def axial(cell: Cell) -> Cell:
    """The axial coordinates (q, r) of an odd-r hex."""
    return (cell[0] - (cell[1] - cell[1] % 2) // 2, cell[1])
