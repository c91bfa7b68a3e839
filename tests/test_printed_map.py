"""A large printed map of the shipped content: its figures as counted by hand and by a second algorithm, and what repeated or lost links do to them."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.compiler.pipeline import Compiled, compile_packs
from rulewright.compiler.ways import build, steps, survey
from rulewright.dsl.packfiles import PackFiles
from rulewright.runtime.graph import Graph
from rulewright.tools.reading import read

CONTENT = Path(__file__).resolve().parent.parent / "content"
PACKS = read([str(CONTENT / "defenders")]).packs
PAGE = "realm.rw"
LINK = '  path "'
FAR = 10**6


def compiled(change: Any = lambda text: text) -> Compiled:
    """The pack with another text of the page on which its map stands."""
    packs = []
    for pack in PACKS:
        changed = {name: change(data.decode()).encode() if name == PAGE and pack.given else data for name, data in pack.files.items()}
        packs.append(PackFiles(pack.root, changed, pack.given))
    return compile_packs(packs)


@pytest.fixture(scope="module")
def board() -> dict[str, Any]:
    ruleset = compiled().ruleset
    assert ruleset is not None and len(ruleset["boards"]) == 1
    found: dict[str, Any] = ruleset["boards"][0]
    return found


def measured(board: dict[str, Any]) -> list[list[int]]:
    """All distances over its paths, by Floyd's algorithm."""
    at = {space["id"]: number for number, space in enumerate(board["spaces"])}
    far = [[0 if a == b else FAR for b in range(len(at))] for a in range(len(at))]
    for link in board["links"]:
        if link["route"] == "path":
            far[at[link["from"]]][at[link["to"]]] = far[at[link["to"]]][at[link["from"]]] = 1
    for through in range(len(at)):
        for row in far:
            row[:] = [min(direct, row[through] + rest) for direct, rest in zip(row, far[through], strict=True)]
    return far


def test_the_map_is_as_printed(board: dict[str, Any]) -> None:
    pairs = [frozenset((link["from"], link["to"])) for link in board["links"] if link["route"] == "path"]
    assert (len(board["spaces"]), len(pairs), len(set(pairs))) == (45, 75, 75)
    found = survey(build([board]), ["path"])
    assert (found.spaces, found.pairs, len(found.parts), found.degree, found.diameter) == (45, 75, 1, 6, 9)


def test_all_who_measure_find_the_same(board: dict[str, Any]) -> None:
    far, world = measured(board), build([board])
    names = [space["id"] for space in board["spaces"]]
    graph = Graph([board], {name: number for number, name in enumerate(names)})
    assert max(map(max, far)) == 9
    for a, start in enumerate(names):
        assert [steps(world, start, end) for end in names] == far[a] == [graph.distance(a, b) for b in range(len(names))]


def test_links_that_are_said_again_are_a_finding_each_and_change_nothing(board: dict[str, Any]) -> None:
    def twice(text: str) -> str:
        first = next(line for line in text.splitlines() if line.startswith(LINK))
        return text.replace(first, f"{first}\n{first}\n" + f"{LINK}{first.split(chr(34))[3]}\" -- \"{first.split(chr(34))[1]}\"", 1)

    out = compiled(twice)
    assert [problem.code for problem in out.problems] == ["link-repeated", "link-reversed"]


def test_a_place_that_has_lost_its_links_is_found(board: dict[str, Any]) -> None:
    ends = [end for link in board["links"] for end in (link["from"], link["to"])]
    name = next(space["name"] for space in board["spaces"] if ends.count(space["id"]) == 1)
    out = compiled(lambda text: "\n".join(line for line in text.splitlines() if not (" -- " in line and f'"{name}"' in line)) + "\n")
    assert [problem.code for problem in out.problems] == ["space-alone", "board-claim-false"]
    assert out.problems[0].message == f"`{name}` has no link"
