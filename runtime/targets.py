"""What a `set` may change: variables, the event's variables, counters, relations, dice. Every write is checked against the range of its slot."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import state
from .core import EVENT, TABLE, Core, Do, Env, Fn
from .expressions import Scope, expression
from .legality import newly_barred
from .program import Record
from .shape import variables
from .trouble import Trap
from .verbs import verb


@dataclass(frozen=True, slots=True)
class Target:
    """Where it is (from the environment), how it is read, how it is written."""

    locate: Callable[[Env], Any]
    load: Callable[[Any], Any]
    store: Callable[[Any, Any], None]


def target(core: Core, node: Record, scope: Scope) -> Target:
    """The target of a `set`."""
    return _MAKE[node["op"]](core, node, scope)


def combined(change: str, old: Any, value: Any, home: str) -> Any:
    """The value after a change. On a list `+=` adds an element (or the elements of a list), `-=` takes one out (or each of a list)."""
    if change == "=":
        return value
    if type(old) is list:
        items = value if type(value) is list else [value]
        if change == "+=":
            return [*old, *items]
        left = list(old)
        for item in items:
            if item in left:
                left.remove(item)
        return left
    if old is None or value is None:
        raise Trap("none", home, what=change)
    return old + value if change == "+=" else old - value


def counted(core: Core, node: Record, value: Fn, scope: Scope) -> Do | None:
    """A `set` of a counter, of a thing or of the table, in one closure; None for other targets. What is not plain goes the long way, and is said there."""
    of = node["target"]
    if of["op"] not in ("field", "global"):
        return None
    slot = of["slot"] if of["op"] == "field" else of["name"]
    where: Fn = expression(core, of["of"], scope) if of["op"] == "field" else lambda env: TABLE
    kind = core.program.slots[slot]["type"]
    low, high = kind.get("low"), kind.get("high") if kind["type"] == "int" else None
    low, high = -state.BOUND if low is None else low, state.BOUND if high is None else high
    change, home, entities, append = node["change"], scope.home, core.entities, core.journal.records.append
    long = target(core, of, scope)
    sign = -1 if change == "-=" else 1

    def put(env: Env) -> int | None:
        x = where(env)
        if x is None:
            raise Trap("none", home, what=slot)
        new = value(env)
        entity = entities[x]
        if slot not in entity or (type(new) is int and not low <= new <= high):
            long.store(x, new)
        else:
            append((entity, slot, entity[slot]))
            entity[slot] = new
        return None

    def add(env: Env) -> int | None:
        x = where(env)
        if x is None:
            raise Trap("none", home, what=slot)
        by = value(env)
        entity = entities[x]
        old = entity.get(slot)
        if type(old) is int and type(by) is int and low <= (new := old + sign * by) <= high:
            append((entity, slot, old))
            entity[slot] = new
        else:
            long.store(x, combined(change, long.load(x), by, home))
        return None

    return put if change == "=" else add


def _checked(name: str, kind: Record | None, home: str) -> Callable[[Any], None] | None:
    """A test of numbers for a variable whose type has a range."""
    if kind is None or kind["type"] not in ("int", "dial"):
        return None
    slot = {"name": name, "type": kind}
    return lambda value: state.check_range(slot, value, home)


def _var(core: Core, node: Record, scope: Scope) -> Target:
    name = node["name"]
    check = _checked(name, scope.names.get(name), scope.home)
    write = core.journal.write if scope.kept else None

    def store(env: Env, value: Any) -> None:
        if check is not None:
            check(value)
        if write is None:
            env[name] = value
        else:
            write(env, name, value)

    return Target(lambda env: env, lambda env: env.get(name), store)


def _barred(core: Core, variables_: Env, name: str, value: Any, home: str) -> bool:
    """Whether a variable is a parameter of a sequence that is running, and may not become this value; that is recorded."""
    for frame in reversed(core.stack):
        if frame.vars is variables_ and frame.n is not None and frame.id in core.program.sequences:
            called = verb(core, frame.id)
            if name not in [param[0] for param in called.params]:
                return False
            reason = newly_barred(core, called, variables_, name, value)
            if reason is not None:
                core.record("refused", {"event": frame.id, "reason": reason}, home)
            return reason is not None
    return False


def _event(core: Core, node: Record, scope: Scope) -> Target:
    name, home = node["name"], scope.home
    check = _checked(name, scope.events.get(name), home)

    def locate(env: Env) -> Env:
        variables_: Env | None = env.get(EVENT)
        if variables_ is None:
            raise Trap("none", home, what=name)
        return variables_

    def store(at: Env, value: Any) -> None:
        if check is not None:
            check(value)
        if _barred(core, at, name, value, home):
            return
        core.journal.write(at, name, value)
        for frame in reversed(core.stack):
            if frame.vars is at:
                frame.changed = True
                break

    return Target(locate, lambda at: at.get(name), store)


def _frame(core: Core, node: Record, scope: Scope) -> Target:
    of, name, home = node["of"], node["name"], scope.home
    known = core.program.events.get(of)
    check = _checked(name, variables(known, core.program).get(name) if known is not None else None, home)

    def locate(env: Env) -> Any:
        frame = core.top(of)
        if frame is None:
            raise Trap("none", home, what=name)
        return frame

    def store(frame: Any, value: Any) -> None:
        if check is not None:
            check(value)
        if _barred(core, frame.vars, name, value, home):
            return
        core.journal.write(frame.vars, name, value)
        frame.changed = True

    return Target(locate, lambda frame: frame.vars.get(name), store)


def _global(core: Core, node: Record, scope: Scope) -> Target:
    slot, home, entities = node["name"], scope.home, core.entities
    return Target(lambda env: TABLE, lambda at: entities[at].get(slot), lambda at, value: state.set_field(core, at, slot, value, home))


def _field(core: Core, node: Record, scope: Scope) -> Target:
    of, slot, home, entities = expression(core, node["of"], scope), node["slot"], scope.home, core.entities

    def locate(env: Env) -> Any:
        x = of(env)
        if x is None:
            raise Trap("none", home, what=slot)
        return x

    return Target(locate, lambda x: entities[x].get(slot), lambda x, value: state.set_field(core, x, slot, value, home))


def _relation(core: Core, node: Record, scope: Scope) -> Target:
    of, name, home, entities = expression(core, node["of"], scope), node["name"], scope.home, core.entities

    def locate(env: Env) -> Any:
        x = of(env)
        if x is None:
            raise Trap("none", home, what=name)
        return x

    def store(x: Any, value: Any) -> None:
        if name == "owner":
            state.set_owner(core, x, value)
        elif name == "face":
            state.turn(core, x, value)
        else:
            core.journal.write(entities[x], "controller", value)
            core.kept.clear()

    return Target(locate, lambda x: entities[x].get(name), store)


def _die(core: Core, node: Record, scope: Scope) -> Target:
    of, home = expression(core, node["of"], scope), scope.home

    def locate(env: Env) -> Any:
        die = of(env)
        if die is None:
            raise Trap("none", home, what="face")
        return die

    def store(die: Any, value: Any) -> None:
        if not 1 <= value <= die["sides"]:
            raise Trap("range", home, what="face", value=value, low=1, high=die["sides"])
        core.journal.write(die, "face", value)

    return Target(locate, lambda die: die["face"], store)


_MAKE: dict[str, Callable[[Core, Record, Scope], Target]] = {
    "var": _var,
    "event": _event,
    "frame": _frame,
    "global": _global,
    "field": _field,
    "relation": _relation,
    "die": _die,
}
