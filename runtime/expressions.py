"""Expressions: a tree becomes a closure over one environment, one function per `op`.

An environment is a dict of variables. Expressions never ask, draw or write; a filter sets its variable for a moment and puts back what was there. What is
asked of nothing is a trap, never a silent `false` or 0.
"""
from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from . import relations
from .core import BOX, EVENT, TABLE, Core, Env, Fn
from .journal import MISSING
from .program import Record
from .shape import INT, element, type_of
from .trouble import Trap

LARGEST: Final = 10**15
_OPS: dict[str, Callable[[Core, Record, Scope], Fn]] = {}


@dataclass(frozen=True, slots=True)
class Scope:
    """What is known where an expression or statement stands.

    `home` is the record whose text it is (named in events and troubles). `names` and `events` are the types of variables. `family` holds the names that stand
    for a family's arguments. `kept`: the variables live in the state (a sequence's), so that writes go through the journal. `together`: writes are held back.
    """

    home: str
    names: dict[str, Record] = field(default_factory=dict)
    events: dict[str, Record] = field(default_factory=dict)
    family: frozenset[str] = frozenset()
    kept: bool = False
    together: bool = False

    def having(self, **names: Record) -> Scope:
        """The scope with further variables."""
        return replace(self, names={**self.names, **names})

    def type(self, core: Core, node: Record) -> Record:
        """The type of an expression here."""
        return type_of(node, self.names, self.events, core.program)


def expression(core: Core, node: Record, scope: Scope) -> Fn:
    """The closure of an expression."""
    return _OPS[node["op"]](core, node, scope)


def optional(core: Core, node: Record | None, scope: Scope) -> Fn | None:
    """The closure of an expression that may be left out."""
    return None if node is None else expression(core, node, scope)


def _op(*names: str) -> Callable[[Callable[[Core, Record, Scope], Fn]], Callable[[Core, Record, Scope], Fn]]:
    def add(make: Callable[[Core, Record, Scope], Fn]) -> Callable[[Core, Record, Scope], Fn]:
        for name in names:
            _OPS[name] = make
        return make

    return add


@_op("int", "bool", "text", "word")
def _constant(core: Core, node: Record, scope: Scope) -> Fn:
    value = node["value"]
    return lambda env: value


@_op("none")
def _none(core: Core, node: Record, scope: Scope) -> Fn:
    return lambda env: None


@_op("var")
def _var(core: Core, node: Record, scope: Scope) -> Fn:
    name, home = node["name"], scope.home

    def var(env: Env) -> Any:
        try:
            return env[name]
        except KeyError:
            raise Trap("none", home, what=name) from None

    return var


@_op("event")
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


@_op("frame")
def _frame(core: Core, node: Record, scope: Scope) -> Fn:
    frames, of, name = core.frames, node["of"], node["name"]
    if name == "number":

        def number(env: Env) -> Any:
            open_ = frames.get(of)
            return open_[-1].record.get("number") if open_ else None

        return number

    def frame(env: Env) -> Any:
        open_ = frames.get(of)
        return open_[-1].vars.get(name) if open_ else None

    return frame


@_op("running")
def _running(core: Core, node: Record, scope: Scope) -> Fn:
    frames, of = core.frames, node["of"]
    return lambda env: bool(frames.get(of))


@_op("thing")
def _thing(core: Core, node: Record, scope: Scope) -> Fn:
    copies, of, home = core.copies, node["id"], scope.home

    def thing(env: Env) -> Any:
        known = copies.get(of, ())
        if len(known) != 1:
            raise Trap("not_single", home, what=of, count=len(known))
        return known[0]

    return thing


@_op("space")
def _space(core: Core, node: Record, scope: Scope) -> Fn:
    spaces, of = core.spaces, node["id"]
    return lambda env: spaces[of]


@_op("table")
def _table(core: Core, node: Record, scope: Scope) -> Fn:
    return lambda env: TABLE


@_op("box")
def _box(core: Core, node: Record, scope: Scope) -> Fn:
    return lambda env: BOX


@_op("global")
def _global(core: Core, node: Record, scope: Scope) -> Fn:
    from . import stats

    entities, slot = core.entities, node["name"]
    if core.program.slots[slot]["role"] in ("printed", "stat"):
        return lambda env: stats.plain(core, TABLE, slot)
    return lambda env: entities[TABLE][slot]


@_op("option")
def _option(core: Core, node: Record, scope: Scope) -> Fn:
    value = core.program.options[node["name"]]
    return lambda env: value


@_op("field")
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

    return counter


@_op("printed")
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

    return read


@_op("stat")
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


@_op("relation")
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
    read = relations.READ[name]

    def relation(env: Env) -> Any:
        x = of(env)
        if x is None:
            raise Trap("none", home, what=name)
        return read(core, x)

    return relation


@_op("die")
def _die(core: Core, node: Record, scope: Scope) -> Fn:
    of, name, home = expression(core, node["of"], scope), node["name"], scope.home

    def die(env: Env) -> Any:
        x = of(env)
        if x is None:
            raise Trap("none", home, what=name)
        return x[name]

    return die


@_op("contents")
def _contents(core: Core, node: Record, scope: Scope) -> Fn:
    of, entities, home = expression(core, node["of"], scope), core.entities, scope.home

    def contents(env: Env) -> Any:
        x = of(env)
        if type(x) is list:
            return x
        if x is None:
            raise Trap("none", home, what="contents")
        return list(entities[x].get("holds", ()))

    return contents


@_op("held")
def _held(core: Core, node: Record, scope: Scope) -> Fn:
    of, kind, home = expression(core, node["of"], scope), node["kind"], scope.home

    def held(env: Env) -> Any:
        x = of(env)
        if x is None:
            raise Trap("none", home, what=kind)
        return relations.held(core, x, kind)

    return held


@_op("all")
def _all(core: Core, node: Record, scope: Scope) -> Fn:
    kind, in_play = node["kind"], core.in_play
    if node.get("everywhere"):
        return lambda env: relations.everywhere(core, kind)
    return lambda env: list(in_play.get(kind, ()))


@_op("members")
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


@_op("filter")
def _filter(core: Core, node: Record, scope: Scope) -> Fn:
    of, name = expression(core, node["of"], scope), node["var"]
    where = expression(core, node["where"], scope.having(**{name: element(scope.type(core, node["of"]))}))
    entities = core.entities

    def some(env: Env) -> Any:
        items = of(env)
        if type(items) is int:
            items = list(entities[items].get("holds", ()))
        core.count(len(items))
        before = env.get(name, MISSING)
        out = []
        try:
            for item in items:
                env[name] = item
                if where(env):
                    out.append(item)
        finally:
            if before is MISSING:
                env.pop(name, None)
            else:
                env[name] = before
        return out

    return some


@_op("sum")
def _sum_of(core: Core, node: Record, scope: Scope) -> Fn:
    of, name, home = expression(core, node["of"], scope), node["var"], scope.home
    value = expression(core, node["value"], scope.having(**{name: element(scope.type(core, node["of"]))}))
    entities = core.entities

    def total(env: Env) -> Any:
        items = of(env)
        if type(items) is int:
            items = list(entities[items].get("holds", ()))
        core.count(len(items))
        before = env.get(name, MISSING)
        found = 0
        try:
            for item in items:
                env[name] = item
                part = value(env)
                if part is None:
                    raise Trap("none", home, what="a sum")
                found += part
        finally:
            if before is MISSING:
                env.pop(name, None)
            else:
                env[name] = before
        return found

    return total


@_op("list")
def _list(core: Core, node: Record, scope: Scope) -> Fn:
    items = [expression(core, item, scope) for item in node["items"]]
    return lambda env: [item(env) for item in items]


@_op("if")
def _if(core: Core, node: Record, scope: Scope) -> Fn:
    test, then, other = (expression(core, node[key], scope) for key in ("test", "then", "else"))
    return lambda env: then(env) if test(env) else other(env)


@_op("and")
def _and(core: Core, node: Record, scope: Scope) -> Fn:
    args = [expression(core, arg, scope) for arg in node["args"]]
    if len(args) == 2:
        a, b = args
        return lambda env: bool(a(env) and b(env))

    return lambda env: all(arg(env) for arg in args)


@_op("or")
def _or(core: Core, node: Record, scope: Scope) -> Fn:
    args = [expression(core, arg, scope) for arg in node["args"]]
    if len(args) == 2:
        a, b = args
        return lambda env: bool(a(env) or b(env))

    return lambda env: any(arg(env) for arg in args)


@_op("not")
def _not(core: Core, node: Record, scope: Scope) -> Fn:
    arg = expression(core, node["arg"], scope)
    return lambda env: not arg(env)


@_op("neg")
def _neg(core: Core, node: Record, scope: Scope) -> Fn:
    arg, home = expression(core, node["arg"], scope), scope.home

    def negative(env: Env) -> Any:
        value = arg(env)
        if value is None:
            raise Trap("none", home, what="minus")
        return -value

    return negative


@_op("eq")
def _eq(core: Core, node: Record, scope: Scope) -> Fn:
    left, right = expression(core, node["left"], scope), expression(core, node["right"], scope)
    return lambda env: left(env) == right(env)


@_op("ne")
def _ne(core: Core, node: Record, scope: Scope) -> Fn:
    left, right = expression(core, node["left"], scope), expression(core, node["right"], scope)
    return lambda env: left(env) != right(env)


_COMPARE: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "lt": (operator.lt, "less than"),
    "le": (operator.le, "at most"),
    "gt": (operator.gt, "more than"),
    "ge": (operator.ge, "at least"),
}


@_op("lt", "le", "gt", "ge")
def _compare(core: Core, node: Record, scope: Scope) -> Fn:
    left, right, home = expression(core, node["left"], scope), expression(core, node["right"], scope), scope.home
    test, words = _COMPARE[node["op"]]

    def compare(env: Env) -> Any:
        a, b = left(env), right(env)
        if a is None or b is None:
            raise Trap("none", home, what=words)
        return test(a, b)

    return compare


@_op("in", "not_in")
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

    return inside


@_op("between")
def _between(core: Core, node: Record, scope: Scope) -> Fn:
    of, low, high = (expression(core, node[key], scope) for key in ("of", "low", "high"))
    home = scope.home

    def between(env: Env) -> bool:
        x, a, b = of(env), low(env), high(env)
        if x is None or a is None or b is None:
            raise Trap("none", home, what="in a range")
        return bool(a <= x <= b)

    return between


@_op("is_kind")
def _is_kind(core: Core, node: Record, scope: Scope) -> Fn:
    of, kind, entities, ancestors = expression(core, node["of"], scope), node["kind"], core.entities, core.program.ancestors

    def is_kind(env: Env) -> bool:
        x = of(env)
        return x is not None and kind in ancestors[entities[x]["kind"]]

    return is_kind


@_op("has")
def _has(core: Core, node: Record, scope: Scope) -> Fn:
    of, ability = expression(core, node["of"], scope), node["ability"]

    def has(env: Env) -> bool:
        x = of(env)
        return x is not None and relations.has_ability(core, x, ability)

    return has


@_op("empty")
def _empty(core: Core, node: Record, scope: Scope) -> Fn:
    of, entities, home = expression(core, node["of"], scope), core.entities, scope.home

    def empty(env: Env) -> bool:
        x = of(env)
        if x is None:
            raise Trap("none", home, what="empty")
        return not (entities[x].get("holds", ()) if type(x) is int else x)

    return empty


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


@_op("add", "sub", "mul", "mod", "div")
def _arithmetic(core: Core, node: Record, scope: Scope) -> Fn:
    left, right, home = expression(core, node["left"], scope), expression(core, node["right"], scope), scope.home
    calculate, words = _ARITHMETIC[node["rounding"] if node["op"] == "div" else node["op"]]
    if node["op"] == "add" and scope.type(core, node["left"])["type"] in ("int", "dial"):
        calculate = operator.add

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

    return arithmetic


@_op("lookup")
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


@_op("call")
def _call(core: Core, node: Record, scope: Scope) -> Fn:
    define = core.program.defines[node["define"]]
    args = [expression(core, arg, scope) for arg in node["args"]]
    args += [expression(core, param["start"], Scope(define["id"])) for param in define["params"][len(args) :]]
    names = [param["name"] for param in define["params"]]
    known = core.compiled
    key = ("define", define["id"])

    def call(env: Env) -> Any:
        value = known.get(key) or value_of(core, define)
        return value({name: arg(env) for name, arg in zip(names, args, strict=True)})

    return call


def value_of(core: Core, define: Record) -> Fn:
    """The closure of a define's value, over its parameters."""
    key = ("define", define["id"])
    known: Fn | None = core.compiled.get(key)
    if known is None:
        scope = Scope(define["id"], {param["name"]: param["type"] for param in define["params"]})
        known = core.compiled[key] = expression(core, define["value"], scope)
    return known


@_op("name_of_define")
def _name_of_define(core: Core, node: Record, scope: Scope) -> Fn:
    value = node["define"]
    return lambda env: value


@_op("apply")
def _apply(core: Core, node: Record, scope: Scope) -> Fn:
    from .functions import applied

    args = [expression(core, arg, scope) for arg in node["args"]]
    return applied(core, node["function"], args, scope.type(core, node["args"][0]) if node["args"] else INT, scope.home)


@_op("can")
def _can(core: Core, node: Record, scope: Scope) -> Fn:
    from .legality import can

    verb, args = node["verb"], {name: expression(core, arg, scope) for name, arg in node["args"].items()}
    return lambda env: can(core, verb, {name: arg(env) for name, arg in args.items()})

EXPRESSIONS = frozenset(_OPS)
"""All expressions that this runtime works out."""
