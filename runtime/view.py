"""What one seat sees: things, zones, counters, running periods, and nothing else.

A thing is seen if the zone that it lies in (or that its host lies in) lets the seat see it; on the table and on boards everything is seen. What is not seen has
no name, only a place and a position (`pack:deck[3]`). The box is out of the game and out of every view. The seed, the stream's position and the numbers of
entities are in no view either.

A view is lazy: nothing is worked out before it is asked for. It shows the state at the moment of asking, so it must not be kept beyond a decision.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from . import relations, sight, stats
from .canon import digest
from .choose import Decision
from .core import BOX, TABLE, Core, Entity, Event
from .lineup import printed_places
from .names import arranged, identity, outward, seen_name
from .program import ANY, Record
from .report import types_of
from .shape import thing, variables
from .sight import quietly
from .state import slots_of
from .trouble import Refused

if TYPE_CHECKING:
    from .advice import Worth
    from .game import Game
    from .stream import Stream

FORMAT = "rulewright-view"
VERSION = 1


class View:
    """The state as a seat sees it; `seat` is the seat's entity number, or None for somebody who sees only what everybody sees."""

    def __init__(self, core: Core, seat: int | None) -> None:
        self.core = core
        self.seat = seat

    # ------------------------------------------------------------ what is seen

    def sees(self, eid: int) -> bool:
        """Whether the seat sees an entity in the game: what is in the box is in no view."""
        at: int | None = eid
        while at is not None and at != BOX:
            at = self.core.entities[at].get("at")
        return at is None and sight.sees(self.core, eid, self.seat)

    def name(self, eid: int | None) -> str | None:
        """What the seat calls a thing that it sees, else its place and position there."""
        return None if eid is None else seen_name(self.core, eid, self.seat)

    # ------------------------------------------------------------ values

    def value(self, value: Any, kind: Record) -> Any:
        """A value of the state for the eyes of the seat: things by name, dice as their faces. What has no static type is not shown."""
        if value is None or type(value) in (bool, str):
            return value
        if type(value) is list:
            of = thing(kind["of"]) if kind["type"] == "group" else kind.get("of", ANY)
            made = [self.value(item, of if type(of) is dict else ANY) for item in value]
            return arranged(made) if self.core.program.veils and of["type"] == "thing" else made
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
        """All seen things that are not seats, zones, boards or rules, in the order of their definitions and of the numbers of copies."""
        found = [entity for entity in self.core.entities if entity.get("at") not in (None, BOX) and self.sees(entity["id"])]
        return [self.thing(entity) for entity in sorted(found, key=self._printed_order)]

    def _printed_order(self, entity: Entity) -> tuple[int, int]:
        """An order that does not tell which copy is which."""
        return printed_places(self.core).get(entity.get("def", ""), -1), sight.number(self.core, entity["id"], self.seat) if "copy" in entity else entity["id"]

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
        """All zones but those of unseen things, with what they hold, from the bottom to the top; unseen things are null.

        Where the seat could not follow things out of the zone, it learns nothing of the order of what it does not see by right.
        """
        entities = self.core.entities
        zones = (one for one in entities if one["kind"] == "zone" and one["slot"] in self.core.program.slots and self._seen_owner(one))
        return [self._zone(one) for one in sorted(zones, key=lambda one: self._printed_order(entities[one["owner"]]))]

    def _without_order(self, zone: int, held: list[int], names: list[str | None]) -> list[str | None]:
        """What the seat sees by right in its order, what it was shown by name, then the rest."""
        right = [sight.has_right(self.core, one, zone, self.seat) for one in held]
        shown = sorted(name for name, own in zip(names, right, strict=True) if name is not None and not own)
        return [*(name for name, own in zip(names, right, strict=True) if own), *shown, *(name for name in names if name is None)]

    def _seen_owner(self, zone: Entity) -> bool:
        return sight.sees(self.core, zone["owner"], self.seat)

    def _zone(self, entity: Entity) -> Record:
        held = entity.get("holds") or []
        names = [self.name(one) if self.sees(one) else None for one in held]
        if self.core.veiled and entity["slot"] in self.core.program.veils and not sight.follows(self.core, entity["id"], self.seat):
            names = self._without_order(entity["id"], held, names)
        return {
            "id": self.name(entity["id"]),
            "slot": entity["slot"],
            "owner": self.name(entity["owner"]),
            "count": len(held),
            "things": names,
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
        """The lasting effects in force whose source the seat sees, the oldest first: the rule, its source, the thing it goes with, what its shields hold."""
        found = [entity for entity in self.core.entities if entity["kind"] == "effect" and self._in_force(entity)]
        return [self._effect(entity) for entity in sorted(found, key=lambda one: int(one["since"]))]

    def _in_force(self, effect: Entity) -> bool:
        return not effect.get("ended", False) and all(effect.get(key) is None or self.sees(effect[key]) for key in ("source", "host"))

    def _effect(self, effect: Entity) -> Record:
        left = sum(held for held in effect.get("left", {}).values() if type(held) is int) if "left" in effect else None
        return {"rule": effect["def"], "source": self.name(effect.get("source")), "host": self.name(effect.get("host")), "left": left}

    def periods(self) -> list[Record]:
        """The running sequences and steps, outermost first, with their parameters and slots. What their bodies note for themselves is for nobody."""
        return list(self._periods())

    def _periods(self) -> Iterator[Record]:
        program = self.core.program
        for frame in self.core.stack:
            sequence = program.sequences.get(frame.id)
            if sequence is None:
                continue
            types = variables(sequence, program)
            open_ = {one["name"] for one in (*sequence["params"], *sequence["slots"]) if types[one["name"]]["type"] != "any"}
            shown = {name: self.value(value, types[name]) for name, value in frame.vars.items() if name in open_}
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
    """What the seat with that index sees, as JSON: the state, the decision (of others only who is asked and what kind), or the result.

    Of rules that were stopped a seat learns the code alone where cards can be hidden, for the report may name what it does not see.
    """
    core = game.core
    pending = game.pending()
    seen = View(core, core.seats[seat]).record()
    own = pending.get("seat") == seen["seat"]
    asked = _own(game, pending) if own else {key: pending[key] for key in ("n", "seat", "kind")} if "seat" in pending else None
    stopped = pending.get("stopped")
    if stopped is not None and core.program.veils:
        stopped = {"code": stopped["code"]}
    return {**seen, "decision": asked, "result": _result(core, pending.get("result"), core.seats[seat]), "stopped": stopped}


def _own(game: Game, pending: Record) -> Record:
    """The question for the seat that it is put to: no `site` in the text of a thing that the seat does not see."""
    decision = game.decision
    if decision is None or decision.source is None or sight.sees(game.core, decision.source, decision.seat):
        return pending
    return {**pending, "site": None}


def _result(core: Core, result: Record | None, viewer: int) -> Record | None:
    """How the game has ended; not by whose text, if a copy of that lies where the seat does not see it."""
    if result is None or not core.program.veils:
        return result
    copies = core.copies.get(result["rule"].partition("/")[0], ())
    return result if all(sight.sees(core, one, viewer) for one in copies) else {**result, "rule": None}


def view_hash(game: Game, seat: int) -> str:
    """The hash of a seat's view: a client compares it with that of what it shows. It tells nothing that the view does not."""
    return digest(view(game, seat))


def seat_events(game: Game, seat: int | None, since: int = 0) -> list[Record]:
    """The events from a number on as a seat (None: somebody who sees only what all see) may know them, in the names of the time when they happened.

    Of an event that is not for the seat it learns that it happened and between which places; of others' answers nothing. In a game without history the names
    are those of now.
    """
    core = game.core
    viewer = None if seat is None else core.seats[seat]
    return [told for event in core.events[max(0, since - core.events_cut) :] if (told := _told(core, event, viewer)) is not None]


def _told(core: Core, event: Event, viewer: int | None) -> Record | None:
    n, parent, name, values, rule, see, said = event
    known = see is None or viewer in see
    if name == "answer" and not known:
        return None
    types = types_of(core, name, values)
    shown: Record = {}
    names = said or {}
    at = sight.viewers(core).index(viewer)

    def named(value: Any, kind: Record) -> Any:
        if type(value) is list:
            of = thing(kind["of"]) if kind["type"] == "group" else kind.get("of", ANY)
            made = [named(item, of if type(of) is dict else ANY) for item in value]
            return arranged(made) if core.program.veils and of["type"] == "thing" else made
        if type(value) is int and kind["type"] == "thing":
            return names[value][at] if value in names else identity(core, value) if core.undoable else seen_name(core, value, viewer)
        return outward(core, value, kind) if type(value) in (bool, str, dict) or kind["type"] in ("int", "dial") else None

    old = core.program.veils and not core.undoable  # nobody noted who saw whose text it was
    of_rule = not old and (-1 not in names or names[-1][at] != "") and (known or name not in _OF_EFFECTS)
    of_bar = "" if old else names[-2][at] if -2 in names else None
    for key, value in values.items():
        kind = types.get(key, ANY)
        shown[key] = named(value, kind) if known or _is_place(core, value, kind) else None
        if key == "effect":
            shown[key] = str(value).partition("#")[0] if known and (of_rule or name in _OF_EFFECTS) else None
        elif (name == "answer" and key == "site" and not of_rule) or (name == "refused" and key == "reason" and of_bar == ""):
            shown[key] = None
    return {"n": n, "parent": parent, "event": name, "with": shown, "rule": rule if of_rule else None}


_OF_EFFECTS = ("begin", "end", "prevent")


_PLACES = ("zone", "seat", "space", "board", "area", "table", "box")


def _is_place(core: Core, value: Any, kind: Record) -> bool:
    return kind["type"] == "thing" and type(value) is int and any(core.is_a(value, place) for place in _PLACES)


class Feed:
    """The events for one seat (None: for everybody) as a server sends them on: each once, `{"rewind": n}` when those from `n` on are taken back."""

    def __init__(self, game: Game, seat: int | None) -> None:
        self.game = game
        self.seat = seat
        self._next = 0
        self._rewinds = len(game.rewinds)

    def news(self) -> list[Record]:
        """What has happened since this was last asked for."""
        core = self.game.core
        back = min(self.game.rewinds[self._rewinds :], default=self._next)
        self._rewinds = len(self.game.rewinds)
        said: list[Record] = [{"rewind": back}] if back < self._next else []
        events = seat_events(self.game, self.seat, min(back, self._next))
        self._next = core.events_cut + len(core.events)
        return said + events


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

    def worth(self, bot: str, decision: Mapping[str, Any], stream: Stream) -> Worth:
        """What a bot of the ruleset thinks of the answers to the question that the seat is asked now; see `advice.worth`."""
        from .advice import worth

        return worth(self._game.core, bot, self.question(decision), stream)

    def question(self, decision: Mapping[str, Any]) -> Decision:
        """The live form of the question that is asked now, whichever form of it is at hand."""
        live = decision if isinstance(decision, Decision) else self._game.decision
        if live is None or (live is not decision and live["n"] != decision["n"]):
            raise Refused("stale: another decision is asked now")
        return live

    def determinise(self, decision: Mapping[str, Any], seed: str) -> Game:
        """A game of its own, at the same decision, in which what the seat cannot see is dealt anew; see `determinise.determinise`."""
        from .determinise import determinise

        return determinise(self._game, self.seat, decision, seed)
