"""Events, results and the state as JSON for the outside."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .canon import digest, inside, root
from .core import Core, Event, Said
from .names import cleared, identity, outward, told
from .program import Record
from .setup import FRESH
from .shape import INT, TEXT, WORD, element, list_of, thing, variables

STATE_FORMAT = "rulewright-state"
STATE_VERSION = 1
_THINGS = list_of(thing())
PRIMITIVES: dict[str, dict[str, Record]] = {
    "put": {"thing": thing(), "from": thing(), "place": thing()},
    "shuffle": {"zone": thing()},
    "roll": {"sides": INT, "faces": list_of(INT)},
    "reroll_die": {"sides": INT, "from": INT, "face": INT},
    "create": {"thing": thing(), "place": thing()},
    "turn": {"thing": thing(), "face": WORD},
    "reveal_to": {"things": _THINGS, "seats": _THINGS},
    "win": {"seats": _THINGS},
    "lose": {"seats": _THINGS},
    "draw_game": {},
    "say": {"text": TEXT},
    "begin": {"effect": TEXT},
    "end": {"effect": TEXT},
    "prevent": {"effect": TEXT, "by": INT},
    "refused": {"event": WORD, "reason": WORD},
    "cancelled": {"event": WORD},
    "replaced": {"event": WORD},
    "answer": {"seat": thing("seat"), "site": WORD},
    "concede": {"seat": thing("seat")},
    "stopped": {"code": WORD},
}
"""The events that are no verbs, with the types of their values."""
OF_THINGS = ("put", "create", "turn", "reveal_to")
"""Those that are about things: who sees the event knows the things by it."""


_USE = {"who": thing(), "card": thing()}
"""The values of the use of a member of an option class."""


def types_of(core: Core, event: str, values: dict[str, Any]) -> dict[str, Record]:
    """The types of an event's values by name. What `say` says of things has their names in braces as keys."""
    if event == "say":
        return {key: TEXT if key == "text" else thing() if type(value) is int else _THINGS for key, value in values.items()}
    return PRIMITIVES.get(event) or (_USE if event in core.program.classes else variables(core.program.events.get(event), core.program))


def event_record(core: Core, event: Event) -> dict[str, Any]:
    """An event at the border: `n`, `parent`, `event`, `with`, `rule`, `see` (`all` or seats)."""
    n, parent, name, values, rule, see, _ = event
    types = types_of(core, name, values)
    return {
        "n": n,
        "parent": parent,
        "event": name,
        "with": {key: outward(core, value, types[key]) if key in types else value for key, value in values.items()},
        "rule": rule,
        "see": "all" if see is None else [identity(core, seat) for seat in see],
    }


def witness(core: Core) -> Callable[[str, dict[str, Any], tuple[int, ...] | None], Said | None]:
    """What gives an event, when it is recorded, the names that its things have for each viewer."""
    known: dict[str, list[str]] = {}

    def clear_up() -> None:
        """Name what viewers have come to see of things of events that are not over; an event that is over is looked at once more."""
        open_ = {frame.n for frame in core.stack}
        hazy = [(n, things) for n, things in core.hazy if n - core.events_cut < len(core.events)]
        for n, things in hazy:
            event = core.events[n - core.events_cut]
            core.events[n - core.events_cut] = (*event[:6], cleared(core, things, event[6]))
        core.hazy = [one for one in hazy if one[0] in open_]

    def names(event: str, values: dict[str, Any], see: tuple[int, ...] | None) -> Said | None:
        keys = known.get(event)
        if keys is None or event == "say":
            types = types_of(core, event, values).items()
            keys = known[event] = [key for key, kind in types if "thing" in (kind["type"], element(kind)["type"])]
        things: list[int] = []
        for key in keys:
            value = values.get(key)
            if type(value) is int:
                things.append(value)
            elif type(value) is list:
                things += value
        if core.hazy:
            clear_up()
        bar = core.barred[1] if event == "refused" and core.barred[0] == values.get("reason") else None
        about = values.get("things", (values.get("thing"),)) if event in OF_THINGS else ()
        said = told(core, things, see, about, bar)
        if see is None and said is not None and event not in PRIMITIVES:
            core.hazy.append((core.events_cut + len(core.events), [eid for eid in said if eid >= 0]))
        return said

    return names


def result_record(core: Core) -> dict[str, Any] | None:
    """The result: `winners`, `losers`, `why`, `rule`; None while the game goes on."""
    result = core.meta["result"]
    if result is None:
        return None
    return {key: [identity(core, seat) for seat in value] if type(value) is list else value for key, value in result.items()}


_BOXES = frozenset((list, dict))


def copied(value: Any) -> Any:
    """A copy of JSON data that shares nothing with it."""
    if type(value) is list:
        return [copied(item) if type(item) in _BOXES else item for item in value]
    if type(value) is dict:
        return {key: copied(item) if type(item) in _BOXES else item for key, item in value.items()}
    return value


def rest(core: Core, pos: int) -> dict[str, Any]:
    """What a state holds besides its entities."""
    return {"next_id": len(core.entities), "rng": {"alg": "sha256-ctr", "seed": core.stream.seed_hex, "pos": pos}, **{key: core.meta[key] for key in FRESH}}


def state_record(core: Core, pos: int, ruleset: str) -> dict[str, Any]:
    """The state as a document that shares nothing with the live one."""
    head = {"format": STATE_FORMAT, "version": STATE_VERSION, "ruleset": ruleset, "options": dict(core.program.options)}
    return {**head, **copied(rest(core, pos)), "entities": copied(core.entities)}


def _digests(core: Core) -> list[str]:
    """The digests of all entities; those that are as they were after the set-up, or before a load, are known."""
    known = [kept if entity == was else digest(entity) for entity, was, kept in zip(core.entities, *core.digested, strict=False)]
    return known + [digest(entity) for entity in core.entities[len(known) :]]


def keep_digests(core: Core) -> None:
    """The state is about to be replaced: keep what is known of the digests of its entities."""
    touched = core.journal.touched()
    if touched is not None:
        core.digested = [{} if eid in touched else entity for eid, entity in enumerate(core.entities[: len(core.digests)])], list(core.digests)


def state_root(core: Core, pos: int) -> str:
    """The hash of the live state with the stream at a position."""
    known, touched = core.digests, core.journal.touched()
    count = len(core.entities)
    if touched is None:
        known[:] = _digests(core)
    else:
        del known[count:]
        for eid in sorted(touched):
            if eid < len(known):
                known[eid] = digest(core.entities[eid])
        known += [digest(entity) for entity in core.entities[len(known) :]]
    return root(known, rest(core, pos))


__all__ = ["OF_THINGS", "PRIMITIVES", "event_record", "inside", "keep_digests", "result_record", "state_record", "state_root", "types_of", "witness"]
