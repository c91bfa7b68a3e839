"""Ways that come and go: links with a `while` are on the map as long as it holds.

The map is kept for each set of conditions that has held, so that a door which opens and shuts costs a look at its condition and no new map.
"""
from __future__ import annotations

from .core import Core
from .expressions import Scope, expression
from .graph import Graph

MOST = 64
"""Maps that are kept."""


class Ways:
    """The maps of one game."""

    def __init__(self, core: Core) -> None:
        self.core = core
        links = [(board["id"], link) for board in core.program.ruleset["boards"] for link in board["links"] if "while" in link]
        self.tests = [expression(core, link["while"], Scope(board)) for board, link in links]
        self.graphs: dict[tuple[bool, ...], Graph] = {}

    def now(self) -> Graph:
        """The map as it is."""
        self.core.count(len(self.tests))
        there = tuple([bool(test({})) for test in self.tests])
        known = self.graphs.get(there)
        if known is None:
            if len(self.graphs) >= MOST:
                del self.graphs[next(iter(self.graphs))]
            known = self.graphs[there] = self._made(there)
        return known

    def _made(self, there: tuple[bool, ...]) -> Graph:
        holds = iter(there)
        boards = [
            {**board, "links": [link for link in board["links"] if "while" not in link or next(holds)]} for board in self.core.program.ruleset["boards"]
        ]
        return Graph(boards, self.core.spaces)
