"""Obligations: they narrow the options of a verb, or bar passing while it can be done. They never make an option and never make one pay."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .choose import seat_for
from .core import Core, Env
from .program import walk
from .rules import Work, heard, working


def narrowed(core: Core, event: str, found: Iterator[Env]) -> Iterator[Env]:
    """The assignments that obligations leave. Strict ones must all be fulfilled; of those with `if able` as many as can be, the older first."""
    strict, able = _obligations(core, event)
    if not strict and not able:
        return found
    left = [env for env in found if all(_fulfils(core, work, env) for work in strict)]
    if not left or not able:
        return iter(left)
    scores = [_score(core, able, env) for env in left]
    best = max(scores)
    return iter([env for env, score in zip(left, scores, strict=True) if score == best])


def _obligations(core: Core, event: str) -> tuple[list[Work], list[Work]]:
    """The obligations that narrow a verb's options now: the strict ones, those with `if able`."""
    strict: list[Work] = []
    able: list[Work] = []
    for work in heard(core, "oblige", event):
        if work.clause.parts.get("so_that") is not None and working(core, work):
            (able if work.clause.record["if_able"] else strict).append(work)
    return strict, able


def _score(core: Core, able: list[Work], env: Env) -> tuple[int, list[bool]]:
    """How many obligations an assignment fulfils, and which, the oldest first."""
    met = [_fulfils(core, work, env) for work in able]
    return sum(met), met


def _applies(core: Core, work: Work, env: Env) -> bool:
    core.count(1)
    where = work.clause.where
    return where is None or bool(where(work.seeing(env)))


def _fulfils(core: Core, work: Work, env: Env) -> bool:
    """Whether an assignment fulfils an obligation, or is none of its business."""
    if not _applies(core, work, env):
        return True
    core.ran.add(work.clause.id)
    return bool(work.clause.parts["so_that"](work.seeing(env)))


def pressed(core: Core, events: list[tuple[str, Env]], who: Any, seat: int) -> bool:
    """Whether somebody may not pass: one of the verbs that can be done (with what the offer fixes) is an obligation of theirs."""
    for event, given in events:
        for work in heard(core, "oblige", event):
            if work.clause.parts.get("so_that") is None and working(core, work) and _concerns(core, work, event, given, who, seat):
                core.ran.add(work.clause.id)
                return True
    return False


def _concerns(core: Core, work: Work, event: str, given: Env, who: Any, seat: int) -> bool:
    by = work.clause.parts.get("by")
    if by is not None:
        value = by(work.seeing({"who": who}))
        if who not in (value if type(value) is list else [value]) and (value is None or seat_for(core, value, work.clause.id) != seat):
            return False
    if work.clause.where is None:  # it can be done, or it were no option
        return True
    from .offers import assignments
    from .verbs import verb

    return any(_applies(core, work, env) for env in assignments(core, verb(core, event), given))


def bars(core: Core, event: str, env: Env) -> str | None:
    """The obligation that keeps a legal call out of the options: another choice of things that no `where` looks at would fulfil more, or older ones."""
    from .offers import assignments
    from .verbs import verb

    strict, able = _obligations(core, event)
    unmet = [work for work in (*strict, *able) if not _fulfils(core, work, env)]
    if not unmet or unmet[0] in strict:
        return unmet[0].clause.id if unmet else None
    called = verb(core, event)
    seen = {node["name"] for node in walk([work.clause.record["where"] for work in able]) if node.get("op") == "event"}
    fixed = {name: value for name, value in env.items() if name in seen or name not in called.things}
    mine = _score(core, able, env)
    others = (other for other in assignments(core, called, fixed) if all(_fulfils(core, work, other) for work in strict))
    return unmet[0].clause.id if any(_score(core, able, other) > mine for other in others) else None
