"""What the language cannot say of itself: who sees what, what can be taken back, and that a game goes on after it was stopped."""
from __future__ import annotations

import json
from typing import Any

import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Refused
from rulewright.runtime.view import view

from .test_meaning import ruleset

CHARMS = ("alpha", "beta", "gamma", "delta")


@pytest.fixture
def game() -> Game:
    rules = ruleset("hidden")
    assert rules is not None
    made = Game(rules, seed="hidden", verified=True)
    made.pending()
    return made


def seen(document: Any) -> set[str]:
    """The cards that a document names in any way."""
    text = json.dumps(document, default=str).lower()
    return {charm for charm in CHARMS if charm in text}


def in_hand(game: Game, number: int) -> set[str]:
    entities, owner = game.core.entities, game.seat(number)
    held = [one["def"].rpartition(":")[2] for one in entities if one.get("at") is not None and entities[one["at"]].get("owner") == owner]
    return {name for name in held if name in CHARMS}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_sees_its_own_hand_and_nothing_else(game: Game, seat: int) -> None:
    game.apply("walk")
    own = in_hand(game, seat)
    assert len(own) == 1
    assert seen(view(game, seat)) == own


def test_walking_can_be_undone_and_drawing_cannot(game: Game) -> None:
    start = game.hash()
    game.apply("walk")
    game.undo(0)
    assert game.hash() == start
    game.apply("take_card")
    with pytest.raises(Refused):
        game.undo(0)
    game.apply("walk")
    game.undo(0)
    with pytest.raises(Refused):
        game.undo(0)


def test_a_refused_answer_changes_nothing(game: Game) -> None:
    start, events = game.hash(), len(game.events())
    for wrong in ("fly", "alpha", 7, None, ["walk"], {"walk": 1}):
        with pytest.raises(Refused):
            game.apply(wrong)
    assert (game.hash(), len(game.events())) == (start, events)


def test_a_runaway_stops_with_its_rule_and_the_game_goes_on(game: Game) -> None:
    start = game.hash()
    game.apply("spin")
    stopped = game.pending()["stopped"]
    assert stopped["code"] == "limit" and [link["event"] for link in stopped["chain"]][-2:] == ["hidden:spin", "stage:marked"]
    game.undo(0)
    assert game.hash() == start and game.pending()["kind"] == "action"
    game.apply("walk")


def test_who_is_stopped_can_concede(game: Game) -> None:
    game.apply("spin")
    game.concede(0)
    assert game.pending()["result"]["winners"] == ["seat:1"]
