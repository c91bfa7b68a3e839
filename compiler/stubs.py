"""What the rest of a pack sees of a printed thing: a phrase without its text, which is read again only when somebody needs it.

A `Stub` has the word, the name, the number of copies, the `id:`, the `has:` and the `for:` of a definition and the names of its fields; nothing else of a
definition is looked at from outside it. Whoever wants to look at more adds it here, to the signature and to the stub. A signature is a flat list of texts
and numbers with places that count from the start of its piece, so that it can be kept.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.source import Source, Span

from .names import slug

Signature = list[Any]
"""`[word, its start and end, start, end, name, its start and end, copies, id, [[field, name, pack], ...], [field, ...]]`: the names in `has` and `for`."""
TOLD = ("has", "for", "owner")
"""The fields whose names are part of a signature. A text and a word are told apart by the pack: "" is that of a text, None that of a word."""


@dataclass(eq=False)
class Piece:
    """A stretch of a source with its digest; `items` are its items once they have been read, `used` counts those that have been made for the last time."""

    source: Source
    start: int
    stop: int
    digest: str
    read: Callable[[Source, int, int], tuple[list[s.Item], bool]]
    items: list[s.Item] | None = None
    used: int = 0

    def item(self, at: int) -> s.Phrase:
        """One of the items, as it is written."""
        if self.items is None:
            self.items, sound = self.read(self.source, self.start, self.stop)
            assert sound, "only a sound piece has stubs"
        item = self.items[at]
        assert isinstance(item, s.Phrase)
        return item


@dataclass(slots=True, eq=False)
class Stub(s.Phrase):
    """See the module's text. `at` is the number of the item in its piece."""

    piece: Piece | None = None
    at: int = 0
    given: tuple[str, ...] = ()
    told: tuple[Any, ...] = ()

    def whole(self) -> s.Phrase:
        """The phrase as it is written."""
        assert self.piece is not None
        return self.piece.item(self.at)


def whole(node: Any) -> Any:
    """A node as it is written, where it may be a stub."""
    return node.whole() if isinstance(node, Stub) else node


def given(node: s.Phrase) -> tuple[str, ...]:
    """The names of the fields and slots that stand in a definition itself."""
    if isinstance(node, Stub):
        return node.given
    return tuple(item.name for item in (node.block.items if node.block is not None else ()) if isinstance(item, s.Field | s.Slot))


def signature(item: s.Item, start: int, words: frozenset[str]) -> Signature | None:
    """The signature of a definition in a piece that begins at `start`; None for an item that may mean more to others than a stub shows.

    `words` are those that begin something else than a definition.
    """
    if not isinstance(item, s.Phrase) or item.word.name in words or not isinstance(item.argument, s.Text) or not item.argument.value.strip():
        return None
    if item.block is None or item.otherwise is not None or item.tails:
        return None
    ident: str | None = None
    told: list[list[str | None]] = []
    seen: set[str] = set()
    for inner in item.block.items:
        if isinstance(inner, s.Field) and inner.name in seen:
            return None
        if isinstance(inner, s.Field):
            seen.add(inner.name)
        if isinstance(inner, s.Field) and inner.name == "id":
            value = inner.values[0]
            said = value.name if isinstance(value, s.Name) else value.value if isinstance(value, s.Text) and slug(value.value) == value.value else None
            if not said:
                return None
            ident = said
        elif isinstance(inner, s.Field):
            if inner.name in TOLD:
                told += [[inner.name, *_named(value)] for value in inner.values]
        elif not isinstance(inner, s.Phrase) or inner.word.name == "face":
            return None
    word, name = item.word.span, item.argument.span
    return [
        item.word.name, word.start - start, word.end - start, item.span.start - start, item.span.end - start,
        item.argument.value, name.start - start, name.end - start, item.count, ident, told, list(given(item)),
    ]


def _named(value: s.Expr) -> list[str | None]:
    if isinstance(value, s.Call):
        return [value.name.name, None]
    if isinstance(value, s.QName):
        return [value.name, value.pack]
    if isinstance(value, s.Text):
        return [value.value, ""]
    return [value.name if isinstance(value, s.Name) else "", None]


def _node(span: Span, named: str, pack: str | None) -> s.Expr:
    return s.Name(span, named) if pack is None else s.Text(span, named) if pack == "" else s.QName(span, pack, named)


def stub(made: Signature, piece: Piece, at: int) -> Stub:
    """The stub of a signature."""
    word, word_start, word_end, start, end, name, name_start, name_end, count, ident, told, fields = made
    file, base = piece.source.path, piece.start
    span = Span(file, base + start, base + end)
    items: list[s.Item] = []
    if ident is not None:
        items.append(s.Field(span, "id", span, [s.Name(span, ident)]))
    for field in dict.fromkeys(one[0] for one in told):
        items.append(s.Field(span, field, span, [_node(span, named, pack) for about, named, pack in told if about == field]))
    return Stub(
        span, s.Name(Span(file, base + word_start, base + word_end), word), s.Text(Span(file, base + name_start, base + name_end), name), count, [], [],
        s.Block(span, items), None, "", piece, at, tuple(fields), tuple(told),
    )
