"""What the ranges of two numbers say about comparing them: always, never, or it depends.

Only what types promise is used: printed values and counters keep their declared range, counts are not negative, a die shows one of its faces. Stats are read
through clauses and promise nothing.
"""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import flow as rows
from rulewright.dsl.types import Type

from .env import Env


def decided(op: str, left: Type, right: Type) -> bool | None:
    """Whether `left op right` is always (True) or never (False) so; None if it depends or nothing is known."""
    if left.optional or right.optional:
        return None
    if op in (">", ">="):
        return decided("<" if op == ">" else "<=", right, left)
    if op in ("<", "<="):
        if left.high is not None and right.low is not None and (left.high < right.low if op == "<" else left.high <= right.low):
            return True
        if left.low is not None and right.high is not None and (left.low >= right.high if op == "<" else left.low > right.high):
            return False
    if op == "is" and ((left.low is not None and right.high is not None and left.low > right.high)
        or (left.high is not None and right.low is not None and left.high < right.low)):
        return False
    return None


def judge(env: Env, node: s.Expr, op: str, left: Type, right: Type) -> None:
    """Report a comparison of numbers that is always or never true. Two constants are somebody's arithmetic and judged as well."""
    if left.shape not in ("int", "dial") or right.shape not in ("int", "dial"):
        return
    verdict = decided(op, left, right)
    if verdict is None:
        return
    sides = left.of if left.of is not None and left.of.isdigit() else None
    reason = f"{spoken(left)} against {spoken(right)}"
    if sides is not None:
        env.report(rows.DICE_ALWAYS if verdict else rows.DICE_NEVER, node, sides=sides, reason=reason)
    else:
        env.report(rows.ALWAYS_TRUE if verdict else rows.ALWAYS_FALSE, node, reason=reason)


def spoken(kind: Type) -> str:
    """A range in words."""
    if kind.low is not None and kind.low == kind.high:
        return str(kind.low)
    if kind.low is None:
        return "a number" if kind.high is None else f"at most {kind.high}"
    return f"{kind.low} or more" if kind.high is None else f"{kind.low} to {kind.high}"


def sum_range(op: str, left: Type, right: Type) -> Type:
    """The range of a sum or difference."""
    def plus(a: int | None, b: int | None) -> int | None:
        return None if a is None or b is None else a + b

    if op == "+":
        return Type("int", low=plus(left.low, right.low), high=plus(left.high, right.high))
    if op == "-":
        return Type("int", low=None if left.low is None or right.high is None else left.low - right.high,
            high=None if left.high is None or right.low is None else left.high - right.low)
    return Type("int")
