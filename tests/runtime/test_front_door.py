"""The pure functions on positions, and whole actions."""

from __future__ import annotations

import copy
import json

import pytest

from rulewright import runtime
from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Refused

from .duel import duel
from .players import answer


def test_a_game_by_pure_functions_is_the_live_game() -> None:
    live = Game(duel(), seed="1")
    position = runtime.new(duel(), seed="1")
    for _ in range(25):
        asked = runtime.pending(duel(), position)
        assert asked == live.pending()
        before = copy.deepcopy(position)
        after, events = runtime.apply(duel(), position, answer(asked))
        assert position == before
        position = json.loads(json.dumps(after))
        assert events == live.apply(answer(asked))
        assert runtime.digest(duel(), position) == live.hash()
        assert runtime.load(duel(), runtime.save(duel(), position)) == position
    assert runtime.view(duel(), position, 0)["seats"]


def test_undo_of_a_position() -> None:
    position = runtime.new(duel(), seed="1")
    after, _ = runtime.apply(duel(), position, answer(runtime.pending(duel(), position)))
    assert runtime.undo(duel(), after, 0) == position
    with pytest.raises(Refused):
        runtime.undo(duel(), position, 0)


def test_whole_actions_are_what_can_be_played() -> None:
    game = Game(duel(), seed="1")
    game.apply(game.pending()["options"][0]["id"])
    before = game.hash()
    actions = game.expand()
    assert actions == [["attack", "2"], ["attack", "3"], ["t:charge#1"]]
    assert game.hash() == before
    for action in actions:
        other = Game.from_state(duel(), game.checkpoint_state(), game.answers, verified=True)
        for given in action:
            other.apply(given)
