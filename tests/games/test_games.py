"""Small games of other kinds than those of content/: clean, their tests pass, and a game that uses what the last one compiled is the same game."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.trial import run_test
from rulewright.tools.front import compile_paths
from rulewright.tools.playing import Games, Match, play_game

HERE = Path(__file__).resolve().parent
GAMES = sorted(path.parent for path in HERE.glob("*/pack.yaml"))


def _compiled(pack: Path) -> dict[str, Any]:
    result = compile_paths([str(pack)])
    assert [(problem.code, problem.span) for problem in result.problems] == []
    assert result.ruleset is not None
    return result.ruleset


@pytest.mark.parametrize("pack", GAMES, ids=lambda pack: pack.name)
def test_a_game_means_what_it_says(pack: Path) -> None:
    ruleset = _compiled(pack)
    assert ruleset["tests"]
    assert [(test["name"], outcome.message) for test in ruleset["tests"] if not (outcome := run_test(ruleset, test)).passed] == []


@pytest.mark.parametrize("pack", GAMES, ids=lambda pack: pack.name)
def test_one_game_after_another_is_what_each_is_alone(pack: Path) -> None:
    match = Match(_compiled(pack), "again", ["random", "random"], {}, watch=True)
    games = Games(match)
    alone = [play_game(match, number) for number in range(8)]
    assert [games.play(number) for number in range(8)] == alone
    assert [one.fault for one in alone] == [None] * 8
    assert len({one.hash for one in alone}) > 1
