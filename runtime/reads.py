"""What an expression reads, as the keys under which the journal records writes.

Slot ids, `at`, `holds`, `owner`, `controller`, `face`, `status`, names of variables, kinds (what is in play), definitions (copies), `stack` (open periods), and
the keys of the index tables. None means that it may read anything. Looked at closely, a counter of one known thing is read as a pair: the slot, and the id of
the thing's definition or `self`.
"""
from __future__ import annotations

from rulewright.dsl.registry import MAP_FUNCTIONS

from .core import Core
from .program import Record, walk

Keys = frozenset[str]
CloseKeys = frozenset["str | tuple[str, str]"]

_RELATIONS: dict[str, tuple[str, ...]] = {
    "place": ("at",),
    "host": ("at",),
    "exists": ("at",),
    "area": ("at",),
    "board": ("at",),
    "holder": ("at", "owner"),
    "owner": ("owner",),
    "face": ("face",),
    "next": ("status",),
    "playing": ("status",),
    "name": (),
    "number": ("alias",),
    "definition": (),
}
_PLACES = ("at", "holds")
_SELF = frozenset(("self",))


def reads_of(core: Core, node: Record | None) -> Keys | None:
    """The keys that an expression reads, also by way of defines, stats and groups."""
    found: set[str] = set()
    seen: set[str] = set()
    todo = [node] if node is not None else []
    while todo:
        for one in walk(todo.pop()):
            more = _reads(core, one, found, seen)
            if more is None:
                return None
            todo += more
    return frozenset(found)


def close_reads_of(core: Core, node: Record | None, own: frozenset[str] = _SELF) -> CloseKeys | None:
    """The keys that an expression reads, its own reads of counters of known things as pairs. `own`: the variables that stand for `self`."""
    found: set[str] = set()
    pairs: set[tuple[str, str]] = set()
    seen: set[str] = set()
    for one in walk([node] if node is not None else []):
        pair = pair_of(core, one, own)
        if pair is not None:
            pairs.add(pair)
            continue
        through = _reads(core, one, found, seen)
        if through is None:
            return None
        for further in through:
            more = reads_of(core, further)
            if more is None:
                return None
            found |= more
    return frozenset((*found, *pairs))


def pair_of(core: Core, node: Record, own: frozenset[str] = _SELF) -> tuple[str, str] | None:
    """The slot and the thing of a node that is the counter of one known thing."""
    if node.get("op") != "field" or node["of"]["op"] not in ("thing", "var"):
        return None
    of, record = node["of"], core.program.slots.get(node["slot"])
    if record is None or record["role"] != "counter" or (of["op"] == "var" and of["name"] not in own):
        return None
    return node["slot"], of["id"] if of["op"] == "thing" else "self"


def _reads(core: Core, node: Record, found: set[str], seen: set[str]) -> list[Record] | None:
    """Add what one node reads; the further expressions that it reads through, None for anything."""
    program = core.program
    match node.get("op"):
        case None | "var":
            pass
        case "can":
            return None
        case "frame" | "running":
            found.update(("stack", "machines", "number", str(node.get("name", ""))))
        case "event":
            found.add(node["name"])
        case "thing":
            found.add(node["id"])
        case "global":
            return _slot(core, node["name"], found, seen)
        case "field" | "stat" | "printed":
            return _slot(core, node["slot"], found, seen)
        case "relation":
            return _relation(core, node["name"], found, seen)
        case "die":
            found.update(("face", "rerolled"))
        case "apply":
            found.update(_PLACES)
            if node["function"] in MAP_FUNCTIONS:
                return _once("ways", seen, program.ways)
        case "contents" | "empty" | "in" | "not_in" | "filter" | "sum" | "highest" | "lowest":
            found.update(_PLACES)
        case "held":
            found.update(("at", "holds", "owner", node["kind"]))
        case "all":
            found.update((node["kind"], "at"))
        case "members":
            return _once(f"group {node['group']}", seen, [program.groups[node["group"]]["members"]])
        case "has":
            found.update(("face", node["ability"], node.get("kind", "thing")))
            return _once("switches", seen, _switches(core, found))
        case "call" | "name_of_define":
            return _once(node["define"], seen, [program.defines[node["define"]]["value"]])
        case _:
            pass
    return []


def _once(name: str, seen: set[str], nodes: list[Record]) -> list[Record]:
    if name in seen:
        return []
    seen.add(name)
    return nodes


def _slot(core: Core, slot: str, found: set[str], seen: set[str]) -> list[Record]:
    found.add(slot)
    record = core.program.slots.get(slot)
    through: list[Record] = []
    if record is not None and record["role"] in ("printed", "stat") and record["start"] is not None:
        through.append(record["start"])
    modifies = core.program.modifies.get(slot, [])
    if modifies:
        found.add("thing")  # somebody with such a clause may come or go
        through += modifies
        through += _switches(core, found)
    return _once(f"slot {slot}", seen, through)


def _switches(core: Core, found: set[str]) -> list[Record]:
    if core.program.switches:
        found.add("")
    return core.program.switches


def _relation(core: Core, name: str, found: set[str], seen: set[str]) -> list[Record]:
    if name == "controller":
        found.update(("controller", "owner"))
        return _slot(core, "controller", found, seen)
    found.update(_RELATIONS[name])
    return []
