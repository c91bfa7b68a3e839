"""What makes a condition false: its record is read again over the state, down to the things and numbers that are to blame.

Nothing is known of it beforehand: of `not some(q where C)` those of q are to blame for which C holds, of `few(d)` what is to blame in the value of the define,
of a comparison its two numbers. What cannot be told so has no causes, and never a guess.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .core import Core, Env
from .expressions import Scope, expression
from .program import Record
from .relations import name
from .shape import element

MOST_NAMED = 3
MOST_READ = 2000
"""Records that are read for one condition; what lies behind them is not told."""
_HOLDS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "is", "ne": "is not"}
_FAILS = {"lt": ">=", "le": ">", "gt": "<=", "ge": "<", "eq": "is not", "ne": "is"}


class Cause(NamedTuple):
    """A thing, or numbers that are compared, in words; `parts` is what is to blame for it in its turn."""

    text: str
    parts: list[Cause]


def causes(core: Core, test: Record) -> str:
    """What makes a condition without variables false, in words: "Grove (Sapling, Thorn), Dawn (59 < 60)"; empty if that cannot be told. Raises Halt."""
    return _said(list(_Reader(core).against(test, {}, Scope("test"), True)))


def _said(found: list[Cause]) -> str:
    words = list(dict.fromkeys(one.text + (f" ({inner})" if (inner := _said(one.parts)) else "") for one in found))
    more = len(words) - MOST_NAMED
    return ", ".join(words[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


class _Reader:
    def __init__(self, core: Core) -> None:
        self.core = core
        self.left = MOST_READ

    def against(self, node: Record, env: Env, scope: Scope, wanted: bool) -> Iterator[Cause]:
        """The causes for which a condition is not what it should be; it is not."""
        op = node["op"]
        self.left -= 1
        if self.left < 0:
            return
        if op == "not":
            yield from self.against(node["arg"], env, scope, not wanted)
        elif op in ("and", "or"):
            for part in self.guilty(node, env, scope, wanted):
                yield from self.against(part, env, scope, wanted)
        elif op == "call":
            yield from self.asked(node, env, scope, wanted)
        elif op in _HOLDS:
            yield from self.compared(node, env, scope, wanted)
        elif op == "option":
            yield Cause(f"{self.core.program.slots[node['name']]['name']} is {'no' if wanted else 'yes'}", [])
        elif op == "empty" and wanted:
            yield from self.among(node["of"], env, scope)
        elif op == "apply" and node["function"] == "some" and not wanted:
            yield from self.among(node["args"][0], env, scope)

    def guilty(self, node: Record, env: Env, scope: Scope, wanted: bool) -> Iterator[Record]:
        """Of an `and` that should hold the first part that does not; of one that should not, all parts. Of an `or` the other way about."""
        if (node["op"] == "or") is wanted:
            yield from node["args"]
            return
        for part in node["args"]:
            if bool(expression(self.core, part, scope)(env)) is not wanted:
                yield part
                return

    def asked(self, node: Record, env: Env, scope: Scope, wanted: bool) -> Iterator[Cause]:
        """The causes inside of a define, under the things that it is asked of and that no variable names."""
        define = self.core.program.defines[node["define"]]
        if len(define["params"]) != len(node["args"]):
            return
        given = {param["name"]: expression(self.core, arg, scope)(env) for param, arg in zip(define["params"], node["args"], strict=True)}
        inner = Scope(define["id"], {param["name"]: param["type"] for param in define["params"]})
        found = list(self.against(define["value"], given, inner, wanted))
        new = [given[param["name"]] for param, arg in zip(define["params"], node["args"], strict=True)
               if arg["op"] != "var" and param["type"]["type"] == "thing" and given[param["name"]] is not None]
        if len(new) == 1:
            yield Cause(name(self.core, new[0]), found)
        else:
            yield from found

    def compared(self, node: Record, env: Env, scope: Scope, wanted: bool) -> Iterator[Cause]:
        """Two numbers or words; what else is compared says nothing."""
        sides = node["left"], node["right"]
        if all(scope.type(self.core, side)["type"] in ("int", "word") for side in sides):
            left, right = (expression(self.core, side, scope)(env) for side in sides)
            names = [self.core.program.slots[side["name"]]["name"] if side["op"] == "option" else "" for side in sides]
            if type(left) is str and (names[0] or not wanted):
                yield Cause(f"{names[0]} is {left}" if names[0] else left, [])
            else:
                first, second = (f"{name} {value}".strip() for name, value in zip(names, (left, right), strict=True))
                yield Cause(f"{first} {(_FAILS if wanted else _HOLDS)[node['op']]} {second}", [])

    def among(self, node: Record, env: Env, scope: Scope) -> Iterator[Cause]:
        """The things of a list in which there should be none; of a filter the first ones with what lets them pass."""
        kind = element(scope.type(self.core, node))
        if kind["type"] != "thing":
            return
        for at, one in enumerate(expression(self.core, node, scope)(env)):
            parts: list[Cause] = []
            if node["op"] == "filter" and at < MOST_NAMED:
                inner = scope.having(**{node["var"]: kind})
                parts = list(self.against(node["where"], {**env, node["var"]: one}, inner, False))
            yield Cause(name(self.core, one), parts)
