"""Whose text an ability is: the kind that all who have it share.

An ability speaks of its bearer as `self`. What it may ask of `self` is what every definition in sight that has the ability can answer; `grant` may give it
to things of that kind only. An ability that nothing has may only ask what any thing can answer; one without text asks nothing, and anything may have it.
With `bearer: K` it says itself whose text it is.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import syntax as s
from rulewright.dsl.types import Type, thing

from . import lookup
from .env import Env, Sites
from .fit import common
from .world import AbilityDecl, DefinitionDecl, World

BEARER = "bearer"


def bearer_kind(world: World, ability: AbilityDecl) -> str:
    """The kind that the ability names; else the nearest kind that everything with it is of; any thing, if it has no text."""
    said = said_bearer(world, ability)
    if said is not None:
        return said
    found: Type | None = None
    if ability.node is not None and not ability.node.block.items:
        return "thing"
    for decl in world.by_id["definition"].values():
        if isinstance(decl, DefinitionDecl) and any(ability in world.find("ability", name, pack) for name, pack in _had(decl)):
            joined = thing(decl.kind) if found is None else common(world, found, thing(decl.kind))
            found = joined or thing()
    return (found or thing()).of or "thing"


def said_bearer(world: World, ability: AbilityDecl) -> str | None:
    """The kind in `bearer: K`, if the ability has such a line and K is a kind."""
    for item in ability.node.block.items if ability.node is not None else []:
        if isinstance(item, s.Field) and item.name == BEARER and len(item.values) == 1 and isinstance(item.values[0], s.Name):
            return lookup.kind_named(Env(world, ability.text_pack or ability.pack, Sites(ability.id)), item.values[0], quiet=True)
    return None


def _had(decl: DefinitionDecl) -> Iterator[tuple[str, str]]:
    """The names of a definition's abilities, each with the pack in which it is looked up: its own, those of its faces, those that changes bring."""
    blocks = [(decl.pack, decl.node)] + [(patch.pack, patch.node) for patch in decl.patches]
    for pack, node in blocks:
        stack: list[s.Item] = list(node.block.items) if node is not None and node.block is not None else []
        while stack:
            item = stack.pop()
            if isinstance(item, s.Phrase) and item.word.name == "face" and item.block is not None:
                stack += item.block.items
            elif isinstance(item, s.Field) and item.name == "has":
                for name, home in map(_name, item.values):
                    yield name, home or pack


def _name(value: s.Expr) -> tuple[str, str | None]:
    if isinstance(value, s.Call):
        return value.name.name, None
    if isinstance(value, s.QName):
        return value.name, value.pack
    return (value.name, None) if isinstance(value, s.Name) else ("", None)
