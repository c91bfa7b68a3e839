"""Boards as one graph over entity numbers: steps, distances, ways.

A *step* is a link of route `step` (neighbours of a grid) or `path` that is for everybody; distances, neighbours and ways count steps. Links of other routes
(flights, portals, ...) and links for some only are found by `linked`. A link that is not two-way is honoured as such everywhere. Boards do not change
during a game, so distances are kept by source, for the sources asked for last.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Any

from .lines import Cell, cells

FAR = 1_000_000
"""The distance between two spaces when no way leads from one to the other."""
STEPS = frozenset(("step", "path"))
"""The routes that are steps."""
MOST_PATHS = 20_000
_SOURCES_KEPT = 512


class TooManyPaths(ValueError):
    """More shortest ways lead from one space to the other than a rule may look at."""


class Graph:
    """The boards of a ruleset (records of `grammar/ruleset.md`, section 4) by the numbers in `id_of_space`; spaces without a number are left out."""

    def __init__(self, boards: Iterable[Mapping[str, Any]], id_of_space: Mapping[str, int]) -> None:
        self._steps: dict[int, tuple[int, ...]] = {}
        self._routes: dict[tuple[int, str], tuple[int, ...]] = {}
        self._grids: dict[str, list[dict[tuple[int, int], int]]] = {}
        self._within_names: dict[str, tuple[int, ...]] = {}
        self._far: dict[int, dict[int, int]] = {}
        self._near: dict[tuple[int, int], list[int]] = {}
        self._cells: dict[int, Cell] | None = None
        self._boards, self._numbers = list(boards), id_of_space
        steps: dict[int, set[int]] = {}
        routes: dict[tuple[int, str], set[int]] = {}
        for board in self._boards:
            self._add_spaces(board, id_of_space, steps)
            for link in board["links"]:
                _add_link(link, id_of_space, steps, routes)
        self._steps = {space: tuple(sorted(near)) for space, near in steps.items()}
        self._routes = {key: tuple(sorted(near)) for key, near in routes.items()}

    def _add_spaces(self, board: Mapping[str, Any], numbers: Mapping[str, int], steps: dict[int, set[int]]) -> None:
        places: dict[tuple[int, int], int] = {}
        inside: dict[str, list[int]] = {board["id"]: [], **{area["id"]: [] for area in board["areas"]}}
        for space in board["spaces"]:
            number = numbers.get(space["id"])
            if number is None:
                continue
            steps.setdefault(number, set())
            inside[board["id"]].append(number)
            if space["area"] is not None:
                inside[space["area"]].append(number)
            if space["at"] is not None:
                places[space["at"][0], space["at"][1]] = number
        self._within_names.update({name: tuple(members) for name, members in inside.items()})
        if board["grid"] is not None:
            self._grids.setdefault(board["grid"]["shape"], []).append(places)

    def at(self, column: int, row: int, shape: str | None = None) -> int | None:
        """The space at a column and a row of the only grid (of that shape), `None` outside of it. Raises ValueError unless there is exactly one such grid."""
        grids = [grid for kind, some in self._grids.items() if shape in (None, kind) for grid in some]
        if len(grids) != 1:
            raise ValueError(f"the game has {len(grids) or 'no'} {shape + ' ' if shape else ''}grid{'s' if len(grids) > 1 else ''}; which space is meant?")
        return grids[0].get((column, row))

    def cells(self) -> Mapping[int, Cell]:
        """The cells of the grids by their space."""
        if self._cells is None:
            self._cells = cells(self._boards, self._numbers)
        return self._cells

    def spaces_of(self, name: str) -> tuple[int, ...]:
        """The spaces of a board or an area, in their order; none for an unknown id."""
        return self._within_names.get(name, ())

    def neighbours(self, a: int) -> tuple[int, ...]:
        """The spaces that one step leads to, in number order."""
        return self._steps.get(a, ())

    def adjacent(self, a: int, b: int) -> bool:
        """Whether one step leads from a to b."""
        return b in self._steps.get(a, ())

    def linked(self, a: int, route: str) -> tuple[int, ...]:
        """The spaces that links of one route lead to, whoever they are for, in number order."""
        return self._routes.get((a, route), ())

    def distances(self, a: int) -> Mapping[int, int]:
        """The steps to every space that can be reached from a, itself (0) included, nearest first."""
        known = self._far.get(a)
        if known is None:
            if len(self._far) >= _SOURCES_KEPT:
                del self._far[next(iter(self._far))]
            known = self._far[a] = self._spread(a)
        return known

    def _spread(self, a: int) -> dict[int, int]:
        if a not in self._steps:
            return {}
        found = {a: 0}
        edge = [a]
        while edge:
            wave: list[int] = []
            for space in edge:
                for near in self._steps[space]:
                    if near not in found:
                        found[near] = found[space] + 1
                        wave.append(near)
            edge = wave
        return found

    def distance(self, a: int, b: int) -> int:
        """The steps of the shortest way from a to b, `FAR` if there is none."""
        return self.distances(a).get(b, FAR)

    def within(self, a: int, n: int) -> list[int]:
        """The spaces at most n steps away from a, a included, in number order."""
        known = self._near.get((a, n))
        if known is None:
            if len(self._near) >= _SOURCES_KEPT:
                self._near.clear()
            known = self._near[a, n] = sorted(space for space, steps in self.distances(a).items() if steps <= n)
        return list(known)

    def shortest_paths(self, a: int, b: int) -> list[tuple[int, ...]]:
        """All shortest ways from a to b, both ends included, in the order of their spaces' numbers. Raises TooManyPaths above `MOST_PATHS`."""
        far = self.distances(a)
        if b not in far:
            return []
        before = self._forerunners(far, a, b)
        if _count_ways(before, far, a, b) > MOST_PATHS:
            raise TooManyPaths(f"more than {MOST_PATHS} shortest ways")
        ways: list[tuple[int, ...]] = [(b,)]
        for _ in range(far[b]):
            ways = [(space, *way) for way in ways for space in before[way[0]]]
        return sorted(ways)

    def _forerunners(self, far: Mapping[int, int], a: int, b: int) -> dict[int, list[int]]:
        """For each space on a shortest way to b: the spaces that come before it on such a way."""
        last = far[b]
        behind: dict[int, list[int]] = {}
        for space, steps in far.items():
            if steps < last:
                for near in self._steps[space]:
                    if far[near] == steps + 1:
                        behind.setdefault(near, []).append(space)
        kept: dict[int, list[int]] = {}
        todo = [b]
        while todo:
            space = todo.pop()
            if space != a and space not in kept:
                kept[space] = behind[space]
                todo.extend(behind[space])
        return kept

    def reach(self, start: int, points: int, cost: Callable[[int], int | None]) -> list[int]:
        """The spaces that can be entered from `start` for at most `points`, in number order, `start` left out.

        `cost(space)` is what entering a space takes (0 or more), `None` if it may not be entered; it is asked once for each space.
        """
        price: dict[int, int | None] = {}
        best = {start: 0}
        heap = [(0, start)]
        while heap:
            spent, space = heappop(heap)
            if spent > best[space]:
                continue
            for near in self._steps.get(space, ()):
                if near not in price:
                    price[near] = _price(cost(near))
                step = price[near]
                if step is not None and spent + step <= points and spent + step < best.get(near, FAR):
                    best[near] = spent + step
                    heappush(heap, (spent + step, near))
        best.pop(start)
        return sorted(best)


def _price(value: int | None) -> int | None:
    if value is not None and value < 0:
        raise ValueError(f"entering a space cannot cost {value}")
    return value


def _count_ways(before: Mapping[int, list[int]], far: Mapping[int, int], a: int, b: int) -> int:
    ways = {a: 1}
    for space in sorted(before, key=far.__getitem__):
        ways[space] = sum(ways[earlier] for earlier in before[space])
    return ways[b]


def _add_link(link: Mapping[str, Any], numbers: Mapping[str, int], steps: dict[int, set[int]], routes: dict[tuple[int, str], set[int]]) -> None:
    here, there = numbers.get(link["from"]), numbers.get(link["to"])
    if here is None or there is None:
        return
    for a, b in ((here, there), (there, here)) if link["both"] else ((here, there),):
        routes.setdefault((a, link["route"]), set()).add(b)
        if link["route"] in STEPS and link["for"] is None:
            steps.setdefault(a, set()).add(b)
            steps.setdefault(b, set())
