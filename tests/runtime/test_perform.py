"""Bodies run outside of a game: statements, calls, handlers, clauses."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.runtime.trouble import LimitMet, Refused, Trap

from .build import (
    ANN,
    ARMOR,
    BLUE,
    BOB,
    DAMAGE,
    HERO,
    RED,
    add,
    call,
    choose,
    clause,
    definition,
    each,
    ev,
    every,
    field,
    fn,
    handler,
    let,
    may,
    op,
    param,
    put,
    rel,
    repeat,
    rule,
    stat,
    thing,
    var,
    verb,
    when,
    where,
    x,
)
from .playing import FORBID, HEROES, A, B, damage, game, names


def test_a_call_changes_the_state_and_is_recorded() -> None:
    g = game()
    events = g.perform([call("t:deal", amount=3, target=A)])
    assert damage(g) == 3
    assert [(one["event"], one["with"]) for one in events] == [("t:deal", {"amount": 3, "target": "t:ann#1"})]


def test_statements_loop_branch_and_stop() -> None:
    g = game()
    g.perform(
        [
            let("n", 0),
            repeat([put(var("n"), 1, "+="), when(x("ge", var("n"), 4), [{"op": "stop"}]), call("t:deal", amount=1, target=A)], 10),
            each("h", HEROES, [call("t:deal", amount=var("n"), target=var("h"))], where=x("eq", var("h"), B)),
        ]
    )
    assert (damage(g), damage(g, B)) == (3, 4)


def test_each_is_in_order_and_fixed_at_the_start() -> None:
    g = game()
    events = g.perform([each("h", HEROES, [call("t:deal", amount=1, target=var("h"))], order=x("neg", stat(var("h"), ARMOR)))])
    assert [one["with"]["target"] for one in events] == ["t:bob#1", "t:ann#1"]


def test_a_number_out_of_range_traps_and_changes_nothing() -> None:
    g = game()
    g.perform([call("t:deal", amount=1, target=A)])
    before = g.hash()
    with pytest.raises(Trap, match="damage") as trap:
        g.perform([call("t:deal", amount=5, target=B), call("t:deal", amount=-3, target=A)])
    assert trap.value.code == "range"
    assert trap.value.record()["chain"][-1]["event"] == "t:deal"
    assert g.hash() == before
    assert (damage(g), damage(g, B)) == (1, 0)


@pytest.mark.parametrize(
    ("node", "code"),
    [
        (x("div", 1, 0, rounding="up"), "divide_by_zero"),
        (field({"op": "none"}, DAMAGE), "none"),
        (thing("t:twin"), "not_single"),
        (x("mul", 10**9, 10**9), "too_large"),
        ({"op": "lookup", "of": {"op": "int", "value": 9}, "rows": [{"low": 1, "high": 3, "value": {"op": "int", "value": 1}}], "else": None}, "lookup"),
        (fn("hex", 0, 0), "grid"),
        (x("lt", {"op": "none"}, 1), "none"),
    ],
)
def test_traps(node: Any, code: str) -> None:
    g = game(definitions=[ANN, BOB, definition("t:twin", "t:hero", copies=2)])
    with pytest.raises(Trap) as trap:
        g.evaluate(node)
    assert trap.value.code == code


@pytest.mark.parametrize(
    ("node", "value"),
    [
        (x("div", 7, 2, rounding="up"), 4),
        (x("div", 7, 2, rounding="down"), 3),
        (x("div", -7, 2, rounding="up"), -3),
        (x("div", -7, 2, rounding="nearest"), -3),
        (x("div", 7, 2, rounding="nearest"), 4),
        (x("mod", -1, 10), 9),
        (x("in", 2, [1, 2]), True),
        ({"op": "between", "of": {"op": "int", "value": 3}, "low": {"op": "int", "value": 3}, "high": {"op": "int", "value": 5}}, True),
        (fn("count", where(HEROES, x("gt", stat(var("it"), ARMOR), 1))), 1),
        (fn("max", 1, 4, 2), 4),
        (fn("first", []), None),
        (x("add", [1], [2, 3]), [1, 2, 3]),
        ({"op": "sum", "of": HEROES, "var": "it", "value": stat(var("it"), ARMOR)}, 3),
        (fn("face", field(A, "t:hero/clock")), 1),
        (x("is_kind", A, kind="thing"), True),
        (x("is_kind", {"op": "none"}, kind="thing"), False),
        (where(HEROES, fn("some", where(HEROES, x("gt", stat(var("it"), ARMOR), 9)))), []),
    ],
)
def test_expressions(node: Any, value: Any) -> None:
    assert game().evaluate(node) == value


def test_a_dial_counts_on_and_wraps() -> None:
    g = game()
    g.perform([add(field(A, "t:hero/clock"), 11)])
    assert [g.evaluate(fn(name, field(A, "t:hero/clock"))) for name in ("face", "lap")] == [2, 1]


def test_relations() -> None:
    g = game()
    assert g.shown(rel(A, "owner")) == "t:red#1" or g.shown(rel(A, "owner")) == "seat:0"
    assert g.shown(rel(A, "controller")) == "seat:0"
    assert g.shown(rel(RED, "next")) == "seat:1"
    assert g.shown(rel(BLUE, "number")) == 2
    assert g.shown(rel(A, "place")) == "table"
    assert g.shown(x("held", RED, kind="t:hero")) == ["t:ann#1"]


# ---------------------------------------------------------------- legality


def test_an_illegal_call_is_skipped_and_recorded() -> None:
    g = game(
        verbs=[
            verb(
                "t:heal",
                [param("target", HERO)],
                [put(field(var("target"), DAMAGE), 0)],
                requires=[{"test": x("gt", field(var("target"), DAMAGE), 0), "needs": ["target"]}],
            )
        ]
    )
    events = g.perform([call("t:heal", target=A), call("t:deal", amount=1, target=A)])
    assert [(one["event"], one["with"].get("reason")) for one in events] == [("refused", "t:heal"), ("t:deal", None)]
    assert g.evaluate({"op": "can", "verb": "t:heal", "args": {"target": A}}) is True
    assert g.permits(call("t:heal", target=B)) == "t:heal"


def test_a_call_on_nothing_is_refused_as_gone() -> None:
    events = game().perform([call("t:deal", amount=1, target=None)])
    assert events[0]["with"]["reason"] == "gone"


def test_forbid_and_the_allow_that_names_it() -> None:
    allow = clause("allow", "t:war/allow.1", targets=["t:deal"], names=[], where=x("gt", ev("amount"), 2), despite="t:peace/forbid.1")
    g = game(rules=[rule("t:peace", FORBID), rule("t:war", allow)])
    events = g.perform([call("t:deal", amount=1, target=A), call("t:deal", amount=1, target=B), call("t:deal", amount=3, target=A)])
    assert names(events) == ["refused", "t:deal", "t:deal"]
    assert events[0]["with"]["reason"] == "t:peace/forbid.1"


def test_a_family_reaches_all_its_verbs_with_its_arguments() -> None:
    forbid = clause("forbid", "t:far/forbid.1", targets=["t:touch"], names=["a", "b"], where=x("eq", ev("b"), B), name=None, despite_unless=None)
    poke = verb("t:poke", [param("by", HERO), param("to", HERO)], [], families=[{"family": "t:touch", "args": [var("by"), var("to")]}])
    hug = verb("t:hug", [param("one", HERO), param("other", HERO)], [], families=[{"family": "t:touch", "args": [var("other"), var("one")]}])
    g = game(verbs=[poke, hug], families=[{"id": "t:touch"}], rules=[rule("t:far", forbid)])
    events = g.perform([call("t:poke", by=A, to=B), call("t:poke", by=B, to=A), call("t:hug", one=B, other=A), call("t:hug", one=A, other=B)])
    assert names(events) == ["refused", "t:poke", "refused", "t:hug"]


def test_an_unless_lifts_a_forbid() -> None:
    forbid = {**FORBID, "despite_unless": x("eq", ev("amount"), 2)}
    events = game(rules=[rule("t:peace", forbid)]).perform([call("t:deal", amount=n, target=A) for n in (1, 2)])
    assert names(events) == ["refused", "t:deal"]


# ---------------------------------------------------------------- asking


def test_choices_are_named_and_forced_ones_are_not_asked() -> None:
    g = game()
    pick = [choose("t:s@1", RED, HEROES, "h"), call("t:deal", amount=1, target=var("h"))]
    g.perform(pick, ["Bob"])
    g.perform(pick, ["t:ann#1"])
    assert (damage(g), damage(g, B)) == (1, 1)
    g.perform([op("put", things=A, place={"op": "box"}), *pick])
    assert damage(g, B) == 2
    assert g.answers == []


def test_an_answer_that_is_not_offered_changes_nothing() -> None:
    g = game()
    before = g.hash()
    with pytest.raises(Refused, match="not offered"):
        g.perform([call("t:deal", amount=1, target=A), choose("t:s@1", RED, HEROES, "h")], ["Zoe"])
    assert (g.hash(), damage(g)) == (before, 0)


def test_too_few_options() -> None:
    g = game()
    none = where(HEROES, x("eq", var("it"), None))
    g.perform([choose("t:s@1", RED, none, "h", other="skip"), call("t:deal", amount=1, target=var("h"))])
    with pytest.raises(Trap) as trap:
        g.perform([choose("t:s@1", RED, none, "h")])
    assert trap.value.code == "dead_end"
    fails = verb("t:try", [], [choose("t:s@1", RED, none, "h", other="fail"), call("t:score", amount=1, who=RED)])
    assert names(game(verbs=[fails]).perform([call("t:try")])) == ["t:try", "refused"]


def test_some_yes_no_menu_and_shares() -> None:
    g = game()
    g.perform(
        [choose("t:s@1", RED, HEROES, "hs", low=0, high=None, single=False), each("h", var("hs"), [call("t:deal", amount=1, target=var("h"))])],
        [["Ann", "Bob"]],
    )
    assert (damage(g), damage(g, B)) == (1, 1)
    g.perform([may("t:s@2", BLUE, [call("t:deal", amount=1, target=A)], [call("t:deal", amount=1, target=B)])])
    assert damage(g, B) == 2
    g.perform([may("t:s@2", BLUE, [call("t:deal", amount=1, target=A)])], ["yes"])
    assert damage(g) == 2
    menu = {
        "op": "menu",
        "site": "t:s@3",
        "who": RED,
        "options": [{"text": "one", "where": None, "body": [call("t:deal", amount=1, target=A)]}, {"text": "two", "where": None, "body": []}],
    }
    g.perform([menu], ["one"])
    assert damage(g) == 3
    share = {"op": "share", "site": "t:s@4", "who": RED, "amount": {"op": "int", "value": 5}, "among": HEROES, "even": True, "var": "h", "count": "n"}
    share["body"] = [call("t:deal", amount=var("n"), target=var("h"))]
    g.perform([share], [["Bob"]])
    assert (damage(g), damage(g, B)) == (5, 5)
    g.perform([{**share, "even": False}], [{"Ann": 1, "Bob": 4}])
    assert (damage(g), damage(g, B)) == (6, 9)


# ---------------------------------------------------------------- dice, zones, tokens


def test_dice_are_rolled_rerolled_and_reproduced() -> None:
    rolls = [op("roll", count=3, sides=10, keep="dice"), op("reroll_die", die=fn("first", var("dice")))]
    one, two = {}, {}  # type: ignore[var-annotated]
    game().perform(rolls, env=one)
    game().perform(rolls, env=two)
    assert one["dice"] == two["dice"] and one["dice"][0]["rerolled"] is True
    g = game()
    g.core.stream.script = [1, 5, 9, 2]
    g.perform(rolls, env=one)
    assert [die["face"] for die in one["dice"]] == [2, 5, 9]
    with pytest.raises(Trap):
        g.core.stream.script = [11]
        g.core.stream.script_at = 0
        g.perform([op("roll", count=1, sides=10, keep="d")])


def test_dice_are_chosen_by_their_face() -> None:
    g = game()
    g.core.stream.script = [4, 4, 7]
    g.perform(
        [
            op("roll", count=3, sides=10, keep="dice"),
            choose("t:s@1", RED, var("dice"), "ds", low=2, high=2, single=False),
            each("d", var("ds"), [op("reroll_die", die=var("d"))]),
        ],
        [[4, 4]],
    )


def test_zones_keep_their_order_and_tokens_are_new_things() -> None:
    hand = field(RED, "t:player/hand")
    g = game(definitions=[ANN, BOB, definition("t:owl", "t:card", copies=3)])
    owls = every("t:card")
    g.perform([op("put", things=owls, place=hand)])
    assert g.shown({"op": "contents", "of": hand}) == ["t:owl#1", "t:owl#2", "t:owl#3"]
    assert g.shown(fn("top", hand, 2)) == ["t:owl#3", "t:owl#2"]
    g.perform([op("put", things=fn("last", hand), place=hand, under=True)])
    assert g.shown({"op": "contents", "of": hand}) == ["t:owl#3", "t:owl#1", "t:owl#2"]
    assert g.evaluate(owls) == []
    g.perform([op("create", thing=A, place={"op": "table"}, count=2, keep="made")])
    assert g.shown(HEROES) == ["t:ann#1", "t:bob#1", "t:ann#2", "t:ann#3"]


def test_what_leaves_play_starts_anew_and_takes_its_attachments_off() -> None:
    g = game(definitions=[ANN, BOB, definition("t:owl", "t:card", owner="t:red")])
    g.perform([op("put", things=thing("t:owl"), place=A), call("t:deal", amount=2, target=A)])
    assert g.shown(rel(thing("t:owl"), "host")) == "t:ann#1"
    g.perform([op("put", things=A, place=field(RED, "t:player/hand"))])
    assert damage(g) == 0
    assert g.shown(rel(thing("t:owl"), "place")) == "box"


def test_an_event_shows_only_who_may_see_it() -> None:
    g = game(definitions=[ANN, BOB, definition("t:owl", "t:card")])
    hand = field(RED, "t:player/hand")
    events = g.perform([op("put", things=thing("t:owl"), place=hand), op("put", things=thing("t:owl"), place=hand, under=True)])
    assert [one["see"] for one in events] == ["all", ["seat:0"]]


# ---------------------------------------------------------------- limits


def test_thorns_stop_with_their_chain_folded() -> None:
    thorn = handler("t:thorn/after.1", "after", "t:deal", [call("t:deal", amount=1, target=A)])
    g = game(rules=[rule("t:thorn", thorn)])
    before = g.hash()
    with pytest.raises(LimitMet) as met:
        g.perform([call("t:deal", amount=1, target=A)])
    record = met.value.record()
    assert (record["limit"], record["rule"]) == ("depth", "t:thorn/after.1")
    assert record["chain"][-1]["event"] == "t:deal" and record["chain"][-1]["times"] > 20
    assert g.hash() == before


@pytest.mark.parametrize(
    ("limits", "body", "limit"),
    [
        ({"steps": 500}, repeat([let("n", 1)]), "steps"),
        ({"events": 50}, repeat([call("t:deal", amount=1, target=A)], 1000), "events"),
        ({"entities": 40}, op("create", thing=A, place={"op": "table"}, count=100), "entities"),
        ({"answers": 5}, repeat([choose("t:s@1", RED, HEROES, "h")], 100), "answers"),
    ],
)
def test_limits_stop(limits: dict[str, int], body: Any, limit: str) -> None:
    g = game(limits=limits)
    with pytest.raises(LimitMet) as met:
        g.perform([body], ["Ann"] * 100)
    assert met.value.limit == limit
