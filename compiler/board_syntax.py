"""Small readings of a board's syntax: chains of links, fields of a space, what a phrase has too much."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import boards as rows
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Span

from .board_draft import FieldDraft


def chain(argument: s.Expr | None) -> Iterator[tuple[s.Expr, s.Expr, bool]]:
    """The links of `A -- B -> C`, left to right: ends, and whether both ways. Brackets do not matter; no recursion, however long the chain."""
    arrows: list[bool] = []
    ends: list[s.Expr] = []
    work: list[s.Expr | bool] = [argument] if argument is not None else []
    while work:
        node = work.pop()
        if isinstance(node, bool):
            arrows.append(node)
        elif isinstance(node, s.Link):
            work += [node.right, node.arrow == "--", node.left]
        elif isinstance(node, s.Paren):
            work.append(node.value)
        else:
            ends.append(node)
    for index, both in enumerate(arrows):
        yield ends[index], ends[index + 1], both


def extras(phrase: s.Phrase, tails: Sequence[str] | None) -> Iterator[Span]:
    """The places of what such a phrase cannot have: tails (other than those allowed, unless None), a number of copies, costs, an `else`."""
    if tails is not None:
        yield from (tail.span for tail in phrase.tails if tail.word not in tails)
    if phrase.count is not None:
        yield phrase.argument.span if phrase.argument is not None else phrase.word.span
    yield from (cost.span for cost in phrase.costs)
    if phrase.otherwise is not None:
        yield phrase.otherwise.span


def phrase_fields(phrase: s.Phrase, problems: list[Problem]) -> Iterator[FieldDraft]:
    """The fields of a space: tails, and the lines of its block."""
    for tail in phrase.tails:
        if tail.word == "named" and tail.name is not None and tail.value is not None:
            yield FieldDraft(tail.name, [tail.value], tail.name_span or tail.span)
    for item in phrase.block.items if phrase.block is not None else ():
        if isinstance(item, s.Field):
            yield FieldDraft(item.name, item.values, item.name_span)
        elif not isinstance(item, s.Hole):
            help_ = "a space holds fields; what happens there is said in a `rule` beside the board"
            problems.append(rows.BOARD_ITEM.at(item.span, what=spoken(item), help=help_))


def id_tail(phrase: s.Phrase) -> str | None:
    """The word after `id:` of a space."""
    for tail in phrase.tails:
        if tail.word == "named" and tail.name == "id" and isinstance(tail.value, s.Name):
            return tail.value.name
    for item in phrase.block.items if phrase.block is not None else ():
        if isinstance(item, s.Field) and item.name == "id" and len(item.values) == 1 and isinstance(item.values[0], s.Name):
            return item.values[0].name
    return None


def word_of(value: s.Expr) -> str | None:
    """A plain or qualified name as text."""
    if isinstance(value, s.Name):
        return value.name
    return f"{value.pack}:{value.name}" if isinstance(value, s.QName) else None


def spoken(item: s.Item) -> str:
    """How an author would call an item."""
    words = {s.Kind: "kind", s.Enum: "enum", s.Define: "define", s.Ability: "ability", s.When: "when", s.If: "if", s.ForEach: "for each", s.Let: "let",
             s.Check: "whenever", s.Require: "require", s.Expect: "expect", s.Together: "together", s.Stop: "stop", s.Choice: "option", s.Assign: "="}
    if isinstance(item, s.Verb | s.Phrase):
        return item.word if isinstance(item.word, str) else item.word.name
    if isinstance(item, s.Slot):
        return f"{item.name}:"
    return words.get(type(item), "this")


def one_of(words: Sequence[str]) -> str:
    """`a` or `b`."""
    return " or ".join(f"`{word}`" for word in words)


def listed(words: Sequence[str]) -> str:
    """`a`, `b`, `c`."""
    return ", ".join(f"`{word}`" for word in words)
