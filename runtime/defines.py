"""Defines: pure functions of the rules, called by an expression.

The value of a short one whose arguments are variables or constants is written out where it is called, over the variables of its caller; others get variables
of their own. Nothing tells the two apart but their speed.
"""
from __future__ import annotations

from typing import Any

from .core import Core, Env, Fn
from .program import ANY, Record, walk
from .quick import CONSTANTS
from .scope import Scope, compiles, expression, filled

BINDING = ("filter", "sum", "highest", "lowest")
"""Expressions that have a variable of their own."""
DEEPEST = 2
"""How many defines, one in the other, are written out where they are called."""
MOST_COPIED = 60
"""The records that a define may have whose value is written out where it is called."""


def written_out(core: Core, node: Record) -> tuple[Record, dict[str, Record]] | None:
    """The value of a define over the variables of its caller, and their types there; None if it is long, or an argument is neither variable nor constant."""
    define = core.program.defines[node["define"]]
    args, params = node["args"], define["params"]
    if len(args) != len(params) or any(arg["op"] != "var" and arg["op"] not in CONSTANTS for arg in args):
        return None
    records = list(walk(define["value"]))
    bound = {one["var"] for one in records if one.get("op") in BINDING}
    taken = {arg["name"] for arg in args if arg["op"] == "var"} | {param["name"] for param in params}
    if len(records) > MOST_COPIED:
        return None
    given = {param["name"]: arg for param, arg in zip(params, args, strict=True)}
    if any(one.get("op") == "var" and one["name"] not in given and one["name"] not in bound for one in records):
        return None
    if bound & taken:  # its own variables get names that the caller cannot have
        if bound & given.keys():
            return None
        given.update((name, {"op": "var", "name": f"{name} of {define['id']}"}) for name in bound)
    types = {arg["name"]: param["type"] for param, arg in zip(params, args, strict=True) if arg["op"] == "var"}
    return _with(define["value"], given), types


def _with(value: Any, given: dict[str, Record]) -> Any:
    if type(value) is list:
        return [_with(item, given) for item in value]
    if type(value) is not dict:
        return value
    if value.get("op") == "var" and value["name"] in given:
        return given[value["name"]]
    made = {key: _with(item, given) for key, item in value.items()}
    if value.get("op") in BINDING and value["var"] in given:
        made["var"] = given[value["var"]]["name"]
    return made


@compiles("call")
def _call(core: Core, node: Record, scope: Scope) -> Fn:
    define = core.program.defines[node["define"]]
    if scope.memo is not None:
        return _remembered(core, node, define, scope)
    open_: set[str] = core.compiled.setdefault(("written out", ""), set())
    copy = written_out(core, node) if define["id"] not in open_ and len(open_) < DEEPEST else None
    if copy is not None:
        open_.add(define["id"])
        known = {name: kind for name, kind in copy[1].items() if scope.names.get(name, ANY)["type"] == "any"}
        made = expression(core, copy[0], Scope(define["id"], {**scope.names, **known}))
        open_.discard(define["id"])
        return made
    args = [expression(core, arg, scope) for arg in node["args"]]
    args += [expression(core, param["start"], Scope(define["id"])) for param in define["params"][len(args) :]]
    names = [param["name"] for param in define["params"]]

    value: Fn | None = None  # compiled when it is first asked for

    def call(env: Env) -> Any:
        nonlocal value
        if value is None:
            value = value_of(core, define)
        return value(given(env))

    given = filled(list(zip(names, args, strict=True)))
    return call


def _remembered(core: Core, node: Record, define: Record, scope: Scope) -> Fn:
    """A define that is worked out once for each of its arguments, as long as the memo lasts."""
    memo = scope.memo
    assert memo is not None
    args = [expression(core, arg, scope) for arg in node["args"]]
    args += [expression(core, param["start"], Scope(define["id"], memo=memo)) for param in define["params"][len(args) :]]
    names, name = [param["name"] for param in define["params"]], define["id"]
    value: Fn | None = None

    def call(env: Env) -> Any:
        nonlocal value
        given = [arg(env) for arg in args]
        key = (name, *[tuple(one) if type(one) is list else one for one in given])
        try:
            return memo[key]
        except KeyError:
            pass
        except TypeError:  # dice, which have no hash
            return _value(dict(zip(names, given, strict=True)))
        found = memo[key] = _value(dict(zip(names, given, strict=True)))
        return found

    def _value(env: Env) -> Any:
        nonlocal value
        if value is None:
            value = value_of(core, define, memo)
        return value(env)

    return call


def value_of(core: Core, define: Record, memo: dict[Any, Any] | None = None) -> Fn:
    """The closure of a define's value, over its parameters; with a memo what it asks other defines is kept there."""
    key = ("define" if memo is None else "remembered", define["id"])
    known: Fn | None = core.compiled.get(key)
    if known is None:
        scope = Scope(define["id"], {param["name"]: param["type"] for param in define["params"]}, memo=memo)
        known = core.compiled[key] = expression(core, define["value"], scope)
    return known


@compiles("name_of_define")
def _name_of_define(core: Core, node: Record, scope: Scope) -> Fn:
    value = node["define"]
    return lambda env: value
