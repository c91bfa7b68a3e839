"""Where an expression stands, and the table of what compiles it. `expressions` and `arithmetic` fill the table."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from .core import Core, Env, Fn
from .program import Record, walk
from .shape import type_of

EXPRESSIONS: dict[str, Callable[[Core, Record, Scope], Fn]] = {}
"""Every expression that this runtime works out, with the function that compiles it."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What is known where an expression or statement stands.

    `home` is the record whose text it is (named in events and troubles). `names` and `events` are the types of variables. `family` holds the names that stand
    for a family's arguments. `kept`: the variables live in the state (a sequence's), so that writes go through the journal. `together`: writes are held back.
    `fixed` holds the variables that stay the same while an expression is tried with one value after the other: what hangs on these alone is worked out once.
    `memo` keeps what defines have given, for expressions that are all worked out in one state; whoever has made it empties it.
    """

    home: str
    names: dict[str, Record] = field(default_factory=dict)
    events: dict[str, Record] = field(default_factory=dict)
    family: frozenset[str] = frozenset()
    kept: bool = False
    together: bool = False
    memo: dict[Any, Any] | None = None
    fixed: frozenset[str] | None = None

    def having(self, **names: Record) -> Scope:
        """The scope with further variables."""
        return replace(self, names={**self.names, **names})

    def type(self, core: Core, node: Record) -> Record:
        """The type of an expression here."""
        return type_of(node, self.names, self.events, core.program)


def expression(core: Core, node: Record, scope: Scope) -> Fn:
    """The closure of an expression."""
    if scope.fixed is not None and node["op"] in _WORTH and not _hangs_on_others(node, scope.fixed):
        return _once(EXPRESSIONS[node["op"]](core, node, scope))
    return EXPRESSIONS[node["op"]](core, node, scope)


_WORTH = frozenset(("call", "apply", "filter", "sum", "highest", "lowest", "has", "held"))
"""Expressions that cost more than to look up what was found."""


def _hangs_on_others(node: Record, fixed: frozenset[str]) -> bool:
    """Whether an expression looks at variables that change from try to try, or at what is not the same for all tries."""
    bound = {one["var"] for one in walk([node]) if "var" in one}
    return any(one.get("op") == "event" or (one.get("op") == "var" and one["name"] not in fixed and one["name"] not in bound) for one in walk([node]))


def _once(of: Fn) -> Fn:
    """A closure that keeps its value among the variables."""
    key = f"#{id(of)}"

    def once(env: Env) -> Any:
        try:
            return env[key]
        except KeyError:
            found = env[key] = of(env)
            return found

    return once


def optional(core: Core, node: Record | None, scope: Scope) -> Fn | None:
    """The closure of an expression that may be left out."""
    return None if node is None else expression(core, node, scope)


def compiles(*names: str) -> Callable[[Callable[[Core, Record, Scope], Fn]], Callable[[Core, Record, Scope], Fn]]:
    """Register the function that compiles an expression."""

    def add(make: Callable[[Core, Record, Scope], Fn]) -> Callable[[Core, Record, Scope], Fn]:
        for name in names:
            EXPRESSIONS[name] = make
        return make

    return add


def filled(args: list[tuple[str, Fn]]) -> Callable[[Env], Env]:
    """New variables with these values."""
    if not args:
        return lambda env: {}
    if len(args) == 1:
        ((a, first),) = args
        return lambda env: {a: first(env)}
    if len(args) == 2:
        (a, first), (b, second) = args
        return lambda env: {a: first(env), b: second(env)}
    if len(args) == 3:
        (a, first), (b, second), (c, third) = args
        return lambda env: {a: first(env), b: second(env), c: third(env)}
    return lambda env: {name: arg(env) for name, arg in args}
