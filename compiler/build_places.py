"""What the node functions share: takes the terminals of a file and their places, gives their spans, names, numbers and texts."""
from __future__ import annotations

import unicodedata

from rulewright.dsl import syntax as ast
from rulewright.dsl.limits import MAX_NUMBER
from rulewright.dsl.source import Source, Span

from .scan import ESCAPES

_new = tuple.__new__
_bare = object.__new__


class Places:
    """What every node function needs: the tokens of one file as spans, names, numbers and texts.

    `kinds` are their terminals, a keyword or `COUNT` where they may be one; `words` how they are written; `starts` and `ends` their places.
    """

    def __init__(self, source: Source, kinds: list[str], words: list[str], starts: list[int], ends: list[int], docs: dict[int, str]) -> None:
        self.path = source.path
        self.kinds = kinds
        self.words = words if source.text.isascii() else [unicodedata.normalize("NFC", word) for word in words]
        self.starts = starts
        self.ends = ends
        self.docs = docs
        self.first = 0
        self.last = 0

    def span(self) -> Span:
        """The stretch that the rule being reduced has matched."""
        start, end = self.starts[self.first], self.ends[self.last]
        return _new(Span, (self.path, start, end if end > start else start))

    def token_span(self, index: int) -> Span:
        """The place of one token."""
        return _new(Span, (self.path, self.starts[index], self.ends[index]))

    def spelled(self, index: int) -> str:
        """A token as it is written, in NFC."""
        return self.words[index]

    def name(self, index: int) -> ast.Name:
        """A `Name` node for a token. Half of all nodes are names, and without a call of `__init__` one takes a third less time."""
        node = _bare(ast.Name)
        node.span = _new(Span, (self.path, self.starts[index], self.ends[index]))
        node.name = self.words[index]
        return node

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
        return self.spelled(index)[:-1], _new(Span, (self.path, self.starts[index], self.ends[index] - 1))

    def doc(self) -> str:
        """The documentation comment before what is being reduced."""
        return self.docs.get(self.starts[self.first], "") if self.docs else ""

    def maybe_name(self, index: int | None) -> ast.Name | None:
        """A `Name`, or None for an absent one."""
        return None if index is None else self.name(index)
