"""Whether a ruleset from anywhere may be run: shape, names, meaning, limits, by the table of records and without any schema.

The parts run in order, each only when those before found nothing, so that one cause is one fault: the head of the document, then its bounds and shape
(`verify_shape`), ids and references (`verify_names`), variables, types and calls (`verify_meaning`), weights (`verify_weights`).

Any value at all gives faults and no traceback, in time that grows with its size: nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .records import FORMAT, POLICIES, SEMANTICS, VERSION
from .verify_fast import shaped, sound
from .verify_meaning import meaning
from .verify_names import Index, names
from .verify_shape import MAX_FAULTS, MAX_NESTING, Fault, Faults, bounds, said, shape
from .verify_weights import heavy

__all__ = ["MAX_FAULTS", "MAX_NESTING", "Fault", "verify"]


def verify(ruleset: object) -> list[Fault]:
    """The faults of a ruleset, at most MAX_FAULTS; empty for one that may be run. `path` is a JSON pointer."""
    faults = Faults()
    if not isinstance(ruleset, dict):
        faults.add((), "not-a-ruleset", f"a ruleset is an object, not {said(ruleset)}")
        return faults
    head(ruleset, faults)
    if not faults and not sound(ruleset, MAX_NESTING):
        bounds(ruleset, faults)
    if not faults and not shaped(ruleset):
        shape(ruleset, faults)
    if faults:
        return faults
    index = Index(ruleset)
    parts: tuple[Callable[[Index, Faults], None], ...] = (names, policies, meaning, heavy)
    for check in parts:
        if not faults:
            check(index, faults)
    return faults


def head(ruleset: dict[Any, Any], faults: Faults) -> None:
    """The format first, then its version, then what its records mean: a reader of another number understands nothing else."""
    if ruleset.get("format") != FORMAT:
        faults.add(("format",), "not-a-ruleset", f"`format` must be `{FORMAT}`, not {said(ruleset.get('format'))}")
        return
    for key, code, number in (("version", "other-version", VERSION), ("semantics", "other-semantics", SEMANTICS)):
        found = ruleset.get(key)
        if found != number or isinstance(found, (bool, float)):
            faults.add((key,), code, f"`{key}` is {said(found)}, and this reader knows only {number}")
            return


def policies(index: Index, faults: Faults) -> None:
    """A game declares every policy; a library need not."""
    if index.document["game"] is not None:
        for name in POLICIES:
            if name not in index.document["policies"]:
                faults.add(("policies",), "missing-policy", f"the game does not declare the policy `{name}`")
