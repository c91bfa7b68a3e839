"""Handlers, stats, lasting effects, checks and sweeps, each by a body that is performed on its own."""

from __future__ import annotations

import pytest

from rulewright.runtime.game import Unanswered
from rulewright.runtime.trouble import LimitMet

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
    begin,
    call,
    check,
    clause,
    definition,
    ev,
    face,
    field,
    glob,
    handler,
    modify,
    op,
    param,
    put,
    rel,
    rule,
    slot,
    stat,
    thing,
    var,
    verb,
    x,
)
from .playing import FORBID, HEROES, A, B, damage, game, names

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
    assert g.evaluate(stat(A, ARMOR)) == 1 + 5
    assert g.evaluate(stat(A, HEALTH)) == 5 + (1 + 5)
    assert g.evaluate(stat(A, ARMOR)) == 1 + 5


def test_many_clauses_that_look_at_their_own_stat_are_worked_out_once_each() -> None:
    everyone = {"of": "t:hero", "where": None}
    g = game(rules=[rule("t:a", *(modify(f"t:a/{at}", ARMOR, "add", stat(var("it"), ARMOR), everyone) for at in range(25)))])
    assert g.evaluate(stat(A, ARMOR)) == 2**25
    assert g.core.steps < 2_000


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


def test_an_effect_rests_while_its_while_is_false() -> None:
    effect = begin([modify("t:v/1", ARMOR, "add", 5, {"is": A})], **{"while": x("eq", field(A, DAMAGE), 0)})
    g = game(verbs=[verb("t:charge", [], [effect])])
    g.perform([call("t:charge")])
    assert g.evaluate(stat(A, ARMOR)) == 6
    assert names(g.perform([call("t:deal", amount=1, target=A)])) == ["t:deal"]
    assert g.evaluate(stat(A, ARMOR)) == 1
    g.perform([put(field(A, DAMAGE), 0)])
    assert g.evaluate(stat(A, ARMOR)) == 6


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
