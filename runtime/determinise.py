"""A game as it could be, for all that one seat knows: what the seat cannot see is dealt anew, and the dice to come are others.

The dealing starts from the last checkpoint and runs the answers since; the words that were drawn in between stay as they were, for the seat may have seen
their dice. A dealing that leads to another question, other options of it, another view or (in a game with history) other events for the seat contradicts what
it knows and is dropped. What was shown to the seat stays while the seat remembers it (see `sight`).
"""
from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from .canon import ruleset_hash
from .core import BOX, TABLE
from .dealing import STAY
from .game import Game
from .program import Record
from .report import state_record
from .sight import own_zones
from .stream import Stream
from .trouble import Diverged, Halt, Refused
from .view import View, seat_events

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_TRIES = 20


class NoDealing(Exception):
    """No dealing was found that agrees with what the seat knows."""


def determinise(game: Game, seat: int, decision: Mapping[str, Any], seed: str) -> Game:
    """A game of its own, all seats outside, at the same decision. Raises NoDealing after `MOST_TRIES` dealings that contradict what the seat knows.

    May be called by an in-process player while it is asked.
    """
    source = Stream.of(sha256(f"determinise/{seat}/{seed}".encode()).hexdigest())
    name = ruleset_hash(game.program.source)
    document = game.at_checkpoint(lambda: state_record(game.core, game.point.pos, name))
    answers = game.answers
    unseen = _unseen(game, seat)
    wanted = _known(game, seat, decision)
    for _ in range(MOST_TRIES):
        _deal(game, document["entities"], unseen, source)
        try:
            made = Game.from_state(game.program.source, document, answers, inputs=game.inputs - len(answers), history=game.history, verified=True)
            if _known(made, seat, made.pending()) == wanted:
                made.core.stream.turn(Stream.of(sha256(f"dice/{source.word()}/{seed}".encode()).hexdigest()))
                return made
        except (Diverged, Refused, Halt):
            continue
    raise NoDealing(f"{MOST_TRIES} dealings contradict what the seat knows")


def _known(game: Game, seat: int, decision: Mapping[str, Any]) -> Any:
    """What must be the same in a dealing: the question and its options, and what the seat sees and has been told since the checkpoint."""
    core = game.core
    asked = [decision.get(key) for key in ("site", "seat", "kind")], [option["id"] for option in decision.get("options", ())]
    told = seat_events(game, seat, core.events_start) if core.undoable else []
    return asked, View(core, core.seats[seat]).record(), told


def _unseen(game: Game, seat: int) -> list[list[int]]:
    """The things that the seat sees neither at the checkpoint nor now, those of one kind, owner and set of zones of their own together."""
    core = game.core
    now = set(_hidden(game, seat))
    both = [eid for eid in game.at_checkpoint(lambda: list(_hidden(game, seat))) if eid in now]
    groups: dict[tuple[str, Any, tuple[str, ...]], list[int]] = {}
    for eid in both:
        entity = core.entities[eid]
        zones = own_zones(core, entity)
        if not any(core.entities[entity[zone]].get("holds") for zone in zones):
            groups.setdefault((entity["kind"], entity.get("owner"), zones), []).append(eid)
    return [group for group in groups.values() if len(group) > 1]


def _hidden(game: Game, seat: int) -> Iterator[int]:
    core = game.core
    view = View(core, core.seats[seat])
    for entity in core.entities:
        at = entity.get("at")
        if "def" not in entity or at in (None, TABLE):
            continue
        if at == BOX:
            if core.seats[seat] not in entity.get("shown", core.seats):
                yield entity["id"]
        elif not view.sees(entity["id"]):
            yield entity["id"]


def _deal(game: Game, entities: list[Record], groups: list[list[int]], source: Stream) -> None:
    """Exchange what the things of each group are; where they lie, with the numbers by which viewers know them there, stays, and so do their own zones."""
    core = game.core
    for group in groups:
        stay = {*STAY, *own_zones(core, core.entities[group[0]])}
        cards = [{key: value for key, value in entities[eid].items() if key not in stay} for eid in group]
        source.shuffle(cards)
        for eid, card in zip(group, cards, strict=True):
            entities[eid] = {**{key: value for key, value in entities[eid].items() if key in stay}, **card}
