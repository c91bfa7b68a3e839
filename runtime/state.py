"""The primitive writes. Nothing else changes an entity.

An entity is a dict with `id`, `kind`, and as it applies: `def`, `copy`, `name`, `owner`, `controller`, `at` (its place), `holds` (what lies in or on it, last
is the top), `face`, `since` (when it came into play), counters and zones by slot id. `holds` and `at` always agree. Values are replaced, never changed in
place.
"""
from __future__ import annotations

from typing import Any

from . import index, sight
from .core import BOX, TABLE, Core, Entity
from .expressions import Scope, expression
from .journal import MISSING
from .lineup import working_hidden
from .program import Record
from .quick import CONSTANTS
from .trouble import Trap

BOUND = 10**9
_NO_PLACE = ("zone", "seat", "board", "area", "rule", "effect", "table", "box")


def create(core: Core, fields: dict[str, Any]) -> int:
    """Add an entity (without a place and without counters); its number. Raises LimitMet beyond the ruleset's limit."""
    eid = len(core.entities)
    if eid >= core.max_entities:
        raise core.met("entities", core.max_entities)
    entity: Entity = {"id": eid, **fields}
    core.journal.grow(core.entities, entity)
    if eid < len(core.printed):
        core.printed[eid] = {}
    else:
        core.printed.append({})
    index.note(core, entity)
    return eid


def print_values(core: Core, eid: int) -> None:
    """Work out the printed values of an entity: its definition's fields, else the constant starts of its slots."""
    entity = core.entities[eid]
    key = ("printed", entity.get("def") or entity["kind"])
    known = core.compiled.get(key)
    if known is None:
        known = core.compiled[key] = _printed(core, entity)
    core.printed[eid] = known


def _printed(core: Core, entity: Entity) -> dict[str, Any]:
    program, definition = core.program, entity.get("def")
    record = program.definitions.get(definition or "") or program.spaces.get(definition or "")
    given: dict[str, Any] = record["fields"] if record is not None else {}
    out: dict[str, Any] = {}
    for slot in slots_of(core, entity):
        if slot["role"] not in ("printed", "stat"):
            continue
        if slot["name"] in given:
            out[slot["id"]] = _constant(core, given[slot["name"]])
        elif slot["start"] is None:
            out[slot["id"]] = None
        elif slot["start"]["op"] in ("int", "bool", "text", "word", "none"):
            out[slot["id"]] = slot["start"].get("value")
    return out


def _constant(core: Core, value: Any) -> Any:
    if type(value) is list:
        return [_constant(core, item) for item in value]
    if type(value) is not dict:
        return value
    if "thing" in value:  # what is made of it in play comes after the one that is printed
        copies = core.copies.get(value["thing"], ())
        if not copies or core.program.definitions[value["thing"]]["copies"] != 1:
            raise Trap("not_single", value["thing"], what=value["thing"], count=len(copies))
        return copies[0]
    return core.spaces[value["space"]] if "space" in value else value["effect"]


def slots_of(core: Core, entity: Entity) -> list[Record]:
    """The slots of an entity: those of its kind and definition, or for the table those of the game."""
    return core.program.table_slots if entity["id"] == TABLE else core.program.slots_of(entity["kind"], entity.get("def"))


def start_zones(core: Core, eid: int) -> None:
    """Make an entity's zones, empty."""
    for slot in slots_of(core, core.entities[eid]):
        if slot["role"] == "zone":
            core.journal.write(core.entities[eid], slot["id"], make_zone(core, slot["id"], eid))


def make_zone(core: Core, slot: str, owner: int | None) -> int:
    """A zone of a slot, empty; a spare one is used again."""
    spare: list[int] = core.meta["spare_zones"]
    if owner is None and spare:
        zone = spare[-1]
        core.journal.remove(core.meta, "spare_zones", len(spare) - 1)
        core.journal.write(core.entities[zone], "slot", slot)
        return zone
    zone = create(core, {"kind": "zone", "slot": slot, "owner": owner})
    index.refresh(core, zone)
    return zone


def drop_zone(core: Core, zone: int) -> None:
    """The zone of a call that is over: what is left in it goes to the box."""
    for one in list(core.entities[zone].get("holds", ())):
        put(core, one, BOX)
    core.journal.insert(core.meta, "spare_zones", len(core.meta["spare_zones"]), zone)


def start_counters(core: Core, eid: int) -> None:
    """Give all counters of an entity their start values."""
    entity = core.entities[eid]
    key = ("counters", f"{entity['kind']} {entity.get('def')}")
    known = core.compiled.get(key)
    if known is None:
        known = core.compiled[key] = [(slot["id"], *_fixed_start(core, slot, entity)) for slot in slots_of(core, entity) if slot["role"] == "counter"]
    for slot, value, record in known:
        if record is not None:
            value = started(core, record, eid)
        if entity.get(slot, MISSING) != value:
            core.journal.write(entity, slot, value)


def _fixed_start(core: Core, slot: Record, entity: Entity) -> tuple[Any, Record | None]:
    """The start value of a counter, or the slot if it must be worked out each time."""
    definition = entity.get("def") or ""
    record = core.program.definitions.get(definition) or core.program.spaces.get(definition)
    if record is not None and slot["name"] in record["fields"]:
        given = record["fields"][slot["name"]]
        return (None, slot) if type(given) in (list, dict) else (given, None)
    if slot["start"] is None or slot["start"]["op"] not in CONSTANTS:
        return None, slot
    return slot["start"].get("value"), None


def started(core: Core, slot: Record, eid: int) -> Any:
    """The start value of a counter; what the definition gives for it goes first."""
    definition = core.entities[eid].get("def") or ""
    record = core.program.definitions.get(definition) or core.program.spaces.get(definition)
    if record is not None and slot["name"] in record["fields"]:
        return _constant(core, record["fields"][slot["name"]])
    if slot["start"] is None:
        return [] if slot["type"]["type"] in ("list", "group") else None
    key = ("counter", slot["id"])
    start = core.compiled.get(key)
    if start is None:
        start = core.compiled[key] = expression(core, slot["start"], Scope(slot["id"]))
    return start({"self": eid})


def set_field(core: Core, eid: int, slot: str, value: Any, home: str) -> None:
    """Set a counter. Traps outside of the slot's range."""
    check_range(core.program.slots[slot], value, home)
    entity = core.entities[eid]
    if slot not in entity:
        raise Trap("none", home, what=slot)
    core.journal.write(entity, slot, value)


def check_range(slot: Record, value: Any, home: str) -> None:
    """Trap if a number is outside of a slot's range (a dial counts on above its end)."""
    if type(value) is not int:
        return
    kind = slot["type"]
    low, high = kind.get("low"), kind.get("high") if kind["type"] == "int" else None
    low, high = -BOUND if low is None else low, BOUND if high is None else high
    if not low <= value <= high:
        raise Trap("range", home, what=slot["name"], value=value, low=low, high=high)


def put(core: Core, thing: int, place: int, under: bool = False) -> None:
    """Move a thing to a place: on top, or to the bottom. Where it does not work it starts anew: counters, face."""
    journal, entities = core.journal, core.entities
    entity = entities[thing]
    before = entity.get("at")
    stays, lay = False, None
    known = sight.seers(core, thing) if core.veiled and place == BOX and before is not None else None
    if core.veiled and before is not None:
        stays = thing in core.works and bool(working_hidden(core))
        lay = sight.lying(core, thing) if stays else None
        sight.leaves(core, thing)
    if entities[place]["kind"] == "zone" and entities[place]["slot"] in core.program.veils:
        core.veiled = True
    if before is not None:
        journal.remove(entities[before], "holds", entities[before]["holds"].index(thing))
    held = entities[place].get("holds")
    if held:
        journal.insert(entities[place], "holds", 0 if under else len(held), thing)
    else:
        journal.write(entities[place], "holds", [thing])
    sight.boxed(core, thing, known)
    if before != place:
        journal.write(entity, "at", place)
        index.refresh(core, thing)
    if before is not None and before != place and thing not in core.works:
        _left(core, thing)
    elif stays and (lay is not None or sight.lying(core, thing) is not None):
        sight.stale(core, sight.with_attached(core, [thing]))


def _left(core: Core, thing: int) -> None:
    """A thing has gone where it does not work: what is attached to it goes away, effects on it end, it is as new."""
    from .effects import host_gone
    from .gone import forget

    entity = core.entities[thing]
    for one in list(entity.get("holds", ())):
        put(core, one, _attachment_place(core, one))
    host_gone(core, thing)
    forget(core, thing)
    faces = core.program.faces(entity.get("def", ""))
    if faces and entity.get("face") != faces[0]:
        core.journal.write(entity, "face", faces[0])
    start_counters(core, thing)
    if entity.get("controller") is not None:
        core.journal.write(entity, "controller", None)
        core.kept.clear()
    for key in ("once", "edge"):
        core.journal.erase(entity, key)


def _attachment_place(core: Core, thing: int) -> int:
    if core.program.policies.get("attachments") == "owner_discard":
        owner: int | None = core.entities[thing].get("owner")
        holder = core.entities[owner if owner is not None else thing]
        for slot in slots_of(core, holder):
            if slot["role"] == "zone" and slot["name"] == "discard":
                zone: int = holder[slot["id"]]
                return zone
    return BOX


def is_place(core: Core, place: Any) -> bool:
    """Whether things can be put there: the table, the box, a zone, a space, a seat, or a thing to attach to."""
    return type(place) is int and core.entities[place]["kind"] not in ("effect", "rule", "area", "board")


def turn(core: Core, thing: int, face: str) -> None:
    """Show a face."""
    if core.entities[thing].get("face") != face:
        core.journal.write(core.entities[thing], "face", face)
        index.retext(core, thing)


def set_owner(core: Core, thing: int, owner: int | None) -> None:
    """Give a thing to another owner."""
    entity = core.entities[thing]
    before = entity.get("owner")
    if before == owner:
        return
    if before is not None:
        core.journal.remove(core.owned, before, core.owned[before].index(thing))
    core.journal.write(entity, "owner", owner)
    core.kept.clear()
    if owner is not None:
        index.append(core, core.owned, owner, thing)


def new_scope(core: Core) -> int:
    """A fresh number for a running period."""
    scope: int = core.meta["next_scope"]
    core.journal.write(core.meta, "next_scope", scope + 1)
    return scope


def new_dice(core: Core, sides: int, faces: list[int]) -> list[dict[str, Any]]:
    """Dice with numbers of their own; the only kind of value that is written in place (through the journal)."""
    serial: int = core.meta["next_die"]
    if faces:
        core.journal.write(core.meta, "next_die", serial + len(faces))
    return [{"die": serial + at, "sides": sides, "face": face, "rerolled": False} for at, face in enumerate(faces)]
