"""Numbers of players that do not go with the options are refused before a game begins, in the words of the game and with those that do."""
from __future__ import annotations

from typing import Any

import pytest

from rulewright.dsl.over_players import Players
from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.reading import BadFile
from rulewright.runtime.trouble import Refused
from rulewright.tools.exploring import explore
from rulewright.tools.setups import set_ups

from .test_meaning import ruleset


@pytest.fixture(scope="module")
def rules() -> dict[str, Any]:
    found = ruleset("players_agree")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("options", "seats", "words"),
    [
        ({"crowd": True}, 2, "these options do not go with 2 players: `crowd` is yes, `players` are 2 (a crowd is three at least); 3 or 4 may play"),
        ({"quiet": True}, 4, "these options do not go with 4 players: `quiet` is yes, `guests` are 2 (guests are loud); 2 or 3 may play"),
        ({"quiet": True, "crowd": True}, None, "these options do not go with 4 players: `quiet` is yes, `guests` are 2 (guests are loud); 3 may play"),
    ],
)
def test_they_are_refused_in_the_words_of_the_game(rules: dict[str, Any], options: dict[str, Any], seats: int | None, words: str) -> None:
    with pytest.raises(Refused) as refused:
        Game(rules, seed="x", seats=seats, options=options)
    assert refused.value.reason == words
    Game(rules, seed="x", seats=3, options=options).pending()


def test_which_numbers_go_with_options_can_be_asked(rules: dict[str, Any]) -> None:
    usual = {"players_agree:crowd": False, "players_agree:quiet": False, "players_agree:round": False}
    players = Players.of(rules)
    assert players.numbers(usual) == [2, 3, 4]
    assert players.numbers({**usual, "players_agree:crowd": True}) == [3, 4]
    assert players.numbers({**usual, "players_agree:crowd": True, "players_agree:quiet": True}) == [3]


def test_a_sentence_that_asks_more_is_looked_at_when_a_game_is_set_up(rules: dict[str, Any]) -> None:
    halt = Game(rules, seed="x", seats=3, options={"round": True}, start=False).broken()
    assert halt is not None and halt.code == "invariant"
    with pytest.raises(Refused, match="this one is looked at in play only"):
        Game(rules, seed="x", seats=3, options={"round": True})
    assert Game(rules, seed="x", seats=4, options={"round": True}).broken() is None


def test_what_a_log_says_of_its_players_is_refused_too(rules: dict[str, Any]) -> None:
    game = Game(rules, seed="x", seats=2)
    lines: list[str] = []
    files.Recorder(game, "x", lines.append).close()
    forged = "".join(lines).replace('"players_agree:crowd":false', '"players_agree:crowd":true')
    assert forged != "".join(lines)
    with pytest.raises(BadFile, match="a crowd is three at least"):
        files.replay(rules, forged)


def test_games_that_explore_and_set_ups_are_those_that_there_are(rules: dict[str, Any]) -> None:
    assert explore(rules, 40).faults == []
    assert [(one.scenario, one.seats) for one in set_ups(rules)] == [
        ("", 2), ("", 3), ("", 4), ("Crowd", 3), ("Crowd", 4), ("Hush", 2), ("Hush", 3), ("Murmur", 3),
    ]  # fmt: skip
