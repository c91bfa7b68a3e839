"""What is found without scanning: the things in play by kind, the works by what they hear, the effects by what ends them.

Every table is a dict of immutable tuples, replaced whole through the journal, so that iteration is safe and a rollback restores them. `rebuild` makes all of
them anew from the entities; a test compares the two.
"""
from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import attrgetter
from typing import Any

from .core import BOX, TABLE, Core, Entity, Fn
from .expressions import Scope, expression
from .gone import idle, names_things
from .program import ANY, Record, Text
from .rules import Work, ability_names, clause, granted_by
from .shape import thing, variables

_ALWAYS = ("seat", "zone", "space", "board", "area", "rule", "table", "box")
_SPACING = 1000
_ORDER = attrgetter("order")
Entry = tuple[str, str, Work]


def belongs_in_play(core: Core, eid: int) -> bool:
    """Whether an entity is in play: by what it is, or by where it is."""
    entity: Entity = core.entities[eid]
    always = core.compiled.get(("always", entity["kind"]))
    if always is None:
        kinds = core.program.ancestors[entity["kind"]]
        always = core.compiled["always", entity["kind"]] = any(kind in kinds for kind in _ALWAYS)
    if always:
        return bool(entity["kind"] != "box")
    if entity["kind"] == "effect":
        return not entity.get("ended", False)
    at = entity.get("at")
    if at is None or at == BOX:
        return False
    if at == TABLE:
        return True
    place = core.entities[at]
    if place["kind"] == "zone":
        return bool(place["slot"] in core.program.works_in(entity["kind"]))
    return belongs_in_play(core, at)


def refresh(core: Core, eid: int) -> None:
    """Bring the index up to date after a thing's place has changed, for all that is attached to it too."""
    was, now = eid in core.works, belongs_in_play(core, eid)
    if was == now:
        return
    if now:
        stamp = core.meta["next_since"]
        core.journal.write(core.meta, "next_since", stamp + 1)
        core.journal.write(core.entities[eid], "since", stamp)
        enter(core, eid)
    else:
        leave(core, eid)
    for one in core.entities[eid].get("holds", ()):
        refresh(core, one)


def enter(core: Core, eid: int) -> None:
    """Add a thing and its text to the index."""
    entity = core.entities[eid]
    for kind in core.program.ancestors[entity["kind"]]:
        _insert(core, core.in_play, kind, bisect_left(core.in_play.get(kind, ()), eid), eid)
    entries = tuple(_entries(core, entity))
    core.journal.put(core.works, eid, entries)
    for table, key, work in entries:
        _add(core, table, key, work)


def leave(core: Core, eid: int) -> None:
    """Take a thing and its text out of the index."""
    for kind in core.program.ancestors[core.entities[eid]["kind"]]:
        core.journal.remove(core.in_play, kind, bisect_left(core.in_play[kind], eid))
    for table, key, work in core.works[eid]:
        tables = core.tables[table]
        known = tables[key]
        if len(known) == 1:
            core.journal.erase(tables, key)
        else:
            at = bisect_left(known, work.order, key=_ORDER)
            core.journal.remove(tables, key, known.index(work, at))
    core.journal.erase(core.works, eid)


def retext(core: Core, eid: int) -> None:
    """Another face shows: exchange the thing's text, keeping its time of arrival."""
    if eid in core.works:
        leave(core, eid)
        enter(core, eid)


def _add(core: Core, table: str, key: str, work: Work) -> None:
    known = core.tables[table].get(key, ())
    later = known and known[-1].order > work.order
    _insert(core, core.tables[table], key, bisect_right(known, work.order, key=_ORDER) if later else len(known), work)


def _insert(core: Core, table: dict[Any, Any], key: Any, at: int, item: Any) -> None:
    """Put an item at a place of a tuple of an index."""
    if table.get(key):
        core.journal.insert(table, key, at, item)
    else:
        core.journal.put(table, key, (item,))


def append(core: Core, table: dict[Any, Any], key: Any, item: Any) -> None:
    """Add an item to a tuple of an index."""
    _insert(core, table, key, len(table.get(key, ())), item)


def _entries(core: Core, entity: dict[str, Any]) -> list[Entry]:
    eid, since = entity["id"], entity.get("since", 0)
    if entity["kind"] == "effect":
        begin = core.program.begins[entity["def"]]
        texts = [Text(record) for record in (*begin["clauses"], *begin["handlers"])]
        base = {"self": entity["source"], **entity.get("vars", {})}
    else:
        texts = core.program.texts(entity.get("def", ""), entity.get("face"))
        base = {"self": eid}
    out: list[Entry] = []
    for at, text in enumerate(texts):
        env, names = base, {name: ANY for name in base if name != "self"}
        if text.ability is not None:
            names = ability_names(core, text.ability["ability"])
            scope = Scope(text.ability["ability"], {"self": thing()})
            env = {**base, **{name: expression(core, arg, scope)(base) for name, arg in zip(names, text.args, strict=False)}}
        out += _hearing(core, text.record, eid, env, (since, eid, at * _SPACING), names)
    core.given.update((table, key) for table, key, work in out if work.via is not None)
    if entity["kind"] == "effect":
        lost = entity.get("lost")
        for _, _, work in out:
            if work.via is None:
                work.gate = _never if lost and idle(work.clause.record, lost) else lasting(core, entity["def"])
    return out


def _never(env: dict[str, Any]) -> bool:
    return False


def lasting(core: Core, definition: str) -> Fn | None:
    """The `while` of a lasting effect, over its variables."""
    begin = core.program.begins[definition]
    if begin["while"] is None:
        return None
    known: Fn | None = core.compiled.get(("while", definition))
    if known is None:
        scope = Scope(definition, {"self": thing(), **dict.fromkeys(begin["bind"], ANY)})
        known = core.compiled["while", definition] = expression(core, begin["while"], scope)
    return known


def _hearing(
    core: Core, record: Record, eid: int, env: dict[str, Any], order: tuple[int, int, int], names: dict[str, Record], via: Work | None = None
) -> list[Entry]:
    """The entries of one record: under each event that it hears, with the arguments of a family bound to the record's names."""
    made = clause(core, record, names)
    kind = made.kind
    if kind in ("handler", "forbid", "oblige", "limit"):
        targets = [record["event"]] if kind == "handler" else record["targets"]
        table = record["moment"] if kind == "handler" else kind
        return [
            (table, event, Work(made, eid, env, order, _bound(core, record, event, args), via))
            for target in targets
            for event, args in core.program.heard_as(target)
        ]
    if kind == "allow":
        return [
            ("allow", f"{record['despite']} {event}", Work(made, eid, env, order, _bound(core, record, event, args), via))
            for target in record["targets"]
            for event, args in core.program.heard_as(target)
        ]
    key = {"modify": "slot", "prevent": "unit", "grant": "ability", "member": "class"}.get(kind)
    work = Work(made, eid, env, order, (), via)
    out: list[Entry] = [(kind, record[key] if key is not None else "", work)]
    if kind == "grant" and record["ability"] not in granted_by(via):
        given = ability_names(core, record["ability"])
        for at, part in enumerate(core.program.ability_texts(record["ability"])):
            out += _hearing(core, part, eid, {}, (order[0], eid, order[2] + 1 + at), given, work)
    return out


def _bound(core: Core, record: Record, event: str, args: list[Record] | None) -> tuple[tuple[str, Any], ...]:
    names = record.get("names") or []
    if not names or args is None:
        return ()
    scope = Scope(event, variables(core.program.events.get(event), core.program))
    return tuple((name, expression(core, arg, scope)) for name, arg in zip(names, args, strict=False))


def add_end(core: Core, key: str, eid: int) -> None:
    """Note what ends a lasting effect: `scope:N`, `start:ID`, `end:ID` (the next one), `next:ID`, `host:N`. Those that end together end in order of age."""
    entities, known = core.entities, core.ends.get(key, ())

    def age(one: int) -> tuple[int, int]:
        return entities[one].get("since", 0), one

    _insert(core, core.ends, key, bisect_right(known, age(eid), key=age), eid)


def drop_end(core: Core, key: str, eid: int) -> None:
    """Forget what would have ended a lasting effect."""
    while eid in (known := core.ends.get(key, ())):
        if len(known) == 1:
            core.journal.erase(core.ends, key)
        else:
            core.journal.remove(core.ends, key, known.index(eid))


def rebuild(core: Core) -> None:
    """Make every index from the entities."""
    for table in core.tables.values():
        table.clear()
    core.kept.clear()
    for index in (core.in_play, core.owned, core.copies, core.ends, core.works, core.naming):
        index.clear()
    for entity in core.entities:
        note(core, entity)
    order = sorted((entity for entity in core.entities if belongs_in_play(core, entity["id"])), key=lambda one: (one.get("since", 0), one["id"]))
    if core.program.fixed_abilities:
        _enter_all(core, order)
    else:  # what an ability is given may hang on what came before it
        for entity in order:
            enter(core, entity["id"])
    for entity in core.entities:
        if entity["kind"] == "effect" and not entity.get("ended", False):
            for key in entity.get("ends", ()):
                add_end(core, key, entity["id"])


def _enter_all(core: Core, order: list[Entity]) -> None:
    """Enter things in the order of their arrival, each table made at once."""
    in_play: dict[str, list[int]] = {}
    heard: dict[tuple[str, str], list[Work]] = {}
    for entity in order:
        for kind in core.program.ancestors[entity["kind"]]:
            in_play.setdefault(kind, []).append(entity["id"])
        entries = core.works[entity["id"]] = tuple(_entries(core, entity))
        for table, key, work in entries:
            heard.setdefault((table, key), []).append(work)
    core.in_play.update((kind, tuple(sorted(those))) for kind, those in in_play.items())
    for (table, key), works in heard.items():
        core.tables[table][key] = tuple(sorted(works, key=lambda one: one.order))


def note(core: Core, entity: dict[str, Any]) -> None:
    """Index an entity by owner, by definition, and by its counters that may name things."""
    eid = entity["id"]
    owner = entity.get("owner")
    if owner is not None:
        append(core, core.owned, owner, eid)
    definition = entity.get("def")
    if definition is not None and entity["kind"] != "effect":
        append(core, core.copies, definition, eid)
    slots = _naming(core, entity)
    if slots:
        core.journal.put(core.naming, eid, slots)


def _naming(core: Core, entity: dict[str, Any]) -> tuple[str, ...]:
    """The counters of an entity that may name things."""
    key = ("naming", "table" if entity["id"] == TABLE else f"{entity['kind']} {entity.get('def')}")
    known: tuple[str, ...] | None = core.compiled.get(key)
    if known is None:
        slots = core.program.table_slots if entity["id"] == TABLE else core.program.slots_of(entity["kind"], entity.get("def"))
        known = core.compiled[key] = tuple(slot["id"] for slot in slots if names_things(slot))
    return known


def snapshot(core: Core) -> dict[str, Any]:
    """The indexes in a form that can be compared."""
    return {
        "tables": {name: {key: [work.key() for work in works] for key, works in sorted(table.items())} for name, table in core.tables.items()},
        "in_play": {kind: ids for kind, ids in sorted(core.in_play.items()) if ids},
        "owned": {owner: tuple(sorted(ids)) for owner, ids in sorted(core.owned.items()) if ids},
        "copies": dict(sorted(core.copies.items())),
        "naming": dict(sorted(core.naming.items())),
        "ends": {key: ids for key, ids in sorted(core.ends.items())},
        "works": sorted(core.works),
    }
