"""What must hold in any game, at every decision of games of several kinds; `tests/README.md` says which invariant is proved where."""
from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime import checks, files, index, sight, stats
from rulewright.runtime.game import Game
from rulewright.runtime.rules import heard
from rulewright.runtime.state import slots_of
from rulewright.runtime.trouble import Refused
from rulewright.runtime.view import view
from rulewright.tools.bots import RandomBot, asked, own_stream
from rulewright.tools.front import compile_pack

from ..runtime.players import take_back

ROOT = Path(__file__).parents[2]
PACKS = {
    "duel": ("tests/data/duel", {"duel:rounds": 4}, 60),
    "veils": ("tests/data/veils", {}, 60),
    "storm": ("tests/data/storm", {}, 40),
    "noughts": ("tests/games/noughts", {}, 60),
    "eights": ("tests/games/eights", {}, 60),
    "miniatures": ("content/miniatures", {"miniatures:action_bar": True}, 25),
}
"""By name: the folder, the options, and how many decisions are walked."""
WALKS = [(name, seed) for name in PACKS for seed in ("1", "2") if (name, seed) != ("miniatures", "2")]


@cache
def ruleset(name: str) -> dict[str, Any]:
    return compile_pack(str(ROOT / PACKS[name][0]))


@cache
def spare(name: str) -> Game:
    return Game(ruleset(name), options=PACKS[name][1], seed="spare", start=False)


def begun(name: str, seed: str, players: Any = None) -> Game:
    return Game(ruleset(name), options=PACKS[name][1], seed=seed, players=players, verified=True)


def answer(pending: Any, seed: str) -> Any:
    """A legal answer that depends on the decision alone."""
    one = asked(pending)
    return RandomBot(own_stream(0, f"{seed}/{pending['n']}/{one.ids}")).answer(one)


def walk(name: str, seed: str) -> Iterator[tuple[Game, Any]]:
    """A game at each of its decisions, which is answered if the test does not answer it."""
    game = begun(name, seed)
    for _ in range(PACKS[name][2]):
        pending = game.pending()
        assert "stopped" not in pending
        if "seat" not in pending:
            return
        yield game, pending
        if game.pending() == pending:
            game.apply(answer(pending, seed))


@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_the_state_is_sound(name: str, seed: str) -> None:
    """Every thing is in one place, copies are conserved, indexes and stats are what they would be worked out anew, edge checks remember what holds."""
    for game, _ in walk(name, seed):
        places_agree(game)
        stats_are_fresh(game)
        edges_are_known(game)
        fresh = spare(name)
        fresh.restore(game.checkpoint_state(), [], inputs=0)
        assert index.snapshot(fresh.core) == snapshot_behind(game)


def places_agree(game: Game) -> None:
    core = game.core
    for entity in core.entities:
        assert all(core.entities[one]["at"] == entity["id"] for one in entity.get("holds", ()))
        assert entity.get("at") is None or core.entities[entity["at"]]["holds"].count(entity["id"]) == 1
    for definition, copies in core.copies.items():
        if definition in game.program.definitions and "copy" in core.entities[copies[0]]:
            assert [core.entities[one]["copy"] for one in copies] == list(range(1, len(copies) + 1))


def stats_are_fresh(game: Game) -> None:
    core = game.core
    for eid in range(len(core.entities)):
        for slot in slots_of(core, core.entities[eid]) if core.entities[eid]["kind"] != "effect" else ():
            if slot["role"] == "stat":
                assert stat(game, stats.read, eid, slot["id"]) == stat(game, stats.compute, eid, slot["id"])


def stat(game: Game, how: Any, eid: int, slot: str) -> Any:
    return sight.quietly(game.core, lambda: how(game.core, eid, slot), "trap")


def snapshot_behind(game: Game) -> Any:
    return game.at_checkpoint(lambda: index.snapshot(game.core))


def edges_are_known(game: Game) -> None:
    def holds_what_is_remembered() -> None:
        for work in heard(game.core, "check", ""):
            known = game.core.entities[work.eid].get("edge", {}).get(work.clause.id)
            if work.clause.record["edge"] and known is not None:
                assert known == [element for element, _ in checks._holding(game.core, work)]

    game.at_checkpoint(holds_what_is_remembered)


@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_answers_can_be_refused_probed_saved_and_taken_back(name: str, seed: str) -> None:
    """A refused answer and a probe leave no trace, a save is the game, what is undone can be done again, and events come out the same at every re-run."""
    undone = 0
    for game, pending in walk(name, seed):
        before = game.hash(), game.events(), game.core.stream.pos, [view(game, seat) for seat in range(len(game.core.seats))]
        for wrong in ("no such option", ["x"], {"x": 1}, -1, None):
            with pytest.raises(Refused):
                game.apply(wrong)
        game.probe(lambda inner, seed=seed: on(inner, seed))  # type: ignore[misc]
        again = files.load(ruleset(name), files.save(game), into=spare(name))
        assert (again.pending(), again.hash()) == (pending, before[0])
        assert (game.hash(), game.events(), game.core.stream.pos, [view(game, seat) for seat in range(len(game.core.seats))]) == before
        game.apply(answer(pending, seed))
        assert game.events()[: len(before[1])] == before[1]
        after = game.hash(), game.events()
        again.apply(answer(pending, seed))
        assert again.hash() == after[0]
        try:
            take_back(game)
        except Refused:
            assert (game.hash(), game.events()) == after
        else:
            undone += 1
            assert (game.hash(), game.events(), game.core.stream.pos) == before[:3]
            game.apply(answer(pending, seed))
            assert (game.hash(), game.events()) == after
    assert undone


def on(game: Game, seed: str) -> None:
    """Some decisions further, other answers than in the walk."""
    for _ in range(4):
        pending = game.pending()
        if "seat" not in pending:
            return
        game.apply(answer(pending, f"other {seed}"))


@pytest.mark.parametrize(("name", "seed"), WALKS)
def test_whole_actions_are_those_that_are_offered(name: str, seed: str) -> None:
    """`expand` takes each offered option, and nothing else; taking it is legal."""
    for game, pending in walk(name, seed):
        if pending["kind"] == "action" and game.inputs % 3 == 0:
            ids = {option["id"] for option in pending["options"]} | ({pending["else"]} - {None})
            whole = game.expand()
            assert {one[0] for one in whole} <= ids and {option["id"] for option in pending["options"]} <= {one[0] for one in whole}


@pytest.mark.parametrize("name", PACKS)
def test_who_answers_from_where_does_not_matter(name: str) -> None:
    """All seats in the process, one of them, none: one game, with the same events."""
    seats = range(len(begun(name, "mixed").core.seats))
    bots = {seat: lambda look, decision: answer(decision, "mixed") for seat in seats}
    for inside in ({0: bots[0]}, bots):
        game = begun(name, "mixed", inside)
        while "seat" in game.run(max_inputs=PACKS[name][2] - game.inputs) and game.inputs < PACKS[name][2]:
            game.apply(answer(game.pending(), "mixed"))
        alone = begun(name, "mixed")
        while "seat" in alone.pending() and alone.inputs < game.inputs:
            alone.apply(answer(alone.pending(), "mixed"))
        assert (alone.hash(), alone.events(), alone.pending()) == (game.hash(), game.events(), game.pending())


def test_the_storm_uses_all_machines() -> None:
    """Reactions to reactions, sequences in bodies, what lands together, faces, durations, checks, tokens: each has run in the games that are walked."""
    ran: set[str] = set()
    for seed in range(8):
        game = begun("storm", f"all/{seed}")
        while "seat" in (pending := game.pending()):
            game.apply(answer(pending, str(seed)))
        ran |= {rule.partition(":")[2] for rule in game.ran}
    verbs, sequences = {"soak_all", "tie", "reef"}, {"clash", "volley"}
    handlers = {"north_squall/react.1", "north_gale/react.1", "south_calm/react.1", "swell/start.1", "first_aid/after.1"}
    assert (verbs | sequences | handlers) - ran == set()
    assert {rule for rule in ran if rule.startswith("flood/")} and {rule for rule in ran if rule.startswith("sunk/")}
