"""Supplies that can run out: each thing of a kind takes something from a zone of the table when it is used up, and there are more of them than lie there.

Only what is said outright counts: a body that puts the thing itself into the box and takes from a zone that nothing is ever put back into, both without a
condition. Whoever says what happens with the zone empty (`if`, `require`, `else`) is not asked again.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rulewright.dsl.catalogue import components as rows
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.records import inside

from .components import place_of
from .env import IR
from .world import DefinitionDecl, SlotDecl, World

DEEPEST = 8
"""Verbs inside verbs that are followed."""
TABLES = ("verbs", "sequences", "rules", "abilities", "effects", "defines", "definitions")
_TAKING = ("top", "first", "last", "bottom")
_READING = ("contents", "apply", "empty", "eq", "ne", "in", "not_in")
_TEXT = "/text"

Binding = Mapping[str, IR]


class Drain(NamedTuple):
    """A thing of a kind that is used up takes so many from a zone; `home` is the record that says so."""

    kind: str
    zone: str
    takes: int
    home: str


def drains(game: Mapping[str, list[IR]]) -> list[Drain]:
    """What verbs and texts of kinds take of zones of the table for each thing that they use up."""
    verbs = {verb["id"]: verb for verb in game["verbs"]}
    found: list[Drain] = []
    for verb in game["verbs"]:
        for param in verb["params"]:
            if param["type"]["type"] == "thing" and _used_up(verbs, verb["body"], param["name"], DEEPEST):
                found += _drains(verbs, param["type"]["of"], verb["body"], verb["id"], verb["requires"])
    for ability in game["abilities"]:
        for handler in ability["handlers"] if ability["id"].endswith(_TEXT) else ():
            if _used_up(verbs, handler["body"], "self", DEEPEST):
                found += _drains(verbs, ability["id"].removesuffix(_TEXT), handler["body"], handler["id"], handler["where"])
    return found


def _drains(verbs: Mapping[str, IR], kind: str, body: list[IR], home: str, conditions: Any) -> Iterator[Drain]:
    """What a body takes; a condition of it that looks at the zone has settled the matter."""
    looked = {node["name"] for node in inside(conditions) if node.get("op") == "global"}
    for zone, count in _taken(verbs, body, {}, DEEPEST):
        if zone not in looked:
            yield Drain(kind, zone, count, home)


def check_supplies(world: World, game: Mapping[str, list[IR]], mine: str) -> Iterator[Problem]:
    """A finding for each zone of the pack, or text of it, from which more must come than it holds."""
    for drain in drains(game):
        zone, kind = world.by_id["slot"].get(drain.zone), world.kind(drain.kind)
        if not isinstance(zone, SlotDecl) or zone.owner is not None or zone.when or kind is None or mine not in (zone.pack, drain.home.partition(":")[0]):
            continue
        held = _held(world, game, zone)
        things = sum(decl.copies for decl in _defined(world, drain.kind) if not decl.when and not decl.removals)
        place = place_of(world, drain.home)
        if held is None or things * drain.takes <= held or place is None or _refilled(world, game, drain.zone):
            continue
        label = Label(zone.span, f"{held} of them begin here")
        many = kind.plural if things != 1 and kind.plural else kind.name
        each = "" if drain.takes == 1 else f", each takes {drain.takes}"
        yield rows.SUPPLY_RUNS_OUT.at(place, things=things, kind=many.replace("_", " "), each=each, pool=zone.name, held=held, labels=[label])


def _used_up(verbs: Mapping[str, IR], body: list[IR], name: str, left: int) -> bool:
    """Whether a body puts the thing of a variable into the box, whatever else is so."""
    for node in body:
        if node["op"] == "operation" and node["name"] == "put" and node["args"]["place"]["op"] == "box":
            things = node["args"]["things"]
            if any(one == {"op": "var", "name": name} for one in things.get("items", [things])):
                return True
        called = verbs.get(node["verb"]) if node["op"] == "call" and node["each"] is None and left else None
        if called is not None and not called["requires"]:
            handed = [key for key, arg in node["args"].items() if arg == {"op": "var", "name": name}]
            if any(_used_up(verbs, called["body"], key, left - 1) for key in handed):
                return True
    return False


def _taken(verbs: Mapping[str, IR], body: list[IR], known: Binding, left: int) -> Iterator[tuple[str, int]]:
    """The zones of the table from which a body takes, whatever else is so, and how many. `known`: what its parameters stand for."""
    drawn: dict[str, tuple[str, int]] = {}
    for node in body:
        if node["op"] in ("random", "choose") and node.get("else") is None and node["as"] is not None:
            zone, count = (_zone(node["of"], known), node["count"]) if node["op"] == "random" else (_zone(node["from"], known), node["min"])
            if zone is not None and count["op"] == "int":
                drawn[node["as"]] = (zone, count["value"])
        elif node["op"] == "operation" and node["name"] == "put":
            things = node["args"]["things"]
            for one in things.get("items", [things]):
                taken = drawn.pop(one["name"], None) if one["op"] == "var" else _top(one, known)
                if taken is not None:
                    yield taken
        called = verbs.get(node["verb"]) if node["op"] == "call" and node["each"] is None and left else None
        if called is not None and not called["requires"]:
            yield from _taken(verbs, called["body"], {key: known.get(arg.get("name"), arg) for key, arg in node["args"].items()}, left - 1)


def _top(node: IR, known: Binding) -> tuple[str, int] | None:
    """The zone, and how many: `top(pool, 2)`."""
    if node["op"] != "apply" or node["function"] not in _TAKING:
        return None
    zone = _zone(node["args"][0], known)
    count: IR = node["args"][1] if len(node["args"]) > 1 else {"op": "int", "value": 1}
    if count["op"] == "var":
        count = known.get(count["name"], count)
    return (zone, int(count["value"])) if zone is not None and count["op"] == "int" else None


def _zone(node: IR, known: Binding) -> str | None:
    """The zone of the table whose things, all of them, an expression is."""
    of = node["of"] if node["op"] == "contents" else node
    of = known.get(of["name"], of) if of["op"] == "var" else of
    return of["name"] if of["op"] == "global" else None


def _held(world: World, game: Mapping[str, list[IR]], zone: SlotDecl) -> int | None:
    """How many things begin in a zone at most; None where that is not known."""
    starts = {kind["id"]: kind["starts_in"] for kind in game["kinds"]}
    here = {record["id"].partition("~")[0] for record in game["definitions"] if (record["starts_in"] or {}).get("name") == zone.id}
    if zone.type.item is None or zone.type.item.of is None:
        return None
    held = 0
    for decl in _defined(world, zone.type.item.of):
        usual = next((start for kind in world.ancestors(decl.kind) if (start := starts.get(kind)) is not None), None)
        if decl.id in here or decl.patches or (usual or {}).get("name") == zone.id:
            held += decl.copies
    return held


def _defined(world: World, kind: str) -> Iterator[DefinitionDecl]:
    for decl in world.by_id["definition"].values():
        if isinstance(decl, DefinitionDecl) and world.descends(decl.kind, kind):
            yield decl


def _refilled(world: World, game: Mapping[str, list[IR]], zone: str) -> bool:
    """Whether anything may be put into a zone: it is named where it is not only looked into."""
    hears = {handler["event"] for table in ("rules", "abilities", "definitions") for record in game[table] for part in (record, *record.get("faces", ()))
             for handler in part["handlers"] if handler["react"] is None} | {event for _, known in world.kept for event, _, _ in known.handlers}
    verbs = {verb["id"]: verb for verb in game["verbs"]}
    for table in TABLES:
        for record in game[table]:
            if _put_into({key: part for key, part in record.items() if key != "starts_in"}, {"op": "global", "name": zone}, verbs, hears):
                return True
    return False


def _put_into(value: Any, zone: IR, verbs: Mapping[str, IR], hears: set[str], left: int = DEEPEST) -> bool:
    """Whether something in a record may put things into a zone, given by its name or by a parameter."""
    stack: list[Any] = [value]
    while stack:
        at = stack.pop()
        if isinstance(at, list):
            stack += at
        if not isinstance(at, dict):
            continue
        if at == zone:
            return True
        looked = at.get("op") in _READING or "define" in at or (at.get("op") == "operation" and at["name"] == "shuffle")
        if at.get("op") == "call" and "verb" in at and zone in at["args"].values():
            called = verbs.get(at["verb"])
            if called is None or not left or at["verb"] in hears or any(use["family"] in hears for use in called["families"]):
                return True
            handed = [{"op": "var", "name": key} for key, arg in at["args"].items() if arg == zone]
            if any(_put_into(called["body"], one, verbs, hears, left - 1) for one in handed):
                return True
            looked = True
        for inner in at.values():
            if isinstance(inner, dict | list):
                stack += _but(inner, zone) if looked else [inner]
    return False


def _but(inner: Any, zone: IR) -> list[Any]:
    """What stands in a place that only looks, without the zone itself."""
    parts = inner if isinstance(inner, list) else list(inner.values()) if "op" not in inner else [inner]
    return [part for part in parts if part != zone]
