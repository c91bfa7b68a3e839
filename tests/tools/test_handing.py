"""In which games people at one keyboard must not see each other's screen."""
from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.runtime.game import Game
from rulewright.tools.handing import has_secrets
from rulewright.tools.loading import load_game

MANIFEST = """\
id: secrets
title: Secrets
version: "1.0.0"
language: 1
licence: MIT
game:
  title: Secrets
  start: game
  seats: {kind: player, min: 2, max: 2, sides: each}
"""
RULES = """
policy { simultaneous: active_player_first; watchers: present; step_handlers: fixed; impossible: skip }
policy { target: any_part; attachments: box; windows: able; on_limit: stop }
kind player is seat { counter bid: int 0..9 = 0 }
kind card is thing { starts_in: deck }
player "Ann" { }
player "Bob" { }
card "One" x3 { }
zone deck: list of card seen by nobody
option hands: bool = no
sequence game { for each p in players { turn by p }; draw_game }
"""


@pytest.mark.parametrize(
    ("turn", "secret"),
    [
        ("sequence turn by who: player { reveal_to top(deck, 1) to players }", True),
        ("sequence turn by who: player { reveal_to top(deck, 1) }", False),
        ("sequence turn by who: player { together { for each p in players { choose a player from players by p as n   p.bid = 1 } } }", True),
        ("sequence turn by who: player { together { for each p in players { p.bid = 1 } } }", False),
        ("sequence turn by who: player { put top(deck, 1) into who.hand }   extend kind player { zone hand: list of card seen by owner }", True),
        ("sequence turn by who: player { put top(deck, 1) into who.hand }   extend kind player { zone hand: list of card seen by all }", False),
    ],
)
def test_what_one_may_see_and_another_not(tmp_path: Path, turn: str, secret: bool) -> None:
    (tmp_path / "pack.yaml").write_text(MANIFEST, "utf-8")
    (tmp_path / "rules.rw").write_text(RULES + turn.replace("   ", "; ") + "\n", "utf-8")
    assert has_secrets(Game(load_game(str(tmp_path), ()), seats=2, seed="1")) is secret
