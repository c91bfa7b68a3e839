"""Who wins together: `sides` of the manifest, as an expression over two seats, `one` and `other`."""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import BOOL, thing

from .env import IR, Bound, Env, Sites
from .packs import Loaded
from .world import World


def sides(world: World, pack: Loaded) -> IR:
    """The test whether two seats of the game are of one side. A define that is missing, or none of two seats, is a finding."""
    from .expressions import check

    game = pack.manifest.game
    one: IR = {"op": "var", "name": "one"}
    other: IR = {"op": "var", "name": "other"}
    if game is None or game.sides == "each":
        return {"op": "eq", "left": one, "right": other}
    if game.sides == "together":
        return {"op": "bool", "value": True}
    span = game.sides_span or game.span
    env = Env(world, pack.manifest.id, Sites("game"), vars={name: Bound(thing(world.seat_kind), {"op": "var", "name": name}) for name in ("one", "other")})
    owner, _, name = game.sides.rpartition(":")
    found = [d for d in world.find("define", name, pack.manifest.id) if not owner or d.pack == owner]
    if not found:
        env.report(rows.NO_SIDES, span, name=game.sides)
        return {"op": "bool", "value": True}
    return check(env, s.Call(span, s.Name(span, name), [s.Name(span, "one"), s.Name(span, "other")]), BOOL, "`sides`")
