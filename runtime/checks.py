"""Stable points: state checks.

A pass looks at the checks that read something written since the last look (the journal says what), all on one snapshot, runs what holds as one sweep, and
repeats until nothing is left. A level check runs while it holds, an edge check when it has become true; what was true at the last look is kept in the `edge`
field of the thing whose text the check is.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .core import Core, Env
from .reads import close_reads_of
from .rules import Work, heard, working
from .trouble import Finished, Halt, LimitMet, blamed

Keys = set[Any]


def stable(core: Core) -> None:
    """Run the checks until none has anything left to do. Raises Finished when the game has a result, LimitMet after too many rounds."""
    rounds, last = 0, list[str]()
    if not core.tables["check"] and core.meta["result"] is None:
        core.checked = core.journal.mark()
        return
    while True:
        if core.meta["result"] is not None:
            raise Finished
        everything = core.checked < 0
        if not everything and not _concerned(core):
            core.checked = core.journal.mark()
            return
        keys = set() if everything else core.journal.keys_since(core.checked, core.checks_read[1])
        core.checked = core.journal.mark()
        if not keys and not everything:
            return
        due = _due(core, keys, everything)
        if not due:
            return
        rounds += 1
        if rounds > core.max_checks:
            links = [(None, "check", id) for id in dict.fromkeys((*last, *(work.clause.id for work, _ in due)))]
            raise LimitMet("checks", core.max_checks, links[-1][2], [*core.chain(), *links])
        last = [work.clause.id for work, _ in due]
        _run(core, due)


def first_look(core: Core) -> None:
    """Before anything has happened: what is true of the set-up has not become true."""
    for work in heard(core, "check", ""):
        if work.clause.record["edge"] and work.clause.id not in core.entities[work.eid].get("edge", {}):
            _remember(core, work, [element for element, _ in _holding(core, work)])


def _due(core: Core, keys: Keys, everything: bool) -> list[tuple[Work, Env]]:
    due: list[tuple[Work, Env]] = []
    fresh = everything or "" in keys
    edges: list[tuple[Work, list[Any]]] = []
    for work in heard(core, "check", ""):
        if not fresh and not _touched(core, work, keys):
            continue
        core.count(1)
        try:
            found = _holding(core, work)
        except Halt as halt:
            raise blamed(core, halt, work.clause.id) from None
        if work.clause.record["edge"]:
            known = core.entities[work.eid].get("edge", {}).get(work.clause.id)
            edges.append((work, [element for element, _ in found]))
            found = [] if known is None else [(element, env) for element, env in found if element not in known]
        due += [(work, env) for _, env in found]
    for work, elements in edges:
        _remember(core, work, elements)
    return due


def _remember(core: Core, work: Work, elements: list[Any]) -> None:
    entity = core.entities[work.eid]
    known = entity.get("edge", {})
    if known.get(work.clause.id) != elements:
        core.journal.write(entity, "edge", {**known, work.clause.id: elements})


def _concerned(core: Core) -> bool:
    """Whether something that any check reads was written since the last look, be it to what it was before."""
    works = core.tables["check"].get("", ())
    if core.checks_read[0] is not works:
        found: set[Any] | None = {""}
        for work in works:
            reads = _reads(core, work)
            found = None if reads is None or found is None else found | {one[0] if type(one) is tuple else one for one in reads}
        core.checks_read = (works, found)
    known = core.checks_read[1]
    if known is None:
        return True
    for _, key, _ in core.journal.records[core.checked :]:  # noqa: SIM110 - a generator would cost as much as what it tests
        if key in known:
            return True
    return False


def _reads(core: Core, work: Work) -> frozenset[Any] | None:
    key = ("reads", work.clause.id)
    if key not in core.compiled:
        record = work.clause.record
        found: set[Any] | None = set(("",)) if core.program.switches else set()
        for node in (record["of"], record["where"], record.get("while")):
            part = close_reads_of(core, node)
            found = None if part is None or found is None else found | part
        core.compiled[key] = None if found is None else frozenset(found)
    known: frozenset[Any] | None = core.compiled[key]
    return known


def _touched(core: Core, work: Work, keys: Keys) -> bool:
    reads = _reads(core, work)
    if reads is None or not reads.isdisjoint(keys):
        return True
    return any(type(one) is tuple and (one[0], _named(core, work, one[1])) in keys for one in reads)


def _named(core: Core, work: Work, which: str) -> int | None:
    """The number of the thing that a check names: itself, or the only instance of a definition."""
    if which == "self":
        return work.eid
    copies = core.copies.get(which, ())
    return copies[0] if len(copies) == 1 else None


def _holding(core: Core, work: Work) -> list[tuple[Any, Env]]:
    """The elements for which a check holds (one `True` for a check without a list), each with the environment of its body."""
    if not working(core, work):
        return []
    clause = work.clause
    where = clause.where
    assert where is not None
    if clause.of is None:
        env = dict(work.env)
        return [(True, env)] if where(env) else []
    name = clause.record["var"]
    items = clause.of(work.env)
    if type(items) is int:
        items = list(core.entities[items].get("holds", ()))
    core.count(len(items))
    out = []
    for item in items:
        env = {**work.env, name: item}
        if where(env):
            out.append((item, env))
    return out


def _run(core: Core, due: list[tuple[Work, Env]]) -> None:
    from .calls import swept

    def task(work: Work, env: Env) -> Callable[[], None]:
        def run() -> None:
            core.ran.add(work.clause.id)
            core.source = work.env.get("self")
            core.deeper(work.clause.weight)
            try:
                work.clause.body(env)
            except Halt as halt:
                raise blamed(core, halt, work.clause.id) from None
            core.depth -= work.clause.weight
            core.source = None

        return run

    core.inside += 1
    swept(core, [task(work, env) for work, env in due])
    core.inside -= 1
