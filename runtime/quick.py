"""Short cuts for what rules ask most: a slot of a variable, compared with something.

A closure that reads it in place costs a third of one that calls another for each part. A short cut knows only the plain case: whenever something is missing it
leaves the answer to the closure of the whole expression, which says what is wrong.
"""
from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final

from .core import EVENT, TABLE, Core, Env, Fn
from .program import Record, walk
from .relations import READ, controller, plain_controller
from .sides import by_controller
from .trouble import Halt

CONSTANTS = frozenset(("int", "bool", "text", "word", "none"))
"""Expressions whose value is known before the game."""
_ONCE = CONSTANTS | {"var", "event", "frame", "global", "option", "field", "printed", "relation", "thing", "space", "table", "box"}
"""Expressions of which it does not matter how often they are worked out."""
Rows = Sequence[dict[str, Any]]
Test = Callable[[Any, Any], Any]
TESTS: Final[dict[str, Test]] = {"lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge}


def rows_of(core: Core, node: Record) -> tuple[Rows, str, str] | None:
    """The rows (entities or their printed values), the variable and the slot, if an expression reads a plain slot of a variable."""
    if node["op"] not in ("field", "stat", "printed") or node["of"]["op"] != "var":
        return None
    slot: str = node["slot"]
    record = core.program.slots.get(slot)
    if record is None or (node["op"] == "stat" and slot in core.program.modifies):
        return None
    plain = node["op"] != "field" or record["role"] in ("printed", "stat")
    return (core.printed if plain else core.entities), node["of"]["name"], slot


def compared(core: Core, node: Record, right: Fn, slow: Fn, test: Test | None, wanted: bool = True, family: bool = False) -> Fn | None:
    """A comparison whose left side is a plain slot or a variable: by a test, or without one whether both are equal (or not, as `wanted`).

    `family` says that some names of the event stand for a family's arguments.
    """
    known, left = rows_of(core, node["left"]), node["left"]
    if left["op"] == "event" and not family:
        return _of_event(left["name"], right, slow, test, wanted)
    if left["op"] == "die" and left["of"]["op"] == "var" and test is not None:
        return _of_die(left["of"]["name"], left["name"], right, slow, test)
    if known is None:
        return _of_variable(left["name"], node["right"], right, slow, test, wanted) if left["op"] == "var" else None
    if test is not None:
        return _tested(*known, node["right"], right, slow, test)
    rows, name, slot = known
    other = node["right"]
    if other["op"] in CONSTANTS:
        value = right({})

        def with_constant(env: Env) -> Any:
            try:
                return (rows[env[name]][slot] == value) is wanted
            except (KeyError, TypeError):
                return slow(env)

        return with_constant
    if other["op"] == "var":
        second = other["name"]

        def with_variable(env: Env) -> Any:
            try:
                return (rows[env[name]][slot] == env[second]) is wanted
            except (KeyError, TypeError):
                return slow(env)

        return with_variable
    if other["op"] == "global" and core.program.slots[other["name"]]["role"] == "counter":
        counter, entities = other["name"], core.entities

        def with_global(env: Env) -> Any:
            try:
                return (rows[env[name]][slot] == entities[TABLE][counter]) is wanted
            except (KeyError, TypeError):
                return slow(env)

        return with_global

    def with_value(env: Env) -> Any:
        try:
            left = rows[env[name]][slot]
        except (KeyError, TypeError):
            return slow(env)
        return (left == right(env)) is wanted

    return with_value


def _of_event(name: str, right: Fn, slow: Fn, test: Test | None, wanted: bool) -> Fn:
    def equal(env: Env) -> Any:
        seen = env.get(EVENT)
        return slow(env) if seen is None else (seen.get(name) == right(env)) is wanted

    def tested(env: Env) -> Any:
        seen = env.get(EVENT)
        if seen is None:
            return slow(env)
        left, second = seen.get(name), right(env)
        return slow(env) if left is None or second is None or test is None else test(left, second)

    return equal if test is None else tested


def _of_die(name: str, part: str, right: Fn, slow: Fn, test: Test) -> Fn:
    def with_value(env: Env) -> Any:
        die, second = env.get(name), right(env)
        return slow(env) if die is None or second is None else test(die[part], second)

    return with_value


def _of_variable(name: str, other: Record, right: Fn, slow: Fn, test: Test | None, wanted: bool) -> Fn:
    if test is not None:
        return _tested_variable(name, other, right, slow, test)
    if other["op"] in CONSTANTS:
        value = right({})

        def with_constant(env: Env) -> Any:
            try:
                return (env[name] == value) is wanted
            except KeyError:
                return slow(env)

        return with_constant

    def with_value(env: Env) -> Any:
        if name not in env:
            return slow(env)
        return (env[name] == right(env)) is wanted

    return with_value


def _tested(rows: Rows, name: str, slot: str, other: Record, right: Fn, slow: Fn, test: Test) -> Fn:
    if other["op"] in CONSTANTS:
        value = right({})

        def with_constant(env: Env) -> Any:
            try:
                return test(rows[env[name]][slot], value)
            except (KeyError, TypeError):
                return slow(env)

        return with_constant

    def with_value(env: Env) -> Any:
        try:
            left = rows[env[name]][slot]
        except (KeyError, TypeError):
            return slow(env)
        second = right(env)
        return slow(env) if left is None or second is None else test(left, second)

    return with_value


def _tested_variable(name: str, other: Record, right: Fn, slow: Fn, test: Test) -> Fn:
    if other["op"] in CONSTANTS:
        value = right({})

        def with_constant(env: Env) -> Any:
            try:
                return test(env[name], value)
            except (KeyError, TypeError):
                return slow(env)

        return with_constant

    def with_value(env: Env) -> Any:
        left, second = env.get(name), right(env)
        return slow(env) if left is None or second is None else test(left, second)

    return with_value


def contained(core: Core, node: Record, right: Fn, slow: Fn) -> Fn | None:
    """`in` and `not_in` of a variable, in a plain slot of another one or in anything else that is a list."""
    if node["left"]["op"] != "var":
        return None
    name, wanted, known = node["left"]["name"], node["op"] == "in", rows_of(core, node["right"])
    if known is None:

        def in_value(env: Env) -> Any:
            items = right(env)
            if type(items) is not list or name not in env:
                return slow(env)
            return (env[name] in items) is wanted

        return in_value
    rows, other, slot = known

    def in_slot(env: Env) -> Any:
        try:
            items = rows[env[other]][slot]
            if type(items) is list:
                return (env[name] in items) is wanted
        except (KeyError, TypeError):
            pass
        return slow(env)

    return in_slot


Match = Callable[[Env, Sequence[Any]], "list[Any] | None"]
Lefts = Callable[[Sequence[Any]], Sequence[Any]]
"""What is looked at of each element."""


def matching(core: Core, node: Record, var: str, closure: Callable[[Record], Fn], any_: bool, kind: str | None = None) -> Match | None:
    """The elements whose slot is (not) equal to something that is the same for all of them, if that is what a filter's condition says.

    With `any_` at most one of them. `closure` compiles what they are compared with. The short cut gives None where the long way must be gone. `kind` says that
    the elements are all things of a kind in play.
    """
    if node["op"] in TESTS:
        return _passing(node, var, closure, any_)
    if node["op"] not in ("eq", "ne"):
        return _being(core, node, var)
    if any(one.get("op") not in _ONCE or one.get("name") == var for one in walk([node["right"]])):
        return None
    if node["left"]["op"] == "relation" and node["left"]["name"] == "controller" and node["left"]["of"] == {"op": "var", "name": var}:
        return _controlled(core, node["op"] == "eq", closure(node["right"]), any_, kind)
    known = rows_of(core, node["left"])
    if known is None or known[1] != var:
        lefts = _lefts(core, node, var)
        return None if lefts is None else _alike(lefts, node["op"] == "eq", closure(node["right"]))
    rows, _, slot = known
    wanted, right = node["op"] == "eq", closure(node["right"])

    def one(env: Env, items: Sequence[Any]) -> list[Any] | None:
        try:
            value = right(env)
            for item in items:
                if (rows[item][slot] == value) is wanted:
                    return [item]
        except (KeyError, TypeError):
            return None
        return []

    def every(env: Env, items: Sequence[Any]) -> list[Any] | None:
        try:
            value = right(env)
            return [item for item in items if (rows[item][slot] == value) is wanted]
        except (KeyError, TypeError):
            return None

    return one if any_ else every


def _lefts(core: Core, node: Record, var: str) -> Lefts | None:
    """What a comparison looks at of each element, if that is the element itself or a relation of it."""
    left, entities = node["left"], core.entities
    if core.program.modifies.get("controller") and any(one.get("name") == "controller" for one in walk([node["right"]])):
        return None  # to ask for it takes steps, for each element
    if left == {"op": "var", "name": var}:
        return lambda items: items
    if left["op"] != "relation" or left["of"] != {"op": "var", "name": var} or left["name"] == "exists":
        return None
    if left["name"] == "place":
        return lambda items: [entities[item].get("at") for item in items]
    if left["name"] == "name":
        names = core.program.names
        return lambda items: [names[entities[item]["def"]] for item in items]
    read = READ[left["name"]]
    return lambda items: [read(core, item) for item in items]


def _alike(lefts: Lefts, wanted: bool, right: Fn) -> Match:
    """Those of which what is looked at is (not) equal to something."""

    def alike(env: Env, items: Sequence[Any]) -> list[Any] | None:
        try:
            found = lefts(items)
            value = right(env)
        except (KeyError, TypeError):  # said by the longer way
            return None
        return [item for item, left in zip(items, found, strict=True) if (left == value) is wanted]

    return alike


def _being(core: Core, node: Record, var: str) -> Match | None:
    """Those for which a plain slot is true, or is not; those that are of a kind."""
    if node["op"] == "is_kind":
        return _of_kind(core, node["kind"]) if node["of"] == {"op": "var", "name": var} else None
    wanted = node["op"] != "not"
    known = rows_of(core, node if wanted else node["arg"])
    if known is None or known[1] != var:
        return None
    rows, _, slot = known

    def true(env: Env, items: Sequence[Any]) -> list[Any] | None:
        try:
            return [item for item in items if bool(rows[item][slot]) is wanted]
        except (KeyError, TypeError):
            return None

    return true


def _of_kind(core: Core, kind: str) -> Match:
    entities, ancestors = core.entities, core.program.ancestors

    def of_kind(env: Env, items: Sequence[Any]) -> list[Any] | None:
        return [item for item in items if item is not None and kind in ancestors[entities[item]["kind"]]]

    return of_kind


def _controlled(core: Core, wanted: bool, right: Fn, any_: bool, kind: str | None) -> Match:
    """Those whose controller is (not) somebody."""
    modify = core.tables["modify"]

    def kept(env: Env, items: Sequence[Any]) -> list[Any] | None:
        assert kind is not None
        sides = by_controller(core, kind)
        if sides is None:
            return every(env, items)
        found = sides.get(right(env), ())
        return list(found[:1] if any_ else found)

    def every(env: Env, items: Sequence[Any]) -> list[Any] | None:
        if None in items:
            return None
        who, value = controller if modify.get("controller") else plain_controller, right(env)
        found = (item for item in items if (who(core, item) == value) is wanted)
        try:
            return list(islice(found, 1) if any_ else found)
        except Halt:  # said by the longer way
            return None

    return every if kind is None or not wanted else kept


def _passing(node: Record, var: str, closure: Callable[[Record], Fn], any_: bool) -> Match | None:
    """Of dice: those that pass a test."""
    left = node["left"]
    if left["op"] != "die" or left["of"].get("name") != var or any(one.get("op") not in _ONCE or one.get("name") == var for one in walk([node["right"]])):
        return None
    test, part, right = TESTS[node["op"]], left["name"], closure(node["right"])

    def passing(env: Env, items: Sequence[Any]) -> list[Any] | None:
        value = right(env)
        if value is None or None in items:
            return None
        return [die for die in items if test(die[part], value)]

    return None if any_ else passing
