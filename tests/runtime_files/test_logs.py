"""Logs: replayed they give the same game; changed they differ first where they were changed."""
from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.reading import BadFile

Played = Callable[..., Game]


def logged(duel: dict[str, Any], played: Played, inputs: int = 1000) -> tuple[Game, list[str]]:
    lines: list[str] = []
    game = played(duel, "log", inputs, lambda one, seed: files.Recorder(one, seed, lines.append))
    return game, lines


def test_a_log_replays_to_the_same_hash(duel: dict[str, Any], played: Played) -> None:
    game, lines = logged(duel, played)
    done = files.replay(duel, "".join(lines))
    assert (done.divergence, done.inputs, done.game.hash()) == (None, game.inputs, game.hash())
    assert sum("hash" in json.loads(line) for line in lines[1:]) == game.inputs // 20 + 1


def test_a_game_can_be_used_again_for_another_log(duel: dict[str, Any], played: Played) -> None:
    game, lines = logged(duel, played)
    done = files.replay(duel, "".join(lines), into=Game(duel, seed="another", verified=True))
    assert (done.divergence, done.game.hash()) == (None, game.hash())
    three = json.loads(lines[0]) | {"seats": 3}
    with pytest.raises(ValueError, match="other seats or options"):
        files.replay(duel, json.dumps(three) + "\n", into=done.game)


def test_undo_and_concede_are_inputs(duel: dict[str, Any]) -> None:
    lines: list[str] = []
    game = Game(duel, seed="undo", verified=True)
    recorder = files.Recorder(game, "undo", lines.append)
    pending = game.pending()
    game.apply("walk")
    recorder.answered(pending, "walk")
    gone = game.undo(0)
    recorder.undone(gone)
    assert game.pending() == pending
    game.concede("seat:0")
    recorder.conceded("seat:0")
    recorder.close()
    done = files.replay(duel, "".join(lines))
    assert (done.divergence, done.inputs, done.game.pending()) == (None, 3, game.pending())
    assert game.pending()["result"]["winners"] == ["seat:1"]


def test_the_first_changed_input_is_named(duel: dict[str, Any], played: Played) -> None:
    _, lines = logged(duel, played, 30)
    at = next(n for n, line in enumerate(lines) if n > 8 and json.loads(line).get("value") == "pass")
    changed = json.loads(lines[at])
    lines[at] = json.dumps({**changed, "value": "dance"}) + "\n"
    found = files.replay(duel, "".join(lines)).divergence
    assert found is not None
    assert (found.line, found.seat, found.site, found.found) == (at + 1, changed["seat"], changed["site"], "`dance` is not offered")


def test_another_seed_differs_at_the_first_question_or_hash(duel: dict[str, Any], played: Played) -> None:
    _, lines = logged(duel, played, 40)
    lines[0] = json.dumps({**json.loads(lines[0]), "seed": "another"}) + "\n"
    found = files.replay(duel, "".join(lines)).divergence
    assert found is not None and found.line > 1


@pytest.mark.parametrize(("change", "said"), [({"site": "duel:elsewhere"}, "at `duel:elsewhere`"), ({"seat": "seat:1"}, "seat:1 is asked")])
def test_another_question_is_a_difference(duel: dict[str, Any], played: Played, change: dict[str, str], said: str) -> None:
    _, lines = logged(duel, played, 5)
    lines[1] = json.dumps({**json.loads(lines[1]), **change}) + "\n"
    found = files.replay(duel, "".join(lines)).divergence
    assert found is not None and (found.input, found.line) == (1, 2)
    assert said in found.expected and "seat:0 is asked at `duel:turn@1`" in found.found


def test_a_wrong_hash_is_a_difference(duel: dict[str, Any], played: Played) -> None:
    _, lines = logged(duel, played, 25)
    at = next(n for n, line in enumerate(lines) if "hash" in json.loads(line))
    lines[at] = json.dumps({"hash": "0" * 64}) + "\n"
    found = files.replay(duel, "".join(lines)).divergence
    assert found is not None and (found.input, found.line) == (20, at + 1)


def test_inputs_after_the_end_are_a_difference(duel: dict[str, Any], played: Played) -> None:
    _, lines = logged(duel, played)
    found = files.replay(duel, "".join([*lines, '{"seat":"seat:0","value":"pass"}\n'])).divergence
    assert found is not None and found.found == "the game is over"


def test_a_changed_ruleset_is_refused_or_shown_where_it_differs(duel: dict[str, Any], played: Played) -> None:
    _, lines = logged(duel, played)
    other = copy.deepcopy(duel)
    score = next(verb for verb in other["verbs"] if verb["id"] == "duel:score")
    score["body"] = [*score["body"], *score["body"]]
    with pytest.raises(BadFile, match="belongs to another ruleset"):
        files.replay(other, "".join(lines))
    found = files.replay(other, "".join(lines), same_ruleset=False).divergence
    assert found is not None and found.input > 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: the file is empty"),
        ("{}", "line 1: the first line must be the header"),
        ("[1]\n", "line 1: the first line must be the header"),
        ("HEAD\nnonsense", "line 2: not JSON"),
        ("HEAD\n[]", "line 2: must be a record, not a list"),
        ('HEAD\n{"x": 1}', "line 2: must have one of `value`, `hash`, `undo`, `concede`"),
        ('HEAD\n{"value": 1}', "`seat` is missing"),
        ('HEAD\n{"hash": "0"}', "must be 64 hex digits"),
    ],
)
def test_what_is_no_log(duel: dict[str, Any], played: Played, text: str, said: str) -> None:
    _, lines = logged(duel, played, 0)
    with pytest.raises(BadFile) as fault:
        files.read_log(text.replace("HEAD\n", lines[0]))
    assert said in str(fault.value)


@pytest.mark.parametrize(("change", "said"), [({"seats": 7}, "the game has 2 to 2 seats, not 7"), ({"options": {"duel:rounds": 0}}, "must be 1 to 99")])
def test_a_header_that_no_game_fits(duel: dict[str, Any], played: Played, change: dict[str, Any], said: str) -> None:
    _, lines = logged(duel, played, 0)
    with pytest.raises(BadFile) as fault:
        files.replay(duel, json.dumps({**json.loads(lines[0]), **change}))
    assert said in str(fault.value)
