"""`says`: how much of a verb the text of an effect says. The text is read, not carried out, and does not change in a game: what was read is kept."""
from __future__ import annotations

from typing import Any

from .core import Core
from .program import Record, walk


def says(core: Core, effect: str | None, verbs: list[str], otherwise: int) -> int:
    """The greatest number that is written first in a call of one of the verbs, in the effect and in the verbs that it calls; a call without a written number
    counts as `otherwise`; 0 if there is no call.
    """
    if effect is None:
        return 0
    key = ("says", " ".join([effect, *verbs]))
    known: tuple[bool, int | None] | None = core.compiled.get(key)
    if known is None:
        known = core.compiled[key] = _read(core, effect, frozenset(verbs))
    unknown, most = known
    if not unknown:
        return most or 0
    return otherwise if most is None else max(most, otherwise)


def _read(core: Core, effect: str, verbs: frozenset[str]) -> tuple[bool, int | None]:
    """Whether some call has no written number, and the greatest of those that are written."""
    found: list[int | None] = []
    todo, met = [core.program.effects[effect]["body"]], set[str]()
    while todo:
        for node in walk(todo.pop()):
            verb = node.get("verb") if node.get("op") == "call" else None
            if verb in verbs:
                found.append(_number(core.program.events[verb], node["args"]))
            elif verb is not None and verb not in met:
                met.add(verb)
                todo.append(core.program.events[verb].get("body", []))
    written = [one for one in found if one is not None]
    return len(written) < len(found), max(written, default=None)


def _number(verb: Record, args: dict[str, Any]) -> int | None:
    """The number that is written for the first whole number of a verb, None if it is worked out or there is none."""
    name = next((param["name"] for param in verb["params"] if param["type"]["type"] == "int"), None)
    given = args.get(name) if name is not None else None
    return given["value"] if given is not None and given["op"] == "int" else None
