"""What one seat sees: things, zones, counters, running periods, and nothing else.

A thing is seen if the zone that it lies in (or that its host lies in) lets the seat see it; on the table and on boards everything is seen. What is not seen has
no name, only a place and a position (`pack:deck[3]`). The box is out of the game and out of every view. The seed, the stream's position and the numbers of
entities are in no view either.

A view is lazy: nothing is worked out before it is asked for. It shows the state at the moment of asking, so it must not be kept beyond a decision.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from . import names, relations, stats
from .core import BOX, TABLE, Core, Entity
from .names import identity
from .program import ANY, Record
from .report import PRIMITIVES
from .shape import thing, variables
from .state import slots_of
from .trouble import Halt

if TYPE_CHECKING:
    from .game import Game

T = TypeVar("T")

FORMAT = "rulewright-view"
VERSION = 1


class View:
    """The state as a seat sees it; `seat` is the seat's entity number, or None for somebody who sees only what everybody sees."""

    def __init__(self, core: Core, seat: int | None) -> None:
        self.core = core
        self.seat = seat

    # ------------------------------------------------------------ what is seen

    def sees(self, eid: int) -> bool:
        """Whether the seat sees an entity."""
        entity = self.core.entities[eid]
        for _ in range(len(self.core.entities)):
            at = entity.get("at")
            if at == BOX or entity["id"] == BOX:
                return False
            if at is None or at == TABLE:
                return True
            if self.core.entities[at]["kind"] == "zone":
                return self._shown(entity["id"])
            entity = self.core.entities[at]
        return False

    def _shown(self, eid: int) -> bool:
        """Whether the zone in which a thing lies shows it."""
        return quietly(self.core, lambda: names.sees(self.core, eid, self.seat), False)

    def name(self, eid: int | None) -> str | None:
        """The identity of a seen thing, else its place and position there."""
        if eid is None or self.sees(eid) or eid in (TABLE, BOX):
            return None if eid is None else identity(self.core, eid)
        at = self.core.entities[eid].get("at")
        if at is None or at == BOX:
            return "unseen"
        return f"{self.name(at)}[{self.core.entities[at]['holds'].index(eid)}]"

    # ------------------------------------------------------------ values

    def value(self, value: Any, kind: Record) -> Any:
        """A value of the state for the eyes of the seat: things by name, dice as their faces. What has no static type is not shown."""
        if value is None or type(value) in (bool, str):
            return value
        if type(value) is list:
            of = thing(kind["of"]) if kind["type"] == "group" else kind.get("of", ANY)
            return [self.value(item, of if type(of) is dict else ANY) for item in value]
        if type(value) is dict:
            return {key: value[key] for key in ("sides", "face", "rerolled") if key in value}
        if kind["type"] in ("int", "dial"):
            return value
        return self.name(value) if kind["type"] == "thing" else None

    def values(self, eid: int) -> dict[str, Any]:
        """The counters and stats of a seen thing by slot id; a stat that cannot be read now is null."""
        entity, out = self.core.entities[eid], {}
        for slot in slots_of(self.core, entity):
            if slot["role"] == "counter":
                out[slot["id"]] = self.value(entity.get(slot["id"]), slot["type"])
            elif slot["role"] == "stat":
                out[slot["id"]] = self.value(self._stat(eid, slot["id"]), slot["type"])
        return out

    def _stat(self, eid: int, slot: str) -> Any:
        return quietly(self.core, lambda: stats.read(self.core, eid, slot), None)

    # ------------------------------------------------------------ the parts of the record

    def things(self) -> list[Record]:
        """All seen things that are not seats, zones, boards or rules."""
        return [self.thing(entity) for entity in self.core.entities if entity.get("at") not in (None, BOX) and self.sees(entity["id"])]

    def thing(self, entity: Entity) -> Record:
        """One seen thing."""
        eid = entity["id"]
        made: Record = {
            "id": self.name(eid),
            "definition": entity.get("def"),
            "kind": entity["kind"],
            "place": self.name(entity["at"]),
            "owner": self.name(relations.owner(self.core, eid)),
            "controller": self.name(quietly(self.core, lambda: relations.controller(self.core, eid), None)),
            "face": entity.get("face"),
            "values": self.values(eid),
        }
        return made

    def seats(self) -> list[Record]:
        """The seats in their order."""
        return [self._seat(eid) for eid in self.core.seats]

    def _seat(self, eid: int) -> Record:
        entity = self.core.entities[eid]
        said = relations.name(self.core, eid)
        return {"id": self.name(eid), "name": said, "definition": entity.get("def"), "status": entity["status"], "values": self.values(eid)}

    def zones(self) -> list[Record]:
        """All zones with what they hold, from the bottom to the top; unseen things are null."""
        return [self._zone(entity) for entity in self.core.entities if entity["kind"] == "zone" and entity["slot"] in self.core.program.slots]

    def _zone(self, entity: Entity) -> Record:
        held = entity.get("holds") or []
        return {
            "id": self.name(entity["id"]),
            "slot": entity["slot"],
            "owner": self.name(entity["owner"]),
            "count": len(held),
            "things": [self.name(one) if self.sees(one) else None for one in held],
        }

    def spaces(self) -> list[Record]:
        """The spaces that hold something or carry counters."""
        found = []
        for space, eid in self.core.spaces.items():
            values = self.values(eid)
            held = self.core.entities[eid].get("holds") or []
            if values or held:
                found.append({"id": space, "things": [self.name(one) for one in held], "values": values})
        return found

    def effects(self) -> list[Record]:
        """The lasting effects in force whose source the seat sees: the rule, its source, the thing it goes with, what its shields still hold."""
        return [self._effect(entity) for entity in self.core.entities if entity["kind"] == "effect" and self._in_force(entity)]

    def _in_force(self, effect: Entity) -> bool:
        return not effect.get("ended", False) and all(effect.get(key) is None or self.sees(effect[key]) for key in ("source", "host"))

    def _effect(self, effect: Entity) -> Record:
        left = sum(held for held in effect.get("left", {}).values() if type(held) is int) if "left" in effect else None
        return {"rule": effect["def"], "source": self.name(effect.get("source")), "host": self.name(effect.get("host")), "left": left}

    def periods(self) -> list[Record]:
        """The running sequences and steps, outermost first, with their variables."""
        return list(self._periods())

    def _periods(self) -> Iterator[Record]:
        program = self.core.program
        for frame in self.core.stack:
            sequence = program.sequences.get(frame.id)
            if sequence is None:
                continue
            types = variables(sequence, program)
            shown = {name: self.value(value, types[name]) for name, value in frame.vars.items() if name in types and types[name]["type"] != "any"}
            yield {"sequence": frame.id, "number": frame.record.get("number"), "variables": shown}

    def record(self) -> Record:
        """The whole view as JSON data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "seat": self.name(self.seat),
            "options": dict(self.core.program.options),
            "table": self.values(TABLE),
            "seats": self.seats(),
            "zones": self.zones(),
            "things": self.things(),
            "spaces": self.spaces(),
            "effects": self.effects(),
            "periods": self.periods(),
        }


def view(game: Game, seat: int) -> Record:
    """What the seat with that index sees, as JSON: the state, the decision (of others only who is asked and what kind), or the result."""
    core = game.core
    pending = game.pending()
    seen = View(core, core.seats[seat]).record()
    own = pending.get("seat") == seen["seat"]
    asked = pending if own else {key: pending[key] for key in ("n", "seat", "kind")} if "seat" in pending else None
    return {**seen, "decision": asked, "result": pending.get("result"), "stopped": pending.get("stopped")}


def seat_events(game: Game, seat: int | None, since: int = 0) -> list[Record]:
    """The events from a number on as a seat (None: somebody who sees only what all see) may know them.

    Of an event that is not for the seat it learns that it happened and between which places; of others' answers nothing. What it does not see now has no name.
    """
    core = game.core
    viewer = None if seat is None else core.seats[seat]
    seen = View(core, viewer)
    out = []
    for event in core.events[max(0, since - core.events_cut) :]:
        n, parent, name, values, rule, see = event
        types = PRIMITIVES.get(name) or variables(core.program.events.get(name), core.program)
        if see is None or viewer in see:
            shown = {key: seen.value(value, types.get(key, ANY)) for key, value in values.items()}
        elif name != "answer":
            shown = {key: identity(core, value) if _is_place(core, value, types.get(key, ANY)) else None for key, value in values.items()}
        else:
            continue
        out.append({"n": n, "parent": parent, "event": name, "with": shown, "rule": rule})
    return out


_PLACES = ("zone", "seat", "space", "board", "area", "table", "box")


def _is_place(core: Core, value: Any, kind: Record) -> bool:
    return kind["type"] == "thing" and type(value) is int and any(core.is_a(value, place) for place in _PLACES)


class Look:
    """What an in-process player may look at while it answers: its seat's view, and nothing else."""

    __slots__ = ("_game", "seat")

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self.seat = seat

    @property
    def view(self) -> View:
        """The state as the seat sees it now; do not keep it beyond this decision."""
        core = self._game.core
        return View(core, core.seats[self.seat])

    def determinise(self, decision: Mapping[str, Any], seed: str) -> Game:
        """A game of its own, at the same decision, in which what the seat cannot see is dealt anew; see `determinise.determinise`."""
        from .determinise import determinise

        return determinise(self._game, self.seat, decision, seed)


def quietly(core: Core, read: Callable[[], T], otherwise: T) -> T:
    """What `read()` gives, without counting steps; `otherwise` if the rules trap."""
    steps = core.steps
    core.steps = 0
    try:
        return read()
    except Halt:
        return otherwise
    finally:
        core.steps = steps
