"""Boards as graphs: hexes and squares against their geometry, one-way and restricted links, ways and reach against plain searches."""
from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rulewright.runtime.graph import FAR, Graph, TooManyPaths

ODD = ((1, 0), (-1, 0), (0, -1), (1, -1), (0, 1), (1, 1))
EVEN = ((1, 0), (-1, 0), (-1, -1), (0, -1), (-1, 1), (0, 1))


def board(name: str, spaces: list[str], links: list[dict[str, Any]], grid: Any = None, at: dict[str, list[int]] | None = None) -> dict[str, Any]:
    rows = [{"id": f"t:{name}/{space}", "of": "space", "name": space, "area": None, "at": (at or {}).get(space), "fields": {}} for space in spaces]
    return {"kind": "board", "id": f"t:{name}", "name": name, "grid": grid, "areas": [], "spaces": rows, "links": links}


def link(a: str, b: str, route: str = "path", both: bool = True, only: list[str] | None = None) -> dict[str, Any]:
    return {"from": f"t:b/{a}", "to": f"t:b/{b}", "route": route, "both": both, "for": only}


def numbered(*boards: dict[str, Any]) -> tuple[Graph, dict[str, int]]:
    ids = {space["id"]: 100 + n for n, space in enumerate(row for one in boards for row in one["spaces"])}
    return Graph(list(boards), ids), ids


def places(columns: int, rows: int) -> list[tuple[int, int]]:
    return [(c, r) for r in range(rows) for c in range(columns)]


def grid(shape: str, columns: int, rows: int, near: Any, name: str = "b") -> dict[str, Any]:
    names = {place: f"{place[0]},{place[1]}" for place in places(columns, rows)}
    links = [
        {"from": f"t:{name}/{names[c, r]}", "to": f"t:{name}/{names[c + x, r + y]}", "route": "step", "both": True, "for": None}
        for c, r in names
        for x, y in near(c, r)
        if (c + x, r + y) in names and (r + y, c + x) > (r, c)
    ]
    at = {text: list(place) for place, text in names.items()}
    return board(name, list(names.values()), links, {"shape": shape, "columns": columns, "rows": rows}, at)


def hexes(columns: int, rows: int, name: str = "b") -> dict[str, Any]:
    return grid("hex", columns, rows, lambda _, r: ODD if r % 2 else EVEN, name)


def squares(columns: int, rows: int, name: str = "b") -> dict[str, Any]:
    return grid("square", columns, rows, lambda _c, _r: ((1, 0), (-1, 0), (0, 1), (0, -1)), name)


def kings(columns: int, rows: int, wrap: bool) -> dict[str, Any]:
    spots = places(columns, rows)
    pairs = set()
    for c, r in spots:
        for x, y in product((-1, 0, 1), repeat=2):
            other = ((c + x) % columns if wrap else c + x, r + y)
            if (x, y) != (0, 0) and 0 <= other[0] < columns and 0 <= other[1] < rows:
                pairs.add(tuple(sorted(((c, r), other))))
    links = [{"from": f"t:b/{a[0]},{a[1]}", "to": f"t:b/{b[0]},{b[1]}", "route": "step", "both": True, "for": None} for a, b in sorted(pairs)]
    return board("b", [f"{c},{r}" for c, r in spots], links, {"shape": "square", "columns": columns, "rows": rows}, {f"{c},{r}": [c, r] for c, r in spots})


def cell(graph: Graph, column: int, row: int) -> int:
    found = graph.at(column, row)
    assert found is not None
    return found


def where(graph: Graph, spaces: Any, columns: int, rows: int) -> set[tuple[int, int]]:
    spots = {graph.at(*place): place for place in places(columns, rows)}
    return {spots[space] for space in spaces}


def cube_distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    (ax, az), (bx, bz) = ((c - (r - r % 2) // 2, r) for c, r in (a, b))
    return (abs(ax - bx) + abs(az - bz) + abs(ax + az - bx - bz)) // 2


def test_the_neighbours_of_a_hex() -> None:
    graph, _ = numbered(hexes(10, 10))
    assert where(graph, graph.neighbours(cell(graph, 4, 4)), 10, 10) == {(3, 3), (4, 3), (3, 4), (5, 4), (3, 5), (4, 5)}
    assert where(graph, graph.neighbours(cell(graph, 4, 5)), 10, 10) == {(4, 4), (5, 4), (3, 5), (5, 5), (4, 6), (5, 6)}
    assert len(graph.neighbours(cell(graph, 0, 0))) == 2
    for a, b in product(places(10, 10), repeat=2):
        assert graph.adjacent(cell(graph, *a), cell(graph, *b)) == graph.adjacent(cell(graph, *b), cell(graph, *a))


def test_distances_of_hexes_are_those_of_the_geometry() -> None:
    graph, _ = numbered(hexes(9, 8))
    for a, b in product(places(9, 8), repeat=2):
        assert graph.distance(cell(graph, *a), cell(graph, *b)) == cube_distance(a, b)


def test_two_hexes_at_three_steps_are_equally_far_however_straight_the_line() -> None:
    graph, _ = numbered(hexes(6, 6))
    monster, straight, bent = cell(graph, 0, 0), cell(graph, 3, 0), cell(graph, 2, 1)
    assert (graph.distance(monster, straight), graph.distance(monster, bent)) == (3, 3)
    assert len(graph.shortest_paths(monster, straight)) == 1
    assert len(graph.shortest_paths(monster, bent)) == 3


def test_a_map_that_wraps_is_measured_round_it() -> None:
    wrapped, _ = numbered(kings(80, 14, wrap=True))
    assert wrapped.distance(cell(wrapped, 1, 10), cell(wrapped, 79, 12)) == 2
    assert wrapped.distance(cell(wrapped, 0, 5), cell(wrapped, 40, 5)) == 40
    assert wrapped.distance(cell(wrapped, 40, 5), cell(wrapped, 0, 5)) == 40
    flat, _ = numbered(kings(80, 14, wrap=False))
    assert flat.distance(cell(flat, 1, 10), cell(flat, 79, 12)) == 78


def test_links_of_one_way_are_one_way() -> None:
    graph, ids = numbered(board("b", ["a", "b", "c"], [link("a", "b", both=False), link("b", "c"), link("c", "a", "flight", both=False)]))
    a, b, c = (ids[f"t:b/{name}"] for name in "abc")
    assert (graph.distance(a, c), graph.distance(c, a)) == (2, FAR)
    assert (graph.adjacent(a, b), graph.adjacent(b, a)) == (True, False)
    assert (graph.neighbours(b), graph.within(a, 1), graph.within(c, 9)) == ((c,), [a, b], [b, c])
    assert (graph.linked(c, "flight"), graph.linked(a, "flight"), graph.linked(a, "path")) == ((a,), (), (b,))
    assert graph.shortest_paths(c, a) == []


def test_a_link_for_some_is_no_step_for_all() -> None:
    graph, ids = numbered(board("b", ["a", "b"], [link("a", "b", "path", only=["alliance"])]))
    assert graph.distance(ids["t:b/a"], ids["t:b/b"]) == FAR
    assert graph.linked(ids["t:b/a"], "path") == (ids["t:b/b"],)


def test_all_shortest_ways_and_no_others() -> None:
    graph, _ = numbered(hexes(6, 5))
    spots = [cell(graph, *place) for place in places(6, 5)]

    def ways(a: int, b: int, left: int) -> list[tuple[int, ...]]:
        if a == b:
            return [(a,)] if left == 0 else []
        return [(a, *rest) for near in graph.neighbours(a) for rest in ways(near, b, left - 1)] if left else []

    for a, b in product(spots[::3], spots[::4]):
        assert graph.shortest_paths(a, b) == sorted(ways(a, b, graph.distance(a, b)))
    assert graph.shortest_paths(spots[0], spots[0]) == [(spots[0],)]


def test_too_many_ways_are_refused_before_they_are_listed() -> None:
    graph, _ = numbered(squares(40, 40))
    with pytest.raises(TooManyPaths, match="20000"):
        graph.shortest_paths(cell(graph, 0, 0), cell(graph, 39, 39))
    assert len(graph.shortest_paths(cell(graph, 0, 0), cell(graph, 7, 7))) == 3432


def test_reach_spends_points_and_may_pass_dear_ground_only_if_it_can_pay() -> None:
    graph, _ = numbered(hexes(5, 5))
    start, hill, foe = cell(graph, 2, 2), cell(graph, 3, 2), cell(graph, 1, 2)
    asked: list[int] = []

    def cost(space: int) -> int | None:
        asked.append(space)
        return None if space == foe else 2 if space == hill else 1

    near = graph.reach(start, 2, cost)
    assert hill in near and foe not in near and start not in near
    assert near == sorted(near)
    assert len(asked) == len(set(asked))
    assert hill not in graph.reach(start, 1, cost)


def test_reach_is_the_cheapest_way_and_not_the_shortest() -> None:
    links = [link("a", "x"), link("x", "z"), link("a", "b"), link("b", "c"), link("c", "z")]
    graph, ids = numbered(board("b", ["a", "x", "b", "c", "z"], links))
    price: dict[int, int | None] = {ids["t:b/x"]: 9}
    assert graph.reach(ids["t:b/a"], 3, lambda space: price.get(space, 1)) == sorted(ids[f"t:b/{name}"] for name in "bcz")
    assert graph.reach(ids["t:b/a"], 2, lambda space: 0) == sorted(ids[f"t:b/{name}"] for name in "xbcz")


def test_a_negative_cost_is_refused() -> None:
    graph, ids = numbered(board("b", ["a", "b"], [link("a", "b")]))
    with pytest.raises(ValueError, match="cannot cost -1"):
        graph.reach(ids["t:b/a"], 3, lambda _: -1)


def test_a_place_of_the_grid() -> None:
    both = [hexes(3, 3), squares(2, 2, "s")]
    graph, ids = numbered(*both)
    assert graph.at(1, 1, "hex") == ids["t:b/1,1"]
    assert graph.at(1, 1, "square") == ids["t:s/1,1"]
    assert graph.at(2, 2, "square") is None
    with pytest.raises(ValueError, match="2 grids"):
        graph.at(1, 1)
    with pytest.raises(ValueError, match="no hex grid"):
        numbered(both[1])[0].at(0, 0, "hex")


def test_links_may_lead_from_board_to_board() -> None:
    first = board("b", ["a"], [{"from": "t:b/a", "to": "t:c/z", "route": "path", "both": True, "for": None}])
    graph, ids = numbered(first, board("c", ["z"], []))
    assert graph.distance(ids["t:b/a"], ids["t:c/z"]) == 1
    assert (graph.spaces_of("t:c"), graph.spaces_of("t:nowhere")) == ((ids["t:c/z"],), ())


def test_spaces_without_a_number_are_left_out() -> None:
    one = board("b", ["a", "b"], [link("a", "b")])
    graph = Graph([one], {"t:b/a": 7})
    assert (graph.neighbours(7), graph.distance(7, 7), graph.distance(8, 7)) == ((), 0, FAR)


def test_old_sources_are_forgotten_without_harm() -> None:
    graph, _ = numbered(squares(30, 30))
    corner = cell(graph, 0, 0)
    for column, row in places(30, 30):
        assert graph.distance(cell(graph, column, row), corner) == column + row
    assert graph.distance(corner, cell(graph, 29, 29)) == 58
