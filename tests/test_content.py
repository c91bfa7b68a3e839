"""The shipped packs: clean, green, and the same game however it is run."""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.trial import Trials
from rulewright.runtime.view import Look
from rulewright.tools.bots import Player, RandomBot, own_stream
from rulewright.tools.coverage import parts
from rulewright.tools.front import Result, compile_paths
from rulewright.tools.playing import Match, play_game

CONTENT = Path(__file__).resolve().parent.parent / "content"
PACKS = sorted(path.parent for path in CONTENT.glob("*/pack.yaml"))
COMPLETE = ("defenders", "dragons", "miniatures", "naxxramas")
"""Packs in which each rule that they cover has a test that begins with its id."""
EXERCISED = ("duel", "naxxramas")
"""Packs of which the tests come by every clause, handler and body."""
VARIANTS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "basic": ("miniatures", 2, {}),
    "bars": ("miniatures", 2, {"miniatures:action_bar": True}),
    "alone": ("defenders", 1, {}),
    "together": ("defenders", 3, {"defenders:monarch_taint": "lose", "defenders:open_hands": False}),
    "dragons": ("dragons", 5, {"dragons:winds_of_war": True, "dragons:sterling": True, "dragons:onslaught": True, "dragons:fame": True}),
}
"""Games by what is special about them: their pack, how many play, the options."""


@pytest.fixture(scope="module")
def whole() -> Result:
    """All packs together."""
    return compile_paths([str(CONTENT)])


@cache
def game(pack: str) -> dict[str, Any]:
    """The ruleset of a pack."""
    ruleset = compile_paths([str(CONTENT / pack)]).ruleset
    assert ruleset is not None
    return ruleset


def test_no_finding(whole: Result) -> None:
    assert [(problem.code, problem.span) for problem in whole.problems] == []


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_the_tests_of_a_pack_pass(pack: Path) -> None:
    trials = Trials(game(pack.name))
    outcomes = [(test["name"], trials.run(test)) for test in trials.ruleset["tests"]]
    assert [(name, outcome.message) for name, outcome in outcomes if not outcome.passed] == []
    if pack.name in EXERCISED:
        ran = {part for _, outcome in outcomes for part in outcome.ran}
        assert [part.id for part in parts(game(pack.name), [pack.name]) if not part.is_in(ran)] == []


def named_in_tests(pack: str) -> set[str]:
    """The ids with which the names of a pack's tests begin."""
    return {word for test in game(pack)["tests"] for word in takewhile(lambda word: re.fullmatch(r"[A-Z]+-\w+", word), test["name"].split())}


@pytest.mark.parametrize("pack", COMPLETE)
def test_every_rule_that_a_pack_covers_has_a_test(pack: str) -> None:
    assert sorted(set(game(pack)["trace"]["covers"]) - named_in_tests(pack)) == []


@pytest.mark.parametrize(("pack", "prefix", "last"), [("miniatures", "MG", 13), ("naxxramas", "NX", 18)])
def test_every_example_of_the_rulebook_has_a_test(pack: str, prefix: str, last: int) -> None:
    assert sorted({f"{prefix}-E{number:02}" for number in range(1, last + 1)} - named_in_tests(pack)) == []


def test_the_base_game_and_its_expansion_cover_every_rule_and_example_of_their_rulebook() -> None:
    packs = [game("defenders"), game("dragons")]
    assert {rule for pack in packs for rule in pack["trace"]["covers"]} == {f"DR-{number:03}" for number in range(1, 135)}
    assert {f"DR-E{number:02}" for number in range(1, 30)} <= named_in_tests("defenders") | named_in_tests("dragons")


def _bots(seed: str, seats: int) -> dict[int, Player]:
    return {seat: RandomBot(own_stream(seat, seed)) for seat in range(seats)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_keep_every_invariant(variant: str) -> None:
    pack, seats, options = VARIANTS[variant]
    match = Match(game(pack), variant, ["random"] * seats, options, watch=True)
    played = [play_game(match, number) for number in range(6)]
    assert [one.fault for one in played if one.fault is not None] == []


def test_a_random_raid_keeps_every_invariant() -> None:
    assert play_game(Match(game("naxxramas"), "raid", ["random"] * 4, {}, watch=True), 0).fault is None


DECK = """
id: mydeck
title: My deck
version: "0.1.0"
language: 1
licence: CC-BY-4.0
requires: [core, duel]
"""
RIGHT = 'one_of: ["Warden Halvar"]   two_of: ["Ember Bolt"]   three_of: ["Stray Lynx"]   four_of: ["Vale Guard"]'
WRONG = {
    RIGHT: "its least number of cards",
    'four_of: ["Ember Bolt", "Blessed Hammer"]': "it is `Blessed Hammer`",
    'four_of: ["Ember Bolt", "Ilya Rimeborn"]': "it is `Ilya Rimeborn`",
    'three_of: ["Ember Bolt"]   four_of: ["Ember Bolt", "Vale Guard"]': "it is `Ember Bolt`",
    'four_of: ["Ember Bold"]': 'no thing or space is called "Ember Bold"',
    'five_of: ["Ember Bolt"]': "has no `five_of`",
    'four_of: ["Ember Bolt", 4]': "expected",
    "": "its least number of cards",
}
"""Decks, and what is said of them."""


def test_a_deck_of_ones_own_is_held_to_the_rules_by_a_check(tmp_path: Path) -> None:
    decks = "".join(f'deck_list "Deck {number}" {{ hero: "Ilya Rimeborn"   {text} }}\n' for number, text in enumerate(WRONG))
    for name, minimum, wanted in (("large", 60, list(WRONG.values())), ("small", 10, list(WRONG.values())[1:-1])):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "pack.yaml").write_text(DECK, "utf-8")
        text = decks if minimum == 60 else f'override deck_minimum {{ value: {minimum} }}\ndeck_list "Deck 0" {{ hero: "Ilya Rimeborn"   {RIGHT} }}\n'
        (folder / "decks.rw").write_text(text, "utf-8")
        said = [problem.message for problem in compile_paths([str(folder)], [str(CONTENT)]).problems]
        if minimum == 10:
            assert said == []
        else:
            assert [words for words in wanted if not any(words in one for one in said)] == [], said


@pytest.mark.parametrize("variant", VARIANTS)
def test_saved_and_loaded_at_every_decision_it_is_the_same_game(variant: str) -> None:
    """One game with players in the process; the same from outside, put into a file and taken out again at each decision; and replayed from its log."""
    pack, seats, options = VARIANTS[variant]
    seed, ruleset = f"save/{variant}", game(pack)
    straight = Game(ruleset, seats=seats, options=options, seed=seed, players=_bots(seed, seats), verified=True)
    straight.run()
    lines: list[str] = []
    live, bots = Game(ruleset, seats=seats, options=options, seed=seed, verified=True), _bots(seed, seats)
    recorder = files.Recorder(Game(ruleset, seats=seats, options=options, seed=seed, verified=True), seed, lines.append)
    while "seat" in (pending := live.pending()):
        seat = int(pending["seat"].rpartition(":")[2])
        answer = bots[seat](Look(live, seat), pending)
        recorder.game.apply(answer)
        recorder.answered(pending, answer)
        live.apply(answer)
        live = files.load(ruleset, files.save(live))
    recorder.close()
    assert live.pending() == straight.pending()
    assert live.hash() == straight.hash()
    assert files.replay(ruleset, "".join(lines)).divergence is None


def _opening(pack: str, seats: int, decisions: int, through_files: bool) -> Game:
    """The first decisions of a game of random players; put into a file and taken out again at each of them, or not."""
    ruleset, bots = game(pack), _bots(pack, seats)
    live = Game(ruleset, seats=seats, seed=pack, verified=True)
    for _ in range(decisions):
        pending = live.pending()
        seat = int(pending["seat"].rpartition(":")[2])
        live.apply(bots[seat](Look(live, seat), pending))
        assert live.broken() is None
        if through_files:
            live = files.load(ruleset, files.save(live))
    return live


@pytest.mark.parametrize(("pack", "seats", "decisions"), [("duel", 2, 40), ("naxxramas", 5, 25)])
def test_a_game_of_cards_begins_and_keeps_every_invariant_also_from_a_file(pack: str, seats: int, decisions: int) -> None:
    straight, filed = (_opening(pack, seats, decisions, through_files=filed) for filed in (False, True))
    assert straight.pending() == filed.pending()
    assert straight.hash() == filed.hash()


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
