"""Statements: a tree becomes a closure over one environment, one function per `op`. What asks players stands in `asking`.

A statement gives None to go on, or a signal (`core.STOP`, ...) that leaves blocks up to whatever it means. Bodies contain no `try`: a question passes through
them to the driver, which runs them again.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from . import calls, effects, operations, targets
from .core import CANCEL, CONTINUE, EVENT, FAIL, SKIP, STOP, Core, Do, Env, Fn
from .expressions import Scope, expression, optional
from .program import Record
from .scope import filled
from .shape import INT, element, result_of
from .verbs import Verb, verb

_OPS: dict[str, Callable[[Core, Record, Scope], Do]] = {}


def statement(*names: str) -> Callable[[Callable[[Core, Record, Scope], Do]], Callable[[Core, Record, Scope], Do]]:
    """Register the function that compiles a statement."""

    def add(make: Callable[[Core, Record, Scope], Do]) -> Callable[[Core, Record, Scope], Do]:
        for name in names:
            _OPS[name] = make
        return make

    return add


def names() -> frozenset[str]:
    """All statements that this runtime carries out."""
    from . import asking as _asking  # noqa: F401  (registers its statements)

    return frozenset(_OPS)


def block(core: Core, body: list[Record], scope: Scope) -> Do:
    """The closure of a list of statements."""
    from . import asking as _asking  # noqa: F401  (registers its statements)

    steps: list[Do] = []
    for node in body:
        steps.append(_OPS[node["op"]](core, node, scope))
        scope = after(core, node, scope)
    if not steps:
        return lambda env: None
    if len(steps) == 1:
        return steps[0]

    if len(steps) == 2:
        first, second = steps

        def both(env: Env) -> int | None:
            signal = first(env)
            return second(env) if signal is None else signal

        return both

    def run(env: Env) -> int | None:
        for step in steps:
            signal = step(env)
            if signal is not None:
                return signal
        return None

    return run


def after(core: Core, node: Record, scope: Scope) -> Scope:
    """The scope behind a statement, with the variables that it brings."""
    if node["op"] == "let":
        return scope.having(**{node["name"]: scope.type(core, node["value"])})
    if node.get("as") is not None:
        return scope.having(**{node["as"]: result_of(node, scope.names, scope.events, core.program)})
    return scope


def setter(core: Core, name: str | None, scope: Scope) -> Callable[[Env, Any], None] | None:
    """How a variable of the body is set: a sequence's variables stand in the state."""
    if name is None:
        return None
    if not scope.kept:
        return lambda env, value: env.__setitem__(name, value)
    write = core.journal.write
    return lambda env, value: write(env, name, value)


@statement("call")
def _call(core: Core, node: Record, scope: Scope) -> Do:
    each, id, home = node["each"], node["verb"], scope.home
    keep = setter(core, node["as"], scope)
    if each is None and not scope.together:
        return _one_call(core, prepared(core, node, scope), id, home, keep)
    args = {name: expression(core, arg, scope) for name, arg in node["args"].items()}
    tag_of = optional(core, node["tag"], scope)
    known: list[Verb] = []

    def bound(env: Env) -> list[Env]:
        if not known:
            known.append(verb(core, id))
        given = {name: arg(env) for name, arg in args.items()}
        tag = None if tag_of is None else tag_of(env)
        if each is None:
            return [known[0].bound(given, tag)]
        items = given[each]
        if type(items) is int:
            items = core.entities[items].get("holds", ())
        return [known[0].bound({**given, each: item}, tag) for item in items]

    if scope.together:
        return lambda env: calls.wait(core, known, bound(env), each, home)
    assert each is not None

    def call(env: Env) -> int | None:
        variables = bound(env)
        result = calls.sweep(core, known[0], variables, each, home)
        if keep is not None:
            keep(env, result)
        if core.inside == 0:
            calls.stable(core)
        return None

    return call


def _one_call(core: Core, bound: Callable[[Env], Env], id: str, home: str, keep: Callable[[Env, Any], None] | None) -> Do:
    known: Verb | None = None
    carry_out, stable = calls.call, calls.stable

    def call(env: Env) -> int | None:
        nonlocal known
        variables = bound(env)
        if known is None:
            known = verb(core, id)
        result = carry_out(core, known, variables, home)
        if keep is not None:
            keep(env, result)
        if core.inside == 0:
            stable(core)
        return None

    return call


def prepared(core: Core, node: Record, scope: Scope) -> Callable[[Env], Env]:
    """The variables of a call (a statement record without `each`) from those of the body."""
    args = [(name, expression(core, arg, scope)) for name, arg in node["args"].items()]
    tag_of = optional(core, node["tag"], scope)
    record = core.program.events[node["verb"]]
    names_, unit = [param["name"] for param in record["params"]], any(param["type"].get("unit") is not None for param in record["params"])
    if tag_of is None and [name for name, _ in args] == names_:  # nothing is left to the verb
        fill = filled(args)
        if not unit:
            return fill

        def tagged(env: Env) -> Env:
            made = fill(env)
            made["tag"] = None
            return made

        return tagged
    known: list[Verb] = []

    def bound(env: Env) -> Env:
        if not known:
            known.append(verb(core, node["verb"]))
        given = {name: arg(env) for name, arg in args}
        return known[0].bound(given, None if tag_of is None else tag_of(env))

    return bound


@statement("set")
def _set(core: Core, node: Record, scope: Scope) -> Do:
    target = targets.target(core, node["target"], scope)
    value, change, home = expression(core, node["value"], scope), node["change"], scope.home
    locate, load, store = target.locate, target.load, target.store
    name = node["target"].get("slot") or node["target"]["name"]
    if scope.together:

        def later(env: Env) -> int | None:
            at, amount = locate(env), value(env)
            if change == "=":
                calls.settle(core, at, name, amount, home)
            calls.later(core, lambda: store(at, targets.combined(change, load(at) if change != "=" else None, amount, home)))
            return None

        return later
    quick = targets.counted(core, node, value, scope)
    if quick is not None:
        return quick
    if change == "=":

        def put(env: Env) -> int | None:
            at = locate(env)
            store(at, value(env))
            return None

        return put

    def add(env: Env) -> int | None:
        at = locate(env)
        amount = value(env)
        store(at, targets.combined(change, load(at), amount, home))
        return None

    return add


@statement("let")
def _let(core: Core, node: Record, scope: Scope) -> Do:
    value = expression(core, node["value"], scope)
    if not scope.kept:
        name = node["name"]

        def let(env: Env) -> int | None:
            env[name] = value(env)
            return None

        return let
    keep = setter(core, node["name"], scope)
    assert keep is not None

    def kept(env: Env) -> int | None:
        keep(env, value(env))
        return None

    return kept


@statement("if")
def _if(core: Core, node: Record, scope: Scope) -> Do:
    test = expression(core, node["test"], scope)
    then, other = block(core, node["then"], scope), block(core, node["else"], scope)
    return lambda env: then(env) if test(env) else other(env)


def listed(core: Core, node: Record, scope: Scope) -> tuple[Callable[[Env], list[Any]], Scope]:
    """The elements of an `each`, filtered and in order, and the scope of its body."""
    name, of = node["var"], expression(core, node["of"], scope)
    inner = scope.having(**{name: element(scope.type(core, node["of"]))})
    where, order = optional(core, node["where"], inner), optional(core, node["order"], inner)

    def items(env: Env) -> list[Any]:
        found = of(env)
        found = list(core.entities[found].get("holds", ())) if type(found) is int else list(found)
        if where is not None or order is not None:
            seen = dict(env)

            def look(test: Fn, item: Any) -> Any:
                seen[name] = item
                return test(seen)

            if where is not None:
                found = [item for item in found if look(where, item)]
            if order is not None:
                found.sort(key=lambda item: look(order, item))
        core.count(len(found))
        return found

    return items, inner


def still_there(core: Core, things: list[Any], home: str) -> Iterator[Any]:
    """Things one by one; one that was in play when the list was made and is not when its turn comes is left out."""
    works = core.works
    here = {one for one in things if one in works}
    for one in things:
        if one in here and one not in works:
            core.record("refused", {"effect": home, "reason": "gone"}, home)
        else:
            yield one


@statement("each")
def _each(core: Core, node: Record, scope: Scope) -> Do:
    items, inner = listed(core, node, scope)
    body = block(core, node["body"], inner)
    keep = setter(core, node["var"], scope)
    things, home = inner.names[node["var"]]["type"] == "thing", scope.home
    assert keep is not None

    def each(env: Env) -> int | None:
        for item in still_there(core, items(env), home) if things else items(env):
            keep(env, item)
            signal = body(env)
            if signal is not None:
                if signal == STOP:
                    break
                return signal
        return None

    return each


@statement("repeat")
def _repeat(core: Core, node: Record, scope: Scope) -> Do:
    count, while_, until = (optional(core, node[key], scope) for key in ("count", "while", "until"))
    body = block(core, node["body"], scope)

    def repeat(env: Env) -> int | None:
        left = None if count is None else count(env)
        while left is None or left > 0:
            core.count(1)
            if while_ is not None and not while_(env):
                break
            signal = body(env)
            if signal is not None:
                if signal == STOP:
                    break
                return signal
            if until is not None and until(env):
                break
            left = None if left is None else left - 1
        return None

    return repeat


@statement("pay")
def _pay(core: Core, node: Record, scope: Scope) -> Do:
    from .costs import Costs

    costs = Costs(core, node["calls"], scope)
    return lambda env: None if costs.paid(env) else failed(core, scope)


@statement("stop")
def _stop(core: Core, node: Record, scope: Scope) -> Do:
    return lambda env: STOP


@statement("together")
def _together(core: Core, node: Record, scope: Scope) -> Do:
    from dataclasses import replace

    body = block(core, node["body"], replace(scope, together=True))
    if scope.together:
        return body

    def together(env: Env) -> int | None:
        outer, core.waits = core.waits, calls.Held()
        first = core.answer_at
        signal = body(env)
        if len({answer["seat"] for answer in core.answers[first : core.answer_at]}) > 1:
            core.reveals += 1  # now everybody sees what the others have answered: nobody may take it back
        waits, core.waits = core.waits, outer
        calls.land(core, waits)
        if core.inside == 0:
            calls.stable(core)
        return signal

    return together


@statement("do")
def _do(core: Core, node: Record, scope: Scope) -> Do:
    effect = expression(core, node["effect"], scope)

    def do(env: Env) -> int | None:
        value = effect(env)
        if value is not None:
            run_effect(core, value, env)
            if core.inside == 0:
                calls.stable(core)
        return None

    return do


def run_effect(core: Core, id: str, env: Env) -> None:
    """Run the block of an `effect of S` slot: it sees the variables of the innermost S as those of its event."""
    record = core.program.effects[id]
    body = core.compiled.get(("effect", id))
    if body is None:
        from .shape import thing, variables

        heard = variables(core.program.events.get(record["scope"]), core.program)
        body = core.compiled["effect", id] = block(core, record["body"], Scope(id, {"self": thing()}, heard))
    frame = core.top(record["scope"])
    core.ran.add(id)
    core.inside += 1
    body({"self": env.get("self"), EVENT: None if frame is None else frame.vars})
    core.inside -= 1


@statement("begin")
def _begin(core: Core, node: Record, scope: Scope) -> Do:
    bind = {name: expression(core, value, scope) for name, value in node["bind"].items()}
    kinds = {name: scope.type(core, value) for name, value in node["bind"].items()}
    things = [name for name, kind in kinds.items() if kind["type"] in ("thing", "group") or (kind["type"] == "list" and kind["of"].get("type") == "thing")]
    host = optional(core, node["host"], scope)

    def begin(env: Env) -> int | None:
        on = None if host is None else host(env)
        if host is None or on is not None:
            effects.begin(core, node, env, {name: value(env) for name, value in bind.items()}, on, things)
        return None

    return begin


@statement("operation")
def _operation(core: Core, node: Record, scope: Scope) -> Do:
    args = {name: expression(core, arg, scope) for name, arg in node["args"].items()}
    run, home = operations.RUN[node["name"]], scope.home
    model = node["args"].get("thing") if node["name"] == "create" else None
    if model is not None and model["op"] == "thing":
        args["thing"] = lambda env: core.copies[model["id"]][0]
    keep = setter(core, node["as"], scope)
    names_ = scope.names
    if scope.together:

        def later(env: Env) -> int | None:
            given = {name: arg(env) for name, arg in args.items()}
            calls.later(core, lambda: run(core, given, home, env, names_))
            return None

        return later

    def operation(env: Env) -> int | None:
        result = run(core, {name: arg(env) for name, arg in args.items()}, home, env, names_)
        if keep is not None:
            keep(env, result)
        if core.inside == 0:
            calls.stable(core)
        return None

    return operation


@statement("end")
def _end(core: Core, node: Record, scope: Scope) -> Do:
    of = node["scope"]
    return lambda env: _ask_to_end(core, of)


def failed(core: Core, scope: Scope) -> int:
    """A statement gives up the verb whose text it is; a sequence is asked to end."""
    if scope.kept:
        calls.refuse(core, scope.home, "failed", scope.home)
        _ask_to_end(core, scope.home)
    return FAIL


def _ask_to_end(core: Core, of: str) -> None:
    frame = core.top(of)
    if frame is not None:
        core.journal.write(frame.record, "ending", True)
        core.ending = True


@statement("skip")
def _skip(core: Core, node: Record, scope: Scope) -> Do:
    def skip(env: Env) -> int | None:
        for frame in reversed(core.stack):
            if "pass" in frame.record:
                core.journal.write(frame.record, "ending", True)
                core.ending = True
                break
        return SKIP

    return skip


@statement("cancel")
def _cancel(core: Core, node: Record, scope: Scope) -> Do:
    return lambda env: CANCEL


@statement("continue")
def _continue(core: Core, node: Record, scope: Scope) -> Do:
    args = {name: expression(core, arg, scope) for name, arg in node["args"].items()}

    def go_on(env: Env) -> int | None:
        core.stack[-1].args = {name: arg(env) for name, arg in args.items()}
        return CONTINUE

    return go_on


__all__ = ["INT", "Fn", "after", "block", "listed", "names", "run_effect", "setter", "statement"]
