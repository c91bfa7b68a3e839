"""Offers: every legal option with its targets, and the taking of one.

An entry is a verb, whose parameters are tried in order over their domains (conditions are tested as soon as what they need is known), or an option class, whose
members are the cards that may be used. Obligations narrow a verb's assignments. The seat first picks the action, then each parameter that still has several
values.
"""
from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any

from . import anyway, calls
from .aims import hitting
from .choose import PASSED, Decision
from .core import Core, Env
from .costs import costs_of, worth
from .deciders import Decider
from .expressions import Scope, expression
from .legality import barred
from .lineup import in_play
from .moments import labels
from .names import by_thing, presented, slot_name
from .narrowing import members
from .obliged import narrowed, pressed
from .program import Record
from .rules import Work, working
from .sight import sees
from .trouble import Trap
from .verbs import Verb, verb

_NONE: Iterator[Env] = iter(())


class Entry:
    """One line of an offer: a verb with what is bound, or a class."""

    __slots__ = ("bind", "called", "cls", "id", "name")

    def __init__(self, core: Core, record: Record, scope: Scope) -> None:
        self.cls: str | None = record.get("class")
        self.id: str = record.get("verb") or record["class"]
        self.called: Verb | None = None
        self.name = slot_name(core, self.id)
        self.bind = {name: expression(core, value, scope) for name, value in record.get("bind", {}).items()}


class Option:
    """What can be taken: a verb with its legal assignments (at least one), or a member with its environment."""

    __slots__ = ("entry", "first", "given", "rest", "work")

    def __init__(self, entry: Entry, first: Env, rest: Iterable[Env] | None, given: Env, work: Work | None = None) -> None:
        self.entry = entry
        self.first = first
        self.rest = rest
        self.given = given
        self.work = work

    def every(self) -> list[Env]:
        """All assignments of a verb."""
        if type(self.rest) is not list:
            self.rest = [] if self.rest is None else list(self.rest)
        return [self.first, *self.rest]

    def calls(self, wanted: Container[str]) -> list[tuple[str, Env]]:
        """The events that taking it may come to, if they are wanted."""
        if self.entry.id not in wanted:
            return []
        return [(self.entry.id, _use(self.first))] if self.entry.cls is not None else [(self.entry.id, env) for env in self.every()]


def entry(core: Core, record: Record, scope: Scope) -> Entry:
    """An entry, compiled."""
    return Entry(core, record, scope)


def offered(core: Core, site: str, rule: str, entries: list[Entry], env: Env, who: Any, decides: Decider, passes: bool) -> str | None:
    """Ask for one of the options and do it; the entry's name, None if nothing was or could be taken."""
    seat = decides(env)
    options: list[Option] = []
    for one in entries:
        options += _options(core, one, env, who, seat)
    always = core.asks_anyway and anyway.offers(core, (one.cls for one in entries), ((one.id, one.bind) for one in entries if one.cls is None))
    if not options and not (always and passes):
        return None
    if passes and pressed(core, [(option.entry.id, option.given) for option in options if option.work is None], who, seat):
        passes = False
    option = options[0] if options else None
    if len(options) > 1 or passes or always:
        refuse = "pass" if passes else None
        decision = Decision(
            core, "action", seat, site, options, refuse=refuse, labels=lambda: _labels(core, options, seat), costs=lambda: _costs(core, options),
            calls=lambda at, wanted: options[at].calls(wanted),
        )
        pick = decides.ask(decision)
        if pick == PASSED:
            return None
        option = options[pick]
    assert option is not None
    if option.work is None:
        _take_verb(core, site, rule, option, decides, seat)
    else:
        _take_member(core, option)
    return option.entry.name


def _costs(core: Core, options: list[Option]) -> list[dict[str, int] | None]:
    return [None if one.work is None else costs_of(core, one.work.clause).shown(one.first) for one in options]


def _labels(core: Core, options: list[Option], seat: int) -> list[tuple[str, str]]:
    works = [option.work for option in options if option.work is not None]
    of_works = iter(labels(core, works, seat))
    out = []
    for option in options:
        if option.work is None:
            record = core.program.events[option.entry.id]
            double = sum(1 for one in options if one.entry.name == option.entry.name and one.work is None) > 1
            out.append((option.entry.id if double else option.entry.name, str(record["name"])))
        else:
            identity, _ = next(of_works)
            out.append((identity, str(option.work.clause.record["name"]) if sees(core, option.first["self"], seat) else identity))
    return out


# ---------------------------------------------------------------- options


def _options(core: Core, one: Entry, env: Env, who: Any, seat: int) -> Sequence[Option]:
    if one.cls is not None:
        members_ = list(_members(core, one, who, seat))
        return by_thing(core, members_, [option.first["self"] for option in members_], seat) if members_ else ()
    given = {name: value(env) for name, value in one.bind.items()}
    called = one.called
    if called is None:  # compiled when it is first offered
        called = one.called = verb(core, one.id)
    found, obliged = assignments(core, called, given), one.id in core.tables["oblige"]
    if found is _NONE and not obliged:
        return ()
    found = hitting(core, called, found)
    if obliged:
        found = narrowed(core, one.id, found)
    first = next(found, None)
    return () if first is None else (Option(one, first, found, given),)


def _members(core: Core, one: Entry, who: Any, seat: int) -> Iterator[Option]:
    assert one.cls is not None
    for work in members(core, one.cls, who, seat):
        if not working(core, work):
            continue
        core.count(1)
        env = {**work.env, "who": who}
        where = work.clause.where
        if (where is None or where(env)) and barred(core, one.cls, _use(env)) is None and worth(core, work.clause, env):
            yield Option(one, env, None, {}, work)


def _use(env: Env) -> Env:
    """The variables of the event that a member is used."""
    return {"who": env["who"], "card": env["self"]}


def assignments(core: Core, called: Verb, given: dict[str, Any]) -> Iterator[Env]:
    """All legal assignments of a verb's parameters, in the order of the parameters' values; those in `given` are fixed."""
    ready, env = called.trials, dict[str, Any]()
    for test in ready[0]:
        if not test(env):
            return _NONE
    at = 0
    for name, _, _ in called.params[:-1]:  # those that are fixed come first more often than not
        if name not in given:
            break
        value = env[name] = given[name]
        core.steps += 1
        if core.steps > core.max_steps:
            raise core.met("steps", core.max_steps)
        if value is None and name in called.things:
            return _NONE
        at += 1
        for test in ready[at]:
            if not test(env):
                return _NONE
    return _assign(core, called, given, at, env)


def _assign(core: Core, called: Verb, given: dict[str, Any], at: int, env: Env) -> Iterator[Env]:
    if at == len(called.params):
        full = dict(env)
        if called.unit is not None:
            full["tag"] = given.get("tag")
        if barred(core, called.id, full) is None:
            yield full
        return
    name, start, param = called.params[at]
    narrow, tests = called.looks[at] or called.look(at)
    if name in given:
        values: Sequence[Any] = (given[name],)
    elif start is not None and param["domain"] is None:
        values = (start(env),)
    elif narrow is not None:
        values = narrow.values(core, env)
        core.count(len(core.in_play.get(narrow.kind, ())) - len(values))
    else:
        values = domain(core, called, param, env)
    core.count(len(values))
    last = at + 1 == len(called.params)
    bound, needed = dict(env), name in called.things
    for value in values:
        if value is None and needed:
            continue
        bound[name] = value
        for test in tests:
            if not test(bound):
                break
        else:
            made = {**env, name: value}
            if not last:
                yield from _assign(core, called, given, at + 1, made)
            else:
                if called.unit is not None:
                    made["tag"] = given.get("tag")
                if not called.hooked or barred(core, called.id, made) is None:
                    yield made


def domain(core: Core, called: Verb, param: Record, env: Env) -> Sequence[Any]:
    """The values that an offer tries for a parameter. Traps for a type whose values cannot be listed."""
    kind = param["type"]
    if param["domain"] is not None:
        key = ("domain", f"{called.id}/{param['name']}")
        of = core.compiled.get(key)
        if of is None:
            of = core.compiled[key] = expression(core, param["domain"], called.scope)
        found = of(env)
        values: Sequence[Any] = core.entities[found].get("holds", ()) if type(found) is int else found
        if kind["type"] == "thing" and kind["of"] != "thing":
            of_kind, entities, ancestors = kind["of"], core.entities, core.program.ancestors
            values = [value for value in values if value is not None and of_kind in ancestors[entities[value]["kind"]]]
    else:
        values = _of_type(core, called, param)
    return [*values, None] if kind.get("optional") and None not in values else values


def _of_type(core: Core, called: Verb, param: Record) -> Sequence[Any]:
    kind = param["type"]
    match kind["type"]:
        case "thing":
            return in_play(core, kind["of"])
        case "bool":
            return [True, False]
        case "word" if kind["of"] is not None:
            return core.program.enums[kind["of"]]
        case "int" | "dial" if kind["low"] is not None and kind["high"] is not None:
            return range(kind["low"], kind["high"] + 1)
    raise Trap("unbounded", called.id, what=param["name"])


# ---------------------------------------------------------------- taking one


def _take_verb(core: Core, site: str, rule: str, option: Option, decides: Decider, seat: int) -> None:
    called = verb(core, option.entry.id)
    left = option.every()
    for name, _, param in called.params:
        always = core.asks_anyway and anyway.asks(core, param["type"])
        values = [] if (len(left) == 1 and not always) or name in option.given else _different([one[name] for one in left])
        if len(values) > 1 or (always and values):
            values = presented(core, values, param["type"], seat)
            known = _by_value(called.id, left, name, values)
            decision = Decision(core, "one", seat, f"{site}/{option.entry.name}.{name}", values, param["type"], text=param["label"] or name, calls=known)
            picked = values[decides.ask(decision)]
            left = [one for one in left if one[name] == picked]
    if called.is_sequence and core.tail is not None and core.inside == 0:
        core.tail.hoist(called.id, left[0], option.entry.name, rule)
    else:
        calls.call(core, called, left[0], rule)


def _by_value(event: str, left: list[Env], name: str, values: list[Any]) -> Callable[[int, Container[str]], list[tuple[str, Env]]]:
    """The calls that a parameter's values may come to."""
    return lambda at, wanted: [] if event not in wanted else [(event, env) for env in left if env[name] == values[at]]


def _different(values: list[Any]) -> list[Any]:
    """Values in their order, each once."""
    try:
        return list(dict.fromkeys(values))
    except TypeError:  # lists and dice
        found: list[Any] = []
        for value in values:
            if value not in found:
                found.append(value)
        return found


def _take_member(core: Core, option: Option) -> None:
    work, env = option.work, option.first
    assert work is not None and option.entry.cls is not None
    calls.use(core, option.entry.cls, work, env, _use(env))
