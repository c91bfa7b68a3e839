"""Which choices make use of what is chosen, and which only say what is thrown away."""
from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.tools.cli import main
from rulewright.tools.loading import load_ruleset
from rulewright.tools.usefulness import Uses

MANIFEST = """\
id: hands
title: Hands
version: "1.0.0"
language: 1
licence: MIT
game:
  title: Hands
  start: game
  seats: {kind: player, min: 2, max: 2, sides: each}
"""
RULES = """
policy { simultaneous: active_player_first; watchers: present; step_handlers: fixed; impossible: skip }
policy { target: any_part; attachments: box; windows: able; on_limit: stop }
kind player is seat { counter points: int 0.. = 0; zone hand: list of card seen by owner; zone row: list of card seen by all }
kind card is thing { worth: int 0..9; counter marks: int 0.. = 0; starts_in: deck }
player "Ann" { }
player "Bob" { }
card "One" x3 { worth: 1 }
card "Two" x3 { worth: 2 }
zone deck: list of card seen by nobody
zone pile: list of card seen by all
zone table_row: list of card seen by all
define worth_of(c: card) = c.worth
define dear(q: list of card) = q where it.worth > 1
verb score c: card, for who: player { who.points += c.worth }
verb bin c: card { put c into pile }
verb lay c: card, by who: player { require c in who.hand; put c into table_row }
verb dump c: card, by who: player { require c in who.hand; put c into pile }
sequence game { for each p in players { turn by p }; for each p in players { p.points += total(table_row, worth_of) }; draw_game }
"""


def uses(folder: Path, turn: str) -> Uses:
    (folder / "pack.yaml").write_text(MANIFEST, "utf-8")
    (folder / "rules.rw").write_text(f"{RULES}sequence turn by who: player {{ {turn} }}\n", "utf-8")
    return Uses(load_ruleset(str(folder), ()))


@pytest.mark.parametrize(
    ("turn", "used"),
    [
        ("choose 2 cards from who.hand by who as lost else skip; for each c in lost { put c into pile }", False),
        ("choose 2 cards from who.hand by who as lost else skip; for each c in lost { bin c; c.marks += 1 }", False),
        ("choose a card from who.hand by who as one else skip; if one is not none and one.place is who.hand { put one into pile }", False),
        ("choose a card from who.hand by who as one else skip; if one is not none { score one for who }", True),
        ("choose 2 cards from who.hand by who as some_cards else skip; let kept = some_cards; who.points += total(kept, worth_of)", True),
        ("choose a card from who.hand where it.worth > 1 by who as one else skip; if one is not none { bin one }", True),
        ("choose a card from dear(who.hand) by who as one else skip; if one is not none { bin one }", True),
        ("choose any number of cards from who.hand by who as given; for each c in given { put c into table_row }", True),
        ("choose any number of cards from who.hand by who as given; for each c in given { put c into pile }", False),
        ("choose 2 cards from who.hand by who as given else skip; for each c in given { put c into table_row }", False),
    ],
)
def test_a_choice_uses_what_the_rules_look_at(tmp_path: Path, turn: str, used: bool) -> None:
    assert (uses(tmp_path, turn).sites == {"hands:turn@1"}) is used


def test_an_offered_verb_uses_what_it_looks_at_or_lays_where_others_look(tmp_path: Path) -> None:
    found = uses(tmp_path, "offer [lay, dump] by who else pass")
    assert found.offered == {("hands:lay", "hands:turn"): ["c"], ("hands:dump", "hands:turn"): []}
    assert found.offers == {"hands:turn@1"} and found.sites == set()


def test_who_has_to_throw_cards_away_has_used_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    uses(tmp_path, "put top(deck, 3) into who.hand; choose 2 cards from who.hand by who as lost; for each c in lost { put c into pile }")
    assert main(["simulate", str(tmp_path), "--games", "20"]) == 0
    assert "held and never used (in how many games held): One (20), Two (20)\n" in capsys.readouterr().out
