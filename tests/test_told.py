"""The games of cards tell nothing of hidden cards, and what looks for that finds a game that does."""
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.view import Look
from rulewright.tools.bots import RandomBot, own_stream
from rulewright.tools.front import compile_pack

from .leaks import Watch

HERE = Path(__file__).resolve().parent
CONTENT = HERE.parent / "content"
MANIFEST = """id: lamps
title: A game that tells
version: "1.0.0"
language: 1
licence: CC0-1.0
requires: [core, stage, hidden]
"""
SHOWS = """
extend kind player { stat weight: int = 0 }
modify weight +1 for players where some(it.hand where it.name is "Alpha")
"""


def _found(ruleset: dict[str, Any], seats: int, decisions: int, every: int = 1) -> list[str]:
    """What is told at every so-manieth of the first decisions of a random game."""
    game, bots = Game(ruleset, seats=seats, seed="told", verified=True), {seat: RandomBot(own_stream(seat, "told")) for seat in range(seats)}
    found, watch = [], Watch(game)
    for number in range(decisions):
        pending = game.pending()
        if (number + 1) % every == 0:
            found.append(watch.told(game, f"told/{number}"))
        seat = int(pending["seat"].rpartition(":")[2])
        game.apply(bots[seat](Look(game, seat), pending))
    return [one for one in found if one is not None]


def test_a_number_that_speaks_of_a_hand_is_found(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(MANIFEST, "utf-8")
    (tmp_path / "rules.rw").write_text(SHOWS, "utf-8")
    ruleset = compile_pack(str(tmp_path), [str(HERE / "meaning")])
    ruleset["game"] = compile_pack(str(HERE / "meaning" / "hidden"))["game"]
    said = _found(ruleset, 2, 4)
    assert said and all("can tell" in one and "weight" in one for one in said)


@pytest.mark.parametrize(("pack", "seats", "decisions", "every"), [("duel", 2, 30, 3), ("naxxramas", 4, 40, 8)])
def test_a_game_of_cards_tells_nothing_of_hidden_cards(pack: str, seats: int, decisions: int, every: int) -> None:
    assert _found(compile_pack(str(CONTENT / pack)), seats, decisions, every) == []
