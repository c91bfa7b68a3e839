"""A new game's entities, in their fixed order: table, box, seats, rules, boards with areas and spaces, zones, then the definitions' copies.

Setting up draws nothing and asks nobody, so that it gives the same state each time: a game that is played again and again copies the state of the last time.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import index, state
from .canon import digest
from .core import BOX, TABLE, Core
from .expressions import Scope, expression
from .options import goes_with
from .program import Record
from .trouble import Refused, Trap

FRESH: dict[str, Any] = {
    "next_scope": 1,
    "next_since": 1,
    "next_die": 1,
    "events": 0,
    "machines": [],
    "runs": {},
    "result": None,
    "spare_zones": [],
    "spare_effects": [],
}
"""What a state holds besides the entities, at the start."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """The state after a set-up and its indexes. Values in it are replaced, never changed in place, so copies of the containers are copies of the state."""

    entities: list[dict[str, Any]]
    printed: list[dict[str, Any]]
    boxes: list[dict[Any, Any]]
    tables: dict[str, dict[str, Any]]
    seats: tuple[int, ...]
    steps: int
    veiled: bool
    digests: list[str]


def _boxes(core: Core) -> list[dict[Any, Any]]:
    return [core.meta, core.in_play, core.owned, core.copies, core.ends, core.works, core.naming, core.spaces]


def set_up_again(core: Core) -> None:
    """`set_up` of a core that has been set up before, with as many seats, and has been reset."""
    known = core.fresh
    if known is None:
        raise AssertionError("nothing has been set up")
    core.entities.extend([dict(entity) for entity in known.entities])
    core.printed.extend(known.printed)
    for box, kept in zip(_boxes(core), known.boxes, strict=True):
        box.update(kept)
    for name, table in known.tables.items():
        core.tables[name].update(table)
    core.seats, core.steps, core.veiled = known.seats, known.steps, known.veiled
    core.digested = known.entities, known.digests


def remember(core: Core) -> None:
    """Keep the state after a set-up for `set_up_again`."""
    tables = {name: dict(table) for name, table in core.tables.items() if table}
    entities, boxes = [dict(entity) for entity in core.entities], [dict(box) for box in _boxes(core)]
    digests = [digest(entity) for entity in entities]
    core.digested = entities, digests
    core.fresh = Fresh(entities, list(core.printed), boxes, tables, core.seats, core.steps, core.veiled, digests)


def set_up(core: Core, seats: int | None) -> None:
    """Make the entities of a new game. Raises Refused for a wrong number of seats."""
    core.meta.update({key: value.copy() if isinstance(value, dict | list) else value for key, value in FRESH.items()})
    _add(core, {"kind": "table"})
    _add(core, {"kind": "box"})
    _seats(core, seats)
    for rule in core.program.ruleset["rules"]:
        _add(core, {"kind": "rule", "def": rule["id"]})
    for board in core.program.ruleset["boards"]:
        _board(core, board)
    fixed = len(core.entities)
    for eid in range(fixed):
        state.start_zones(core, eid)
    things = [eid for definition in core.program.ruleset["definitions"] if not _is_seat(core, definition) for eid in _copies(core, definition)]
    _owners(core)
    for eid in (*range(fixed), *things):
        state.print_values(core, eid)
    for eid in (*range(fixed), *things):
        state.start_counters(core, eid)
    for eid in range(fixed):
        index.refresh(core, eid)
    for eid in things:
        _place(core, eid)
    core.journal.forget()


def _add(core: Core, fields: dict[str, Any]) -> int:
    return state.create(core, fields)


def _seat_kind(core: Core) -> str:
    game = core.program.ruleset["game"]
    return "seat" if game is None else str(game["seats"]["kind"])


def _is_seat(core: Core, definition: Record) -> bool:
    return core.program.is_a(definition["of"], "seat")


def _seats(core: Core, wanted: int | None) -> None:
    game = core.program.ruleset["game"]
    kind = _seat_kind(core)
    named = [one for one in core.program.ruleset["definitions"] if core.program.is_a(one["of"], kind) and _is_seat(core, one)]
    low, high = (1, 1000) if game is None else (game["seats"]["min"], game["seats"]["max"])
    count = wanted if wanted is not None else len(named) or max(low, 2 if game is None else low)
    if not low <= count <= high or (named and count > len(named)):
        most = min(high, len(named)) if named else high
        raise Refused(f"the game has {low} to {most} seats, not {count}")
    goes_with(core.program, count)
    for at in range(count):
        fields: dict[str, Any] = {"kind": named[at]["of"] if named else kind, "name": f"seat:{at}", "status": "playing"}
        if named:
            fields.update({"def": named[at]["id"], "copy": 1})
        core.seats = (*core.seats, _add(core, fields))


def _board(core: Core, board: Record) -> None:
    number = _add(core, {"kind": "board", "def": board["id"]})
    areas = {area["id"]: _add(core, {"kind": "area", "def": area["id"], "board": number}) for area in board["areas"]}
    for space in board["spaces"]:
        fields = {"kind": space["of"], "def": space["id"], "board": number, "area": areas.get(space["area"])}
        core.spaces[space["id"]] = _add(core, fields)


def _copies(core: Core, definition: Record) -> list[int]:
    made = []
    faces = core.program.faces(definition["id"])
    for copy in range(1, definition["copies"] + 1):
        fields: dict[str, Any] = {"kind": definition["of"], "def": definition["id"], "copy": copy, "owner": None, "at": None}
        if faces:
            fields["face"] = faces[0]
        made.append(_add(core, fields))
        state.start_zones(core, made[-1])
    return made


def _owners(core: Core) -> None:
    for definition in core.program.ruleset["definitions"]:
        if definition["owner"] is None:
            continue
        owners = core.copies.get(definition["owner"], ())
        if len(owners) != 1:
            if not owners and _is_seat(core, core.program.definitions[definition["owner"]]):
                continue  # a seat that nobody plays in this game
            raise Trap("not_single", definition["id"], what=definition["owner"], count=len(owners))
        for eid in core.copies.get(definition["id"], ()):
            state.set_owner(core, eid, owners[0])


def _place(core: Core, eid: int) -> None:
    entity = core.entities[eid]
    definition = core.program.definitions[entity["def"]]
    if _nobodys(core, eid):
        state.put(core, eid, BOX)
        return
    where = definition["starts_in"] or core.program.starts_in(entity["kind"])
    place = TABLE if where is None else expression(core, where, Scope(definition["id"]))({"self": eid})
    if place is None or not state.is_place(core, place):
        raise Trap("not_a_place", definition["id"], what=f"the start of `{definition['name']}`")
    state.put(core, eid, place)


def _nobodys(core: Core, eid: int) -> bool:
    """Whether a thing is for a seat that nobody plays in this game, or for something that is: it stays in the box."""
    at: int | None = eid
    for _ in range(len(core.entities)):
        if at is None or at in core.seats:
            return False
        printed = core.program.definitions[core.entities[at]["def"]]["owner"]
        at = core.entities[at]["owner"]
        if at is None:
            return printed is not None
    return False


def load(core: Core, document: Record) -> None:
    """Fill the core from a checkpoint state: entities, machines, indexes. The document is not kept. Raises Refused for players that do not fit the options."""
    dice: dict[int, Any] = {}
    core.meta.update({key: _with_dice(document[key], dice) for key in FRESH})
    core.entities.extend(_with_dice(entity, dice) for entity in document["entities"])
    core.printed.extend({} for _ in core.entities)
    core.seats = tuple(entity["id"] for entity in core.entities if core.is_a(entity["id"], "seat"))
    goes_with(core.program, len(core.seats))
    spaces = core.program.spaces
    core.spaces.update({entity["def"]: entity["id"] for entity in core.entities if entity.get("def") in spaces})
    core.veiled = any(entity["kind"] == "zone" and entity["slot"] in core.program.veils for entity in core.entities)
    core.shown = any("shown" in entity for entity in core.entities)
    index.rebuild(core)
    for entity in core.entities:
        state.print_values(core, entity["id"])
    core.journal.forget()
    core.stat_cache.clear()
    core.kept.clear()


_BOXES = frozenset((list, dict))


def _with_dice(value: Any, dice: dict[int, Any]) -> Any:
    """A fresh copy in which a die that stands in several lists is one object again."""
    if type(value) is list:
        return [_with_dice(item, dice) if type(item) in _BOXES else item for item in value]
    if type(value) is dict:
        if "die" in value and "face" in value:
            return dice.setdefault(value["die"], dict(value))
        return {key: _with_dice(item, dice) if type(item) in _BOXES else item for key, item in value.items()}
    return value


__all__ = ["BOX", "FRESH", "load", "remember", "set_up", "set_up_again"]
