"""Takes the text of a pack.yaml and gives a tree in which every value has its place, or findings. Nothing is constructed and nothing is looked up.

The tree is built from the parser's events and not from a loader, because that is where anchors, tags, doubled keys and places can still be seen. What
YAML offers beyond plain data is refused: one manifest must mean the same to every reader. An alias stands for the value that its anchor names; it counts as
many values as it stands for and as deep as these lie, so that nested ones meet a limit before anybody walks them.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import yaml

from rulewright.dsl.catalogue import manifest as rows
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.source import Span

MAX_DEPTH = 16
MAX_NODES = 20_000

Tag: TypeAlias = Literal["text", "number", "truth", "fraction", "nothing", "date"]

_TAGS: dict[str, Tag] = {"str": "text", "int": "number", "bool": "truth", "float": "fraction", "null": "nothing", "timestamp": "date"}
_PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A scalar as it is written; `tag` is what YAML takes it for."""

    span: Span
    value: str
    tag: Tag


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    span: Span
    items: list[Tree]


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values, in the order written; doubled keys are cut."""

    span: Span
    pairs: dict[str, tuple[Leaf, Tree]]


Tree: TypeAlias = Leaf | Sequence | Mapping


class _Refused(Exception):
    """Ends the reading with a finding; it never leaves this module."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def read_tree(path: str, text: str) -> tuple[Tree | None, list[Problem]]:
    """The tree of the one document in `text`, and the findings; None when there is no tree to go on with."""
    problems: list[Problem] = []
    try:
        return _Reader(path, text, problems).document(), problems
    except _Refused as refused:
        return None, [*problems, refused.problem]
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        at = mark.index if mark else 0
        return None, [*problems, rows.MANIFEST_SYNTAX.at(Span(path, at, min(at + 1, len(text))), reason=_reason(fault))]
    except yaml.reader.ReaderError as fault:
        at = int(fault.position)
        reason = "a character that a text file cannot hold"
        return None, [*problems, rows.MANIFEST_SYNTAX.at(Span(path, at, at + 1), reason=reason)]
    except (ValueError, OverflowError):
        # The scanner turns escapes and directives into numbers without asking whether they fit.
        return None, [*problems, rows.MANIFEST_SYNTAX.at(Span(path, 0, 0), reason="an escape or a directive with a number that is too large")]


def _reason(fault: yaml.MarkedYAMLError) -> str:
    said = (fault.problem or fault.context or "it is not YAML").splitlines()[0]
    if "found character '\\t'" in said:
        return "a tab stands where only blanks may"
    if "mapping values are not allowed" in said:
        return "a second `:` stands on this line; a text that contains `: ` needs quotes"
    if "could not find expected ':'" in said:
        return "a `:` is missing after the key"
    if "<stream end>" in said:
        return "the file ends in the middle of a value"
    if "found unexpected end of stream" in said:
        return "the quotes that begin here are never closed"
    return said


class _Reader:
    def __init__(self, path: str, text: str, problems: list[Problem]) -> None:
        self.path = path
        self.text = text
        self.problems = problems
        self.loader = yaml.SafeLoader(text)
        self.events = self._watched()
        self.nodes = 0
        self.deepest = 0
        self.anchors: dict[str, tuple[Tree, int, int]] = {}
        """What an anchor names, how many values that are, and how many levels."""

    def document(self) -> Tree | None:
        """The first document; a second one is refused."""
        start = next(self.events)
        if isinstance(start, yaml.StreamEndEvent):
            return None
        tree = self.tree(next(self.events), 1)
        next(self.events)  # the document's end
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise self.refuse(after, "a second document", "keep one document: remove the line `---`")
        return tree

    def tree(self, event: Any, depth: int) -> Tree:
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event, depth)
        nodes, outer, self.deepest = self.nodes, self.deepest, depth
        self.anchors.pop(event.anchor, None)
        made = self.value(event, depth)
        if event.anchor:
            self.anchors[event.anchor] = (made, self.nodes - nodes + 1, self.deepest - depth)
        self.deepest = max(outer, self.deepest)
        return made

    def alias(self, event: Any, depth: int) -> Tree:
        """The value that an alias stands for; one that stands inside of its own value has none."""
        if event.anchor not in self.anchors:
            raise self.refuse(event, f"the alias `*{event.anchor}` of no value before it", "write the value out where it is used")
        made, size, levels = self.anchors[event.anchor]
        self.nodes += size
        self.deepest = max(self.deepest, depth + levels)
        if self.nodes > MAX_NODES:
            raise self.refuse(event, f"more than {MAX_NODES} values", "a manifest is a page, not a book")
        if depth + levels > MAX_DEPTH:
            raise self.too_deep(event)
        return made

    def too_deep(self, event: Any) -> _Refused:
        return self.refuse(event, f"nesting deeper than {MAX_DEPTH} levels", "a manifest needs four levels at most")

    def value(self, event: Any, depth: int) -> Tree:
        if isinstance(event, yaml.ScalarEvent):
            return self.leaf(event)
        if depth > MAX_DEPTH:
            raise self.too_deep(event)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Tree] = []
            while not isinstance(inner := next(self.events), yaml.SequenceEndEvent):
                items.append(self.tree(inner, depth + 1))
            return Sequence(self.span(event, inner), items)
        return self.mapping(event, depth)

    def mapping(self, event: Any, depth: int) -> Mapping:
        pairs: dict[str, tuple[Leaf, Tree]] = {}
        while not isinstance(inner := next(self.events), yaml.MappingEndEvent):
            key, value = self.tree(inner, depth + 1), self.tree(next(self.events), depth + 1)
            if not isinstance(key, Leaf):
                raise self.refuse(inner, "a list or a mapping as a key", "use a word as the key")
            if key.value == "<<":
                raise self.refuse(inner, "the merge key `<<`", "write the keys out")
            if key.value in pairs:
                first = Label(pairs[key.value][0].span, "first here")
                self.problems.append(rows.MANIFEST_DUPLICATE_KEY.at(key.span, labels=[first], key=key.value))
            else:
                pairs[key.value] = (key, value)
        return Mapping(self.span(event, inner), pairs)

    def leaf(self, event: yaml.ScalarEvent) -> Leaf:
        loader: Any = self.loader
        tag: Tag = _TAGS.get(loader.resolve(yaml.ScalarNode, event.value, event.implicit).rpartition(":")[2], "text")
        if tag == "number" and not _PLAIN_NUMBER.fullmatch(event.value):
            tag = "fraction"
        span = self.span(event, event)
        if any((ord(c) < 32 and c != "\n") or 0x7F <= ord(c) <= 0x9F or 0xD800 <= ord(c) <= 0xDFFF for c in event.value):
            raise _Refused(rows.MANIFEST_SYNTAX.at(span, reason="a text with a control character"))
        return Leaf(span, event.value, tag)

    def _watched(self) -> Iterator[Any]:
        """The events after the stream's start, each looked at for what a manifest may not use."""
        loader: Any = self.loader
        while loader.check_event():
            event = loader.get_event()
            if isinstance(event, yaml.StreamStartEvent):
                continue
            self.nodes += 1
            if self.nodes > MAX_NODES:
                raise self.refuse(event, f"more than {MAX_NODES} values", "a manifest is a page, not a book")
            if getattr(event, "tag", None) not in (None, "!"):
                raise self.refuse(event, "a tag that begins with `!`", "remove the tag")
            if isinstance(event, yaml.DocumentStartEvent) and (event.tags or event.version):
                raise self.refuse(event, "a directive that begins with `%`", "remove the directive")
            yield event

    def refuse(self, event: Any, what: str, remedy: str) -> _Refused:
        return _Refused(rows.MANIFEST_UNSUPPORTED.at(self.span(event, event), help=remedy, what=what))

    def span(self, first: Any, last: Any) -> Span:
        """From the start of one event to the end of another, without the blanks and line ends that a block drags behind it."""
        start, end = first.start_mark.index, min(last.end_mark.index, len(self.text))
        return Span(self.path, start, max(start, start + len(self.text[start:end].rstrip())))


def plain(tree: Tree) -> object:
    """The tree as JSON data, for a validator that knows nothing of places. Fractions and dates, which no manifest has, become 0.5."""
    match tree:
        case Mapping():
            return {name: plain(value) for name, (_, value) in tree.pairs.items()}
        case Sequence():
            return [plain(item) for item in tree.items]
        case Leaf(tag="number"):
            return int(tree.value)
        case Leaf(tag="truth"):
            return tree.value.lower() in ("yes", "true", "on")
        case Leaf(tag="nothing"):
            return None
        case Leaf(tag="text"):
            return tree.value
        case Leaf():
            return 0.5
