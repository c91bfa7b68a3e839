"""What the options take out of a game: nothing that stays may speak of it.

A record with `when` exists only in the games whose options make its condition true. Every combination of the options that conditions look at is tried: in each
of them, whatever a present record names must be present too. One witness is given. A test is looked at under its own options.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice, product
from typing import Any

from rulewright.dsl.catalogue import flow as rows
from rulewright.dsl.over_options import broken, options_of
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.records import inside
from rulewright.dsl.source import Span

from .world import SlotDecl, World

Record = dict[str, Any]
Values = dict[str, Any]

TABLES = ("kinds", "definitions", "verbs", "sequences", "defines", "abilities", "rules", "groups", "always")
MOST = 4096
"""Combinations that are tried; a game whose conditions look at more options than that is tried with each option changed alone."""


def check_absent(world: World, ruleset: Record) -> Iterator[Problem]:
    """A finding for each record that names another one which is absent under some options."""
    spaces = [space | _both(board, space) for board in ruleset["boards"] for space in board["spaces"] if "when" in board or "when" in space]
    records = [record for key in (*TABLES, "slots") for record in ruleset[key]] + spaces
    conditions: dict[str, list[Record | None]] = {}
    for record in records:
        conditions.setdefault(record["id"], []).append(record.get("when"))
    for decl, _ in world.kept:
        conditions.setdefault(decl.id, []).append(None)
    maybe = {id_: whens for id_, whens in conditions.items() if None not in whens}
    if not maybe:
        return
    tried = list(combinations(world, ruleset, maybe))
    owners = {effect["id"].split("/")[0]: effect for effect in ruleset["effects"]}
    for key in TABLES:
        for record in ruleset[key]:
            body = [record, owners.get(record["id"])]
            yield from _speaks(world, record, body, maybe, [c for c in tried if record.get("when") is None or holds(record["when"], c)])
    for bot in ruleset.get("bots", ()):
        for part in ({**bot, "advice": []}, *({**one, "id": bot["id"], "when": _all((bot, one))} for one in bot["advice"])):
            yield from _speaks(world, part, [part], maybe, [c for c in tried if part.get("when") is None or holds(part["when"], c)])
    usual = {slot["id"]: _plain(slot["start"]) for slot in ruleset["slots"] if slot["role"] == "option"}
    for test in ruleset["tests"]:
        yield from _speaks(world, test, [test["steps"]], maybe, [usual | test["options"]])


def _speaks(world: World, record: Record, body: list[Any], maybe: dict[str, list[Record | None]], combinations: list[Values]) -> Iterator[Problem]:
    for named in sorted(_names(body) & maybe.keys() - {record["id"]}):
        witness = next((c for c in combinations if not any(when is not None and holds(when, c) for when in maybe[named])), None)
        place = _place(world, record["id"])
        if witness is not None and place is not None:
            other = _place(world, named)
            shown = option_words(world, witness, maybe[named])
            labels = [] if other is None else [Label(other, "it is in the game only `when` its condition holds")]
            yield rows.ABSENT_UNDER_OPTIONS.at(place, name=_name(world, record["id"]), other=_name(world, named), options=shown, labels=labels)


def _both(board: Record, space: Record) -> Record:
    """The condition under which a space and its board are there."""
    when = _all((board, space))
    return {} if when is None else {"when": when}


def _all(parts: tuple[Record, ...]) -> Record | None:
    """The condition under which all of some records are there; None: always."""
    whens = [part["when"] for part in parts if part.get("when") is not None]
    return None if not whens else whens[0] if len(whens) == 1 else {"op": "and", "args": whens}


def _names(body: list[Any]) -> set[str]:
    """The ids that a record speaks of."""
    out: set[str] = set()
    stack: list[Any] = list(body)
    while stack:
        at = stack.pop()
        if isinstance(at, list):
            stack += at
        elif isinstance(at, dict):
            stack += [value for key, value in at.items() if key != "when"]
            named = speaks_of(at)
            if named is not None:
                out.add(named)
    return out


SPEAKS = frozenset(("thing", "space", "global", "name_of_define", "call", "has", None))
"""What `op` may be in a node that names something itself."""


def speaks_of(node: Record) -> str | None:
    """The id that a node itself names."""
    op = node.get("op")
    found: str | None = None
    if op in ("thing", "space"):
        found = node["id"]
    elif op in ("global", "name_of_define"):
        found = node.get("name") or node["define"]
    elif op == "call":
        found = node.get("verb") or node["define"]
    elif op == "has":
        found = node["ability"]
    elif node.get("node") == "call":
        found = node["sequence"]
    elif node.keys() == {"thing"} or node.keys() == {"space"}:
        (found,) = node.values()
    return found


def combinations(world: World, ruleset: Record, maybe: dict[str, list[Record | None]]) -> Iterator[Values]:
    """The values of all options, for each combination of those that the conditions look at; the others are as they usually are.

    Where these do not go together with the others, the others are changed; combinations that the game says there never are, are left out.
    """
    options = {slot["id"]: slot for slot in ruleset["slots"] if slot["role"] == "option"}
    usual = {id_: _plain(slot["start"]) for id_, slot in options.items()}
    asked = sorted(id_ for id_ in options if any(_asked(id_, whens) for whens in maybe.values()))
    domains = [_domain(ruleset, options[id_], maybe) for id_ in asked]
    size = 1
    for domain in domains:
        size *= len(domain)
    fixed: Iterable[Values] = (dict(zip(asked, values, strict=True)) for values in product(*domains))
    if size > MOST:
        fixed = ({}, *({id_: value} for id_, domain in zip(asked, domains, strict=True) for value in domain))
    rules = [record for record in ruleset.get("always", ()) if options_of(record["test"])]
    tied = {id_: _domain(ruleset, options[id_], maybe) for id_ in _tied(rules, asked)}
    for chosen in fixed:
        values = _playable(rules, usual | chosen, {id_: domain for id_, domain in tied.items() if id_ not in chosen})
        if values is not None:
            yield values


def _tied(rules: list[Record], asked: list[str]) -> list[str]:
    """The options that are asked, and those that the game says must go together with them, or with those."""
    known, before = set(asked), -1
    while len(known) > before:
        before = len(known)
        known.update(*(of for of in map(options_of, (record["test"] for record in rules)) if of & known))
    return sorted(known)


def _playable(rules: list[Record], values: Values, free: dict[str, list[Any]]) -> Values | None:
    """A choice of options that the game allows: this one, or one with other values of those that are free; none if there is no such game."""
    others = (values | dict(zip(free, changed, strict=True)) for changed in islice(product(*free.values()), MOST))
    return next((one for one in chain([values], others) if not any(broken(rules, one))), None)


def _domain(ruleset: Record, slot: Record, maybe: dict[str, list[Record | None]]) -> list[Any]:
    kind = slot["type"]
    if kind["type"] == "bool":
        return [False, True]
    if kind["type"] == "word":
        return next((list(enum["members"]) for enum in ruleset["enums"] if enum["id"] == kind["of"]), [_plain(slot["start"])])
    found = {_plain(slot["start"]), kind.get("low"), kind.get("high")}
    for whens in maybe.values():
        for node in inside(whens):
            if node.get("op") == "int":
                found |= {node["value"] - 1, node["value"], node["value"] + 1}
    low, high = kind.get("low"), kind.get("high")
    return sorted(v for v in found if isinstance(v, int) and (low is None or v >= low) and (high is None or v <= high))


def _asked(option: str, whens: list[Record | None]) -> bool:
    return any(node.get("op") == "option" and node["name"] == option for node in inside(whens))


def option_words(world: World, values: Values, whens: list[Record | None]) -> str:
    """The options that some conditions ask for, and what they are, in an author's words."""
    return ", ".join(f"`{_short(world, option)}` is {_said(value)}" for option, value in sorted(values.items()) if _asked(option, whens))


def holds(node: Record, options: Values) -> bool:
    """Whether a condition over options is true."""
    return bool(_value(node, options))


def _value(node: Record, options: Values) -> Any:
    op = node["op"]
    if op == "option":
        return options[node["name"]]
    if op in ("int", "bool", "text", "word"):
        return node["value"]
    if op in ("and", "or"):
        parts = (_value(arg, options) for arg in node["args"])
        return all(parts) if op == "and" else any(parts)
    if op == "not":
        return not _value(node["arg"], options)
    if op == "list":
        return [_value(item, options) for item in node["items"]]
    if op == "between":
        return _value(node["low"], options) <= _value(node["of"], options) <= _value(node["high"], options)
    if op in _COMPARE:
        return _COMPARE[op](_value(node["left"], options), _value(node["right"], options))
    # Arithmetic over options decides nothing that is worth a guess: such a condition counts as true.
    return True


_COMPARE: dict[str, Any] = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b, "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b, "in": lambda a, b: a in b, "not_in": lambda a, b: a not in b,
}


def _plain(start: Record | None) -> Any:
    return start.get("value") if start is not None else None


def _place(world: World, id_: str) -> Span | None:
    if id_ in world.places:
        return world.places[id_]
    return next((table[id_].span for table in world.by_id.values() if id_ in table), None)


def _name(world: World, id_: str) -> str:
    return next((table[id_].name for table in world.by_id.values() if id_ in table), id_.split(":")[-1])


def _short(world: World, option: str) -> str:
    decl = world.by_id["slot"].get(option)
    return decl.name if isinstance(decl, SlotDecl) else option


def _said(value: Any) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
