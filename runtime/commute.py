"""Whether the order of simultaneous handlers can matter: if it provably cannot, nobody is asked.

Handlers commute when what each writes misses what the others read and write, and none draws, asks, ends or makes anything, or moves things. Two that only
add to a number commute too, if it has no bounds or both change it in one direction; adding to a list does not. What a body calls is looked into; a verb that
anything hooks, and whatever is not understood, means: ask.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from .core import Core
from .program import ANY, Record, walk
from .reads import reads_of
from .rules import Work
from .shape import variables


class Footprint:
    """What bodies read, what they set, what they only add to; of numbers with bounds, which they may raise and which they may lower."""

    __slots__ = ("adds", "lowers", "raises", "reads", "sets")

    def __init__(self) -> None:
        self.reads: set[str] = set()
        self.sets: set[str] = set()
        self.adds: set[str] = set()
        self.raises: set[str] = set()
        self.lowers: set[str] = set()

    def meets(self, other: Footprint) -> bool:
        """Whether the order of the two can matter as far as this one's writes go."""
        return bool(self.sets & (other.reads | other.sets | other.adds) or self.adds & (other.reads | other.sets) or self.raises & other.lowers)


class Body(NamedTuple):
    """Where a statement stands: in which event, and the least that its variables can be."""

    event: str
    least: dict[str, int]


UNKNOWN = -(10**9)


def _typed(kind: Record) -> int:
    return int(kind["low"]) if kind["type"] == "int" and kind["low"] is not None else UNKNOWN


def commute(core: Core, works: list[Work]) -> bool:
    """Whether all orders of these handlers give the same."""
    prints = [_of(core, work) for work in works]
    for at, one in enumerate(prints):
        for other in prints[at + 1 :]:
            if one is None or other is None or one.meets(other) or other.meets(one):
                return False
    return True


def _of(core: Core, work: Work) -> Footprint | None:
    key = ("footprint", work.clause.id)
    if key not in core.compiled:
        record, made = work.clause.record, Footprint()
        known = record["once"] is None and _conditions(core, work, made) and _body(core, record["body"], Body(record["event"], {}), made, set())
        core.compiled[key] = made if known else None
    found: Footprint | None = core.compiled[key]
    return found


def _conditions(core: Core, work: Work, made: Footprint) -> bool:
    """What decides whether a handler runs at all: its `where`, what its names stand for, whether it is muted, how long its effect lasts."""
    record, program = work.clause.record, core.program
    begin = program.begins.get(core.entities[work.eid].get("def", "")) if core.entities[work.eid]["kind"] == "effect" else None
    if begin is not None and begin["once"]:
        return False
    if record["names"]:
        args = [args for _, args in program.heard_as(record["event"])]
        made.reads |= {node["name"] for node in walk(args) if node.get("op") == "var"}
    return _expressions(core, [record["where"], None if begin is None else begin["while"], *program.switches], made)


def _expressions(core: Core, nodes: list[Record | None], made: Footprint) -> bool:
    for node in nodes:
        keys = reads_of(core, node)
        if keys is None:
            return False
        made.reads |= keys
    return True


def _body(core: Core, body: list[Record], at: Body, made: Footprint, seen: set[Any]) -> bool:
    return all(_statement(core, node, at, made, seen) for node in body)


def _statement(core: Core, node: Record, at: Body, made: Footprint, seen: set[Any]) -> bool:
    match node["op"]:
        case "set":
            return _set(core, node, at, made)
        case "let":
            return _expressions(core, [node["value"]], made)
        case "if":
            return _expressions(core, [node["test"]], made) and _body(core, [*node["then"], *node["else"]], at, made, seen)
        case "each":
            return _expressions(core, [node["of"], node["where"], node["order"]], made) and _body(core, node["body"], at, made, seen)
        case "call":
            return _called(core, node, at, made, seen)
        case _:
            return False


def _set(core: Core, node: Record, at: Body, made: Footprint) -> bool:
    target = node["target"]
    if target["op"] not in ("var", "event", "frame", "global", "field"):
        return False
    if target["op"] != "var":
        key = target.get("slot") or target["name"]
        kind = _kind(core, target, at.event)
        if node["change"] == "=" or kind["type"] not in ("int", "dial"):
            made.sets.add(key)
        else:
            made.adds.add(key)
            if kind["type"] == "int" and (kind["low"], kind["high"]) != (None, None):
                _direction(core, node, key, at, made)
    of = target.get("of")
    return _expressions(core, [node["value"], of if type(of) is dict else None], made)


def _kind(core: Core, target: Record, event: str) -> Record:
    """The type of what is set."""
    slot = core.program.slots.get(target.get("slot") or target["name"])
    if target["op"] in ("field", "global"):
        return ANY if slot is None else slot["type"]
    of = core.program.events.get(target["of"] if target["op"] == "frame" else event)
    return ANY if of is None else variables(of, core.program).get(target["name"], ANY)


def _direction(core: Core, node: Record, key: str, at: Body, made: Footprint) -> None:
    """Note whether a change can raise or lower a number; what is not known can do both."""
    sure = _least(core, node["value"], at) >= 0
    if not sure or node["change"] == "+=":
        made.raises.add(key)
    if not sure or node["change"] == "-=":
        made.lowers.add(key)


def _least(core: Core, value: Record, at: Body) -> int:
    """The least that an expression can be, as far as its text says it."""
    if value["op"] == "int":
        return int(value["value"])
    if value["op"] == "var":
        return at.least.get(value["name"], UNKNOWN)
    slot = core.program.slots.get(value.get("slot", "")) if value["op"] in ("field", "stat", "printed") else None
    if slot is None or slot["type"]["type"] != "int" or slot["type"]["low"] is None or slot["id"] in core.program.modifies:
        return UNKNOWN
    return int(slot["type"]["low"])


def _called(core: Core, node: Record, at: Body, made: Footprint, seen: set[Any]) -> bool:
    id = node["verb"]
    verb: dict[str, Any] | None = core.program.verbs.get(id)
    if verb is None or id in core.program.hooked or not _expressions(core, list(node["args"].values()), made):
        return False
    if any(one["type"].get("unit") is not None for one in verb["params"]) and core.program.shields:
        return False
    if any(slot["role"] == "zone" for slot in verb["slots"]):
        return False
    changed = {one["target"]["name"] for one in walk(verb["body"]) if one.get("op") == "set" and one["target"]["op"] == "var"}
    given = [one for one in verb["params"] if one["name"] in node["args"] and one["name"] not in changed]
    least = {one["name"]: max(_least(core, node["args"][one["name"]], at), _typed(one["type"])) for one in given}
    visit = (id, *sorted(least.items()))
    if visit in seen:
        return True
    seen.add(visit)
    tests = [one["test"] for one in verb["requires"]] + [slot["start"] for slot in verb["slots"]]
    return _expressions(core, tests, made) and _body(core, verb["body"], Body(id, least), made, seen)
