"""Where in its content a place lies: takes a source and a place, gives the item it is in as its author wrote it, the field, and the item of a list.

Asked where findings are shown, of places that have a finding, so that no pass says it and what is without a finding pays nothing. It looks at tokens with
mended brackets and not at the tree, for what cannot be read as a tree has an owner too.
"""
from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from rulewright.dsl.forms import FORMS
from rulewright.dsl.limits import MAX_FILE
from rulewright.dsl.packfiles import MANIFEST
from rulewright.dsl.registry import OPERATIONS
from rulewright.dsl.source import Source, Span
from rulewright.dsl.words import LABELS, ROLES, WORDS

from .brackets import match_brackets
from .manifest_tree import Mapping, Sequence, Tree, read_tree
from .scan import Faults, Scan, Token, join_lines
from .tables import END, tables

MAX_HEADING = 60
"""Characters of a heading that are said, and so the most of its words and signs that are looked at."""
MAX_HEADINGS = 8
"""Headings that are said of things in things in things: the innermost, and the outermost."""
_STATEMENTS = frozenset({"option", *OPERATIONS, *(word for word, row in WORDS.items() if "statement" in row.places)}) | {
    word for word, form in FORMS.items() if form.what == "statement" and word != "step"
}
"""Words of what is a part of a rule, and nothing that an author would look for by name."""
_CONDITIONS = frozenset({"when", "whenever", "as soon as", "always"})
_HOOKS = _CONDITIONS | {word for word, form in FORMS.items() if form.what in ("handler", "clause")} | {"instead"}
"""Words of items that are called by all of their heading."""
_ENDS = frozenset({"is", "costs", "because", "if", *LABELS, *(word for word, row in WORDS.items() if "tail" in row.places)})
"""Words that end a heading, anywhere but at its beginning."""
_OPENERS, _CLOSERS = frozenset({"LPAR", "LSQB"}), frozenset({"RPAR", "RSQB"})


class Heading(NamedTuple):
    """How an item begins, in the author's spelling: `scout "Mouse"`, `kind hero`, `after deal`; and what it is called, which may be the same."""

    text: str
    name: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Inside:
    """Where a place lies: headings from the outermost to the innermost, the field, and which items of which lists, outer ones first, from 1.

    `here` says that the place is in the innermost heading itself.
    """

    headings: tuple[Heading, ...] = ()
    field: str = ""
    items: tuple[int, ...] = ()
    here: bool = False

    @property
    def owner(self) -> str:
        """The heading of the thing or declaration that an author would look for: the innermost with a name between quotes, else the outermost."""
        named = [one for one in self.headings if one.quoted] or [one for one in self.headings if one.name != one.text] or self.headings
        return (named[-1] if named[-1].quoted else named[0]).text if named else ""

    @property
    def path(self) -> str:
        """`Mouse.weapon`, `Postern.needs[3]`, `Spy.after scheme`."""
        return ".".join([*(one.name for one in self.headings), *([self.field] if self.field else [])]) + "".join(f"[{item}]" for item in self.items)

    def said(self) -> str:
        """`scout "Mouse".weapon`, `gate "Postern".needs, item 3`, `card "Spy", after scheme`; nothing where the line itself says it."""
        headings = [one.text for one in (self.headings[:-1] if self.here else self.headings)]
        if self.field and not (self.headings or self.items or "." in self.field):
            return ""
        if self.field:
            headings[-1:] = [f"{headings[-1]}.{self.field}" if headings else self.field]
        return ", ".join([*headings, *(f"item {item}" for item in self.items)])


NOWHERE = Inside()


def inside(source: Source | None, span: Span) -> Inside:
    """Where a place of a source lies; a place that stands for a whole file lies in nothing."""
    if source is None or not span.start < len(source.text) or len(source.text) > MAX_FILE or span.end == 0:
        return NOWHERE
    if source.path.endswith(MANIFEST):
        return _in_manifest(source, span.start)
    return _outline(source).at(span.start) if source.path.endswith(".rw") else NOWHERE


@dataclass(slots=True)
class _Frame:
    """An open block: the block around it, the first token of its heading, and its `{`."""

    outer: _Frame | None
    first: int
    brace: int


@dataclass(slots=True)
class _Reading:
    """How far the item that begins with `first` is read: up to the token `at`, the field that is then open, where it begins, and the commas in it.

    For each open bracket: whether it is a list, and at which item.
    """

    first: int
    at: int
    begin: int
    name: str = ""
    commas: int = 0
    brackets: list[tuple[bool, int]] = field(default_factory=list)


@dataclass(slots=True)
class _Outline:
    """The tokens of a file; for each of them the block that is open before it, and the first token of the item that is then being read."""

    text: str
    tokens: list[Token]
    ends: list[int] = field(default_factory=list)
    frames: list[_Frame | None] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)
    reading: _Reading = field(default_factory=lambda: _Reading(0, 0, 0))
    several: dict[int, bool] = field(default_factory=dict)
    """By the first token of a field whether it has several values."""

    def __post_init__(self) -> None:
        frame: _Frame | None = None
        first = 0
        for index, token in enumerate(self.tokens):
            self.ends.append(token.end)
            self.frames.append(frame)
            self.firsts.append(first)
            if token.kind == "LBRACE":
                frame, first = _Frame(frame, first, index), index + 1
            elif token.kind == "RBRACE" and frame is not None:
                first, frame = frame.first, frame.outer
            elif token.kind == "_NL":
                first = index + 1

    def at(self, place: int) -> Inside:
        """Where an offset lies."""
        index = bisect_right(self.ends, place)
        if index >= len(self.tokens):
            return NOWHERE
        frame, first = self.frames[index], self.firsts[index]
        headings = self._headings(frame)
        name, items = self._value(first, index, index + (self.tokens[index].start <= place))
        mine, here = self._own_heading(frame, first, index, headings)
        if mine is not None:
            headings.append(mine)
        elif not self._is_field(first):
            name, items = "", () if name else items
        if frame is None and name and self._is_field(first):
            slot = self._word(first) in ROLES
            return Inside((Heading(f"{self._word(first)} {name}", name),) if slot else (), "" if slot else name, items)
        return Inside(tuple(headings), name, items, here and not name)

    def _headings(self, frame: _Frame | None) -> list[Heading]:
        found: list[int] = []
        while frame is not None:
            if self._word(frame.first) not in _STATEMENTS and frame.first < frame.brace:
                found.append(frame.first)
            frame = frame.outer
        if len(found) > MAX_HEADINGS:
            found = [*found[: MAX_HEADINGS - 1], found[-1]]
        return [self._heading(first)[0] for first in reversed(found)]

    def _own_heading(self, frame: _Frame | None, first: int, index: int, headings: list[Heading]) -> tuple[Heading | None, bool]:
        """The heading of the item that is being read, if it is one without a block that has a name, and whether the place lies in it."""
        if first >= len(self.tokens) or self.tokens[first].kind in ("_NL", "RBRACE", "LBRACE", "FIELD", END) or first > index:
            return None, False
        word = self._word(first)
        named = first + 1 < len(self.tokens) and self.tokens[first + 1].kind == "STRING"
        if frame is not None and word not in _HOOKS and not (named and headings and headings[-1].quoted and self._word(frame.first) != "test"):
            return None, False
        if word in _STATEMENTS:
            return None, False
        heading, end = self._heading(first)
        return heading, index < end

    def _heading(self, first: int) -> tuple[Heading, int]:
        """The heading that begins with a token, and the token behind it."""
        tokens = self.tokens
        first_word = self._word(first)
        end, quoted = first + 1, ""
        while end < min(len(tokens), first + MAX_HEADING):
            token = tokens[end]
            if token.kind in ("LBRACE", "RBRACE", "_NL", END):
                break
            ends = token.kind in ("FIELD", "EQUAL", "LPAR") or token.word == "COUNT" or (token.kind == "NAME" and self._word(end) in _ENDS)
            if ends and first_word not in _CONDITIONS and not (end == first + 1 and (first_word == "react" or token.kind == "FIELD")):
                break
            if token.kind == "STRING" and not quoted:
                quoted = self._word(end)
            end += 1
            if token.kind == "FIELD":
                break
        words = [self._word(at) for at in range(first, end)]
        text = " ".join(self.text[tokens[first].start : tokens[end - 1].end].split()).rstrip(": ")
        text = text if len(text) <= MAX_HEADING else text[: MAX_HEADING - 1].rstrip() + "…"
        if quoted and first_word not in _HOOKS:
            return Heading(text, quoted[1:-1], True), end
        name = text if len(words) == 1 or first_word in _HOOKS else " ".join(words[1:]).rstrip(": ")
        return Heading(text, name), end

    def _value(self, first: int, index: int, stop: int) -> tuple[str, tuple[int, ...]]:
        """The field in whose value a token lies, and in which items of it."""
        read = self._read(first, index)
        name, commas, begin = read.name, read.commas, read.begin
        if stop > index and self._opens_field(read, index):
            name, commas, begin = self._word(index)[:-1], 0, index
        several = commas > 0 or (bool(name) and index > begin and self._is_several(begin))
        own = (commas + 1,) if name and several and self._is_field(first) else ()
        return name, own + tuple(item for is_list, item in read.brackets[-MAX_HEADINGS:] if is_list)

    def _read(self, first: int, index: int) -> _Reading:
        """An item read up to a token; places are asked in their order, so that each goes on where the one before it ended."""
        read = self.reading
        if read.first != first or read.at > index:
            read = self.reading = _Reading(first, first, first)
        while read.at < index:
            kind = self.tokens[read.at].kind
            if kind in _OPENERS:
                read.brackets.append((kind == "LSQB", 1))
            elif kind in _CLOSERS and read.brackets:
                read.brackets.pop()
            elif kind == "COMMA" and read.brackets:
                is_list, item = read.brackets[-1]
                read.brackets[-1] = is_list, item + 1
            elif kind == "COMMA":
                read.commas += 1
            elif kind in ("LBRACE", "RBRACE"):
                read.brackets.clear()
                read.name, read.commas = "", 0
            elif kind == "NAME" and not read.brackets and self._word(read.at) == "costs":
                read.name = ""
            elif self._opens_field(read, read.at):
                read.name, read.commas, read.begin = self._word(read.at)[:-1], 0, read.at
            read.at += 1
        return read

    def _opens_field(self, read: _Reading, index: int) -> bool:
        """Whether a token is the name of a field, and not the `deal:` of `after deal: ...`, which is a slip."""
        hooked = index == read.first + 1 and self._word(read.first) in _HOOKS
        return self.tokens[index].kind == "FIELD" and not read.brackets and not hooked

    def _is_several(self, begin: int) -> bool:
        """Whether a comma stands between values of the field that begins with a token."""
        if begin not in self.several:
            depth, found = 0, False
            for at in range(begin + 1, len(self.tokens)):
                kind = self.tokens[at].kind
                if found or kind in ("_NL", "LBRACE", "RBRACE", END) or (kind == "FIELD" and not depth):
                    break
                depth += (kind in _OPENERS) - (kind in _CLOSERS)
                found = kind == "COMMA" and depth <= 0
            self.several[begin] = found
        return self.several[begin]

    def _is_field(self, first: int) -> bool:
        """Whether an item is fields or slots."""
        if first >= len(self.tokens):
            return False
        return self.tokens[first].kind == "FIELD" or (self._word(first) in ROLES and first + 1 < len(self.tokens) and self.tokens[first + 1].kind == "FIELD")

    def _word(self, index: int) -> str:
        if index >= len(self.tokens):
            return ""
        token = self.tokens[index]
        return self.text[token.start : token.end]


@lru_cache(maxsize=4)
def _outline(source: Source) -> _Outline:
    faults = Faults(source)
    scan = Scan(source, tables(), faults)
    scan.run()
    tokens, within = match_brackets(scan.tokens, source.text, faults)
    return _Outline(source.text, join_lines(tokens, source.text, within, len(source.text)))


def _in_manifest(source: Source, place: int) -> Inside:
    """The keys that lead to a place of a manifest."""
    keys: list[str] = []
    items: tuple[int, ...] = ()
    tree: Tree | None = _manifest(source)
    while isinstance(tree, Mapping | Sequence):
        if isinstance(tree, Mapping):
            found = [(key, value) for key, (leaf, value) in tree.pairs.items() if leaf.span.start <= place]
            if not found:
                break
            key, tree = found[-1]
            keys.append(key)
        else:
            count = sum(one.span.start <= place for one in tree.items)
            if not count:
                break
            items, tree = (*items, count), tree.items[count - 1]
    return Inside((), ".".join(keys), items)


@lru_cache(maxsize=4)
def _manifest(source: Source) -> Tree | None:
    return read_tree(source.path, source.text)[0]
