"""What questions and messages could tell of cards that a seat does not see: two of them change places, and the seat is sent the same in both games."""
from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Refused
from rulewright.runtime.view import seat_events, view
from rulewright.tools.front import compile_pack

from .exchanging import exchanged

NORTH, SOUTH = 0, 1


@cache
def masks(windows: str = "able") -> dict[str, Any]:
    rules = compile_pack(str(Path(__file__).parent.parent / "data" / "masks"))
    return {**rules, "policies": {**rules["policies"], "windows": windows}}


def dealt(north: list[str], south: list[str], shelf: list[str] | None = None, windows: str = "able") -> Game:
    """A game at its first decision, with these cards in hands and on top of the shelf; `Ape 2` is the second copy."""
    game = Game(masks(windows), seats=2, seed="masks", verified=True)
    game.pending()
    core = game.core

    def card(said: str) -> int:
        name, _, copy = said.partition(" ")
        return core.copies[f"masks:{name.lower()}"][int(copy or 1) - 1]

    for seat, hand in ((NORTH, north), (SOUTH, south)):
        for one in hand:
            game.place(card(one), core.entities[core.seats[seat]]["core:player.hand"])
    for one in shelf or []:
        game.place(card(one), core.entities[card(one)]["at"])
    game.pending()
    return game


def sent(game: Game, seat: int) -> str:
    asked = game.pending()
    mine = view(game, seat)["decision"] if asked.get("seat") == f"seat:{seat}" else None
    return json.dumps([view(game, seat), seat_events(game, seat), mine], indent=1)


def same(one: Game, other: Game, seat: int, *answers: Any) -> str:
    """What the seat is sent in both games after the answers; it must be the same after each of them."""
    assert sent(one, seat) == sent(other, seat)
    for answer in answers:
        one.apply(answer)
        other.apply(answer)
        assert sent(one, seat) == sent(other, seat)
        assert sent(files.load(masks(), files.save(one)), seat) == sent(files.load(masks(), files.save(other)), seat), "nor does a save"
    return sent(one, seat)


def test_a_question_does_not_say_which_hidden_card_asks_it() -> None:
    games = [dealt([], [card], ["Elk"]) for card in ("Fox", "Owl")]
    same(*games, NORTH, "knock")
    assert view(games[0], NORTH)["decision"]["site"] is None
    assert games[0].pending()["site"].startswith("masks:fox@"), "whoever runs the game knows it"
    told = same(*games, NORTH, "take")
    assert "fox" not in told.lower() and "owl" not in told.lower()


def test_who_sees_the_card_is_told_which_one_asks() -> None:
    game = dealt(["Elk"], ["Fox"])
    game.apply("pass")
    game.apply("pass")
    game.perform([{"op": "operation", "name": "reveal_to", "args": {"things": {"op": "thing", "id": "masks:fox"}}, "as": None}])
    game.checkpoint()
    game.apply("knock")
    assert view(game, NORTH)["decision"]["site"].startswith("masks:fox@")


@pytest.mark.parametrize("order", [["Hen", "Cat"], ["Cat", "Hen"]])
def test_the_order_of_what_hidden_cards_offer_is_not_that_in_which_they_came(order: list[str]) -> None:
    """Both lie in the hand in the same order; one of the games had them come in another."""
    game, other = dealt([], ["Hen", "Cat"]), dealt([], order)
    core = other.core
    hand = core.entities[core.seats[SOUTH]]["core:player.hand"]
    core.journal.write(core.entities[hand], "holds", list(game.core.entities[hand]["holds"]))
    other.checkpoint()
    picked = []
    for each in (game, other):
        each.apply("howl")
        assert [one["id"] for one in each.pending()["options"]] == ["hand:seat:1[0]", "hand:seat:1[1]"]
        assert each.decision is not None
        picked.append([core.entities[one]["def"] for one in each.decision.things or []])
    assert picked[0] == picked[1] and sent(game, NORTH) == sent(other, NORTH)


def test_what_has_gone_unseen_is_not_named_when_it_is_spoken_of() -> None:
    told = same(dealt([], [], ["Ape", "Elk"]), dealt([], [], ["Elk", "Ape"]), NORTH, "burn")
    assert "is gone" in told and "ape" not in told.lower() and "elk" not in told.lower()


def test_nor_what_somebody_else_has_seen_go() -> None:
    games = dealt([], ["Ape", "Elk"]), dealt([], ["Elk", "Ape"])
    for game, card in zip(games, ("masks:ape#1", "masks:elk#1"), strict=True):
        game.apply("pass")
        game.apply("drop")
        game.apply(card)
    assert sent(games[0], NORTH) == sent(games[1], NORTH)
    said = [event["with"]["{what}"] for event in seat_events(games[0], SOUTH) if event["event"] == "say"]
    assert said == ["masks:ape#1"] and "ape" not in sent(games[0], NORTH)


def test_what_comes_back_is_seen_by_all_and_bears_a_new_number_for_those_that_had_lost_it() -> None:
    game = dealt([], ["Ape", "Elk", "Fox"])
    for answer in ("pass", "drop", "masks:fox#1", "dig"):
        game.apply(answer)
    assert ["masks:fox#1" in sent(game, seat) for seat in (NORTH, SOUTH)] == [True, True]
    assert "shown" not in game.core.entities[game.core.copies["masks:fox"][0]]


def test_rules_know_a_copy_by_what_everybody_calls_it() -> None:
    """Which of two equal copies lies in the hand and which on the shelf nobody can tell, and `number` does not either."""
    game = dealt([], ["Ape", "Elk"])
    one, other = game.core.copies["masks:ape"][:2]
    twin = Game.from_state(masks(), exchanged(game, one, other), [], inputs=game.inputs, verified=True)
    assert sent(game, SOUTH) == sent(twin, SOUTH)
    for each in (game, twin):
        each.apply("pass")
        each.apply("count_up")
        each.apply("masks:ape#1")
    assert all(sent(game, seat) == sent(twin, seat) for seat in (NORTH, SOUTH))


def test_a_game_that_ends_by_a_hidden_card_does_not_say_by_which() -> None:
    told = same(dealt([], ["Asp", "Elk"]), dealt([], ["Boa", "Elk"]), NORTH, "boast")
    assert json.loads(told)[0]["result"] == {"winners": ["seat:1"], "losers": ["seat:0"], "why": "win", "rule": None}



@pytest.mark.parametrize("verb", ["seek", "glean", "dare"])
def test_where_all_are_asked_always_a_question_is_put_whatever_can_be_answered(verb: str) -> None:
    hands = [["Elk", "Elk 2"], ["Ape", "Elk"], ["Ape", "Ape 2"]]
    games = [dealt([], hand, windows="always") for hand in hands]
    for game in games:
        game.apply(verb)
        assert game.pending()["seat"] == "seat:1" and len(game.pending()["options"]) in ((0, 1) if verb == "dare" else (0, 1, 2))
        assert sent(game, NORTH) == sent(games[0], NORTH)
    if verb != "seek":
        for game in games:
            game.apply(game.pending()["else"] or [])
            assert sent(game, NORTH) == sent(games[0], NORTH)


@pytest.mark.parametrize("verb", ["seek", "glean", "dare"])
def test_else_nobody_is_asked_who_has_nothing_to_answer(verb: str) -> None:
    game = dealt([], ["Elk", "Elk 2"])
    game.apply(verb)
    assert game.pending()["site"].startswith("masks:turn") and game.pending()["seat"] == "seat:1"


def test_where_all_are_asked_always_a_single_card_is_asked_for() -> None:
    game = dealt([], ["Ape", "Elk"], windows="always")
    game.apply("dare")
    game.apply("lay_down")
    assert [one["id"] for one in game.pending()["options"]] == ["masks:ape#1"]
    game.apply("masks:ape#1")
    assert '"masks:ape#' in sent(game, NORTH)


def test_what_a_body_notes_for_itself_is_in_no_view() -> None:
    told = same(dealt([], ["Elk", "Elk 2"]), dealt([], ["Ape", "Elk 2"]), NORTH, "pass")
    assert json.loads(told)[0]["periods"][-1]["variables"] == {"who": "seat:1"}


@pytest.mark.parametrize("hand", [["Elk", "Elk 2"], ["Ape", "Elk"], ["Ape", "Ape 2"]])
def test_whether_a_random_draw_can_be_taken_back_does_not_tell_from_how_many_it_was(hand: list[str]) -> None:
    game = dealt([], hand)
    game.apply("filch")
    with pytest.raises(Refused, match="dice or hidden things have been seen since"):
        game.undo(NORTH)
