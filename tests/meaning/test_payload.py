"""All that a seat is ever sent, at each moment of a game: the cards of its hand and those in the open, and of the others not even a name."""
from __future__ import annotations

import json
import re
from typing import Any

import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Refused
from rulewright.runtime.view import seat_events, view

from .test_meaning import ruleset

CARD = re.compile(r"zeb\d\d")


def sent(game: Game, seat: int) -> str:
    """The view, all events, the decision if it is the seat's, and what is said of answers that cannot be."""
    asked = game.pending()
    mine = asked if asked.get("seat") == f"seat:{seat}" else None
    said = []
    for wrong in ("zeb", "dealt:zed99#1", ["take_card"], 7) if mine is not None else ():
        with pytest.raises(Refused) as refused:
            game.apply(wrong)
        said.append(str(refused.value))
    return json.dumps([view(game, seat), seat_events(game, seat), mine, said]).lower()


def named(game: Game, *places: int) -> set[str]:
    return {one["def"].rpartition(":")[2] for one in game.core.entities if one.get("at") in places and "zeb" in str(one.get("def"))}


def zone(game: Game, slot: str, owner: int | None = None) -> int:
    return next(n for n, one in enumerate(game.core.entities) if one["kind"] == "zone" and one["slot"] == slot and (owner is None or one["owner"] == owner))


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_of_twenty_cards_a_seat_is_sent_its_own_and_the_open_ones(seed: str) -> None:
    rules = ruleset("dealt")
    assert rules is not None
    game = Game(rules, seed=seed, verified=True)
    answers: list[Any] = ["take_card", "lay_down", "lay_down", "take_card", "take_card", "lay_down"]
    laid = set[str]()
    for answer in answers:
        game.pending()
        open_ = named(game, zone(game, "dealt:open_row"))
        for seat in range(2):
            hand = named(game, zone(game, "core:player.hand", game.core.seats[seat]))
            assert set(CARD.findall(sent(game, seat))) == hand | open_ and not laid - open_
        game.apply(answer)
        if game.pending().get("kind") != "action" and "options" in game.pending():
            game.apply(game.pending()["options"][0]["id"])
        laid |= named(game, zone(game, "dealt:open_row"))
    assert len(laid) == 5
