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
ASKED = """
forbid spin where any
after score where not some("South".hand where it.name is "Alpha") { may "Glow?" by "South" { note 1 } }
"""
ASKED_MORE = """
forbid spin where any
after score where any {
  if not some("South".hand where it.name is "Delta") { may "Glow?" by "South" { note 1 } }
  may "Shine?" by "South" { note 1 }
  may "Gleam?" by "South" { note 1 }
}
"""


def _found(ruleset: dict[str, Any], seats: int, decisions: int, every: int = 1, **options: Any) -> list[str]:
    """What is told at every so-manieth of the first decisions of a random game."""
    game = Game(ruleset, seats=seats, options=options, seed="told", verified=True)
    bots = {seat: RandomBot(own_stream(seat, "told")) for seat in range(seats)}
    found, watch = [], Watch(game)
    for number in range(decisions):
        pending = game.pending()
        if (number + 1) % every == 0:
            found.append(watch.told(game, f"told/{number}"))
        seat = int(pending["seat"].rpartition(":")[2])
        game.apply(bots[seat](Look(game, seat), pending))
    return [one for one in found if one is not None]


def _lamps(at: Path, rules: str, windows: str) -> dict[str, Any]:
    at.mkdir(exist_ok=True)
    (at / "pack.yaml").write_text(MANIFEST, "utf-8")
    (at / "rules.rw").write_text(rules, "utf-8")
    ruleset = compile_pack(str(at), [str(HERE / "meaning")])
    return {**ruleset, "game": compile_pack(str(HERE / "meaning" / "hidden"))["game"], "policies": {**ruleset["policies"], "windows": windows}}


def test_a_number_that_speaks_of_a_hand_is_found(tmp_path: Path) -> None:
    said = _found(_lamps(tmp_path, SHOWS, "able"), 2, 4)
    assert said and all("can tell" in one and "weight" in one for one in said)


@pytest.mark.parametrize(("rules", "how"), [(ASKED, "can tell"), (ASKED_MORE, "asked otherwise")])
def test_who_is_asked_by_what_a_hand_holds_is_found_where_everybody_is_asked(tmp_path: Path, rules: str, how: str) -> None:
    """With `able` being asked may tell; with `always` it may not, neither now nor by the questions before."""
    assert _found(_lamps(tmp_path, rules, "able"), 2, 8) == []
    assert any(how in one for one in _found(_lamps(tmp_path, rules, "always"), 2, 8))


@pytest.mark.parametrize(("pack", "seats", "decisions", "every"), [("duel", 2, 30, 3), ("naxxramas", 4, 40, 8)])
def test_a_game_of_cards_tells_nothing_of_hidden_cards(pack: str, seats: int, decisions: int, every: int) -> None:
    ruleset = compile_pack(str(CONTENT / pack))
    assert _found(ruleset, seats, decisions, every) == []
    assert _found(ruleset, seats, 2 * decisions, 3 * every, ask_everybody=True) == []
