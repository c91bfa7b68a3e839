"""The game of tests/data/vaults, and a twin in which two hidden cards have changed places: each keeps its number as an entity and goes where the other lay."""
from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.runtime import sight
from rulewright.runtime.game import Game
from rulewright.runtime.stream import Stream
from rulewright.runtime.view import View, seat_events, view
from rulewright.tools.front import compile_pack

Record = dict[str, Any]
PLACE = ("at", "since", "shown")
"""What goes with the place, and not with the card; so do the numbers by which viewers know it."""


@cache
def vaults() -> Record:
    return compile_pack(str(Path(__file__).parent.parent / "data" / "vaults"))


@cache
def _spare(which: int, seats: int) -> Game:
    return Game(vaults(), seats=seats, seed="spare", start=False)


def begun(seed: str, seats: int = 2) -> Game:
    game = Game(vaults(), seats=seats, seed=seed, verified=True)
    game.pending()
    return game


def pair(game: Game, seat: int, source: Stream) -> list[int]:
    """Two cards without text that no effect speaks of and that the seat sees neither of, now and at the checkpoint; none if there are no two."""
    core = game.core

    def hidden() -> set[int]:
        seen = View(core, core.seats[seat])
        spoken = {one for entity in core.entities if entity["kind"] == "effect" for one in (entity["host"], *entity["vars"].values())}
        texts = core.program.definitions
        return {
            one["id"] for one in core.entities
            if "copy" in one and one.get("at", 1) != 1 and not seen.sees(one["id"]) and one["id"] not in spoken and core.is_a(one["id"], "vaults:scroll")
            and not texts[one["def"]]["clauses"] and not texts[one["def"]]["handlers"]
        }  # fmt: skip

    both = sorted(hidden() & game.at_checkpoint(hidden), key=lambda one: (sight.lying(core, one), core.entities[core.entities[one]["at"]]["holds"].index(one)))
    if len(both) < 2:
        return []
    one = both[source.draw(len(both))]
    others = [other for other in both if other != one and core.entities[other].get("owner") == core.entities[one].get("owner")]
    return [one, others[source.draw(len(others))]] if others else []


def exchanged(game: Game, one: int, other: int) -> Record:
    """The checkpoint's state in which the two have changed places."""
    document = game.checkpoint_state()
    entities = document["entities"]
    numbers = game.at_checkpoint(lambda: {eid: [sight.number(game.core, eid, viewer) for viewer in sight.viewers(game.core)] for eid in (one, other)})
    places = {eid: {key: entities[eid][key] for key in PLACE if key in entities[eid]} for eid in (one, other)}
    new = {one: other, other: one}
    for zone in {places[one]["at"], places[other]["at"]}:
        entities[zone]["holds"] = [new.get(eid, eid) for eid in entities[zone]["holds"]]
    for eid, goes in new.items():
        for key in PLACE:
            entities[eid].pop(key, None)
        entities[eid].update({**places[goes], "alias": numbers[goes]})
    return document


def at(game: Game, document: Record, which: int) -> Game:
    """A game at a position that differs from that of `game` in its document alone."""
    made = _spare(which, len(game.core.seats))
    made.restore(document, game.answers, inputs=game.inputs - len(game.answers))
    made.pending()
    return made


def sent(game: Game, seat: int, since: int) -> str:
    """All that a seat is sent, as it is sent, with what the game says to answers that it does not take."""
    return json.dumps([view(game, seat), seat_events(game, seat, since)])


def seen(game: Game, seat: int, cards: list[int]) -> bool:
    """Whether the seat has come to see one of some cards, or one has gone to the box."""
    looks = View(game.core, game.core.seats[seat])
    return any(looks.sees(one) or game.core.entities[one]["at"] == 1 for one in cards)
