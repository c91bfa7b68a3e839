"""Who has won when seats lose or give up: sides are counted, not seats."""
from __future__ import annotations

from typing import Any

import pytest

from rulewright.runtime.game import Game

from .test_meaning import ruleset

SEATS = ["seat:0", "seat:1", "seat:2", "seat:3"]


def game(bond: str) -> Game:
    rules = ruleset("sides")
    assert rules is not None
    made = Game(rules, seed="sides", options={"bond": bond}, verified=True)
    made.pending()
    return made


def result(game: Game) -> Any:
    found = game.pending().get("result")
    return found and (found["winners"], found["losers"], found["why"])


@pytest.mark.parametrize(
    ("bond", "gone", "found"),
    [
        ("none_at_all", [1, 2], None),
        ("none_at_all", [1, 2, 3], (["seat:0"], ["seat:1", "seat:2", "seat:3"], "last")),
        ("by_team", [0, 1], None),
        ("by_team", [0, 1, 3], (["seat:2"], ["seat:0", "seat:1", "seat:3"], "last")),
        ("by_team", [1, 3], (["seat:0", "seat:2"], ["seat:1", "seat:3"], "last")),
        ("all_of_them", [0, 1, 2], None),
        ("all_of_them", [2, 0, 1, 3], ([], SEATS, "lost")),
    ],
)
def test_sides_are_counted_and_not_seats(bond: str, gone: list[int], found: Any) -> None:
    made = game(bond)
    for seat in gone:
        made.concede(seat)
    assert result(made) == found


def test_whoever_was_beaten_wins_with_the_side() -> None:
    made = game("by_team")
    made.apply("off")
    made.concede(1)
    made.concede(3)
    assert result(made) == (["seat:0", "seat:2"], ["seat:1", "seat:3"], "last")


def test_the_rest_plays_on_and_decides_for_a_group_whose_decider_gave_up() -> None:
    made = game("all_of_them")
    made.concede(0)
    made.concede(2)
    asked = []
    while "kind" in (pending := made.pending()):
        asked.append((pending["seat"], pending["site"].partition("@")[2]))
        made.apply({"1": "on", "2": "seat:0", "2/consent": "yes"}[asked[-1][1]])
    assert asked == [("seat:1", "1"), ("seat:3", "1"), ("seat:1", "2"), ("seat:3", "2/consent")] * 3
    assert result(made) == ([], [], "over")
