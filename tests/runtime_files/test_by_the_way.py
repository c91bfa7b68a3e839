"""What could show by the way: numbers of what sticks to hidden cards, rules that are the text of hidden cards, the age of what lasts."""
from __future__ import annotations

import json
from typing import Any

import pytest

from rulewright.runtime import sight
from rulewright.runtime.game import Game
from rulewright.runtime.view import View, seat_events, view

from .exchanging import begun, vaults


def hand(game: Game, seat: int) -> list[int]:
    return zone(game, ".hand", seat)


def zone(game: Game, slot: str, seat: int) -> list[int]:
    owner = game.core.seats[seat]
    return next(list(one.get("holds", [])) for one in game.core.entities if one["kind"] == "zone" and one["slot"].endswith(slot) and one["owner"] == owner)


def name(game: Game, eid: int, seat: int | None) -> str:
    said = View(game.core, None if seat is None else game.core.seats[seat]).name(eid)
    assert said is not None
    return said


def take(game: Game, *answers: str) -> None:
    for answer in answers:
        game.apply(answer)


def act(game: Game, verb: str, eid: int | None = None) -> None:
    """North does something, with a card that it is asked for if there are several; South passes."""
    game.apply(verb)
    if eid is not None and game.pending()["seat"] == "seat:0":
        game.apply(name(game, eid, 0))
    game.apply("pass")


def seals(game: Game, seat: int) -> dict[str, str]:
    """The seals that a seat sees on scrolls, and what they stick to."""
    return {one["id"]: one["place"] for one in view(game, seat)["things"] if one["kind"] == "vaults:seal" and one["place"] != "wax:table"}


def sealed() -> tuple[Game, list[int]]:
    """North has two scrolls in its row, each with a seal of one kind; nobody holds a card that works in hands."""
    game = begun(holding(set()))
    cards = hand(game, 0)[:2]
    for card in cards:
        act(game, "bury", card)
        act(game, "press", card)
    return game, cards


def test_what_sticks_to_a_card_is_lost_from_the_eyes_with_it() -> None:
    game, cards = sealed()
    for card in cards:
        act(game, "flip", card)
    before = [seals(game, seat) for seat in (0, 1)]
    assert len(before[0]) == len(before[1]) == 2 and all(place.startswith("vaults:") for place in before[1].values())
    act(game, "mix")
    assert seals(game, 1) == {} and seals(game, 0) == before[0], "whose row it is sees through the shuffle"
    for card in cards:
        act(game, "flip", card)
    after = seals(game, 1)
    assert len(after) == 2 and not set(after) & set(before[1])


def test_how_much_sticks_to_a_hidden_card_does_not_show_in_numbers() -> None:
    def counted(answers: list[str]) -> list[int]:
        game = begun(holding(set()))
        cards = hand(game, 0)[:2]
        for card in cards:
            act(game, "bury", card)
            for answer in answers:
                act(game, answer, card)
        act(game, "mix")
        return [game.core.entities[eid]["aliases"] for eid in (game.core.seats[1], 0)]

    assert counted([]) == counted(["press"]) == counted(["press", "press"])


def test_what_lies_in_a_hidden_card_is_hidden_with_it() -> None:
    game = begun("inside")
    card = hand(game, 0)[0]
    act(game, "slip", card)
    (seal,) = (one["id"] for one in game.core.entities if one["kind"] == "vaults:seal" and game.core.entities[one["at"]]["slot"] == "vaults:scroll.inside")
    assert name(game, seal, 1) == name(game, seal, None) == "hand:seat:0[?]"
    assert name(game, seal, 0).startswith("vaults:blue#")
    assert seals(game, 1) == {} and list(seals(game, 0).values()) == [f"inside:{name(game, card, 0)}"]
    act(game, "lay", card)
    assert list(seals(game, 1).values()) == [f"inside:{name(game, card, 1)}"]


def test_all_things_stand_in_an_order_that_does_not_tell_how_hidden_ones_lie() -> None:
    game = begun("order")
    told = game.core.events_cut + len(game.core.events)
    act(game, "count_all")
    touched = [event["with"]["what"] for event in seat_events(game, 1, told) if event["event"] == "vaults:touch"]
    assert len(touched) > 5 and touched == [f"vault:table[{at}]" for at in range(len(touched))]


def test_equal_copies_stand_in_the_order_in_which_they_were_last_lost_from_everybodys_eyes() -> None:
    game = begun("copies")
    scrolls = {"op": "all", "kind": "vaults:scroll"}
    for one in hand(game, 0)[:2]:
        act(game, "lay", one)
    act(game, "gather")
    hidden = game.evaluate(scrolls)
    vault = next(one["holds"] for one in game.core.entities if one["kind"] == "zone" and one["slot"] == "vaults:vault")
    assert hidden[: len(vault)] == vault and hidden != sorted(hidden)
    assert hidden[len(vault) :] == [*hand(game, 0), *hand(game, 1)]


def holding(seats: set[int]) -> str:
    """The seed of a game in which these seats hold a card that works in hands, and the others do not."""

    def holders(game: Game) -> set[int]:
        return {seat for seat in (0, 1) if any(game.core.entities[one]["def"] == "vaults:thorn" for one in hand(game, seat))}

    return next(seed for seed in map(str, range(200)) if holders(begun(seed)) == seats)


def events(game: Game, seat: int | None, wanted: str) -> list[dict[str, Any]]:
    return [event for event in seat_events(game, seat) if event["event"] == wanted]


def test_what_bars_a_call_is_not_named_where_it_is_hidden() -> None:
    game = begun(holding({1}))
    act(game, "bury", hand(game, 0)[0])
    take(game, "urge")
    assert [events(game, seat, "refused")[0]["with"]["reason"] for seat in (0, 1, None)] == [None, "vaults:thorn/forbid.1", None]
    assert "thorn" not in json.dumps([view(game, 0), seat_events(game, 0), seat_events(game, None)])


def test_what_replaces_an_event_is_not_named_where_it_is_hidden() -> None:
    game = begun(holding({1}))
    take(game, "praise")
    assert [events(game, seat, "replaced")[0]["rule"] for seat in (0, 1, None)] == [None, "vaults:thorn/instead.1", None]
    assert "thorn" not in json.dumps([view(game, 0), seat_events(game, 0), seat_events(game, None)])


def test_what_lasts_on_a_hidden_card_is_not_named_when_it_ends() -> None:
    game = begun(holding({0}))
    take(game, "take")
    assert [[event["rule"] for event in events(game, seat, "end")] for seat in (0, 1, None)] == [["vaults:thorn/modify.1"], [None], [None]]
    assert "thorn" not in json.dumps([view(game, 1), seat_events(game, 1), seat_events(game, None)])


def test_nor_in_a_game_without_history() -> None:
    after = Game(vaults(), seats=2, seed=holding({1}), verified=True, history=False)
    after.pending()
    told: list[Any] = []
    after.heard = lambda made: told.append(seat_events(after, 0))
    after.apply("praise")
    assert told and "thorn" not in json.dumps(told)


def test_what_goes_into_the_box_unseen_stays_unseen() -> None:
    game = begun("box")
    told = game.core.events_cut + len(game.core.events)
    act(game, "burn")
    for seat in (0, 1, None):
        assert [event["with"].get("what") for event in seat_events(game, seat, told) if event["event"] == "vaults:char"] == ["vault:table[8]"]
        assert [event["with"]["thing"] for event in seat_events(game, seat, told) if event["event"] == "put"] == [None]


@pytest.mark.parametrize("seat", [0, 1])
def test_what_lasts_is_listed_from_the_oldest(seat: int) -> None:
    game = begun("age")
    for verb in ("hope", "wish", "praise", "hope"):
        act(game, verb)
    assert [one["rule"] for one in view(game, seat)["effects"]] == ["vaults:wish/modify.1", "vaults:hope/modify.1"]


def test_numbers_of_one_seat_stay_apart() -> None:
    game, cards = sealed()
    act(game, "mix")
    numbers = [sight.number(game.core, one, game.core.seats[1]) for one in sight.with_attached(game.core, zone(game, ".row", 0))]
    assert len(set(numbers)) == len(numbers) == 4 and set(cards) == set(zone(game, ".row", 0))
