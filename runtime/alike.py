"""Whether it can matter which of several replacements is taken: if they provably do the same, nobody is asked.

Replacements are alike if their blocks say the same and what those name of their own is the same. If a block lets the event go on (`continue`), the others look
at it again, so they must look at the same then.
"""
from __future__ import annotations

from typing import Any

from .core import Core
from .program import Record, walk
from .rules import Work

_Said = tuple[Any, list[str]]


def alike(core: Core, works: list[Work]) -> bool:
    """Whether all of these handlers do the same."""
    first = _of(core, works[0])
    return first is not None and all(_of(core, work) == first for work in works[1:])


def _of(core: Core, work: Work) -> tuple[Any, dict[str, Any]] | None:
    """What a handler says, and what the names in it stand for; None if taking it uses something up, or nobody knows."""
    if core.entities[work.eid]["kind"] == "effect" or work.via is not None:
        return None
    key = ("said", work.clause.id)
    if key not in core.compiled:
        core.compiled[key] = _said(work.clause.record)
    known: _Said | None = core.compiled[key]
    return None if known is None else (known[0], {name: work.env[name] for name in known[1] if name in work.env})


def _said(record: Record) -> _Said | None:
    if record["once"] is not None:
        return None
    goes_on = any(node.get("op") == "continue" for node in walk(record["body"]))
    parts = [record["body"], record["where"] if goes_on else None]
    return _without_sites(parts), sorted({node["name"] for node in walk(parts) if node.get("op") == "var"})


def _without_sites(value: Any) -> Any:
    if type(value) is list:
        return [_without_sites(item) for item in value]
    if type(value) is dict:
        return {key: _without_sites(item) for key, item in value.items() if key != "site"}
    return value
