"""Whose the things in play are, found once for all of them.

What is found is kept in `core.kept` with the tuple of the index that it was found in, which is another one as soon as something comes or goes. Who takes
control of something, or becomes its owner, empties it; `journal.whose` tells when that was taken back. Clauses that say who controls a thing change without
a write: as long as there are any, nothing is kept.
"""
from __future__ import annotations

from typing import Any

from .core import Core
from .lineup import in_play
from .relations import plain_controller


def by_controller(core: Core, kind: str) -> dict[Any, list[int]] | None:
    """The things of a kind in play, in their order, by who controls them; None if clauses have a say."""
    if core.tables["modify"].get("controller"):
        return None
    known, key = in_play(core, kind), ("side", kind)
    kept = core.kept.get(key)
    if kept is not None and kept[0] is known and kept[1] == core.journal.whose:
        found: dict[Any, list[int]] = kept[2]
        return found
    found = {}
    for one in known:
        found.setdefault(plain_controller(core, one), []).append(one)
    core.kept[key] = (known, core.journal.whose, found)
    return found
