"""The canonical layout of a file: takes a source, gives its text laid out anew, with every comment at its place.

The formatter prints the parser's tokens, so it cannot change what a file says. What it decides: two blanks of indentation, one statement on a line, one
blank line at most, one blank between words and none inside brackets; lines beyond the width are broken before a tail, or after a comma. What it leaves
to the author: which fields share a line (three blanks apart), where a blank line stands, and whether a block of one statement stays on its line if it
fits. A file with findings is left alone.
"""
from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from rulewright.compiler.parse import parse_with_tokens
from rulewright.compiler.scan import CONTINUING_WORDS, Token
from rulewright.compiler.tables import END
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax import Ability, Call, Define, File
from rulewright.dsl.walk import walk
from rulewright.dsl.words import ROLES

WIDTH = 118
INDENT = "  "
DEEPER = "    "
NO_RANK = 9
BREAK_BEFORE = CONTINUING_WORDS - {"is"}
VERB_BREAKS = frozenset({"is"})
BREAK_AFTER = frozenset({"PLUS", "STAR", "EQUAL", "MINUS"})
UNARY_AFTER = frozenset({"NAME", "INT", "STRING", "QNAME", "RPAR", "RSQB"})
TIGHT_BEFORE = frozenset({"COMMA", "RPAR", "RSQB", "DOT", "RANGE", "QMARK"})
TIGHT_AFTER = frozenset({"LPAR", "LSQB", "DOT", "RANGE"})
OPEN_RANGE_ENDS = frozenset({"EQUAL", "LBRACE", "RBRACE", "FIELD", "__ANON_5"})


def format_source(source: Source) -> tuple[str, list[Problem]]:
    """The formatted text and the findings of the parser; with a finding the text comes back as it was."""
    file, tokens, problems = parse_with_tokens(source)
    if problems:
        return source.text, problems
    return Layout(source, file, tokens).run(), []


@dataclass(slots=True)
class Piece:
    """One word of a line: its text, the blanks before it, and how good a place for a line break is just before it (0: none, 1: best)."""

    text: str
    blanks: int
    rank: int = 0
    comment: bool = False
    """A comment in the middle of a statement; the next piece begins a line."""
    own_line: bool = False
    """The piece begins a line."""


class Layout:
    """One run over the tokens and comments of one file."""

    def __init__(self, source: Source, file: File, tokens: list[Token]) -> None:
        self.source = source
        self.text = source.text
        self.tokens = tokens
        self.comments = file.comments
        self.calls = _call_brackets(file, tokens)
        self.partners = _partners(tokens)
        self.out: list[str] = []
        self.line: list[Piece] = []
        self.indent = 0
        self.depth = 0
        self.last_end = 0
        self.after_opening = True
        self.item_first = 0
        self.inline_until = -1

    def run(self) -> str:
        """The text of the file."""
        tokens, comments = self.tokens, self.comments
        next_comment = 0
        for index, token in enumerate(tokens):
            while next_comment < len(comments) and comments[next_comment].start < token.start:
                self._comment(comments[next_comment], token)
                next_comment += 1
            if token.kind == END:
                break
            self._token(index, token)
        for comment in comments[next_comment:]:
            self._comment(comment, tokens[-1])
        self._flush()
        return "\n".join(self.out) + "\n" if self.out else ""

    # ---------------------------------------------------------------- words

    def _token(self, index: int, token: Token) -> None:
        kind = token.kind
        if kind == "_NL" and self._would_continue(index + 1):
            self.line.append(Piece(";", 0))
            self.item_first = index + 1
            return
        if kind == "_NL":
            self._flush()
            self.item_first = index + 1
            return
        if kind == "LBRACE":
            self._open(index, token)
        elif kind == "RBRACE":
            self._close(index, token)
        else:
            if kind in ("RPAR", "RSQB"):
                self.depth -= 1
            self._add(index, token)
            if kind in ("LPAR", "LSQB"):
                self.depth += 1
        self.last_end = token.end

    def _would_continue(self, index: int) -> bool:
        """Whether an item begins with a word that, on a line of its own, would go on with the line before."""
        token = self.tokens[index]
        return token.kind == "NAME" and self.text[token.start:token.end] in CONTINUING_WORDS and self.tokens[index - 2].kind != "LBRACE"

    def _open(self, index: int, token: Token) -> None:
        close = self.partners[index]
        self.line.append(Piece("{", 1))
        self.item_first = index + 1
        if close <= self.inline_until:
            return
        if self._fits_on_line(index, close):
            self.inline_until = close
            return
        self.last_end = token.end
        self._flush(opening=True)
        self.indent += 1

    def _close(self, index: int, token: Token) -> None:
        if index <= self.inline_until:
            self.line.append(Piece("}", 1))
            return
        if self.line:
            self._flush()
        self.indent -= 1
        self.after_opening = True
        self._blank_line(token.start)
        self.after_opening = False
        self.line.append(Piece("}", 0))

    def _fits_on_line(self, index: int, close: int) -> bool:
        tokens = self.tokens
        if "\n" in self.text[tokens[index].end:tokens[close].start]:
            return close == index + 1 and not self._comment_between(tokens[index].end, tokens[close].start)
        width = len(self._wrapped()[-1])
        for at in range(index + 1, close + 1):
            token = tokens[at]
            if token.kind == "_NL":
                return False
            width += token.end - token.start + 1
            if width > WIDTH:
                return False
        return True

    def _comment_between(self, start: int, end: int) -> bool:
        at = bisect_left(self.comments, start, key=lambda span: span.start)
        return at < len(self.comments) and self.comments[at].start < end

    def _add(self, index: int, token: Token) -> None:
        text = self.text[token.start:token.end]
        if " " in text or "\t" in text:
            text = " ".join(text.split()) if token.kind not in ("STRING", "QNAME") else text
        if not self.line:
            self._blank_line(token.start)
            self.line.append(Piece(text, 0))
            return
        groups = self.depth == 0 and index > self.item_first and self._begins_field(index) and self._item_has_fields()
        blanks = 3 if groups else self._blanks(index, token)
        self.line.append(Piece(text, blanks, 1 if groups else self._rank(index, token, text), own_line=False))

    def _item_has_fields(self) -> bool:
        first = self.item_first
        return self.tokens[first].kind == "FIELD" or (self._is_role(first) and self.tokens[first + 1].kind == "FIELD")

    def _is_role(self, index: int) -> bool:
        token = self.tokens[index]
        return token.kind == "NAME" and self.text[token.start:token.end] in ROLES

    def _begins_field(self, index: int) -> bool:
        if self.tokens[index].kind == "FIELD":
            return not self._is_role(index - 1)
        return self._is_role(index) and self.tokens[index + 1].kind == "FIELD"

    def _rank(self, index: int, token: Token, text: str) -> int:
        if self.inline_until >= index:
            return 0
        before = self.tokens[index - 1].kind
        if token.kind == "NAME" and text in (VERB_BREAKS if self._item_is_verb() else BREAK_BEFORE):
            return 1 if self.depth == 0 else 3
        if before == "COMMA":
            return 2 if self.depth == 0 else 3
        return 4 if before in BREAK_AFTER else 0

    def _item_is_verb(self) -> bool:
        first = self.tokens[self.item_first]
        return first.word in ("VERB", "SEQUENCE") or first.kind == "OVERRIDE"

    def _blanks(self, index: int, token: Token) -> int:
        tokens = self.tokens
        before = tokens[index - 1]
        kind = token.kind
        if kind in TIGHT_BEFORE:
            return 0
        if before.kind == "RANGE":
            return 1 if kind in OPEN_RANGE_ENDS or token.word in ("PER", "SEEN") else 0
        if before.kind in TIGHT_AFTER or (kind == "LPAR" and index in self.calls):
            return 0
        if before.kind == "MINUS":
            tight = self._is_unary(index - 1) or self._is_change(index - 1)
            return 0 if tight and kind != "MINUS" else 1
        if before.kind == "PLUS" and self._is_change(index - 1):
            return 0
        return 1

    def _is_unary(self, index: int) -> bool:
        before = self.tokens[index - 1]
        return before.kind not in UNARY_AFTER or before.word in ("IS", "IN", "NOT", "AND", "OR", "WHERE", "THEN", "ELSE", "IF", "MOD", "TO", "BY")

    def _is_change(self, index: int) -> bool:
        """Is this the `+` of `modify armor +1`?"""
        first = self.tokens[self.item_first]
        return self.depth == 0 and index == self.item_first + 2 and self.text[first.start:first.end] == "modify"

    # ---------------------------------------------------------------- lines

    def _comment(self, span: Span, coming: Token) -> None:
        text = self.text[span.start:span.end].rstrip()
        alone = "\n" in self.text[self.last_end:span.start] or not (self.out or self.line)
        if self.line and coming.kind not in ("_NL", "RBRACE", END):
            self.line.append(Piece(text, 2, comment=True, own_line=alone))
        elif not alone:
            if self.line:
                self.line.append(Piece(text, 2, comment=True))
                self._flush()
            else:
                self.out[-1] += "  " + text
        else:
            self._flush()
            self._blank_line(span.start)
            self.out.append(INDENT * self.indent + text)
        self.last_end = span.end

    def _blank_line(self, start: int) -> None:
        """Keep one blank line of those that the author left, but none at the edges of a block."""
        if self.out and not self.after_opening and self.text.count("\n", self.last_end, start) > 1:
            self.out.append("")
        self.after_opening = False

    def _flush(self, opening: bool = False) -> None:
        if self.line:
            self.out.extend(self._wrapped())
            self.line = []
            self.after_opening = opening

    def _wrapped(self) -> list[str]:
        """The line as it is printed, in as many lines as its width needs."""
        margin = INDENT * self.indent
        fields = bool(self.line) and self._line_has_groups()
        lines: list[str] = []
        current: list[Piece] = []
        width, cut, rank = len(margin), 0, NO_RANK
        for at, piece in enumerate(self.line):
            if current and (current[-1].comment or piece.own_line):
                lines.append(self._joined(current, margin))
                margin, current, cut, rank = self._margin_after(at), [], 0, NO_RANK
                width = len(margin)
            if current and 0 < piece.rank <= rank:
                cut, rank = len(current), piece.rank
            width += piece.blanks * bool(current) + len(piece.text)
            current.append(piece)
            if width > WIDTH and cut and not piece.comment:
                lines.append(self._joined(current[:cut], margin))
                margin = INDENT * self.indent + ("" if fields else DEEPER)
                current, cut, rank = current[cut:], 0, NO_RANK
                width = len(margin) + sum(len(part.text) + part.blanks for part in current) - current[0].blanks
        lines.append(self._joined(current, margin))
        return lines

    def _margin_after(self, at: int) -> str:
        """The margin of a piece that begins a line after a comment: a block and an `else` stand below their beginning, all else deeper."""
        coming = next((piece.text for piece in self.line[at:at + 20] if not piece.comment), "")
        return INDENT * self.indent + ("" if coming in ("{", "else") else DEEPER)

    def _line_has_groups(self) -> bool:
        return any(piece.blanks == 3 for piece in self.line)

    @staticmethod
    def _joined(pieces: list[Piece], margin: str) -> str:
        parts = [margin]
        for at, piece in enumerate(pieces):
            parts.append(" " * piece.blanks * (at > 0) + piece.text)
        return "".join(parts)


def _call_brackets(file: File, tokens: list[Token]) -> set[int]:
    """The tokens `(` that belong to the name before them."""
    ends = {node.name.span.end for node in walk(file) if isinstance(node, Call)}
    ends |= {node.name.span.end for node in walk(file) if isinstance(node, Define | Ability) and node.parameters}
    return {index for index, token in enumerate(tokens) if token.kind == "LPAR" and index and tokens[index - 1].end in ends}


def _partners(tokens: list[Token]) -> dict[int, int]:
    """For each `{` the `}` that closes it."""
    out: dict[int, int] = {}
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind == "LBRACE":
            opened.append(index)
        elif token.kind == "RBRACE":
            out[opened.pop()] = index
    return out
