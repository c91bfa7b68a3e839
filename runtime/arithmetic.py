"""Expressions over numbers and truths: logic, comparisons, arithmetic, tables. Asked of nothing, they trap."""
from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from .core import Core, Env, Fn
from .program import Record
from .quick import CONSTANTS, TESTS, compared
from .scope import Scope, compiles, expression, optional
from .shape import BOOLS
from .trouble import Trap

LARGEST: Final = 10**15


@compiles("and")
def _and(core: Core, node: Record, scope: Scope) -> Fn:
    args = [expression(core, arg, scope) for arg in node["args"]]
    truths = all(arg["op"] in BOOLS for arg in node["args"])
    if len(args) == 2:
        a, b = args
        return (lambda env: a(env) and b(env)) if truths else (lambda env: bool(a(env) and b(env)))
    if len(args) == 3 and truths:
        a, b, c = args
        return lambda env: a(env) and b(env) and c(env)

    def every(env: Env) -> bool:
        for arg in args:  # noqa: SIM110 - a generator would cost as much as what it tests
            if not arg(env):
                return False
        return True

    return every


@compiles("or")
def _or(core: Core, node: Record, scope: Scope) -> Fn:
    args = [expression(core, arg, scope) for arg in node["args"]]
    truths = all(arg["op"] in BOOLS for arg in node["args"])
    if len(args) == 2:
        a, b = args
        return (lambda env: a(env) or b(env)) if truths else (lambda env: bool(a(env) or b(env)))
    if len(args) == 3 and truths:
        a, b, c = args
        return lambda env: a(env) or b(env) or c(env)

    def either(env: Env) -> bool:
        for arg in args:  # noqa: SIM110 - as above
            if arg(env):
                return True
        return False

    return either


@compiles("not")
def _not(core: Core, node: Record, scope: Scope) -> Fn:
    arg = expression(core, node["arg"], scope)
    return lambda env: not arg(env)


@compiles("neg")
def _neg(core: Core, node: Record, scope: Scope) -> Fn:
    arg, home = expression(core, node["arg"], scope), scope.home

    def negative(env: Env) -> Any:
        value = arg(env)
        if value is None:
            raise Trap("none", home, what="minus")
        return -value

    return negative


@compiles("eq")
def _eq(core: Core, node: Record, scope: Scope) -> Fn:
    left, right = expression(core, node["left"], scope), expression(core, node["right"], scope)
    if node["right"]["op"] in CONSTANTS:
        value = right({})
        long: Fn = lambda env: left(env) == value  # noqa: E731
    else:
        long = lambda env: left(env) == right(env)  # noqa: E731
    return compared(core, node, right, long, None, True, bool(scope.family)) or long


@compiles("ne")
def _ne(core: Core, node: Record, scope: Scope) -> Fn:
    left, right = expression(core, node["left"], scope), expression(core, node["right"], scope)
    if node["right"]["op"] in CONSTANTS:
        value = right({})
        long: Fn = lambda env: left(env) != value  # noqa: E731
    else:
        long = lambda env: left(env) != right(env)  # noqa: E731
    return compared(core, node, right, long, None, False, bool(scope.family)) or long


_COMPARE = {"lt": "less than", "le": "at most", "gt": "more than", "ge": "at least"}


@compiles("lt", "le", "gt", "ge")
def _compare(core: Core, node: Record, scope: Scope) -> Fn:
    left, right, home = expression(core, node["left"], scope), expression(core, node["right"], scope), scope.home
    test, words = TESTS[node["op"]], _COMPARE[node["op"]]

    def compare(env: Env) -> Any:
        a, b = left(env), right(env)
        if a is None or b is None:
            raise Trap("none", home, what=words)
        return test(a, b)

    return compared(core, node, right, compare, test, family=bool(scope.family)) or compare


@compiles("between")
def _between(core: Core, node: Record, scope: Scope) -> Fn:
    of, low, high = (expression(core, node[key], scope) for key in ("of", "low", "high"))
    home = scope.home

    def between(env: Env) -> bool:
        x, a, b = of(env), low(env), high(env)
        if x is None or a is None or b is None:
            raise Trap("none", home, what="in a range")
        return bool(a <= x <= b)

    return between


def _sum(a: Any, b: Any) -> Any:
    if type(a) is list or type(b) is list:
        return [*(a if type(a) is list else [a]), *(b if type(b) is list else [b])]
    return a + b


def _rounded_up(a: int, b: int) -> int:
    return -(-a // b)


def _nearest(a: int, b: int) -> int:
    if b < 0:
        a, b = -a, -b
    return (2 * a + b) // (2 * b)


_ARITHMETIC: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "add": (_sum, "plus"),
    "sub": (operator.sub, "minus"),
    "mul": (operator.mul, "times"),
    "mod": (operator.mod, "modulo"),
    "up": (_rounded_up, "divided by"),
    "down": (operator.floordiv, "divided by"),
    "nearest": (_nearest, "divided by"),
}


@compiles("add", "sub", "mul", "mod", "div")
def _arithmetic(core: Core, node: Record, scope: Scope) -> Fn:
    left, right, home = expression(core, node["left"], scope), expression(core, node["right"], scope), scope.home
    calculate, words = _ARITHMETIC[node["rounding"] if node["op"] == "div" else node["op"]]
    if node["op"] == "add" and scope.type(core, node["left"])["type"] in ("int", "dial"):
        calculate = operator.add

    fixed = node["right"]["value"] if node["right"]["op"] == "int" and calculate in (operator.add, operator.sub, operator.mul) else None

    def arithmetic(env: Env) -> Any:
        a, b = left(env), right(env)
        if a is None or b is None:
            raise Trap("none", home, what=words)
        try:
            value = calculate(a, b)
        except ZeroDivisionError:
            raise Trap("divide_by_zero", home) from None
        if type(value) is int and not -LARGEST <= value <= LARGEST:
            raise Trap("too_large", home, limit=LARGEST)
        return value

    def with_constant(env: Env) -> Any:
        a = left(env)
        if type(a) is not int or not -LARGEST <= (value := calculate(a, fixed)) <= LARGEST:
            return arithmetic(env)
        return value

    return arithmetic if fixed is None else with_constant


@compiles("chain")
def _chain(core: Core, node: Record, scope: Scope) -> Fn:
    """Each operation as `_arithmetic` does it, in the order in which they would lie inside one another."""
    first, *others = (expression(core, arg, scope) for arg in node["args"])
    numbers = scope.type(core, node["args"][0])["type"] in ("int", "dial")
    steps = [(*_ARITHMETIC[sign], arg) for sign, arg in zip(node["signs"], others, strict=True)]
    if numbers:
        steps = [(operator.add if calculate is _sum else calculate, words, arg) for calculate, words, arg in steps]
    home = scope.home

    def chain(env: Env) -> Any:
        value = first(env)
        for calculate, words, arg in steps:
            other = arg(env)
            if value is None or other is None:
                raise Trap("none", home, what=words)
            try:
                value = calculate(value, other)
            except ZeroDivisionError:
                raise Trap("divide_by_zero", home) from None
            if type(value) is int and not -LARGEST <= value <= LARGEST:
                raise Trap("too_large", home, limit=LARGEST)
        return value

    return chain


@compiles("lookup")
def _lookup(core: Core, node: Record, scope: Scope) -> Fn:
    of, home = expression(core, node["of"], scope), scope.home
    rows = [(row["low"], row["high"], expression(core, row["value"], scope)) for row in node["rows"]]
    other = optional(core, node["else"], scope)

    def lookup(env: Env) -> Any:
        x = of(env)
        if x is None:
            raise Trap("none", home, what="a table")
        for low, high, value in rows:
            if (low is None or x >= low) and (high is None or x <= high):
                return value(env)
        if other is None:
            raise Trap("lookup", home, value=x)
        return other(env)

    return lookup
