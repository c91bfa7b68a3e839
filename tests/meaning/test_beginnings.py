"""A game of which something is not so that is always so is refused before it begins, by every tool, with the things and numbers that are to blame."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.trial import run_test
from rulewright.runtime.trouble import Refused
from rulewright.tools import cli
from rulewright.tools.exploring import explore

from .test_meaning import ruleset

STRICT = "a strict bag is light: North (rule is strict, Heavy (Anvil (heavy), Hammer (heavy)))"


@pytest.fixture(scope="module")
def rules() -> dict[str, Any]:
    found = ruleset("beginnings")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("options", "seats", "words"),
    [
        ({"rule": "strict"}, 2, STRICT),
        ({"least": 4}, 3, "a bag has as many tools as was chosen: North (3 < least 4), South (2 < least 4), East (1 < least 4)"),
        ({"lucky": True}, 2, "there is luck: lucky is yes, 0 <= 3"),
        ({"chosen": True}, 2, "nobody is chosen: chosen is yes"),
    ],
)
def test_it_is_refused_with_what_is_to_blame(rules: dict[str, Any], options: dict[str, Any], seats: int, words: str) -> None:
    with pytest.raises(Refused) as refused:
        Game(rules, seed="x", seats=seats, options=options, verified=True)
    assert refused.value.reason == f"the set-up is not as it must always be: {words}"
    assert Game(rules, seed="x", seats=seats, options=options, verified=True, start=False).unfit() == words


@pytest.mark.parametrize(
    ("options", "steps", "words"),
    [
        ({"rule": "strict"}, [False, True], f"the game must be able to begin, but it cannot: {STRICT}"),
        ({}, [False], "the game must not be able to begin, but all is so that is always so"),
        ({"least": 3}, [], "an invariant is broken: a bag has as many tools as was chosen: South (2 < least 3), East (1 < least 3) (`beginnings:always.2`)"),
    ],
)
def test_a_test_of_the_beginning_fails_in_words(rules: dict[str, Any], options: dict[str, Any], steps: list[bool], words: str) -> None:
    outcome = run_test(rules, {**rules["tests"][0], "options": options, "steps": [{"op": "begins", "holds": holds} for holds in steps]})
    assert (outcome.passed, outcome.message) == (False, words)


def test_the_commands_refuse_it_and_simulate_plays_what_can_begin(rules: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(rules), "utf-8")
    for command in (["play"], ["serve"], ["simulate", "--games", "1"]):
        assert cli.main([command[0], str(file), *command[1:], "--scenario", "Strict"]) != 0
        assert STRICT in capsys.readouterr().err
    assert cli.main(["simulate", str(file), "--games", "1", "--players", "2-3", "--option", "least=2", "--format", "json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [run["players"] for run in said["runs"]] == [2]
    because = "the set-up is not as it must always be: a bag has as many tools as was chosen: East (1 < least 2)"
    assert said["not_played"] == [{"players": 3, "because": because}]


def test_random_games_of_a_coverage_say_what_was_not_played(rules: dict[str, Any]) -> None:
    assert [fault for fault in explore(rules, 8).faults if "Strict" in fault] == [
        f"no game of `Strict` with 3 players was played: the set-up is not as it must always be: {STRICT}"
    ]
