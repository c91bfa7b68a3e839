"""A handler on a name that several verbs share: one record for each verb, without what that verb's parameters cannot be."""
from __future__ import annotations

from copy import deepcopy
from typing import Any

from rulewright.dsl.catalogue import values as rows
from rulewright.dsl.records import inside

from .env import IR
from .world import VerbDecl, World

NO: IR = {"op": "bool", "value": False}
YES: IR = {"op": "bool", "value": True}


def each_event(world: World, made: IR | None) -> list[IR]:
    """One record for each event that the handler can hear; ids and sites from the second on have a suffix. That it can hear none is reported."""
    if made is None:
        return []
    events = made.pop("events")
    if len(events) == 1:
        return [made | {"event": events[0]}]
    heard = [(event, record) for event in events if (record := _heard(world, made, event))["where"] != NO]
    if not heard:
        world.problems.append(rows.NOT_COMPARABLE.at(world.places[made["id"]], left="what a verb of this name is about", right="of the kind that is wanted"))
    return [record | {"event": event} if index == 0 else _again(world, record, f".{index + 1}") | {"event": event}
            for index, (event, record) in enumerate(heard)]


def _heard(world: World, made: IR, event: str) -> IR:
    """The handler as it hears one verb: a test whether a parameter is of a kind that it cannot be is settled, and what hangs on it goes."""
    verb = world.by_id["verb"].get(event)
    if not isinstance(verb, VerbDecl):
        return made
    kinds = {param.name: param.type.of or "thing" for param in verb.params if param.type.shape == "thing"}

    def barred(node: IR) -> bool:
        if node["op"] != "is_kind" or node["of"]["op"] != "event" or node["of"]["name"] not in kinds:
            return False
        known, wanted = kinds[node["of"]["name"]], node["kind"]
        return not (world.descends(known, wanted) or world.descends(wanted, known))

    def settled(node: Any) -> Any:
        if isinstance(node, list):
            return [part for item in node for part in statements(item)]
        if not isinstance(node, dict):
            return node
        match node.get("op"):
            case "is_kind" if barred(node):
                return NO
            case "and":
                return joined(node, NO, YES)
            case "or":
                return joined(node, YES, NO)
            case "not":
                arg = settled(node["arg"])
                return NO if arg == YES else YES if arg == NO else node | {"arg": arg}
            case "if":
                test = settled(node["test"])
                if test in (YES, NO):
                    return settled(node["then" if test == YES else "else"])
            case _:
                pass
        return {key: settled(value) for key, value in node.items()}

    def statements(item: Any) -> list[Any]:
        """An item of a list; a block that is chosen for good stands in the place of its `if`."""
        now = settled(item)
        if isinstance(item, dict) and not isinstance(now, dict):
            return now or []
        return [now]

    def joined(node: IR, ends: IR, passes: IR) -> IR:
        """`and`, `or`: the first part that settles it ends it, so that what comes after need not make sense."""
        parts = []
        for arg in node["args"]:
            part = settled(arg)
            if part == ends:
                return ends
            if part != passes:
                parts.append(part)
        return passes if not parts else parts[0] if len(parts) == 1 else node | {"args": parts}

    now = settled(made)
    return now if isinstance(now, dict) else made


def _again(world: World, made: IR, suffix: str) -> IR:
    """A copy of a handler for another event: what has an id in it has one of its own."""
    copy = deepcopy(made)
    for record in inside(copy):
        for key in ("id", "site"):
            if (key == "site" and key in record) or (key in record and "kind" in record):
                world.places[f"{record[key]}{suffix}"] = world.places[record[key]]
                record[key] += suffix
    return copy
