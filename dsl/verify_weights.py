"""How heavy each body is: 2 and its deepest nesting of blocks and expressions. A call adds the weight of what it calls, so that a limit of depth means the
same in every implementation and no native stack is ever the limit."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from typing import Any

from .limits import MAX_CALLS
from .records import Path, inside
from .verify_names import Index
from .verify_shape import Faults

_TEXTS = frozenset(
    ("verb", "sequence", "define", "handler", "check", "member", "effect", "rule", "ability", "definition", "always", "test", "kind", "group", "slot")
)


def weights(index: Index) -> dict[Path, int]:
    """The weight of each text (a verb, a handler, a clause, ...) by the path of its record."""
    depth: dict[Path, tuple[Path, int]] = {}
    out: dict[Path, int] = {}
    for path, row, _ in index.visits:
        home, level = _above(path, depth)
        if row.name in _TEXTS or row.family == "clause" or home is None:
            home, level = path, 0
        else:
            level += 1
        depth[path] = (home, level)
        out[home] = max(out.get(home, 0), 2 + level)
    return out


def _above(path: Path, depth: dict[Path, tuple[Path, int]]) -> tuple[Path | None, int]:
    """The text in which the record above lies, and how deep; a record is at most two steps of a path below another, three in an object of lists."""
    for size in range(len(path) - 1, max(-1, len(path) - 4), -1):
        found = depth.get(path[:size])
        if found is not None:
            return found
    return None, 0


def calls(defines: list[dict[str, Any]]) -> dict[str, int]:
    """By the id of a define: itself and the defines that it asks, each as often as it is asked in one go through the text. Empty where some need themselves."""
    asks: dict[str, list[str]] = {}
    for define in defines:
        asks.setdefault(define["id"], []).extend(_asked(define["value"]))
    out: dict[str, int] = {}
    try:
        for id in TopologicalSorter(asks).static_order():
            out[id] = 1 + sum(out.get(asked, 0) for asked in asks.get(id, ()))
    except CycleError:
        return {}
    return out


def _asked(value: Any) -> Iterator[str]:
    """The defines that an expression asks or hands on."""
    for node in inside(value):
        if node.get("op") in ("call", "name_of_define"):
            yield node["define"]


def heavy(index: Index, faults: Faults) -> None:
    """Faults of texts that no running game could bear."""
    most = index.document["limits"]["depth"]
    for path, weight in weights(index).items():
        if weight > most and path:
            faults.add(path, "too-heavy", f"weighs {weight}, and `limits.depth` is {most}: nothing could ever run it")
    asked = calls(index.document["defines"])
    for number, define in enumerate(index.document["defines"]):
        if (count := asked.get(define["id"], 1)) > MAX_CALLS:
            faults.add(("defines", number), "too-heavy", f"asks {count} defines, and {MAX_CALLS} is the most")
