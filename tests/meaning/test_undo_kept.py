"""A save may carry what undo needs: a loaded game takes back the same inputs as the one that was saved, and stops at the same barrier."""
from __future__ import annotations

import json
from typing import Any

import pytest

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.reading import BadFile
from rulewright.runtime.trouble import Refused

from ..runtime.players import answer, players, take_back
from .test_meaning import ruleset


def rules(topic: str) -> dict[str, Any]:
    found = ruleset(topic)
    assert found is not None
    return found


def played(topic: str, inputs: int, bots: tuple[int, ...] = ()) -> Game:
    game = Game(rules(topic), seed="kept", verified=True, players=players(bots))
    while game.inputs < inputs and "kind" in (pending := game.pending()):
        game.apply(answer(pending, "kept"))
    game.pending()
    return game


def taken_back(game: Game) -> list[tuple[str, int, Any]]:
    """What is found at each undo, until one is refused."""
    found = [(game.hash(), game.inputs, game.pending().get("site"))]
    while True:
        try:
            take_back(game)
        except Refused:
            return found
        found.append((game.hash(), game.inputs, game.pending().get("site")))


CASES = [("taking", n, ()) for n in (1, 4, 9, 14)] + [("hidden", n, ()) for n in (2, 5)] + [("taking", 12, (1,)), ("sealed", 3, ())]


@pytest.mark.parametrize(("topic", "inputs", "bots"), CASES)
def test_a_loaded_game_takes_back_what_the_saved_one_can(topic: str, inputs: int, bots: tuple[int, ...]) -> None:
    game = played(topic, inputs, bots)
    text = files.save(game, undo=True)
    assert files.save(files.load(rules(topic), text), undo=True) == text
    assert taken_back(files.load(rules(topic), text)) == taken_back(game)


def test_that_is_more_than_without_it() -> None:
    text = files.save(played("taking", 14))
    assert len(taken_back(files.load(rules("taking"), text))) < len(taken_back(played("taking", 14)))


@pytest.mark.parametrize("spoil", ["value", "site", "seat", "less", "state"])
def test_one_that_does_not_fit_is_refused(spoil: str) -> None:
    document = json.loads(files.save(played("taking", 9), undo=True))
    inputs = document["undo"]["inputs"]
    assert len(inputs) > 1
    if spoil == "less":
        inputs.pop()
        document["inputs"] -= 1
    elif spoil == "state":
        document["undo"]["state"]["entities"][0]["stage:trace"] += 1
    else:
        inputs[0][spoil] = {"value": "nonsense", "site": "elsewhere", "seat": "seat:7"}[spoil]
    with pytest.raises(BadFile):
        files.load(rules("taking"), json.dumps(document))
