"""Events as lines."""
from __future__ import annotations

from typing import Any

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
        "  d10: 4, 10",
        "  Ice Barrier deals 2 to Gorebelly  (Ice Barrier)",
    ]


def test_events_may_come_in_parts(names_only: dict[str, Any]) -> None:
    narrator = Narrator(names_only, Names(names_only))
    assert as_lines([line for one in STORY for line in narrator.tell([one])]) == as_lines(Narrator(names_only, Names(names_only)).tell(STORY))


def test_everything_tells_also_what_has_no_text(names_only: dict[str, Any]) -> None:
    told = Narrator(names_only, Names(names_only), everything=True).tell(STORY)
    assert [line.text for line in told] == ["Gorebelly walks to Old Shrine", "wound", "d10: 4, 10", "Ice Barrier deals 2 to Gorebelly"]
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
