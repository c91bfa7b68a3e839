"""Where a name is looked up while a body or an expression is elaborated.

An `Env` knows the pack whose text it is, the variables of the running body, the event that a clause or handler looks at, the sequences around, the kind of
`self`, and what tests have narrowed. Children copy; nothing is changed behind a parent's back. Decisions inside an argument (`reroll a die from strikes`) are
hoisted: they are appended to `before`, the statements that must run first.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from rulewright.dsl import syntax as s
from rulewright.dsl.problems import Problem, ProblemKind
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type

from .world import DefineDecl, DefinitionDecl, SlotDecl, VerbDecl, World

IR: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Bound:
    """A variable: its type and the expression that reads it. `writable`: `let` and loop variables are not."""

    type: Type
    ir: IR
    writable: bool = False
    span: Span | None = None


@dataclass(slots=True)
class Sites:
    """Numbers the choosing statements of one record, so that saves and logs can name them."""

    record: str
    count: int = 0
    revealed: bool = False
    """Whether an earlier statement of the record has shown something hidden."""
    parts: dict[str, int] = field(default_factory=dict)

    def next(self) -> str:
        """The id of the next choosing statement."""
        self.count += 1
        return f"{self.record}@{self.count}"

    def part(self, word: str) -> str:
        """The id of a nested record: `record/word.n`."""
        self.parts[word] = self.parts.get(word, 0) + 1
        return f"{self.record}/{word}.{self.parts[word]}"


@dataclass(slots=True)
class Env:
    """See the module's text."""

    world: World
    pack: str
    sites: Sites
    vars: dict[str, Bound] = field(default_factory=dict)
    event: dict[str, Bound] = field(default_factory=dict)
    outer: VerbDecl | None = None
    verb: VerbDecl | None = None
    self_kind: str | None = None
    definition: DefinitionDecl | None = None
    own_slots: dict[str, SlotDecl] = field(default_factory=dict)
    narrow: dict[str, Type] = field(default_factory=dict)
    before: list[IR] | None = None
    who: IR | None = None
    captured: dict[str, IR] | None = None
    capturing: Env | None = None
    depth: int = 0
    looping: bool = False
    result: VerbDecl | None = None
    place: str = "body"
    hosted: bool = False
    functions: dict[str, DefineDecl] = field(default_factory=dict)
    during: VerbDecl | None = None
    """The sequence in whose running a handler always works."""

    def child(self, **changes: Any) -> Env:
        """A copy with its own variables and narrowings."""
        new = Env(
            self.world, self.pack, self.sites, dict(self.vars), self.event, self.outer, self.verb, self.self_kind, self.definition, self.own_slots,
            dict(self.narrow), self.before, self.who, self.captured, self.capturing, self.depth, self.looping, self.result, self.place, self.hosted,
            self.functions, self.during,
        )
        for name, value in changes.items():
            setattr(new, name, value)
        return new

    def report(self, row: ProblemKind, at: Span | s.Node, /, **values: Any) -> None:
        """Add a finding."""
        span = at.span if isinstance(at, s.Node) else at
        self.world.problems.append(row.at(span, **values))

    def add(self, problem: Problem) -> None:
        """Add a finished finding."""
        self.world.problems.append(problem)

    def site(self, node: s.Node) -> str:
        """The id of a choosing statement, with its place."""
        id_ = self.sites.next()
        self.world.places[id_] = node.span
        return id_

    def part(self, word: str, node: s.Node) -> str:
        """The id of a nested record, with its place."""
        id_ = self.sites.part(word)
        self.world.places[id_] = node.span
        return id_

    def narrowed(self, facts: Mapping[str, Type]) -> Env:
        """A child that knows more about some paths."""
        return self.child(narrow={**self.narrow, **facts}) if facts else self

    def next_it(self) -> str:
        """The name of the element variable one filter deeper."""
        return "it" if self.depth == 0 else f"it{self.depth + 1}"


def path_key(node: s.Expr) -> str | None:
    """`x.y.z` or `"Name".y.z` as a text, for narrowing; None for anything else."""
    parts: list[str] = []
    while True:
        if isinstance(node, s.Paren):
            node = node.value
        elif isinstance(node, s.Dot):
            parts.append(node.name)
            node = node.base
        elif isinstance(node, s.Of):
            parts.append(node.name.name)
            node = node.value
        elif isinstance(node, s.Name):
            parts.append(node.name)
            return ".".join(reversed(parts))
        elif isinstance(node, s.Text) and parts:
            parts.append(f'"{node.value}"')
            return ".".join(reversed(parts))
        else:
            return None
