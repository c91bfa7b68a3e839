"""Boards with known figures: neighbours on grids, parts, repeats, legal ways, distances."""
from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from rulewright.compiler.grids import Cell, Grid, axial
from rulewright.compiler.ways import build, distances, shortest_way, steps, survey
from rulewright.runtime.graph import Graph

from .reading import Read, read
from .rows_of_regions import long_map

KIND = "kind region is space { impassable: bool = no   terminal: bool = no }\n"


def regions(names: Iterable[str], links: Iterable[str]) -> Read:
    lines = [f'region "{name}"' for name in names] + list(links)
    return read(KIND + 'board "Map" {\n' + "\n".join(lines) + "\n}\n")


def grid(columns: int, rows: int, *fields: str) -> dict[str, Any]:
    line = 'row "' + " ".join("." * columns) + '"\n'
    return read('board "Grid" {\n' + "\n".join(fields) + "\n" + line * rows + "}\n").board()


def near(board: dict[str, Any], cell: Cell) -> set[Cell]:
    world = build([board])
    at = {tuple(space["at"]): space["id"] for space in board["spaces"]}
    return {tuple(world.spaces[way.end]["at"]) for way in world.out[at[cell]]}


# ---------------------------------------------------------------- grids


def test_odd_rows_are_shifted_right() -> None:
    board = grid(10, 10, "grid: hex")
    assert near(board, (4, 4)) == {(3, 3), (4, 3), (3, 4), (5, 4), (3, 5), (4, 5)}
    assert near(board, (4, 5)) == {(4, 4), (5, 4), (3, 5), (5, 5), (4, 6), (5, 6)}
    assert len(near(board, (0, 0))) == 2
    for space in board["spaces"]:
        cell = (space["at"][0], space["at"][1])
        assert all(cell in near(board, other) for other in near(board, cell))


def test_a_grid_is_as_large_as_its_rows() -> None:
    assert grid(7, 3, "grid: square")["grid"] == {"shape": "square", "columns": 7, "rows": 3}
    assert len(grid(7, 3, "grid: square")["links"]) == 6 * 3 + 7 * 2
    assert len(grid(7, 3, "grid: square", "diagonal: yes")["links"]) == 6 * 3 + 7 * 2 + 2 * 6 * 2


@pytest.mark.parametrize(("wrap", "expected"), [("columns", 2), ("none", 78)])
def test_a_map_that_wraps_measures_over_its_edge(wrap: str, expected: int) -> None:
    board = grid(80, 15, "grid: square", "diagonal: yes", f"wrap: {wrap}")
    world = build([board])
    assert steps(world, "t:grid/square_1_10", "t:grid/square_79_12") == expected
    for a, b in (((0, 5), (40, 5)), ((40, 5), (0, 5))):
        assert steps(world, f"t:grid/square_{a[0]}_{a[1]}", f"t:grid/square_{b[0]}_{b[1]}") == 40


@pytest.mark.parametrize("shape", [Grid("hex", 8, 8), Grid("hex", 8, 8, True), Grid("square", 8, 8), Grid("square", 8, 8, True, True)])
def test_steps_by_arithmetic_are_steps_by_walking(shape: Grid) -> None:
    fields = [f"grid: {shape.shape}", *(["wrap: columns"] if shape.wrap else []), *(["diagonal: yes"] if shape.diagonal else [])]
    board = grid(8, 8, *fields)
    world = build([board])
    runtime = Graph([board], {ident: number for number, ident in enumerate(world.spaces)})
    cells = {ident: (space["at"][0], space["at"][1]) for ident, space in world.spaces.items()}
    for a, start in enumerate(world.spaces):
        walked = distances(world, [start])
        for b, end in enumerate(world.spaces):
            assert walked[end] == shape.steps(cells[start], cells[end]) == runtime.distance(a, b)


def test_two_heroes_at_three_steps() -> None:
    """Axial (0,0) to (3,0) and to (2,1): a tie that only another measure can break."""
    shape = Grid("hex", 6, 4)
    assert axial((2, 1)) == (2, 1)
    assert shape.steps((0, 0), (3, 0)) == shape.steps((0, 0), (2, 1)) == 3


# ---------------------------------------------------------------- maps of regions


def test_repeats_are_one_finding_each_and_change_nothing() -> None:
    """640 regions and 1,969 links, 113 of them exact and 99 reversed repeats, as a large map of a public game has them."""
    dice = random.Random(51)
    names = [f"R{number}" for number in range(640)]
    sea = names[636:]
    first = [(names[a], names[b]) for a, b in long_map(636, 1757, length=23, degree=17)]
    again = dice.sample(first, 212)
    links = [f'path "{a}" -- "{b}"' for a, b in first]
    plain = regions(names, links)
    full = regions(names, [*links, *(f'path "{a}" -- "{b}"' for a, b in again[:113]), *(f'path "{b}" -- "{a}"' for a, b in again[113:])])
    assert plain.codes() == ["space-alone"] * 4
    assert full.codes() == ["space-alone"] * 4 + ["link-repeated", "link-reversed"]
    assert full.problems[4].message.startswith("113 links") and full.problems[5].message.startswith("99 links")
    assert [f"`{name}`" in problem.message for name, problem in zip(sea, full.problems, strict=False)] == [True] * 4
    assert full.records == plain.records
    figures = survey(build(full.records))
    assert (figures.spaces, figures.pairs, [len(part) for part in figures.parts]) == (640, 1757, [636, 1, 1, 1, 1])
    assert (figures.diameter, figures.degree) == (23, 17)


def test_regions_without_links_on_purpose() -> None:
    """75 regions with 206 links, and two islands: two findings, none once they say that they are impassable."""
    land = [f"P{number}" for number in range(75)]
    links = [f'path "{land[a]}" -- "{land[b]}"' for a, b in long_map(75, 206, length=8, degree=11)]
    open_ = regions([*land, "Switzerland", "Iceland"], links)
    assert open_.codes() == ["space-alone", "space-alone"]
    assert [open_.lines(problem) for problem in open_.problems] == [[78], [79]]
    figures = survey(build(open_.records))
    assert (figures.pairs, [len(part) for part in figures.parts], figures.diameter, figures.degree) == (206, [75, 1, 1], 8, 11)
    shut = regions(land, ['region "Switzerland" impassable: yes', 'region "Iceland" impassable: yes', *links])
    assert shut.codes() == []


def test_a_finding_names_regions_links_and_lines() -> None:
    found = regions(["R1", "R2", "R3"], ['path "R1" -- "R2"', 'path "R3" -> "R2"'])
    (problem,) = found.problems
    assert (problem.code, found.lines(problem)) == ("space-no-way-in", [5, 7])
    assert problem.labels[0].text == "path R3 -> R2"


def test_cut_points_and_diameter() -> None:
    figures = survey(build(regions("ABCDE", ['path "A" -- "B" -- "C" -- "A"', 'path "C" -- "D" -- "E"']).records))
    assert (figures.cuts, figures.diameter, figures.busiest) == (["t:map/c", "t:map/d"], 3, "t:map/c")


def test_the_search_runs_on_the_legal_graph() -> None:
    world = build(regions("ANKPT", ['path "A" -- "N" -- "K"', 'path "A" -- "P" -- "T" -- "K"']).records)
    assert shortest_way(world, "t:map/a", "t:map/k") == ["t:map/a", "t:map/n", "t:map/k"]
    legal = shortest_way(world, "t:map/a", "t:map/k", may_enter=lambda space: space != "t:map/n")
    assert legal == ["t:map/a", "t:map/p", "t:map/t", "t:map/k"]
    assert distances(world, ["t:map/a"], may_enter=lambda space: space != "t:map/n")["t:map/k"] == 3


def test_a_terminal_ends_a_way_and_is_not_passed() -> None:
    lines = ['region "T" terminal: yes', 'path "A" -- "T" -- "B"', 'path "A" -- "X" -- "Y" -- "Z" -- "B"']
    found = regions("ABXYZ", lines)
    assert found.codes() == []
    far = distances(build(found.records), ["t:map/a"])
    assert (far["t:map/t"], far["t:map/b"]) == (1, 4)
    assert distances(build(found.records), ["t:map/t"])["t:map/b"] == 1


def test_a_link_for_some_carries_only_them() -> None:
    world = build(regions("ABC", ['path "A" -- "B"', 'flight "B" -- "C" for alliance']).records)
    assert "t:map/c" in distances(world, ["t:map/a"], group="alliance")
    assert "t:map/c" not in distances(world, ["t:map/a"], group="horde")
    assert steps(world, "t:map/a", "t:map/c") is None


# ---------------------------------------------------------------- hostile boards


def test_a_chain_of_ten_thousand_links() -> None:
    names = [f"R{number}" for number in range(5_000)]
    board = regions(names, ["path " + " -- ".join(f'"{name}"' for name in names)])
    assert board.codes() == []
    assert len(board.board()["links"]) == 4_999


def test_lists_against_lists_meet_the_limit() -> None:
    names = [f"R{number}" for number in range(300)]
    listed = "[" + ", ".join(f'"{name}"' for name in names) + "]"
    found = regions(names, [f"path {listed} -- {listed}", f"flight {listed} -> {listed}"])
    assert [problem.code for problem in found.problems if problem.severity == "error"] == ["board-too-large"]
