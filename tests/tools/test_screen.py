"""The table as a person sees it: what is alike is counted, what stands on a space is said once."""
from __future__ import annotations

from pathlib import Path

from rulewright.dsl.catalogue.sources import POLICIES
from rulewright.runtime.game import Game
from rulewright.runtime.view import view
from rulewright.tools.front import compile_paths
from rulewright.tools.names import Names
from rulewright.tools.players import seat_names
from rulewright.tools.screen import Screen

MANIFEST = """
id: yard
title: Yard
version: "1.0.0"
language: 1
licence: CC0-1.0
game: {title: Yard, start: play, seats: {kind: sitter, min: 1, max: 1}}
"""
RULES = """
kind sitter is seat { }
kind plot is space { mud: mud = dry   walled: bool = no }
enum mud { dry, wet_through }
kind hen is thing { counter eggs: int 0..9 = 0 }
kind grain is thing { starts_in: sack }
zone sack: list of grain
board "The Yard" {
  space_kind: plot
  plot "Coop" walled: yes
  plot "Pond" mud: wet_through
  path "Coop" -- "Pond"
}
hen "Hen" x3 { starts_in: "Coop" }
hen "Cock" { starts_in: "Pond" }
grain "Oat" x5 { }
grain "Rye" { }
sequence play { for each h in hens where h.name is "Hen" { lay h } ; for each s in sitters { offer [look] by s else pass } }
verb look by who: sitter { say "ha" }
verb lay h: hen { if h.number is 1 { h.eggs += 2 } }
"""


def test_copies_of_which_nothing_more_can_be_said_are_counted(tmp_path: Path) -> None:
    (tmp_path / "yard").mkdir()
    (tmp_path / "yard" / "pack.yaml").write_text(MANIFEST.lstrip())
    (tmp_path / "yard" / "yard.rw").write_text(POLICIES + RULES.lstrip())
    result = compile_paths([str(tmp_path / "yard")])
    assert result.ruleset is not None, result.problems
    game = Game(result.ruleset, seed="s")
    lines = Screen(result.ruleset, Names(result.ruleset, seat_names(result.ruleset))).lines(view(game, 0))
    assert "  Coop [dry, walled]: Hen (1), Hen x2" in lines
    assert "  Pond [wet through]: Cock" in lines
    assert [line for line in lines if "eggs" in line or line.startswith("  Hen")] == ["           at    eggs", "  Hen (1)  Coop  2"]
    assert "  sack: Oat x5, Rye" in lines
