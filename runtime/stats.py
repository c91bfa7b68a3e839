"""Stats: printed values, read through the clauses that change them.

Layers: the printed value, then `to` in order of arrival, then `add`, then `cap` and `floor`. Which clauses apply is asked anew at each reading; the answer is
kept until something that it hangs on is written. A stat whose clauses read the running event is never kept.

What a clause looks at is worked out first, with all of its clauses: dependency beats time. In a ring (A reads B reads A) nothing can be first, so there time
decides: a clause sees the stats of its ring as the clauses before it have left them. A ring is found while it is read: the open readings lie on a stack, each
knows the deepest open one that something in it has looked at, and what was worked out on the way round is worked out again from the clauses before the asker.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .core import Core
from .legality import cut_off
from .program import walk
from .reads import reads_of
from .relations import plain_controller
from .rules import Order, Work, covers, spread, working
from .trouble import Trap

Key = tuple[str, int]
"""A stat of a thing."""


class Reading:
    """A stat that is being worked out: the order of the clause that is looked at, and the lowest place among the open readings that it has come back to."""

    __slots__ = ("key", "order", "reaches")

    def __init__(self, key: Key, depth: int) -> None:
        self.key = key
        self.order: Order = (0, 0, 0)
        self.reaches = depth


def start(core: Core, x: int, slot: str, home: str) -> Any:
    """The value of a printed slot that is worked out when it is read, `None` if the slot has neither value nor start. Traps if the thing has no such slot."""
    from .expressions import Scope, expression

    known = core.compiled.get(("start", slot))
    if known is None:
        record = core.program.slots[slot]
        entity = core.entities[x]
        if x != 0 and not any(one["id"] == slot for one in core.program.slots_of(entity["kind"], entity.get("def"))):
            raise Trap("none", home, what=slot)
        made = (lambda env: None) if record["start"] is None else expression(core, record["start"], Scope(slot))
        known = core.compiled["start", slot] = made
    return known({"self": x})


def plain(core: Core, x: int, slot: str) -> Any:
    """A stat without clauses."""
    if slot == "controller":
        return plain_controller(core, x)
    printed = core.printed[x]
    return printed[slot] if slot in printed else start(core, x, slot, slot)


def read(core: Core, x: int, slot: str) -> Any:
    """A stat as it is now; within a clause that a stat of its ring is worked out from, as it was when that clause came."""
    if not core.tables["modify"].get(slot):
        return plain(core, x, slot)
    journal = core.journal
    stamp = journal.base + len(journal.records)
    if stamp != core.stat_stamp:
        if not _untouched(core):
            core.stat_cache.clear()
        core.stat_stamp, core.stat_base, core.stat_at = stamp, journal.base, len(journal.records)
    key = (slot, x)
    if key in core.stat_cache:
        return core.stat_cache[key]
    if core.stat_readings:
        return _inner(core, key)
    try:
        value = _worked_out(core, key, None)
    except BaseException:
        core.stat_readings.clear()
        core.stat_before.clear()
        raise
    if core.stat_before:
        core.stat_before.clear()
    return _kept(core, key, value)


def _untouched(core: Core) -> bool:
    """Whether nothing that any kept stat is worked out from was written since the last reading."""
    if core.journal.base != core.stat_base or ".modify" in core.tables["forbid"]:
        return False
    known = core.compiled.get(("stats read", ""))
    if known is None:
        parts = [reads_of(core, {"op": "relation", "name": slot} if slot == "controller" else {"op": "stat", "slot": slot}) for slot in core.program.modifies]
        known = core.compiled["stats read", ""] = frozenset[Any]().union(*(part for part in parts if part is not None))
    for _, key, _ in core.journal.records[core.stat_at :]:  # noqa: SIM110 - a generator would cost as much as what it tests
        if key in known:
            return False
    return True


def compute(core: Core, x: int, slot: str) -> Any:
    """A stat worked out anew, whatever is known."""
    core.stat_cache.clear()
    return read(core, x, slot)


def _kept(core: Core, key: Key, value: Any) -> Any:
    if not core.muting and not core.having and _keepable(core, key[0]):
        core.stat_cache[key] = value
    return value


def _inner(core: Core, key: Key) -> Any:
    """A stat that a clause of another stat, or of this one, looks at. If the two hang on each other, time decides: the clause sees what came before it."""
    open_ = core.stat_readings
    asker = open_[-1]
    at = next((at for at in range(len(open_) - 1, -1, -1) if open_[at].key == key), None)
    if at is not None:
        asker.reaches = min(asker.reaches, at)
        return _before(core, key, asker.order)
    depth = len(open_)
    value = _worked_out(core, key, None)
    reaches = core.stat_reached
    if reaches >= depth:
        return _kept(core, key, value)
    asker.reaches = min(asker.reaches, reaches)
    return _before(core, key, asker.order)


def _before(core: Core, key: Key, order: Order) -> Any:
    """A stat from the clauses that had come before a time."""
    known = core.stat_before
    if (key, order) not in known:
        known[key, order] = _worked_out(core, key, order)
    return known[key, order]


def _worked_out(core: Core, key: Key, before: Order | None) -> Any:
    """A stat from its clauses, or from those that came before a time; how far down the open readings it looked goes to `stat_reached`."""
    slot, x = key
    value = plain(core, x, slot)
    works: Sequence[Work] = core.tables["modify"].get(slot, ())
    mutes = core.tables["mute"]
    core.count(len(works))
    if not mutes:
        kinds = core.program.ancestors[core.entities[x]["kind"]]
        works = [one for one in works if one.via is not None or one.gate is not None or one.clause.only is None or one.clause.only in kinds]
        if not works:
            core.stat_reached = len(core.stat_readings)
            return _in_range(core, slot, value)
    found: dict[str, list[Any]] = {}
    guarded = ".modify" in core.tables["forbid"]
    reading = Reading(key, len(core.stat_readings))
    core.stat_readings.append(reading)
    for one in works:
        if before is not None and one.order >= before:
            continue
        reading.order = one.order
        for work in (one,) if one.via is None else spread(core, one):
            clause = work.clause
            if (mutes or work.gate is not None or clause.while_ is not None) and not working(core, work):
                continue
            if covers(core, work, x) and not (guarded and cut_off(core, "modify", work.env.get("self"), x, {})):
                core.ran.add(clause.id)
                found.setdefault(clause.record["change"], []).append(clause.parts["value"]({**work.env, "it": x}))
    core.stat_readings.pop()
    core.stat_reached = reading.reaches
    if not found:
        return _in_range(core, slot, value)
    if "to" in found:
        value = found["to"][-1]
    return _bounded(core, slot, value, found)


def _bounded(core: Core, slot: str, value: Any, found: dict[str, list[Any]]) -> Any:
    for change in found.get("add", ()):
        if value is None or change is None:
            raise Trap("none", slot, what=slot)
        value = [*value, change] if type(value) is list else value + change
    for cap in found.get("cap", ()):
        value = min(value, cap)
    for floor in found.get("floor", ()):
        value = max(value, floor)
    return _in_range(core, slot, value)


def _in_range(core: Core, slot: str, value: Any) -> Any:
    """A stat pushed out of its slot's range stays at the end of the range: an armor of 0 with -1 is 0."""
    record = core.program.slots.get(slot)
    if record is None or type(value) is not int or record["type"]["type"] != "int":
        return value
    low, high = record["type"]["low"], record["type"]["high"]
    if low is not None and value < low:
        return low
    return high if high is not None and value > high else value


def _keepable(core: Core, slot: str) -> bool:
    known = core.compiled.get(("keepable", slot))
    if known is None:
        reached = _reached(core, slot)
        known = core.compiled["keepable", slot] = reached is not None and slot not in reached and reads_of(core, {"op": "stat", "slot": slot}) is not None
    return bool(known)


def _reached(core: Core, slot: str) -> set[str] | None:
    """The stats that a stat is worked out from, also through others; None if something on the way looks at open calls."""
    found: set[str] = set()
    defines: set[str] = set()
    todo: list[Any] = _sources(core, slot) + core.program.switches + [work.clause.record for work in core.tables["forbid"].get(".modify", ())]
    while todo:
        for node in walk(todo.pop()):
            if node.get("op") in ("event", "frame", "running", "can"):
                return None
            other = node.get("slot") if node.get("op") == "stat" else None
            if other is not None and other not in found:
                found.add(other)
                todo += _sources(core, other)
            define = node.get("define")
            if define is not None and define not in defines:
                defines.add(define)
                todo.append(core.program.defines[define]["value"])
    return found


def _sources(core: Core, slot: str) -> list[Any]:
    record = core.program.slots.get(slot)
    start = [] if record is None or record["start"] is None else [record["start"]]
    return [*core.program.modifies.get(slot, ()), *start]
