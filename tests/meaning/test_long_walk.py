"""Four hundred inputs: chance goes on where it was after a load, and a log under rules that were tightened tells the first input that they forbid."""
from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.reading import BadFile

from .test_meaning import ruleset

FIRST_WRONG = 314
"""The input that the newer rules forbid."""


def rules() -> dict[str, Any]:
    found = ruleset("long_walk")
    assert found is not None
    return found


def tightened() -> dict[str, Any]:
    """Version 2 of the rules: nobody goes to the right any more."""
    newer = copy.deepcopy(rules())
    newer["packs"][-1]["version"] = "2.0.0"
    right = next(verb for verb in newer["verbs"] if verb["id"] == "long_walk:right")
    right["requires"] = [{"test": {"op": "bool", "value": False}, "needs": []}]
    return newer


def gone(game: Game) -> int:
    return int(game.evaluate({"op": "global", "name": "long_walk:gone"}))


def walked(game: Game, steps: int, log: files.Recorder | None = None) -> list[int]:
    """How far it is after each of some steps."""
    found = []
    for _ in range(steps):
        asked = game.pending()
        answer = "right" if game.inputs == FIRST_WRONG - 1 else "left"
        game.apply(answer)
        if log is not None:
            log.answered(asked, answer)
        found.append(gone(game))
    return found


def test_chance_goes_on_where_it_was() -> None:
    whole = walked(Game(rules(), seed="5", verified=True), 20)
    game = Game(rules(), seed="5", verified=True)
    first = walked(game, 10)
    text = files.save(game)
    assert json.loads(text)["state"]["rng"]["alg"] == "sha256-ctr" and json.loads(text)["state"]["rng"]["pos"] >= 10
    again = files.load(rules(), text)
    assert files.save(again) == text
    assert first + walked(again, 10) == whole and len(set(whole)) > 10


def test_a_log_tells_the_first_input_that_newer_rules_forbid() -> None:
    lines: list[str] = []
    game = Game(rules(), seed="5", verified=True)
    recorder = files.Recorder(game, "5", lines.append)
    far = walked(game, 400, recorder)
    recorder.close()
    assert "result" in game.pending() or game.inputs == 400
    log = "".join(lines)
    assert files.replay(rules(), log).divergence is None
    with pytest.raises(BadFile, match=r"another ruleset.*long_walk 1\.0\.0.*long_walk 2\.0\.0"):
        files.replay(tightened(), log)
    done = files.replay(tightened(), log, same_ruleset=False)
    assert done.divergence is not None
    assert (done.divergence.input, done.divergence.found) == (FIRST_WRONG, "`right` is not offered")
    assert (done.game.inputs, gone(done.game)) == (FIRST_WRONG - 1, far[FIRST_WRONG - 2])


def test_a_save_under_the_older_rules_is_loaded_with_them_only() -> None:
    game = Game(rules(), seed="5", verified=True)
    walked(game, 320)
    text = files.save(game)
    named = json.loads(text)["ruleset"]
    assert (named["id"], named["packs"][-1], named["hash"][:7]) == ("long_walk", "long_walk 1.0.0", "sha256:")
    assert files.load(rules(), text).hash() == game.hash()
    with pytest.raises(BadFile, match=r"long_walk 1\.0\.0, and this is .*long_walk 2\.0\.0"):
        files.load(tightened(), text)
