"""Reductions -> values: the node functions of types and expressions. Each is named after a rule or an alias of the grammar (see build.py)."""
# ruff: noqa: D102 - the name of each method is the name of a rule, which the grammar explains
from __future__ import annotations

from typing import Any, cast

from rulewright.dsl import syntax as ast
from rulewright.dsl.source import Span

from .build_places import Places

Child = Any


class Values(Places):
    """The node functions of types and expressions."""

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
        close = next(at for at in range(c[1] - 1, self.first, -1) if self.kinds[at] == "RPAR")
        amount = ast.Paren(Span(self.path, self.starts[self.first], self.ends[close]), c[0])
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
        return self._dots(self.name(c[0]), c[1:]) if len(c) > 1 else self.name(c[0])

    def _dots(self, base: ast.Expr, names: list[int]) -> ast.Expr:
        for index in names:
            place = self.token_span(index)
            base = ast.Dot(Span(self.path, base.span.start, place.end), base, self.spelled(index), place)
        return base

    def call_field(self, c: list[Child]) -> ast.Expr:
        return _graft(c[0], c[1], self.path)

    def text_field(self, c: list[Child]) -> ast.Expr:
        return _graft(self.string(c[0]), c[1], self.path)

    assign_text = text_field

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
