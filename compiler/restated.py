"""A row that a kind declares again: one slot, whose start for things of that kind is another.

`kind bird is beast { legs: int = 2 }`, where each beast has `legs`, gives no second slot. What says something else than the row above, another role or type or
no start, is a finding: there would be two slots of one name, and which of them is read would hang on what the reader knows of the thing.
"""
from __future__ import annotations

from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.problems import Label

from .world import KindDecl, SlotDecl, World


def restate(world: World) -> None:
    """Take the rows that stand again out of the slots of their kinds; the types are known."""
    for kind in world.by_id["kind"].values():
        for name, slot in list(kind.slots.items()) if isinstance(kind, KindDecl) else ():
            above = world.slot_of(kind.parent, name) if isinstance(kind, KindDecl) and kind.parent is not None else None
            if above is None or not isinstance(kind, KindDecl):
                continue
            if not _same(slot, above):
                label = "first declared here, for all things of the kind above; the row may stand again with the same type and another start"
                world.problems.append(rows.DUPLICATE.at(slot.span, name=name, labels=[Label(above.span, label)]))
                continue
            kind.restated[name] = kind.slots.pop(name)
            del world.by_id["slot"][slot.id]


def _same(slot: SlotDecl, above: SlotDecl) -> bool:
    if slot.node is None or slot.node.start is None or slot.role not in ("printed", "stat", "counter"):
        return False
    return slot.role == above.role and slot.type == above.type and all(tail is None for tail in (slot.node.per, slot.node.seen_by, slot.node.ringless))


def starts_of(world: World, kind: str) -> dict[str, SlotDecl]:
    """The rows that a kind or one above it declares again, the nearest ones."""
    out: dict[str, SlotDecl] = {}
    for decl in map(world.kind, world.ancestors(kind)):
        if decl is not None:
            out = {**decl.restated, **out}
    return out
