"""Questions to people, and what they may type."""
from __future__ import annotations

from typing import Any

import pytest

from rulewright.tools.asking import NotUnderstood, answer, option_lines, question
from rulewright.tools.names import Names

OPTIONS = [{"id": "m:gorebelly#1", "cost": {"tick": 3}}, {"id": "m:imp#1"}, {"id": "m:imp#2"}, {"id": "m:evil#1", "text": "Evil\x07"}]


def decision(kind: str, **more: Any) -> dict[str, Any]:
    return {"n": 1, "seat": "seat:0", "kind": kind, "site": "m:ice_barrier/react.1", "text": "", "card": None, "options": OPTIONS, "else": None, **more}


def test_the_question_names_seat_and_rule(names_only: dict[str, Any]) -> None:
    names = Names(names_only, ["Horde"])
    assert question(decision("one"), names) == "Horde: choose one  (Ice Barrier)"
    assert question(decision("some", min=1, max=2, text="choose.targets", card="m:gorebelly#1"), names) == "Horde: whom? 1 to 2  (Gorebelly)"
    assert question(decision("some", min=2, max=2), names) == "Horde: choose 2  (Ice Barrier)"
    how_many = [question(decision("some", min=low, max=high, text="choose imps"), names) for low, high in ((1, 1), (3, 3), (0, 2), (0, 4), (2, 3))]
    said = ["choose imps", "choose imps, 3", "choose imps, up to 2", "choose imps, any number", "choose imps, 2 to 3"]
    assert how_many == [f"Horde: {text}  (Ice Barrier)" for text in said]


def test_a_yes_or_no_of_an_action_is_asked_as_one(names_only: dict[str, Any]) -> None:
    names = Names(names_only, ["Horde"])
    options = [{"id": "yes", "text": "yes"}, {"id": "no", "text": "no"}]
    assert question(decision("one", site="m:game@1/m:place.face_up", text="face_up", options=options), names).startswith("Horde: place: face up?")
    assert question(decision("one", site="m:game@1/m:place.card", text="card"), names).startswith("Horde: place card which?")


def test_the_options_are_numbered_and_say_what_they_cost(names_only: dict[str, Any]) -> None:
    assert option_lines(decision("one"), Names(names_only)) == ["  1 Gorebelly  costs 3 tick", "  2 Imp (1)", "  3 Imp (2)", "  4 Evil\\x07"]


def test_taking_none_is_number_0(names_only: dict[str, Any]) -> None:
    assert option_lines(decision("action", **{"else": "pass"}), Names(names_only))[-1] == "  0 pass"
    assert option_lines(decision("may"), Names(names_only)) == ["  1 yes", "  2 no"]


@pytest.mark.parametrize(
    ("made", "typed", "value"),
    [
        (decision("one"), "1", "m:gorebelly#1"),
        (decision("one"), " gore", "m:gorebelly#1"),
        (decision("one"), "IMP (2)", "m:imp#2"),
        (decision("action", **{"else": "pass"}), "pass", "pass"),
        (decision("action", **{"else": "pass"}), "0", "pass"),
        (decision("one", **{"else": "none"}), "None", "none"),
        (decision("may"), "y", "yes"),
        (decision("may"), "2", "no"),
        (decision("one"), "(2)", "m:imp#2"),
        (decision("some", min=0, max=2), "", []),
        (decision("some", min=0, max=2), "none", []),
        (decision("some", min=0, max=2), "3, 1", ["m:gorebelly#1", "m:imp#2"]),
        (decision("some", min=0, max=2), "evil, gorebelly", ["m:gorebelly#1", "m:evil#1"]),
        (decision("order"), "4 3 2 1", ["m:evil#1", "m:imp#2", "m:imp#1", "m:gorebelly#1"]),
        (decision("share", total=7), "3 0 4 0", {"m:gorebelly#1": 3, "m:imp#1": 0, "m:imp#2": 4, "m:evil#1": 0}),
        (decision("number", min=1, max=9), " 7", 7),
    ],
)
def test_answers(names_only: dict[str, Any], made: dict[str, Any], typed: str, value: Any) -> None:
    assert answer(made, typed, Names(names_only)) == value


@pytest.mark.parametrize(
    ("made", "typed", "said"),
    [
        (decision("one"), "5", "only the options 1 to 4"),
        (decision("one"), "0", "only the options 1 to 4"),
        (decision("one"), "imp", r"could be Imp \(1\) or Imp \(2\)"),
        (decision("one"), "gorbely", "did you mean `gorebelly`"),
        (decision("one"), "", "is not an option"),
        (decision("one"), "\x1b]0;x", r"`\\x1b"),
        (decision("some", min=1, max=2), "1 2 3", "choose 1 to 2, not 3"),
        (decision("some", min=2, max=2), "1 1", "choose 2, not 1"),
        (decision("order"), "1 2 3", "each of the 4 options once"),
        (decision("order"), "1 2 3 3", "each of the 4 options once"),
        (decision("share", total=7), "7", "4 numbers whose sum is 7"),
        (decision("share", total=7), "7 0 0 1", "4 numbers whose sum is 7"),
        (decision("number", min=1, max=9), "a few", "`a few` is not a number"),
    ],
)
def test_what_is_not_understood(names_only: dict[str, Any], made: dict[str, Any], typed: str, said: str) -> None:
    with pytest.raises(NotUnderstood, match=said):
        answer(made, typed, Names(names_only))
