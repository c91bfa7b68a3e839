"""How a game that meets a limit ends where the policy says `draw`, and what it does not end."""
from __future__ import annotations

import pytest

from rulewright.runtime import files
from rulewright.runtime.game import Game

from .test_meaning import ruleset


@pytest.fixture
def game() -> Game:
    rules = ruleset("drawn")
    assert rules is not None
    made = Game(rules, seed="drawn", verified=True)
    made.pending()
    return made


def test_a_runaway_is_drawn_and_leaves_nothing_of_itself(game: Game) -> None:
    game.apply("sit")
    game.apply("start_a_ring")
    result = game.pending()["result"]
    assert (result["winners"], result["losers"], result["why"]) == ([], [], "limit")
    assert result["rule"] in ("drawn:thorns_of_ann/after.1", "drawn:thorns_of_bob/after.1")
    assert [entity["core:fighter.damage"] for entity in game.core.entities if "core:fighter.damage" in entity] == [0, 0]
    assert game.core.entities[0]["stage:trace"] == 3, "what came before stands"


def test_the_drawn_game_can_be_kept(game: Game) -> None:
    game.apply("start_a_ring")
    again = files.load(game.program.source, files.save(game))
    assert again.pending() == game.pending() and again.hash() == game.hash()


def test_a_trap_is_no_limit(game: Game) -> None:
    game.apply("divide")
    assert game.pending()["stopped"]["code"] == "divide_by_zero"
    game.undo(0)
    game.apply("sit")
    assert game.pending()["kind"] == "action"
