"""A page of content to be spoiled: its text, its tree with the way down to each node, its tokens, and what the packs around it declare.

A mutant is a handful of edits of the text, all of them at places that the tree or the tokens gave. What judges the content (`test` and `always`) has its
names spoiled like everything else, and nothing more: a test that is wrong proves nothing of the rules.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rulewright.compiler.chains import goes_on
from rulewright.compiler.parse import parse_with_tokens
from rulewright.compiler.scan import Token
from rulewright.dsl import syntax as s
from rulewright.dsl.source import Source, Span
from rulewright.dsl.walk import parts

Edit = tuple[int, int, str]


@dataclass(frozen=True)
class Mutant:
    """One change of one file: what was done, which file (as shown), the edits in the order of their places."""

    kind: str
    file: str
    edits: tuple[Edit, ...]

    def apply(self, text: str) -> str:
        """The text with the edits made."""
        for start, end, new in sorted(self.edits, reverse=True):
            text = text[:start] + new + text[end:]
        return text

    def describe(self, source: Source) -> str:
        """What stood there and what stands there now, in one line."""
        shown = [f"`{_line(source.text[start:end])}` -> `{_line(new)}`" for start, end, new in self.edits]
        return ", ".join(shown)


def _line(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 70 else words[:67] + "..."


@dataclass
class Vocabulary:
    """What the packs declare, as far as it can be seen without knowing what anything means."""

    enums: dict[str, list[str]] = field(default_factory=dict)
    things: dict[str, str] = field(default_factory=dict)
    places: set[str] = field(default_factory=set)
    slots: dict[str, list[list[str]]] = field(default_factory=dict)
    defines: dict[str, str] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)

    def read(self, file: s.File) -> None:
        """Add what one file declares."""
        for node, _ in descend(file):
            match node:
                case s.Enum():
                    self.enums.setdefault(node.name.name, []).extend(member.name for member in node.members)
                case s.Kind():
                    self._kind(node)
                case s.Define():
                    self.defines[node.name.name] = ", ".join(_type(p.type) for p in node.parameters)
                case s.Phrase(argument=s.Text(value=name)) if node.word.name in ("area", "space", "region", "board"):
                    self.places.add(name)
                case s.Name():
                    self.words.add(node.name)
                case _:
                    pass
        for item in top_items(file):
            if isinstance(item, s.Phrase) and isinstance(item.argument, s.Text) and item.word.name not in ("test", "board"):
                self.things.setdefault(item.argument.value, item.word.name)

    def _kind(self, node: s.Kind) -> None:
        by_type: dict[str, list[str]] = {}
        for row in node.rows:
            if isinstance(row, s.Slot):
                by_type.setdefault(_type(row.type), []).append(row.name)
        for names in by_type.values():
            for name in names:
                self.slots.setdefault(name, []).append(names)


def _type(node: s.TypeExpr) -> str:
    return node.word + (f" of {_type(node.of)}" if node.of else "")


@dataclass
class Page:
    """One file, ready to be spoiled."""

    source: Source
    file: s.File
    tokens: list[Token]
    words: Vocabulary
    nodes: list[tuple[s.Node, tuple[s.Node, ...]]]
    judges: list[Span]

    @property
    def path(self) -> str:
        """The path as findings show it."""
        return self.source.path

    @property
    def text(self) -> str:
        """The whole text."""
        return self.source.text

    def judged(self, start: int) -> bool:
        """Whether a place lies in what judges the content."""
        return any(span.start <= start < span.end for span in self.judges)

    def rules(self) -> Iterator[tuple[s.Node, tuple[s.Node, ...]]]:
        """The nodes of the rules themselves, each with those that hold it, outermost first."""
        return ((node, above) for node, above in self.nodes if not self.judged(node.span.start))

    def said(self, span: Span) -> str:
        """The text of a stretch."""
        return self.text[span.start:span.end]

    def mutant(self, kind: str, *edits: Edit) -> Mutant:
        """A mutant of this page."""
        return Mutant(kind, self.path, edits)

    def opening(self, item: s.Node) -> int | None:
        """The offset behind the first `{` of an item; None if it has no block."""
        return next((t.end for t in self.tokens if t.kind == "LBRACE" and item.span.start <= t.start < item.span.end), None)


def read_page(source: Source, words: Vocabulary) -> Page:
    """The page of a source that parses without a finding."""
    file, tokens, _ = parse_with_tokens(source)
    nodes = list(descend(file))
    judges = [node.span for node, _ in nodes if isinstance(node, s.Always) or (isinstance(node, s.Phrase) and node.word.name in ("test", "bot"))]
    if any(isinstance(item, s.Phrase) and item.word.name == "bot" for item in file.items):  # what stands beside a bot is there for it
        judges += [item.span for item in file.items if isinstance(item, s.Define)]
    return Page(source, file, [t for t in tokens if t.end > t.start], words, nodes, judges)


def descend(root: s.File) -> Iterator[tuple[s.Node, tuple[s.Node, ...]]]:
    """Every node with those that hold it, each before what lies in it. Of a chain of operators an operation is held by what holds the chain."""
    waiting: list[tuple[object, tuple[s.Node, ...]]] = [(item, ()) for item in reversed(root.items)]
    while waiting:
        value, above = waiting.pop()
        if isinstance(value, s.Node):
            yield value, above
            inner: Iterable[object] = parts(value)
            waiting.extend((part, above if goes_on(value, part) else (*above, value)) for part in reversed(list(inner)))
        elif isinstance(value, list):
            waiting.extend((part, above) for part in reversed(value))


def top_items(file: s.File) -> Iterator[s.Item]:
    """The declarations of a file, also those that a `when` switches on."""
    for item in file.items:
        if isinstance(item, s.When):
            yield from item.block.items
        else:
            yield item
