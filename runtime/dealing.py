"""The state as one seat could believe it, for the time of a look: what the seat does not see is dealt anew in place.

Only what hidden cards are changes, not where they lie, so all that refers to a card refers to the same place as before. The dealing hangs on what the seat
knows and on the stream alone: two games that look alike to the seat are dealt alike.
"""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from . import sight
from .core import BOX, Core, Entity
from .stream import Stream

STAY = ("id", "kind", "owner", "at", "holds", "since", "alias", "shown")
"""What belongs to a card's place, and not to what the card is."""


@contextmanager
def dealt(core: Core, seat: int, stream: Stream) -> Iterator[None]:
    """Inside, expressions read a state that agrees with what the seat (an entity number) sees. Nothing may be changed inside."""
    groups = _unseen(core, seat) if core.veiled else []
    if not groups:
        yield
        return
    entities, printed = core.entities, core.printed
    before = [(eid, entities[eid], printed[eid]) for group in groups for eid in group]
    copies = {one["def"]: core.copies[one["def"]] for _, one, _ in before}
    try:
        for group in groups:
            _deal(core, group, stream)
        _count(core, copies)
        core.stat_cache.clear()
        core.lined_up.clear()
        core.kept.clear()
        yield
    finally:
        for eid, entity, values in before:
            entities[eid], printed[eid] = entity, values
        core.copies.update(copies)
        core.stat_cache.clear()
        core.lined_up.clear()
        core.kept.clear()


def _unseen(core: Core, seat: int) -> list[list[int]]:
    """The cards that a seat does not see, those of one kind, owner and set of zones of their own together."""
    veils, entities = core.program.veils, core.entities
    hidden = [(zone["id"], zone.get("holds", ())) for zone in entities if zone["kind"] == "zone" and zone["slot"] in veils]
    hidden.append((BOX, [one for one in entities[BOX].get("holds", ()) if "shown" in entities[one]]))
    groups: dict[tuple[Any, ...], list[int]] = {}
    owned: dict[Any, tuple[str, ...]] = {}
    for zone, held in hidden:
        right = sight.right_in(core, zone, seat)
        if right is True:
            continue
        for member in held:
            if seat in entities[member].get("shown", ()) or (right is None and sight.has_right(core, member, zone, seat)):
                continue
            _gather(core, member, groups, owned)
    return [group for group in groups.values() if len({entities[eid]["def"] for eid in group}) > 1]


def _gather(core: Core, eid: int, groups: dict[tuple[Any, ...], list[int]], owned: dict[Any, tuple[str, ...]]) -> None:
    """A hidden card and what it holds. What has something in zones of its own stays what it is: the number of cards there tells it apart."""
    entity = core.entities[eid]
    for one in entity.get("holds", ()):
        _gather(core, one, groups, owned)
    kind, printed = entity["kind"], entity.get("def")
    zones = owned.get((kind, printed))
    if zones is None:
        zones = owned[kind, printed] = sight.own_zones(core, entity)
    if printed is not None and not any(core.entities[entity[zone]].get("holds") for zone in zones):
        groups.setdefault((kind, entity.get("owner"), zones), []).append(eid)


def _deal(core: Core, group: list[int], stream: Stream) -> None:
    entities, printed = core.entities, core.printed
    stay = (*STAY, *sight.own_zones(core, entities[group[0]]))
    order = sorted(group, key=lambda eid: _known(entities[eid]))
    stream.shuffle(order)
    given = [(eid, entities[card], printed[card]) for eid, card in zip(group, order, strict=True) if eid != card]
    for eid, card, values in given:
        place, made = entities[eid], dict(card)
        for key in stay:
            if key in place:
                made[key] = place[key]
            elif key in made:
                del made[key]
        entities[eid], printed[eid] = made, values


def _known(card: Entity) -> tuple[str, int]:
    """An order that does not tell where a card lies: by definition, and by the number of the copy."""
    return card["def"], card.get("copy", 0)


def _count(core: Core, copies: dict[str, tuple[int, ...]]) -> None:
    """Which copies there are of the definitions that were dealt."""
    found: dict[str, list[int]] = {name: [] for name in copies}
    for eid in sorted(eid for known in copies.values() for eid in known):
        found[core.entities[eid]["def"]].append(eid)
    core.copies.update((name, tuple(eids)) for name, eids in found.items())
