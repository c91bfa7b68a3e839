"""Lists looked through: what lies in a place, the elements that pass a test, what they come to together."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import lineup
from .core import Core, Env, Fn
from .journal import MISSING
from .program import Record
from .quick import matching
from .scope import Scope, compiles, expression, optional
from .shape import element
from .trouble import Trap


@compiles("contents")
def _contents(core: Core, node: Record, scope: Scope) -> Fn:
    look = _lying_in(core, node, scope)

    def contents(env: Env) -> Any:
        return list(look(env))

    return contents


def _lying_in(core: Core, node: Record, scope: Scope) -> Fn:
    """What lies in a place, to be looked at only."""
    of, entities, home = expression(core, node["of"], scope), core.entities, scope.home

    def contents(env: Env) -> Any:
        x = of(env)
        if type(x) is list:
            return x
        if x is None:
            raise Trap("none", home, what="contents")
        return entities[x].get("holds", ())

    return contents


def elements_of(core: Core, node: Record, scope: Scope) -> Callable[[Env], Sequence[Any]]:
    """The elements of a list, or of a place, to be looked at only."""
    entities = core.entities
    if node["op"] == "all" and not node.get("everywhere"):
        kind, in_play = node["kind"], core.in_play
        if lineup.told_apart(core, kind):
            return lambda env: lineup.in_play(core, kind)
        return lambda env: in_play.get(kind, ())
    if node["op"] == "contents":
        return _lying_in(core, node, scope)
    of = expression(core, node, scope)

    def elements(env: Env) -> Sequence[Any]:
        items = of(env)
        found: Sequence[Any] = entities[items].get("holds", ()) if type(items) is int else items
        return found

    return elements


@compiles("filter")
def _filter(core: Core, node: Record, scope: Scope) -> Fn:
    return filtered(core, node, scope, False)


def filtered(core: Core, node: Record, scope: Scope, any_: bool) -> Fn:
    """The elements that pass a test; or, sooner, whether there is one."""
    name, inner = node["var"], scope.having(**{node["var"]: element(scope.type(core, node["of"]))})
    of, where = elements_of(core, node["of"], scope), expression(core, node["where"], inner)
    test = node["where"]
    first, others = (test["args"][0], test["args"][1:]) if test["op"] == "and" else (test, [])
    kind = node["of"]["kind"] if node["of"]["op"] == "all" and not node["of"].get("everywhere") else None
    quick = matching(core, first, name, lambda right: expression(core, right, inner), any_ and not others, kind)
    rest = None if quick is None or not others else expression(core, {"op": "and", "args": others}, inner)

    def some(env: Env) -> Any:
        items = of(env)
        size = len(items)
        if not size:
            return False if any_ else []
        core.steps += size
        if core.steps > core.max_steps:
            raise core.met("steps", core.max_steps)
        if quick is not None:
            found = quick(env, items)
            if found is not None:
                if rest is None or not found:
                    return bool(found) if any_ else found
                return passing(env, found, rest)
        return passing(env, items, where)

    def passing(env: Env, items: Sequence[Any], where: Fn) -> Any:
        before = env.get(name, MISSING)
        out: list[Any] = []
        try:
            for item in items:
                env[name] = item
                if where(env):
                    if any_:
                        return True
                    out.append(item)
        finally:
            if before is MISSING:
                env.pop(name, None)
            else:
                env[name] = before
        return False if any_ else out

    return some


@compiles("sum", "highest", "lowest")
def _over(core: Core, node: Record, scope: Scope) -> Fn:
    of, name, home = expression(core, node["of"], scope), node["var"], scope.home
    value = expression(core, node["value"], scope.having(**{name: element(scope.type(core, node["of"]))}))
    other = optional(core, node.get("else"), scope)
    merges: dict[str, Callable[[list[Any]], Any]] = {"sum": sum, "highest": max, "lowest": min}
    merge = merges[node["op"]]
    entities = core.entities

    def over(env: Env) -> Any:
        items = of(env)
        if type(items) is int:
            items = list(entities[items].get("holds", ()))
        core.count(len(items))
        if not items and other is not None:
            return other(env)
        before = env.get(name, MISSING)
        parts = []
        try:
            for item in items:
                env[name] = item
                part = value(env)
                if part is None:
                    raise Trap("none", home, what="a sum")
                parts.append(part)
        finally:
            if before is MISSING:
                env.pop(name, None)
            else:
                env[name] = before
        return merge(parts)

    return over
