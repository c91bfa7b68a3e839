"""Reductions -> nodes: takes what a rule of the grammar matched, gives the node of `dsl/syntax.py`.

Each method is named after a rule or an alias of the grammar and gets the rule's kept children: an int is the number of a token, `None` an optional part
that is absent, everything else a node or a list. `first` and `last` are the tokens at both ends of what was matched.
"""
# ruff: noqa: D102 - the name of each method is the name of a rule, which the grammar explains
from __future__ import annotations

from typing import Any, cast

from rulewright.dsl import syntax as ast
from rulewright.dsl.limits import MAX_NUMBER
from rulewright.dsl.source import Span
from rulewright.dsl.words import KIND_FIELDS

from .build_values import Child, Values

BROKEN = -1
"""Stands for the head of a phrase whose first line has a fault: its block is still read, the phrase itself becomes a hole."""


class Build(Values):
    """All node functions of one file."""

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
        said: dict[str, Any] = {}
        again: list[tuple[str, Span]] = []
        for word, node in tails:
            if word in said:
                again.append((word, node if isinstance(node, Span) else node.span))
            else:
                said[word] = node
        return ast.Slot(self.span(), role, name, place, kind, start, said.get("per"), said.get("seen by"), said.get("without rings"), self.doc(), again)

    kind_slot = slot

    def kind_text(self, c: list[Child]) -> ast.Field:
        name, place = self.field_name(c[0])
        return ast.Field(self.span(), name, place, [self.string(c[1])], self.doc())

    def kind_list(self, c: list[Child]) -> ast.Field:
        name, place = self.field_name(c[0])
        return ast.Field(self.span(), name, place, [_type_as_name(kind) for kind in c[1:]], self.doc())

    def slot_per(self, c: list[Child]) -> tuple[str, ast.Expr]:
        return "per", c[0]

    def slot_seen(self, c: list[Child]) -> tuple[str, ast.Name]:
        return "seen by", self.name(c[0])

    def slot_ringless(self, c: list[Child]) -> tuple[str, Span]:
        return "without rings", self.span()

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
        return ast.Define(self.span(), self.name(c[1]), c[2] or [], c[3], self.doc(), c[0] is not None, c[4])

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
        return ast.Verb(self.span(), c[1], self.name(c[2]), c[3] or [], c[4] or [], c[6], self.doc(), c[0] is not None, c[5] or [])

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

    # ---------------------------------------------------------------- phrases

    def head(self, c: list[Child]) -> int:
        return cast(int, c[0])

    def instead_of(self, c: list[Child]) -> ast.Name:
        return ast.Name(self.span(), "instead of")

    def guess(self, first: int) -> str | None:
        """The name of what the item that begins at a token seems to define or declare, if its text could not be read."""
        if first + 1 >= len(self.kinds) or not self.spelled(first)[:1].isalpha() or self.kinds[first] == "FIELD":
            return None
        kind = self.kinds[first + 1]
        if kind == "STRING":
            return self.unquoted(self.spelled(first + 1))
        return self.spelled(first + 1).removesuffix(":") if kind in ("FIELD", "NAME") else None

    def phrase(self, c: list[Child]) -> ast.Item:
        head, argument, count, *tails, costs, block, otherwise = c
        if head == BROKEN:
            return ast.Hole(self.span(), self.guess(self.first))
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
        return ast.Tail(self.span(), "per", None, c[0], c[0].span)

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
