"""What must hold in any game, however it is run: the duel, played by players whose answers depend on the decision alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime import index, stats
from rulewright.runtime.canon import digest
from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Diverged, Refused

from .build import ARMOR, HEALTH
from .duel import duel
from .players import answer, play_out, players, take_back

SEEDS = ("1", "2", "3")


def outcome(game: Game) -> tuple[str, Any, list[dict[str, Any]]]:
    return game.hash(), game.pending(), game.events()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("inside", [(), (0,), (1,)])
def test_who_answers_from_where_does_not_matter(seed: str, inside: tuple[int, ...]) -> None:
    whole = Game(duel(), seed=seed, players=players((0, 1)))
    game = play_out(Game(duel(), seed=seed, players=players(inside)))
    assert outcome(game) == outcome(whole)
    assert game.inputs == whole.inputs > 30


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_goes_on_the_same_from_its_state_at_every_decision(seed: str) -> None:
    whole = Game(duel(), seed=seed, players=players((0, 1)))
    game = Game(duel(), seed=seed)
    while "kind" in (pending := game.pending()):
        document = json.loads(json.dumps(game.checkpoint_state()))
        again = Game.from_state(duel(), document, game.answers, inputs=game.inputs - len(game.answers), verified=True)
        assert again.pending() == pending
        assert again.hash() == game.hash()
        again.apply(answer(pending))
        game = again
    assert (game.hash(), game.pending()) == (whole.hash(), whole.pending())


def test_hash_seeds_change_nothing() -> None:
    root = Path(__file__).parents[2]
    code = (
        "import sys; sys.path[:0] = ['.', 'typings']; from tests.runtime.duel import duel; from tests.runtime.players import players;"
        "from rulewright.runtime.game import Game; print(Game(duel(), seed='1', players=players((0, 1))).hash())"
    )
    found = {
        subprocess.run([sys.executable, "-c", code], cwd=root, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True).stdout
        for seed in ("0", "1", "4711")
    }
    assert found == {Game(duel(), seed="1", players=players((0, 1))).hash() + "\n"}


@pytest.mark.parametrize("seed", SEEDS)
def test_rollback_restores_the_checkpoint_and_its_indexes(seed: str) -> None:
    game = Game(duel(), seed=seed)
    while "kind" in (pending := game.pending()):
        fresh = Game.from_state(duel(), game.checkpoint_state(), verified=True)
        assert game.at_checkpoint(lambda: index.snapshot(game.core)) == index.snapshot(fresh.core)
        game.apply(answer(pending))


@pytest.mark.parametrize("seed", SEEDS)
def test_everything_is_in_one_place_and_holds_agrees_with_at(seed: str) -> None:
    game = Game(duel(), seed=seed)
    things = len(game.core.entities)
    while "kind" in (pending := game.pending()):
        held = [one for entity in game.core.entities for one in entity.get("holds", ())]
        assert len(held) == len(set(held))
        for entity in game.core.entities:
            for one in entity.get("holds", ()):
                assert game.core.entities[one]["at"] == entity["id"]
            if "at" in entity:
                assert entity["id"] in game.core.entities[entity["at"]]["holds"]
        game.apply(answer(pending))
    made = {entity["kind"] for entity in game.core.entities[things:]}
    assert made <= {"effect"}


@pytest.mark.parametrize("seed", SEEDS)
def test_events_before_a_pause_come_out_the_same(seed: str) -> None:
    game = Game(duel(), seed=seed)
    while "kind" in (pending := game.pending()):
        before = game.events()
        new = game.apply(answer(pending))
        assert game.events()[: len(before)] == before
        assert game.events()[len(before) :] == new
        assert [one["n"] for one in game.events()] == list(range(len(before) + len(new)))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_answer_touches_nothing(seed: str) -> None:
    game = Game(duel(), seed=seed)
    while "kind" in (pending := game.pending()):
        before = (game.hash(), len(game.core.journal.records), game.core.journal.stamp, game.core.stream.pos, game.events())
        for wrong in ("nonsense", ["nonsense"], {"nonsense": 1}, 10**6, None, [pending["options"][0]["id"]] * 2, True):
            with pytest.raises(Refused):
                game.apply(wrong)
        with pytest.raises(Refused, match="stale"):
            game.apply(answer(pending), n=pending["n"] + 1)
        assert (game.hash(), len(game.core.journal.records), game.core.journal.stamp, game.core.stream.pos, game.events()) == before
        game.apply(answer(pending), n=pending["n"])


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_after_do_is_identity_or_refused_behind_dice(seed: str) -> None:
    game = Game(duel(), seed=seed)
    undone = refused = 0
    while "kind" in (pending := game.pending()):
        before = (game.hash(), pending, game.events(), game.core.stream.pos)
        game.apply(answer(pending))
        after = game.hash()
        try:
            take_back(game)
        except Refused:
            refused += 1
            assert game.hash() == after
        else:
            undone += 1
            assert (game.hash(), game.pending(), game.events(), game.core.stream.pos) == before
            game.apply(answer(pending))
            assert game.hash() == after
    assert undone > 10 and refused > 3
    assert game.hash() == play_out(Game(duel(), seed=seed)).hash()


def test_undo_reaches_back_over_checkpoints_to_the_last_dice() -> None:
    deepest = 0
    for count in range(5, 40):
        game = Game(duel(), seed="1")
        hashes = [game.hash()]
        for _ in range(count):
            game.apply(answer(game.pending()))
            hashes.append(game.hash())
        steps = checkpoints = 0
        while True:
            point = game.point
            try:
                take_back(game)
            except Refused:
                break
            steps += 1
            checkpoints += game.point is not point
            assert game.hash() == hashes[-1 - steps]
        deepest = max(deepest, checkpoints)
        assert play_out(game).hash() == play_out(Game(duel(), seed="1")).hash()
    assert deepest >= 2


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_takes_back_answers_of_players_in_the_process_too(seed: str) -> None:
    game = Game(duel(), seed=seed, players=players((1,)))
    undone = 0
    while "kind" in (pending := game.pending()):
        before = (game.hash(), pending)
        game.apply(answer(pending))
        try:
            gone = game.undo(0)
        except Refused:
            continue
        undone += 1
        assert [one["in_process"] for one in gone] == [True] * (len(gone) - 1) + [False]
        assert (game.hash(), game.pending()) == before
        game.apply(answer(pending))
    assert undone


def explore(game: Game) -> str:
    for _ in range(6):
        pending = game.pending()
        if "kind" not in pending:
            break
        game.apply(answer(pending, "other"))
    return game.hash()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_probe_leaves_no_trace(seed: str) -> None:
    game = Game(duel(), seed=seed)
    while "kind" in (pending := game.pending()):
        before = (game.hash(), pending, game.events(), game.answers, index.snapshot(game.core), game.core.stream.pos)
        copy = Game.from_state(duel(), game.checkpoint_state(), game.answers, inputs=game.inputs - len(game.answers), verified=True)
        assert game.probe(explore) == explore(copy)
        assert (game.hash(), game.pending(), game.events(), game.answers, index.snapshot(game.core), game.core.stream.pos) == before
        game.apply(answer(pending))
    assert game.hash() == play_out(Game(duel(), seed=seed)).hash()


def test_a_player_may_probe_in_the_middle_of_its_answer() -> None:
    games: list[Game] = []

    def probing(look: Any, decision: Any) -> Any:
        if decision["n"] % 3 == 0:
            games[0].probe(explore)
        return answer(decision)

    games.append(Game(duel(), seed="1", players={0: probing, 1: probing}))
    assert games[0].hash() == play_out(Game(duel(), seed="1")).hash()


def test_answers_of_another_game_diverge() -> None:
    game = Game(duel(), seed="1")
    while not game.answers:
        game.apply(answer(game.pending()))
    document, answers = game.checkpoint_state(), game.answers
    for wrong in ({"site": "t:nowhere"}, {"seat": "seat:9"}, {"value": "nothing"}):
        with pytest.raises(Diverged):
            Game.from_state(duel(), document, [{**answers[0], **wrong}], verified=True)


def test_running_in_pieces_is_running_at_once() -> None:
    game = Game(duel(), seed="2", players=players((0, 1)))
    pieces = 0
    while "kind" in game.run(max_inputs=5):
        pieces += 1
    assert pieces > 5
    assert game.hash() == play_out(Game(duel(), seed="2")).hash()


def test_without_history_the_game_is_the_same_and_memory_is_bounded() -> None:
    game = Game(duel(), seed="2", players=players((0, 1)), history=False)
    game.run(max_inputs=30)
    assert len(game.core.events) < 100
    game.run()
    assert game.hash() == play_out(Game(duel(), seed="2")).hash()
    with pytest.raises(Refused):
        take_back(game)


# ---------------------------------------------------------------- conceding


def test_the_last_seat_left_has_won() -> None:
    game = Game(duel(), seed="1")
    for _ in range(7):
        game.apply(answer(game.pending()))
    game.concede("seat:0")
    assert game.pending()["result"]["winners"] == ["seat:1"]
    with pytest.raises(Refused):
        game.concede("seat:1")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_hash_of_what_was_touched_is_the_hash_of_all(seed: str) -> None:
    game = Game(duel(), seed=seed)
    while "kind" in (pending := game.pending()):
        core = game.core
        game.hash()
        assert core.digests == [digest(entity) for entity in core.entities]
        game.probe(explore)
        game.apply(answer(pending))
        if game.inputs % 3 == 0:
            try:
                take_back(game)
            except Refused:
                continue
            game.apply(answer(game.pending()))


@pytest.mark.parametrize("seed", SEEDS)
def test_stats_that_are_kept_equal_recomputed_ones(seed: str) -> None:
    game = Game(duel(), seed=seed)
    while "kind" in (pending := game.pending()):
        core = game.core
        for hero in core.in_play["t:hero"]:
            for slot in (ARMOR, HEALTH):
                assert stats.read(core, hero, slot) == stats.compute(core, hero, slot)
        game.apply(answer(pending))
