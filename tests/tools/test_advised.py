"""Bots of rulesets: they play whole games by legal answers, the same ones for the same seed in any number of processes, and better than chance."""
from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.game import Game
from rulewright.tools.front import compile_pack
from rulewright.tools.playing import Match, bot, simulate

ROOT = Path(__file__).parent.parent.parent
NOUGHTS = ROOT / "tests" / "games" / "noughts"
PACKS = sorted({file.parent for file in (ROOT / "content").glob("*/bots.rw")})


@pytest.fixture(scope="module")
def noughts() -> dict[str, Any]:
    return compile_pack(str(NOUGHTS))


def test_a_careful_player_never_loses_at_noughts_and_crosses(noughts: dict[str, Any]) -> None:
    played = simulate(Match(noughts, "careful", ["noughts:careful", "random"], {}), 12, 1, io.StringIO())
    assert {game.outcome for game in played} <= {"Noughts", "nobody"} and sum(game.outcome == "Noughts" for game in played) > 6


def test_games_are_the_same_in_any_number_of_processes(noughts: dict[str, Any]) -> None:
    match = Match(noughts, "many", ["noughts:careful"] * 2, {})
    assert simulate(match, 4, 1, io.StringIO()) == simulate(match, 4, 2, io.StringIO())


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_the_bots_of_the_content_answer_what_is_asked(pack: Path) -> None:
    ruleset = compile_pack(str(pack))
    parents = {kind["id"]: kind["parent"] for kind in ruleset["kinds"]}
    for record in ruleset["bots"]:
        games = []
        for _ in range(2):
            game = Game(ruleset, seats=ruleset["game"]["seats"]["max"], seed="sensible", verified=True, history=False)
            for seat, eid in enumerate(game.core.seats):
                kind = game.core.entities[eid]["kind"]
                while kind not in (record["for"], None):
                    kind = parents.get(kind)
                game.core.players[seat] = bot(record["id"] if kind else "random", seat, "sensible", ruleset)
            ended = game.run(30)
            assert "stopped" not in ended and game.inputs == 30
            games.append(game.hash())
        assert games[0] == games[1]
