"""Seats and options as they are typed."""
from __future__ import annotations

from typing import Any

import pytest

from rulewright.tools import players
from rulewright.tools.usage import UsageError


def option(name: str, kind: dict[str, Any], start: Any) -> dict[str, Any]:
    return {"id": f"g:{name}", "name": name, "role": "option", "type": kind, "start": {"op": kind["type"], "value": start}}


RULESET: dict[str, Any] = {
    "game": {"seats": {"kind": "g:player", "min": 2, "max": 3}},
    "kinds": [{"id": "g:player", "parent": "seat"}, {"id": "g:side", "parent": "g:player"}, {"id": "g:card", "parent": None}],
    "always": [],
    "definitions": [
        {"id": "g:red", "name": "Red", "of": "g:side", "copies": 1},
        {"id": "g:ace", "name": "Ace", "of": "g:card", "copies": 4},
        {"id": "g:blue", "name": "Blue", "of": "g:player", "copies": 1},
    ],
    "enums": [{"id": "g:tie", "members": ["shared", "surplus"]}],
    "slots": [
        option("rounds", {"type": "int", "low": 1, "high": 9, "unit": None}, 3),
        option("cards", {"type": "bool"}, False),
        option("tie", {"type": "word", "of": "g:tie"}, "shared"),
        {"id": "g:master", "name": "master", "role": "counter", "type": {"type": "int", "low": None, "high": None}},
    ],
}


def test_the_names_of_the_seats() -> None:
    assert players.seat_names(RULESET) == ["Red", "Blue"]


def test_options_take_seats_away() -> None:
    asks = {"op": "option", "name": "g:cards"}
    first = {"id": "g:grey", "name": "Grey", "of": "g:side", "copies": 1, "when": asks}
    again = {**RULESET["definitions"][0], "name": "Rose", "when": asks}
    ruleset = {**RULESET, "definitions": [first, *RULESET["definitions"], again]}
    assert players.seat_names(ruleset, {}) == ["Red", "Blue"]
    assert players.seat_names(ruleset, {"cards": True}) == ["Grey", "Rose", "Blue"]
    assert players.seat_numbers(ruleset, {}) == [2] and players.seat_numbers(ruleset, {"cards": True}) == [2, 3]
    assert players.unfit(ruleset, {}, 3) == "with these options there are seats for 2, not 3" and players.unfit(ruleset, {"cards": True}, 3) is None


def test_how_many_play() -> None:
    assert [players.seat_count(RULESET, asked, {}) for asked in (None, 2)] == [2, 2]
    with pytest.raises(UsageError, match="there are seats for 2, not 3"):
        players.seat_count(RULESET, 3, {})
    with pytest.raises(UsageError, match="2 to 3 players, not 4"):
        players.seat_count(RULESET, 4, {})


@pytest.mark.parametrize(
    ("texts", "kinds"),
    [([], ["human", "human"]), (["red=random"], ["random", "human"]), (["2=probe"], ["human", "probe"]), (["all=random", "Blue=human"], ["random", "human"])],
)
def test_who_plays(texts: list[str], kinds: list[str]) -> None:
    assert players.assigned(texts, ["Red", "Blue"], 2, "human") == kinds


@pytest.mark.parametrize(
    ("text", "said"),
    [("red", "must be NAME=human"), ("red=dog", "must be NAME=human"), ("green=human", "name one of Red, Blue, 1, 2, all"), ("3=human", "1 to 2")],
)
def test_seats_that_are_not_there(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        players.assigned([text], ["Red", "Blue"], 2, "human")


def test_options() -> None:
    assert players.options(["rounds=5", "cards=Yes", "g:tie=surplus"], RULESET) == {"g:rounds": 5, "g:cards": True, "g:tie": "surplus"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rounds", "must be NAME=VALUE"),
        ("round=5", "did you mean `rounds`"),
        ("zzz=5", "it has rounds, cards, tie"),
        ("master=1", "has no option `master`"),
        ("rounds=0", "from 1 to 9, not `0`"),
        ("rounds=five", "not `five`"),
        ("cards=2", "is yes or no"),
        ("tie=x", "is shared or surplus"),
    ],
)
def test_options_that_cannot_be(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        players.options([text], RULESET)


BOTS: dict[str, Any] = {
    "game": {"seats": {"kind": "small:player", "min": 2, "max": 2}},
    "kinds": [{"id": "small:player", "parent": "seat"}, {"id": "small:boss", "parent": "small:player"}],
    "definitions": [{"id": "g:red", "name": "Red", "of": "small:player", "copies": 1}, {"id": "g:blue", "name": "Blue", "of": "small:boss", "copies": 1}],
    "bots": [
        {"id": "small:careful", "name": "Careful", "for": "small:player"},
        {"id": "small:grim", "name": "Grim One", "for": "small:boss"},
    ],
}


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("all=careful", ["small:careful"] * 2), ("2=grim one", ["random", "small:grim"]), ("blue=small:grim", ["random", "small:grim"])],
)
def test_a_bot_of_the_game_sits_by_its_name(text: str, kinds: list[str]) -> None:
    assert players.assigned([text], ["Red", "Blue"], 2, "random", ("random",), BOTS) == kinds


@pytest.mark.parametrize(
    ("text", "said"),
    [("all=carefull", "random\\|careful\\|grim"), ("red=grim", "seat 1 is none; careful can")],
)
def test_a_bot_that_is_not_there_or_does_not_fit_is_refused(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        players.assigned([text], ["Red", "Blue"], 2, "random", ("random",), BOTS)
