"""Sequences: nodes, periods, requests to end or skip, nesting, troubles in a running game."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Refused

from .build import (
    ANN,
    ARMOR,
    BLUE,
    BOB,
    INT,
    RED,
    SEAT,
    Json,
    add,
    begin,
    call,
    can_do,
    choose,
    clause,
    definition,
    do,
    ev,
    every,
    field,
    frame,
    glob,
    handler,
    loop,
    may,
    modify,
    offer,
    op,
    param,
    put,
    repeat,
    rule,
    ruleset,
    seq,
    sequence,
    slot,
    stat,
    step,
    thing,
    var,
    verb,
    when,
    x,
)

A = thing("t:ann")
SLOTS = [slot("t:n", "counter", INT, 0), slot("t:log", "counter", {"type": "list", "of": INT}, [])]
NOTE = verb("t:note", [param("v", INT)], [add(glob("log"), var("v"))])


def note(value: Any) -> Json:
    return call("t:note", v=value)


def ask(number: int = 1) -> Json:
    """A decision that keeps the game at this place."""
    return may(f"t:main@{number}", RED, [note(100)])


def game(main: Json, *more: Json, seats: int | None = None, **parts: Any) -> Game:
    parts.setdefault("definitions", [ANN, BOB])
    document = ruleset(sequences=[sequence("t:main", main), *more], slots=SLOTS + parts.pop("slots", []), verbs=[NOTE, *parts.pop("verbs", [])], **parts)
    return Game(document, seed="x", seats=seats)


def log(g: Game) -> list[int]:
    g.pending()
    return list(g.evaluate(glob("log")))


def test_nodes() -> None:
    g = game(
        seq(
            {"node": "let", "name": "k", "value": {"op": "int", "value": 3}},
            loop(do(note(1)), var("k")),
            loop(do(note(2)), None, **{"while": x("lt", {"op": "apply", "function": "count", "args": [glob("log")]}, 5)}),
            loop(do(note(3)), None, until={"op": "bool", "value": True}),
            {"node": "branch", "test": x("eq", var("k"), 3), "then": do(note(4)), "else": do(note(5))},
            {
                "node": "each",
                "var": "i",
                "of": {"op": "list", "items": [{"op": "int", "value": v} for v in (9, 7, 8)]},
                "where": x("ne", var("i"), 8),
                "order": var("i"),
                "child": do(note(var("i"))),
            },
            step("never", do(note(6)), where={"op": "bool", "value": False}),
            {"node": "call", "sequence": "t:sub", "args": {"v": {"op": "int", "value": 20}}, "as": "back"},
            do(note(var("back"))),
        ),
        sequence("t:sub", do(note(var("v")), put(var("result"), x("add", var("v"), 1))), [param("v", INT)], slots=[slot("t:sub/result", "counter", INT, 0)]),
    )
    assert log(g) == [1, 1, 1, 2, 2, 3, 4, 7, 9, 20, 21]
    assert g.pending()["result"]["why"] == "over"


def test_end_and_skip_are_obeyed_when_the_body_is_done() -> None:
    turn = sequence(
        "t:turn",
        seq(
            step("a", seq(do({"op": "skip"}, note(0)), do(note(1)))),
            step("b", seq(do({"op": "end", "scope": "t:turn"}, note(2)), do(note(3)))),
            step("c", do(note(4))),
        ),
    )
    closing = rule("t:r", handler("t:r/end.1", "end", "t:turn", [note(5)]), handler("t:r/end.2", "end", "t:turn.a", [note(6)]))
    g = game(seq({"node": "call", "sequence": "t:turn", "args": {}, "as": None}, do(note(7))), turn, rules=[closing])
    assert log(g) == [6, 2, 5, 7]


def test_a_nested_run_gives_the_same_as_a_node() -> None:
    turn = sequence(
        "t:turn",
        seq(step("a", do(note(1), ask(7))), step("b", do(note(2)), **{"while": x("lt", {"op": "apply", "function": "count", "args": [glob("log")]}, 5)})),
        [param("p", SEAT)],
    )
    heard = rule("t:r", *(handler(f"t:r/{moment}.1", moment, "t:turn", [note(n)]) for n, moment in ((10, "before"), (11, "start"), (12, "end"), (13, "after"))))
    by_node = game({"node": "call", "sequence": "t:turn", "args": {"p": RED}, "as": None}, turn, rules=[heard])
    by_call = game(do(call("t:turn", p=RED)), turn, rules=[heard])
    for g in (by_node, by_call):
        assert g.pending()["chain"][-1]["event"] == "t:turn.a"
        g.apply("yes")
    assert log(by_node) == log(by_call) == [10, 11, 1, 100, 2, 12, 13]


def test_steps_are_periods_for_limits_counters_and_effects() -> None:
    limit = rule("t:r", clause("limit", "t:r/limit.1", targets=["t:note"], names=[], to={"op": "int", "value": 2}, per="t:main.s", keys=[], where=None))
    g = game(step("s", do(repeat([note(1)], 5)), **{"while": x("lt", {"op": "apply", "function": "count", "args": [glob("log")]}, 6)}), rules=[limit])
    assert log(g) == [1] * 6
    charge = begin([modify("t:c/1", ARMOR, "add", 5, {"is": A})], until=[{"end": "t:main.s", "where": None}])
    fresh = slot("t:fresh", "counter", INT, 0, per="t:main.s")
    g = game(
        seq(
            step("s", seq(do(charge, add(glob("fresh"), 1), note(stat(A, ARMOR))))),
            do(note(stat(A, ARMOR)), note(glob("fresh"))),
            loop(step("s2", do(note(0))), 0),
            step("u", do(note(glob("fresh")))),
        ),
        slots=[fresh],
    )
    assert log(g) == [6, 1, 1, 1]


def test_limits_count_for_each_key_and_in_each_run() -> None:
    poke = verb("t:poke", [param("h", {"type": "thing", "of": "t:hero"})], [note(stat(var("h"), ARMOR))])
    limit = rule("t:r", clause("limit", "t:r/limit.1", targets=["t:poke"], names=[], to={"op": "int", "value": 1}, per="t:turn", keys=[ev("h")], where=None))
    turn = sequence("t:turn", do(*(call("t:poke", h=thing(one)) for one in ("t:ann", "t:bob", "t:ann"))))
    g = game(loop({"node": "call", "sequence": "t:turn", "args": {}, "as": None}, 2), turn, verbs=[poke], rules=[limit])
    assert log(g) == [1, 2, 1, 2]


def test_until_a_period_that_is_not_running_means_the_next_one() -> None:
    charge = begin([modify("t:c/1", ARMOR, "add", 5, {"is": A})], until=[{"end": "t:turn", "where": None}])
    turn = sequence("t:turn", do(note(stat(A, ARMOR))))
    one = {"node": "call", "sequence": "t:turn", "args": {}, "as": None}
    assert log(game(seq(do(charge), one, one), turn)) == [6, 1]
    starts = {**charge, "until": [{"start": "t:turn", "where": x("gt", frame("t:turn", "number"), 1)}]}
    assert log(game(seq(do(starts), one, one), turn)) == [6, 1]


def test_once_per_run() -> None:
    echo = rule("t:r", handler("t:r/after.1", "after", "t:note", [add(glob("n"), 1)], once="t:turn", where=x("lt", ev("v"), 9)))
    turn = sequence("t:turn", do(note(1), note(1)))
    g = game(seq(loop({"node": "call", "sequence": "t:turn", "args": {}, "as": None}, 3), do(note(glob("n")))), turn, rules=[echo])
    assert log(g)[-1] == 3


def test_a_barred_step_does_not_begin() -> None:
    bar = rule("t:r", clause("forbid", "t:r/forbid.1", targets=["t:main.s"], names=[], where=None, name=None, despite_unless=None))
    assert log(game(seq(step("s", do(note(1))), step("u", do(note(2)))), rules=[bar])) == [2]


def test_a_step_may_be_replaced() -> None:
    other = rule("t:r", handler("t:r/instead.1", "instead", "t:main.s", [note(9)]))
    assert log(game(seq(step("s", do(note(1))), step("u", do(note(2)))), rules=[other])) == [9, 2]


def test_handlers_that_arrive_join_only_an_open_moment() -> None:
    owl = definition("t:owl", "t:card", handler("t:owl/start.1", "start", "t:main.s", [note(2)]), starts_in={"op": "box"})
    wake = rule("t:r", handler("t:r/start.1", "start", "t:main.s", [op("put", things=thing("t:owl"), place={"op": "table"}), note(1)]))
    for policy, found in (("fixed", [1]), ("open", [1, 2])):
        assert log(game(step("s", do()), definitions=[ANN, BOB, owl], rules=[wake], policies={"step_handlers": policy})) == found


# ---------------------------------------------------------------- order and windows


def two(event: str = "t:note") -> list[Json]:
    one = handler("t:one/after.1", "after", event, [put(glob("n"), 1)], where=x("eq", ev("v"), 1))
    other = handler("t:two/after.1", "after", event, [put(glob("n"), 2)], where=x("eq", ev("v"), 1))
    return [definition("t:one", "t:card", one, owner="t:red"), definition("t:two", "t:card", other, owner="t:red")]


@pytest.mark.parametrize(("policy", "asks"), [("active_player_first", True), ("leader", True), ("printed_order", False)])
def test_handlers_whose_order_matters_are_put_in_order(policy: str, asks: bool) -> None:
    g = game(do(note(1)), definitions=[ANN, BOB, *two()], policies={"simultaneous": policy})
    if asks:
        assert g.pending()["kind"] == "order"
        g.apply(["t:two#1", "t:one#1"])
    g.pending()
    assert g.evaluate(glob("n")) == (1 if asks else 2)


def test_handlers_whose_order_cannot_matter_are_not_asked_for() -> None:
    cards = [
        definition(
            f"t:{name}",
            "t:card",
            handler(f"t:{name}/after.1", "after", "t:note", [call("t:score", amount=ev("v"), who=RED)], where=x("gt", ev("v"), 0)),
            owner="t:red",
        )
        for name in ("one", "two")
    ]
    g = game(do(note(1)), definitions=[ANN, BOB, *cards], policies={"simultaneous": "active_player_first"})
    assert "result" in g.pending()
    assert g.evaluate(field(RED, "t:player/points")) == 2


def test_the_active_player_goes_first() -> None:
    cards = [
        definition(f"t:{name}", "t:card", handler(f"t:{name}/after.1", "after", "t:note", [put(glob("n"), n)], where=x("eq", ev("v"), 1)), owner=owner)
        for n, name, owner in ((1, "one", "t:red"), (2, "two", "t:blue"))
    ]
    turn = sequence("t:turn", do(note(1)), [param("p", SEAT)])
    for seat, last in ((RED, 2), (BLUE, 1)):
        g = game(
            {"node": "call", "sequence": "t:turn", "args": {"p": seat}, "as": None},
            turn,
            definitions=[ANN, BOB, *cards],
            policies={"simultaneous": "active_player_first"},
        )
        g.pending()
        assert g.evaluate(glob("n")) == last


def replies(seats: tuple[str, ...]) -> list[Json]:
    return [
        definition(
            f"t:{name}",
            "t:card",
            handler(f"t:{name}/after.1", "after", "t:note", [add(glob("n"), 1)], where=x("eq", ev("v"), 1), react={"by": None, "costs": []}),
            owner=name_of,
        )
        for name, name_of in zip(("one", "two"), seats, strict=False)
    ]


def test_after_a_reply_the_window_starts_again_until_all_pass() -> None:
    g = game(do(note(1)), definitions=[ANN, BOB, *replies(("t:red", "t:blue"))])
    asked = []
    for reply in ("pass", "t:two#1", "pass"):
        asked.append(g.pending()["seat"])
        g.apply(reply)
    assert asked == ["seat:0", "seat:1", "seat:0"]
    assert "result" in g.pending()
    assert g.evaluate(glob("n")) == 1


def test_windows_that_always_ask_do_not_tell_who_could() -> None:
    g = game(do(note(1)), definitions=[ANN, BOB, *replies(("t:red",))], policies={"windows": "always"})
    asked = []
    while "kind" in (pending := g.pending()):
        asked.append((pending["seat"], [one["id"] for one in pending["options"]]))
        g.apply("pass")
    assert asked == [("seat:0", ["t:one#1"]), ("seat:1", [])]


# ---------------------------------------------------------------- offers and obligations


HIT = verb(
    "t:hit",
    [param("actor", {"type": "thing", "of": "t:hero"}), param("target", {"type": "thing", "of": "t:hero"})],
    [note(stat(var("target"), ARMOR))],
    requires=[{"test": x("ne", var("actor"), var("target")), "needs": ["actor", "target"]}],
)
THREE = [ANN, BOB, definition("t:cat", "t:hero", owner="t:blue", fields={"armor": 3})]


def offering(*clauses: Json, passes: bool = True, repeated: bool = False, **parts: Any) -> Game:
    return game(
        do(offer("t:main@1", RED, [can_do("t:hit", actor=A), can_do("t:note", v=99)], passes=passes, repeated=repeated)),
        verbs=[HIT],
        definitions=THREE,
        rules=[rule("t:r", *clauses)] if clauses else [],
        **parts,
    )


def test_an_offer_asks_for_the_action_and_then_for_what_is_open() -> None:
    g = offering()
    assert [one["id"] for one in g.pending()["options"]] == ["hit", "note"]
    g.apply("hit")
    assert [one["id"] for one in g.pending()["options"]] == ["t:bob#1", "t:cat#1"]
    g.apply("t:cat#1")
    assert log(g) == [3]


def test_one_option_that_must_be_taken_is_not_asked_for() -> None:
    g = game(do(offer("t:main@1", RED, [can_do("t:note", v=5)], passes=False)))
    assert log(g) == [5]


def test_obligations_narrow_the_targets_if_they_can() -> None:
    taunt = clause(
        "oblige",
        "t:r/oblige.1",
        targets=["t:hit"],
        names=[],
        where=x("eq", ev("actor"), A),
        so_that=x("gt", stat(ev("target"), ARMOR), 2),
        by=None,
        if_able=True,
    )
    g = offering(taunt)
    g.apply("hit")
    assert log(g) == [3]
    assert g.permits(_complete(call("t:hit", actor=A, target=thing("t:bob")))) == "t:r/oblige.1"
    assert g.permits(_complete(call("t:hit", actor=thing("t:bob"), target=A))) is None
    unable = {**taunt, "so_that": x("gt", stat(ev("target"), ARMOR), 5)}
    g = offering(unable)
    g.apply("hit")
    assert len(g.pending()["options"]) == 2
    strict = {**unable, "if_able": False}
    assert [one["id"] for one in offering(strict).pending()["options"]] == ["note"]


def test_an_obligation_to_act_bars_passing() -> None:
    must = clause("oblige", "t:r/oblige.1", targets=["t:hit"], names=[], where=None, so_that=None, by=RED, if_able=True)
    assert offering().pending()["else"] == "pass"
    assert offering(must).pending()["else"] is None
    assert offering({**must, "by": BLUE}).pending()["else"] == "pass"


def _complete(statement: Json) -> Json:
    from rulewright.dsl.records import complete

    return complete(statement, "statement")


def test_a_group_decides_by_its_decider_with_the_consent_of_its_members() -> None:
    green = definition("t:green", "t:player")
    group = {"id": "t:party", "members": every("t:player"), "decider": BLUE}
    for consent, answers in (("none", ["yes"]), ("majority", ["yes", "yes", "no"]), ("all", ["yes", "yes", "no", "yes", "yes", "yes"])):
        g = game(do(may("t:main@1", {"op": "members", "group": "t:party"}, [note(1)])), definitions=[green, ANN, BOB], groups=[{**group, "consent": consent}])
        asked = []
        for given in answers:
            asked.append(g.pending()["seat"])
            g.apply(given)
        assert asked == ["seat:1", "seat:0", "seat:2", "seat:1", "seat:0", "seat:2"][: len(answers)]
        assert log(g) == [1]


# ---------------------------------------------------------------- troubles


def test_a_trap_stops_the_game_with_its_chain_and_can_be_undone_or_conceded() -> None:
    g = game(
        seq(
            do(note(1)),
            do(ask(), when(x("gt", {"op": "apply", "function": "count", "args": [glob("log")]}, 1), [call("t:deal", amount=-1, target=A)]), note(2)),
        )
    )
    before = g.hash()
    g.apply("yes")
    stopped = g.pending()["stopped"]
    assert (stopped["code"], stopped["rule"]) == ("range", "t:deal")
    assert [one["event"] for one in stopped["chain"]] == ["t:main", "t:deal"]
    assert log(g) == [1]
    with pytest.raises(Refused):
        g.apply("yes")
    g.undo(0)
    assert g.hash() == before
    g.apply("no")
    assert log(g) == [1, 2]
    g = game(do(call("t:deal", amount=-1, target=A)))
    assert "stopped" in g.pending()
    g.concede(1)
    assert g.pending()["result"]["winners"] == ["seat:0"]


def test_a_runaway_can_be_a_draw() -> None:
    ring = rule("t:r", handler("t:r/after.1", "after", "t:note", [note(1)]))
    g = game(do(note(1)), rules=[ring], policies={"on_limit": "draw"})
    assert g.pending()["result"]["why"] == "limit"
    assert log(g) == []
    g = game(do(note(1)), rules=[ring])
    stopped = g.pending()["stopped"]
    assert (stopped["limit"], stopped["rule"]) == ("depth", "t:r/after.1")


def test_a_loop_that_does_nothing_meets_the_limit_of_steps() -> None:
    g = game(loop(step("s", do(), where={"op": "bool", "value": False})))
    assert g.pending()["stopped"]["limit"] == "steps"


def test_a_loop_of_resolutions_meets_the_limit_of_inputs() -> None:
    g = Game(
        ruleset(sequences=[sequence("t:main", loop(do(ask())))], verbs=[NOTE], slots=SLOTS, limits={"inputs": 30}),
        seed="x",
        players={0: lambda look, decision: "no"},
    )
    assert g.pending()["stopped"]["limit"] == "inputs"


def test_a_result_ends_the_game_at_once() -> None:
    g = game(seq(do(op("win", seats=RED), note(1)), do(note(2))))
    assert g.pending()["result"] == {"winners": ["seat:0"], "losers": ["seat:1"], "why": "win", "rule": "t:main"}
    assert log(g) == []


def test_losing_leaves_the_others_playing_until_one_is_left() -> None:
    green = definition("t:green", "t:player")
    g = game(
        seq(do(op("lose", seats=RED)), do(note(1)), do(op("lose", seats=BLUE))),
        definitions=[green, ANN, BOB],
    )
    assert g.pending()["result"]["winners"] == ["seat:2"]


def test_a_seat_that_conceded_is_passed_over() -> None:
    green = definition("t:green", "t:player")
    turn = sequence("t:turn", do(choose("t:turn@1", var("p"), every("t:hero"), "h", low=0), may("t:turn@2", var("p"), [note(1)])), [param("p", SEAT)])
    rounds = loop(
        {
            "node": "each",
            "var": "q",
            "of": every("t:player"),
            "where": None,
            "order": None,
            "child": {"node": "call", "sequence": "t:turn", "args": {"p": var("q")}, "as": None},
        },
        2,
    )
    g = game(rounds, turn, definitions=[green, ANN, BOB])
    assert g.pending()["seat"] == "seat:0"
    g.concede(0)
    asked = []
    while "kind" in (pending := g.pending()):
        asked.append(pending["seat"])
        g.apply("none" if pending["kind"] == "one" else "yes")
    assert set(asked) == {"seat:1", "seat:2"}


def test_a_number_in_a_counter_is_not_taken_for_a_thing_that_leaves() -> None:
    g = game(do(*(note(n) for n in range(30)), op("put", things=thing("t:bob"), place={"op": "box"})))
    assert log(g) == list(range(30)) and g.core.copies["t:bob"][0] < 30
