"""Rings of printed rows: a thing that leads back to itself by way of a row that is declared `without rings`, or that starts in itself by way of others.

Things are the nodes of a graph, what the row of each of them names its edges. In a strongly connected part of it every thing lies in a ring; a shortest ring
through each thing is a finding, unless another one has shown the thing already. What only leads into a ring is no part of it. A ring that the options never
let exist is none, and one that only some of them bring is one.
"""
from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import islice
from typing import Any

from rulewright.dsl.catalogue import flow as rows
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.records import inside
from rulewright.dsl.source import Span

from .absent import Values, combinations, holds
from .world import DefinitionDecl, SlotDecl, World

Record = dict[str, Any]
Graph = dict[str, list[str]]
Said = dict[str, list[tuple[Record | None, list[str]]]]
"""By thing what it names, in the games of each of its conditions; of several that hold the last counts."""

MOST_OF_A_PART = 20
"""Rings that are shown of one strongly connected part; those that are left show when these are broken."""
_SHOWN = 8
"""Things of a ring that are named; of a longer one the first and the last."""


def may_ring(world: World, slot: SlotDecl) -> bool:
    """Whether a row could lead from a thing to another that has the row too."""
    named = (slot.type.item if slot.type.shape == "list" else slot.type) or slot.type
    if slot.role != "printed" or slot.owner is None or named.shape not in ("thing", "hole"):
        return False
    return named.of is None or world.descends(named.of, slot.owner) or world.descends(slot.owner, named.of)


def things_in(value: Any) -> list[str]:
    """The ids of the things that the value of a printed row names."""
    return [one["thing"] for one in (value if type(value) is list else (value,)) if type(one) is dict and "thing" in one]


def note_lead(world: World, thing: str, slot: SlotDecl, place: Span, value: Any) -> None:
    """Note where a thing says what it leads to by a row without rings."""
    if slot.node is not None and slot.node.ringless is not None:
        for named in things_in(value):
            world.leading.setdefault((thing, slot.id, named), place)


def field_rings(world: World, ruleset: Record) -> Iterator[Problem]:
    """One finding for each ring, at the thing of it that is written first."""
    for slot in _ringless(world):
        for ring in _there_are(world, ruleset, _said(world, ruleset, slot)):
            yield _finding(world, slot.name, slot.id, ring, [Label(slot.span, "the row that has no rings")])
    for ring in _there_are(world, ruleset, _starts(ruleset)):
        yield _finding(world, "starts_in", "", ring, [])


def _there_are(world: World, ruleset: Record, said: Said) -> Iterator[list[str]]:
    """The rings of the games that there may be."""
    graph = {id_: list(dict.fromkeys(one for _, names in variants for one in names)) for id_, variants in said.items()}
    for part in _parts(graph):
        whens: dict[str, list[Record | None]] = {id_: [when for when, _ in said[id_]] for id_ in part}
        if all(when is None for found in whens.values() for when in found):
            yield from _rings(graph, part)
        else:
            tried = combinations(world, ruleset, {id_: [one for one in found if one is not None] for id_, found in whens.items()})
            yield from islice(_of_options({id_: said[id_] for id_ in part}, tried), MOST_OF_A_PART)


def _of_options(said: Said, tried: Iterator[Values]) -> Iterator[list[str]]:
    """The rings of things of which options change what they name: each combination of options that makes another graph is looked at by itself."""
    graphs: set[tuple[tuple[str, ...], ...]] = set()
    shown: set[tuple[str, ...]] = set()
    for values in tried:
        graph = {id_: _names(variants, values) for id_, variants in said.items()}
        known = tuple(map(tuple, graph.values()))
        for part in _parts(graph) if known not in graphs else ():
            for ring in _rings(graph, part):
                if tuple(ring) not in shown:
                    shown.add(tuple(ring))
                    yield ring
        graphs.add(known)


def in_rings(world: World, ruleset: Record) -> set[str]:
    """The ids of the things that lie in a ring."""
    found: set[str] = set()
    for slot in _ringless(world):
        said = _said(world, ruleset, slot)
        for part in _parts({id_: [one for _, names in variants for one in names] for id_, variants in said.items()}):
            found.update(part)
    return found


def _ringless(world: World) -> list[SlotDecl]:
    return [slot for slot in world.by_id["slot"].values() if isinstance(slot, SlotDecl) and slot.node is not None and slot.node.ringless is not None]


# ---------------------------------------------------------------- the graph


def _starts(ruleset: Record) -> Said:
    """The things that are in others, or in zones of others, when a game begins; none of them is kept."""
    out: Said = {}
    for record in ruleset["definitions"]:
        if record["starts_in"] is not None:
            out.setdefault(record["id"], []).append((record.get("when"), starting_in(record)))
    return out


def starting_in(record: Record) -> list[str]:
    """The ids of the things in which one begins."""
    return [node["id"] for node in inside(record["starts_in"]) if node.get("op") == "thing"]


def _said(world: World, ruleset: Record, slot: SlotDecl) -> Said:
    """By thing that has the row."""
    usual = _usual(ruleset, slot)
    out: Said = {}
    for record in ruleset["definitions"]:
        if world.descends(record["of"], slot.owner or ""):
            fields = record["fields"]
            out.setdefault(record["id"], []).append((record.get("when"), things_in(fields[slot.name]) if slot.name in fields else usual))
    for decl, known in world.kept:
        if world.descends(decl.kind, slot.owner or ""):
            out[decl.id] = [(None, next((names for name, names in known.leads if name == slot.name), usual))]
    return out


def _usual(ruleset: Record, slot: SlotDecl) -> list[str]:
    """What the row names where nothing is said."""
    start = next((one["start"] for kind in ruleset["kinds"] for one in kind["slots"] if one["id"] == slot.id), None)
    items = [] if start is None else start["items"] if start["op"] == "list" else [start]
    return [item["id"] for item in items if item["op"] == "thing"]


def _names(variants: list[tuple[Record | None, list[str]]], values: Values) -> list[str]:
    """What a thing names in the games with these options: of several records the last that is there counts."""
    return next((names for when, names in reversed(variants) if when is None or holds(when, values)), [])


def _parts(graph: Graph) -> Iterator[list[str]]:
    """The strongly connected parts in which there is a ring, each in the order of the graph (Tarjan, without recursion)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    order = {id_: at for at, id_ in enumerate(graph)}
    for root in graph:
        waiting: list[tuple[str, Iterator[str]]] = []
        if root not in number:
            number[root] = low[root] = len(number)
            path.append(root)
            waiting.append((root, iter(graph[root])))
        while waiting:
            at, others = waiting[-1]
            new = next((one for one in others if one in graph and (one not in number or low.get(one, -1) >= 0)), None)
            if new is None:
                waiting.pop()
                if waiting:
                    low[waiting[-1][0]] = min(low[waiting[-1][0]], low[at])
                if low[at] == number[at]:
                    part = [path.pop()]
                    while part[-1] != at:
                        part.append(path.pop())
                    low.update(dict.fromkeys(part, -1))
                    if len(part) > 1 or at in graph[at]:
                        yield sorted(part, key=order.__getitem__)
            elif new in number:
                low[at] = min(low[at], number[new])
            else:
                number[new] = low[new] = len(number)
                path.append(new)
                waiting.append((new, iter(graph[new])))


def _rings(graph: Graph, part: list[str]) -> Iterator[list[str]]:
    """A shortest ring through each thing of a part that no ring before has shown."""
    inside, shown, count = set(part), set[str](), 0
    for first in part:
        if first not in shown and count < MOST_OF_A_PART:
            ring = _back(graph, first, inside)
            shown.update(ring)
            count += 1
            yield ring


def _back(graph: Graph, first: str, inside: Container[str]) -> list[str]:
    came: dict[str, str] = {}
    queue = [first]
    for at in queue:
        for following in graph[at]:
            if following == first:
                ring = [at]
                while ring[-1] != first:
                    ring.append(came[ring[-1]])
                return ring[::-1]
            if following in inside and following not in came:
                came[following] = at
                queue.append(following)
    raise AssertionError("a strongly connected part leads back")


# ---------------------------------------------------------------- the finding


def _finding(world: World, name: str, row: str, ring: list[str], labels: list[Label]) -> Problem:
    table = world.by_id["definition"]
    decls = [decl for decl in map(table.__getitem__, ring) if isinstance(decl, DefinitionDecl)]
    first = min(range(len(decls)), key=lambda at: (decls[at].span.file, decls[at].span.start))
    decls = [*decls[first:], *decls[:first]]
    names = [f"`{decl.name}`" for decl in decls]
    if len(names) > _SHOWN:
        names = [*names[: _SHOWN - 2], f"{len(names) - _SHOWN + 1} more", names[-1]]
    others = decls[1:] if len(decls) <= _SHOWN else [*decls[1 : _SHOWN - 2], decls[-1]]
    following = zip(decls, [*decls[1:], decls[0]], strict=True)
    places = {decl.id: world.leading.get((decl.id, row, after.id), decl.span) for decl, after in following}
    labels = [*(Label(places[decl.id], f"`{decl.name}` leads on") for decl in others), *labels]
    return rows.FIELD_RING.at(places[decls[0].id], name=name, ring=" -> ".join([*names, names[0]]), labels=labels)
