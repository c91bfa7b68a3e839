"""The event pipeline: a call of a verb, always in the same order.

1 count, depth. 2 legality. 3 `before`, which may change variables or cancel; then legality again. 4 at most one `instead` of each source. 5 shields. 6 the
event is recorded with its final parameters, the body runs. 7 `after`. In a sweep the `after` handlers of all its events wait for the last body.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import checks, effects, moments, state
from .core import FAIL, Core, Env, Frame
from .costs import costs_of
from .legality import barred, count_limits, in_play, refusal_again, unmet
from .rules import Work, heard
from .trouble import Trap
from .verbs import Verb

Waiting = tuple[Frame, "list[Work] | tuple[Work, ...] | None"]
Task = Callable[[], None]


def call(core: Core, called: Verb, env: Env, rule: str) -> Any:
    """Carry out a verb (or run a sequence inside this resolution); its result, None if it was refused, cancelled or replaced."""
    if called.is_sequence:
        from .inline import run_inline

        return run_inline(core, called, env, rule)
    core.steps += 1
    if core.steps > core.max_steps:
        raise core.met("steps", core.max_steps)
    id, hooked = called.id, called.hooked
    if called.conditional or hooked:
        reason = unmet(called, env)
        if reason is None and hooked:
            reason = barred(core, id, env)
        if reason is not None:
            return refuse(core, id, reason, rule)
    frame = Frame(id, env, rule, {})
    core.open(frame)
    core.depth += called.weight
    if core.depth > core.max_depth:
        raise core.met("depth", core.max_depth)
    if called.slots:
        called.start_slots(env)
    if core.ends:
        effects.period_began(core, frame)
    waiting = core.sweep if core.sweep is not None and core.sweep[0] == core.inside else None
    if hooked or called.unit is not None:  # else nobody looks
        if not _goes_on(core, called, frame, None if waiting is None else waiting[3]):
            return _over(core, called, frame)
        if id in core.tables["limit"]:
            count_limits(core, id, env)
    known = None if core.watchers_present else _watchers(core, id, waiting)
    frame.n = core.record(id, called.taken(env) if called.unit is None else _values(called, env), rule)
    core.ran.add(id)
    core.inside += 1
    signal = called.body(env)
    core.inside -= 1
    if "scope" in frame.record:
        effects.period_over(core, frame)
    if signal == FAIL:
        refuse(core, id, "failed", rule)
    elif waiting is not None:
        waiting[1].append((frame, known))
    else:
        if hooked:
            moments.run(core, "after", id, frame, known)
        if core.ends:
            effects.happened(core, frame)
    return _over(core, called, frame)


def _values(called: Verb, env: Env) -> dict[str, Any]:
    values = called.taken(env)
    if env["tag"] is not None:
        values["tag"] = env["tag"]
    return values


def _goes_on(core: Core, called: Verb, frame: Frame, newest: int | None) -> bool:
    """Steps 3 to 5: whether the body is to run. What has arrived since `newest`, by a part of the same sweep, comes too late for it."""
    id, tables = called.id, core.tables
    if id in tables["before"] or id in core.windows["before"]:
        here = in_play(core, called, frame.vars)
        moments.run(core, "before", id, frame, newest=newest)
        if frame.cancelled:
            core.record("cancelled", {"event": id}, frame.rule)
            return False
        if frame.changed:
            reason = refusal_again(core, called, frame.vars, here)
            if reason is not None:
                refuse(core, id, reason, frame.rule)
                return False
    if id in tables["instead"] and moments.replaced(core, id, called, frame, newest):
        return False
    if called.unit is not None and called.unit[1] in tables["prevent"]:
        name, unit = called.unit
        amount = frame.vars[name]
        left = effects.shielded(core, unit, amount, frame.vars, next((frame.vars[one] for one in called.things), None))
        if left != amount:
            frame.vars[name] = left
            return left > 0
    return True


def _watchers(core: Core, id: str, waiting: tuple[int, list[Waiting], dict[str, Any], int] | None) -> list[Work] | tuple[Work, ...] | None:
    """Who hears `after`, where the policy fixes it before the event or sweep."""
    if waiting is None:
        return heard(core, "after", id)
    if id not in waiting[2]:
        waiting[2][id] = heard(core, "after", id)
    known: list[Work] | tuple[Work, ...] = waiting[2][id]
    return known


def _over(core: Core, called: Verb, frame: Frame) -> Any:
    core.depth -= called.weight
    for zone in called.zones:
        state.drop_zone(core, frame.vars[zone])
    core.close(frame)
    return frame.vars.get("result")


def refuse(core: Core, event: str, reason: str, rule: str) -> None:
    """Record that a call was illegal and does nothing."""
    core.record("refused", {"event": event, "reason": reason}, rule)


def sweep(core: Core, called: Verb, calls: list[Env], each: str, rule: str) -> list[Any]:
    """One event for each element, all of one sweep; the results. An element that goes to the box meanwhile is refused (`gone`)."""
    were_there = [_here(core, called, env, each) for env in calls]

    def one(env: Env, was_there: bool) -> Any:
        if was_there and not _here(core, called, env, each):
            return refuse(core, called.id, "gone", rule)
        return call(core, called, env, rule)

    return swept(core, [lambda env=env, there=there: one(env, there) for env, there in zip(calls, were_there, strict=True)])  # type: ignore[misc]


def _here(core: Core, called: Verb, env: Env, each: str) -> bool:
    value = env[each]
    return each in called.things and value is not None and core.entities[value].get("at") != 1


def swept(core: Core, tasks: list[Callable[[], Any]]) -> list[Any]:
    """Carry out tasks as one sweep: the `after` handlers of their events run when all are done, and what one of them brings changes no other one."""
    outer = core.sweep
    waiting: list[Waiting] = []
    core.sweep = (core.inside, waiting, {}, core.meta["next_since"])
    results = []
    for task in tasks:
        core.count(1)
        results.append(task())
    core.sweep = None
    for frame, known in waiting:
        core.open(frame)
        moments.run(core, "after", frame.id, frame, known)
        effects.happened(core, frame)
        core.close(frame)
    core.sweep = outer
    return results


def wait(core: Core, known: list[Verb], calls: list[Env], each: str | None, rule: str) -> None:
    """In a `together`: hold calls back until everything is read and asked."""
    called = known[0]
    for env in calls:
        later(core, lambda env=env: call(core, called, env, rule))  # type: ignore[misc]


class Held(list[Task]):
    """The changes that a `together` holds back. `settled`: by what is set, the value that it is set to."""

    def __init__(self) -> None:
        super().__init__()
        self.settled: dict[tuple[int, str], Any] = {}


def settle(core: Core, at: Any, name: str, value: Any, rule: str) -> None:
    """In a `together`: note what a part of it sets. Traps if another part sets the same to something else."""
    if isinstance(core.waits, Held):
        key = (at if type(at) is int else id(at.vars) if isinstance(at, Frame) else id(at), name)
        first = core.waits.settled.setdefault(key, value)
        if first != value:
            raise Trap("two_values", rule, what=name.rpartition(".")[2].rpartition(":")[2])


def later(core: Core, task: Task) -> None:
    """In a `together`: hold a change back."""
    if core.waits is None:
        task()
    else:
        core.waits.append(task)


def land(core: Core, tasks: list[Task] | None) -> None:
    """At the end of a `together`: all changes, as one sweep."""
    swept(core, list(tasks or ()))


def stable(core: Core) -> None:
    """A stable point, if nothing is half done."""
    if core.inside == 0 and core.waits is None and core.sweep is None:
        checks.stable(core)


def use(core: Core, cls: str, work: Work, env: Env, variables: Env) -> None:
    """Use a member of an option class: an event of the class's name. Its costs are paid first."""
    clause = work.clause
    core.count(1)
    if cls in core.tables["limit"]:
        count_limits(core, cls, variables)
    source, core.source = core.source, env["self"]
    costs_of(core, clause).pay(env)
    frame = Frame(cls, variables, clause.id, {})
    core.open(frame)
    moments.run(core, "before", cls, frame)
    if not frame.cancelled:
        frame.n = core.record(cls, dict(variables), clause.id)
        core.ran.add(clause.id)
        core.deeper(clause.weight)
        core.inside += 1
        clause.body(env)
        core.inside -= 1
        core.depth -= clause.weight
        moments.run(core, "after", cls, frame)
    core.source = source
    core.close(frame)
