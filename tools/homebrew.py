"""What packs hold of their author's own: everything that says `origin: homebrew`, with its place and its reason.

It is read from the syntax alone, so that the list is whole even where something else in the packs is wrong.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields

from rulewright.compiler.decode import decode
from rulewright.compiler.parse import parse
from rulewright.dsl import syntax as s
from rulewright.dsl.packfiles import PackFiles
from rulewright.dsl.source import Source

from .terminal import paint, safe

Marked = dict[str, str | int]
"""`{"pack", "what", "name", "reason", "file", "line", "column"}`: what it is (`character`, `define`, `link`), what it is called (its name, or the line that
it begins with where it has none), why it is as it is (empty where nobody says).
"""


def homebrew(packs: Iterable[PackFiles]) -> list[Marked]:
    """All that is marked in the packs that were asked for, by file and line."""
    found: list[Marked] = []
    for pack in packs:
        for name in sorted(pack.files) if pack.given else ():
            source, _ = decode(pack.display(name), pack.files[name]) if name.endswith(".rw") else (None, [])
            if source is not None and "homebrew" in source.text:
                found += [_record(pack.root, source, holder, said) for holder, said in _marked(parse(source)[0].items, None)]
    return found


def as_text(found: list[Marked]) -> str:
    """A line for each with its place, and the reason below it."""
    lines: list[str] = []
    for one in found:
        place = paint(safe(f"{one['file']}:{one['line']}:{one['column']}"), "cyan")
        lines.append(f"{place}: {safe(str(one['what']))} {safe(str(one['name']))}".rstrip())
        lines.append(f"    {safe(str(one['reason'])) or 'no reason is given'}")
    lines.append(f"{len(found)} marked as homebrew")
    return "\n".join(lines)


def _marked(items: Iterable[s.Node], holder: s.Node | None) -> Iterator[tuple[s.Node, dict[str, str]]]:
    """What is marked among some items of a holder and in all that they hold: the declaration and its notes."""
    among = list(items)
    said = {name: text for item in among for name, text in _note(item)}
    if said.get("origin") == "homebrew" and holder is not None:
        yield holder, said
    for item in among:
        inner = list(_within(item))
        if isinstance(item, s.Phrase | s.Kind | s.Define | s.Verb | s.Ability):
            yield from _marked(inner, item)
        else:
            yield from _marked(inner, holder if not isinstance(item, s.When) else None)


def _within(item: s.Node) -> Iterator[s.Node]:
    """What stands in an item, blocks opened."""
    for part in fields(item):
        value = getattr(item, part.name)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, s.Block):
                yield from one.items
            elif isinstance(one, s.Node) and not isinstance(one, s.Expr):
                yield one


def _note(item: s.Node) -> Iterator[tuple[str, str]]:
    """A note of a declaration, in its block or after its name."""
    name = item.name if isinstance(item, s.Field | s.Tail) else None
    values = item.values if isinstance(item, s.Field) else [item.value] if isinstance(item, s.Tail) else []
    if name in ("origin", "reason") and len(values) == 1 and isinstance(values[0], s.Text | s.Name):
        yield name, values[0].value if isinstance(values[0], s.Text) else values[0].name


def _record(pack: str, source: Source, holder: s.Node, said: dict[str, str]) -> Marked:
    at = source.position(holder.span.start)
    what, name = _called(holder, source)
    return {"pack": pack, "what": what, "name": name, "reason": said.get("reason", ""), "file": source.path, "line": at.line, "column": at.column}


def _called(holder: s.Node, source: Source) -> tuple[str, str]:
    if isinstance(holder, s.Phrase):
        if isinstance(holder.argument, s.Text | s.Name):
            return holder.word.name, holder.argument.value if isinstance(holder.argument, s.Text) else holder.argument.name
        line = source.text[holder.span.start : holder.span.end].splitlines()[0].partition("{")[0].partition(" origin:")[0]
        return holder.word.name, line.removeprefix(holder.word.name).strip()
    assert isinstance(holder, s.Kind | s.Define | s.Verb | s.Ability)
    return holder.word if isinstance(holder, s.Verb) else type(holder).__name__.lower(), holder.name.name
