"""What several answer at once: nothing of it is seen by another, however the game is kept, before the last has answered; then nobody changes his mind."""
from __future__ import annotations

import json
from typing import Any

import pytest

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Refused
from rulewright.runtime.view import seat_events, view

from .test_meaning import ruleset

FIRST = {"dares": ["yes"], "cards": ["yes", "no", "Alpha"]}
"""By step: the answers until the second seat is asked."""


def rules() -> dict[str, Any]:
    found = ruleset("sealed")
    assert found is not None
    return found


def asked(answers: list[str]) -> Game:
    game = Game(rules(), seed="sealed", verified=True)
    for answer in answers:
        game.pending()
        game.apply(answer)
    assert game.pending()["seat"] == "seat:1"
    return game


def sent(game: Game, seat: int) -> str:
    """All that a seat is ever sent, but for the numbers that the game goes on counting."""
    return json.dumps([view(game, seat), seat_events(game, seat), game.pending() if game.pending()["seat"] == f"seat:{seat}" else None])


def other(step: str) -> list[str]:
    """The same with another answer of the first seat."""
    return [*FIRST[step][:-1], {"yes": "no", "Alpha": "Beta"}[FIRST[step][-1]]]


@pytest.mark.parametrize("step", FIRST)
def test_the_second_is_sent_the_same_whatever_the_first_has_answered(step: str) -> None:
    assert sent(asked(FIRST[step]), 1) == sent(asked(other(step)), 1)


@pytest.mark.parametrize("step", FIRST)
def test_nor_after_a_load_or_when_it_has_run_again(step: str) -> None:
    def loaded(answers: list[str]) -> str:
        return sent(files.load(rules(), files.save(asked(answers))), 1)

    def again(answers: list[str]) -> str:
        game = asked(answers)
        with pytest.raises(Refused):
            game.apply("nonsense")
        game.rerun()
        game.probe(lambda inner: inner.pending())
        return sent(game, 1)

    assert loaded(FIRST[step]) == loaded(other(step))
    assert again(FIRST[step]) == again(other(step)) == sent(asked(FIRST[step]), 1)


@pytest.mark.parametrize("step", FIRST)
def test_nor_by_what_a_player_in_the_process_is_shown(step: str) -> None:
    shown = []

    def player(look: Any, decision: Any) -> str:
        shown.append(json.dumps([view(game, look.seat), seat_events(game, look.seat), decision.record()]))
        return str(decision["options"][0]["id"])

    for answers in (FIRST[step], other(step)):
        game = asked(answers)
        game.core.players = {1: player}
        game.run()
    assert len(shown) >= 2 and shown[0] == shown[len(shown) // 2]


@pytest.mark.parametrize("step", FIRST)
def test_the_first_may_answer_anew_until_the_last_has_answered(step: str) -> None:
    game = asked(FIRST[step])
    game.undo(0)
    assert game.pending()["seat"] == "seat:0"
    game.apply(other(step)[-1])
    game.apply({"dares": "no", "cards": "Gamma"}[step])
    with pytest.raises(Refused):
        game.undo(0)


def test_all_is_seen_when_all_have_answered() -> None:
    game = asked(FIRST["cards"])
    assert "alpha" not in sent(game, 1).lower()
    game.apply("Gamma")
    assert "sealed:alpha" in sent(game, 1) and "sealed:gamma" in sent(game, 0)
