"""Clauses, handlers, checks and members at work.

A `Clause` is one record, compiled once. A `Work` is a clause that somebody has now: whose it is (`self`), the arguments of its ability or the values bound by
its effect, and when it arrived. The index keeps works by what they hear; whether one works at this moment (not muted, its `while` holds) is asked each time.
"""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .core import EVENT, OVERHEAD, Core, Do, Env, Fn
from .expressions import Scope, expression, optional
from .lineup import in_play
from .program import ANY, Record, nesting
from .shape import thing, variables

if TYPE_CHECKING:
    from .aims import Outlook

Order = tuple[int, int, int]
"""Stamp of arrival, entity, place in its text."""


class Clause:
    """A record with its closures. `where`, `while_` and the parts that a kind of clause has are compiled at once, the `body` when it first runs. `must` is said
    of handlers that no seat may leave out. `only` is the kind that all its subjects are of, where nothing else is to be asked of the others.
    """

    __slots__ = ("_outlook", "body", "core", "id", "kind", "must", "of", "once", "only", "parts", "record", "scope", "weight", "where", "while_")

    def __init__(self, core: Core, record: Record, names: dict[str, Record]) -> None:
        self.core = core
        self.record = record
        self.kind: str = record["kind"]
        self.id: str = record["id"]
        self.scope = self._scope(names)
        self.of: Fn | None = None
        if self.kind == "check" and record["var"] is not None:
            self.of = expression(core, record["of"], self.scope)
            self.scope = self.scope.having(**{record["var"]: thing()})
        self.where = optional(core, record.get("where"), self.scope)
        self.while_ = optional(core, record.get("while"), self.scope)
        self.parts: dict[str, Any] = {key: optional(core, record[key], self.scope) for key in PARTS.get(self.kind, ()) if isinstance(record[key], dict)}
        if "subject" in record:
            self._subject(record["subject"])
        self.only: str | None = self.parts.get("of") if self.while_ is None else None
        if self.kind == "limit":
            self.parts["keys"] = [expression(core, key, self.scope) for key in record["keys"]]
        elif self.kind == "grant":
            self.parts["args"] = [expression(core, arg, self.scope) for arg in record["args"]]
        react = record.get("react")
        self.must = react is None
        self.once: str | None = record.get("once")
        if react is not None:
            self.parts["by"] = optional(core, react["by"], self.scope)
        self.weight = OVERHEAD + nesting(record["body"]) if "body" in record else 0
        self.body: Do = self._first
        self._outlook: Outlook | None = None

    def _scope(self, names: dict[str, Record]) -> Scope:
        record, program = self.record, self.core.program
        targets = record.get("targets") or ([record["event"]] if "event" in record else [])
        heard: dict[str, Record] = {}
        for target in targets:
            for event, _ in program.heard_as(target):
                known = program.events.get(event) or program.events.get(event.rpartition(".")[0])
                heard.update(variables(known, program))
        family = record.get("names") or []
        heard.update((name, thing()) for name in family)
        seen = {"self": thing(), "who": thing(), "it": thing(), **names}
        return Scope(record["id"], seen, heard, frozenset(family))

    def _subject(self, subject: Record) -> None:
        if "is" in subject:
            self.parts["is"] = expression(self.core, subject["is"], self.scope)
        else:
            self.parts["of"] = subject["of"]
            self.parts["among"] = optional(self.core, subject["where"], self.scope)
            self.parts["any"] = subject["where"] == {"op": "bool", "value": True}

    def _first(self, env: Env) -> int | None:
        """The body, compiled when it first runs."""
        from .statements import block

        self.body = block(self.core, self.record["body"], self.scope)
        return self.body(env)

    @property
    def outlook(self) -> Outlook:
        """Whether the body can do something."""
        if self._outlook is None:
            from .aims import Outlook

            self._outlook = Outlook(self.core, self.record["body"], self.scope)
        return self._outlook


PARTS: dict[str, tuple[str, ...]] = {
    "modify": ("value",),
    "forbid": ("despite_unless",),
    "oblige": ("so_that", "by"),
    "limit": ("to",),
    "prevent": ("amount",),
}
"""Further expressions of a kind of clause."""


class Work:
    """A clause of somebody. `names` bind a family's arguments; `via` is the grant that gives it, whose subjects are then its `self`, one after the other;
    `gate` is the `while` of the effect that it belongs to.
    """

    __slots__ = ("clause", "eid", "env", "gate", "names", "order", "via")

    def __init__(self, clause: Clause, eid: int, env: Env, order: Order, names: tuple[tuple[str, Fn], ...] = (), via: Work | None = None) -> None:
        self.clause = clause
        self.eid = eid
        self.env = env
        self.order = order
        self.names = names
        self.via = via
        self.gate: Fn | None = None

    def key(self) -> tuple[str, Order, str]:
        """What tells two works apart."""
        return (self.clause.id, self.order, repr(sorted(self.env.items(), key=lambda item: item[0])))

    def seeing(self, variables: Env) -> Env:
        """A fresh environment in which the clause looks at an event."""
        env = dict(self.env)
        env[EVENT] = variables
        for name, value in self.names:
            env[name] = value(variables)
        return env


def clause(core: Core, record: Record, names: dict[str, Record] | None = None) -> Clause:
    """The compiled form of a record."""
    known = core.clauses.get(id(record))
    if known is None:
        known = core.clauses[id(record)] = Clause(core, record, names or {})
    return known


def working(core: Core, work: Work) -> bool:
    """Whether a work's thing is not muted and its `while` holds. What is not in play has no works."""
    if core.tables["mute"] and not is_effect(core, work.eid) and muted(core, work.eid):
        return False
    return _lasts(work)


def _lasts(work: Work) -> bool:
    """Whether a work's `while`, and that of the effect that it belongs to, hold."""
    if work.gate is not None and not work.gate(work.env):
        return False
    while_ = work.clause.while_
    return while_ is None or bool(while_(work.env))


def is_effect(core: Core, eid: int) -> bool:
    """Whether an entity is a lasting effect, which outlives and outworks its source."""
    return bool(core.entities[eid]["kind"] == "effect")


def muted(core: Core, eid: int) -> bool:
    """Whether a clause takes the thing's text away. While that is being found out, mutes themselves count as working."""
    if core.muting:
        return False
    core.muting = True
    try:
        for work in heard(core, "mute", ""):
            if _lasts(work) and covers(core, work, eid):
                core.ran.add(work.clause.id)
                return True
        return False
    finally:
        core.muting = False


def covers(core: Core, work: Work, eid: int) -> bool:
    """Whether a clause's subject is, or includes, a thing."""
    parts = work.clause.parts
    one = parts.get("is")
    if one is not None:
        subject = one(work.env)
        return bool(subject == eid or (type(subject) is list and eid in subject))
    kind = parts["of"]
    if kind not in core.program.ancestors[core.entities[eid]["kind"]]:
        return False
    there = core.in_play.get(kind, ())  # in order of their numbers
    at = bisect_left(there, eid)
    if at == len(there) or there[at] != eid:
        return False
    among = parts["among"]
    if among is None:
        return True
    core.count(1)
    return parts["any"] or bool(among({**work.env, "it": eid}))


def subjects(core: Core, work: Work) -> list[int]:
    """All things that a clause is about now."""
    parts = work.clause.parts
    one = parts.get("is")
    if one is not None:
        subject = one(work.env)
        return [] if subject is None else subject if type(subject) is list else [subject]
    return [eid for eid in in_play(core, parts["of"]) if covers(core, work, eid)]


def heard(core: Core, table: str, key: str) -> list[Work] | tuple[Work, ...]:
    """The works of a table under a key in order of arrival, granted ones spread over the things that have them now. Not yet tested with `working`."""
    works = core.tables[table].get(key)
    if not works:
        return ()
    if (table, key) in core.given and any(work.via is not None for work in works):
        return [one for work in works for one in spread(core, work)]
    return works


def spread(core: Core, work: Work) -> Iterator[Work] | tuple[Work]:
    """A work for each thing that has it now: what a grant gives to its subjects, also where the grant itself is given by another one."""
    return (work,) if work.via is None else _given(core, work, work.via)


def _given(core: Core, work: Work, given_by: Work) -> Iterator[Work]:
    ability = core.program.abilities[given_by.clause.record["ability"]]
    names = [param["name"] for param in ability["params"]]
    for via in spread(core, given_by):
        if not working(core, via):
            continue
        for eid in subjects(core, via):
            core.ran.add(via.clause.id)
            given = {**via.env, "it": eid}
            args = {name: value(given) for name, value in zip(names, via.clause.parts["args"], strict=True)}
            yield Work(work.clause, eid, {"self": eid, **args}, (work.order[0], eid, work.order[2]), work.names)


def granted_by(via: Work | None) -> Iterator[str]:
    """The abilities by which a grant is given, from the innermost: one that gives itself ends there."""
    while via is not None:
        yield via.clause.record["ability"]
        via = via.via


def ability_names(core: Core, ability: str) -> dict[str, Record]:
    """The parameters of an ability with their types."""
    return {param["name"]: param.get("type", ANY) for param in core.program.abilities[ability]["params"]}


def has_ability(core: Core, x: int, ability: str) -> bool:
    """Whether a thing has an ability, printed or granted, and is not muted. What is asked while it is being found out counts as not so."""
    entity = core.entities[x]
    grants = core.tables["grant"].get(ability)
    definition = entity.get("def")
    printed = definition is not None and ability in core.program.abilities_of(definition, entity.get("face"))
    if not printed and not grants:
        return False
    if core.tables["mute"] and muted(core, x):
        return False
    if printed:
        return True
    if (x, ability) in core.having:
        return False
    core.having.add((x, ability))
    try:
        for work in heard(core, "grant", ability):
            if working(core, work) and covers(core, work, x):
                core.ran.add(work.clause.id)
                return True
    finally:
        core.having.discard((x, ability))
    return False
