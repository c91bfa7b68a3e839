"""Text -> tokens: takes a source, gives the tokens that the parser's loop reads, the comments, and what is wrong with single words.

The patterns come from the grammar's terminals. Then two things that no grammar can say: brackets are matched (compiler/brackets.py), and line ends that
do not end a statement are dropped: inside ( ) and [ ], after a comma or an operator, and before a line that begins with `{` or a continuing word. A sign of
another language (`==`, `&&`, a curly quote) is reported and read as what was meant, so that one slip does not hide the next.
"""
from __future__ import annotations

import unicodedata
from typing import NamedTuple

from rulewright.dsl.catalogue import encoding, syntax
from rulewright.dsl.limits import MAX_FAULTS, MAX_NAME, MAX_NUMBER, MAX_TEXT
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Source, Span

from .characters import HIDDEN, INVISIBLE, mixed_scripts
from .tables import END, Tables


class Token(NamedTuple):
    """A terminal's name, the keyword or `xN` terminal it is where that is allowed (or ""), and its place."""

    kind: str
    word: str
    start: int
    end: int


class Faults:
    """The findings of one file, with a limit on how many there may be."""

    __slots__ = ("found", "full", "size", "source")

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Problem] = []
        self.full = False
        self.size = len(source.text)

    def add(self, problem: Problem) -> None:
        """Keep a finding unless the file has too many already."""
        if len(self.found) < MAX_FAULTS:
            self.found.append(problem)
        elif not self.full:
            self.full = True
            self.found.append(syntax.TOO_MANY_FAULTS.at(self.span(self.size, self.size), limit=MAX_FAULTS))

    def span(self, start: int, end: int) -> Span:
        """A span of this file."""
        return Span(self.source.path, start, end)


OPERATORS = frozenset({",", "+", "-", "*", "=", "+=", "-=", "--", "->", "and", "or", "not", "is", "where"})
CONTINUING_WORDS = frozenset(
    {"where", "until", "while", "so", "costs", "unless", "despite", "and", "or", "is", "once", "per", "by", "else", "then"}
)

# sign of another language -> (what is written here, the tokens it is read as)
FOREIGN: dict[str, tuple[str, tuple[str, ...]]] = {
    "==": ("is", ("is",)),
    "!=": ("is not", ("is", "not")),
    "<>": ("is not", ("is", "not")),
    "&&": ("and", ("and",)),
    "||": ("or", ("or",)),
    ":=": ("=", ("=",)),
    "++": ("+= 1", ("+=",)),
    "<->": ("--", ("--",)),
    "!": ("not", ("not",)),
    "=<": ("<=", ("<=",)),
    "=>": (">= (at least) or -> (leads to)", (">=",)),
    "≥": (">=", (">=",)),
    "≤": ("<=", ("<=",)),
    "≠": ("is not", ("is", "not")),
    "×": ("*", ("*",)),
    "−": ("-", ("-",)),
    "–": ("-", ("-",)),
    "—": ("--", ("--",)),
    "→": ("->", ("->",)),
    "…": ("..", ("..",)),
    "...": ("..", ("..",)),
    "//": ("# for a comment", ("#",)),
    "/*": ("# for a comment", ("#",)),
}
SIGNS = sorted(FOREIGN, key=lambda sign: (-len(sign), sign))
SIGN_STARTS = {start: tuple(sign for sign in SIGNS if sign.startswith(start)) for start in "=</.+"}
QUOTES = {"'": "'", "‘": "’", "’": "’", "“": "”", "”": "”", "„": "“", "«": "»", "`": "`"}
NEAR_LINES = 5
ESCAPES = {"n": "\n", '"': '"', "\\": "\\"}


class Scan:
    """One run over one file. `tokens` are all tokens with every line end; `docs` maps the start of a token to the `##` text before it."""

    def __init__(self, source: Source, tables: Tables, faults: Faults) -> None:
        self.source = source
        self.text = source.text
        self.tables = tables
        self.faults = faults
        self.tokens: list[Token] = []
        self.comments: list[Span] = []
        self.docs: dict[int, str] = {}

    def run(self, at: int = 0, stop: int | None = None) -> None:
        """Scan the whole text, or a stretch of it."""
        text, tokens, words = self.text, self.tokens, self.tables.words
        match, symbols = self.tables.scanner.match, self.tables.symbols
        pending: list[str] = []
        size = len(text) if stop is None else stop
        new = tuple.__new__
        while at < size:
            # Four tokens of ten are a blank or a line end, which need no pattern.
            sign = text[at]
            if sign == " ":
                at += 1
                continue
            if sign == "\n":
                tokens.append(new(Token, ("_NL", "", at, at + 1)))
                at += 1
                continue
            found = match(text, at, size)
            kind = found.lastgroup if found else None
            if found is None or kind is None:
                at = self._strange(at)
                continue
            end = found.end()
            if kind == "WS":
                at = end
                continue
            if kind == "COMMENT":
                self.comments.append(Span(self.source.path, at, end))
                if text.startswith("##", at):
                    pending.append(text[at + 2:end].strip())
                at = end
                continue
            if kind == "_NL":
                tokens.append(new(Token, (kind, "", at, end)))
                at = end
                continue
            if pending:
                self.docs[at] = "\n".join(pending)
                pending = []
            if kind == "SYMBOL":
                sign = text[at:end]
                if sign[0] in SIGN_STARTS and text.startswith(SIGN_STARTS[sign[0]], at):
                    at = self._strange(at)
                    continue
                tokens.append(new(Token, (symbols[sign], "", at, end)))
            elif kind == "NAME":
                name = text[at:end]
                tokens.append(new(Token, (kind, words.get(name, ""), at, end)))
                if end - at > MAX_NAME or not name.isascii():
                    self.check_name(name, at, end)
            elif kind == "COUNT":
                tokens.append(Token("NAME", kind, at, end))
            else:
                tokens.append(new(Token, (kind, "", at, end)))
                self.check(kind, at, end)
            at = end

    def check(self, kind: str, at: int, end: int) -> None:
        """Report what is wrong with a word that is no plain name."""
        text, span = self.text, self.faults.span
        if kind == "INT":
            if end - at > 10 or int(text[at:end]) > MAX_NUMBER:
                self.faults.add(syntax.NUMBER_TOO_LARGE.at(span(at, end), limit=MAX_NUMBER))
        elif kind == "FIELD":
            self.check_name(text[at:end - 1], at, end - 1)
        elif kind == "QNAME":
            colon = text.index(":", at)
            self.check_name(text[at:colon], at, colon)
            if text[colon + 1] == '"':
                self._text(colon + 1, end)
            else:
                self.check_name(text[colon + 1:end], colon + 1, end)
        elif kind == "STRING":
            self._text(at, end)

    def check_name(self, name: str, at: int, end: int) -> None:
        """Report what is wrong with a name."""
        if end - at > MAX_NAME:
            self.faults.add(syntax.NAME_TOO_LONG.at(self.faults.span(at, end), limit=MAX_NAME, start=name[:20]))
        elif not name.isascii():
            self._scripts(at, end)

    def _scripts(self, at: int, end: int) -> None:
        for start, stop, word, odd in mixed_scripts(self.text, at, end):
            self.faults.add(encoding.MIXED_SCRIPTS.at(self.faults.span(start, stop), word=word, odd=odd))

    def _text(self, at: int, end: int) -> None:
        text = self.text
        if end - at - 2 > MAX_TEXT:
            self.faults.add(syntax.TEXT_TOO_LONG.at(self.faults.span(at, end), limit=MAX_TEXT))
            return
        slash = text.find("\\", at, end)
        while slash >= 0:
            if text[slash + 1] not in ESCAPES:
                self.faults.add(syntax.UNKNOWN_ESCAPE.at(self.faults.span(slash, slash + 2), sign=text[slash + 1]))
            slash = text.find("\\", slash + 2, end)
        if not text[at:end].isascii():
            self._scripts(at, end)

    # ---------------------------------------------------------------- what no terminal matches

    def _strange(self, at: int) -> int:
        """Report what cannot begin a word, read it as what was meant where that is known, and return where to go on."""
        text, sign = self.text, self.text[at]
        span, tokens = self.faults.span, self.tokens
        if sign in HIDDEN or sign.isspace():
            return self._joined(at) if sign in INVISIBLE else at + 1
        if sign == '"':
            return self._unclosed(at)
        if sign.isdigit():
            return self._digits(at)
        for foreign in SIGNS:
            if text.startswith(foreign, at):
                return self._foreign(foreign, at)
        if sign in QUOTES:
            close = text.find(QUOTES[sign], at + 1)
            line_end = text.find("\n", at)
            if close > 0 and (line_end < 0 or close < line_end):
                self.faults.add(syntax.FOREIGN_QUOTES.at(span(at, close + 1), sign=sign, text=text[at + 1:close]))
                tokens.append(Token("STRING", "", at, close + 1))
                return close + 1
        end = at + 1
        if sign == ":":
            self._colon(at)
        else:
            name = unicodedata.name(sign, "a sign without a name").lower()
            self.faults.add(syntax.UNKNOWN_SIGN.at(span(at, end), sign=sign, name=name))
        tokens.append(Token("BAD", "", at, end))
        return end

    def _joined(self, at: int) -> int:
        """Behind an invisible character; the halves of a name on both sides of it are one word, as an author sees it."""
        before, found = self.tokens[-1] if self.tokens else None, self.tables.scanner.match(self.text, at + 1)
        if before is None or found is None or before.kind != "NAME" or before.end != at or found.lastgroup not in ("NAME", "FIELD"):
            return at + 1
        self.tokens[-1] = Token(str(found.lastgroup), "", before.start, found.end())
        return found.end()

    def _colon(self, at: int) -> None:
        before = self.tokens[-1] if self.tokens else None
        if before and before.kind == "NAME":
            name = self.text[before.start:before.end]
            self.faults.add(syntax.BLANK_BEFORE_COLON.at(self.faults.span(at, at + 1), name=name))
        else:
            self.faults.add(syntax.UNKNOWN_SIGN.at(self.faults.span(at, at + 1), sign=":", name="colon"))

    def _foreign(self, foreign: str, at: int) -> int:
        native, read_as = FOREIGN[foreign]
        end = at + len(foreign)
        self.faults.add(syntax.FOREIGN_SIGN.at(self.faults.span(at, end), sign=foreign, native=native))
        if read_as == ("#",):
            line_end = self.text.find("\n", at)
            return len(self.text) if line_end < 0 else line_end
        for word in read_as:
            if word in self.tables.words:
                self.tokens.append(Token("NAME", self.tables.words[word], at, end))
            else:
                self.tokens.append(Token(self.tables.symbols[word], "", at, end))
        return end

    def _digits(self, at: int) -> int:
        text, end = self.text, at + 1
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        self.faults.add(syntax.NAME_BEGINS_WITH_DIGIT.at(self.faults.span(at, end), name=text[at:end]))
        self.tokens.append(Token("NAME", "", at, end))
        return end

    def _unclosed(self, at: int) -> int:
        """A quote without its partner on the line. A block that opens at the end of the line is taken to lie outside the text."""
        text = self.text
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        content = text[at:end].rstrip()
        closing = self._closing_quote(end)
        if closing:
            self.faults.add(syntax.UNCLOSED_STRING.at(self.faults.span(at, at + len(content)), text=content[1:41]))
            self.tokens.append(Token("STRING", "", at, closing))
            return closing
        opens = content.endswith("{") and len(content) > 1
        if opens:
            content = content[:-1].rstrip()
        stop = at + len(content)
        self.faults.add(syntax.UNCLOSED_STRING.at(self.faults.span(at, stop), text=content[1:41]))
        self.tokens.append(Token("STRING", "", at, stop))
        return stop if opens else end


    def _closing_quote(self, line_end: int) -> int:
        """The end of a text that was meant to run over lines: a lone quote, soon, that looks like the end of a text and not like the beginning of one."""
        start = line_end + 1
        for _ in range(NEAR_LINES):
            stop = self.text.find("\n", start)
            line = self.text[start:stop if stop >= 0 else len(self.text)]
            if '"' in line:
                at = line.index('"')
                lone = line.count('"') % 2 == 1 and (at + 1 == len(line) or line[at + 1] in " \t,;)]}#")
                return start + at + 1 if lone and not line[:at].rstrip().endswith(":") else 0
            if stop < 0:
                return 0
            start = stop + 1
        return 0


def join_lines(tokens: list[Token], text: str, inside: set[int], size: int) -> list[Token]:
    """Drop the line ends that end nothing, and add the end of the file. `inside` holds the starts of line ends within brackets."""
    out: list[Token] = []
    count = len(tokens)
    index = 0
    while index < count:
        token = tokens[index]
        if token.kind != "_NL":
            out.append(token)
            index += 1
            continue
        last, hard = index, False
        while last < count and tokens[last].kind == "_NL":
            hard = hard or text[tokens[last].start] == ";"
            last += 1
        if not _continues(out, tokens, index, last, text, hard, inside):
            out.append(token)
        index = last
    out.append(Token(END, "", size, size))
    return out


def _continues(out: list[Token], tokens: list[Token], first: int, after: int, text: str, hard: bool, inside: set[int]) -> bool:
    if tokens[first].start in inside:
        return True
    if hard:
        return False
    if out and text[out[-1].start:out[-1].end] in OPERATORS:
        return True
    if after < len(tokens):
        following = tokens[after]
        if following.kind == "LBRACE":
            return True
        return following.kind == "NAME" and bool(out) and text[following.start:following.end] in CONTINUING_WORDS
    return False
