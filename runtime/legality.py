"""Whether a call may happen: its conditions, `forbid` not lifted by `allow`, `limit`. Options, `can` and calls all ask here, so they cannot drift apart."""
from __future__ import annotations

from typing import Any

from .core import Core, Env, Frame
from .program import SOURCE, SUBJECT
from .rules import Work, heard, working
from .verbs import Verb, verb


def refusal(core: Core, called: Verb, env: Env) -> str | None:
    """Why a call is illegal: the id of the clause or verb that says so; None if it is legal."""
    reason = unmet(called, env)
    return reason if reason is not None else barred(core, called.id, env)


def in_play(core: Core, called: Verb, env: Env) -> list[tuple[str, Any]]:
    """The things of a call that are in play, by parameter."""
    return [(name, env[name]) for name in called.things if env[name] in core.works]


def refusal_again(core: Core, called: Verb, env: Env, here: list[tuple[str, Any]]) -> str | None:
    """Why a call is no longer legal after its `before` handlers: also if a thing that was in play has left it meanwhile."""
    if any(env[name] == thing and thing not in core.works for name, thing in here):
        return "gone"
    return refusal(core, called, env)


def unmet(called: Verb, env: Env) -> str | None:
    """The verb's id if a thing is missing or a condition does not hold."""
    for name in called.things:
        if env[name] is None:
            return "gone"
    for test, _ in called.requires:
        if not test(env):
            return called.id
    return None


def barred(core: Core, event: str, env: Env) -> str | None:
    """The id of the `forbid` or `limit` that bars an event (a call, a step, the use of a class's member, `prevent`)."""
    tables = core.tables
    if event in tables["forbid"]:
        for work in heard(core, "forbid", event):
            if forbids(core, work, event, env):
                return _by(core, work)
    if event in tables["limit"]:
        for work in heard(core, "limit", event):
            if _used_up(core, work, env):
                return _by(core, work)
    return None


def _by(core: Core, work: Work) -> str:
    core.barred = work.clause.id, work.env.get("self")
    return work.clause.id


def newly_barred(core: Core, called: Verb, env: Env, name: str, value: Any) -> str | None:
    """Why a parameter of a running sequence may not become a value: something that holds with the old value and not with the new one."""
    if value is None and name in called.things:
        return "gone"
    new = {**env, name: value}
    if any(test(env) and not test(new) for test in called.conjuncts):
        return called.id
    for work in heard(core, "forbid", called.id):
        if forbids(core, work, called.id, new) and not forbids(core, work, called.id, env):
            return _by(core, work)
    return None


def cut_off(core: Core, word: str, source: int | None, subject: int | None, env: Env) -> bool:
    """Whether a family that includes `modify` or `prevent` bars a clause or shield of one thing from another; rules are nobody, and bar nothing."""
    if source is None or subject is None or core.is_a(source, "rule"):
        return False
    return barred(core, f".{word}", {**env, SOURCE: source, SUBJECT: subject}) is not None


def forbids(core: Core, work: Work, event: str, env: Env) -> bool:
    """Whether a `forbid` bars the event and no `allow` that names it lifts it."""
    core.count(1)
    clause = work.clause
    if not working(core, work):
        return False
    seen = work.seeing(env)
    if clause.where is not None and not clause.where(seen):
        return False
    unless = clause.parts.get("despite_unless")
    if unless is not None and unless(seen):
        return False
    core.ran.add(clause.id)
    return not any(_allows(core, one, env) for one in heard(core, "allow", f"{clause.id} {event}"))


def _allows(core: Core, work: Work, env: Env) -> bool:
    if not working(core, work) or not (work.clause.where is None or work.clause.where(work.seeing(env))):
        return False
    core.ran.add(work.clause.id)
    return True


def _period(core: Core, work: Work) -> Frame | None:
    return core.top(work.clause.record["per"])


def _counted(core: Core, work: Work, env: Env) -> str | None:
    """The key under which a limit counts the event; None if it does not count it."""
    if not working(core, work):
        return None
    clause = work.clause
    seen = work.seeing(env)
    if clause.where is not None and not clause.where(seen):
        return None
    return "|".join([clause.id, str(work.eid), *(_written(key(seen)) for key in clause.parts["keys"])])


def _written(value: Any) -> str:
    """A key of a limit: a die by its number, everything else as it is."""
    if type(value) is dict:
        return f"die {value['die']}"
    return ",".join(_written(item) for item in value) if type(value) is list else str(value)


def _used_up(core: Core, work: Work, env: Env) -> bool:
    core.count(1)
    period = _period(core, work)
    if period is None:
        return False
    counts = period.record.get("counts")
    if not counts:
        return bool(work.clause.parts["to"](work.seeing(env)) <= 0) and _counted(core, work, env) is not None
    key = _counted(core, work, env)
    if key is None:
        return False
    return bool(counts.get(key, 0) >= work.clause.parts["to"](work.seeing(env)))


def count_limits(core: Core, event: str, env: Env) -> None:
    """An event happens: count it for each limit that bounds it."""
    for work in heard(core, "limit", event):
        period = _period(core, work)
        if period is None:
            continue
        key = _counted(core, work, env)
        if key is not None:
            counts = period.record.get("counts", {})
            core.journal.write(period.record, "counts", {**counts, key: counts.get(key, 0) + 1})
            core.ran.add(work.clause.id)


def can(core: Core, id: str, args: dict[str, Any]) -> bool:
    """Whether a verb or sequence is legal with these arguments now."""
    called = verb(core, id)
    if any(name in args and args[name] is None for name in called.things):
        return False
    return refusal(core, called, called.bound(args)) is None
