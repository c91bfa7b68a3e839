"""The shipped packs: clean, green, and the same game however it is run."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.trial import run_test
from rulewright.runtime.view import Look
from rulewright.tools.bots import Player, RandomBot, own_stream
from rulewright.tools.front import Result, compile_paths
from rulewright.tools.playing import Match, play_game

CONTENT = Path(__file__).resolve().parent.parent / "content"
PACKS = sorted(path.parent for path in CONTENT.glob("*/pack.yaml"))
VARIANTS: dict[str, dict[str, Any]] = {"basic": {}, "bars": {"miniatures:action_bar": True}}


@pytest.fixture(scope="module")
def whole() -> Result:
    """All packs together."""
    return compile_paths([str(CONTENT)])


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    """The starter game."""
    ruleset = compile_paths([str(CONTENT / "miniatures")]).ruleset
    assert ruleset is not None
    return ruleset


def test_no_finding(whole: Result) -> None:
    assert [(problem.code, problem.span) for problem in whole.problems] == []


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_the_tests_of_a_pack_pass(pack: Path) -> None:
    ruleset = compile_paths([str(pack)]).ruleset
    assert ruleset is not None
    assert [(test["name"], outcome.message) for test in ruleset["tests"] if not (outcome := run_test(ruleset, test)).passed] == []


def test_every_rule_and_example_of_the_rulebook_has_a_test(game: dict[str, Any]) -> None:
    named = {test["name"].split()[0] for test in game["tests"]}
    assert [f"MG-{number:03}" for number in range(1, 54) if f"MG-{number:03}" not in named] == []
    assert [f"MG-E{number:02}" for number in range(1, 14) if f"MG-E{number:02}" not in named] == []


def _bots(seed: str) -> dict[int, Player]:
    return {seat: RandomBot(own_stream(seat, seed)) for seat in (0, 1)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_keep_every_invariant(game: dict[str, Any], variant: str) -> None:
    match = Match(game, variant, ["random", "random"], VARIANTS[variant], watch=True)
    played = [play_game(match, number) for number in range(6)]
    assert [one.fault for one in played if one.fault is not None] == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_saved_and_loaded_at_every_decision_it_is_the_same_game(game: dict[str, Any], variant: str) -> None:
    """One game with players in the process; the same from outside, put into a file and taken out again at each decision; and replayed from its log."""
    seed, options = f"save/{variant}", VARIANTS[variant]
    straight = Game(game, options=options, seed=seed, players=_bots(seed), verified=True)
    straight.run()
    lines: list[str] = []
    live, bots = Game(game, options=options, seed=seed, verified=True), _bots(seed)
    recorder = files.Recorder(Game(game, options=options, seed=seed, verified=True), seed, lines.append)
    while "seat" in (pending := live.pending()):
        seat = int(pending["seat"].rpartition(":")[2])
        answer = bots[seat](Look(live, seat), pending)
        recorder.game.apply(answer)
        recorder.answered(pending, answer)
        live.apply(answer)
        live = files.load(game, files.save(live))
    recorder.close()
    assert live.pending() == straight.pending()
    assert live.hash() == straight.hash()
    assert files.replay(game, "".join(lines)).divergence is None


def test_hash_seeds_and_jobs_change_nothing() -> None:
    def digest(hash_seed: str, jobs: str) -> dict[str, Any]:
        options = ["--games", "4", "--seed", "h", "--jobs", jobs, "--format", "json"]
        command = [sys.executable, "-m", "rulewright", "simulate", str(CONTENT / "miniatures"), *options]
        done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": hash_seed}, capture_output=True, check=True, text=True, cwd=CONTENT)
        figures: dict[str, Any] = json.loads(done.stdout)
        return {key: figures[key] for key in ("outcomes", "decisions", "digest", "ends")}

    first = digest("0", "1")
    assert digest("1", "2") == first
    assert digest("4242", "1") == first
