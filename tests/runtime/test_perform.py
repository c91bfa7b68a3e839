"""Bodies run outside of a game: statements, calls, handlers, clauses."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.dsl.records import complete
from rulewright.runtime.game import Game, Unanswered
from rulewright.runtime.trouble import LimitMet, Refused, Trap

from .build import (
    ANN,
    ARMOR,
    BLUE,
    BOB,
    DAMAGE,
    HEALTH,
    HERO,
    INT,
    RED,
    add,
    begin,
    call,
    check,
    choose,
    clause,
    definition,
    each,
    ev,
    every,
    face,
    field,
    fn,
    glob,
    handler,
    let,
    may,
    modify,
    op,
    param,
    put,
    rel,
    repeat,
    rule,
    ruleset,
    slot,
    stat,
    thing,
    var,
    verb,
    when,
    where,
    x,
)

A, B = thing("t:ann"), thing("t:bob")
HEROES = every("t:hero")


class Played(Game):
    """A game whose `perform` takes statements without their empty keys."""

    def perform(self, statements: list[Any], answers: list[Any] | None = None, env: Any = None) -> list[dict[str, Any]]:
        return super().perform([complete(one, "statement") for one in statements], answers, env)


def game(**parts: Any) -> Game:
    parts.setdefault("definitions", [ANN, BOB])
    return Played(ruleset(**parts), seed="x", start=False)


def names(events: list[dict[str, Any]]) -> list[str]:
    return [one["event"] for one in events]


def damage(g: Game, of: Any = A) -> int:
    return int(g.evaluate(field(of, DAMAGE)))


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


FORBID = clause("forbid", "t:peace/forbid.1", targets=["t:deal"], names=[], where=x("eq", ev("target"), A), name="peace", despite_unless=None)


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


# ---------------------------------------------------------------- handlers


def test_before_may_change_and_cancel() -> None:
    more = handler("t:r/before.1", "before", "t:deal", [put(ev("amount"), 2, "+=")], where=x("eq", ev("target"), A))
    stop = handler("t:r/before.2", "before", "t:deal", [{"op": "cancel"}], where=x("eq", ev("target"), B))
    g = game(rules=[rule("t:r", more, stop)])
    events = g.perform([call("t:deal", amount=1, target=A), call("t:deal", amount=1, target=B)])
    assert (damage(g), damage(g, B)) == (3, 0)
    assert names(events) == ["t:deal", "cancelled"]


def test_what_before_changed_must_be_legal() -> None:
    redirect = handler("t:r/before.1", "before", "t:deal", [put(ev("target"), A)], where=x("eq", ev("target"), B))
    g = game(rules=[rule("t:r", redirect), rule("t:peace", FORBID)])
    assert names(g.perform([call("t:deal", amount=1, target=B)])) == ["refused"]


def test_after_runs_once_the_body_is_done_with_its_parent() -> None:
    echo = handler(
        "t:r/after.1", "after", "t:deal", [call("t:score", amount=ev("amount"), who=rel(ev("target"), "owner"))], where=x("gt", field(ev("target"), DAMAGE), 0)
    )
    g = game(rules=[rule("t:r", echo)])
    events = g.perform([call("t:deal", amount=2, target=A)])
    assert [(one["event"], one["parent"]) for one in events] == [("t:deal", None), ("t:score", events[0]["n"])]
    assert events[1]["rule"] == "t:r/after.1"
    assert "t:r/after.1" in g.ran


def test_instead_replaces_once_for_each_source_and_may_go_on() -> None:
    half = handler("t:r/instead.1", "instead", "t:deal", [{"op": "continue", "args": {"amount": x("div", ev("amount"), 2, rounding="down")}}])
    shift = handler("t:s/instead.1", "instead", "t:deal", [call("t:deal", amount=ev("amount"), target=B)], where=x("eq", ev("target"), A))
    g = game(rules=[rule("t:r", half)])
    g.perform([call("t:deal", amount=8, target=A)])
    assert damage(g) == 4
    g = game(rules=[rule("t:s", shift)])
    events = g.perform([call("t:deal", amount=8, target=A)])
    assert (damage(g), damage(g, B)) == (0, 8)
    assert names(events) == ["t:deal", "replaced"]


def test_an_instead_that_cannot_be_done_does_not_replace() -> None:
    shift = handler("t:s/instead.1", "instead", "t:deal", [call("t:score", amount=0, who=RED)])
    bar = clause("forbid", "t:bar/forbid.1", targets=["t:score"], names=[], where=None, name=None, despite_unless=None)
    g = game(rules=[rule("t:s", shift), rule("t:bar", bar)])
    g.perform([call("t:deal", amount=8, target=A)])
    assert damage(g) == 8


def test_several_replacements_are_picked_by_the_controller_of_the_affected() -> None:
    one = handler("t:one/instead.1", "instead", "t:deal", [call("t:score", amount=1, who=RED)])
    two = handler("t:two/instead.1", "instead", "t:deal", [call("t:score", amount=2, who=RED)])
    g = game(rules=[rule("t:one", one), rule("t:two", two)])
    g.perform([call("t:deal", amount=8, target=B)], ["t:two"])
    assert g.evaluate(field(RED, "t:player/points")) == 2
    with pytest.raises(Unanswered) as asked:
        g.perform([call("t:deal", amount=8, target=B)])
    assert asked.value.record["seat"] == "seat:1"


def test_once_is_used_up() -> None:
    once = handler("t:r/before.1", "before", "t:deal", [{"op": "cancel"}], once="ever")
    g = game(rules=[rule("t:r", once)])
    assert names(g.perform([call("t:deal", amount=1, target=A), call("t:deal", amount=1, target=A)])) == ["cancelled", "t:deal"]


def test_a_thing_out_of_play_or_with_another_face_hears_nothing() -> None:
    text = handler("t:owl/before.1", "before", "t:deal", [{"op": "cancel"}])
    owl = definition("t:owl", "t:card", faces=[face("front", text), face("back")])
    g = game(definitions=[ANN, BOB, owl])
    hit = call("t:deal", amount=1, target=A)
    assert names(g.perform([hit])) == ["cancelled"]
    assert names(g.perform([op("turn_over", thing=thing("t:owl")), hit])) == ["turn", "t:deal"]
    assert names(g.perform([op("turn_to", thing=thing("t:owl"), face="front"), hit])) == ["turn", "cancelled"]
    assert names(g.perform([op("put", things=thing("t:owl"), place={"op": "box"}), hit])) == ["put", "t:deal"]
    assert names(g.perform([op("put", things=thing("t:owl"), place={"op": "table"}), hit])) == ["put", "cancelled"]


# ---------------------------------------------------------------- stats


def test_layers_to_add_cap_in_order_of_arrival() -> None:
    one = {"of": "t:hero", "where": None}
    g = game(
        rules=[
            rule("t:a", modify("t:a/1", ARMOR, "add", 3, one)),
            rule("t:b", modify("t:b/1", ARMOR, "to", 4, one)),
            rule("t:c", modify("t:c/1", ARMOR, "to", 2, {"is": B})),
            rule("t:d", modify("t:d/1", ARMOR, "cap", 6, one)),
        ]
    )
    assert [g.evaluate(stat(who, ARMOR)) for who in (A, B)] == [6, 5]
    assert g.evaluate({"op": "printed", "of": A, "slot": ARMOR}) == 1


def test_a_stat_stays_in_its_range_and_follows_the_state() -> None:
    g = game(rules=[rule("t:a", modify("t:a/1", ARMOR, "add", x("neg", field(var("it"), DAMAGE)), {"of": "t:hero", "where": None}))])
    assert g.evaluate(stat(B, ARMOR)) == 2
    g.perform([call("t:deal", amount=1, target=B)])
    assert g.evaluate(stat(B, ARMOR)) == 1
    g.perform([call("t:deal", amount=5, target=B)])
    assert g.evaluate(stat(B, ARMOR)) == 0


def test_a_ring_of_stats_uses_what_arrived_before() -> None:
    everyone = {"of": "t:hero", "where": None}
    g = game(
        rules=[
            rule("t:a", modify("t:a/1", ARMOR, "add", stat(var("it"), HEALTH), everyone)),
            rule("t:b", modify("t:b/1", HEALTH, "add", stat(var("it"), ARMOR), everyone)),
        ]
    )
    assert g.evaluate(stat(A, ARMOR)) == 1 + 5 + 1
    assert g.evaluate(stat(A, HEALTH)) == 5 + 1 + 5


def test_an_aura_works_while_its_thing_is_in_play_and_not_muted() -> None:
    aura = modify("t:sun/1", ARMOR, "add", 2, {"of": "t:hero", "where": x("eq", rel(var("it"), "controller"), rel(var("self"), "controller"))})
    night = clause("mute", "t:night/1", subject={"of": "t:card", "where": None}, **{"while": x("gt", field(A, DAMAGE), 0)})
    g = game(definitions=[ANN, BOB, definition("t:sun", "t:card", aura, owner="t:red")], rules=[rule("t:night", night)])
    assert [g.evaluate(stat(who, ARMOR)) for who in (A, B)] == [3, 2]
    g.perform([call("t:deal", amount=1, target=A)])
    assert g.evaluate(stat(A, ARMOR)) == 1
    g.perform([put(field(A, DAMAGE), 0), op("put", things=thing("t:sun"), place={"op": "box"})])
    assert g.evaluate(stat(A, ARMOR)) == 1


def test_a_granted_ability_gives_its_text_with_its_arguments() -> None:
    tough = {"id": "t:tough", "params": [param("n", INT)], "clauses": [modify("t:tough/1", ARMOR, "add", var("n"), {"is": var("self")})]}
    tough["handlers"] = [
        handler(
            "t:tough/after.1", "after", "t:deal", [call("t:score", amount=var("n"), who=rel(var("self"), "owner"))], where=x("eq", ev("target"), var("self"))
        )
    ]
    grant = clause("grant", "t:r/1", ability="t:tough", args=[x("add", stat(var("it"), HEALTH), 0)], subject={"is": B})
    ann = definition("t:ann", "t:hero", owner="t:red", abilities=[{"ability": "t:tough", "args": [{"op": "int", "value": 2}]}])
    g = game(definitions=[ann, BOB], abilities=[tough], rules=[rule("t:r", grant)])
    assert [g.evaluate(stat(who, ARMOR)) for who in (A, B)] == [3, 7]
    assert [g.evaluate({"op": "has", "of": who, "ability": "t:tough"}) for who in (A, B)] == [True, True]
    g.perform([call("t:deal", amount=1, target=A), call("t:deal", amount=1, target=B)])
    assert [g.evaluate(field(who, "t:player/points")) for who in (RED, BLUE)] == [2, 5]


# ---------------------------------------------------------------- lasting effects, checks


def test_a_shield_holds_its_amount_and_goes_with_the_verb() -> None:
    shield = begin(
        [clause("prevent", "t:v/prevent.1", unit="damage", amount=var("n"), where=x("eq", ev("target"), var("whom")))],
        bind={"whom": var("h"), "n": {"op": "int", "value": 2}},
    )
    g = game(verbs=[verb("t:ward", [param("h", HERO)], [shield])])
    events = g.perform([call("t:ward", h=A), call("t:deal", amount=1, target=A), call("t:deal", amount=3, target=A), call("t:deal", amount=3, target=B)])
    assert (damage(g), damage(g, B)) == (2, 3)
    assert names(events) == ["t:ward", "begin", "prevent", "prevent", "end", "t:deal", "t:deal"]


def test_an_effect_ends_with_what_it_waits_for() -> None:
    charge = begin([modify("t:v/1", ARMOR, "add", 5, {"is": A})], until=[{"next": ["t:score"], "where": x("gt", ev("amount"), 1)}])
    g = game(verbs=[verb("t:charge", [], [charge])])
    g.perform([call("t:charge")])
    g.perform([call("t:score", amount=1, who=RED)])
    assert g.evaluate(stat(A, ARMOR)) == 6
    g.perform([call("t:score", amount=2, who=RED)])
    assert g.evaluate(stat(A, ARMOR)) == 1


def test_an_effect_goes_with_its_host() -> None:
    hosted = begin([modify("t:w/1", ARMOR, "add", 1, {"is": A})], host=B)
    g = game(verbs=[verb("t:curse", [], [hosted])])
    g.perform([call("t:curse")])
    assert g.evaluate(stat(A, ARMOR)) == 2
    g.perform([op("put", things=B, place={"op": "box"})])
    assert g.evaluate(stat(A, ARMOR)) == 1


def test_an_effect_ends_when_its_while_is_false() -> None:
    effect = begin([modify("t:v/1", ARMOR, "add", 5, {"is": A})], **{"while": x("eq", field(A, DAMAGE), 0)})
    g = game(verbs=[verb("t:charge", [], [effect])])
    g.perform([call("t:charge")])
    assert g.evaluate(stat(A, ARMOR)) == 6
    assert names(g.perform([call("t:deal", amount=1, target=A)])) == ["t:deal", "end"]
    g.perform([put(field(A, DAMAGE), 0)])
    assert g.evaluate(stat(A, ARMOR)) == 1


def test_an_effect_for_one_use() -> None:
    effect = begin(handlers=[handler("t:v/before.1", "before", "t:deal", [put(ev("amount"), 3, "+=")], where=x("eq", ev("target"), A))], once=True)
    g = game(verbs=[verb("t:charge", [], [effect])])
    g.perform([call("t:charge"), call("t:deal", amount=1, target=B), call("t:deal", amount=1, target=A), call("t:deal", amount=1, target=A)])
    assert (damage(g), damage(g, B)) == (5, 1)


DIES = check("t:r/check.1", x("ge", field(var("c"), DAMAGE), stat(var("c"), HEALTH)), [call("t:destroy", target=var("c"))], of=HEROES)
DESTROY = verb("t:destroy", [param("target", HERO)], [op("put", things=var("target"), place={"op": "box"})])


def test_a_check_runs_at_the_stable_point_after_each_outermost_call() -> None:
    g = game(verbs=[DESTROY, verb("t:twice", [], [call("t:deal", amount=9, target=A), call("t:deal", amount=9, target=B)])], rules=[rule("t:r", DIES)])
    assert names(g.perform([call("t:twice")])) == ["t:twice", "t:deal", "t:deal", "t:destroy", "put", "t:destroy", "put"]
    assert g.evaluate(rel(A, "exists")) is False


def test_a_level_check_that_was_replaced_does_not_ring() -> None:
    saved = handler("t:s/instead.1", "instead", "t:destroy", [put(glob("doomed"), 1, "+=")])
    g = game(verbs=[DESTROY], rules=[rule("t:r", DIES), rule("t:s", saved)], slots=[slot("t:doomed", "counter", INT, 0)])
    g.perform([call("t:deal", amount=9, target=A)])
    assert g.evaluate(glob("doomed")) == 1
    g.perform([call("t:score", amount=1, who=RED)])
    assert g.evaluate(glob("doomed")) == 1
    g.perform([call("t:deal", amount=1, target=A)])
    assert g.evaluate(glob("doomed")) == 2


def test_an_edge_check_waits_until_it_has_been_false() -> None:
    none_left = check("t:r/check.1", x("eq", field(A, DAMAGE), 0), [call("t:score", amount=1, who=RED)], edge=True)
    g = game(rules=[rule("t:r", none_left)])
    points = field(RED, "t:player/points")
    g.perform([call("t:deal", amount=0, target=A)])
    assert g.evaluate(points) == 0
    g.perform([call("t:deal", amount=1, target=A)])
    g.perform([put(field(A, DAMAGE), 0)])
    assert g.evaluate(points) == 1
    g.perform([put(field(A, DAMAGE), 0)])
    assert g.evaluate(points) == 1


def test_a_ring_of_checks_stops_at_its_limit() -> None:
    ring = check("t:r/check.1", x("lt", field(A, DAMAGE), 1000), [call("t:deal", amount=1, target=A)])
    g = game(rules=[rule("t:r", ring)], limits={"checks": 20})
    with pytest.raises(LimitMet) as met:
        g.perform([call("t:deal", amount=1, target=A)])
    assert met.value.limit == "checks"
    assert damage(g) == 0


# ---------------------------------------------------------------- sweeps, together


def test_in_a_sweep_after_handlers_wait_for_the_last_body() -> None:
    watch = handler("t:r/after.1", "after", "t:deal", [call("t:score", amount=x("add", field(A, DAMAGE), field(B, DAMAGE)), who=RED)])
    g = game(rules=[rule("t:r", watch)])
    events = g.perform([call("t:deal", amount=1, target=HEROES, each="target")])
    assert names(events) == ["t:deal", "t:deal", "t:score", "t:score"]
    assert [one["parent"] for one in events[2:]] == [events[0]["n"], events[1]["n"]]
    assert g.evaluate(field(RED, "t:player/points")) == 4


def test_together_reads_first_and_writes_last() -> None:
    swap = verb(
        "t:swap",
        [],
        [
            {
                "op": "together",
                "body": [put(field(A, DAMAGE), field(B, DAMAGE)), put(field(B, DAMAGE), field(A, DAMAGE)), call("t:deal", amount=field(A, DAMAGE), target=B)],
            }
        ],
    )
    g = game(verbs=[swap])
    g.perform([put(field(A, DAMAGE), 3), put(field(B, DAMAGE), 7), call("t:swap")])
    assert (damage(g), damage(g, B)) == (7, 6)


def test_watchers_before_the_sweep_still_fire() -> None:
    watch = handler("t:owl/after.1", "after", "t:leave", [call("t:score", amount=1, who=RED)])
    leave = verb("t:leave", [param("what", {"type": "thing", "of": "t:card"})], [op("put", things=var("what"), place={"op": "box"})])
    for policy, points in (("present", 0), ("before_sweep", 1)):
        g = game(definitions=[ANN, BOB, definition("t:owl", "t:card", watch)], verbs=[leave], policies={"watchers": policy})
        g.perform([call("t:leave", what=thing("t:owl"))])
        assert g.evaluate(field(RED, "t:player/points")) == points


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
