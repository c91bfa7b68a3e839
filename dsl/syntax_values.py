"""The nodes of the syntax tree that have a value, loosest binding last; `syntax.py` has all others, and these under its name too."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .source import Span


@dataclass(slots=True, eq=False)
class Node:
    """Anything with a place in a file."""

    span: Span


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
