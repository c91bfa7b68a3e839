"""Expressions: a tree becomes a closure over one environment, one function per `op`. Those over numbers and truths stand in `arithmetic`.

An environment is a dict of variables. Expressions never ask, draw or write; a filter sets its variable for a moment and puts back what was there. What is
asked of nothing is a trap, never a silent `false` or 0.
"""
from __future__ import annotations

from typing import Any

from . import arithmetic as _arithmetic  # noqa: F401  (registers its expressions)
from . import lineup, relations
from .core import BOX, EVENT, TABLE, Core, Env, Fn
from .defines import value_of
from .filters import elements_of, filtered
from .program import Record
from .quick import CONSTANTS, contained
from .scope import Scope, compiles, expression, optional
from .shape import INT
from .trouble import Trap

__all__ = ["Scope", "decider_of", "expression", "members_of", "optional", "value_of"]


@compiles("int", "bool", "text", "word")
def _constant(core: Core, node: Record, scope: Scope) -> Fn:
    value = node["value"]
    return lambda env: value


@compiles("none")
def _none(core: Core, node: Record, scope: Scope) -> Fn:
    return lambda env: None


@compiles("var")
def _var(core: Core, node: Record, scope: Scope) -> Fn:
    name, home = node["name"], scope.home

    def var(env: Env) -> Any:
        try:
            return env[name]
        except KeyError:
            raise Trap("none", home, what=name) from None

    return var


@compiles("event")
def _event(core: Core, node: Record, scope: Scope) -> Fn:
    name = node["name"]
    if name in scope.family:
        return lambda env: env[name]
    home = scope.home

    def event(env: Env) -> Any:
        seen = env.get(EVENT)
        if seen is None:
            raise Trap("none", home, what=name)
        return seen.get(name)

    return event


@compiles("frame")
def _frame(core: Core, node: Record, scope: Scope) -> Fn:
    frames, of, name = core.frames, node["of"], node["name"]
    if name == "number":

        def number(env: Env) -> Any:
            open_ = frames.get(of)
            return open_[-1].record.get("number") if open_ else core.meta["runs"].get(of, 0)

        return number

    def frame(env: Env) -> Any:
        open_ = frames.get(of)
        return open_[-1].vars.get(name) if open_ else None

    return frame


@compiles("running")
def _running(core: Core, node: Record, scope: Scope) -> Fn:
    frames, of = core.frames, node["of"]
    return lambda env: bool(frames.get(of))


@compiles("thing")
def _thing(core: Core, node: Record, scope: Scope) -> Fn:
    copies, of, home = core.copies, node["id"], scope.home

    def thing(env: Env) -> Any:
        known = copies.get(of, ())
        if len(known) != 1:
            raise Trap("not_single", home, what=of, count=len(known))
        return known[0]

    return thing


@compiles("space")
def _space(core: Core, node: Record, scope: Scope) -> Fn:
    spaces, of = core.spaces, node["id"]
    return lambda env: spaces[of]


@compiles("table")
def _table(core: Core, node: Record, scope: Scope) -> Fn:
    return lambda env: TABLE


@compiles("box")
def _box(core: Core, node: Record, scope: Scope) -> Fn:
    return lambda env: BOX


@compiles("global")
def _global(core: Core, node: Record, scope: Scope) -> Fn:
    from . import stats

    entities, slot = core.entities, node["name"]
    if core.program.slots[slot]["role"] in ("printed", "stat"):
        return lambda env: stats.plain(core, TABLE, slot)
    return lambda env: entities[TABLE][slot]


@compiles("option")
def _option(core: Core, node: Record, scope: Scope) -> Fn:
    value = core.program.options[node["name"]]
    return lambda env: value


@compiles("field")
def _field(core: Core, node: Record, scope: Scope) -> Fn:
    slot = node["slot"]
    if core.program.slots[slot]["role"] in ("printed", "stat"):
        return _printed(core, node, scope)
    of, entities, home = expression(core, node["of"], scope), core.entities, scope.home

    def counter(env: Env) -> Any:
        x = of(env)
        try:
            return entities[x][slot]
        except (KeyError, TypeError):
            raise Trap("none", home, what=slot) from None

    if node["of"]["op"] != "var":
        return counter
    name = node["of"]["name"]

    def counter_of_variable(env: Env) -> Any:
        try:
            return entities[env[name]][slot]
        except (KeyError, TypeError):  # said by the slower way
            return counter(env)

    return counter_of_variable


@compiles("printed")
def _printed(core: Core, node: Record, scope: Scope) -> Fn:
    from . import stats

    of, slot, printed, home = expression(core, node["of"], scope), node["slot"], core.printed, scope.home

    def read(env: Env) -> Any:
        x = of(env)
        if x is None:
            raise Trap("none", home, what=slot)
        try:
            return printed[x][slot]
        except KeyError:
            return stats.start(core, x, slot, home)

    if node["of"]["op"] != "var":
        return read
    name = node["of"]["name"]

    def read_of_variable(env: Env) -> Any:
        try:
            return printed[env[name]][slot]
        except (KeyError, TypeError):  # said, or looked up, by the slower way
            return read(env)

    return read_of_variable


@compiles("stat")
def _stat(core: Core, node: Record, scope: Scope) -> Fn:
    from . import stats

    slot = node["slot"]
    if slot not in core.program.modifies:
        return _printed(core, node, scope)
    of, home = expression(core, node["of"], scope), scope.home

    def read(env: Env) -> Any:
        x = of(env)
        if x is None:
            raise Trap("none", home, what=slot)
        return stats.read(core, x, slot)

    return read


@compiles("relation")
def _relation(core: Core, node: Record, scope: Scope) -> Fn:
    of, name, home = expression(core, node["of"], scope), node["name"], scope.home
    if name == "exists":
        return lambda env: relations.exists(core, of(env))
    if name == "place":
        entities = core.entities

        def place(env: Env) -> Any:
            x = of(env)
            if x is None:
                raise Trap("none", home, what="place")
            return entities[x].get("at")

        return place
    if name == "controller":
        modify = core.tables["modify"]

        def controller(env: Env) -> Any:
            x = of(env)
            if x is None:
                raise Trap("none", home, what=name)
            return relations.controller(core, x) if modify.get("controller") else plain(core, x)

        plain = relations.plain_controller
        return controller
    read = relations.READ[name]

    def relation(env: Env) -> Any:
        x = of(env)
        if x is None:
            raise Trap("none", home, what=name)
        return read(core, x)

    return relation


@compiles("die")
def _die(core: Core, node: Record, scope: Scope) -> Fn:
    of, name, home = expression(core, node["of"], scope), node["name"], scope.home

    def die(env: Env) -> Any:
        x = of(env)
        if x is None:
            raise Trap("none", home, what=name)
        return x[name]

    return die


@compiles("held")
def _held(core: Core, node: Record, scope: Scope) -> Fn:
    of, kind, home = expression(core, node["of"], scope), node["kind"], scope.home

    def held(env: Env) -> Any:
        x = of(env)
        if x is None:
            raise Trap("none", home, what=kind)
        return relations.held(core, x, kind)

    return held


@compiles("all")
def _all(core: Core, node: Record, scope: Scope) -> Fn:
    kind, in_play = node["kind"], core.in_play
    if node.get("everywhere"):
        return lambda env: relations.everywhere(core, kind)
    if lineup.told_apart(core, kind):
        return lambda env: list(lineup.in_play(core, kind))
    return lambda env: list(in_play.get(kind, ()))


@compiles("members")
def _members(core: Core, node: Record, scope: Scope) -> Fn:
    group = node["group"]
    return lambda env: members_of(core, group)


def members_of(core: Core, group: str) -> list[int]:
    """The members of a group now."""
    return list(_group(core, group, "members")({}))


def decider_of(core: Core, group: str) -> Any:
    """Who decides for a group now."""
    return _group(core, group, "decider")({})


def _group(core: Core, group: str, part: str) -> Fn:
    known: Fn | None = core.compiled.get((part, group))
    if known is None:
        known = core.compiled[part, group] = expression(core, core.program.groups[group][part], Scope(group))
    return known


@compiles("list")
def _list(core: Core, node: Record, scope: Scope) -> Fn:
    items = [expression(core, item, scope) for item in node["items"]]
    if all(item["op"] in CONSTANTS for item in node["items"]):
        fixed = [item({}) for item in items]
        return lambda env: fixed.copy()
    return lambda env: [item(env) for item in items]


@compiles("if")
def _if(core: Core, node: Record, scope: Scope) -> Fn:
    test, then, other = (expression(core, node[key], scope) for key in ("test", "then", "else"))
    return lambda env: then(env) if test(env) else other(env)


@compiles("in", "not_in")
def _in(core: Core, node: Record, scope: Scope) -> Fn:
    left, right, home = expression(core, node["left"], scope), expression(core, node["right"], scope), scope.home
    entities, wanted = core.entities, node["op"] == "in"

    def inside(env: Env) -> bool:
        a, b = left(env), right(env)
        if type(b) is int:
            return (a is not None and entities[a].get("at") == b) is wanted
        if b is None:
            raise Trap("none", home, what="in")
        return (a in b) is wanted

    return contained(core, node, right, inside) or inside


@compiles("is_kind")
def _is_kind(core: Core, node: Record, scope: Scope) -> Fn:
    of, kind, entities, ancestors = expression(core, node["of"], scope), node["kind"], core.entities, core.program.ancestors

    def is_kind(env: Env) -> bool:
        x = of(env)
        return x is not None and kind in ancestors[entities[x]["kind"]]

    return is_kind


@compiles("has")
def _has(core: Core, node: Record, scope: Scope) -> Fn:
    from .rules import has_ability

    of, ability = expression(core, node["of"], scope), node["ability"]

    def has(env: Env) -> bool:
        x = of(env)
        return x is not None and has_ability(core, x, ability)

    return has


@compiles("empty")
def _empty(core: Core, node: Record, scope: Scope) -> Fn:
    of, entities, home = expression(core, node["of"], scope), core.entities, scope.home

    def empty(env: Env) -> bool:
        x = of(env)
        if x is None:
            raise Trap("none", home, what="empty")
        return not (entities[x].get("holds", ()) if type(x) is int else x)

    return empty


@compiles("apply")
def _apply(core: Core, node: Record, scope: Scope) -> Fn:
    from .functions import applied, counted

    if node["function"] == "some" and node["args"][0]["op"] == "filter":
        return filtered(core, node["args"][0], scope, True)
    if node["function"] in ("count", "some") and node["args"][0]["op"] in ("all", "contents"):
        return counted(core, node["function"], elements_of(core, node["args"][0], scope), scope.home)
    args = [expression(core, arg, scope) for arg in node["args"]]
    return applied(core, node["function"], args, scope.type(core, node["args"][0]) if node["args"] else INT, scope.home)


@compiles("can")
def _can(core: Core, node: Record, scope: Scope) -> Fn:
    from .legality import can

    verb, args = node["verb"], {name: expression(core, arg, scope) for name, arg in node["args"].items()}
    return lambda env: can(core, verb, {name: arg(env) for name, arg in args.items()})
