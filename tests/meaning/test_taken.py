"""A sequence that an offer takes may lie on the stack instead of in the offer's statement: the game is the same game, and what runs again is shorter."""
from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.view import view
from rulewright.tools.front import compile_paths

from ..runtime.players import answer

ROOT = Path(__file__).resolve().parents[2]
PACKS = [path.parent for path in (*ROOT.glob("tests/games/*/pack.yaml"), ROOT / "tests/meaning/taking/pack.yaml")]
SEEDS = ("a", "b", "c", "d")

Record = dict[str, Any]


@cache
def rules(pack: Path) -> Record:
    found = compile_paths([str(pack)]).ruleset
    assert found is not None
    return found


def played(pack: Path, seed: str, hoists: bool, keep: bool = False) -> tuple[list[Any], list[Record], str | None, int]:
    """What was asked and seen at each decision, the events, the hash at the end (None before it), and the most answers that a resolution held."""
    game = Game(rules(pack), seed=seed, verified=True)
    game.core.hoists = hoists
    seen: list[Any] = []
    events: list[Record] = []
    longest = 0
    while "kind" in (pending := game.pending()) and len(seen) < 120:
        longest = max(longest, len(game.answers))
        seen.append((pending, [view(game, seat) for seat in range(len(game.core.seats))]))
        if keep:
            game = files.load(rules(pack), files.save(game))
            game.core.hoists = hoists
        events += game.apply(answer(pending, seed), pending["n"])
    return seen, events, game.hash() if "result" in game.pending() else None, longest


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_nested_and_hoisted_are_one_game(pack: Path, seed: str) -> None:
    nested, hoisted = played(pack, seed, False), played(pack, seed, True)
    assert hoisted[:3] == nested[:3]


@pytest.mark.parametrize("seed", SEEDS)
def test_so_is_one_that_is_kept_at_every_decision(seed: str) -> None:
    pack = PACKS[-1]
    whole, kept = played(pack, seed, True), played(pack, seed, True, keep=True)
    assert kept[:3] == whole[:3]


def test_less_runs_again() -> None:
    pack = PACKS[-1]
    assert max(played(pack, seed, True)[3] for seed in SEEDS) < max(played(pack, seed, False)[3] for seed in SEEDS)
