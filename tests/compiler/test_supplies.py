"""Supplies that can run out, and all that makes it not so or not known."""
from __future__ import annotations

import pytest

from rulewright.dsl.catalogue.components import POOL

from ..problems.compiling import check_text, compile_text

TAKE = "put top(pool, 1) into the table"
PLACE = "verb place { put top(pool, 1) into the table }\n"


def said(text: str) -> list[str]:
    found = compile_text(text)
    assert found.compiled, found.problems
    assert check_text(text) == found.problems, "`check` and `compile` find the same"
    assert {problem.code for problem in found.problems} <= {"supply-runs-out"}
    return [problem.message for problem in found.problems]


@pytest.mark.parametrize(
    ("take", "more"),
    [
        (TAKE, ""),
        ("place", PLACE),
        ("take_from pool", "verb take_from heap: zone { put top(heap, 1) into the table }\n"),
        ("draw 1 card from pool into heap", "zone heap: list of tile\n"),
        ("choose random tile from pool as drawn; put drawn into the table", ""),
        ("choose a tile from pool by \"North\" as drawn; put drawn into the table", ""),
        (TAKE + "; if count(pool) > 9 { say \"so many\" }", ""),
        (TAKE + "; shuffle pool", ""),
    ],
)
def test_five_markers_and_a_pool_of_four(take: str, more: str) -> None:
    assert said(POOL.replace("TAKE", take) + more) == ["5 markers, `pool` of 4: it can run out"]


def test_a_text_that_all_of_a_kind_have() -> None:
    text = POOL.replace("put what into box\n  TAKE", "say \"{what}\"")
    kind = "kind marker is token { plural: markers\n after open_up where what is self { " + "put self into box; " + TAKE + " } }"
    assert said(text.replace("kind marker is token { plural: markers }", kind)) == ["5 markers, `pool` of 4: it can run out"]


def test_each_takes_more_than_one() -> None:
    text = POOL.replace("TAKE", "put top(pool, 2) into the table").replace("x4", "x9")
    assert said(text) == ["5 markers, each takes 2, `pool` of 9: it can run out"]
    assert said(text.replace("x9", "x10")) == []


def test_tiles_that_say_by_themselves_where_they_start() -> None:
    text = POOL.replace("kind tile is token { starts_in: pool }", "kind tile is token { }").replace("list of tile", "list of token").replace("TAKE", TAKE)
    assert said(text.replace('"Tile" x4 { }', '"Tile" x4 { starts_in: pool }')) == ["5 markers, `pool` of 4: it can run out"]
    assert said(text.replace('"Tile" x4 { }', '"Tile" x5 { starts_in: pool }')) == []


@pytest.mark.parametrize(
    ("take", "more"),
    [
        ("if some(pool) { " + TAKE + " }", ""),
        ("place", PLACE.replace("{ put", "{ require some(pool); put")),
        ("choose random tile from pool as drawn else skip; if drawn is not none { put drawn into the table }", ""),
        (TAKE, "after open_up where any { choose a tile from tiles by \"North\" as old else skip; if old is not none { put old into pool } }\n"),
        (TAKE, "after open_up where any { choose a tile from tiles by \"North\" as old else skip; back old into pool }\n"
               "verb back what: tile?, into heap: zone { require what is not none; put what into heap }\n"),
        ("let seen = top(pool, 1)\n  say \"{seen}\"", ""),
        (TAKE, "verb clear { put markers into box }\nafter open_up where count(markers) is 1 { clear }\n"),
    ],
)
def test_what_is_settled_or_not_known_is_silent(take: str, more: str) -> None:
    text = POOL.replace("TAKE", take) + more
    if "verb clear" in more:
        text = text.replace("put what into box\n", "say \"{what}\"\n")
    assert said(text) == []


def test_a_condition_of_the_verb_itself_settles_it() -> None:
    assert said(POOL.replace("TAKE", TAKE).replace("  put what into box", "  require some(pool)\n  put what into box")) == []
    assert said(POOL.replace("TAKE", TAKE).replace("  put what into box", "  require some(markers)\n  put what into box")) != []


def test_four_markers_are_enough() -> None:
    assert said(POOL.replace("TAKE", TAKE).replace("x5", "x4")) == []
    assert said(POOL.replace("TAKE", TAKE).replace("x4", "x5")) == []
