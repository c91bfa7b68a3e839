"""The declarations of a compile, by id and by name: what every later pass looks things up in.

`World` is filled by `collect` and only read afterwards. A name is looked up from a pack: its own declarations and those of the packs that it requires,
directly or not. Verbs may share a name (overloads); everything else that two visible packs define under one name is ambiguous.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.limits import MAX_HINTS, MAX_LOOKED
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type

from .facts import Facts

ENGINE_KINDS: dict[str, str | None] = {
    "thing": None,
    "place": "thing",
    "seat": "thing",
    "zone": "place",
    "space": "place",
    "board": "thing",
    "area": "thing",
    "rule": "thing",
    "effect": "thing",
}
ENGINE_PLURALS = {"things": "thing", "seats": "seat", "spaces": "space", "zones": "zone", "areas": "area", "boards": "board"}


@dataclass(slots=True, eq=False)
class Decl:
    """Anything with an id. `when` holds the options' conditions around it, outermost first; `removals` take it out of games in which theirs hold."""

    id: str
    name: str
    pack: str
    span: Span
    when: tuple[s.Expr, ...] = ()
    doc: str = ""
    removals: list[Patch] = field(default_factory=list, kw_only=True)


@dataclass(slots=True, eq=False)
class SlotDecl(Decl):
    """A slot of a kind, of the table, or of a verb or sequence. `owner` is the kind's or verb's id, None for the table."""

    role: str = "printed"
    owner: str | None = None
    node: s.Slot | None = None
    type: Type = field(default_factory=lambda: Type("hole"))


@dataclass(slots=True, eq=False)
class KindDecl(Decl):
    """A kind. `parts` are the declarations that give it rows: the kind itself, then each `extend kind`. `restated`: rows of a kind above that it
    declares again for another start. `ties`: what it says of `owner` and `host`.
    """

    node: s.Kind | None = None
    parts: list[tuple[str, s.Kind]] = field(default_factory=list)
    parent: str | None = None
    plural: str = ""
    slots: dict[str, SlotDecl] = field(default_factory=dict)
    restated: dict[str, SlotDecl] = field(default_factory=dict)
    ties: dict[str, SlotDecl] = field(default_factory=dict)
    starts_in: tuple[str, s.Expr] | None = None
    works_in: list[tuple[str, s.Expr]] = field(default_factory=list)
    said: dict[tuple[Span, str], s.Item] = field(default_factory=dict)
    fields: list[tuple[str, s.Field]] = field(default_factory=list)
    text: list[tuple[str, s.Item]] = field(default_factory=list)
    """Clauses, handlers, checks and members that each of its things has, with the packs that say so."""


@dataclass(slots=True, eq=False)
class EnumDecl(Decl):
    """An enum and the places of its members."""

    members: dict[str, Span] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class ParamDecl:
    """A parameter of a verb, define or ability."""

    name: str
    label: str | None
    type: Type
    start: s.Expr | None
    span: Span


@dataclass(slots=True, eq=False)
class VerbDecl(Decl):
    """A verb or sequence. `steps` are all step names inside; `slots` the variables that hooks may see; `local` the sequence it is written in."""

    node: s.Verb | None = None
    params: list[ParamDecl] = field(default_factory=list)
    slots: dict[str, SlotDecl] = field(default_factory=dict)
    steps: dict[str, Span] = field(default_factory=dict)
    lets: dict[str, Type] = field(default_factory=dict)
    outer: VerbDecl | None = None
    body: s.Block | None = None
    body_pack: str = ""
    costs: list[s.Cost] = field(default_factory=list)

    @property
    def sequence(self) -> bool:
        """Whether it is a sequence, a period that durations and limits may name."""
        return self.node is not None and self.node.word == "sequence"

    def unit_param(self) -> ParamDecl | None:
        """The parameter that is an amount with a unit."""
        return next((p for p in self.params if p.type.shape == "int" and p.type.unit), None)


@dataclass(slots=True, eq=False)
class DefineDecl(Decl):
    """A pure function. `result` is computed on first use; `busy` guards against recursion."""

    node: s.Define | None = None
    params: list[ParamDecl] = field(default_factory=list)
    result: Type | None = None
    value: dict[str, object] | None = None
    busy: bool = False
    outer: VerbDecl | None = None
    text_pack: str = ""
    given: dict[str, DefineDecl] = field(default_factory=dict)
    """Of a define that takes defines, made for some of them: which one stands for which parameter."""

    @property
    def open(self) -> bool:
        """Whether it takes a define, so that it has a value only where it is applied to one."""
        return any(p.type.shape == "function" for p in self.params)


@dataclass(slots=True, eq=False)
class AbilityDecl(Decl):
    """A named bundle. `text_pack`: the pack whose text it has, where another one has overridden it."""

    node: s.Ability | None = None
    params: list[ParamDecl] = field(default_factory=list)
    text_pack: str = ""


@dataclass(slots=True, eq=False)
class FamilyDecl(Decl):
    """A family of verbs with named arguments; it may reach clauses and shields too."""

    params: list[ParamDecl] = field(default_factory=list)
    includes: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Patch:
    """An `extend` or `override` of a definition, rule, verb or slot, from one pack."""

    word: str
    pack: str
    node: s.Phrase
    when: tuple[s.Expr, ...]


@dataclass(slots=True, eq=False)
class DefinitionDecl(Decl):
    """A printed thing. `patches` are the extends and overrides of other packs, in load order.

    `node` may be a stub of it: what others may look at in it is what `stubs.py` lists.
    """

    kind: str = "thing"
    node: s.Phrase | None = None
    copies: int = 1
    patches: list[Patch] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class RuleDecl(Decl):
    """A rule: a named block, or one clause, handler or check at top level."""

    items: list[s.Item] = field(default_factory=list)
    node: s.Item | None = None
    patches: list[Patch] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class BotDecl(Decl):
    """A player that is a program. `patches` are what other packs, and other options, add to it."""

    node: s.Phrase | None = None
    patches: list[Patch] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class GroupDecl(Decl):
    """A group of things with a decider."""

    node: s.Phrase | None = None
    type: Type | None = None


@dataclass(slots=True, eq=False)
class BoardDecl(Decl):
    """A board; `extensions` are what other packs add to it."""

    node: s.Phrase | None = None
    extensions: list[tuple[str, s.Phrase]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class SpaceDecl(Decl):
    """A named space of a board."""

    kind: str = "space"
    board: str = ""


@dataclass(slots=True, eq=False)
class Note:
    """A test, an invariant or a policy block: no id that others could name."""

    pack: str
    node: s.Item
    when: tuple[s.Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class PolicySet:
    """A word that a policy is set to, where, and under which condition over options."""

    word: str
    span: Span
    when: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Expressed:
    """One rule id that a record says it expresses."""

    id: str
    pack: str
    span: Span
    record: str


CATEGORIES = ("kind", "enum", "definition", "verb", "define", "ability", "slot", "group", "family", "class", "rule", "board", "space", "area",
    "bot")


class World:
    """All declarations, by category and id; names by category."""

    def __init__(self) -> None:
        self.by_id: dict[str, dict[str, Decl]] = {category: {} for category in CATEGORIES}
        self.by_name: dict[str, dict[str, list[Decl]]] = {category: {} for category in CATEGORIES}
        self.short: dict[str, list[Decl]] = {}
        """Definitions by the last part of their ids."""
        self.kept: list[tuple[DefinitionDecl, Facts]] = []
        """Definitions of which only the facts are at hand; see `watch.py`."""
        self.plurals: dict[str, list[KindDecl]] = {}
        self.settled = False
        self.lines: dict[str, tuple[str, ...]] = {}
        self.slots: dict[str, dict[str, SlotDecl]] = {}
        self.below: dict[str, tuple[KindDecl, ...]] = {}
        self.tied: dict[tuple[str, str], SlotDecl | None] = {}
        self.controls: dict[str, bool] = {}
        self.told: dict[int, tuple[s.Expr, dict[str, Type], Type, Type | None]] = {}
        """Of comparisons whose record has been made, by their places in memory: what was known of paths, and the types of both sides."""
        self.sitting: str | None = None
        self.sees: dict[str, frozenset[str]] = {}
        self.order: list[str] = []
        self.tests: list[Note] = []
        self.boxes: list[Note] = []
        self.scenarios: list[Note] = []
        self.made_scenarios: list[dict[str, Any]] = []
        self.invariants: list[Note] = []
        self.awaited: list[Any] = []
        """Sentences about definitions that wait until all definitions are made: see `printed.py`."""
        self.claims: Any = None
        """What of the invariants printed values alone can break: the `Claims` of `printed.py`, None until they are made."""
        self.policies: list[Note] = []
        self.patches: list[Patch] = []
        self.problems: list[Problem] = []
        self.used: set[str] = set()
        self.places: dict[str, Span] = {}
        self.leading: dict[tuple[str, str, str], Span] = {}
        """Where a thing says what a printed row names, by ids of the thing, the row and what it names, if that row is to have no rings."""
        self.made_verbs: dict[str, dict[str, Any]] = {}
        self.effects: list[dict[str, Any]] = []
        self.expressed: list[Expressed] = []
        self.option_overrides: list[tuple[SlotDecl, Patch]] = []
        self.holes: set[str] = set()
        self.defining: list[DefineDecl] = []
        """The defines whose values are being made, each needed by the one before it."""
        self.applied: dict[tuple[str, ...], DefineDecl] = {}
        """Defines made of those that take defines, by their id and the ids of what they are given."""
        self.elsewhere: dict[str, str] = {}
        """Names that packs define which are there and not required, with their packs."""
        self.policy_sets: dict[str, list[PolicySet]] = {}
        self.policy_words: dict[str, str] = {}
        self.start: str | None = None
        self.seat_kind: str = "seat"
        self.offered: dict[int, list[tuple[Patch, s.Phrase]]] = {}
        self.sides: dict[str, Any] = {}
        self.forbids: dict[str, dict[Span, tuple[str, str]]] = {}
        """By name, then by place: the pack and the id of a `forbid`."""
        self.despites: list[tuple[str, str, Span, dict[str, Any]]] = []
        """The name that an `allow` lifts, its pack, its place, and its record, which wants the id."""

    def add(self, category: str, decl: Decl) -> None:
        """Register a declaration under its id and name."""
        self.by_id[category][decl.id] = decl
        self.by_name[category].setdefault(decl.name, []).append(decl)
        if category == "definition":
            self.short.setdefault(decl.id.rpartition(":")[2], []).append(decl)

    def drop(self, category: str, decl: Decl) -> None:
        """Forget a declaration."""
        self.by_id[category].pop(decl.id, None)
        self.by_name[category][decl.name].remove(decl)
        if category == "definition":
            self.short[decl.id.rpartition(":")[2]].remove(decl)

    def visible(self, pack: str) -> frozenset[str]:
        """The packs whose names a pack may use: itself and all that it requires."""
        found = self.sees.get(pack)
        return frozenset((pack,)) if found is None else found

    def find(self, category: str, name: str, pack: str) -> list[Decl]:
        """The visible declarations of a name."""
        found = self.by_name[category].get(name)
        if not found:
            return []
        seen = self.visible(pack)
        return [decl for decl in found if decl.pack in seen or not decl.pack]

    def names(self, category: str, pack: str) -> Iterator[str]:
        """All visible names of a category, for suggestions; none when there are so many findings that looking for them would take long."""
        if len(self.problems) > MAX_HINTS or len(self.problems) * len(self.by_name[category]) > MAX_LOOKED:
            return
        seen = self.visible(pack)
        for name, decls in self.by_name[category].items():
            for decl in decls:
                if decl.pack in seen or not decl.pack:
                    yield name
                    break

    def kind(self, id_: str) -> KindDecl | None:
        """A declared kind by id; None for an engine kind."""
        decl = self.by_id["kind"].get(id_)
        return decl if isinstance(decl, KindDecl) else None

    def settle(self) -> None:
        """From now on the kinds, their parents and their slots stay as they are, so that what follows from them is worked out once."""
        self.settled = True

    def ancestors(self, kind: str) -> tuple[str, ...]:
        """A kind and all that it descends from, nearest first; ends on a ring."""
        found = self.lines.get(kind)
        if found is not None:
            return found
        line: dict[str, None] = {}
        at: str | None = kind
        while at is not None and at not in line:
            line[at] = None
            decl = self.kind(at)
            at = (decl.parent or "thing") if decl is not None else ENGINE_KINDS.get(at)
        found = tuple(line)
        if self.settled:
            self.lines[kind] = found
        return found

    def descends(self, kind: str, ancestor: str) -> bool:
        """Whether every thing of `kind` is of kind `ancestor`."""
        return ancestor in self.ancestors(kind)

    def slot_of(self, kind: str, name: str) -> SlotDecl | None:
        """The slot of a kind or of one that it descends from."""
        return self.slots_of(kind).get(name)

    def said_of(self, kind: str, tie: str) -> SlotDecl | None:
        """What the nearest kind that speaks of it says of the `owner` or the `host` of its things."""
        if (kind, tie) in self.tied:
            return self.tied[kind, tie]
        ties = (decl.ties.get(tie) for decl in map(self.kind, self.ancestors(kind)) if decl is not None)
        found = next((slot for slot in ties if slot is not None), None)
        if self.settled:
            self.tied[kind, tie] = found
        return found

    def slots_of(self, kind: str) -> Mapping[str, SlotDecl]:
        """All slots of a kind, those of ancestors first."""
        found = self.slots.get(kind)
        if found is not None:
            return found
        out: dict[str, SlotDecl] = {}
        for id_ in reversed(self.ancestors(kind)):
            decl = self.kind(id_)
            if decl is not None:
                out |= decl.slots
        if self.settled:
            self.slots[kind] = out
        return out

    def descendants(self, kind: str) -> tuple[KindDecl, ...]:
        """All declared kinds that descend from a kind."""
        found = self.below.get(kind)
        if found is None:
            kinds = (decl for decl in self.by_id["kind"].values() if isinstance(decl, KindDecl) and decl.id != kind)
            found = tuple(decl for decl in kinds if self.descends(decl.id, kind))
            if self.settled:
                self.below[kind] = found
        return found

    def seats(self) -> str:
        """The kind of the seats: the most special declared kind that descends from `seat`, or what several such have in common."""
        if self.sitting is None:
            kinds = [decl.id for decl in self.descendants("seat")]
            leaves = [kind for kind in kinds if not any(other != kind and self.descends(other, kind) for other in kinds)]
            shared = self.ancestors(leaves[0]) if leaves else ()
            found = next((kind for kind in shared if all(self.descends(leaf, kind) for leaf in leaves)), "seat")
            if not self.settled:
                return found
            self.sitting = found
        return self.sitting

    def report(self, problems: Iterable[Problem]) -> None:
        """Add findings."""
        self.problems.extend(problems)
