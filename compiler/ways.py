"""Boards as one graph: who touches whom, by which routes, how far, and what can be reached.

Takes finished board records (grammar/ruleset.md section 4). A `Way` is one direction of a link. Searches go over the legal graph, never over the full one:
`may_enter` says which spaces a mover may step into, and a space with `terminal: yes` can be entered but not passed. networkx is imported only when a
question needs it.
"""
from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx

HIDDEN, IMPASSABLE, TERMINAL = "hidden", "impassable", "terminal"
STARTS = ("start", "spawn")
"""Fields of a space that the graph questions know: the language's own words, not any game's."""

STEPS = frozenset(("step", "path"))
"""The routes that rules count as steps, when their links are for everybody."""

MayEnter = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Way:
    """One direction of the link number `index` of a board."""

    start: str
    end: str
    route: str
    board: str
    index: int
    both: bool
    only: tuple[str, ...] | None


@dataclass(slots=True)
class World:
    """Some boards as one graph. `spaces` in printed order; `out` and `into` hold the ways from and to each space."""

    boards: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    spaces: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    board_of: dict[str, str] = field(default_factory=dict)
    out: dict[str, list[Way]] = field(default_factory=dict)
    into: dict[str, list[Way]] = field(default_factory=dict)

    def name(self, space: str) -> str:
        """A space's printed name."""
        return str(self.spaces[space]["name"])

    def says(self, space: str, name: str) -> bool:
        """Whether a field of a space holds something other than `no` and `none`."""
        value = self.spaces[space]["fields"].get(name)
        return value is not None and value is not False and value != []

    def ways(self) -> Iterable[Way]:
        """All ways, by space."""
        return (way for ways in self.out.values() for way in ways)


def build(records: Iterable[Mapping[str, Any]]) -> World:
    """The graph of boards; links whose ends are on none of them are left out."""
    world = World()
    boards = list(records)
    for board in boards:
        world.boards[board["id"]] = board
        for space in board["spaces"]:
            world.spaces[space["id"]] = space
            world.board_of[space["id"]] = board["id"]
            world.out[space["id"]] = []
            world.into[space["id"]] = []
    for board in boards:
        for index, link in enumerate(board["links"]):
            start, end = link["from"], link["to"]
            if start not in world.spaces or end not in world.spaces:
                continue
            only = tuple(link["for"]) if link["for"] else None
            for a, b in ((start, end), (end, start)) if link["both"] else ((start, end),):
                way = Way(a, b, link["route"], board["id"], index, link["both"], only)
                world.out[a].append(way)
                world.into[b].append(way)
    return world


def worlds(records: Sequence[Mapping[str, Any]]) -> list[World]:
    """The boards in groups that links join; a group of boards is one world."""
    whole = build(records)
    group = {board: {board} for board in whole.boards}
    for way in whole.ways():
        a, b = group[whole.board_of[way.start]], group[whole.board_of[way.end]]
        if a is not b:
            joined = a | b
            for board in joined:
                group[board] = joined
    done: set[str] = set()
    found: list[World] = []
    for board in whole.boards:
        if board not in done:
            done |= group[board]
            found.append(build([record for ident, record in whole.boards.items() if ident in group[board]]))
    return found


# ---------------------------------------------------------------- searching


def distances(
    world: World, starts: Iterable[str], routes: Collection[str] | None = None, may_enter: MayEnter | None = None, group: str | None = None
) -> dict[str, int]:
    """Steps from the nearest start to each space that can be reached, in the order of reaching; `group` is who moves, for links that say `for`."""
    return {space: steps for space, (steps, _) in _search(world, starts, routes, may_enter, group).items()}


def steps(world: World, start: str, end: str) -> int | None:
    """What the rules' `distance` gives between two spaces, None without a way: links of the routes in `STEPS` that are for everybody, whatever bars them."""
    found = {start: 0}
    queue = [start]
    for at in queue:
        for way in world.out[at]:
            if way.end not in found and way.route in STEPS and way.only is None:
                found[way.end] = found[at] + 1
                queue.append(way.end)
    return found.get(end)


def shortest_way(
    world: World, start: str, end: str, routes: Collection[str] | None = None, may_enter: MayEnter | None = None, group: str | None = None
) -> list[str] | None:
    """The spaces of a shortest legal way, both ends included; None if there is none. Among equals the one whose links are written first."""
    found = _search(world, [start], routes, may_enter, group)
    if end not in found:
        return None
    way: list[str] = [end]
    while (before := found[way[-1]][1]) is not None:
        way.append(before)
    return way[::-1]


def _search(
    world: World, starts: Iterable[str], routes: Collection[str] | None, may_enter: MayEnter | None, group: str | None
) -> dict[str, tuple[int, str | None]]:
    found: dict[str, tuple[int, str | None]] = {start: (0, None) for start in starts}
    queue = list(found)
    for at in queue:
        steps = found[at][0]
        if steps and world.says(at, TERMINAL):
            continue
        for way in world.out[at]:
            if way.end in found or (routes is not None and way.route not in routes):
                continue
            if group is not None and way.only is not None and group not in way.only:
                continue
            if may_enter is None or may_enter(way.end):
                found[way.end] = (steps + 1, at)
                queue.append(way.end)
    return found


def reach_with_keys(world: World, starts: Iterable[str], needs: Mapping[tuple[str, int], Sequence[str]], without: str | None = None) -> set[str]:
    """The spaces that can be reached when a link opens once all spaces that it needs have been reached; `without` is a space that is not entered."""
    found = {start for start in starts if start != without}
    first = set(found)
    shut: dict[str, list[Way]] = {}
    queue = list(found)
    while queue:
        at = queue.pop()
        ways = [] if world.says(at, TERMINAL) and at not in first else list(world.out[at])
        for way in [*ways, *shut.pop(at, ())]:
            if way.end in found or way.end == without:
                continue
            missing = next((key for key in needs.get((way.board, way.index), ()) if key not in found), None)
            if missing is None:
                found.add(way.end)
                queue.append(way.end)
            else:
                shut.setdefault(missing, []).append(way)
    return found


# ---------------------------------------------------------------- the graph as a whole


def digraph(world: World, routes: Collection[str] | None = None) -> networkx.DiGraph[str]:
    """The graph for networkx, in printed order."""
    import networkx

    graph: networkx.DiGraph[str] = networkx.DiGraph()
    graph.add_nodes_from(world.spaces)
    graph.add_edges_from((way.start, way.end) for way in world.ways() if routes is None or way.route in routes)
    return graph


@dataclass(frozen=True, slots=True)
class Survey:
    """Figures of a world: pairs that are linked, parts (largest first), the largest number of neighbours and who has it, the diameter of the largest part
    (links taken both ways; None above `EXACT` spaces), and the spaces whose loss would split a part."""

    spaces: int
    pairs: int
    parts: list[list[str]]
    degree: int
    busiest: str | None
    diameter: int | None
    cuts: list[str]


EXACT = 3_000


def survey(world: World, routes: Collection[str] | None = None) -> Survey:
    """The figures of a world under some routes (None: all)."""
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(world.spaces)
    graph.add_edges_from((way.start, way.end) for way in world.ways() if routes is None or way.route in routes)
    order = {space: number for number, space in enumerate(world.spaces)}
    parts = [sorted(part, key=order.__getitem__) for part in networkx.connected_components(graph)]
    parts.sort(key=lambda part: (-len(part), order[part[0]]))
    busiest = max(order, key=lambda space: (len(graph.adj[space]), -order[space]), default=None)
    diameter = None
    if parts and len(parts[0]) <= EXACT:
        diameter = max(max(networkx.single_source_shortest_path_length(graph, space).values()) for space in parts[0])
    cuts = sorted(networkx.articulation_points(graph), key=order.__getitem__)
    return Survey(len(order), graph.number_of_edges(), parts, len(graph.adj[busiest]) if busiest else 0, busiest, diameter, cuts)
