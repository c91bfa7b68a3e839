"""Who sees what, what a seat remembers, and by which number it knows a copy.

A *viewer* is a seat, or None: somebody who sees only what everybody sees. A zone's rule says who sees a thing in it *by right*; what was shown to a seat stays
seen by it until the thing moves or its zone is shuffled (`shown`). What is attached to a thing, or lies in a zone of the thing's own, is seen with it.
Everything else is in the open.

Equal copies are told apart by a number. Where a viewer loses a copy from its eyes, the number changes for it: on leaving a place out of which it cannot follow
things, and at a shuffle of things that it does not see. A viewer can follow what leaves a place if nobody else sees a thing there that it does not see by
right, or if only one thing there is unseen. Numbers are given by position, one for every thing whether it has copies or not, so they tell nothing.
`alias` of a thing has a number for each seat and one for None; without it the copy's own number counts. `aliases` of a seat (of the table for None) is the next
number. `grammar/ruleset.md`, section 11, says it for all runtimes.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import TypeVar

from .core import BOX, TABLE, Core, Entity
from .expressions import Scope, expression
from .program import Record, walk
from .shape import element
from .stream import Stream
from .trouble import Halt

T = TypeVar("T")
BELOW = 10**6
"""More than there can be in one game."""
Seers = tuple[int, ...] | None
"""The seats that see something; None: all, and everybody else too."""


def quietly(core: Core, read: Callable[[], T], otherwise: T) -> T:
    """What `read()` gives, without counting steps; `otherwise` if the rules trap."""
    steps = core.steps
    core.steps = 0
    try:
        return read()
    except Halt:
        return otherwise
    finally:
        core.steps = steps


# ---------------------------------------------------------------- who sees


def lying(core: Core, eid: int) -> tuple[int, int] | None:
    """The hidden zone in which a thing lies, itself or with what holds it, and what lies there itself; None for a thing in the open.

    For what not everybody saw go to the box it is the box.
    """
    entities, veils = core.entities, core.program.veils
    for _ in range(len(entities)):
        at = entities[eid].get("at")
        if at is None:
            return None
        place = entities[at]
        if at == BOX:  # what went there unseen is still unseen
            return (BOX, eid) if "shown" in entities[eid] else None
        if place["kind"] != "zone":
            eid = at
        elif place["slot"] in veils:
            return at, eid
        elif place["owner"] is None:
            return None
        else:  # what lies in the zone of a thing is seen with it
            eid = place["owner"]
    return None


def by_right(core: Core, member: int, zone: int, viewer: int | None = None) -> Seers:
    """The seats that see a thing in a hidden zone by the zone's rule; with a viewer only it is looked at. A rule that traps shows nothing."""
    if zone == BOX:
        return ()
    slot, owner = core.program.veils[core.entities[zone]["slot"]], core.entities[zone]["owner"]
    key = ("seen_by", slot["id"])
    if slot["id"] not in _changing_slots(core):  # what an owner's zone shows to whom is found out once in a game
        if (slot["id"], owner) not in core.rights:
            core.rights[slot["id"], owner] = _shown_to(core, slot, key, member, owner, core.seats)
        right = core.rights[slot["id"], owner]
    else:
        right = _shown_to(core, slot, key, member, owner, core.seats if viewer is None else (viewer,))
    if viewer is None:
        return None if len(right) == len(core.seats) else right
    return (viewer,) if viewer in right else ()


def _shown_to(core: Core, slot: Record, key: tuple[str, str], member: int, owner: int | None, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some seats that a zone's rule shows a thing in it."""
    rule = core.compiled.get(key)
    if rule is None:
        rule = core.compiled[key] = expression(core, slot["seen_by"], Scope(slot["id"]))
    out = []
    steps = core.steps
    core.steps = 0
    try:
        for seat in seats:
            value = rule({"it": member, "self": owner, "viewer": seat})
            if value is True or value == seat or (type(value) is list and seat in value):
                out.append(seat)
    except Halt:
        return ()
    finally:
        core.steps = steps
    return tuple(out)


def sees(core: Core, eid: int, viewer: int | None) -> bool:
    """Whether a viewer sees what a thing is."""
    if not core.veiled:
        return True
    found = lying(core, eid)
    if found is None:
        return True
    zone, member = found
    seers = by_right(core, member, zone, viewer)
    if seers is None or viewer in seers:
        return True
    shown = core.entities[member].get("shown", ())
    return viewer in shown if viewer is not None else bool(shown) and {*seers, *shown}.issuperset(core.seats)


def seers(core: Core, eid: int) -> Seers:
    """The seats that see a thing where it is, and could follow it from there. Before and after a move they are who may know of it."""
    found = lying(core, eid) if core.veiled else None
    if found is None:
        return None
    zone, member = found
    right = by_right(core, member, zone)
    shown = core.entities[member].get("shown")
    if right is None or not shown:
        return right
    known = {*right, *(seat for seat in shown if zone == BOX or follows(core, zone, seat))}
    return None if known.issuperset(core.seats) else tuple(sorted(known))


def seen_together(core: Core, things: Iterable[int]) -> Seers:
    """The seats that see all of some things."""
    found = [seat for seat in core.seats if all(sees(core, one, seat) for one in things)]
    return None if len(found) == len(core.seats) else tuple(found)


def follows(core: Core, zone: int, viewer: int | None) -> bool:
    """Whether a viewer can tell which thing it was that left a hidden zone, unless it sees it by right."""
    entities = core.entities
    if zone == BOX:
        return False
    held = entities[zone].get("holds", ())
    if not held:
        return True
    if not _looks_at_things(core, entities[zone]["slot"]):  # then what holds for one of them holds for all
        right = by_right(core, held[0], zone)
        if right is None or viewer in right or len(held) == 1:
            return True
        return not (right or (core.shown and _shown_to_others(core, held, viewer)))
    unseen, secret = 0, False
    for one in held:
        right = by_right(core, one, zone)
        if right is None or viewer in right:
            continue
        unseen += 1
        shown = entities[one].get("shown")
        secret = secret or bool(right) or (shown is not None and any(seat != viewer for seat in shown))
        if secret and unseen > 1:
            return False
    return True


def _shown_to_others(core: Core, things: Iterable[int], viewer: int | None) -> bool:
    """Whether one of some things was shown to another viewer."""
    entities = core.entities
    for one in things:
        shown = entities[one].get("shown")
        if shown and any(seat != viewer for seat in shown):
            return True
    return False


def _looks_at_things(core: Core, slot: str) -> bool:
    """Whether a zone's rule can differ from thing to thing."""
    key = ("looks at things", slot)
    known: bool | None = core.compiled.get(key)
    if known is None:
        known = core.compiled[key] = any(node.get("op") == "var" and node["name"] == "it" for node in walk(core.program.veils[slot]["seen_by"]))
    return known


# ---------------------------------------------------------------- numbers of copies


def viewers(core: Core) -> tuple[int | None, ...]:
    """The seats in their order, then None."""
    return (*core.seats, None)


def number(core: Core, eid: int, viewer: int | None) -> int:
    """The number by which a viewer knows a copy."""
    entity = core.entities[eid]
    alias = entity.get("alias")
    known: int = entity["copy"] if alias is None else alias[len(core.seats) if viewer is None else core.seats.index(viewer)]
    return known


def confusable(core: Core) -> frozenset[str]:
    """The definitions of which there can be several copies where somebody does not see them: hidden zones hold them, or what they are attached to."""
    known: frozenset[str] | None = core.compiled.get(("confusable", ""))
    if known is None:
        program, made_ = core.program, _created(core)
        held = [element(slot["type"])["of"] for slot in program.veils.values()]
        found = set[str]()
        for one in program.ruleset["definitions"] if held else ():
            if one["copies"] > 1 or one["id"] in made_ or (None in made_ and any(program.is_a(one["of"], kind) for kind in held)):
                found.add(one["id"])
        known = core.compiled["confusable", ""] = frozenset(found)
    return known


def _created(core: Core) -> set[str | None]:
    """The definitions that some rule makes copies of; None among them if that cannot be told."""
    rules = core.program.ruleset
    records = walk([rules[key] for key in ("definitions", "abilities", "rules", "verbs", "sequences", "effects")])
    models = (one["args"]["thing"] for one in records if one.get("op") == "operation" and one.get("name") == "create")
    return {model["id"] if model["op"] == "thing" else None for model in models}


def with_attached(core: Core, things: Iterable[int]) -> list[int]:
    """Things, each followed by what is attached to it and lies in zones of its own, bottom to top."""
    entities, out = core.entities, list[int]()
    for one in things:
        out.append(one)
        entity = entities[one]
        below = entity.get("holds")
        if below:
            out += with_attached(core, below)
        for slot in own_zones(core, entity):
            out += with_attached(core, entities[entity[slot]].get("holds", ()))
    return out


def own_zones(core: Core, entity: Entity) -> tuple[str, ...]:
    """The zones that a thing has of its own."""
    key = entity["kind"], entity.get("def")
    known = core.own_zones.get(key)
    if known is None:
        known = core.own_zones[key] = tuple(slot["id"] for slot in core.program.slots_of(*key) if slot["role"] == "zone")
    return known


def renumber(core: Core, things: Iterable[int], lost: Iterable[int | None]) -> None:
    """Give things new numbers for some viewers, in their order, and what is attached to them numbers made of theirs: how much that is does not show."""
    several = confusable(core)
    if not several:
        return
    every, places = [with_attached(core, [thing]) for thing in things], viewers(core)
    changed: dict[int, list[int]] = {}
    for viewer in lost:
        box, at = core.entities[TABLE if viewer is None else viewer], places.index(viewer)
        next_: int = box.get("aliases", 1 + core.program.most_copies)
        core.journal.write(box, "aliases", next_ + len(every))
        for new, group in enumerate(every, next_):
            for rank, eid in enumerate(group):
                entity = core.entities[eid]
                if entity.get("def") in several:
                    changed.setdefault(eid, list(entity.get("alias") or [entity["copy"]] * len(places)))[at] = new * BELOW + rank if rank else new
    for eid, alias in changed.items():
        core.journal.write(core.entities[eid], "alias", alias)
    stale(core, changed)


def stale(core: Core, things: Iterable[int]) -> None:
    """Things may stand elsewhere among those in play (see `lineup`), though they stay in play: the index gets tuples of its own for their kinds."""
    program, works = core.program, core.works
    for kind in {kind: None for eid in things if eid in works for kind in program.ancestors[core.entities[eid]["kind"]]}:
        core.journal.put(core.in_play, kind, tuple(list(core.in_play[kind])))


def made(core: Core, eid: int) -> None:
    """A thing was created: its copy's number would tell how many were made unseen."""
    if core.program.veils and core.entities[eid]["def"] in confusable(core):
        renumber(core, [eid], viewers(core))


# ---------------------------------------------------------------- moves, shuffles, showing


def leaves(core: Core, thing: int) -> None:
    """A thing is about to leave its place: who cannot follow it loses it from its eyes, and no longer knows where the things are that it was shown there."""
    if not core.shown and not confusable(core):
        return
    found = lying(core, thing)
    if found is None:
        return
    zone, member = found
    if zone == BOX:
        renumber(core, [thing], [viewer for viewer in viewers(core) if viewer not in core.entities[member]["shown"]])
    elif confusable(core) or any("shown" in core.entities[one] for one in core.entities[zone]["holds"]):
        _lose(core, thing, zone, member)
    if member == thing:
        core.journal.erase(core.entities[thing], "shown")


def _lose(core: Core, thing: int, zone: int, member: int) -> None:
    """A thing leaves a hidden zone, itself or with what it is attached to."""
    right = by_right(core, member, zone)
    lost = [] if right is None else [viewer for viewer in viewers(core) if viewer not in right and not follows(core, zone, viewer)]
    if lost:
        renumber(core, [thing], lost)
        _forget(core, core.entities[zone]["holds"], lost)


def boxed(core: Core, thing: int, known: Seers) -> None:
    """A thing has gone to the box, which some seats have seen: to the others it stays unseen."""
    if known is not None:
        core.shown = True
        core.journal.write(core.entities[thing], "shown", list(known))


def shuffled(core: Core, zone: int) -> None:
    """A zone's order is new: the same for all things of it that a viewer does not see by right."""
    if core.entities[zone]["slot"] not in core.program.veils:
        return
    held = core.entities[zone].get("holds", ())
    rights = [by_right(core, one, zone) for one in held] if _looks_at_things(core, core.entities[zone]["slot"]) else [by_right(core, held[0], zone)] * len(held)
    for viewer in viewers(core):
        unseen = [one for one, right in zip(held, rights, strict=True) if right is not None and viewer not in right]
        if len(unseen) > 1:
            renumber(core, unseen, [viewer])
            _forget(core, unseen, [viewer])
    stale(core, with_attached(core, held))


def show(core: Core, things: list[int], seats: Iterable[int]) -> None:
    """Seats see some things until these move or are shuffled. Who cannot follow things out of the place cannot tell which of those there they are."""
    places: dict[int, list[int]] = {}
    for thing in things:
        found = lying(core, thing)
        if found is not None and found[1] not in places.setdefault(found[0], []):
            places[found[0]].append(found[1])
    for zone, members in places.items():
        found_out: dict[int, list[int]] = {}
        for seat in seats:
            new = [one for one in members if not has_right(core, one, zone, seat) and seat not in core.entities[one].get("shown", ())]
            if new:
                found_out[seat] = new
        mixed = unordered(core, zone, members, f"{zone}/{core.events_cut + len(core.events)}")
        for seat, new in found_out.items():
            if not follows(core, zone, seat):
                renumber(core, [one for one in mixed if one in new], [seat])
        if len(found_out) == len(core.seats) and not follows(core, zone, None):
            renumber(core, mixed, [None])
        for one in members:
            known = core.entities[one].get("shown", [])
            now = sorted({*known, *(seat for seat, new in found_out.items() if one in new)})
            if now != known:
                core.shown = True
                core.journal.write(core.entities[one], "shown", now)


def unordered(core: Core, zone: int, things: Iterable[int], key: str) -> list[int]:
    """Things of a zone in an order that the seed, the zone and a key give: from no word of the stream, and known to nobody."""
    held = core.entities[zone]["holds"]
    ordered = sorted(things, key=held.index)
    Stream.of(sha256(f"rulewright/shown/{core.stream.seed_hex}/{key}".encode()).hexdigest()).shuffle(ordered)
    return ordered


def has_right(core: Core, member: int, zone: int, viewer: int | None) -> bool:
    """Whether a viewer sees a thing in a hidden zone by the zone's rule."""
    right = by_right(core, member, zone, viewer)
    return right is None or viewer in right


def right_in(core: Core, zone: int, viewer: int) -> bool | None:
    """Whether a viewer sees by the zone's rule all that lies in a hidden zone, or nothing; None: the rule asks each thing."""
    if zone == BOX:
        return False
    if core.program.veils[core.entities[zone]["slot"]]["id"] in _changing_slots(core):
        return None
    return has_right(core, zone, zone, viewer)


def _forget(core: Core, things: Iterable[int], lost: Iterable[int | None]) -> None:
    if not core.shown:
        return
    for one in things:
        shown = core.entities[one].get("shown")
        if shown is None:
            continue
        left = [seat for seat in shown if seat not in lost]
        if not left:
            core.journal.erase(core.entities[one], "shown")
        elif left != shown:
            core.journal.write(core.entities[one], "shown", left)


# ---------------------------------------------------------------- barriers


Mark = tuple[int, int, "dict[int, Seers]"]
"""Words drawn, things shown, and who sees what where a rule that reads the state decides it."""


def mark(core: Core) -> Mark:
    """What undo compares: see `learned`."""
    return core.stream.pos, core.reveals, _changing(core) if core.veiled and core.undoable else {}


def learned(before: Mark, now: Mark) -> bool:
    """Whether something was drawn or came to be seen between two marks, so that nothing before the second can be taken back."""
    if before[:2] != now[:2]:
        return True
    return any(thing in now[2] and not _covers(known, now[2][thing]) for thing, known in before[2].items())


def _covers(known: Seers, now: Seers) -> bool:
    return known is None or (now is not None and set(now) <= set(known))


def _changing(core: Core) -> dict[int, Seers]:
    slots = _changing_slots(core)
    zones = [one for one in core.entities if one["kind"] == "zone" and one["slot"] in slots] if slots else []
    return {thing: by_right(core, thing, zone["id"]) for zone in zones for thing in zone.get("holds", ())}


def _changing_slots(core: Core) -> frozenset[str]:
    """The hidden zones of which the state decides who sees what."""
    known: frozenset[str] | None = core.compiled.get(("changing", ""))
    if known is None:
        known = core.compiled["changing", ""] = frozenset(id for id, slot in core.program.veils.items() if not _is_fixed(slot["seen_by"]))
    return known


def _is_fixed(rule: Record) -> bool:
    """Whether a zone's rule gives the same at all times."""
    return all(node.get("op") in ("bool", "none", "eq", "ne") or (node.get("op") == "var" and node["name"] in ("self", "viewer")) for node in walk(rule))
