"""What the node functions share: takes the tokens of a file, gives their spans, names, numbers and texts."""
from __future__ import annotations

import unicodedata

from rulewright.dsl import syntax as ast
from rulewright.dsl.limits import MAX_NUMBER
from rulewright.dsl.source import Source, Span

from .scan import ESCAPES, Token

_new = tuple.__new__


class Places:
    """What every node function needs: the tokens of one file as spans, names, numbers and texts."""

    def __init__(self, source: Source, tokens: list[Token], docs: dict[int, str]) -> None:
        self.path = source.path
        self.written = source.text
        self.tokens = tokens
        self.docs = docs
        self.first = 0
        self.last = 0

    def span(self) -> Span:
        """The stretch that the rule being reduced has matched."""
        start, end = self.tokens[self.first][2], self.tokens[self.last][3]
        return _new(Span, (self.path, start, end if end > start else start))

    def token_span(self, index: int) -> Span:
        """The place of one token."""
        _, _, start, end = self.tokens[index]
        return _new(Span, (self.path, start, end))

    def spelled(self, index: int) -> str:
        """A token as it is written, in NFC."""
        _, _, start, end = self.tokens[index]
        text = self.written[start:end]
        return text if text.isascii() else unicodedata.normalize("NFC", text)

    def name(self, index: int) -> ast.Name:
        """A `Name` node for a token."""
        _, _, start, end = self.tokens[index]
        text = self.written[start:end]
        return ast.Name(_new(Span, (self.path, start, end)), text if text.isascii() else unicodedata.normalize("NFC", text))

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
        return self.docs.get(self.tokens[self.first][2], "") if self.docs else ""

    def maybe_name(self, index: int | None) -> ast.Name | None:
        """A `Name`, or None for an absent one."""
        return None if index is None else self.name(index)
