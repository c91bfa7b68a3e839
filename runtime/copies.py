"""Copies of one card whose text runs at one moment: whether they could be exchanged, so that their order cannot matter.

At the start and end of a period they can be if they run the same text, in equal states, in one place, with nothing attached, and nothing else in the game names
one of them. Then one order gives what the other gives with the copies exchanged, as long as nothing on the way asks which of them is older, or goes through
things in the order of their numbers: `blind` reads that off the text. At other moments a body may be half done that holds a copy in a variable.

At any moment they can be if the text only looks at its own thing, and changes none: what happens is worked out with the variables of the event and the counters
of the table. In equal states the two then do the same, whoever names one of them.

What is compared is in the open, and what hidden things could name is decided by the rules alone, so that being asked or not tells nothing.
"""
from __future__ import annotations

from typing import Any

from . import sight
from .anyway import hideable
from .blind import blind
from .core import Core, Entity
from .gone import may_name, names_things
from .program import Record, walk
from .relations import controller
from .rules import Work

_APART = ("id", "copy", "since", "alias")
"""In what two copies in equal states differ."""
_STATE = ("place", "host", "owner", "face")
"""Relations that are the same of things in equal states."""
_AGED = ("oblige", "grant", "mute")
"""Clauses of which the older ones, or those of one thing, may go before the others."""


def exchangeable(core: Core, moment: str, works: list[Work]) -> bool:
    """Whether these handlers are one text of copies that can be exchanged."""
    first = works[0]
    entity = core.entities[first.eid]
    if "copy" not in entity or any(not _is_copy(core, first, work) for work in works):
        return False
    if _only_looks(core, first):
        return True
    if moment not in ("start", "end") or core.inside or core.sweep is not None or core.waits is not None or not _stands_alone(core, entity):
        return False
    return _text_is_blind(core, first, entity) and not _named(core, {work.eid for work in works})


def _is_copy(core: Core, one: Work, other: Work) -> bool:
    """Whether two handlers are the same text of copies in equal states, which lie in one place in the open."""
    if other.clause is not one.clause or other.env.get("self") != other.eid:
        return False
    here, there = ({key: value for key, value in core.entities[work.eid].items() if key not in _APART} for work in (one, other))
    if here != there or {**one.env, "self": 0} != {**other.env, "self": 0}:
        return False
    alone = not core.entities[other.eid].get("holds") and not core.owned.get(other.eid)
    return alone and controller(core, one.eid) == controller(core, other.eid) and sight.seers(core, other.eid) is None


def _only_looks(core: Core, work: Work) -> bool:
    key = ("only looks", work.clause.id)
    known: bool | None = core.compiled.get(key)
    if known is None:
        record = work.clause.record
        known = core.compiled[key] = record["once"] is None and _changes_no_thing(record["body"]) and _looked_at([record["body"], record["where"]])
    return known


def _changes_no_thing(body: list[Record]) -> bool:
    """Whether statements only work with variables of the event and counters of the table."""
    for node in body:
        if node["op"] == "if":
            if not _changes_no_thing([*node["then"], *node["else"]]):
                return False
        elif node["op"] not in ("set", "let", "cancel") or (node["op"] == "set" and node["target"]["op"] not in ("event", "frame", "var", "global")):
            return False
    return True


def _looked_at(nodes: list[Any]) -> bool:
    """Whether `self` is nothing but looked at: its counters, what is printed on it, where it is and whose."""
    mine = {id(node) for node in walk(nodes) if node.get("op") == "var" and node["name"] == "self"}
    looks = (node for node in walk(nodes) if node.get("op") in ("field", "printed") or (node.get("op") == "relation" and node["name"] in _STATE))
    return mine <= {id(node["of"]) for node in looks}


def _stands_alone(core: Core, entity: Entity) -> bool:
    """Whether a thing has no zones of its own, and lies where there is no order."""
    return not sight.own_zones(core, entity) and core.entities[entity["at"]]["kind"] != "zone"


def _text_is_blind(core: Core, work: Work, entity: Entity) -> bool:
    key = ("blind", f"{entity['def']} {entity.get('face')} {work.clause.id}")
    known: bool | None = core.compiled.get(key)
    if known is None:
        texts = [text.record for text in core.program.texts(entity["def"], entity.get("face"))]
        aged = any(text["kind"] in _AGED or text.get("change") == "to" for text in texts)
        known = not aged and not _hidden_may_name(core, entity["kind"]) and blind(core, work.clause.record, entity["kind"])
        core.compiled[key] = known
    return known


def _hidden_may_name(core: Core, kind: str) -> bool:
    """Whether what may lie hidden has counters for things of a kind: nobody may be told whether one of them is named there."""
    if not core.program.veils:
        return False
    slots = [slot for hidden in hideable(core) if hidden in core.program.kinds for slot in core.program.kinds[hidden]["slots"]]
    own = [slot for one in core.program.definitions.values() if one["of"] in hideable(core) for slot in one["slots"]]
    return any(names_things(slot) and may_name(core, slot["id"], kind) for slot in (*slots, *own))


def _named(core: Core, copies: set[int]) -> bool:
    """Whether a counter, a lasting effect, or what is running names one of some copies."""
    entities = core.entities
    if any(_holds(entities[eid].get(slot), copies) for eid, slots in core.naming.items() for slot in slots):
        return True
    for effect in (entities[eid] for eid in core.in_play.get("effect", ())):
        if _holds([effect["source"], effect.get("host"), [effect["vars"][name] for name in effect.get("things", ())]], copies):
            return True
    return any(_holds([frame.vars, frame.record], copies) for frame in core.stack) or _holds(core.meta["machines"], copies)


def _holds(value: Any, copies: set[int]) -> bool:
    """Whether the number of one of some things stands anywhere in a value, also in the keys under which limits count. What only looks like one counts too."""
    kind = type(value)
    if kind is int:
        return value in copies
    if kind is str:
        return "|" in value and any(str(one) in value.replace(",", "|").split("|") for one in copies)
    if kind is dict:
        return any(_holds(item, copies) for pair in value.items() for item in pair)
    return kind in (list, tuple) and any(_holds(item, copies) for item in value)
