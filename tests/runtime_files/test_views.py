"""What a seat sees, and that it sees nothing else."""
from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from rulewright.runtime.determinise import determinise
from rulewright.runtime.game import Game
from rulewright.runtime.view import Look, seat_events, view

Played = Callable[..., Game]


def swapped(duel: dict[str, Any], game: Game, a: int, b: int) -> Game:
    """The game in which two cards of different names have changed places, with the same answers since the checkpoint."""
    document = game.checkpoint_state()
    for key in ("def", "copy"):
        one, two = document["entities"][a], document["entities"][b]
        one[key], two[key] = two[key], one[key]
    return Game.from_state(duel, document, game.answers, inputs=game.inputs - len(game.answers), verified=True)


def zone(game: Game, slot: str, owner: int) -> list[int]:
    return next(list(one.get("holds", [])) for one in game.core.entities if one["kind"] == "zone" and one["slot"] == slot and one["owner"] == owner)


def at_turn_of(played: Played, duel: dict[str, Any], seat: str, after: int = 6) -> Game:
    for inputs in range(after, after + 40):
        game = played(duel, "leak", inputs)
        if game.pending().get("seat") == seat and game.pending()["kind"] == "action":
            return game
    raise AssertionError("no such turn")


@pytest.mark.parametrize("asked", ["seat:0", "seat:1"])
def test_hidden_cards_may_change_places_and_nobody_can_tell(duel: dict[str, Any], played: Played, asked: str) -> None:
    game = at_turn_of(played, duel, asked)
    other = game.core.seats[1]
    theirs, deck = zone(game, "duel:player.hand", other), zone(game, "duel:deck", 0)
    a, b = next((x, y) for x in theirs for y in deck if game.core.entities[x]["def"] != game.core.entities[y]["def"])
    twin = swapped(duel, game, a, b)
    assert json.dumps(view(game, 0)) == json.dumps(view(twin, 0))
    assert json.dumps(view(game, 1)) != json.dumps(view(twin, 1))
    assert seat_events(game, 0, game.core.events_start) == seat_events(twin, 0, twin.core.events_start)


def test_a_view_holds_no_seed_no_numbers_and_no_hidden_names(duel: dict[str, Any], played: Played) -> None:
    game = at_turn_of(played, duel, "seat:1")
    seen = view(game, 0)
    text = json.dumps(seen)
    assert game.core.stream.seed_hex not in text and game.hash() not in text
    hand = next(one for one in seen["zones"] if one["id"] == "hand:seat:1")
    assert hand["things"] == [None] * hand["count"] and hand["count"] > 0
    open_ = [name for one in seen["zones"] for name in one["things"] if name is not None]
    cards = {game.core.entities[eid]["def"] for eid in zone(game, "duel:deck", 0)}
    assert cards and {name for name in re.findall(r"duel:\w+#\d+", text) if name.partition("#")[0] in cards} <= set(open_)
    own = next(one for one in seen["zones"] if one["id"] == "hand:seat:0")
    assert None not in own["things"]


def test_others_decisions_are_seat_and_kind_only(duel: dict[str, Any], played: Played) -> None:
    game = at_turn_of(played, duel, "seat:1")
    assert set(view(game, 0)["decision"]) == {"n", "seat", "kind"}
    assert view(game, 1)["decision"] == game.pending()


def test_a_draw_is_seen_by_the_drawer_and_others_see_a_card(duel: dict[str, Any]) -> None:
    game = Game(duel, seed="draw", verified=True)
    game.pending()
    own = [event for event in seat_events(game, 0) if event["event"] == "put" and event["with"]["place"] == "hand:seat:0"]
    theirs = [event for event in seat_events(game, 1) if event["event"] == "put" and event["with"]["place"] == "hand:seat:0"]
    assert all(event["with"]["thing"] for event in own) and len(own) == 3
    assert [event["with"] for event in theirs] == [{"thing": None, "from": "deck:table", "place": "hand:seat:0"}] * 3
    assert seat_events(game, None)[2]["with"]["thing"] is None


def test_lasting_effects_and_changed_stats_are_seen(duel: dict[str, Any]) -> None:
    game = Game(duel, seed="force", verified=True)
    assert view(game, 1)["effects"] == []
    game.apply("walk")
    game.apply(game.pending()["options"][0]["id"])
    seen = view(game, 1)
    assert [(one["rule"], one["host"], one["left"]) for one in seen["effects"]] == [("duel:run_up/modify.1", "duel:knight#1", None)]
    assert {one["id"]: one["values"] for one in seen["things"] if one["kind"] == "duel:pawn"} == {
        "duel:knight#1": {"duel:pawn.haste": 1},
        "duel:rook#1": {"duel:pawn.haste": 0},
    }


def test_others_answers_are_not_told(duel: dict[str, Any]) -> None:
    game = Game(duel, seed="answers", verified=True)
    game.apply("walk")
    assert any(event["event"] == "answer" for event in seat_events(game, 0))
    assert not any(event["event"] == "answer" for event in seat_events(game, 1))


def test_a_game_dealt_anew_agrees_with_what_the_seat_knows(duel: dict[str, Any], played: Played) -> None:
    game = at_turn_of(played, duel, "seat:0")
    before = game.hash()
    made = [determinise(game, 0, game.pending(), str(n)) for n in range(6)]
    for one in made:
        assert json.dumps(view(one, 0)) == json.dumps(view(game, 0))
    assert game.hash() == before
    assert len({json.dumps(view(one, 1)["zones"]) for one in made}) > 1
    dice = []
    for one in made:
        one.apply("pass")
        dice.append([event["with"]["faces"] for event in one.events(0) if event["event"] == "roll"][-1])
    assert len({str(faces) for faces in dice}) > 1


def test_what_was_rolled_since_the_checkpoint_stays(duel: dict[str, Any], played: Played) -> None:
    game = next(one for inputs in range(4, 30) if (one := played(duel, "dice", inputs)).pending()["kind"] == "some")
    options = game.pending()["options"]
    for n in range(4):
        assert determinise(game, int(game.pending()["seat"][-1]), game.pending(), str(n)).pending()["options"] == options


def test_a_player_in_the_process_may_look_and_deal_while_it_is_asked(duel: dict[str, Any]) -> None:
    seen: list[str] = []

    def player(look: Look, decision: Any) -> str | list[str]:
        seen.append(look.view.record()["seat"])
        assert look.determinise(decision, "x").pending()["options"] == decision["options"]
        return "pass" if decision["kind"] == "action" else []

    game = Game(duel, seed="look", players={0: player, 1: player}, options={"duel:rounds": 3}, verified=True)
    quiet = Game(duel, seed="look", options={"duel:rounds": 3}, verified=True)
    game.run()
    while "seat" in (pending := quiet.pending()):
        quiet.apply("pass" if pending["kind"] == "action" else [])
    assert set(seen) == {"seat:0", "seat:1"}
    assert game.hash() == quiet.hash()
