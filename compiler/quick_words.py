"""Text -> words, the quick way: takes a text, gives its words by terminal and by place, or nothing where there may be something to report.

What `scan.py`, `brackets.py` and `join_lines` do with one word after the other is done here with whole columns of them: all words at once by one pattern
without groups; their terminals from a table of words that have been met, which `scan.py` itself fills; their places from their lengths. Only line ends and
brackets are looked at one by one. A test compares both ways.
"""
from __future__ import annotations

import re
from itertools import accumulate, compress
from operator import sub

from rulewright.dsl.source import Source, Span

from .scan import CONTINUING_WORDS, OPERATORS, SIGNS, Faults, Scan
from .tables import END, Tables

BLANK, COMMENT, STRANGE, LINE_END = "", "COMMENT", "STRANGE", "_NL"
MAX_KNOWN = 50_000
_CLOSED_BY = {"LPAR": "RPAR", "LSQB": "RSQB"}
_STRUCTURE = frozenset((LINE_END, "LBRACE", "RBRACE", "RPAR", "RSQB", *_CLOSED_BY))


class Known(dict[str, str]):
    """The terminal of each word that has been met: that of a keyword where it may be one, `BLANK` for blanks, `STRANGE` for what is not sound."""

    def __init__(self, grammar: Tables) -> None:
        super().__init__()
        self.grammar = grammar
        plain = re.sub(r"\(\?P<\w+>", "(?:", grammar.pattern)
        self.pattern = r"[ \t]+|\n|" + plain + r"|[\s\S]+"
        self.patterns: dict[bool, re.Pattern[str]] = {}
        self.foreign = re.compile("|".join(map(re.escape, SIGNS)))
        # What is a keyword or a name by what follows it.
        self.unsure = frozenset(re.findall(r"\(\?P<\w+>(\w+)\(\?=", grammar.pattern))

    def words(self, text: str, start: int, stop: int) -> list[str]:
        """The stretch of a text in words; what begins with something that is none reaches to its end."""
        plain = text.isascii()
        found = self.patterns.get(plain)
        if found is None:
            found = self.patterns[plain] = re.compile(self.pattern, re.ASCII if plain else 0)
        return found.findall(text, start, stop)

    def is_word(self, text: str, start: int, stop: int) -> bool:
        """Whether a stretch is one word, and not all that follows something strange."""
        found = self.grammar.scanner.match(text, start, stop)
        return found is not None and found.end() == stop

    def __missing__(self, word: str) -> str:
        if len(self) > MAX_KNOWN:
            self.clear()
        kind = self[word] = self._kind(word)
        return kind

    def _kind(self, word: str) -> str:
        source = Source("", word)
        faults = Faults(source)
        scan = Scan(source, self.grammar, faults)
        scan.run()
        if faults.found or len(scan.tokens) + len(scan.comments) > 1:
            return STRANGE
        if scan.tokens:
            (token,) = scan.tokens
            return (token.word or token.kind) if token.end == len(word) and token.start == 0 and token.kind != "BAD" else STRANGE
        return COMMENT if scan.comments and scan.comments[0] == ("", 0, len(word)) else STRANGE if word.strip(" \t") else BLANK


class Words:
    """The words of a stretch of a text, without the line ends that end nothing, and with the end as last one."""

    __slots__ = ("comments", "deep", "docs", "ends", "kinds", "starts", "written")

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.written: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.comments: list[Span] = []
        self.docs: dict[int, str] = {}
        self.deep = 0
        """No node is deeper than that."""


def read_words(source: Source, known: Known, start: int, stop: int) -> Words | None:
    """The words of a stretch; None where one is not sound or the brackets do not match."""
    text = source.text
    words = known.words(text, start, stop)
    if words and not known.is_word(text, stop - len(words[-1]), stop):
        return None
    kinds = list(map(known.__getitem__, words))
    if STRANGE in kinds:
        return None
    ends = list(accumulate(map(len, words), initial=start))
    del ends[0]
    out = Words()
    if known.foreign.search(text, start, stop) is not None and _foreign(known, text, words, kinds, ends):
        return None
    if not known.unsure.isdisjoint(words):
        _settle(known, text, words, kinds, ends, stop)
    if COMMENT in kinds:
        _comments(out, source.path, words, kinds, ends)
    out.written = list(compress(words, kinds))
    out.ends = list(compress(ends, kinds))
    out.kinds = list(compress(kinds, kinds))
    out.starts = list(map(sub, out.ends, map(len, out.written)))
    return out if _joined(out, stop) else None


def _foreign(known: Known, text: str, words: list[str], kinds: list[str], ends: list[int]) -> bool:
    """Whether some sign begins one of another language."""
    signs = known.grammar.symbols
    return any(word in signs and text.startswith(_SIGNS, end - len(word)) for word, end in zip(words, ends, strict=True))


_SIGNS = tuple(SIGNS)


def _settle(known: Known, text: str, words: list[str], kinds: list[str], ends: list[int], stop: int) -> None:
    """Say of each word that is a keyword or a name by what follows it which it is."""
    match = known.grammar.scanner.match
    for at, word in enumerate(words):
        if word in known.unsure:
            found = match(text, ends[at] - len(word), stop)
            assert found is not None and found.lastgroup is not None
            kinds[at] = known.grammar.words.get(word, found.lastgroup) if found.lastgroup == "NAME" else found.lastgroup


def _comments(out: Words, path: str, words: list[str], kinds: list[str], ends: list[int]) -> None:
    """Take the comments out; what begins with `##` belongs to the next word."""
    pending: list[str] = []
    at = kinds.index(COMMENT)
    size = len(kinds)
    while at < size:
        kind = kinds[at]
        if kind == COMMENT:
            word, end = words[at], ends[at]
            out.comments.append(Span(path, end - len(word), end))
            if word.startswith("##"):
                pending.append(word[2:].strip())
            kinds[at] = BLANK
        elif kind != BLANK and kind != LINE_END:
            if pending:
                out.docs[ends[at] - len(words[at])] = "\n".join(pending)
                pending = []
            try:
                at = kinds.index(COMMENT, at)
            except ValueError:
                return
            continue
        at += 1


def _joined(out: Words, stop: int) -> bool:
    """Drop the line ends that end nothing, and add the end; whether all brackets match."""
    kinds, words = out.kinds, out.written
    opened: list[str] = []
    headers: list[int] = []
    above = since = 0
    dropped = False
    first = last = -2
    hard = False
    size = len(kinds)
    for at in [at for at, kind in enumerate(kinds) if kind in _STRUCTURE]:
        kind = kinds[at]
        if kind == LINE_END:
            if opened:
                kinds[at] = BLANK
                dropped = True
                continue
            if at == last + 1:
                # Of several only the first stays, if any of them ends something.
                kinds[at] = BLANK
                dropped = True
                hard = hard or words[at] == ";"
            else:
                first, hard = at, words[at] == ";"
            last = at
            if at + 1 < size and kinds[at + 1] == LINE_END:
                continue
            following = words[at + 1] if at + 1 < size else ""
            if not hard and (following == "{" or (first > 0 and (words[first - 1] in OPERATORS or following in CONTINUING_WORDS))):
                kinds[first] = BLANK
                dropped = True
            else:
                out.deep = max(out.deep, above + at - since)
                since = at
        elif kind == "LBRACE":
            if opened:
                return False
            headers.append(at - since + 2)
            above += headers[-1]
            since = at
        elif kind == "RBRACE":
            if opened or not headers:
                return False
            out.deep = max(out.deep, above + at - since)
            # What follows may go on with what stands before the block: `else`.
            since = at - headers[-1]
            above -= headers.pop()
        elif kind in _CLOSED_BY:
            opened.append(_CLOSED_BY[kind])
        elif not opened or opened.pop() != kind:
            return False
    out.deep = max(out.deep, above + size - since)
    if dropped:
        out.starts = list(compress(out.starts, kinds))
        out.ends = list(compress(out.ends, kinds))
        out.written = list(compress(words, kinds))
        out.kinds = list(compress(kinds, kinds))
    out.kinds.append(END)
    out.written.append("")
    out.starts.append(stop)
    out.ends.append(stop)
    return not (opened or headers)
