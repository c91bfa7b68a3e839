"""Going through a syntax tree without recursion: takes nodes, gives what lies in them.

A chain such as `1 + 2 + 3` may be thousands of nodes deep on its left side, so nothing here may call itself.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from .source import Span
from .syntax import File, Node


@cache
def _parts(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name not in ("span", "name_span"))


def parts(node: Node | File) -> Iterator[Any]:
    """The values of a node's fields in the order of its class, without places; of a file its items."""
    kind: Any = type(node)
    for name in ("items",) if isinstance(node, File) else _parts(kind):
        yield getattr(node, name)


def walk(root: Node | File) -> Iterator[Node]:
    """Every node below the root, and the root itself if it is a node, each before what lies in it."""
    waiting: list[Any] = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Node):
            yield value
        if isinstance(value, Node | File):
            waiting.extend(reversed(list(parts(value))))
        elif isinstance(value, list | tuple) and not isinstance(value, Span):
            waiting.extend(reversed(value))


def same_tree(left: Node | File, right: Node | File) -> bool:
    """Do two trees say the same, wherever their words stand? Comments do not count, documentation does."""
    waiting: list[tuple[Any, Any]] = [(left, right)]
    while waiting:
        a, b = waiting.pop()
        if type(a) is not type(b):
            return False
        if isinstance(a, Node | File):
            waiting.extend(zip(parts(a), parts(b), strict=True))
        elif isinstance(a, list):
            if len(a) != len(b):
                return False
            waiting.extend(zip(a, b, strict=True))
        elif a != b:
            return False
    return True
