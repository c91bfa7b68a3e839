"""Whether a text treats copies of a card alike: nothing in it depends on which of them is older, or on their numbers.

Lists of what is in play, of what a place holds and of a group's members have the copies in the order of their numbers or of their coming. They may be
counted, searched and summed, and nothing else, unless no copy can be among them. Zones, and lists in counters, have an order that belongs to the state.
Verbs, defines and what changes a stat are looked into; a verb that anything hooks, and whatever is not known here, is not blind.
"""
from __future__ import annotations

from typing import Any

from .core import Core
from .program import Record, walk

_STATEMENTS = (
    "call", "set", "let", "if", "each", "repeat", "stop", "choose", "may", "menu", "begin", "operation", "random", "end", "skip", "cancel",
)  # fmt: skip
_PLAIN = (
    "int", "bool", "text", "word", "none", "var", "event", "frame", "running", "thing", "space", "table", "box", "global", "option", "field", "stat", "printed",
    "die", "contents", "list", "if", "and", "or", "not", "eq", "ne", "lt", "le", "gt", "ge", "between", "is_kind", "has", "add", "sub", "mul", "mod", "div",
    "chain", "neg", "lookup", "filter", "held", "all", "members", "relation", "apply", "empty", "in", "not_in", "sum", "highest", "lowest", "name_of_define",
)  # fmt: skip
_FUNCTIONS = ("count", "some", "first", "last", "top", "distinct", "min", "max", "abs", "total", "highest", "lowest", "face", "lap", "arrival")
_RELATIONS = ("place", "host", "exists", "area", "board", "holder", "owner", "controller", "face", "next", "playing", "name", "definition")
_COUNTING = ("empty", "sum", "highest", "lowest")
"""Expressions to which the order of `of` is nothing."""
_COUNTS = ("count", "some", "total", "highest", "lowest")
"""Functions to which the order of their list is nothing."""


def blind(core: Core, handler: Record, kind: str) -> bool:
    """Whether the text of a handler treats copies alike, which are of a kind."""
    look = _Look(core, kind)
    return _ages_only_compared(handler) and all(look.of(part) for part in (handler["body"], handler["where"], core.program.switches))


class _Look:
    def __init__(self, core: Core, kind: str) -> None:
        self.core, self.kind = core, kind
        self.seen: set[tuple[str, bool]] = set()

    def of(self, node: Any, free: bool = False) -> bool:
        """Whether a node is blind; `free`: the order of its value is nothing to what takes it."""
        if type(node) is list:
            return all(self.of(one, free) for one in node)
        if type(node) is not dict:
            return True
        op = node.get("op")
        if op is None:
            return all(self.of(one) for one in node.values())
        if op in ("all", "held", "members", "contents"):
            return self._listed(node, free)
        if not self._known(node, op):
            return False
        if op in ("stat", "call", "name_of_define") and not self._behind(node, op, free):
            return False
        loose = _loose(node, op, free)
        return all(self.of(value, key in loose) for key, value in node.items())

    def _known(self, node: Record, op: str) -> bool:
        if op == "relation":
            return node["name"] in _RELATIONS
        if op == "apply":
            return node["function"] in _FUNCTIONS
        return op in _PLAIN or op in _STATEMENTS

    def _behind(self, node: Record, op: str, free: bool) -> bool:
        """What is worked out or carried out elsewhere."""
        if op == "stat":
            return self._once(f"stat {node['slot']}", False, self.core.program.modifies.get(node["slot"], []))
        if "define" in node:
            define = self.core.program.defines[node["define"]]
            return _ages_only_compared(define) and self._once(node["define"], free, define["value"])
        return self._verb(node)

    def _listed(self, node: Record, free: bool) -> bool:
        program = self.core.program
        if node["op"] == "members":
            return free and self._once(f"group {node['group']}", free, program.groups[node["group"]]["members"])
        if node["op"] == "contents":
            slot = program.slots.get(str(node["of"].get("slot") or node["of"].get("name")))
            mixed = slot is None or slot["role"] != "zone"
        else:
            mixed = node["kind"] in program.ancestors[self.kind] or self.kind in program.ancestors.get(node["kind"], ())
        return (free or not mixed) and self.of(node.get("of"))

    def _once(self, name: str, free: bool, node: Any) -> bool:
        if (name, free) in self.seen:
            return True
        self.seen.add((name, free))
        return self.of(node, free)

    def _verb(self, node: Record) -> bool:
        program = self.core.program
        verb = program.verbs.get(node["verb"])
        if verb is None or node["verb"] in program.hooked:
            return False
        if any(one["type"].get("unit") is not None for one in verb["params"]) and program.shields:
            return False
        parts = [verb["body"], [one["test"] for one in verb["requires"]], [slot["start"] for slot in verb["slots"]], verb.get("costs")]
        return _ages_only_compared(verb) and self._once(node["verb"], False, parts)


def _loose(node: Record, op: str, free: bool) -> tuple[str, ...]:
    """The parts of a node whose order is nothing to it."""
    if op in _COUNTING or (op == "filter" and free):
        return ("of",)
    if op in ("in", "not_in"):
        return ("right",)
    return ("args",) if op == "apply" and node["function"] in _COUNTS else ()


def _ages_only_compared(text: Record) -> bool:
    """Whether what `arrival` gives is only kept under a name and asked whether it is the same: who is older is not asked."""
    ages = {id(node): node for node in walk(text) if node.get("op") == "apply" and node["function"] == "arrival"}
    if not ages:
        return True
    kept = {node["name"] for node in walk(text) if node.get("op") == "let" and id(node["value"]) in ages}
    ages.update((id(node), node) for node in walk(text) if node.get("op") == "var" and node["name"] in kept)
    fine: set[int] = set()
    for node in walk(text):
        if node.get("op") in ("eq", "ne"):
            fine.update((id(node["left"]), id(node["right"])))
        elif node.get("op") == "let":
            fine.add(id(node["value"]))
        elif node.get("op") == "begin":
            fine.update(map(id, node["bind"].values()))
    return ages.keys() <= fine
