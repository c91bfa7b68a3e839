"""The invariants of a ruleset (`always`): tested where a resolution ends, each only if something that it reads was written since it last held."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .causes import causes
from .core import Core, Env
from .expressions import Scope, expression
from .program import Record
from .reads import Keys, reads_of
from .trouble import Halt, Trap, fault


@dataclass(frozen=True, slots=True)
class Invariant:
    """One `always`: its record, what tests it, and the keys of what it reads (None: it may read anything)."""

    record: Record
    holds: Callable[[Env], object]
    reads: Keys | None


def invariants(core: Core) -> list[Invariant]:
    """All that the ruleset has, compiled once."""
    known: list[Invariant] | None = core.compiled.get(("always", ""))
    if known is None:
        known = core.compiled["always", ""] = [
            Invariant(record, expression(core, record["test"], Scope("test")), reads_of(core, record["test"])) for record in core.program.ruleset["always"]
        ]
    return known


def broken(core: Core, held: int | None) -> Halt | None:
    """The first invariant that does not hold now, as the trouble that it is; None if all hold. `held`: a mark of the journal at which all of them held."""
    written = None if held is None else core.journal.keys_since(held)
    for one in invariants(core):
        if written is None or one.reads is None or not one.reads.isdisjoint(written):
            trouble = _trouble(core, one)
            if trouble is not None:
                return trouble
    return None


def _trouble(core: Core, one: Invariant) -> Halt | None:
    try:
        if one.holds({}) is not True:
            return Trap("invariant", one.record["id"], because=_words(core, one.record))
    except Halt as trouble:
        return trouble
    except Exception as cause:
        return fault(cause, one.record["id"])
    return None


def _words(core: Core, record: Record) -> str:
    """What the game says of an invariant that does not hold, and what makes it false."""
    said, found = record["because"] or record["id"], causes(core, record["test"])
    return f"{said}: {found}" if found else said


def against(core: Core) -> str | None:
    """Why a game that has been set up cannot begin: the first invariant that does not hold, in the words of the game; None if all hold."""
    for one in invariants(core):
        trouble = _trouble(core, one)
        if trouble is not None:
            return _words(core, one.record) if trouble.code == "invariant" else f"{trouble.text}, in `{one.record['id']}`"
    return None
