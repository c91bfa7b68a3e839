"""Whether the order of simultaneous handlers can matter: if it provably cannot, nobody is asked.

Handlers commute when what each writes misses what the others read and write, and none draws, asks, ends or makes anything, or moves things. What a body calls
is looked into; a verb that anything hooks, and whatever is not understood, means: ask.
"""
from __future__ import annotations

from typing import Any

from .core import Core
from .program import Record
from .reads import reads_of
from .rules import Work


class Footprint:
    """What bodies read, what they set, what they only add to."""

    __slots__ = ("adds", "reads", "sets")

    def __init__(self) -> None:
        self.reads: set[str] = set()
        self.sets: set[str] = set()
        self.adds: set[str] = set()

    def meets(self, other: Footprint) -> bool:
        """Whether the order of the two can matter as far as this one's writes go."""
        return bool(self.sets & (other.reads | other.sets | other.adds) or self.adds & (other.reads | other.sets))


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
        known = _expressions(core, [record["where"]], made) and record["once"] is None and _body(core, record["body"], made, set())
        core.compiled[key] = made if known else None
    found: Footprint | None = core.compiled[key]
    return found


def _expressions(core: Core, nodes: list[Record | None], made: Footprint) -> bool:
    for node in nodes:
        keys = reads_of(core, node)
        if keys is None:
            return False
        made.reads |= keys
    return True


def _body(core: Core, body: list[Record], made: Footprint, seen: set[str]) -> bool:
    return all(_statement(core, node, made, seen) for node in body)


def _statement(core: Core, node: Record, made: Footprint, seen: set[str]) -> bool:
    match node["op"]:
        case "set":
            return _set(core, node, made)
        case "let":
            return _expressions(core, [node["value"]], made)
        case "if":
            return _expressions(core, [node["test"]], made) and _body(core, [*node["then"], *node["else"]], made, seen)
        case "each":
            return _expressions(core, [node["of"], node["where"], node["order"]], made) and _body(core, node["body"], made, seen)
        case "call":
            return _called(core, node, made, seen)
        case _:
            return False


def _set(core: Core, node: Record, made: Footprint) -> bool:
    target = node["target"]
    if target["op"] not in ("var", "event", "frame", "global", "field"):
        return False
    if target["op"] != "var":
        key = target.get("slot") or target["name"]
        (made.sets if node["change"] == "=" else made.adds).add(key)
    of = target.get("of")
    return _expressions(core, [node["value"], of if type(of) is dict else None], made)


def _called(core: Core, node: Record, made: Footprint, seen: set[str]) -> bool:
    id = node["verb"]
    verb: dict[str, Any] | None = core.program.verbs.get(id)
    if verb is None or id in core.program.hooked or not _expressions(core, list(node["args"].values()), made):
        return False
    if any(one["type"].get("unit") is not None for one in verb["params"]) and core.program.shields:
        return False
    if id in seen:
        return True
    seen.add(id)
    tests = [one["test"] for one in verb["requires"]] + [slot["start"] for slot in verb["slots"]]
    return _expressions(core, tests, made) and _body(core, verb["body"], made, seen)
