"""What is no longer known of a thing that has left play: a thing that comes back is a new one.

Counters that may be `none`, and lists of things in counters, forget it. A lasting effect forgets it among its bound values: calls on it are refused (`gone`)
and the rest of the effect goes on; a clause, a condition, or a body that asks something of the thing itself no longer works.

Variables of bodies that are running keep it, the parameters of events and of sequences among them. What follows a death speaks of the dead; a body that sends
a thing away and fetches it back means the same one; and whose turn it is, or who fights, is one piece at the table, also when it falls and rises in the middle
of it. A rule that must not know what has come back compares `arrival`.
"""
from __future__ import annotations

from typing import Any

from .core import Core
from .program import Record, walk

_BEARS = ("eq", "ne", "is_kind", "and", "or", "not", "list", "if")
"""Expressions that have a value where a thing is nothing."""


def forget(core: Core, thing: int) -> None:
    """A thing has left play."""
    entities, kind = core.entities, core.entities[thing]["kind"]
    named: dict[tuple[str, ...], tuple[str, ...]] = core.compiled.setdefault(("naming a", kind), {})
    for eid, slots in core.naming.items():
        if slots not in named:
            named[slots] = tuple(slot for slot in slots if may_name(core, slot, kind))
        for slot in named[slots]:
            entity = entities[eid]
            value = entity.get(slot)
            if value is not None and (value == thing or (type(value) is list and thing in value)):
                core.journal.write(entity, slot, _without(value, thing) if type(value) is list else None)
    for eid in core.in_play.get("effect", ()):
        _forget_bound(core, eid, thing)


def names_things(slot: Record) -> bool:
    """Whether a slot is a counter that may forget a thing: one that may be `none`, or that holds a list."""
    kind = slot["type"]
    if kind["type"] == "list":
        kind = kind["of"]
        return bool(slot["role"] == "counter" and kind["type"] == "thing")
    return bool(slot["role"] == "counter" and (kind["type"] == "group" or (kind["type"] == "thing" and kind.get("optional"))))


def may_name(core: Core, slot: str, kind: str) -> bool:
    """Whether a counter may name a thing of a kind."""
    named = core.program.slots[slot]["type"]
    if named["type"] == "list":
        named = named["of"]
    return named["type"] != "thing" or named["of"] in core.program.ancestors[kind]


def _holds(value: Any, thing: int) -> bool:
    return thing in value if type(value) is list else bool(type(value) is int and value == thing)


def _without(value: Any, thing: int) -> list[Any]:
    return [one for one in value if one != thing]


def _forget_bound(core: Core, eid: int, thing: int) -> None:
    entity = core.entities[eid]
    names = [name for name in entity.get("things", ()) if _holds(entity["vars"][name], thing)]
    if not names:
        return
    from . import effects, index

    kept = {name: _without(value, thing) if type(value) is list else None for name, value in entity["vars"].items() if name in names}
    core.journal.write(entity, "vars", {**entity["vars"], **kept})
    core.journal.write(entity, "lost", sorted({*entity.get("lost", ()), *(name for name, value in kept.items() if value is None)}))
    if asks(core.program.begins[entity["def"]]["while"], entity["lost"]):
        effects.end(core, eid)  # nobody can say any more whether it holds
        return
    index.leave(core, eid)
    index.enter(core, eid)


def asks(record: Any, lost: list[str]) -> bool:
    """Whether an expression, or what a body computes, asks something of a lost thing; to hand it to a call, or to compare it, asks nothing."""
    return any(_asks(node, lost) or _in_define(node, lost) for node in walk([record]))


def _asks(node: Record, lost: list[str]) -> bool:
    if node.get("op") in ("in", "not_in"):
        return _is_lost(node["right"], lost)
    if node.get("op") == "relation" and node["name"] == "exists":
        return False
    return node.get("op") not in (*_BEARS, "call", "begin", None) and any(_is_lost(part, lost) for part in _parts(node))


def _parts(node: Record) -> list[Any]:
    return [one for part in node.values() for one in (part if type(part) is list else [part])]


def _in_define(node: Record, lost: list[str]) -> bool:
    return node.get("op") == "call" and "define" in node and any(_is_lost(part, lost) for part in node["args"])


def _is_lost(part: Any, lost: list[str]) -> bool:
    return type(part) is dict and part.get("op") == "var" and part["name"] in lost


def idle(record: Record, lost: list[str]) -> bool:
    """Whether a clause or handler of a lasting effect no longer works because of what it asks of lost things."""
    return any(_is_lost(node, lost) for key in ("subject", "value", "amount", "keys", "by") for node in walk([record.get(key)])) or asks(record, lost)
