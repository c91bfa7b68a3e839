"""Obligations: they narrow the options of a verb, or bar passing while it can be done. They never make an option and never make one pay."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from .choose import seat_for
from .core import Core, Env
from .program import walk
from .rules import Work, heard, working


def narrowed(core: Core, event: str, found: Iterator[Env]) -> Iterator[Env]:
    """The assignments that obligations leave. Strict ones must all be fulfilled; of those with `if able` as many as can be, the older first."""
    works = [work for work in heard(core, "oblige", event) if work.clause.parts.get("so_that") is not None and working(core, work)]
    if not works:
        return found
    strict = [work for work in works if not work.clause.record["if_able"]]
    able = [work for work in works if work.clause.record["if_able"]]
    left = [env for env in found if all(_fulfils(core, work, env) for work in strict)]
    if not left or not able:
        return iter(left)
    scores = [[_fulfils(core, work, env) for work in able] for env in left]
    best = max((sum(score), score) for score in scores)
    return iter([env for env, score in zip(left, scores, strict=True) if (sum(score), score) == best])


def _applies(core: Core, work: Work, env: Env) -> bool:
    core.count(1)
    where = work.clause.where
    return where is None or bool(where(work.seeing(env)))


def _fulfils(core: Core, work: Work, env: Env) -> bool:
    """Whether an assignment fulfils an obligation, or is none of its business."""
    return not _applies(core, work, env) or bool(work.clause.parts["so_that"](work.seeing(env)))


def pressed(core: Core, events: list[tuple[str, Env]], who: Any, seat: int) -> bool:
    """Whether somebody may not pass: one of the verbs that can be done (with what the offer fixes) is an obligation of theirs."""
    for event, given in events:
        for work in heard(core, "oblige", event):
            if work.clause.parts.get("so_that") is None and working(core, work) and _concerns(core, work, event, given, who, seat):
                return True
    return False


def _concerns(core: Core, work: Work, event: str, given: Env, who: Any, seat: int) -> bool:
    from .offers import assignments
    from .verbs import verb

    by = work.clause.parts.get("by")
    if by is not None:
        value = by(work.seeing({"who": who}))
        if who not in (value if type(value) is list else [value]) and (value is None or seat_for(core, value, work.clause.id) != seat):
            return False
    return any(_applies(core, work, env) for env in assignments(core, verb(core, event), given))


def bars(core: Core, event: str, env: Env) -> str | None:
    """The obligation that keeps a legal call out of the options: another choice of what its `where` does not look at would fulfil it."""
    from .offers import assignments
    from .verbs import verb

    for work in heard(core, "oblige", event):
        so_that = work.clause.parts.get("so_that")
        if so_that is None or not working(core, work) or _fulfils(core, work, env):
            continue
        if not work.clause.record["if_able"]:
            return work.clause.id
        seen = {node["name"] for node in chain(walk([work.clause.record["where"]])) if node.get("op") == "event"}
        fixed = {name: value for name, value in env.items() if name in seen}
        if any(_applies(core, work, other) and so_that(work.seeing(other)) for other in assignments(core, verb(core, event), fixed)):
            return work.clause.id
    return None
