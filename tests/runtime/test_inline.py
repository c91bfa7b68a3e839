"""A sequence means the same whether it is a node of another one, run by the machine, or called in a body, run as closures."""

from __future__ import annotations

import pytest

from rulewright.runtime.game import Game

from .build import Json, call, clause, do, glob, handler, loop, op, rule, seq, sequence, step, thing, var, when, x
from .test_machines import A, game, log, note

COUNT = {"op": "apply", "function": "count", "args": [glob("log")]}
STOP, SKIP = {"op": "stop"}, {"op": "skip"}
END_TURN, END_ROUND = {"op": "end", "scope": "t:turn"}, {"op": "end", "scope": "t:round"}
ROUND = {"node": "call", "sequence": "t:round", "args": {}, "as": None}
BOTH = {"op": "list", "items": [A, thing("t:bob")]}


def periods(*ids: str) -> Json:
    """A rule that notes when periods begin and end."""
    moments = (("start", 1), ("end", 2), ("after", 3))
    return rule("t:r", *(handler(f"t:r/{n}{at}", moment, id, [note(100 * at + n)]) for at, id in enumerate(ids, 1) for moment, n in moments))


CASES: dict[str, tuple[Json, Json]] = {
    "a step that skips itself": (seq(step("a", seq(do(SKIP, note(1)), do(note(2)))), do(note(3))), periods("t:turn", "t:turn.a")),
    "a turn that ends in a step": (seq(step("a", seq(do(END_TURN), do(note(1)))), do(note(2))), periods("t:turn", "t:turn.a")),
    "a stop leaves the loop and the steps in it": (
        seq(loop(step("a", seq(do(note(1), when(x("ge", COUNT, 6), [STOP])), do(note(2)))), 9), do(note(3))), periods("t:turn", "t:turn.a"),
    ),
    "what a run inside ends": (seq(do(note(1)), ROUND, do(note(2))), periods("t:turn", "t:round", "t:round.b")),
    "what a run inside ends of the run around it": (
        seq(step("a", seq({**ROUND, "sequence": "t:breaker"}, do(note(1)))), do(note(2))), periods("t:turn", "t:breaker", "t:turn.a"),
    ),
    "a handler ends what has begun": (
        seq(step("a", do(note(1))), do(note(2))), rule("t:r", handler("t:r/1", "start", "t:turn.a", [END_TURN]), handler("t:r/2", "end", "t:turn", [note(9)])),
    ),
    "a handler ends the turn that begins": (
        seq(do(note(1))), rule("t:r", handler("t:r/1", "start", "t:turn", [END_TURN]), handler("t:r/2", "end", "t:turn", [note(9)])),
    ),
    "a turn that is cancelled": (do(note(1)), rule("t:r", handler("t:r/1", "before", "t:turn", [note(8), {"op": "cancel"}]))),
    "a turn that is replaced": (do(note(1)), rule("t:r", handler("t:r/1", "instead", "t:turn", [note(7)]))),
    "a step that is barred": (
        seq(step("a", do(note(1))), do(note(2))),
        rule("t:r", clause("forbid", "t:r/1", targets=["t:turn.a"], names=[], where=None, name=None, despite_unless=None)),
    ),
    "a step again and again until it is skipped": (
        step("a", do(note(1), when(x("ge", COUNT, 12), [SKIP])), **{"while": {"op": "bool", "value": True}}), periods("t:turn.a"),
    ),
    "things one by one, of which one goes": (
        {"node": "each", "var": "h", "of": BOTH, "where": None, "order": None, "child": do(note(1), op("put", things=thing("t:bob"), place={"op": "box"}))},
        periods("t:turn"),
    ),
    "values kept from node to node": (
        seq(
            {"node": "let", "name": "k", "value": {"op": "int", "value": 2}},
            loop(do(note(var("k"))), var("k"), until={"op": "bool", "value": False}),
            {"node": "branch", "test": x("eq", var("k"), 3), "then": do(note(4)), "else": None},
        ),
        periods("t:turn"),
    ),
}


def both(machine: Json, heard: Json) -> tuple[Game, Game]:
    """A game whose turn is a node, and one whose turn is called in a body."""
    turn = sequence("t:turn", machine)
    round_ = sequence("t:round", seq(step("b", seq(do(END_ROUND, note(5)), do(note(6)))), do(note(7))))
    breaker = sequence("t:breaker", seq(do(END_TURN, note(5)), do(note(6))))
    node = {"node": "call", "sequence": "t:turn", "args": {}, "as": None}
    return tuple(game(seq(one, do(note(50))), turn, round_, breaker, rules=[heard]) for one in (node, do(call("t:turn"))))  # type: ignore[return-value]


@pytest.mark.parametrize("name", CASES)
def test_a_sequence_in_a_body_runs_as_a_node_does(name: str) -> None:
    by_node, by_call = both(*CASES[name])
    assert log(by_node) == log(by_call) and log(by_node)[-1] == 50
    assert by_node.hash() == by_call.hash()
    events = [[(one["event"], one["with"]) for one in live.events()] for live in (by_node, by_call)]
    assert events[0] == events[1]
