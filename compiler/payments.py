"""What an offered verb pays in its block, where the game says of other verbs that it is what they cost: it would be offered to who cannot pay."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import flow as rows
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.records import inside

from .world import VerbDecl, World

Record = Mapping[str, Any]


def check_payments(world: World, ruleset: Record, mine: str) -> Iterator[Problem]:
    """A finding for each verb of the pack that is offered, and that calls in its block, whatever happens, what is a cost in the head of another one."""
    costs: dict[str, str] = {}
    for verb in ruleset["verbs"]:
        for part in inside(verb["body"]):
            if part.get("op") == "pay":
                for call in part["calls"]:
                    costs.setdefault(call["verb"], verb["id"])
    offered = {entry["verb"] for node in inside([ruleset["verbs"], ruleset["sequences"]]) if node.get("op") == "offer" or node.get("node") == "offer"
               for entry in node["entries"] if "verb" in entry}
    for verb in ruleset["verbs"]:
        decl = world.by_id["verb"].get(verb["id"])
        if verb["id"] not in offered or not isinstance(decl, VerbDecl) or decl.pack != mine:
            continue
        params = {param["name"] for param in verb["params"]}
        paid = next((one["verb"] for one in verb["body"] if one["op"] == "call" and one["verb"] in costs and _is_known(one, params)), None)
        if paid is not None:
            yield _finding(world, decl, paid, costs[paid])


def _is_known(call: Record, params: set[str]) -> bool:
    """Whether a call is for what is known when the verb is offered: its parameters and what hangs on these."""
    names = {part["name"] for part in inside(call["args"]) if part.get("op") == "var"}
    return call["each"] is None and names <= params


def _finding(world: World, decl: VerbDecl, paid: str, head: str) -> Problem:
    verb, other = world.by_id["verb"][paid], world.by_id["verb"].get(head)
    block = decl.node.block if decl.node is not None else None
    spans = [item.span for item in (block.items if block is not None else ()) if isinstance(item, s.Phrase) and item.word.name == verb.name]
    labels = [Label(other.span, "this one says it in its head")] if other is not None else []
    return rows.PAID_IN_BLOCK.at(spans[0] if spans else decl.span, name=decl.name, paid=verb.name, labels=labels)
