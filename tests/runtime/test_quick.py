"""Short cuts give what the long way gives: the same values, the same troubles, the same options."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.runtime.choose import Taken
from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Refused, Trap

from .build import DAMAGE, Json, both, e, every, field, fn, rel, var, where, x
from .duel import duel
from .players import answer

OPS = ("eq", "ne", "lt", "le", "gt", "ge")
THINGS = every("t:hero")


def long_way(node: Json) -> Json:
    """The same expression in a form that no short cut knows: each side is a choice that is always the same."""
    return {**node, "left": {"op": "if", "test": e(True), "then": node["left"], "else": node["left"]}}


def found(game: Game, node: Json, env: dict[str, Any]) -> Any:
    try:
        return game.evaluate(node, dict(env))
    except Trap as trap:
        return trap.code, str(trap)


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize("right", [e(0), e(3), e(None), var("y"), field(var("y"), DAMAGE)], ids=str)
@pytest.mark.parametrize("left", [var("y"), field(var("y"), DAMAGE)], ids=str)
def test_comparisons(op: str, left: Json, right: Json) -> None:
    game = Game(duel(), seed="1", start=False)
    hero = game.evaluate(fn("first", THINGS))
    node = {"op": op, "left": left, "right": right}
    for env in ({"y": hero}, {"y": None}, {}):
        assert found(game, node, env) == found(game, long_way(node), env)


@pytest.mark.parametrize("wanted", ["eq", "ne"])
def test_filters(wanted: str) -> None:
    game = Game(duel(), seed="1", start=False)
    for right in (e(0), e(1), var("y")):
        node = {"op": wanted, "left": field(var("it"), DAMAGE), "right": right}
        for env in ({"y": 0, "it": 7}, {"y": 2}, {}):
            quick, slow = where(THINGS, node), where(THINGS, long_way(node))
            assert found(game, quick, env) == found(game, slow, env)
            assert found(game, fn("some", quick), env) == found(game, fn("some", slow), env)


def test_an_option_taken_by_its_place_is_the_one_that_is_named() -> None:
    named, placed = Game(duel(), seed="2"), Game(duel(), seed="2")
    asked = 0
    while "kind" in (pending := named.pending()):
        reply = answer(pending)
        ids = [option["id"] for option in pending["options"]]
        placed.pending()
        named.apply(reply)
        placed.apply(Taken(ids.index(reply)) if pending["kind"] in ("one", "action") and reply in ids else reply)
        asked += 1
    assert asked > 30
    assert placed.hash() == named.hash() and placed.events() == named.events()


def test_there_is_no_option_behind_the_last() -> None:
    game = Game(duel(), seed="2")
    while game.pending()["kind"] not in ("one", "action"):
        game.apply(answer(game.pending()))
    with pytest.raises(Refused):
        game.apply(Taken(len(game.pending()["options"])))


def test_a_variable_of_a_define_is_no_variable_of_its_caller() -> None:
    """The define looks for others with as much damage as `f`; its own `it` is not that of the caller, however it is carried out."""
    rules = duel()
    value = where(THINGS, both(x("ne", var("it"), var("f")), x("eq", field(var("it"), DAMAGE), field(var("f"), DAMAGE))))
    define = {"id": "t:peers", "params": [{"name": "f", "type": {"type": "thing", "of": "t:hero"}, "start": None}], "value": value,
              "result": {"type": "list", "of": {"type": "thing", "of": "t:hero"}}}
    game = Game({**rules, "defines": [*rules["defines"], define]}, seed="1", start=False, verified=True)
    heroes = game.evaluate(THINGS)
    call = {"op": "call", "define": "t:peers", "args": [var("it")]}
    assert game.evaluate(where(THINGS, x("not", x("empty", call)))) == heroes
    assert game.evaluate(call, {"it": heroes[0]}) == heroes[1:]


def test_what_a_relation_gives_is_compared_too() -> None:
    game = Game(duel(), seed="1", start=False)
    node = {"op": "eq", "left": rel(var("it"), "owner"), "right": var("y")}
    owner = game.evaluate(rel(fn("first", THINGS), "owner"))
    assert len(game.evaluate(where(THINGS, node), {"y": owner})) == len(game.evaluate(where(THINGS, long_way(node)), {"y": owner})) > 0
