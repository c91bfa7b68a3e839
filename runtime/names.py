"""How values are named outside of the engine: things by identity, never by number.

`pack:definition#copy`, `seat:n`, `zone:owner` (`hand:seat:0`), a space's id, `table`, `box`. For a viewer (a seat, or None for everybody; see `sight`) equal
copies bear the numbers by which it knows them, and a card that it does not see is named by place and position: `hand:seat:0[3]`. If it could not follow cards
out of that place, their order is nothing that it may know: `hand:seat:0[?]`; as options they are counted, in an order drawn anew for each question.
"""
from __future__ import annotations

import re
from collections.abc import Container
from typing import Any, TypeVar

from . import sight
from .core import BOX, TABLE, Core, Said
from .program import Record
from .relations import name
from .shape import element, thing

T = TypeVar("T")
_UNKNOWN = "[?]"
_POSITION = re.compile(r"(.+)\[(\d+|\?)\]")
_COPY = re.compile(r"(.+)#(\d+)")


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


def called(core: Core, eid: int, viewer: int | None) -> str:
    """What a viewer calls a thing that it sees."""
    entity = core.entities[eid]
    if entity["kind"] == "zone" and entity["owner"] is not None:
        return f"{slot_name(core, entity['slot'])}:{seen_name(core, entity['owner'], viewer)}"
    return f"{entity['def']}#{sight.number(core, eid, viewer)}" if "alias" in entity else identity(core, eid)


def seen_name(core: Core, eid: int, viewer: int | None) -> str:
    """The name of an entity for a viewer: what it calls it, or its place and position if the viewer may not see it."""
    if not core.veiled:
        return identity(core, eid)
    found = sight.lying(core, eid)
    if found is None or sight.sees(core, eid, viewer):
        return called(core, eid, viewer)
    zone, member = found
    if member != eid or not sight.follows(core, zone, viewer):
        return called(core, zone, viewer) + _UNKNOWN
    return f"{called(core, zone, viewer)}[{core.entities[zone]['holds'].index(eid)}]"


def told(core: Core, things: list[int], see: tuple[int, ...] | None, known: Container[int | None], bar: int | None) -> Said | None:
    """What viewers call the things of an event now, as far as it is not the identity for all.

    `known` are those of them that whoever sees the event knows by it; `bar` is the thing whose text has barred it.
    """
    said: Said = {}
    for eid in things:
        entity = core.entities[eid]
        if "alias" in entity or _of_a_thing(core, entity) or sight.lying(core, eid) is not None:
            said[eid] = _told(core, eid, see, eid in known)
    for key, source in ((-1, core.source), (-2, bar)):
        if source is not None and sight.lying(core, source) is not None:
            said[key] = tuple("rule" if sight.sees(core, source, viewer) else "" for viewer in sight.viewers(core))
    return said or None


def cleared(core: Core, things: list[int], said: Said | None) -> Said | None:
    """What viewers call the things of an event, now that some may have come to see what was hidden from them."""
    if said is None or not any(_POSITION.fullmatch(name) for eid in things for name in said[eid]):
        return said
    now = {eid: _told(core, eid, None, False) for eid in things if core.entities[eid].get("at") != BOX}
    return {**said, **{eid: tuple(map(_clearer, said[eid], now[eid])) for eid in now}}


def _clearer(old: str, new: str) -> str:
    return new if _POSITION.fullmatch(old) and not _POSITION.fullmatch(new) else old


def _told(core: Core, eid: int, see: tuple[int, ...] | None, known: bool) -> tuple[str, ...]:
    """The names that all viewers have for a thing: as `seen_name` gives them, each question asked once."""
    entity, found, viewers = core.entities[eid], sight.lying(core, eid), sight.viewers(core)
    plain = identity(core, eid) if "alias" not in entity and entity["kind"] != "zone" else None
    right = None if found is None else sight.by_right(core, found[1], found[0])
    shown = () if found is None else core.entities[found[1]].get("shown", ())
    every = right is None or {*right, *shown}.issuperset(core.seats)
    out = []
    for viewer in viewers:
        seen = every if viewer is None or right is None else viewer in right or viewer in shown
        if seen or (known and (see is None or viewer in see)):
            out.append(called(core, eid, viewer) if plain is None else plain)
        else:
            out.append(seen_name(core, eid, viewer))
    return tuple(out)


def _of_a_thing(core: Core, entity: dict[str, Any]) -> bool:
    """Whether it is a zone whose name holds that of a card."""
    return entity["kind"] == "zone" and entity["owner"] is not None and "copy" in core.entities[entity["owner"]]


# ---------------------------------------------------------------- options


def presented(core: Core, values: list[Any], kind: Record, seat: int) -> list[Any]:
    """Things in an order that tells a seat nothing that it may not know, for a question to it.

    What it sees stays where it is, equal copies by the numbers by which the seat knows them. What it does not see comes last, place by place: by position if
    the seat can follow things out of the place, else in an order drawn for this question, from no word of the stream.
    """
    if not core.veiled or kind["type"] != "thing":
        return values
    hidden = [value for value in values if value is not None and not sight.sees(core, value, seat)]
    out = _copies_by_number(core, [value for value in values if value not in hidden], seat)
    places: dict[str, list[int]] = {}
    for value in hidden:
        places.setdefault(seen_name(core, value, seat).rpartition("[")[0], []).append(value)
    for place in sorted(places):
        out += _in_place(core, place, places[place], seat)
    return out


def by_thing(core: Core, items: list[T], owners: list[int], seat: int) -> list[T]:
    """Options that are each the text of a thing (`owners`, one for each), in the order of `presented`; those of one thing stay in theirs."""
    if not core.veiled or len(items) < 2:
        return items
    distinct = list(dict.fromkeys(owners))
    order = presented(core, distinct, thing(), seat)
    if order == distinct:
        return items
    place = {owner: at for at, owner in enumerate(order)}
    return [items[at] for at in sorted(range(len(items)), key=lambda at: place[owners[at]])]


def _copies_by_number(core: Core, values: list[Any], seat: int) -> list[Any]:
    groups: dict[str, list[int]] = {}
    for value in values:
        if value is not None and "alias" in core.entities[value]:
            groups.setdefault(core.entities[value]["def"], [])
    if not groups:
        return values
    for value in values:
        if value is not None and core.entities[value].get("def") in groups:
            groups[core.entities[value]["def"]].append(value)
    queues = {definition: iter(sorted(copies, key=lambda one: sight.number(core, one, seat))) for definition, copies in groups.items()}
    return [value if value is None or core.entities[value].get("def") not in queues else next(queues[core.entities[value]["def"]]) for value in values]


def _in_place(core: Core, place: str, things: list[int], seat: int) -> list[int]:
    lying = {thing: found for thing in sorted(things) if (found := sight.lying(core, thing)) is not None}
    zone, members = next(iter(lying.values()))[0], {member for _, member in lying.values()}
    if sight.follows(core, zone, seat):
        order = sorted(members, key=core.entities[zone]["holds"].index)
    else:
        order = sight.unordered(core, zone, members, f"{core.inputs + core.answer_at}/{place}")
    return [thing for one in order for thing, (_, member) in lying.items() if member == one]


def arranged(names: list[Any]) -> list[Any]:
    """A list of names in an order that tells nothing of numbers inside: equal copies by theirs, cards that are not seen at the end, by place and position."""
    hidden = [(match[1], int(match[2]) if match[2] != "?" else -1, one) for one in names if type(one) is str and (match := _POSITION.fullmatch(one))]
    open_ = [one for one in names if type(one) is not str or not _POSITION.fullmatch(one)]
    copies: dict[str, list[int]] = {}
    for one in open_:
        if type(one) is str and (match := _COPY.fullmatch(one)):
            copies.setdefault(match[1], []).append(int(match[2]))
    queues = {definition: iter(sorted(numbers)) for definition, numbers in copies.items()}
    said = [f"{match[1]}#{next(queues[match[1]])}" if type(one) is str and (match := _COPY.fullmatch(one)) else one for one in open_]
    return said + [one for _, _, one in sorted(hidden)]


def counted(names: list[str]) -> list[str]:
    """Names of options: those without a position get one by the order in which they stand."""
    seen: dict[str, int] = {}
    out = []
    for one in names:
        if one.endswith(_UNKNOWN):
            place = one.removesuffix(_UNKNOWN)
            seen[place] = seen.get(place, -1) + 1
            one = f"{place}[{seen[place]}]"
        out.append(one)
    return out


def title(core: Core, value: Any, kind: Record, seat: int | None) -> str:
    """A value in the words of a player: a thing's printed name (if the seat may see it), a die's face."""
    if type(value) is int and kind["type"] == "thing":
        return name(core, value) if sight.sees(core, value, seat) else seen_name(core, value, seat)
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
