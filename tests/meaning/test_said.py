"""A line of the log says what people call things, and each reader no more than that one may see."""
from __future__ import annotations

import json

from rulewright.runtime.game import Game
from rulewright.runtime.view import seat_events
from rulewright.tools.names import Names
from rulewright.tools.narration import Narrator

from .test_meaning import ruleset


def lines(seat: int | None) -> tuple[list[str], str]:
    rules = ruleset("said")
    assert rules is not None
    game = Game(rules, seed="said", verified=True)
    game.pending()
    events = game.events() if seat is None else seat_events(game, seat)
    said = [one for one in events if one["event"] == "say"]
    return [one.text for one in Narrator(rules, Names(rules, ["North", "South"])).tell(said)], json.dumps(events)


def test_a_line_has_names_words_and_numbers() -> None:
    [line], _ = lines(0)
    shown, dice = line.removesuffix("; {nothing").rsplit("; ", 1)
    assert shown == (
        "North: Alpha; Alpha; Beta (1), Beta (2); nothing; Tap Room; box; very glad; yes; none; as it_goes; 3; 2"
    )
    assert [int(face) in range(1, 7) for face in dice.split(", ")] == [True, True]


def test_who_does_not_see_a_card_is_not_told_its_name() -> None:
    [line], sent = lines(1)
    assert line.startswith("North: a hidden card; a hidden card; Beta (1), Beta (2);")
    assert "alpha" not in sent.lower()
