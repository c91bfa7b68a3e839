"""Whose a thing is: the types of `owner`, `controller` and `host`, and of what else every thing has.

A thing need have no owner, so `x.owner` may be `none`, unless something says that it never is: a seat owns itself; a kind with a row `owner: T` has things of
which each has one; a definition with `for:` has one. Nothing can take an owner away. The controller of a thing is that of its owner, so it is there where a
chain of owners is sure to end in a seat.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import BOOL, INT, TEXT, Type, thing

from .env import IR, Env, path_key
from .lookup import seat_kind
from .world import ENGINE_KINDS, DefinitionDecl, World

FACE = Type("text", of="face")
"""The name of a face, which may be written without quotes: `it.face is back`."""
RELATIONS: dict[str, Type] = {
    "place": thing("place"), "owner": thing(), "controller": thing("seat"), "host": thing(), "name": TEXT, "face": FACE, "area": thing("area"),
    "board": thing("board"), "next": thing("seat"), "playing": BOOL, "number": INT, "exists": BOOL,
}


def relation_type(env: Env, text: str, kind: str, definition: DefinitionDecl | None = None, *, own: bool = False) -> Type:
    """The type of a relation of a thing of a kind; of the one thing of a definition more may be known. `own`: of `self`, in its text."""
    world = env.world
    if text == "owner":
        found = _owner(world, kind)
        given = _given_owner(env, definition)
        return given if given is not None and (found.optional or world.descends(given.of or "thing", found.of or "thing")) else found
    if text == "controller":
        sure = controlled(world, kind) or _controlled_one(env, definition)
        return thing(seat_kind(env)) if sure else thing(seat_kind(env)).maybe()
    if text == "host":
        said = world.said_of(kind, "host")
        return thing().maybe() if said is None else said.type if own and env.hosted else said.type.maybe()
    if text == "next":
        return thing(seat_kind(env)) if world.descends(kind, "seat") else thing(seat_kind(env)).maybe()
    return RELATIONS[text].maybe() if _may_lack(world, text, kind) else RELATIONS[text]


def _may_lack(world: World, text: str, kind: str) -> bool:
    """Whether a thing of the kind may have no such relation."""
    if text in ("area", "face"):
        return True
    if text == "board":
        return not (world.descends(kind, "space") or world.descends(kind, "area"))
    return text == "number" and ((kind in ENGINE_KINDS and kind != "seat") or world.descends(kind, "space"))


def _owner(world: World, kind: str) -> Type:
    if world.descends(kind, "seat"):
        return thing(kind)
    said = world.said_of(kind, "owner")
    return said.type if said is not None else thing().maybe()


def controlled(world: World, kind: str) -> bool:
    """Whether everything of a kind has a controller: it is a seat, or its owner always has one."""
    found = world.controls.get(kind)
    if found is None:
        found = _controlled(world, kind)
        if world.settled:
            world.controls[kind] = found
    return found


def _controlled(world: World, kind: str) -> bool:
    seen: set[str] = set()
    while kind not in seen:
        seen.add(kind)
        if world.descends(kind, "seat"):
            return True
        said = world.said_of(kind, "owner")
        if said is None or said.type.shape != "thing" or said.type.optional:
            return False
        kind = said.type.of or "thing"
    return False


def _controlled_one(env: Env, definition: DefinitionDecl | None) -> bool:
    """Whether the things of a definition have a controller, by whom they are for."""
    seen: set[str] = set()
    while definition is not None and definition.id not in seen:
        seen.add(definition.id)
        if controlled(env.world, definition.kind):
            return True
        definition = _owning(env, definition)
    return False


def _owning(env: Env, definition: DefinitionDecl) -> DefinitionDecl | None:
    """The definition that a definition is `for`, as it and every change of it that always holds say."""
    named: tuple[str, str] | None = None
    for pack, node in [(definition.pack, definition.node), *((p.pack, p.node) for p in definition.patches if not p.when)]:
        for value in _said_for(node):
            named = (value.pack, value.name) if isinstance(value, s.QName) else (pack, value.value if isinstance(value, s.Text) else value.name)
    if named is None:
        return None
    found = [d for d in env.world.find("definition", named[1], named[0]) if isinstance(d, DefinitionDecl)]
    seen = env.world.visible(named[0])
    known = env.world.by_id["definition"]
    found = found or [d for d in env.world.short.get(named[1], ()) if isinstance(d, DefinitionDecl) and known.get(d.id) is d and d.pack in seen]
    return found[0] if found else None


def _said_for(node: s.Phrase | None) -> Iterator[s.Text | s.QName | s.Name]:
    """What stands after `for:` in a definition, in its block or on its line."""
    items = list(node.block.items) if node is not None and node.block is not None else []
    given = [i.values[0] for i in items if isinstance(i, s.Field) and i.name in ("for", "owner") and i.values]
    given += [t.value for t in (node.tails if node is not None else []) if t.word == "named" and t.name in ("for", "owner") and t.value is not None]
    yield from (value for value in given if isinstance(value, s.Text | s.QName) or (isinstance(value, s.Name) and value.name != "none"))


def _given_owner(env: Env, definition: DefinitionDecl | None) -> Type | None:
    """What `owner` is for a card: what its `for:` names."""
    found = _owning(env, definition) if definition is not None else None
    return thing(found.kind) if found is not None else None


def definition_of(env: Env, ir: IR) -> DefinitionDecl | None:
    """The definition of which an expression is the only thing: a quoted name, or `self` in its text."""
    if ir.get("op") == "thing":
        found = env.world.by_id["definition"].get(ir["id"])
        return found if isinstance(found, DefinitionDecl) else None
    return env.definition if ir == {"op": "var", "name": "self"} else None


def maybe_none(env: Env, node: s.Expr) -> None:
    """Report a value that may be none, with the test that is wanted."""
    path = path_key(node)
    if path is None:
        env.add(rows.MAYBE_NONE.at(node.span, found="this", help="name it first with `let x = ...`, then test `x is not none`"))
        return
    last = path.rpartition(".")[2]
    more = {
        "owner": "; or let the kind say that all its things have one: `owner: KIND`",
        "controller": "; or let the kind say that all its things have an owner: `owner: KIND`",
        "host": f"; `{path} is a KIND` says too what it is",
    }.get(last, "")
    env.add(rows.MAYBE_NONE.at(node.span, found=path, help=f"test it first: `{path} is not none and ...`{more}"))
