"""How a game is set up: options, seats, and what is used again."""

from __future__ import annotations

import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Refused

from .build import (
    ANN,
    ARMOR,
    BOB,
    add,
    begin,
    definition,
    do,
    each,
    every,
    glob,
    handler,
    let,
    loop,
    modify,
    op,
    rule,
    ruleset,
    sequence,
    slot,
    thing,
    var,
)
from .test_machines import NOTE, SLOTS, A, game, log, note


def test_options_switch_records_and_are_checked() -> None:
    document = ruleset(
        sequences=[
            sequence(
                "t:main",
                do(note({"op": "if", "test": {"op": "option", "name": "t:hard"}, "then": {"op": "int", "value": 1}, "else": {"op": "int", "value": 0}})),
            )
        ],
        slots=[*SLOTS, slot("t:hard", "option", {"type": "bool"}, False)],
        verbs=[NOTE],
        rules=[{**rule("t:r", handler("t:r/after.1", "after", "t:note", [add(glob("n"), 1)])), "when": {"op": "option", "name": "t:hard"}}],
    )
    for options, found in (({}, (0, 0)), ({"hard": True}, (1, 1)), ({"t:hard": True}, (1, 1))):
        g = Game(document, seed="x", options=options)
        g.pending()
        assert (log(g)[0], g.evaluate(glob("n"))) == found
    for wrong in ({"easy": True}, {"hard": 1}):
        with pytest.raises(Refused):
            Game(document, seed="x", options=wrong)


def test_seats_are_bounded() -> None:
    assert len(game(do()).core.seats) == 2
    assert len(game(do(), seats=1).core.seats) == 1
    with pytest.raises(Refused, match="1 to 2 seats"):
        game(do(), seats=3)


def test_effects_and_zones_of_calls_are_used_again() -> None:
    zone = slot("t:turn/pool", "zone", {"type": "list", "of": {"type": "thing", "of": "t:card"}})
    owl = definition("t:owl", "t:card")
    charge = begin([modify("t:c/1", ARMOR, "add", 5, {"is": A})], until=[{"end": "t:turn", "where": None}])
    turn = sequence("t:turn", do(charge, op("put", things=thing("t:owl"), place=var("pool"))), slots=[zone])
    g = game(loop({"node": "call", "sequence": "t:turn", "args": {}, "as": None}, 50), turn, definitions=[ANN, BOB, owl])
    g.pending()
    assert len(g.core.entities) < 25
    assert g.shown({"op": "relation", "of": thing("t:owl"), "name": "place"}) == "box"


def test_an_inner_each_keeps_its_own_variable() -> None:
    g = game(do(let("h", 5), each("h2", every("t:hero"), [note(var("h"))])))
    assert log(g) == [5, 5]
