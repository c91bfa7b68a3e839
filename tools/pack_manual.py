"""The pages of `rulewright explain WORD --pack PACK`: what packs declare, as somebody asks who wants to add a card to a game.

A kind of thing has the fields that a thing of it must and may have, those of its parents too, and the shortest thing of it that there is, to copy from.
"""
from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulewright.compiler.definitions import OWN_FIELDS
from rulewright.compiler.parse import parse
from rulewright.dsl import syntax as s
from rulewright.dsl.source import Source

from .manual import declared, example
from .terminal import paint, safe

_SET_BY_KINDS = ("starts_in", "works_in", "plural")
"""What a kind says for all its things."""


class Field(NamedTuple):
    """A field of things: its name, what may be written, whether it must be."""

    name: str
    values: str
    needed: bool


@dataclass(frozen=True)
class _Thing:
    name: str
    kind: str
    text: str
    path: str


def pages(sources: Sequence[Source], own: Collection[str] = ()) -> dict[str, str]:
    """A page for each name that some files declare: kinds, verbs, defines, enums, and things by their names. Of several with one name all are on its page.

    `own` are the paths of files that are still being written: what others have made is copied first.
    """
    items = [(source, item) for source in sources for item in _items(source)]
    kinds: dict[str, list[tuple[Source, s.Kind]]] = {}
    for source, item in items:
        if isinstance(item, s.Kind):
            kinds.setdefault(item.name.name, []).append((source, item))
    words = {item.name.name: [name.name for name in item.members] for _, item in items if isinstance(item, s.Enum)}
    things = [thing for source, item in items if (thing := _thing(source, item, kinds)) is not None]
    found: dict[str, list[str]] = {}
    for name, page in declared(tuple(sources)):
        found.setdefault(name, []).append(page)
    for name in kinds:
        found[name] += [*_fields(name, kinds, words), *_first(name, things, own)]
    for thing in things:
        found.setdefault(thing.name, []).append(f"{safe(thing.name)} ({thing.kind} of {thing.path})\n\n{example(thing.text)}")
    return {name: "\n\n".join(parts) for name, parts in found.items()}


def _items(source: Source) -> Iterator[s.Item]:
    waiting = list(parse(source)[0].items)[::-1]
    while waiting:
        item = waiting.pop()
        if isinstance(item, s.When):
            waiting += item.block.items[::-1]
        else:
            yield item


def _thing(source: Source, item: s.Item, kinds: Iterable[str]) -> _Thing | None:
    if not isinstance(item, s.Phrase) or item.word.name not in kinds or not isinstance(item.argument, s.Text):
        return None
    return _Thing(item.argument.value, item.word.name, source.text[item.span.start:item.span.end], source.path)


def _fields(kind: str, kinds: dict[str, list[tuple[Source, s.Kind]]], words: dict[str, list[str]]) -> list[str]:
    """What a thing of a kind must and may have, in the order of the kind and its parents."""
    found: dict[str, Field] = {}
    at: str | None = kind
    seen: set[str] = set()
    while at in kinds and at not in seen:
        seen.add(at)
        for source, node in kinds[at]:
            for row in node.rows:
                if isinstance(row, s.Slot) and row.role in (None, "stat") and row.name not in _SET_BY_KINDS:
                    field = _field(row, source, words)
                    found.setdefault(field.name, field)
        at = next((node.parent.name for _, node in kinds[at] if node.parent is not None), None)
    parts = []
    for head, needed in (("must be written:", True), ("may be written:", False)):
        lines = [f"    {field.name}: {field.values}" for field in found.values() if field.needed is needed]
        parts += [paint(head, "bold") + "\n\n" + "\n".join(lines)] if lines else []
    rest = [name for name in OWN_FIELDS if name not in found]
    return [*parts, f"every thing may have: {', '.join(rest)}"]


def _field(row: s.Slot, source: Source, words: dict[str, list[str]]) -> Field:
    type_text = source.text[row.type.span.start:row.type.span.end]
    members = words.get(type_text.rstrip("?"))
    values = (" | ".join(members) + (" | none" if type_text.endswith("?") else "")) if members else type_text
    name = "for" if row.name == "owner" else row.name
    start = f" = {source.text[row.start.span.start:row.start.span.end]}" if row.start is not None else ""
    return Field(name, safe(f"one {type_text}" if name == "for" else values + start), row.start is None and not type_text.endswith("?"))


def _first(kind: str, things: Iterable[_Thing], own: Collection[str]) -> list[str]:
    """The shortest thing of a kind, to copy from."""
    shortest = min((thing for thing in things if thing.kind == kind), key=lambda thing: (thing.path in own, len(thing.text)), default=None)
    return [] if shortest is None else [paint("for example,", "bold") + f" from {shortest.path}:\n\n{example(shortest.text)}"]
