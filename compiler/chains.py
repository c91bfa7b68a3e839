"""Chains of operators: `a + b - c`, `x and y and z`. Each operation holds the one before it as its left side, however many there are, so who goes through a
chain goes along it and not into it."""
from __future__ import annotations

from typing import Any, TypeAlias

from rulewright.dsl import syntax as s

IR: TypeAlias = dict[str, Any]
_LEVELS = {"or": 1, "and": 2, "+": 3, "-": 3, "*": 4, "mod": 4}
_SIGNS = frozenset(("add", "sub", "mul", "mod", "div"))
MOST_NESTED = 16
"""Operations that are written as records inside records; a longer chain becomes one record, as no reader of JSON follows thousands of levels."""


def level(node: object) -> int:
    """How tightly the operator of a node binds; 0 if it makes no chains."""
    return _LEVELS.get(node.op, 0) if isinstance(node, s.Binary) else 4 if isinstance(node, s.Divide) else 0


def goes_on(node: object, left: object) -> bool:
    """Whether a node is the next operation of the chain that its left side is. What stands in brackets is none."""
    return level(node) == level(left) != 0


def operands(node: s.Binary) -> list[s.Expr]:
    """What a chain of `and`, or one of `or`, joins, from left to right."""
    found: list[s.Expr] = []
    at: s.Expr = node
    while isinstance(at, s.Binary) and at.op == node.op:
        found.append(at.right)
        at = at.left
    found.append(at)
    found.reverse()
    return found


def sums(node: s.Binary | s.Divide) -> list[s.Binary | s.Divide]:
    """An operation on numbers and those that its left side is made of, the first one last."""
    found = [node]
    while isinstance(left := found[-1].left, s.Binary | s.Divide) and level(left) > 2:
        found.append(left)
    return found


class Record:
    """The record of a chain, operation by operation: nested while it is short, then one record for all."""

    def __init__(self, first: IR, size: int) -> None:
        self.ir = first
        self.flat = size > MOST_NESTED
        self.open = False

    def add(self, made: IR) -> None:
        """Take the record of the next operation, whose left side is what there is or was made from it."""
        if not self.flat or made["op"] not in _SIGNS:
            self.ir, self.open = made, False
            return
        sign = made["rounding"] if made["op"] == "div" else made["op"]
        if self.open and made["left"] is self.ir:
            self.ir["args"].append(made["right"])
            self.ir["signs"].append(sign)
        else:
            self.ir, self.open = {"op": "chain", "args": [made["left"], made["right"]], "signs": [sign]}, True
