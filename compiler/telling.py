"""Choices that tell: of things that nobody sees, `where` leaves those that fit, and whoever chooses learns which they are."""
from __future__ import annotations

from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.records import inside

from .env import IR, Env
from .world import SlotDecl


def telling(env: Env, source: IR, at: s.Node) -> None:
    """A finding for a choice from a zone that nobody sees by what lies in it, unless something is revealed before in the same text."""
    asks, node = False, source
    while node.get("op") == "filter":
        asks |= any(one.get("op") == "var" and one["name"] == node["var"] for one in inside(node["where"]))
        node = node["of"]
    zone = node["of"] if node.get("op") == "contents" else node
    slot: Any = env.world.by_id["slot"].get(str(zone.get("slot") or zone.get("name")))
    if not asks or env.sites.revealed or not isinstance(slot, SlotDecl) or not isinstance(slot.node, s.Slot):
        return
    seen = slot.node.seen_by
    if isinstance(seen, s.Name) and seen.name in ("nobody", "none"):
        env.report(rows.TELLING_CHOICE, at, name=slot.name)
