"""The syntax tree: what an author wrote, with its place, and nothing of what it means.

Three shapes carry almost everything: `Field` (`name: value`), `Slot` (`role name: type = start`) and `Phrase` (`word argument tails { block }`). A
definition, a verb call, a clause and a handler are all phrases; which one it is, the compiler decides from the word. Nodes are treated as immutable.
The tree knows nothing of types, packs or games. Every node starts with its span.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .source import Span


@dataclass(slots=True, eq=False)
class Node:
    """Anything with a place in a file."""

    span: Span


# ---------------------------------------------------------------- expressions


@dataclass(slots=True, eq=False)
class Expr(Node):
    """Anything that has a value."""


@dataclass(slots=True, eq=False)
class Number(Expr):
    """`12`"""

    value: int


@dataclass(slots=True, eq=False)
class Text(Expr):
    """`"Old Tom"`: the name of a thing, or a text, whichever the place wants."""

    value: str


@dataclass(slots=True, eq=False)
class Name(Expr):
    """`armor`, in NFC."""

    name: str


@dataclass(slots=True, eq=False)
class QName(Expr):
    """`core:die` or `core:"Long name"`."""

    pack: str
    name: str


@dataclass(slots=True, eq=False)
class Dot(Expr):
    """`base.name`; `name_span` is the part after the dot."""

    base: Expr
    name: str
    name_span: Span


@dataclass(slots=True, eq=False)
class Of(Expr):
    """`name of value`: `clock of c`, `end of turn`."""

    name: Name
    value: Expr


@dataclass(slots=True, eq=False)
class Call(Expr):
    """`name(arguments)`: a define, a built-in function, a kind's family or an ability with parameters."""

    name: Name
    arguments: list[Expr]


@dataclass(slots=True, eq=False)
class Filter(Expr):
    """`base where condition`, with `it` for the element."""

    base: Expr
    condition: Expr


@dataclass(slots=True, eq=False)
class Conditional(Expr):
    """`if test then yes else no`"""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(slots=True, eq=False)
class Binary(Expr):
    """`or and + - * mod < <= > >=`, by the author's word. `mod` too."""

    op: Literal["or", "and", "+", "-", "*", "mod", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(slots=True, eq=False)
class Divide(Expr):
    """`left / right rounded up|down|nearest`"""

    left: Expr
    right: Expr
    rounding: Literal["up", "down", "nearest"]


@dataclass(slots=True, eq=False)
class Unary(Expr):
    """`not x`, `-x`"""

    op: Literal["not", "-"]
    value: Expr


@dataclass(slots=True, eq=False)
class Is(Expr):
    """`left is right`, `left is not right`; `is a hero` has a `One` on the right."""

    left: Expr
    right: Expr
    negated: bool


@dataclass(slots=True, eq=False)
class IsEmpty(Expr):
    """`x is empty`, `x is not empty`"""

    value: Expr
    negated: bool


@dataclass(slots=True, eq=False)
class In(Expr):
    """`left in right`, `left not in right`; `right` may be a `Range`."""

    left: Expr
    right: Expr
    negated: bool


@dataclass(slots=True, eq=False)
class Range(Expr):
    """`low..high`, only to the right of `in`; both ends included."""

    low: Expr
    high: Expr


@dataclass(slots=True, eq=False)
class Has(Expr):
    """`x has taunt`"""

    value: Expr
    ability: Expr


@dataclass(slots=True, eq=False)
class Link(Expr):
    """`a -- b` (both ways) or `a -> b` (one way)."""

    left: Expr
    right: Expr
    arrow: Literal["--", "->"]


@dataclass(slots=True, eq=False)
class Quantity(Expr):
    """`3 damage`, `(n) shadow damage of x`, `2 cards`, `6 d10`: amount, one or two words, and what follows `of`."""

    amount: Expr
    tag: Name | None
    unit: Name
    of: Expr | None


@dataclass(slots=True, eq=False)
class One(Expr):
    """`a hero`, `an ally`"""

    kind: Name


@dataclass(slots=True, eq=False)
class AnyNumber(Expr):
    """`any number of q`"""

    value: Expr


@dataclass(slots=True, eq=False)
class UpTo(Expr):
    """`up to 3 cards`: `value` is a `Quantity`, a `One` or another amount."""

    value: Expr


@dataclass(slots=True, eq=False)
class All(Expr):
    """`all q`"""

    value: Expr


@dataclass(slots=True, eq=False)
class The(Expr):
    """`the boss`; `path` is a `Name` or `Dot`."""

    path: Expr


@dataclass(slots=True, eq=False)
class Random(Expr):
    """`random 2 cards`, `random card`"""

    value: Expr


@dataclass(slots=True, eq=False)
class ListOf(Expr):
    """`[a, b]`"""

    items: list[Expr]


@dataclass(slots=True, eq=False)
class Row(Node):
    """`1..4 -> 10`, `5 -> 8`, `else -> 7` of a table; `low` is None for `else`, `high` is None for an open end."""

    low: int | None
    high: int | None
    value: Expr


@dataclass(slots=True, eq=False)
class Table(Expr):
    """`table e [rows]`"""

    subject: Expr
    rows: list[Row]


@dataclass(slots=True, eq=False)
class Paren(Expr):
    """`(x)`: kept for the formatter and for `(n) damage`."""

    value: Expr


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
    """`role name: type = start per P seen by G`; role is None for printed data."""

    role: Literal["stat", "counter", "zone", "option"] | None
    name: str
    name_span: Span
    type: TypeExpr
    start: Expr | None
    per: Expr | None
    seen_by: Expr | None
    doc: str = ""


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
    """`verb name parameters is family(a, b) { }`; `word` is `verb` or `sequence`; `overrides` if `override` stands before it."""

    word: Literal["verb", "sequence"]
    name: Name
    parameters: list[Parameter]
    families: list[Call]
    block: Block
    doc: str = ""
    overrides: bool = False


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
