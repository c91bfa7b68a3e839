"""Bots give legal answers to every kind of decision, and the same ones for the same seed."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.tools.bots import Asked, RandomBot, asked, own_stream
from rulewright.tools.front import compile_pack
from rulewright.tools.playing import Games, Match, play_game, simulate

DUEL = str(Path(__file__).parent.parent / "data" / "duel")


@given(st.integers(0, 99), st.integers(1, 6), st.data())
def test_random_answers_are_legal(seed: int, size: int, data: st.DataObject) -> None:
    bot = RandomBot(own_stream(0, str(seed)))
    ids = [f"x#{n}" for n in range(size)]
    low = data.draw(st.integers(0, size))
    high = data.draw(st.integers(low, size + 2))
    some = bot.answer(Asked("some", ids, low, high, None, 0))
    assert low <= len(some) <= high and some == [one for one in ids if one in some]
    assert bot.answer(Asked("one", ids, 1, 1, None, 0)) in ids
    assert bot.answer(Asked("action", ids, 1, 1, "pass", 0)) in [*ids, "pass"]
    assert bot.answer(Asked("may", [], 1, 1, None, 0)) in ("yes", "no")
    assert sorted(bot.answer(Asked("order", ids, 1, 1, None, 0))) == ids
    assert low <= bot.answer(Asked("number", [], low, high, None, 0)) <= high
    total = data.draw(st.integers(size, 3 * size))
    parts = bot.answer(Asked("share", ids, 1, 3, None, total))
    assert sum(parts.values()) == total and set(parts.values()) <= {1, 2, 3}


def test_taking_none_is_as_likely_as_any_option() -> None:
    bot = RandomBot(own_stream(0, "even"))
    taken = [bot.answer(Asked("action", ["a", "b"], 1, 1, "pass", 0)) for _ in range(3000)]
    assert all(900 < taken.count(one) < 1100 for one in ("a", "b", "pass"))


def test_a_record_is_asked_as_a_live_decision_is() -> None:
    record: dict[str, Any] = {"kind": "some", "options": [{"id": "a"}, {"id": "b"}], "min": 0, "max": 2, "else": None}
    assert asked(record) == Asked("some", ["a", "b"], 0, 2, None, 0)


@pytest.fixture(scope="module")
def duel() -> dict[str, Any]:
    return compile_pack(DUEL)


def test_a_game_number_is_always_the_same_game(duel: dict[str, Any]) -> None:
    match = Match(duel, "s", ["random", "random"], {})
    many = simulate(match, 6, 1, _Quiet())
    assert [game.number for game in many] == list(range(6))
    assert play_game(match, 4) == many[4]
    assert len({game.decisions for game in many}) > 1


def test_a_game_that_is_played_again_from_its_answers_ends_the_same(duel: dict[str, Any]) -> None:
    again, once = Match(duel, "s", ["random", "probe"], {}, replay=True), Match(duel, "s", ["random", "probe"], {})
    assert [play_game(again, number) for number in range(3)] == [play_game(once, number) for number in range(3)]


def test_one_that_does_not_is_a_failure(duel: dict[str, Any]) -> None:
    class Forgetful(Games):
        def _difference(self, seed: str, answers: list[Any], last: str) -> str | None:
            return super()._difference(seed, answers[:-1], last)

    assert Forgetful(Match(duel, "s", ["random", "random"], {}, replay=True)).play(0).fault == "played again from its answers, the game ends in another state"


def test_the_bot_that_tries_out_beats_the_one_that_does_not(duel: dict[str, Any]) -> None:
    games = [play_game(Match(duel, "p", ["random", "probe"], {}), number) for number in range(3)]
    assert [game.winners for game in games] == [("Bob",)] * 3
    assert [game.winners for game in (play_game(Match(duel, "p", ["probe", "random"], {}), 0),)] == [("Ann",)]


class _Quiet:
    """A stream that is no terminal and takes nothing."""

    def isatty(self) -> bool:
        return False

    def write(self, text: str) -> int:
        raise AssertionError(f"progress on what is no terminal: {text!r}")

    def flush(self) -> None:
        """Nothing is kept."""
