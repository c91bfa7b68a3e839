"""What a condition tells of the paths that it names: that they are not `none`, and of which kind they are.

`facts` is what is known where the condition holds, `denied` where it does not. Both are asked for right after the record of the condition has been made: the
types of both sides of each comparison are noted then (`note`), and not worked out again here. A path is a name or names with dots (`x.host`, `"Ada".host`);
`host` in the text of a thing is also `self.host`. What is known of a path is given up where the body itself sets it (`forget`); what other rules change
meanwhile is tested by the runtime.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.types import Type, list_of, thing
from rulewright.dsl.walk import parts

from . import lookup
from .chains import operands
from .env import Env, path_key

Facts = dict[str, Type]
MOST_NOTED = 500
"""Comparisons whose types are held: far more than there are in one condition."""


def note(env: Env, node: s.Is | s.In, left: Type, right: Type | None) -> None:
    """Note the types of the sides of a comparison; that of the right one as it is where that of the left one is expected."""
    told = env.world.told
    if len(told) >= MOST_NOTED:
        told.clear()
    told[id(node)] = (node, dict(env.narrow), left, right)


def _noted(env: Env, node: s.Expr) -> tuple[Type | None, Type | None]:
    """The types of a comparison, if it was made where the same was known."""
    found = env.world.told.get(id(node))
    return found[2:] if found is not None and found[0] is node and found[1] == env.narrow else (None, None)


def facts(env: Env, node: s.Expr) -> Facts:
    """What is known where a condition holds: `x is a hero`, `x is not none`, `x is y`, `x in q`, and all parts of an `and`."""
    return _told(env, node, holds=True)


def denied(env: Env, node: s.Expr) -> Facts:
    """What is known where a condition does not hold: `x is none`, and all parts of an `or`."""
    return _told(env, node, holds=False)


def _told(env: Env, node: s.Expr, *, holds: bool) -> Facts:
    if isinstance(node, s.Paren):
        return _told(env, node.value, holds=holds)
    if isinstance(node, s.Unary) and node.op == "not":
        return _told(env, node.value, holds=not holds)
    if isinstance(node, s.Binary) and node.op == ("and" if holds else "or"):
        told: Facts = {}
        for part in operands(node):
            more = _told(env, part, holds=holds)
            told |= more
            env = env.narrowed(more)
        return told
    if holds and isinstance(node, s.In) and not node.negated and not isinstance(node.right, s.Range):
        return _member(env, node)
    return _is(env, node, holds=holds) if isinstance(node, s.Is) else {}


def _is(env: Env, node: s.Is, *, holds: bool) -> Facts:
    same = holds is not node.negated
    if isinstance(node.right, s.One):
        key = path_key(node.left)
        kind = lookup.kind_named(env, node.right.kind, quiet=True) if same and key is not None else None
        if not kind or key is None:
            return {}
        found = _noted(env, node)[0] or _quietly(env, node.left)
        # That it is of a wider kind than is known tells only that it is there.
        known = found.shape == "thing" and env.world.descends(found.of or "thing", kind)
        return _known(env, key, found.sure() if known else thing(kind))
    if isinstance(node.right, s.Name) and node.right.name == "none":
        key = path_key(node.left)
        return _known(env, key, (_noted(env, node)[0] or _quietly(env, node.left)).sure()) if not same and key is not None else {}
    if not same:
        return {}
    left, right = _noted(env, node)
    back = (right, left) if _is_free(env, node.left) and _is_free(env, node.right) else (None, None)
    return _equal(env, node.left, node.right, left, right) | _equal(env, node.right, node.left, *back)


def _is_free(env: Env, node: s.Expr) -> bool:
    """Whether what is expected makes no difference to the type of an expression."""
    return isinstance(node, s.Dot | s.Of) or (isinstance(node, s.Name) and (node.name in env.vars or node.name in env.event))


def _equal(env: Env, one: s.Expr, other: s.Expr, found: Type | None, same: Type | None) -> Facts:
    """`one is other`: where the other is there, the one is it, and of its kind. Their types are worked out where they are not given."""
    key = path_key(one)
    if key is None or (path_key(other) is None and not isinstance(other, s.Text | s.The)):
        return {}
    found = found or _quietly(env, one)
    if not found.optional and found.shape != "thing":
        return {}
    same = same or _quietly(env, other, found)
    return _known(env, key, _narrower(env, found, same)) if not same.optional and same.shape == found.shape else {}


def _member(env: Env, node: s.In) -> Facts:
    """`x in q`: it is there, and of the kind of the elements."""
    key, among = path_key(node.left), node.right
    while isinstance(among, s.Paren | s.Filter):
        among = among.value if isinstance(among, s.Paren) else among.base
    if key is None or path_key(among) is None:
        return {}
    left, right = _noted(env, node)
    found = left or _quietly(env, node.left)
    item = ((right if among is node.right else None) or _quietly(env, among, list_of(found))).item
    return _known(env, key, _narrower(env, found, item)) if item is not None and item.shape == found.shape else {}


def _narrower(env: Env, found: Type, same: Type) -> Type:
    special = found.shape == "thing" and env.world.descends(same.of or "thing", found.of or "thing")
    return thing(same.of or "thing") if special else found.sure()


def _quietly(env: Env, node: s.Expr, expected: Type | None = None) -> Type:
    """The type of an expression whose findings have been reported."""
    from .expressions import value

    known = len(env.world.problems)
    found = value(env.child(before=None), node, expected)[1]
    del env.world.problems[known:]
    return found


def _known(env: Env, key: str, kind: Type) -> Facts:
    """The fact under each name of the path."""
    if kind.shape in ("hole", "any", "none"):
        return {}
    if key.startswith("self.") and env.self_kind is not None:
        return {key: kind, key.removeprefix("self."): kind}
    own = env.self_kind is not None and lookup.variable(env, key.partition(".")[0]) is None
    return {key: kind, f"self.{key}": kind} if own else {key: kind}


def forget(env: Env, *nodes: s.Node) -> None:
    """Give up what is known of the paths that a piece of a body sets."""
    if env.narrow:
        for key in _set_in(nodes):
            drop(env, key)


def _set_in(nodes: Iterable[s.Node]) -> Iterator[str]:
    """The paths that statements set. Only items and blocks hold statements, so no expression is looked into."""
    waiting: list[Any] = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, s.Assign):
            yield path_key(node.target) or ""
        elif isinstance(node, s.Item | s.Block):
            waiting += [inner for part in parts(node) for inner in (part if isinstance(part, list) else (part,)) if isinstance(inner, s.Item | s.Block)]


def drop(env: Env, key: str) -> None:
    """Give up what is known of a path, however else it is reached, and of what is reached through it."""
    last = key.rpartition(".")[2]
    for known in [k for k in env.narrow if last in k.split(".")]:
        del env.narrow[known]
