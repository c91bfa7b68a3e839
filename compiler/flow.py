"""Data flow over the records of a finished game: what is never used, never written, never read, never there to choose, and what sets itself off for ever.

Only packs with a game are judged, and only their own declarations: a library is meant to hold more than one game uses. A lint may miss; it must never accuse
falsely, so every guess goes the way of silence.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.dsl.catalogue import flow as rows
from rulewright.dsl.problems import Problem
from rulewright.dsl.records import inside
from rulewright.dsl.source import Span

from .absent import check_absent
from .circles import circles
from .components import check_components
from .early import check_early
from .field_rings import field_rings
from .option_rules import check_option_rules, check_shadows
from .packs import Loaded
from .payments import check_payments
from .policies import check_policies
from .rings import trigger_rings
from .stubs import given
from .supplies import check_supplies
from .world import DefinitionDecl, KindDecl, SlotDecl, World

UNUSED = {"define": "define", "verb": "verb", "ability": "ability", "group": "group", "family": "family", "enum": "enum"}


def check_flow(world: World, pack: Loaded, ruleset: dict[str, Any]) -> list[Problem]:
    """All findings of this pass.

    A check has no records of the definitions in `world.kept`: what is to be known of those is in `facts.py`, and `suspects.py` says which must be seen whole.
    """
    out = [*trigger_rings(world, ruleset, pack.manifest.id), *check_absent(world, ruleset), *circles(world, ruleset, pack.manifest.id)]
    out += field_rings(world, ruleset)
    out += [*check_option_rules(world, pack, ruleset), *check_shadows(world, pack)]
    out += check_early(world, ruleset, pack.manifest.id)
    out += check_components(world, ruleset, pack.manifest.id)
    out += check_policies(world, pack, ruleset)
    out += check_payments(world, ruleset, pack.manifest.id)
    if pack.manifest.game is None:
        return out
    mine = pack.manifest.id
    out += check_supplies(world, ruleset, mine)
    out += _unused(world, mine)
    out += _counters(world, mine, ruleset)
    out += _choices(world, mine, ruleset)
    return out



def _unused(world: World, mine: str) -> Iterator[Problem]:
    for category, what in UNUSED.items():
        for decl in world.by_id[category].values():
            if decl.pack != mine or decl.id in world.used or decl.id == world.start:
                continue
            if category == "enum" and (decl.name == "option_class" or any(f"{decl.id}.{m}" in world.used for m in getattr(decl, "members", ()))):
                continue
            yield rows.UNUSED.at(decl.span, what=what, name=decl.name)


def _counters(world: World, mine: str, ruleset: dict[str, Any]) -> Iterator[Problem]:
    """Counters of kinds and of the table; what tests read does not count as the game's reading."""
    game = {key: part for key, part in ruleset.items() if key not in ("tests", "scenarios", "bots", "source_map", "texts", "trace")}
    sets = [n["target"] for n in inside(game) if n.get("op") == "set"]
    written = {t.get("slot") or t.get("name") or "" for t in sets if t.get("op") in ("field", "global")}
    targets = {id(t) for t in sets}
    read = {n.get("slot") or n.get("name") or "" for n in inside(game) if n.get("op") in ("field", "global") and id(n) not in targets}
    for _, known in world.kept:
        written.update(known.written)
        read.update(known.read)
    for decl in world.by_id["slot"].values():
        if not isinstance(decl, SlotDecl) or decl.pack != mine or decl.role != "counter" or "/" in decl.id:
            continue
        if decl.id in written and decl.id not in read:
            yield rows.NEVER_READ.at(decl.span, name=decl.name)
        elif decl.id in read and decl.id not in written and not _given(world, decl):
            yield rows.NEVER_WRITTEN.at(decl.span, name=decl.name)
        elif decl.id not in read and decl.id not in written:
            yield rows.UNUSED.at(decl.span, what="counter", name=decl.name)


def _given(world: World, slot: SlotDecl) -> bool:
    """Whether some definition gives the counter a start of its own: then it is data that a rule may only read."""
    nodes = [d.node for d in world.by_id["definition"].values() if isinstance(d, DefinitionDecl) and d.node is not None]
    return any(slot.name in given(node) for node in nodes)


def _choices(world: World, mine: str, ruleset: dict[str, Any]) -> Iterator[Problem]:
    """A choice among the things of a kind of which nothing is ever defined or made."""
    made = any(n.get("op") == "operation" and n.get("name") == "create" for n in inside(ruleset)) or any(known.creates for _, known in world.kept)
    for node in inside([ruleset["verbs"], ruleset["sequences"], ruleset["rules"], ruleset["definitions"]]):
        if node.get("op") != "choose":
            continue
        kind = world.kind(chosen_kind(node) or "")
        if kind is None or made or not is_empty(world, kind):
            continue
        span = world.places.get(node["site"])
        if span is not None and _in_pack(world, span, mine):
            yield rows.NO_OPTION.at(span, kind=kind.name)


def chosen_kind(node: dict[str, Any]) -> str | None:
    """The kind among all of which a choice is."""
    source = node["from"]
    while source.get("op") == "filter":
        source = source["of"]
    return source.get("kind", "") if source.get("op") == "all" else None


def is_empty(world: World, kind: KindDecl) -> bool:
    """Whether nothing is of a kind when a game begins."""
    if any(world.descends(kind.id, k) for k in ("seat", "space", "zone", "rule", "effect", "area", "board")):
        return False
    return not any(isinstance(d, DefinitionDecl) and world.descends(d.kind, kind.id) for d in world.by_id["definition"].values())


def _in_pack(world: World, span: Span, mine: str) -> bool:
    files = {d.span.file for table in world.by_id.values() for d in table.values() if d.pack == mine}
    return span.file in files
