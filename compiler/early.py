"""Handlers that come too early: they speak of what a verb's body has yet to name.

`before V`, `instead of V` and `at start of V` run before the body of V does. The slots of V, and what its body names with `let` and `as`, have no value then,
and the body gives each slot its start afterwards, whatever a handler has set. Parameters, and slots at the steps inside, are there.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.dsl.catalogue import flow as rows
from rulewright.dsl.problems import Problem
from rulewright.dsl.records import inside

from .world import World

Record = dict[str, Any]
EARLY = ("before", "instead", "start")


def check_early(world: World, ruleset: Record, pack: str) -> Iterator[Problem]:
    """One finding for each handler of the pack's own text that speaks of such a name."""
    verbs = {verb["id"]: verb for verb in (*ruleset["verbs"], *ruleset["sequences"])}
    for handler in inside([ruleset[key] for key in ("definitions", "rules", "abilities", "effects", "verbs", "sequences")]):
        if handler.get("kind") != "handler" or handler["moment"] not in EARLY or not handler["id"].startswith(f"{pack}:"):
            continue
        place = world.places.get(handler["id"]) or world.places.get(handler["id"].rsplit(".", 1)[0])
        verb = verbs.get(handler["event"])
        if verb is None or place is None:
            continue
        there = known_early(verb)
        early = next((name for name in asked(handler) if name not in there), None)
        if early is not None:
            yield rows.TOO_EARLY.at(place, name=early, verb=verb["name"])


def known_early(verb: Record) -> set[str]:
    """What a handler may ask of a verb before its body runs."""
    return {"tag", *(param["name"] for param in verb["params"])}


def asked(handler: Record) -> Iterator[str]:
    """What a handler asks of its event, in order. A lasting effect that it makes has events of its own; what it takes along of this one is bound."""
    waiting: list[Any] = [handler["body"], handler["where"]]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += reversed(node)
        elif isinstance(node, dict):
            if node.get("op") == "event":
                yield node["name"]
            waiting += reversed([node["bind"], node["host"]] if node.get("op") == "begin" else list(node.values()))
