"""How values are named outside of the engine: things by identity, never by number.

`pack:definition#copy`, `seat:n`, `zone:owner` (`hand:seat:0`), a space's id, `table`, `box`. A card that somebody may not see is named by place and position:
`hand:seat:0[3]`.
"""
from __future__ import annotations

from typing import Any

from .core import BOX, TABLE, Core
from .expressions import Scope, expression
from .program import Record
from .relations import name
from .shape import element


def identity(core: Core, eid: int) -> str:
    """The name of an entity that never changes (but of a spare zone, which serves call after call)."""
    if eid in (TABLE, BOX):
        return "table" if eid == TABLE else "box"
    entity = core.entities[eid]
    kind = entity["kind"]
    if kind == "zone":
        label = slot_name(core, entity["slot"])
        return f"{label}:{identity(core, entity['owner'])}" if entity["owner"] is not None else f"{label}#{eid}"
    if kind == "effect":
        return f"{entity['def']}#{eid}"
    if "name" in entity:
        return str(entity["name"])
    return f"{entity['def']}#{entity['copy']}" if "copy" in entity else str(entity["def"])


def slot_name(core: Core, slot: str) -> str:
    """The name of a zone's slot, also of a slot in a verb."""
    record = core.program.slots.get(slot)
    if record is not None:
        return str(record["name"])
    return slot.rpartition("/")[2].rpartition(".")[2].rpartition(":")[2]


def seen_name(core: Core, eid: int, seat: int | None) -> str:
    """The name of an entity for a seat (None: for everybody): its identity, or its place and position if the seat may not see it."""
    if sees(core, eid, seat):
        return identity(core, eid)
    at = core.entities[eid]["at"]
    return f"{identity(core, at)}[{core.entities[at]['holds'].index(eid)}]"


def sees(core: Core, eid: int, seat: int | None) -> bool:
    """Whether a seat (None: everybody) sees what a thing is, by the zone in which it lies."""
    at = core.entities[eid].get("at")
    if at is None or core.entities[at]["kind"] != "zone":
        return True
    seers = seen_by(core, eid, at, seat)
    return seers is None or (seat is not None and seat in seers)


def seen_by(core: Core, eid: int, zone: int, viewer: int | None) -> tuple[int, ...] | None:
    """The seats that see a thing in a zone; None: all. With a viewer only its place among them is worked out."""
    slot = core.program.slots.get(core.entities[zone]["slot"]) or _local_slot(core, core.entities[zone]["slot"])
    if slot is None or slot["seen_by"] is None:
        return None
    key = ("seen_by", slot["id"])
    rule = core.compiled.get(key)
    if rule is None:
        rule = core.compiled[key] = expression(core, slot["seen_by"], Scope(slot["id"]))
    out = []
    for seat in core.seats if viewer is None else (viewer,):
        value = rule({"it": eid, "self": core.entities[zone]["owner"], "viewer": seat})
        if value is True or value == seat or (type(value) is list and seat in value):
            out.append(seat)
    return None if viewer is None and len(out) == len(core.seats) else tuple(out)


def _local_slot(core: Core, slot: str) -> Record | None:
    known = core.compiled.get(("local slots", ""))
    if known is None:
        known = core.compiled["local slots", ""] = {one["id"]: one for event in core.program.events.values() for one in event["slots"]}
    found: Record | None = known.get(slot)
    return found


def title(core: Core, value: Any, kind: Record, seat: int | None) -> str:
    """A value in the words of a player: a thing's printed name (if the seat may see it), a die's face."""
    if type(value) is int and kind["type"] == "thing":
        return name(core, value) if sees(core, value, seat) else seen_name(core, value, seat)
    if type(value) is dict:
        return str(value["face"])
    return outside_text(core, value, kind, seat)


def outside_text(core: Core, value: Any, kind: Record, seat: int | None) -> str:
    """The id of a value as an option: a thing by name, a die by its serial number, a way by its spaces, others as they are written."""
    if type(value) is dict:
        return f"die#{value['die']}"
    if value is None:
        return "none"
    if type(value) is bool:
        return "yes" if value else "no"
    if type(value) is list:
        return ">".join(outside_text(core, item, element(kind), seat) for item in value)
    if type(value) is int and kind["type"] == "thing":
        return seen_name(core, value, seat)
    return str(value)


def outward(core: Core, value: Any, kind: Record) -> Any:
    """A value as JSON for the outside: things by identity."""
    if type(value) is list:
        return [outward(core, item, element(kind)) for item in value]
    if type(value) is int and kind["type"] == "thing":
        return identity(core, value)
    if type(value) is dict:
        return {key: value[key] for key in ("sides", "face", "rerolled")}
    return value
