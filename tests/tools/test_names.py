"""What things are called."""
from __future__ import annotations

from typing import Any

import pytest

from rulewright.tools.names import Names, words


@pytest.mark.parametrize(
    ("identity", "said"),
    [
        ("m:gorebelly", "Gorebelly"),
        ("m:gorebelly#1", "Gorebelly"),
        ("m:imp#2", "Imp (2)"),
        ("m:penny#7", "Penny"),
        ("m:ice_barrier/play", "Freeze"),
        ("m:vale/old_shrine", "Old Shrine"),
        ("seat:0", "Horde"),
        ("seat:7", "player 8"),
        ("hand:seat:0[3]", "card 4 of hand of Horde"),
        ("draw_pile:table", "draw pile"),
        ("bar:m:gorebelly#1", "bar of Gorebelly"),
        ("own_clock", "own clock"),
        ("m:evil", "Evil\\x1b[31m"),
        ("\x1b[2J", "\\x1b[2J"),
        (True, "yes"),
        (None, "none"),
        (-3, "-3"),
        ([], "nothing"),
        (["m:gorebelly#1", 4, "seat:1"], "Gorebelly, 4, player 2"),
        ([{"sides": 10, "face": 4}, {"sides": 10, "face": 9}], "4, 9"),
    ],
)
def test_names(names_only: dict[str, Any], identity: object, said: str) -> None:
    assert Names(names_only, ["Horde"]).of(identity) == said


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("m:imp/does.1", "Imp"),
        ("m:ice_barrier/react.1", "Ice Barrier"), ("m:ice_barrier/play/2.1", "Freeze"), ("m:deal/3", "deal"), ("m:some_where/1", "some where"),
    ],
)
def test_the_rule_behind_an_id(names_only: dict[str, Any], rule: str, said: str) -> None:
    assert Names(names_only).rule(rule) == said


def test_texts_by_key_or_as_they_are(names_only: dict[str, Any]) -> None:
    names = Names(names_only)
    assert (names.text("choose.targets"), names.text("Draw?\n")) == ("whom?", "Draw?\\x0a")


def test_words() -> None:
    assert [words(text) for text in ("m:take_turn", "m:a/b_c", "plain")] == ["take turn", "b c", "plain"]
