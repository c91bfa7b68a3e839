"""Questions that are asked though nothing is left to decide: whether somebody is asked must not tell what lies hidden.

With `policy windows: always`, that is where the options are hidden things, or hang on them: a choice among things of a kind that a hidden zone holds, a verb's
parameter of such a kind, an offer of such verbs or of members of a class. Whoever has one option, or none and may take none, is asked all the same.
"""
from __future__ import annotations

from collections.abc import Iterable

from .core import Core
from .program import Record
from .shape import element


def asks(core: Core, kind: Record) -> bool:
    """Whether a choice among values of a type is always asked."""
    return core.asks_anyway and kind["type"] == "thing" and kind["of"] in hideable(core)


def offers(core: Core, classes: Iterable[str | None], verbs: Iterable[tuple[str, Iterable[str]]]) -> bool:
    """Whether an offer is always asked where anything is: of the members of classes, and of verbs, each with the names of what is given for it."""
    events = core.program.events
    return any(classes) or any(asks(core, param["type"]) for id, given in verbs for param in events[id]["params"] if param["name"] not in given)


def hideable(core: Core) -> frozenset[str]:
    """The kinds of which some things may lie in a hidden zone; `thing` where nothing more is known of a choice."""
    known: frozenset[str] | None = core.compiled.get(("hideable", ""))
    if known is None:
        program = core.program
        held = [element(slot["type"])["of"] for slot in program.veils.values()]
        known = frozenset(("thing", *(kind for kind in program.kinds if any(program.is_a(kind, one) or program.is_a(one, kind) for one in held))))
        core.compiled["hideable", ""] = known
    return known
