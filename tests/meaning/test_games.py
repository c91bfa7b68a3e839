"""What only a whole game shows: what a payload holds, what chance may do at set-up and at the end, what the log says of what could not be done."""
from __future__ import annotations

import json
from typing import Any

import pytest

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.trial import run_test
from rulewright.runtime.trouble import NeedsConsent, Refused
from rulewright.runtime.view import seat_events, view

from .test_meaning import ruleset


def rules(topic: str) -> dict[str, Any]:
    found = ruleset(topic)
    assert found is not None
    return found


def started(topic: str, seed: str = "1", **more: Any) -> Game:
    game = Game(rules(topic), seed=seed, verified=True, **more)
    game.pending()
    return game


def payload(game: Game, seat: int) -> str:
    """All that a seat is ever sent: its view and all events so far."""
    return json.dumps([view(game, seat), seat_events(game, seat)]).lower()


@pytest.mark.parametrize("seat", [0, 1])
def test_a_closed_room_is_in_no_payload(seat: int) -> None:
    game = started("closed_rooms")
    assert [word for word in ("slug", "golem", "demon", "gallery", "crypt") if f"{word}#" in payload(game, seat)] == ["slug"]
    game.apply("open_gallery")
    assert [word for word in ("slug", "golem", "demon", "gallery", "crypt") if f"{word}#" in payload(game, seat)] == ["slug", "golem", "gallery"]
    assert "demon" not in payload(game, seat) and "crypt" not in payload(game, seat)


def test_with_the_option_all_rooms_are_there() -> None:
    sent = payload(started("closed_rooms", options={"add_all_rooms": True}), 1)
    assert all(f"{word}#" in sent for word in ("slug", "golem", "demon"))


def test_an_effect_on_open_rooms_has_the_open_ones_and_one_on_any_room_shows_nothing_of_the_hidden() -> None:
    game = started("closed_rooms")
    game.apply("open_gallery")
    before = game.hash()
    game.apply("move_clue")
    assert game.pending()["kind"] == "action", "of one open room nobody is asked"
    game.undo(0)
    assert game.hash() == before
    game.apply("move_clue_anywhere")
    options = [option["id"] for option in game.pending()["options"]]
    assert len(options) == 2 and "closed_rooms:gallery#1" in options
    assert "crypt" not in json.dumps(options) and "crypt#" not in payload(game, 0)


def refused(game: Game) -> list[str]:
    return [event["with"]["event"] for event in game.events() if event["event"] == "refused"]


def test_the_log_has_a_line_for_each_part_that_could_not_be_done() -> None:
    game = started("closed_rooms")
    game.apply("reveal_all")
    assert refused(game) == ["closed_rooms:place_tile"]
    assert refused(started("supplies", seats=3)) == ["supplies:gain_curse"] * 4


def test_a_table_of_two_to_five_is_not_asked_for_six() -> None:
    with pytest.raises(Refused, match="1 to 5 seats"):
        started("by_players", seats=6)


def test_a_game_that_is_stopped_by_a_ring_can_be_kept_and_goes_on() -> None:
    """The ring of the report, what grows notwithstanding; nothing of the resolution stays, and a save of it is loaded."""
    game = started("rings_at_play")
    before = game.hash()
    game.apply("wound")
    stopped = game.pending()["stopped"]
    assert stopped["code"] == "limit" and {link["rule"] for link in stopped["chain"]} >= {"rings_at_play:martyr/after.1"}
    loaded = files.load(rules("rings_at_play"), files.save(game))
    assert loaded.pending() == game.pending()
    game.undo(0)
    assert game.hash() == before
    game.apply("rest")
    assert game.pending()["kind"] == "action"


def position(game: Game) -> tuple[Any, ...]:
    return game.hash(), game.inputs, game.pending(), game.events()


def test_what_was_only_done_is_taken_back_and_what_was_drawn_is_not() -> None:
    game = started("hidden")
    start = position(game)
    game.apply("walk")
    assert [one["value"] for one in game.undo(0)] == ["walk"] and position(game) == start
    game.apply("walk")
    game.apply("take_card")
    drawn = position(game)
    for seat in (0, 1):
        with pytest.raises(Refused, match=r"^dice or hidden things have been seen since$"):
            game.undo(seat, consent=[0, 1])
    assert position(game) == drawn


def test_what_a_rival_has_answered_is_taken_back_only_if_the_rival_agrees() -> None:
    game = started("walkers", seats=2)
    start = position(game)
    game.apply("step_on")
    game.undo(0)
    assert position(game) == start, "nobody has answered since: the rival is only asked"
    game.apply("step_on")
    between = position(game)
    game.apply("stand")
    after = position(game)
    for consent in ([], [0], ["seat:0"]):
        with pytest.raises(NeedsConsent, match=r"^seat:1 has answered since, and must agree$") as refusal:
            game.undo(0, consent)
        assert refusal.value.seats == ["seat:1"] and position(game) == after
    assert [(one["seat"], one["value"]) for one in game.undo(1)] == [("seat:1", "stand")] and position(game) == between
    game.apply("stand")
    assert [(one["seat"], one["value"]) for one in game.undo("seat:0", consent=["seat:1"])] == [("seat:1", "stand"), ("seat:0", "step_on")]
    assert position(game) == start
    with pytest.raises(Refused, match=r"^there is nothing of this seat to take back$"):
        game.undo(0)
    with pytest.raises(Refused, match="no seat `7`"):
        game.undo(7)


def test_a_rival_in_the_process_need_not_agree() -> None:
    game = Game(rules("walkers"), seats=2, seed="1", verified=True, players={1: lambda look, decision: "stand"})
    start = position(game)
    game.apply("step_on")
    assert game.inputs == 2
    assert [(one["seat"], one["in_process"]) for one in game.undo(0)] == [("seat:1", True), ("seat:0", False)] and position(game) == start
    game.apply("stand")
    with pytest.raises(Refused, match="nothing of this seat"):
        game.undo(1)
    game.core.players = {}
    game.apply("stand")
    game.apply("stand")
    loaded = files.load(rules("walkers"), files.save(game, undo=True), players={1: lambda look, decision: "stand"})
    assert [one["seat"] for one in loaded.undo(0)] == ["seat:1", "seat:0"]


def test_each_who_has_answered_since_must_agree() -> None:
    game = started("walkers", seats=3)
    hashes = []
    for _ in range(5):
        hashes.append(game.hash())
        game.apply("step_on")
    for seat, consent, asked in [(2, [], [0, 1]), (2, [1], [0]), (0, [2], [1]), (0, [], [1])]:
        with pytest.raises(NeedsConsent) as refusal:
            game.undo(seat, consent)
        assert refusal.value.seats == [f"seat:{one}" for one in asked]
        assert refusal.value.reason == f"{' and '.join(refusal.value.seats)} {'have' if len(asked) > 1 else 'has'} answered since, and must agree"
    game.undo(2, [1, 0])
    assert game.hash() == hashes[2] and game.pending()["seat"] == "seat:2"
    game.undo(0, [1])
    assert game.hash() == hashes[0]


def test_what_is_taken_back_with_a_rival_is_in_the_log() -> None:
    """The hash that a log has every 20 inputs stands behind all of an undo, though the 20th is in its middle."""
    game = started("walkers", seats=2)
    lines: list[str] = []
    log = files.Recorder(game, "1", lines.append)
    for _ in range(17):
        asked = game.pending()
        game.apply("step_on")
        log.answered(asked, "step_on")
    for _ in range(2):
        log.undone(game.undo(1, consent=[0]))
    log.close()
    done = files.replay(rules("walkers"), "".join(lines))
    assert (done.divergence, done.inputs, done.game.hash()) == (None, 21, game.hash())
    assert [json.loads(line)["undo"] for line in lines if "undo" in line] == ["seat:0", "seat:1"] * 2


def test_how_far_back_is_said() -> None:
    game = started("walkers", seats=2)
    game.apply("stand")
    again = files.load(rules("walkers"), files.save(game))
    with pytest.raises(Refused, match=r"^what was answered before is not kept$"):
        again.undo(0)
    kept = files.load(rules("walkers"), files.save(game, undo=True))
    kept.undo(0)
    assert kept.pending()["seat"] == "seat:0"
    three = started("walkers", seats=3)
    three.apply("stand")
    three.concede(2)
    with pytest.raises(Refused, match=r"^somebody has given up since$"):
        three.undo(0)


def test_a_removal_at_set_up_that_leaves_no_place_is_found_by_playing() -> None:
    """Of 15 removals 1 is fatal: it is met within 400 games of two, and in none of four; each seed is a witness."""
    def fatal(seats: int, games: int) -> int:
        found = 0
        for seed in range(games):
            game = started("removals", str(seed), seats=seats)
            places = [one for one in game.core.entities if one["kind"] == "removals:place_card" and one.get("at") != 1]
            found += not any(one["def"] in ("removals:well", "removals:altar") for one in places)
        return found

    assert fatal(4, 40) == 0
    assert 12 <= fatal(2, 400) <= 43


@pytest.mark.parametrize("seed", range(50))
def test_what_is_drawn_at_the_end_is_drawn_again_by_a_replay(seed: int) -> None:
    lines: list[str] = []
    game = started("prizes", str(seed))
    log = files.Recorder(game, str(seed), lines.append)
    while "site" in game.pending():
        asked = game.pending()
        game.apply("step_on")
        log.answered(asked, "step_on")
    log.close()
    done = files.replay(rules("prizes"), "".join(lines))
    assert (done.divergence, done.game.hash()) == (None, game.hash())
    assert game.pending()["result"]["winners"] == ["seat:0"]


def test_a_thing_that_breaks_what_must_be_so_of_it_fails_every_test() -> None:
    """A field that another one asks for, and a list that is too short: said as sentences of the game, with their reasons."""
    spoilt = json.dumps(rules("printed")).replace('"rank_power": [100, 150, 175]', '"rank_power": [100, 150]')
    assert "each rank has a name and a power" in run_test(json.loads(spoilt), rules("printed")["tests"][2]).message
    spoilt = json.dumps(rules("printed")).replace('"can_attack": true, "attack": 3', '"can_attack": true, "attack": null')
    assert "what can attack has an attack" in run_test(json.loads(spoilt), rules("printed")["tests"][2]).message
