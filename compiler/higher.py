"""Defines that take defines: `define most(q: list of hero, value: function) = ...`, applied as `most(heroes, gold_of)`.

Such a define has no record of its own. For each define that it is given it is made once, with that one in the place of its parameter: so a ruleset and a
runtime need no functions as values, and what the body does with its parameter is checked for what it is given.
"""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.catalogue.syntax import TOO_DEEP
from rulewright.dsl.limits import MAX_APPLIED
from rulewright.dsl.types import HOLE

from . import lookup
from .env import Env
from .names import did_you_mean
from .world import DefineDecl


def applied(env: Env, node: s.Expr, decl: DefineDecl, arguments: list[s.Expr]) -> tuple[DefineDecl, list[s.Expr]] | None:
    """The define made for the defines among the arguments, and the other arguments; None if one of them is no define (reported)."""
    given: dict[str, DefineDecl] = {}
    for argument, param in zip(arguments, decl.params, strict=True):
        if param.type.shape != "function":
            continue
        found = lookup.define_named(env, argument.name, argument) if isinstance(argument, s.Name) else None
        if found is None or found.open:
            hint = did_you_mean(argument.name, env.world.names("define", env.pack)) if isinstance(argument, s.Name) and found is None else ""
            env.report(rows.NOT_A_DEFINE, argument, name=param.name, of=decl.name, hint=hint or "name a define that takes no defines itself")
            return None
        env.world.used.add(found.id)
        given[param.name] = found
    return _made(env, node, decl, given), [a for a, p in zip(arguments, decl.params, strict=True) if p.type.shape != "function"]


def _made(env: Env, node: s.Expr, decl: DefineDecl, given: dict[str, DefineDecl]) -> DefineDecl:
    world = env.world
    key = (decl.id, *(one.id for one in given.values()))
    if key not in world.applied:
        made = DefineDecl(
            f"{decl.id}/of.{len(world.applied) + 1}", decl.name, decl.pack, decl.span, decl.when, decl.doc, node=decl.node,
            params=[p for p in decl.params if p.type.shape != "function"], outer=decl.outer, text_pack=decl.text_pack, given=given,
        )
        world.applied[key] = made
        if sum(1 for one in world.defining if one.given) > MAX_APPLIED:
            env.report(TOO_DEEP, node, limit=MAX_APPLIED)
            made.value, made.result = {"op": "none"}, HOLE
    return world.applied[key]
