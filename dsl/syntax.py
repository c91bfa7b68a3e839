"""The syntax tree: what an author wrote, with its place, and nothing of what it means.

Three shapes carry almost everything: `Field` (`name: value`), `Slot` (`role name: type = start`) and `Phrase` (`word argument tails { block }`). A
definition, a verb call, a clause and a handler are all phrases; which one it is, the compiler decides from the word. Nodes are treated as immutable.
The tree knows nothing of types, packs or games. Every node starts with its span. The nodes that have a value are in `syntax_values.py`.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .source import Span
from .syntax_values import *  # noqa: F403
from .syntax_values import Call, Expr, Name, Node, QName, Text

# ---------------------------------------------------------------- types and slots


@dataclass(slots=True, eq=False)
class TypeExpr(Node):
    """`int 0..5`, `int of damage`, `list of hero`, `hero?`: a word, an optional range, an optional `of`, an optional `?`.

    `low` is None when no range is written; `high` is None for an open range. `pack` is set for a qualified name.
    """

    word: str
    low: int | None = None
    high: int | None = None
    has_range: bool = False
    of: TypeExpr | None = None
    optional: bool = False
    pack: str | None = None


@dataclass(slots=True, eq=False)
class Parameter(Node):
    """`label name: type = start`; label is None for an unlabelled one."""

    label: str | None
    name: str
    type: TypeExpr
    start: Expr | None


@dataclass(slots=True, eq=False)
class Item(Node):
    """Anything that may stand in a block or at top level. `doc` holds the `##` lines before it."""


@dataclass(slots=True, eq=False)
class Field(Item):
    """`name: value, value`"""

    name: str
    name_span: Span
    values: list[Expr]
    doc: str = ""


@dataclass(slots=True, eq=False)
class Slot(Item):
    """`role name: type = start per P seen by G without rings`; role is None for printed data. `ringless`: where the last stands.

    `again`: the tails that a slot has already, each with its place.
    """

    role: Literal["stat", "counter", "zone", "option"] | None
    name: str
    name_span: Span
    type: TypeExpr
    start: Expr | None
    per: Expr | None
    seen_by: Expr | None
    ringless: Span | None = None
    doc: str = ""
    again: list[tuple[str, Span]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Block(Node):
    """`{ items }`"""

    items: list[Item]


@dataclass(slots=True, eq=False)
class Tail(Node):
    """What follows a phrase's argument.

    `word` is one of: `label` (name = the label, value), `named` (`name: value`), `as` (name), `where`, `unless`, `until`, `until next` (value = the event),
    `while`, `so that`, `once`, `twice`, `per` (value = the period), `for each` (name, value or None), `despite` (name), `else` (name), `if able`.
    """

    word: str
    name: str | None = None
    value: Expr | None = None
    name_span: Span | None = None


@dataclass(slots=True, eq=False)
class Cost(Node):
    """One cost: `exhaust self` (word and argument and label tails) or a quantity `1 tick of owner` (word None)."""

    word: Name | None
    argument: Expr | None
    tails: list[Tail] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Phrase(Item):
    """`word argument xN tails costs { block } else { otherwise }`. `word.name` may be `instead of`."""

    word: Name
    argument: Expr | None
    count: int | None
    tails: list[Tail]
    costs: list[Cost]
    block: Block | None
    otherwise: Block | None
    doc: str = ""


@dataclass(slots=True, eq=False)
class Assign(Item):
    """`target = value`, `+=`, `-=`; target is a `Name` or `Dot`."""

    target: Expr
    op: Literal["=", "+=", "-="]
    value: Expr


@dataclass(slots=True, eq=False)
class Let(Item):
    """`let name = value`"""

    name: Name
    value: Expr


@dataclass(slots=True, eq=False)
class If(Item):
    """`if test { } else if ... else { }`"""

    test: Expr
    then: Block
    otherwise: Block | If | None


@dataclass(slots=True, eq=False)
class ForEach(Item):
    """`for each name in source where condition in order of key { }`"""

    name: Name
    source: Expr
    condition: Expr | None
    order: Expr | None
    block: Block


@dataclass(slots=True, eq=False)
class Kind(Item):
    """`kind name is parent { rows }`, or `extend kind name { rows }` (extends=True). Rows are `Slot`, `Phrase` or `Field`.

    `pack` is set where an extended kind is written `pack:name`.
    """

    name: Name
    parent: Name | QName | None
    rows: list[Item]
    extends: bool
    doc: str = ""
    pack: str | None = None


@dataclass(slots=True, eq=False)
class Enum(Item):
    """`enum name { a, b }`, or `extend enum name { c }` (extends=True); `pack` as in `Kind`."""

    name: Name
    members: list[Name]
    doc: str = ""
    extends: bool = False
    pack: str | None = None


@dataclass(slots=True, eq=False)
class Define(Item):
    """`define f(x: T) = value { notes }`; `overrides` if `override` stands before it."""

    name: Name
    parameters: list[Parameter]
    value: Expr
    doc: str = ""
    overrides: bool = False
    notes: Block | None = None


@dataclass(slots=True, eq=False)
class Verb(Item):
    """`verb name parameters is family(a, b) costs c { }`; `word` is `verb` or `sequence`; `overrides` if `override` stands before it."""

    word: Literal["verb", "sequence"]
    name: Name
    parameters: list[Parameter]
    families: list[Call]
    block: Block
    doc: str = ""
    overrides: bool = False
    costs: list[Cost] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Ability(Item):
    """`ability name(x: int) { }`; `overrides` if `override` stands before it."""

    name: Name
    parameters: list[Parameter]
    block: Block
    doc: str = ""
    overrides: bool = False


@dataclass(slots=True, eq=False)
class Choice(Item):
    """`option "text" where condition { }` inside `choose option`."""

    text: Text
    condition: Expr | None
    block: Block


@dataclass(slots=True, eq=False)
class When(Item):
    """`when condition { declarations }`"""

    condition: Expr
    block: Block


@dataclass(slots=True, eq=False)
class Check(Item):
    """`whenever value as name where condition { }` (level) or `as soon as ...` (edge)."""

    edge: bool
    value: Expr
    bind: Name | None
    condition: Expr | None
    block: Block
    doc: str = ""


@dataclass(slots=True, eq=False)
class Require(Item):
    """`require condition`"""

    condition: Expr


@dataclass(slots=True, eq=False)
class Expect(Item):
    """`expect condition`"""

    condition: Expr


@dataclass(slots=True, eq=False)
class Always(Item):
    """`always condition because "reason"`"""

    condition: Expr
    because: Text | None


@dataclass(slots=True, eq=False)
class Together(Item):
    """`together { }`"""

    block: Block


@dataclass(slots=True, eq=False)
class Stop(Item):
    """`stop`: leave the nearest loop."""


@dataclass(slots=True, eq=False)
class Hole(Item):
    """An item that could not be parsed: its finding has been reported, later passes skip it. `guess` is the definition's name if one could be seen."""

    guess: str | None = None


@dataclass(slots=True, eq=False)
class File:
    """One parsed file: its display path, its items in order, and all of its comments (`#` and `##`) as spans, in order."""

    path: str
    items: list[Item]
    comments: list[Span]
