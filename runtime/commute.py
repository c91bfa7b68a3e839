"""Whether the order of simultaneous handlers can matter: if it provably cannot, nobody is asked.

Handlers commute when what each writes misses what the others read and write, and none draws, asks, ends or makes anything, or moves things. Two that only
add to a number commute too, if it has no bounds or both change it in one direction; so do two that set the same to one constant; adding to a list does not.
What a body calls is looked into; a verb that anything hooks, and whatever is not understood, means: ask.

What is read and written is known by slot, for all things alike. A counter of the handler's own thing (`self`, also handed on to a verb) is known apart, so that
copies of one card, each of which changes and looks at itself alone, commute.
"""
from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from .core import Core
from .program import ANY, Record, walk
from .reads import close_reads_of, pair_of
from .rules import Work
from .shape import variables

Cell = str | tuple[str, Any]
"""A slot of all things (or another key of `reads`), or the slot of one: with `self` for the handler's own, then with its number."""


class Footprint:
    """What bodies read, what they set (and to which constant), what they only add to; of numbers with bounds, which they may raise and which they may lower."""

    __slots__ = ("adds", "lowers", "raises", "reads", "sets")

    def __init__(self) -> None:
        self.reads: set[Cell] = set()
        self.sets: dict[Cell, Any] = {}
        self.adds: set[Cell] = set()
        self.raises: set[Cell] = set()
        self.lowers: set[Cell] = set()

    def of(self, me: Any) -> Footprint:
        """The same of one thing, or of nobody knows which (None)."""
        made = Footprint()
        for name in ("reads", "adds", "raises", "lowers"):
            setattr(made, name, {_cell(cell, me) for cell in getattr(self, name)})
        for cell, value in self.sets.items():
            made.put(_cell(cell, me), value)
        return made

    def put(self, cell: Cell, value: Any) -> None:
        """Note that something is set: to a constant, or to `VARIES`."""
        self.sets[cell] = value if self.sets.get(cell, value) == value else VARIES

    def meets(self, other: Footprint) -> bool:
        """Whether the order of the two can matter as far as this one's writes go."""
        sets = {cell for cell, value in self.sets.items() if value is VARIES or other.sets.get(cell, VARIES) != value}
        return (
            _meet(self.sets.keys(), other.reads | other.adds) or _meet(sets, other.sets.keys()) or _meet(self.adds, other.reads | other.sets.keys())
            or _meet(self.raises, other.lowers)
        )  # fmt: skip


VARIES = object()
"""In place of a constant: what is set is worked out."""


def _cell(cell: Cell, me: Any) -> Cell:
    if type(cell) is not tuple:
        return cell
    return cell[0] if me is None or cell[1] != "self" else (cell[0], me)


def _meet(some: Collection[Cell], others: Collection[Cell]) -> bool:
    """Whether anything is among both; the slot of all things has that of each in it."""
    return any(
        one in others or (one[0] in others if type(one) is tuple else any(type(other) is tuple and other[0] == one for other in others)) for one in some
    )


class Body(NamedTuple):
    """Where a statement stands: in which event, the least that its variables can be, and those that stand for the handler's own thing."""

    event: str
    least: dict[str, int]
    own: frozenset[str]


UNKNOWN = -(10**9)
_OWN = frozenset(("self",))


def _typed(kind: Record) -> int:
    return int(kind["low"]) if kind["type"] == "int" and kind["low"] is not None else UNKNOWN


def commute(core: Core, works: list[Work]) -> bool:
    """Whether all orders of these handlers give the same."""
    prints = [None if made is None else made.of(work.env.get("self")) for work, made in ((work, _of(core, work)) for work in works)]
    for at, one in enumerate(prints):
        for other in prints[at + 1 :]:
            if one is None or other is None or one.meets(other) or other.meets(one):
                return False
    return True


def _of(core: Core, work: Work) -> Footprint | None:
    key = ("footprint", work.clause.id)
    if key not in core.compiled:
        record, made = work.clause.record, Footprint()
        known = record["once"] is None and _conditions(core, work, made) and _body(core, record["body"], Body(record["event"], {}, _OWN), made, set())
        core.compiled[key] = made if known else None
    found: Footprint | None = core.compiled[key]
    return found


def _conditions(core: Core, work: Work, made: Footprint) -> bool:
    """What decides whether a handler runs at all: its `where`, what its names stand for, whether it is muted, how long its effect lasts."""
    record, program = work.clause.record, core.program
    begin = program.begins.get(core.entities[work.eid].get("def", "")) if core.entities[work.eid]["kind"] == "effect" else None
    if begin is not None and begin["once"]:
        return False
    if record["names"]:
        args = [args for _, args in program.heard_as(record["event"])]
        made.reads |= {node["name"] for node in walk(args) if node.get("op") == "var"}
    others = [None if begin is None else begin["while"], *program.switches]
    return _expressions(core, [record["where"]], made, _OWN) and _expressions(core, others, made)


def _expressions(core: Core, nodes: list[Record | None], made: Footprint, own: frozenset[str] = frozenset()) -> bool:
    for node in nodes:
        keys = close_reads_of(core, node, own)
        if keys is None:
            return False
        made.reads |= {key if type(key) is str or key[1] == "self" else key[0] for key in keys}
    return True


def _body(core: Core, body: list[Record], at: Body, made: Footprint, seen: set[Any]) -> bool:
    return all(_statement(core, node, at, made, seen) for node in body)


def _statement(core: Core, node: Record, at: Body, made: Footprint, seen: set[Any]) -> bool:
    match node["op"]:
        case "set":
            return _set(core, node, at, made)
        case "let":
            return _expressions(core, [node["value"]], made, at.own)
        case "if":
            return _expressions(core, [node["test"]], made, at.own) and _body(core, [*node["then"], *node["else"]], at, made, seen)
        case "each":
            return _expressions(core, [node["of"], node["where"], node["order"]], made, at.own) and _body(core, node["body"], at, made, seen)
        case "call":
            return _called(core, node, at, made, seen)
        case _:
            return False


def _set(core: Core, node: Record, at: Body, made: Footprint) -> bool:
    target = node["target"]
    if target["op"] not in ("var", "event", "frame", "global", "field"):
        return False
    if target["op"] != "var":
        pair = pair_of(core, target, at.own)
        key: Cell = pair if pair is not None and pair[1] == "self" else target.get("slot") or target["name"]
        kind = _kind(core, target, at.event)
        if node["change"] == "=" or kind["type"] not in ("int", "dial"):
            made.put(key, _constant(node))
        else:
            made.adds.add(key)
            if kind["type"] == "int" and (kind["low"], kind["high"]) != (None, None):
                _direction(core, node, key, at, made)
    of = target.get("of")
    return _expressions(core, [node["value"], of if type(of) is dict else None], made, at.own)


def _constant(node: Record) -> Any:
    """What a statement sets something to, if its text says it."""
    value = node["value"]
    return value["value"] if node["change"] == "=" and value["op"] in ("int", "bool", "text", "word") else VARIES


def _kind(core: Core, target: Record, event: str) -> Record:
    """The type of what is set."""
    slot = core.program.slots.get(target.get("slot") or target["name"])
    if target["op"] in ("field", "global"):
        return ANY if slot is None else slot["type"]
    of = core.program.events.get(target["of"] if target["op"] == "frame" else event)
    return ANY if of is None else variables(of, core.program).get(target["name"], ANY)


def _direction(core: Core, node: Record, key: Cell, at: Body, made: Footprint) -> None:
    """Note whether a change can raise or lower a number; what is not known can do both."""
    sure = _least(core, node["value"], at) >= 0
    if not sure or node["change"] == "+=":
        made.raises.add(key)
    if not sure or node["change"] == "-=":
        made.lowers.add(key)


def _least(core: Core, value: Record, at: Body) -> int:
    """The least that an expression can be, as far as its text says it."""
    if value["op"] == "int":
        return int(value["value"])
    if value["op"] == "var":
        return at.least.get(value["name"], UNKNOWN)
    slot = core.program.slots.get(value.get("slot", "")) if value["op"] in ("field", "stat", "printed") else None
    if slot is None or slot["type"]["type"] != "int" or slot["type"]["low"] is None or slot["id"] in core.program.modifies:
        return UNKNOWN
    return int(slot["type"]["low"])


def _called(core: Core, node: Record, at: Body, made: Footprint, seen: set[Any]) -> bool:
    id = node["verb"]
    verb: dict[str, Any] | None = core.program.verbs.get(id)
    if verb is None or id in core.program.hooked or not _expressions(core, list(node["args"].values()), made, at.own):
        return False
    if any(one["type"].get("unit") is not None for one in verb["params"]) and core.program.shields:
        return False
    if any(slot["role"] == "zone" for slot in verb["slots"]):
        return False
    changed = set(_bound(verb["body"]))
    given = [one for one in verb["params"] if one["name"] in node["args"] and one["name"] not in changed]
    least = {one["name"]: max(_least(core, node["args"][one["name"]], at), _typed(one["type"])) for one in given}
    own = frozenset(one["name"] for one in given if _is_own(node["args"][one["name"]], at))
    visit = (id, own, *sorted(least.items()))
    if visit in seen:
        return True
    seen.add(visit)
    tests = [one["test"] for one in verb["requires"]] + [slot["start"] for slot in verb["slots"]]
    return _expressions(core, tests, made, own) and _body(core, verb["body"], Body(id, least, own), made, seen)


def _is_own(arg: Record, at: Body) -> bool:
    return arg["op"] == "var" and arg["name"] in at.own


def _bound(body: list[Record]) -> Iterator[str]:
    """The variables that a body sets or names itself."""
    for one in walk(body):
        target = one["target"] if one.get("op") == "set" else None
        yield from (name for name in (one.get("as"), one.get("var"), target["name"] if target is not None and target["op"] == "var" else None) if name)
        if one.get("op") == "let":
            yield one["name"]
