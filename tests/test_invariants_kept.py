"""An invariant is tested again only if something that it reads was written: what an expression reads is all that its value depends on."""
from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.expressions import Scope, expression
from rulewright.runtime.game import Game
from rulewright.runtime.program import walk
from rulewright.runtime.reads import reads_of
from rulewright.runtime.trouble import Halt
from rulewright.tools.bots import RandomBot, own_stream
from rulewright.tools.front import compile_paths

CONTENT = Path(__file__).resolve().parent.parent / "content"
GAMES = (("dragons", 4, 30), ("miniatures", 2, 90), ("naxxramas", 4, 30))
"""Packs, how many play, and after how many answers it is enough."""


@cache
def ruleset(pack: str) -> dict[str, Any]:
    """A pack, compiled."""
    found = compile_paths([str(CONTENT / pack)]).ruleset
    assert found is not None
    return found


def closed(node: dict[str, Any]) -> bool:
    """Whether an expression stands for itself: no variable of it is bound outside."""
    parts = list(walk(node))
    bound = {part["var"] for part in parts if isinstance(part.get("var"), str)}
    return "op" in node and all(part["name"] in bound for part in parts if part.get("op") == "var")


class Both(Game):
    """Tests its invariants in both ways, and keeps the values of all expressions in them and in the defines without parameters."""

    known: list[Any] | None = None
    moved = 0

    def watched(self) -> list[dict[str, Any]]:
        """The expressions."""
        defines = [define["value"] for define in self.program.ruleset["defines"] if not define["params"]]
        tests = [rule["test"] for rule in self.program.ruleset["always"]]
        return [part for node in (*tests, *defines) for part in walk(node) if closed(part)]

    def broken(self, held: int | None = None) -> Halt | None:
        """As `Game.broken`, and every value that has changed reads something that was written."""
        found = super().broken()
        if held is not None:
            partly = super().broken(held)
            assert (found is None, found and found.rule) == (partly is None, partly and partly.rule)
        core, steps = self.core, self.core.steps
        if self.known is None:
            self.nodes = self.watched()
            self.tests = [(expression(core, node, Scope("test")), reads_of(core, node)) for node in self.nodes]
        values = [self.value(test) for test, _ in self.tests]
        if held is not None and self.known is not None:
            written = core.journal.keys_since(held)
            for node, (_, reads), before, now in zip(self.nodes, self.tests, self.known, values, strict=True):
                if before != now:
                    assert reads is None or not reads.isdisjoint(written), (node, before, now, sorted(map(str, written)))
                    self.moved += 1
        self.known, core.steps = values, steps
        return found

    @staticmethod
    def value(test: Any) -> Any:
        """The value now, or the trap."""
        try:
            return test({})
        except Halt as trouble:
            return trouble.code


@pytest.mark.parametrize(("pack", "seats", "most"), GAMES, ids=[name for name, _, _ in GAMES])
def test_what_changes_reads_what_was_written(pack: str, seats: int, most: int) -> None:
    players = {seat: RandomBot(own_stream(seat, "kept")) for seat in range(seats)}
    game = Both(ruleset(pack), seats=seats, seed="kept", players=players, watch=True, verified=True)
    game.run(most)
    assert game.halt is None
    assert game.moved > 10


MANIFEST = """id: falls
title: Falls
version: "0.1.0"
language: 1
licence: CC0-1.0
requires: [core]
game:
  title: Falls
  start: game
  seats: {kind: player, min: 1, max: 1, sides: each}
"""
RULES = """
player "A" { }
counter laps: int 0..9 = 0
counter others: int 0..9 = 0
always laps < 3 because "it is short"
always others < 9 because "there are no more"
sequence game { repeat up to 9 times { turn }
  draw_game }
sequence turn { others += 1 - others mod 2
  laps += 1 }
policy {
  simultaneous: printed_order
  watchers: present
  step_handlers: fixed
  impossible: skip
  target: any_part
  attachments: box
  windows: able
  on_limit: stop
}
"""


def test_a_broken_one_is_found_where_it_breaks(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "rules.rw").write_text(RULES, encoding="utf-8")
    found = compile_paths([str(tmp_path)])
    assert [(problem.code, problem.message) for problem in found.problems] == []
    assert found.ruleset is not None
    game = Both(found.ruleset, seats=1, seed="1", watch=True, verified=True)
    game.run()
    assert game.halt is not None
    assert game.halt.code == "invariant"
    assert "it is short" in game.halt.text
    assert game.core.meta["runs"]["falls:turn"] == 2
