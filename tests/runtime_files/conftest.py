"""The duel of tests/data, compiled once, and games of it played by bots through the public interface."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.game import Game
from rulewright.tools.bots import RandomBot, own_stream
from rulewright.tools.front import compile_pack

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture(scope="session")
def duel() -> dict[str, Any]:
    return compile_pack(str(DATA / "duel"))


@pytest.fixture
def played() -> Callable[..., Game]:
    """A game some answers on: `played(ruleset, seed, inputs)`; with a recorder made by `record(game, seed)`, every answer is logged."""

    def play(ruleset: dict[str, Any], seed: str, inputs: int, record: Any = None) -> Game:
        game = Game(ruleset, seed=seed, verified=True)
        recorder = record(game, seed) if record is not None else None
        bots = [RandomBot(own_stream(seat, seed)) for seat in range(2)]
        for _ in range(inputs):
            pending = game.pending()
            if "seat" not in pending:
                break
            answer = bots[int(pending["seat"][-1])](None, pending)
            game.apply(answer)
            if recorder is not None:
                recorder.answered(pending, answer)
        if recorder is not None:
            recorder.close()
        return game

    return play
