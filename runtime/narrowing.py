"""What an offer need look at of the things in play: whose they are, and what is printed on them. It is kept as `sides` says."""
from __future__ import annotations

from typing import Any

from .core import Core, Env, Fn
from .expressions import expression
from .lineup import in_play
from .program import Record, walk
from .quick import CONSTANTS
from .relations import controller, owner, plain_controller
from .rules import Work, heard
from .scope import Scope
from .sides import by_controller
from .trouble import Halt

_PRINTED = CONSTANTS | {"var", "eq", "ne", "lt", "le", "gt", "ge", "between", "and", "or", "not", "in", "not_in", "list", "is_kind"}
"""Expressions that say the same of a thing for ever, if what they are made of does."""
_ROLES = {"field": ("printed",), "stat": ("printed", "stat"), "printed": ("printed", "stat")}


def members(core: Core, cls: str, who: Any, seat: int) -> list[Work] | tuple[Work, ...]:
    """The members of a class that belong to somebody or that a seat controls."""
    works = heard(core, "member", cls)
    if core.tables["modify"].get("controller") or works is not core.tables["member"].get(cls):
        return [work for work in works if owner(core, work.env["self"]) == who or controller(core, work.env["self"]) == seat]
    key = ("member", cls, who, seat)
    kept = core.kept.get(key)
    if kept is not None and kept[0] is works and kept[1] == core.journal.whose:
        found: list[Work] = kept[2]
        return found
    found = [work for work in works if owner(core, work.env["self"]) == who or plain_controller(core, work.env["self"]) == seat]
    core.kept[key] = (works, core.journal.whose, found)
    return found


class Narrowing:
    """What an offer need try for a parameter: the first of its conditions, as far as they only ask who controls it or what is printed on it.

    It leaves out nothing that passes them, and they are tested again. A condition that cannot be worked out leaves nothing out.
    """

    __slots__ = ("key", "kind", "name", "tests", "who")

    def __init__(self, name: str, kind: str, key: str, tests: list[Fn], who: Fn | None) -> None:
        self.name = name
        self.kind = kind
        self.key = ("printed", key)
        self.tests = tests
        self.who = who

    def values(self, core: Core, env: Env) -> list[int] | tuple[int, ...]:
        """The things to be tried, in order."""
        known: list[int] | tuple[int, ...] = in_play(core, self.kind)
        who = None
        sides = by_controller(core, self.kind) if self.who is not None else None
        if self.who is not None and sides is not None:
            who = self.who(env)
            known = sides.get(who, ())
        if not self.tests or not known:
            return known
        key = (*self.key, who)
        kept = core.kept.get(key)
        if kept is None or kept[0] is not known:
            kept = core.kept[key] = (known, 0, [one for one in known if self._may_be(one)])
        found: list[int] = kept[2]
        return found

    def _may_be(self, one: int) -> bool:
        try:
            return all(test({self.name: one}) for test in self.tests)
        except Halt:
            return True


def narrowing(core: Core, home: str, param: Record, conditions: list[Record], scope: Scope) -> Narrowing | None:
    """What can be told beforehand of a parameter from its conditions, which are given in order; None if nothing can."""
    name, kind = param["name"], param["type"]
    if kind["type"] != "thing" or kind.get("optional") or param["domain"] is not None:
        return None
    tests: list[Fn] = []
    who: Fn | None = None
    for node in conditions:
        right = _controlled(core, node, name)
        if right is not None and kind["of"] not in core.program.ancestors["effect"]:
            who = expression(core, right, scope)
        elif is_printed(core, node, {name}):
            tests.append(expression(core, node, scope))
        else:
            break
    return Narrowing(name, kind["of"], f"{home}/{name}", tests, who) if tests or who is not None else None


def _controlled(core: Core, node: Record, name: str) -> Record | None:
    """Who must control a thing, if that is what a condition says."""
    if node["op"] != "eq" or node["left"] != {"op": "relation", "name": "controller", "of": {"op": "var", "name": name}}:
        return None
    right: Record = node["right"]
    return right if right["op"] == "var" and right["name"] != name else None


def is_printed(core: Core, node: Record, names: set[str]) -> bool:
    """Whether an expression over some things asks only what is printed on them."""
    for one in walk([node]):
        op = one.get("op")
        if op in ("printed", "stat", "field"):
            if not _stays(core, one["slot"], op):
                return False
        elif op == "var":
            if one["name"] not in names:
                return False
        elif op == "call":
            if not _of_printed(core, one):
                return False
        elif op is not None and op not in _PRINTED:
            return False
    return True


def _of_printed(core: Core, call: Record) -> bool:
    define, key = core.program.defines[call["define"]], ("printed only", call["define"])
    known = core.compiled.get(key)
    if known is None:
        known = core.compiled[key] = is_printed(core, define["value"], {param["name"] for param in define["params"]})
    return bool(known) and len(define["params"]) == len(call["args"])


def _stays(core: Core, slot: str, op: str) -> bool:
    """Whether a slot is what is printed, whatever happens."""
    record = core.program.slots.get(slot)
    if record is None or record["role"] not in _ROLES[op] or (op == "stat" and slot in core.program.modifies):
        return False
    return record["start"] is None or record["start"]["op"] in CONSTANTS
