"""Events as lines."""
from __future__ import annotations

from typing import Any

import pytest

from rulewright.tools.names import Names
from rulewright.tools.narration import Narrator, as_lines


def event(n: int, parent: int | None, name: str, rule: str = "", **values: Any) -> dict[str, Any]:
    return {"n": n, "parent": parent, "event": name, "with": values, "rule": rule, "see": "all"}


STORY = [
    event(1, None, "m:walk", "m:walk", mover="m:gorebelly#1", spot="m:vale/old_shrine"),
    event(2, 1, "set", "m:walk"),
    event(3, 1, "m:wound", "m:walk"),
    event(4, 3, "roll", "m:wound", sides=10, faces=[4, 10]),
    event(5, 3, "m:deal", "m:ice_barrier/react.1", source="m:ice_barrier#1", amount=2, target="m:gorebelly#1"),
]


def test_told_events_are_indented_below_what_caused_them(names_only: dict[str, Any]) -> None:
    told = Narrator(names_only, Names(names_only)).tell(STORY)
    assert as_lines(told) == [
        "Gorebelly walks to Old Shrine",
        "  rolls d10: 4, 10",
        "  Ice Barrier deals 2 to Gorebelly  (Ice Barrier)",
    ]


def test_events_may_come_in_parts(names_only: dict[str, Any]) -> None:
    narrator = Narrator(names_only, Names(names_only))
    assert as_lines([line for one in STORY for line in narrator.tell([one])]) == as_lines(Narrator(names_only, Names(names_only)).tell(STORY))


def test_everything_tells_also_what_has_no_text(names_only: dict[str, Any]) -> None:
    told = Narrator(names_only, Names(names_only), everything=True).tell(STORY)
    assert [line.text for line in told] == ["Gorebelly walks to Old Shrine", "wound", "rolls d10: 4, 10", "Ice Barrier deals 2 to Gorebelly"]
    assert [line.depth for line in told] == [0, 1, 2, 2]


def test_content_cannot_steer_the_terminal(names_only: dict[str, Any]) -> None:
    names_only["verbs"][0]["text"] = "\x1b[2J{source} \x07"
    told = Narrator(names_only, Names(names_only)).tell([event(1, None, "m:deal", "m:deal", source="m:evil#1")])
    assert told[0].text == "\\x1b[2JEvil\\x1b[31m \\x07"


def test_a_field_that_is_not_there_is_a_word(names_only: dict[str, Any]) -> None:
    told = Narrator(names_only, Names(names_only)).tell([event(1, None, "m:walk", "m:walk", mover="m:gorebelly#1")])
    assert told[0].text == "Gorebelly walks to spot"


def test_a_sequence_about_a_thing_is_told_as_it_is_called(names_only: dict[str, Any]) -> None:
    param = {"name": "actor", "label": "by", "type": {"type": "thing", "of": "m:hero"}}
    turn = {"id": "m:take_turn", "name": "take_turn", "params": [param], "text": None}
    names_only["sequences"] = [turn, {"id": "m:round", "name": "round", "params": [], "text": None}]
    refused = event(3, 2, "refused", event="m:walk", reason="m:ice_barrier/forbid.1")
    story = [event(1, None, "m:round"), event(2, 1, "m:take_turn", actor="m:gorebelly#1"), refused]
    assert as_lines(Narrator(names_only, Names(names_only)).tell(story)) == ["", "take turn by Gorebelly", "  not possible: walk"]


def param(name: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "label": None, "type": {"type": kind, **more}}


@pytest.mark.parametrize(
    ("text", "unit", "amount", "said"),
    [
        ("{who} pays {amount}", "tick", 3, "Gorebelly pays 3 ticks"),
        ("{who} pays {amount}", "tick", 1, "Gorebelly pays 1 tick"),
        ("{who} takes {amount} of it", "damage", 4, "Gorebelly takes 4 damage of it"),
        ("{who} pays {amount} ticks at once", "tick", 3, "Gorebelly pays 3 ticks at once"),
        ("{who} pays {amount}", None, 3, "Gorebelly pays 3"),
    ],
)
def test_an_amount_is_told_with_its_unit(names_only: dict[str, Any], text: str, unit: str | None, amount: int, said: str) -> None:
    names_only["verbs"].append({"id": "m:pay", "name": "pay", "text": text, "params": [param("amount", "int", unit=unit), param("who", "thing", of="m:hero")]})
    told = Narrator(names_only, Names(names_only)).tell([event(1, None, "m:pay", "m:pay", amount=amount, who="m:gorebelly#1")])
    assert [line.text for line in told] == [said]


def test_a_dial_is_told_as_it_shows_and_a_hidden_card_has_no_number(names_only: dict[str, Any]) -> None:
    params = [param("now", "dial", low=1, high=10), param("card", "thing", of="m:card")]
    names_only["verbs"].append({"id": "m:keep", "name": "keep", "text": "{card} at {now}", "params": params})
    told = Narrator(names_only, Names(names_only)).tell([event(1, None, "m:keep", "m:keep", now=13, card="bar:m:gorebelly#1[1]")])
    assert [line.text for line in told] == ["a hidden card at 3"]


def test_what_is_said_is_told_word_for_word(names_only: dict[str, Any]) -> None:
    told = Narrator(names_only, Names(names_only)).tell([event(1, None, "say", "m:walk", text="hits: 3, blocked: 1_1")])
    assert [line.text for line in told] == ["hits: 3, blocked: 1_1"]


def test_a_heading_about_no_thing_waits_for_what_it_heads(names_only: dict[str, Any]) -> None:
    tick = {"id": "m:tick", "name": "tick", "params": [param("now", "dial", low=1, high=10)], "text": "tick {now}"}
    turn = {"id": "m:turn", "name": "turn", "params": [param("actor", "thing", of="m:hero")], "text": "{actor} acts"}
    attack = {"id": "m:attack", "name": "attack", "params": [param("actor", "thing", of="m:hero")], "text": "{actor} attacks"}
    names_only["sequences"] = [tick, turn, attack]
    narrator = Narrator(names_only, Names(names_only))
    story = [
        event(1, None, "m:tick", now=1),
        event(2, None, "m:tick", now=2),
        event(3, 2, "m:turn", "m:tick", actor="m:gorebelly#1"),
        event(4, 3, "m:attack", "m:turn", actor="m:gorebelly#1"),
        event(5, 4, "roll", "m:attack", sides=6, faces=[2]),
    ]
    assert as_lines(narrator.tell(story)) == ["", "-- tick 2 --", "Gorebelly acts", "  Gorebelly attacks", "    rolls d6: 2"]
    assert narrator.heading([2, 3, 4]) == "tick 2, Gorebelly acts"


def test_the_same_said_many_times_in_a_row_is_counted(names_only: dict[str, Any]) -> None:
    story = [event(n, None, "roll", sides=6, faces=[1]) for n in range(2)] + [event(2 + n, None, "create", thing=None) for n in range(4)]
    story += [event(6 + n, None, "shuffle", zone="m:deck") for n in range(4)] + [event(10, 9, "roll", sides=6, faces=[2])]
    lines = as_lines(Narrator(names_only, Names(names_only)).tell(story))
    assert lines == ["rolls d6: 1", "rolls d6: 1", "deck is shuffled  x3", "deck is shuffled", "  rolls d6: 2"]
