"""Counters that would go on holding a thing which has left play.

What comes back is a new thing, so what holds one forgets it when it leaves. A counter that may not be `none` could not: it may hold only what never leaves.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.catalogue import values as rows
from rulewright.dsl.problems import Problem

from .world import SlotDecl, World

STAYS = ("place", "seat", "space", "zone", "board", "area", "rule")
"""Kinds whose things are in play from the first moment to the last."""


def check_leaving(world: World) -> Iterator[Problem]:
    """A finding for each counter of a kind, of a definition or of the table that needs a thing which may leave play."""
    for slot in world.by_id["slot"].values():
        if not isinstance(slot, SlotDecl) or slot.role != "counter" or slot.node is None or slot.type.shape != "thing" or slot.type.optional:
            continue
        if not any(world.descends(slot.type.of or "thing", kind) for kind in STAYS):
            yield rows.MAY_LEAVE.at(slot.node.type.span, name=slot.name, kind=slot.node.type.word)
