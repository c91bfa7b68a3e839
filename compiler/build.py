"""Reductions -> nodes: takes what a rule of the grammar matched, gives the node of `dsl/syntax.py`.

Each method is named after a rule or an alias of the grammar and gets the rule's kept children: an int is the number of a token, `None` an optional part
that is absent, everything else a node or a list. `first` and `last` are the tokens at both ends of what was matched.
"""
from __future__ import annotations

import unicodedata
from typing import Any, Literal, cast

from rulewright.dsl import syntax as ast
from rulewright.dsl.limits import MAX_NUMBER
from rulewright.dsl.source import Source, Span
from rulewright.dsl.words import KIND_FIELDS

from .scan import ESCAPES, Token

Child = Any
Link = Literal["--", "->"]
BROKEN = -1
"""Stands for the head of a phrase whose first line has a fault: its block is still read, the phrase itself becomes a hole."""


class Build:
    """The node functions of one file."""

    def __init__(self, source: Source, tokens: list[Token], docs: dict[int, str]) -> None:
        self.path = source.path
        self.written = source.text
        self.tokens = tokens
        self.docs = docs
        self.first = 0
        self.last = 0

    # ---------------------------------------------------------------- tokens

    def span(self) -> Span:
        """The stretch that the rule being reduced has matched."""
        start = self.tokens[self.first].start
        return Span(self.path, start, max(start, self.tokens[self.last].end))

    def token_span(self, index: int) -> Span:
        """The place of one token."""
        token = self.tokens[index]
        return Span(self.path, token.start, token.end)

    def spelled(self, index: int) -> str:
        """A token as it is written, in NFC."""
        token = self.tokens[index]
        text = self.written[token.start:token.end]
        return text if text.isascii() else unicodedata.normalize("NFC", text)

    def name(self, index: int) -> ast.Name:
        """A `Name` node for a token."""
        return ast.Name(self.token_span(index), self.spelled(index))

    def unquoted(self, written: str) -> str:
        """A text without its quotes and with its escapes resolved."""
        inner = written[1:-1] if len(written) > 1 and written[-1] in "\"'’”“»`" else written[1:]
        if "\\" not in inner:
            return inner
        parts = inner.split("\\\\")
        for sign, meaning in ESCAPES.items():
            if sign != "\\":
                parts = [part.replace("\\" + sign, meaning) for part in parts]
        return "\\".join(parts)

    def string(self, index: int) -> ast.Text:
        """A `Text` node for a token."""
        return ast.Text(self.token_span(index), self.unquoted(self.spelled(index)))

    def integer(self, index: int) -> int:
        """The value of a whole number, held to the limit; the scanner has reported one beyond it."""
        written = self.spelled(index)
        return min(int(written), MAX_NUMBER) if len(written) <= 12 else MAX_NUMBER

    def field_name(self, index: int) -> tuple[str, Span]:
        """The name of a field token, and its place, without the colon."""
        token = self.tokens[index]
        return self.spelled(index)[:-1], Span(self.path, token.start, token.end - 1)

    def doc(self) -> str:
        """The documentation comment before what is being reduced."""
        return self.docs.get(self.tokens[self.first].start, "")

    def maybe_name(self, index: int | None) -> ast.Name | None:
        """A `Name`, or None for an absent one."""
        return None if index is None else self.name(index)

    # ---------------------------------------------------------------- files, blocks, fields, slots

    def item(self, c: list[Child]) -> Any:
        return c[0]

    def start(self, c: list[Child]) -> list[ast.Item]:
        return _items(c)

    def block(self, c: list[Child]) -> ast.Block:
        return ast.Block(self.span(), _items(c))

    def rows(self, c: list[Child]) -> ast.Block:
        return ast.Block(self.span(), _items(c))

    def fields(self, c: list[Child]) -> list[ast.Item]:
        return c

    def slots(self, c: list[Child]) -> list[ast.Item]:
        return c

    def field(self, c: list[Child]) -> ast.Field:
        name, place = self.field_name(c[0])
        return ast.Field(self.span(), name, place, c[1:], self.doc())

    def role(self, c: list[Child]) -> str:
        return self.spelled(c[0])

    def slot(self, c: list[Child]) -> ast.Item:
        role, token, kind, start, *tails = c
        name, place = self.field_name(token)
        if role is None and start is None and not tails and name in KIND_FIELDS:
            return ast.Field(self.span(), name, place, [_type_as_name(kind)], self.doc())
        per = next((node for word, node in tails if word == "per"), None)
        seen = next((node for word, node in tails if word == "seen"), None)
        return ast.Slot(self.span(), role, name, place, kind, start, per, seen, self.doc())

    kind_slot = slot

    def kind_text(self, c: list[Child]) -> ast.Field:
        name, place = self.field_name(c[0])
        return ast.Field(self.span(), name, place, [self.string(c[1])], self.doc())

    def kind_list(self, c: list[Child]) -> ast.Field:
        name, place = self.field_name(c[0])
        return ast.Field(self.span(), name, place, [_type_as_name(kind) for kind in c[1:]], self.doc())

    def slot_per(self, c: list[Child]) -> tuple[str, ast.Name]:
        return "per", self.name(c[0])

    def slot_seen(self, c: list[Child]) -> tuple[str, ast.Name]:
        return "seen", self.name(c[0])

    # ---------------------------------------------------------------- declarations

    def kind(self, c: list[Child]) -> ast.Kind:
        return ast.Kind(self.span(), self.name(c[0]), c[1], c[2].items, False, self.doc())

    def extend_kind(self, c: list[Child]) -> ast.Kind:
        return ast.Kind(self.span(), _extended(c[1]), None, c[2].items, True, self.doc(), _pack(c[1]))

    def enum(self, c: list[Child]) -> ast.Enum:
        return ast.Enum(self.span(), self.name(c[0]), [self.name(index) for index in c[1:]], self.doc())

    def extend_enum(self, c: list[Child]) -> ast.Enum:
        return ast.Enum(self.span(), _extended(c[1]), [self.name(index) for index in c[2:]], self.doc(), True, _pack(c[1]))

    def word(self, c: list[Child]) -> ast.Name:
        return self.name(c[0])

    def define(self, c: list[Child]) -> ast.Define:
        return ast.Define(self.span(), self.name(c[1]), c[2] or [], c[3], self.doc(), c[0] is not None)

    def ability(self, c: list[Child]) -> ast.Ability:
        return ast.Ability(self.span(), self.name(c[1]), c[2] or [], c[3], self.doc(), c[0] is not None)

    def parameters(self, c: list[Child]) -> list[ast.Parameter]:
        return c

    parameters_in_brackets = parameters

    def parameter(self, c: list[Child]) -> ast.Parameter:
        name, _ = self.field_name(c[1])
        return ast.Parameter(self.span(), c[0], name, c[2], c[3])

    def verb_word(self, c: list[Child]) -> str:
        return self.spelled(c[0])

    def families(self, c: list[Child]) -> list[ast.Call]:
        return c

    def verb(self, c: list[Child]) -> ast.Verb:
        return ast.Verb(self.span(), c[1], self.name(c[2]), c[3] or [], c[4] or [], c[5], self.doc(), c[0] is not None)

    def choice(self, c: list[Child]) -> ast.Choice:
        return ast.Choice(self.span(), self.string(c[0]), c[1], c[2])

    def when(self, c: list[Child]) -> ast.When:
        return ast.When(self.span(), c[0], c[1])

    def whenever(self, c: list[Child]) -> ast.Check:
        return ast.Check(self.span(), False, c[0], self.maybe_name(c[1]), c[2], c[3], self.doc())

    def as_soon_as(self, c: list[Child]) -> ast.Check:
        return ast.Check(self.span(), True, c[1], self.maybe_name(c[2]), c[3], c[4], self.doc())

    def require(self, c: list[Child]) -> ast.Require:
        return ast.Require(self.span(), c[0])

    def expect(self, c: list[Child]) -> ast.Expect:
        return ast.Expect(self.span(), c[0])

    def always(self, c: list[Child]) -> ast.Always:
        return ast.Always(self.span(), c[0], None if c[1] is None else self.string(c[1]))

    def together(self, c: list[Child]) -> ast.Together:
        return ast.Together(self.span(), c[0])

    def stop(self, c: list[Child]) -> ast.Stop:
        return ast.Stop(self.span())

    # ---------------------------------------------------------------- types

    def type_word(self, c: list[Child]) -> ast.TypeExpr:
        return ast.TypeExpr(self.span(), self.spelled(c[0]))

    def type_range(self, c: list[Child]) -> ast.TypeExpr:
        return ast.TypeExpr(self.span(), self.spelled(c[0]), c[1], c[2], True)

    def type_of(self, c: list[Child]) -> ast.TypeExpr:
        return ast.TypeExpr(self.span(), self.spelled(c[0]), of=c[1])

    def type_optional(self, c: list[Child]) -> ast.TypeExpr:
        return ast.TypeExpr(self.span(), self.spelled(c[0]), optional=True)

    def type_qualified(self, c: list[Child]) -> ast.TypeExpr:
        pack, name = self._pack_and_name(c[0])
        return ast.TypeExpr(self.span(), name, pack=pack)

    def signed(self, c: list[Child]) -> int:
        return self.integer(c[0]) if len(c) == 1 else -self.integer(c[1])

    # ---------------------------------------------------------------- phrases

    def head(self, c: list[Child]) -> int:
        return cast(int, c[0])

    def instead_of(self, c: list[Child]) -> ast.Name:
        return ast.Name(self.span(), "instead of")

    def phrase(self, c: list[Child]) -> ast.Item:
        head, argument, count, *tails, costs, block, otherwise = c
        if head == BROKEN:
            return ast.Hole(self.span())
        word = self.name(head) if isinstance(head, int) else head
        copies = None if count is None else min(int(self.spelled(count)[1:12]), MAX_NUMBER)
        return ast.Phrase(self.span(), word, argument, copies, tails, costs or [], block, otherwise, self.doc())

    def label(self, c: list[Child]) -> str:
        return self.spelled(c[0])

    def label_tail(self, c: list[Child]) -> ast.Tail:
        place = self.token_span(self.first)
        return ast.Tail(self.span(), "label", c[0], c[1], place)

    def named_tail(self, c: list[Child]) -> ast.Tail:
        name, place = self.field_name(c[0])
        return ast.Tail(self.span(), "named", name, c[1], place)

    def _word_tail(self, word: str, index: int) -> ast.Tail:
        return ast.Tail(self.span(), word, self.spelled(index), None, self.token_span(index))

    def as_tail(self, c: list[Child]) -> ast.Tail:
        return self._word_tail("as", c[0])

    def where_tail(self, c: list[Child]) -> ast.Tail:
        return ast.Tail(self.span(), "where", None, c[0])

    def unless_tail(self, c: list[Child]) -> ast.Tail:
        return ast.Tail(self.span(), "unless", None, c[0])

    def until_tail(self, c: list[Child]) -> ast.Tail:
        return ast.Tail(self.span(), "until", None, c[0])

    def until_next_tail(self, c: list[Child]) -> ast.Tail:
        return ast.Tail(self.span(), "until next", None, c[0])

    def while_tail(self, c: list[Child]) -> ast.Tail:
        return ast.Tail(self.span(), "while", None, c[0])

    def so_that_tail(self, c: list[Child]) -> ast.Tail:
        return ast.Tail(self.span(), "so that", None, c[0])

    def once_tail(self, c: list[Child]) -> ast.Tail:
        return ast.Tail(self.span(), "once")

    def twice_tail(self, c: list[Child]) -> ast.Tail:
        return ast.Tail(self.span(), "twice")

    def per_tail(self, c: list[Child]) -> ast.Tail:
        return self._word_tail("per", c[0])

    def for_each_tail(self, c: list[Child]) -> ast.Tail:
        return ast.Tail(self.span(), "for each", self.spelled(c[1]), c[2], self.token_span(c[1]))

    def despite_tail(self, c: list[Child]) -> ast.Tail:
        return self._word_tail("despite", c[0])

    def else_tail(self, c: list[Child]) -> ast.Tail:
        return self._word_tail("else", c[0])

    def if_able_tail(self, c: list[Child]) -> ast.Tail:
        return ast.Tail(self.span(), "if able")

    def costs(self, c: list[Child]) -> list[ast.Cost]:
        return c

    def cost_phrase(self, c: list[Child]) -> ast.Cost:
        return ast.Cost(self.span(), self.name(c[0]), c[1], c[2:])

    def cost_amount(self, c: list[Child]) -> ast.Cost:
        return ast.Cost(self.span(), None, self.quantity([c[0], c[1], None, c[2]]))

    def cost_sum(self, c: list[Child]) -> ast.Cost:
        return ast.Cost(self.span(), None, self.quantity_sum([c[0], c[1], None, c[2]]))

    # ---------------------------------------------------------------- statements

    def assign_sign(self, c: list[Child]) -> str:
        return self.spelled(c[0])

    def assign(self, c: list[Child]) -> ast.Assign:
        return ast.Assign(self.span(), c[0], c[1], c[2])

    def let(self, c: list[Child]) -> ast.Let:
        return ast.Let(self.span(), self.name(c[0]), c[1])

    def if_statement(self, c: list[Child]) -> ast.If:
        return ast.If(self.span(), c[0], c[1], c[2])

    def for_statement(self, c: list[Child]) -> ast.ForEach:
        _, name, source, condition, _, order, block = c
        return ast.ForEach(self.span(), self.name(name), source, condition, order, block)

    # ---------------------------------------------------------------- expressions

    def filter(self, c: list[Child]) -> ast.Filter:
        return ast.Filter(self.span(), c[0], c[1])

    def conditional(self, c: list[Child]) -> ast.Conditional:
        return ast.Conditional(self.span(), c[0], c[1], c[2])

    def either(self, c: list[Child]) -> ast.Binary:
        return ast.Binary(self.span(), "or", c[0], c[1])

    def both(self, c: list[Child]) -> ast.Binary:
        return ast.Binary(self.span(), "and", c[0], c[1])

    def negate(self, c: list[Child]) -> ast.Unary:
        return ast.Unary(self.span(), "not", c[0])

    def compare_sign(self, c: list[Child]) -> str:
        written = self.spelled(c[0])
        return {"=<": "<=", "=>": ">=", "≤": "<=", "≥": ">="}.get(written, written)

    def compare(self, c: list[Child]) -> ast.Binary:
        return ast.Binary(self.span(), c[1], c[0], c[2])

    def is_same(self, c: list[Child]) -> ast.Is:
        return ast.Is(self.span(), c[0], c[1], False)

    def is_different(self, c: list[Child]) -> ast.Is:
        return ast.Is(self.span(), c[0], c[1], True)

    def is_empty(self, c: list[Child]) -> ast.IsEmpty:
        return ast.IsEmpty(self.span(), c[0], False)

    def is_filled(self, c: list[Child]) -> ast.IsEmpty:
        return ast.IsEmpty(self.span(), c[0], True)

    def is_in(self, c: list[Child]) -> ast.In:
        return ast.In(self.span(), c[0], c[1], False)

    def is_outside(self, c: list[Child]) -> ast.In:
        return ast.In(self.span(), c[0], c[1], True)

    def is_between(self, c: list[Child]) -> ast.In:
        return ast.In(self.span(), c[0], self._range(c[1], c[2]), False)

    def is_beyond(self, c: list[Child]) -> ast.In:
        return ast.In(self.span(), c[0], self._range(c[1], c[2]), True)

    def _range(self, low: ast.Expr, high: ast.Expr) -> ast.Range:
        return ast.Range(Span(self.path, low.span.start, high.span.end), low, high)

    def has(self, c: list[Child]) -> ast.Has:
        return ast.Has(self.span(), c[0], c[1])

    def add(self, c: list[Child]) -> ast.Binary:
        return ast.Binary(self.span(), "+", c[0], c[1])

    def subtract(self, c: list[Child]) -> ast.Binary:
        return ast.Binary(self.span(), "-", c[0], c[2])

    def link_sign(self, c: list[Child]) -> str:
        written = self.spelled(c[0])
        return {"→": "->", "—": "--"}.get(written, written)

    def link(self, c: list[Child]) -> ast.Link:
        return ast.Link(self.span(), c[0], c[2], c[1])

    def multiply(self, c: list[Child]) -> ast.Binary:
        return ast.Binary(self.span(), "*", c[0], c[1])

    def modulo(self, c: list[Child]) -> ast.Binary:
        return ast.Binary(self.span(), "mod", c[0], c[1])

    def rounding(self, c: list[Child]) -> str:
        return self.spelled(c[0])

    def divide(self, c: list[Child]) -> ast.Divide:
        return ast.Divide(self.span(), c[0], c[1], c[2])

    def minus(self, c: list[Child]) -> ast.Unary:
        return ast.Unary(self.span(), "-", c[1])

    def quantity(self, c: list[Child]) -> ast.Quantity:
        amount = ast.Number(self.token_span(c[0]), self.integer(c[0]))
        return self._quantity(amount, c[1], c[2], c[3])

    def quantity_sum(self, c: list[Child]) -> ast.Quantity:
        end = next(token.end for token in reversed(self.tokens[self.first:c[1]]) if token.kind == "RPAR")
        amount = ast.Paren(Span(self.path, self.tokens[self.first].start, end), c[0])
        return self._quantity(amount, c[1], c[2], c[3])

    def _quantity(self, amount: ast.Expr, first: int, second: int | None, of: ast.Expr | None) -> ast.Quantity:
        tag = None if second is None else self.name(first)
        unit = self.name(first if second is None else second)
        return ast.Quantity(self.span(), amount, tag, unit, of)

    def article(self, c: list[Child]) -> int:
        return cast(int, c[0])

    def one(self, c: list[Child]) -> ast.One:
        return ast.One(self.span(), self.name(c[1]))

    def any_number(self, c: list[Child]) -> ast.AnyNumber:
        return ast.AnyNumber(self.span(), c[1])

    def up_to(self, c: list[Child]) -> ast.UpTo:
        return ast.UpTo(self.span(), c[0])

    def all_of(self, c: list[Child]) -> ast.All:
        return ast.All(self.span(), c[0])

    def the(self, c: list[Child]) -> ast.The:
        return ast.The(self.span(), c[0])

    def random(self, c: list[Child]) -> ast.Random:
        return ast.Random(self.span(), c[0])

    def number(self, c: list[Child]) -> ast.Number:
        return ast.Number(self.span(), self.integer(c[0]))

    def text(self, c: list[Child]) -> ast.Text:
        return self.string(c[0])

    def _pack_and_name(self, index: int) -> tuple[str, str]:
        pack, name = self.spelled(index).split(":", 1)
        return pack, self.unquoted(name) if name.startswith('"') else name

    def qualified(self, c: list[Child]) -> ast.QName:
        pack, name = self._pack_and_name(c[0])
        return ast.QName(self.span(), pack, name)

    def paren(self, c: list[Child]) -> ast.Paren:
        return ast.Paren(self.span(), c[0])

    def dotted(self, c: list[Child]) -> ast.Expr:
        return self._dots(self.name(c[0]), c[1:])

    def _dots(self, base: ast.Expr, names: list[int]) -> ast.Expr:
        for index in names:
            place = self.token_span(index)
            base = ast.Dot(Span(self.path, base.span.start, place.end), base, self.spelled(index), place)
        return base

    def call_field(self, c: list[Child]) -> ast.Expr:
        return _graft(c[0], c[1], self.path)

    def text_field(self, c: list[Child]) -> ast.Expr:
        return _graft(self.string(c[0]), c[1], self.path)

    def of(self, c: list[Child]) -> ast.Of:
        return ast.Of(self.span(), self.name(c[0]), c[1])

    def call(self, c: list[Child]) -> ast.Call:
        return ast.Call(self.span(), self.name(c[0]), [node for node in c[1:] if node is not None])

    def list_(self, c: list[Child]) -> ast.ListOf:
        return ast.ListOf(self.span(), [node for node in c if node is not None])

    def table(self, c: list[Child]) -> ast.Table:
        return ast.Table(self.span(), c[0], c[1:])

    def table_row(self, c: list[Child]) -> ast.Row:
        low, dots, high, value = c
        return ast.Row(self.span(), low, low if dots is None else high, value)

    def table_else(self, c: list[Child]) -> ast.Row:
        return ast.Row(self.span(), None, None, c[0])


def _items(children: list[Child]) -> list[ast.Item]:
    items: list[ast.Item] = []
    for child in children:
        if isinstance(child, list):
            items.extend(child)
        elif child is not None:
            items.append(child)
    return items


def _type_as_name(kind: ast.TypeExpr) -> ast.Expr:
    if kind.pack is not None:
        return ast.QName(kind.span, kind.pack, kind.word)
    return ast.Name(kind.span, kind.word)


def _extended(name: ast.Name | ast.QName) -> ast.Name:
    return ast.Name(name.span, name.name)


def _pack(name: ast.Name | ast.QName) -> str | None:
    return name.pack if isinstance(name, ast.QName) else None


def _graft(base: ast.Expr, path: ast.Expr, file: str) -> ast.Expr:
    """`base` in front of the first name of a dotted path."""
    names: list[tuple[str, Span]] = []
    while isinstance(path, ast.Dot):
        names.append((path.name, path.name_span))
        path = path.base
    assert isinstance(path, ast.Name)
    names.append((path.name, path.span))
    for name, place in reversed(names):
        base = ast.Dot(Span(file, base.span.start, place.end), base, name, place)
    return base
