"""Whether a state from a stranger can be one: shapes, references, values by the types of their slots, and that `holds` and `at` agree."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import reading
from .core import BOX, TABLE
from .program import ENGINE_KINDS, Program, Record, program_of
from .reading import BadFile, Shape, kind_of, listing, number, only, optional, record, text
from .report import STATE_FORMAT, STATE_VERSION
from .stream import ALGORITHM, LAST_WORD
from .trouble import Refused

_COUNT = number(0)
_FRAME = record({}, others=reading.anything)
_STATE: dict[str, Shape] = {
    "format": only(STATE_FORMAT),
    "version": only(STATE_VERSION),
    "ruleset": text,
    "options": record({}, others=reading.anything),
    "next_id": _COUNT,
    "next_scope": _COUNT,
    "next_since": _COUNT,
    "next_die": _COUNT,
    "events": _COUNT,
    "rng": record({"alg": only(ALGORITHM), "seed": reading.digest, "pos": number(0, LAST_WORD)}),
    "machines": listing(_FRAME),
    "runs": record({}, others=_COUNT),
    "result": optional(record({"winners": listing(_COUNT), "losers": listing(_COUNT), "why": text, "rule": text})),
    "spare_zones": listing(_COUNT),
    "spare_effects": listing(_COUNT),
}
_ENTITY = record({"id": _COUNT, "kind": text}, others=reading.anything)
_STATE["entities"] = listing(_ENTITY)
_SHAPE = record(_STATE)
_REFERENCES = ("at", "owner", "controller", "host", "source", "board", "area")


def check_state(ruleset: Record, state: object, place: str) -> None:
    """Raise BadFile unless a value is a state that the ruleset could have."""
    _SHAPE(state, place)
    assert isinstance(state, dict)
    try:
        program = program_of(ruleset, state["options"])
    except Refused as fault:
        raise BadFile(fault.reason, f"{place}/options") from None
    _Entities(program, state["entities"], f"{place}/entities").check()
    count = len(state["entities"])
    if state["next_id"] != count:
        raise BadFile(f"must be {count}, the number of the entities", f"{place}/next_id")
    for key in ("spare_zones", "spare_effects"):
        _references(state[key], count, f"{place}/{key}")
    if state["result"] is not None:
        _references([*state["result"]["winners"], *state["result"]["losers"]], count, f"{place}/result")


def _references(values: list[int], count: int, place: str) -> None:
    for value in values:
        if value >= count:
            raise BadFile(f"there is no entity {value}", place)


class _Entities:
    def __init__(self, program: Program, entities: list[Record], place: str) -> None:
        self.program = program
        self.entities = entities
        self.place = place
        self.seats = [at for at, entity in enumerate(entities) if program.is_a(entity["kind"], "seat")]
        self.known = program.named

    def check(self) -> None:
        if len(self.entities) <= BOX or len(self.entities) > self.program.limits["entities"]:
            raise BadFile(f"must be 2 to {self.program.limits['entities']} entities, not {len(self.entities)}", self.place)
        for at, entity in enumerate(self.entities):
            self._entity(at, entity, f"{self.place}/{at}")
        for at, entity in enumerate(self.entities):
            self._placed(at, entity, f"{self.place}/{at}")

    def _entity(self, at: int, entity: Record, place: str) -> None:
        wanted = {TABLE: "table", BOX: "box"}.get(at)
        kind = entity["kind"]
        if entity["id"] != at:
            raise BadFile(f"must be {at}: entities stand in the order of their numbers", f"{place}/id")
        if (kind not in self.program.kinds and kind not in ENGINE_KINDS) or (wanted is not None and kind != wanted):
            raise BadFile(f"must be `{wanted}`" if wanted else f"{reading.shown(kind)} is no kind of the ruleset", f"{place}/kind")
        if "def" in entity and (not isinstance(entity["def"], str) or entity["def"] not in self.known):
            raise BadFile(f"{reading.shown(entity['def'])} is no definition of the ruleset", f"{place}/def")
        for key in _REFERENCES:
            if key in entity:
                self._reference(entity[key], f"{place}/{key}")
        self._seen(entity, place)
        if "holds" in entity:
            listing(number(0, len(self.entities) - 1))(entity["holds"], f"{place}/holds")
        for id, type_ in self._kept_slots(at, entity):
            if id not in entity:
                raise BadFile(f"`{id}` is missing", place)
            if entity[id] is not None:
                self._value(entity[id], type_, f"{place}/{id}")

    def _seen(self, entity: Record, place: str) -> None:
        """What viewers know a copy by, and who was shown it."""
        if "alias" in entity:
            listing(_COUNT)(entity["alias"], f"{place}/alias")
            if "copy" not in entity or len(entity["alias"]) != len(self.seats) + 1:
                raise BadFile(f"must be {len(self.seats) + 1} numbers, for each seat and for everybody, of a thing that has copies", f"{place}/alias")
        if "shown" in entity:
            listing(only(*self.seats))(entity["shown"], f"{place}/shown")
        if "aliases" in entity:
            _COUNT(entity["aliases"], f"{place}/aliases")

    def _kept_slots(self, at: int, entity: Record) -> list[tuple[str, Mapping[str, Any]]]:
        """The slots that the state keeps of an entity, with their types."""
        key = ("table" if at == TABLE else entity["kind"], entity.get("def"))
        known = self.program.kept_slots.get(key)
        if known is None:
            slots = self.program.table_slots if at == TABLE else self.program.kind_slots(entity["kind"])
            known = self.program.kept_slots[key] = [
                (slot["id"], {"type": "thing", "of": "zone"} if slot["role"] == "zone" else slot["type"])
                for slot in (*slots, *self._own_slots(entity)) if slot["role"] in ("counter", "zone")
            ]  # fmt: skip
        return known

    def _own_slots(self, entity: Record) -> list[Record]:
        definition = self.program.definitions.get(entity.get("def", ""))
        return list(definition.get("slots", ())) if definition is not None and entity["kind"] != "effect" else []

    def _reference(self, value: object, place: str) -> None:
        if value is not None and not (type(value) is int and 0 <= value < len(self.entities)):
            number(0, len(self.entities) - 1)(value, place)

    def _value(self, value: Any, kind: Mapping[str, Any], place: str) -> None:
        if value is None:
            return
        match kind["type"]:
            case "int" | "dial":
                low = kind["low"] if kind["low"] is not None else -(10**9)
                high = kind["high"] if kind["type"] == "int" and kind["high"] is not None else 10**9
                number(low, high)(value, place)
            case "bool":
                reading.truth(value, place)
            case "text" | "effect":
                text(value, place)
            case "word":
                members = self.program.enums.get(kind["of"])
                only(*members)(value, place) if members is not None else text(value, place)
            case "thing":
                self._reference(value, place)
                if kind["of"] == "zone" and self.entities[value]["kind"] != "zone":
                    raise BadFile("must be a zone", place)
            case "list" | "group":
                if not isinstance(value, list):
                    raise BadFile(f"must be a list, not {kind_of(value)}", place)
                of = {"type": "thing", "of": kind["of"]} if kind["type"] == "group" else kind["of"]
                for item in value:
                    self._value(item, of, place)
            case _:
                reading.anything(value, place)

    def _placed(self, at: int, entity: Record, place: str) -> None:
        held = entity.get("holds", [])
        if len(set(held)) != len(held):
            raise BadFile("names a thing twice", f"{place}/holds")
        for one in held:
            if self.entities[one].get("at") != at:
                raise BadFile(f"names the thing {one}, which says that it is elsewhere", f"{place}/holds")
        where = entity.get("at")
        if where is not None and at not in self.entities[where].get("holds", []):
            raise BadFile(f"says {where}, which does not hold it", f"{place}/at")
