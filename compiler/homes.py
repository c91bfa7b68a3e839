"""Where things start and work: the places that a kind's own fields name."""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import thing

from .env import IR, Env
from .expressions import check
from .names import did_you_mean
from .world import SlotDecl, World


def in_hands(world: World, pack: str, node: s.Expr) -> bool:
    """Whether a place named in `starts_in` is a zone that each owner has."""
    return isinstance(node, s.Name) and node.name not in ("box", "table") and not world.find("slot", node.name, pack)


def place_of(env: Env, node: s.Expr) -> IR:
    """A place named in `starts_in` or `works_in`: a zone of the table, `box`, `table`, or a zone of the owner by its slot's name."""
    if isinstance(node, s.Name) and not env.world.find("slot", node.name, env.pack):
        zones = [d for d in env.world.by_id["slot"].values() if isinstance(d, SlotDecl) and d.role == "zone" and d.name == node.name and d.owner is not None
            and d.pack in env.world.visible(env.pack)]
        if len(zones) == 1:
            env.world.used.add(zones[0].id)
            return {"op": "field", "of": {"op": "relation", "of": {"op": "var", "name": "self"}, "name": "owner"}, "slot": zones[0].id}
        if node.name not in ("box", "table"):
            known = [d.name for d in env.world.by_id["slot"].values() if isinstance(d, SlotDecl) and d.role == "zone"]
            env.report(rows.UNKNOWN_NAME, node, name=node.name, hint=did_you_mean(node.name, [*known, "box", "table"]) or "name a zone, `box` or `table`")
            return {"op": "table"}
    return check(env, node, thing("place"), "the place")
