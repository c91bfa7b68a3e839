"""Things of a list in an order that tells nothing.

Entities are numbered as they are made: definition by definition, copy by copy. That order would tell which of equal copies is which, and how hidden cards
lie. So things stand in the order of their definitions, equal copies in that of the numbers by which everybody knows them (see `sight`), and what lies in hidden
zones comes last, by zone and position. `grammar/ruleset.md`, section 11.
"""
from __future__ import annotations

from collections.abc import Sequence

from . import sight
from .core import Core
from .shape import element

Key = tuple[int, ...]


def in_play(core: Core, kind: str) -> tuple[int, ...]:
    """The things in play of a kind."""
    known = core.in_play.get(kind, ())
    kept = core.lined_up.get(kind)
    if kept is None or kept[0] is not known:  # whatever may change the order makes another tuple: see `sight.stale`
        made = tuple(lined_up(core, known)) if len(known) > 1 and told_apart(core, kind) else known
        kept = core.lined_up[kind] = known, known if made == known else made
    return kept[1]


def may_tell(core: Core, kind: str) -> bool:
    """As `told_apart`, of things that need not be in play: those of a kind that hidden zones hold too."""
    key = ("may tell", kind)
    known: bool | None = core.compiled.get(key)
    if known is None:
        program = core.program
        held = [element(slot["type"])["of"] for slot in program.veils.values()]
        known = core.compiled[key] = told_apart(core, kind) or any(program.is_a(one, kind) or program.is_a(kind, one) for one in held)
    return known


def told_apart(core: Core, kind: str) -> bool:
    """Whether the order in which things of a kind were made can tell something: they have equal copies, or count as in play where they are hidden."""
    key = ("told apart", kind)
    known: bool | None = core.compiled.get(key)
    if known is None:
        several, program = sight.confusable(core), core.program
        known = kind in working_hidden(core) or any(program.is_a(program.definitions[one]["of"], kind) for one in several)
        core.compiled[key] = known
    return known


def working_hidden(core: Core) -> frozenset[str]:
    """The kinds of which some things may be in play in a hidden zone."""
    known: frozenset[str] | None = core.compiled.get(("working hidden", ""))
    if known is None:
        program = core.program
        found = (kind for kind in program.kinds if not program.works_in(kind).isdisjoint(program.veils))
        known = core.compiled["working hidden", ""] = frozenset(one for kind in found for one in program.ancestors[kind])
    return known


def lined_up(core: Core, things: Sequence[int]) -> list[int]:
    """Some things, given in the order of their numbers, in the order of this page."""
    entities, lying = core.entities, sight.lying
    pile = _one_pile(core, things) if core.veiled else None
    if pile is not None:
        inside = set(things)
        return [one for one in pile if one in inside]
    hidden = {eid: found for eid in things if (found := lying(core, eid)) is not None} if core.veiled else {}
    rest = [eid for eid in things if eid not in hidden] if hidden else list(things)
    if any("alias" in entities[eid] or "copy" not in entities[eid] for eid in rest):  # else they stand as they were made
        rest.sort(key=lambda eid: _rank(core, eid))
    return rest + _by_place(core, hidden) if hidden else rest


def _one_pile(core: Core, things: Sequence[int]) -> list[int] | None:
    """What lies in the hidden zone in which all of some things lie; None if there is no such zone."""
    entities, at = core.entities, core.entities[things[0]].get("at") if things else None
    if at is None or entities[at]["kind"] != "zone" or entities[at]["slot"] not in core.program.veils:
        return None
    held: list[int] | None = entities[at]["holds"] if all(entities[one].get("at") == at for one in things) else None
    return held


def _by_place(core: Core, hidden: dict[int, tuple[int, int]]) -> list[int]:
    """Things in hidden zones (each with its zone, and what lies there itself) by zone and position."""
    entities = core.entities
    ranks: dict[int, Key] = {}
    for zone in {zone for zone, _ in hidden.values()}:
        owner = entities[zone].get("owner")
        ranks[zone] = *((-1,) if owner is None else _rank(core, owner)), zone
    order = {zone: at for at, zone in enumerate(sorted(ranks, key=ranks.__getitem__))}
    places = {zone: {one: at for at, one in enumerate(entities[zone]["holds"])} for zone in ranks}
    keys: dict[int, Key] = {}
    for eid, (zone, member) in hidden.items():
        below = 0 if member == eid else sight.with_attached(core, [member]).index(eid)
        keys[eid] = order[zone], places[zone][member], below
    return sorted(keys, key=keys.__getitem__)


def _rank(core: Core, eid: int) -> Key:
    """Where a thing in the open stands: its definition, and which of its copies everybody takes it for."""
    entity = core.entities[eid]
    place = printed_places(core).get(entity.get("def", ""))
    if place is None:
        return 0, eid
    alias = entity.get("alias")
    return 1, place, entity["copy"] if alias is None else alias[-1]


def printed_places(core: Core) -> dict[str, int]:
    """The definitions in their order."""
    known: dict[str, int] | None = core.compiled.get(("printed places", ""))
    if known is None:
        known = core.compiled["printed places", ""] = {id: at for at, id in enumerate(core.program.definitions)}
    return known
