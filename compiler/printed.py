"""What a game says is always so of its printed values: tested of each definition as it is made, so that nothing of it is left to play.

A sentence `for each x in KIND where W { always C }` is tested as far as W and C look at nothing but printed rows, of x and of what x names, and at counters of
those who play, which count as they begin: a game of which it is not so then is refused. An option counts as it is if nobody chooses otherwise. Where a value
is only known in play, the sentence says nothing here: the tests of the content and `simulate --check` ask it of games. What looks at other definitions waits
until all are made (`settle`); a definition of which that is asked is not kept from one check to the next.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import values as rows
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.source import Span

from .env import IR
from .world import DefinitionDecl, Note, SlotDecl, World

MOST_NAMES = 5
MOST_DEPTH = 60
"""Expressions inside expressions, and defines that ask defines, beyond which a sentence is left to play."""


class _Unknown(Exception):
    """A value that only play knows; it never leaves this module."""


class _Later(Exception):
    """A value of another definition, while not all are made; it never leaves this module."""


class Claim(NamedTuple):
    """One sentence about the things of a kind: `var` is each of them, `where` and `holds` are conditions, each part of an `and` by itself."""

    kind: str
    var: str
    where: IR | None
    holds: tuple[IR, ...]
    because: str
    span: Span


@dataclass(slots=True)
class Claims:
    """All sentences of a game, and what their conditions ask."""

    world: World
    told: list[Claim] = field(default_factory=list)
    defines: dict[str, IR] = field(default_factory=dict)
    starts: dict[str, IR] = field(default_factory=dict)
    """What rows of kinds, and options, are if nothing else is said."""
    records: Callable[[DefinitionDecl], IR | None] | None = None
    """The one record of another definition, None of one that options change; there when all are made."""

    def test(self, decl: DefinitionDecl, record: IR, said: Mapping[str, Span]) -> Iterator[Problem]:
        """A finding for each sentence that a definition breaks. `said`: where its fields stand. What must wait is left in `world.awaited`."""
        for claim in self.told:
            if self.world.descends(decl.kind, claim.kind):
                try:
                    yield from self._tested(claim, decl, record, said)
                except _Later:
                    self.world.awaited.append((claim, decl, record, said))

    def settle(self, records: Callable[[DefinitionDecl], IR | None]) -> Iterator[Problem]:
        """The findings of what had to wait until all definitions were made."""
        self.records = records
        for claim, decl, record, said in self.world.awaited:
            yield from self._tested(claim, decl, record, said)

    def _tested(self, claim: Claim, decl: DefinitionDecl, record: IR, said: Mapping[str, Span]) -> Iterator[Problem]:
        look = _Look(self, decl, record)
        if claim.where is None or look.asked(claim.where, claim.var) is True:
            broken = next((part for part in claim.holds if look.asked(part, claim.var) is False), None)
            if broken is not None:
                look.asked(broken, claim.var)
                yield self._finding(decl, claim, look, said)

    def _finding(self, decl: DefinitionDecl, claim: Claim, look: _Look, said: Mapping[str, Span]) -> Problem:
        seen = look.seen
        guilty = next((name for name, value in seen.items() if isinstance(value, list) and any(one in look.among for one in value)), None)
        places = [said[name] for name in sorted(seen, key=lambda name: name == guilty) if name in said]
        labels = [Label(span, "compared with this") for span in places[:-1]] + [Label(claim.span, "what is always so")]
        because = f": {claim.because}" if claim.because else ""
        found = ", ".join(f"`{name}` {look.shown(value)}" for name, value in seen.items())
        if look.among:
            named = [f"`{look.named(one).name}`" for one in look.among]
            found += "; it is " + ", ".join(named[:MOST_NAMES]) + (" and more" if len(named) > MOST_NAMES else "")
        return rows.ALWAYS_BROKEN.at(places[-1] if places else decl.span, name=decl.name, because=because, found=found or "it is false", labels=labels)


def claims(world: World, made: list[tuple[Note, IR | None]], defines: list[IR], kinds: list[IR], table: list[IR]) -> Claims:
    """The sentences among invariants that speak of all things of a kind, whatever the options are."""
    out = Claims(world, defines={one["id"]: one for one in defines if "when" not in one})
    out.starts = {slot["id"]: slot["start"] for kind in kinds for slot in kind["slots"] if slot["start"] is not None}
    out.starts |= {slot["id"]: slot["start"] for slot in table if slot["role"] == "option" and slot["start"] is not None and "when" not in slot}
    for note, record in made:
        if isinstance(note.node, s.ForEach) and record is not None and not note.when:
            out.told += _told(note.node, record["test"]["of"])
    return out


def _told(node: s.ForEach, test: IR) -> Iterator[Claim]:
    """The sentences of one loop; `test` is the filter that finds what breaks them."""
    if test["of"]["op"] != "all":
        return
    fails = test["where"]
    where, fails = (fails["args"][0], fails["args"][1]) if fails["op"] == "and" else (None, fails)
    said = [item for item in node.block.items if isinstance(item, s.Always)]
    for item, holds in zip(said, fails["arg"]["args"], strict=True):
        because = item.because.value if item.because is not None else ""
        yield Claim(test["of"]["kind"], test["var"], where, tuple(_parts(holds)), because, item.span)


def _parts(test: IR) -> Iterator[IR]:
    if test["op"] == "and":
        for arg in test["args"]:
            yield from _parts(arg)
    else:
        yield test


class _Look:
    """One definition as conditions see it. `seen`: the rows that the last condition has asked for, with their values; `among`: the other
    definitions that it found where there should be none, or twice.
    """

    def __init__(self, claims: Claims, decl: DefinitionDecl, record: IR) -> None:
        self.claims = claims
        self.decl = decl
        self.record = record
        self.seen: dict[str, Any] = {}
        self.among: list[IR] = []
        self.depth = 0

    def asked(self, test: IR, var: str) -> Any:
        """What a condition is of the definition; None if only play knows."""
        self.seen, self.among = {}, []
        self.depth = 0
        try:
            return self.value(test, {var: self})
        except _Unknown:
            return None

    def shown(self, value: Any) -> str:
        """What a row is, as an author would say it."""
        if isinstance(value, list):
            return f"has {len(value)}"
        if isinstance(value, bool):
            return "is yes" if value else "is no"
        if isinstance(value, dict):
            return f"is `{self.named(value).name}`" if "thing" in value else "is " + str(next(iter(value.values()))).rpartition(":")[2]
        return "is none" if value is None else f"is {value}"

    def value(self, node: IR, names: Mapping[str, Any]) -> Any:
        work = _WORK.get(node["op"])
        if work is None or self.depth > MOST_DEPTH:
            raise _Unknown
        self.depth += 1
        found = work(self, node, names)
        self.depth -= 1
        return found

    def of(self, kind: type, node: IR, names: Mapping[str, Any]) -> Any:
        """A value that must be of a type; where something else stands, that has been reported."""
        found = self.value(node, names)
        if type(found) is not kind:
            raise _Unknown
        return found

    def plain(self, node: IR, names: Mapping[str, Any]) -> Any:
        """A value that may be compared here."""
        found = self.value(node, names)
        if found is self:
            raise _Unknown
        return found

    def field(self, node: IR, names: Mapping[str, Any]) -> Any:
        slot = self.claims.world.by_id["slot"].get(node["slot"])
        of = self.value(node["of"], names)
        if not isinstance(slot, SlotDecl) or slot.type.shape == "effect" or not self.is_known(slot, of):
            raise _Unknown
        fields, start = (self.record if of is self else self.other(of))["fields"], self.claims.starts.get(slot.id)
        if slot.name in fields:
            found = fields[slot.name]
        elif start is not None:
            found = self.value(start, {})
        elif slot.type.optional:
            found = None
        else:
            raise _Unknown
        if of is self:
            self.seen[slot.name] = found
        return found

    def is_known(self, slot: SlotDecl, of: Any) -> bool:
        """Whether a row is printed, or the counter of a seat: all seats there are are in play when a game begins, and nothing else is for certain."""
        return slot.role == "printed" or (slot.role == "counter" and self.claims.world.descends(self.named(of).kind, "seat"))

    def named(self, value: Any) -> DefinitionDecl:
        """The definition that a value is, this one or another."""
        mine: DefinitionDecl = self.decl
        if value is self:
            return mine
        found = self.claims.world.by_id["definition"].get(value["thing"]) if type(value) is dict and "thing" in value else None
        if not isinstance(found, DefinitionDecl):
            raise _Unknown
        return found

    def other(self, value: Any) -> IR:
        """The record of another definition."""
        decl = self.named(value)
        if self.claims.records is None:
            raise _Later
        found = self.claims.records(decl)
        if found is None:
            raise _Unknown
        return found

    def option(self, node: IR, names: Mapping[str, Any]) -> Any:
        start, slot = self.claims.starts.get(node["name"]), self.claims.world.by_id["slot"].get(node["name"])
        if start is None or not isinstance(slot, SlotDecl) or start["op"] != slot.type.shape:
            raise _Unknown  # what is no value of its type has been reported
        found = self.value(start, {})
        low, high = slot.type.low, slot.type.high
        if type(found) is int and ((low is not None and found < low) or (high is not None and found > high)):
            raise _Unknown
        return found

    def call(self, node: IR, names: Mapping[str, Any]) -> Any:
        define = self.claims.defines.get(node.get("define", ""))
        if define is None or len(define["params"]) != len(node["args"]):
            raise _Unknown
        given = {param["name"]: self.value(arg, names) for param, arg in zip(define["params"], node["args"], strict=True)}
        return self.value(define["value"], given)

    def joined(self, node: IR, names: Mapping[str, Any]) -> Any:
        """`and`, `or`: settled by one part that is known, whatever is not known of the others."""
        ends, unknown = bool(node["op"] == "or"), False
        for arg in node["args"]:
            depth = self.depth
            try:
                if self.of(bool, arg, names) is ends:
                    return ends
            except _Unknown:
                unknown, self.depth = True, depth
        if unknown:
            raise _Unknown
        return not ends

    def chosen(self, node: IR, names: Mapping[str, Any]) -> Any:
        return self.value(node["then"] if self.of(bool, node["test"], names) else node["else"], names)

    def filtered(self, node: IR, names: Mapping[str, Any]) -> list[Any]:
        return [one for one in self.of(list, node["of"], names) if self.of(bool, node["where"], {**names, node["var"]: one})]

    def applied(self, node: IR, names: Mapping[str, Any]) -> Any:
        args = [self.value(arg, names) for arg in node["args"]]
        work = _APPLIED.get(node["function"])
        if work is None or len(args) != 1 or not isinstance(args[0], list):
            raise _Unknown
        if node["function"] in ("some", "distinct"):
            guilty = args[0] if node["function"] == "some" else [one for at, one in enumerate(args[0]) if one in args[0][:at]]
            self.among = [one for one in guilty if type(one) is dict and "thing" in one]
        return work(args[0])

    def name(self, node: IR, names: Mapping[str, Any]) -> Any:
        if node["name"] != "name":
            raise _Unknown
        return self.named(self.value(node["of"], names)).name

    def is_kind(self, node: IR, names: Mapping[str, Any]) -> bool:
        found: bool = self.claims.world.descends(self.named(self.value(node["of"], names)).kind, node["kind"])
        return found


_Work: TypeAlias = "Callable[[_Look, IR, Mapping[str, Any]], Any]"


def _variable(look: _Look, node: IR, names: Mapping[str, Any]) -> Any:
    if node["name"] not in names:
        raise _Unknown
    return names[node["name"]]


def _numbers(work: Callable[[int, int], Any]) -> _Work:
    return lambda look, node, names: work(look.of(int, node["left"], names), look.of(int, node["right"], names))


def _added(look: _Look, node: IR, names: Mapping[str, Any]) -> Any:
    left, right = look.value(node["left"], names), look.value(node["right"], names)
    if type(left) is not type(right) or type(left) not in (int, list):
        raise _Unknown
    return left + right


def _chain(look: _Look, node: IR, names: Mapping[str, Any]) -> Any:
    """Nested as it would be if it were short, one operation at a time."""
    so_far: IR = {"op": "text", "value": look.value(node["args"][0], names)}
    for sign, right in zip(node["signs"], node["args"][1:], strict=True):
        so_far = {"op": "text", "value": look.value({"op": sign, "left": so_far, "right": right}, names)}
    return so_far["value"]


def _distinct(items: list[Any]) -> list[Any]:
    return [one for at, one in enumerate(items) if one not in items[:at]]


def _between(look: _Look, node: IR, names: Mapping[str, Any]) -> bool:
    low, found, high = (look.of(int, node[key], names) for key in ("low", "of", "high"))
    return bool(low <= found <= high)


_WORK: dict[str, _Work] = {
    **dict.fromkeys(("int", "bool", "text", "word"), lambda look, node, names: node["value"]), "none": lambda look, node, names: None,
    "thing": lambda look, node, names: {"thing": node["id"]}, "list": lambda look, node, names: [look.value(item, names) for item in node["items"]],
    "var": _variable, "field": _Look.field, "call": _Look.call, "relation": _Look.name, "is_kind": _Look.is_kind,
    "and": _Look.joined, "or": _Look.joined, "if": _Look.chosen, "filter": _Look.filtered, "apply": _Look.applied, "between": _between,
    "not": lambda look, node, names: not look.of(bool, node["arg"], names), "neg": lambda look, node, names: -look.of(int, node["arg"], names),
    "empty": lambda look, node, names: not look.of(list, node["of"], names),
    "eq": lambda look, node, names: look.plain(node["left"], names) == look.plain(node["right"], names),
    "ne": lambda look, node, names: look.plain(node["left"], names) != look.plain(node["right"], names),
    "in": lambda look, node, names: look.plain(node["left"], names) in look.of(list, node["right"], names),
    "not_in": lambda look, node, names: look.plain(node["left"], names) not in look.of(list, node["right"], names),
    "lt": _numbers(lambda a, b: a < b), "le": _numbers(lambda a, b: a <= b), "gt": _numbers(lambda a, b: a > b), "ge": _numbers(lambda a, b: a >= b),
    "option": _Look.option, "chain": _chain, "add": _added, "sub": _numbers(lambda a, b: a - b), "mul": _numbers(lambda a, b: a * b),
}
_APPLIED: dict[str, Callable[[list[Any]], Any]] = {
    "count": len, "some": bool, "first": lambda q: q[0] if q else None, "last": lambda q: q[-1] if q else None, "distinct": _distinct,
}
