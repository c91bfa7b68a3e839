"""The game of tests/data/veils, and other games that look the same to a seat: hidden cards dealt anew, equal copies exchanged."""
from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from rulewright.runtime import sight
from rulewright.runtime.game import Game
from rulewright.runtime.stream import Stream
from rulewright.runtime.view import View, seat_events, view, view_hash
from rulewright.tools.front import compile_pack

Record = dict[str, Any]
STAY = ("id", "kind", "owner", "at", "holds", "since", "alias", "shown")
"""What belongs to a card's place in the game and not to what it is."""


@cache
def veils() -> Record:
    return compile_pack(str(Path(__file__).parent.parent / "data" / "veils"))


@cache
def spare(which: int) -> Game:
    """A game that goes to other positions, so that all stays compiled."""
    return Game(veils(), seed="spare", start=False)


def begun(seed: str, seats: int = 2) -> Game:
    game = Game(veils(), seats=seats, seed=seed, verified=True)
    game.pending()
    return game


def luck(*parts: object) -> int:
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:4], "big")


def answer(pending: Record, salt: object) -> Any:
    """A legal answer, by the names in the decision; seldom none."""
    ids = [option["id"] for option in pending["options"]]
    at = luck(salt, pending["n"], ids) % (len(ids) + (pending["else"] is not None and luck(salt, pending["n"]) % 5 == 0))
    return ids[at] if at < len(ids) else pending["else"]


def at(game: Game, document: Record, answers: list[Record], which: int = 0) -> Game:
    """A game at a position that differs from that of `game` in its document alone."""
    other = spare(which)
    other.restore(document, answers, inputs=game.inputs - len(answers))
    other.pending()
    return other


def asked_alike(game: Game, seat: int) -> Any:
    """What a seat may know of a position: its view with the decision, the view's hash, the events since the checkpoint."""
    return view(game, seat), view_hash(game, seat), seat_events(game, seat, game.core.events_start)


def redealt(game: Game, seat: int, seed: object) -> Record:
    """The checkpoint's state with the cards exchanged that the seat sees neither there nor now."""
    core = game.core
    document = game.checkpoint_state()
    hidden = game.at_checkpoint(lambda: unseen(game, seat))
    cards = [eid for eid in hidden if eid in unseen(game, seat)]
    what = [{key: value for key, value in document["entities"][eid].items() if key not in STAY} for eid in cards]
    Stream(repr(seed)).shuffle(what)
    for eid, card in zip(cards, what, strict=True):
        kept = {key: value for key, value in document["entities"][eid].items() if key in STAY}
        document["entities"][eid] = {**kept, **card}
        if "alias" not in kept and core.entities[eid]["def"] in sight.confusable(core):
            document["entities"][eid]["alias"] = numbers(game, eid)
    return document


def unseen(game: Game, seat: int) -> list[int]:
    seen = View(game.core, game.core.seats[seat])
    return [one["id"] for one in game.core.entities if "copy" in one and one.get("at") not in (None, 1) and not seen.sees(one["id"])]


def numbers(game: Game, eid: int) -> list[int]:
    return [sight.number(game.core, eid, viewer) for viewer in sight.viewers(game.core)]


def copies_exchanged(game: Game, seed: object) -> Record:
    """The checkpoint's state with equal copies in each other's places, each place with the numbers by which viewers know the copy there."""
    document = game.checkpoint_state()
    entities = document["entities"]
    groups: dict[str, list[int]] = {}
    for entity in entities:
        if "copy" in entity and entity.get("at") not in (None, 1):
            groups.setdefault(entity["def"], []).append(entity["id"])
    new: dict[int, int] = {}
    for definition in sorted(groups):
        eids = groups[definition]
        if len(eids) > 1:
            other = list(eids)
            Stream(f"{seed}{definition}").shuffle(other)
            new.update(zip(eids, other, strict=True))
    old = {eid: {**entities[eid], "alias": game.at_checkpoint(lambda eid=eid: numbers(game, eid))} for eid in new}  # type: ignore[misc]
    for eid, goes_to in new.items():  # `goes_to` takes the place of `eid`
        own = {key: entities[goes_to][key] for key in ("id", "def", "copy")}
        entities[goes_to] = {**old[eid], **own}
    for entity in entities:
        if "holds" in entity:
            entity["holds"] = [new.get(one, one) for one in entity["holds"]]
    return document
