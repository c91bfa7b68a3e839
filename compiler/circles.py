"""Text that hangs on itself, or on too much: stats that are worked out from each other, abilities that give each other, verbs that cost each other, defines
that ask thousands of others.

A stat hangs on another where a clause on it reads the other one of the very thing that it changes. A ring of several stats is reported if some thing must be
in all of its clauses: at most one of them says for whom, and none is on a face, lasts for a while, or belongs to an ability. What one clause reads of its own
stat is no ring: it sees what came before it.
"""
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.dsl.catalogue import flow as rows
from rulewright.dsl.limits import MAX_CALLS
from rulewright.dsl.problems import Label, Problem, ProblemKind
from rulewright.dsl.records import inside
from rulewright.dsl.verify_weights import calls

from .world import VerbDecl, World

Record = dict[str, Any]


@dataclass(frozen=True)
class _Clause:
    """A clause on a stat: what it changes, the stats of its own subject that it reads, whom it is for (a kind, or the id of one thing), and whether for all."""

    id: str
    slot: str
    reads: frozenset[str]
    kind: str
    only: str | None
    always: bool


def circles(world: World, ruleset: Record, pack: str) -> Iterator[Problem]:
    """The findings for rings of stats, abilities and costs that touch the pack's own text."""
    yield from _of_stats(world, ruleset, pack)
    yield from _of_abilities(world, ruleset, pack)
    yield from _of_costs(world, ruleset, pack)
    yield from _of_defines(world, ruleset, pack)


# ---------------------------------------------------------------- stats


def _of_stats(world: World, ruleset: Record, pack: str) -> Iterator[Problem]:
    clauses = list(_clauses(ruleset))
    seen: set[frozenset[str]] = set()
    for first in clauses:
        ring = _shortest(first, clauses)
        if ring is None or not _together(world, ring) or frozenset(c.id for c in ring) in seen:
            continue
        seen.add(frozenset(c.id for c in ring))
        mine = [c for c in ring if c.id.startswith(pack + ":") and c.id in world.places]
        if mine:
            names = " -> ".join(f"`{c.slot.rpartition('.')[2]}`" for c in [*ring, ring[0]])
            labels = [Label(world.places[c.id], "this one too") for c in ring if c is not mine[0] and c.id in world.places]
            yield rows.STAT_RING.at(world.places[mine[0].id], ring=names, labels=labels)


def _clauses(ruleset: Record) -> Iterator[_Clause]:
    """The clauses that always hold: those of definitions and rules. `self` is the thing itself where there is one copy."""
    defines = {d["id"]: d for d in ruleset["defines"]}
    for key in ("definitions", "rules"):
        for record in ruleset[key]:
            for clause in record["clauses"]:
                if clause["kind"] == "modify" and clause["while"] is None and record.get("when") is None and clause.get("when") is None:
                    made = _clause(defines, record, clause)
                    if made is not None:
                        yield made


def _clause(defines: dict[str, Record], home: Record, clause: Record) -> _Clause | None:
    subject = clause["subject"]
    if "of" in subject:
        reads = frozenset(_reads(defines, [clause["value"], subject["where"]], {"op": "var", "name": "it"}, set()))
        return _Clause(clause["id"], clause["slot"], reads, subject["of"], None, subject["where"] is None)
    one = subject["is"]
    if one == {"op": "var", "name": "self"} and home.get("copies") == 1:
        only = home["id"]
    elif one["op"] == "thing":
        only = one["id"]
    else:
        return None
    reads = frozenset(_reads(defines, [clause["value"]], one, set()) | _reads(defines, [clause["value"]], {"op": "thing", "id": only}, set()))
    return _Clause(clause["id"], clause["slot"], reads, "", only, True)


def _reads(defines: dict[str, Record], nodes: list[Any], of: Record, seen: set[str]) -> set[str]:
    """The stats of one thing that expressions read, also by way of defines that it is given to."""
    out: set[str] = set()
    for node in inside(nodes):
        if node.get("op") == "stat" and node["of"] == of:
            out.add(node["slot"])
        elif node.get("op") == "call" and node.get("define") in defines:
            define = defines[node["define"]]
            for param, arg in zip(define["params"], node["args"], strict=False):
                key = json.dumps([define["id"], param["name"]])
                if arg == of and key not in seen:
                    out |= _reads(defines, [define["value"]], {"op": "var", "name": param["name"]}, seen | {key})
    return out


def reads_of(node: Any) -> tuple[set[str], set[str]]:
    """All stats that a part of a record reads, of whatever thing, and the defines that it asks: what no ring could be without."""
    found = list(inside(node))
    return {n["slot"] for n in found if n.get("op") == "stat"}, {n["define"] for n in found if n.get("op") == "call" and "define" in n}


def _shortest(first: _Clause, clauses: list[_Clause]) -> list[_Clause] | None:
    """A shortest way from a clause back to itself over clauses on other stats."""
    came: dict[str, _Clause] = {}
    queue = [first]
    for at in queue:
        for following in clauses:
            if following.slot not in at.reads or following.slot == at.slot:
                continue
            if following is first:
                path = [at]
                while path[-1] is not first:
                    path.append(came[path[-1].id])
                return path[::-1]
            if following.id not in came:
                came[following.id] = at
                queue.append(following)
    return None


def _together(world: World, ring: list[_Clause]) -> bool:
    """Whether some thing must be in all clauses."""
    only = {c.only for c in ring if c.only is not None}
    kinds = [c.kind for c in ring if c.only is None]
    if len(only) > 1 or sum(not c.always for c in ring) > (0 if only else 1):
        return False
    if only:
        thing = world.by_id["definition"].get(next(iter(only)))
        return thing is not None and all(world.descends(getattr(thing, "kind", ""), kind) for kind in kinds)
    return all(world.descends(a, b) or world.descends(b, a) for a in kinds for b in kinds)


# ---------------------------------------------------------------- abilities, costs


def _of_abilities(world: World, ruleset: Record, pack: str) -> Iterator[Problem]:
    gives = {a["id"]: [c["ability"] for c in a["clauses"] if c["kind"] == "grant"] for a in ruleset["abilities"]}
    yield from _reported(world, gives, pack, "ability", rows.GRANT_RING)


def _of_costs(world: World, ruleset: Record, pack: str) -> Iterator[Problem]:
    costly = {decl.id for decl in world.by_id["verb"].values() if isinstance(decl, VerbDecl) and decl.costs}
    priced = [v for v in (*ruleset["verbs"], *ruleset["sequences"]) if v["id"] in costly]
    due = {v["id"]: [cost["verb"] for node in inside(v.get("body", v.get("machine"))) if node.get("op") == "pay" for cost in node["calls"]] for v in priced}
    yield from _reported(world, due, pack, "verb", rows.COST_RING)


def _reported(world: World, edges: dict[str, list[str]], pack: str, category: str, row: ProblemKind) -> Iterator[Problem]:
    """A finding for each ring of declarations of a category, at the first that is the pack's own."""
    seen: set[frozenset[str]] = set()
    for first in edges:
        ring = _back(first, edges)
        if ring is None or frozenset(ring) in seen:
            continue
        seen.add(frozenset(ring))
        mine = [a for a in ring if a.startswith(pack + ":") and a in world.by_id[category]]
        if mine:
            names = " -> ".join(f"`{a.partition(':')[2]}`" for a in [*ring, ring[0]])
            yield row.at(world.by_id[category][mine[0]].span, ring=names)


def _back(first: str, edges: dict[str, list[str]]) -> list[str] | None:
    came: dict[str, str] = {}
    queue = [first]
    for at in queue:
        for following in edges.get(at, ()):
            if following == first:
                path = [at]
                while path[-1] != first:
                    path.append(came[path[-1]])
                return path[::-1]
            if following not in came:
                came[following] = at
                queue.append(following)
    return None


# ---------------------------------------------------------------- defines


def _of_defines(world: World, ruleset: Record, pack: str) -> Iterator[Problem]:
    """The first of the pack's defines that ask so many others that nobody would wait for the answer; those that ask it are too many because it is."""
    asked = calls(ruleset["defines"])
    mine = {decl.id: decl for decl in (*world.by_id["define"].values(), *world.applied.values()) if decl.pack == pack}
    for id, count in asked.items():
        if count > MAX_CALLS and id in mine:
            yield rows.DEFINE_TOO_HEAVY.at(mine[id].span, name=mine[id].name, count=count, limit=MAX_CALLS)
            return
