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
    for zone, held in hidden:
        for member in held:
            if not sight.has_right(core, member, zone, seat) and seat not in entities[member].get("shown", ()):
                _gather(core, member, groups)
    return [group for group in groups.values() if len({entities[eid]["def"] for eid in group}) > 1]


def _gather(core: Core, eid: int, groups: dict[tuple[Any, ...], list[int]]) -> None:
    """A hidden card and what it holds. What has something in zones of its own stays what it is: the number of cards there tells it apart."""
    entity = core.entities[eid]
    for one in entity.get("holds", ()):
        _gather(core, one, groups)
    zones = sight.own_zones(core, entity)
    for zone in zones:
        for one in core.entities[entity[zone]].get("holds", ()):
            _gather(core, one, groups)
    if "def" in entity and not any(core.entities[entity[zone]].get("holds") for zone in zones):
        groups.setdefault((entity["kind"], entity.get("owner"), zones), []).append(eid)


def _deal(core: Core, group: list[int], stream: Stream) -> None:
    entities = core.entities
    stay = {*STAY, *sight.own_zones(core, entities[group[0]])}
    cards = [({key: value for key, value in entities[eid].items() if key not in stay}, core.printed[eid]) for eid in group]
    cards.sort(key=_known)
    stream.shuffle(cards)
    for eid, (card, values) in zip(group, cards, strict=True):
        entities[eid] = {**{key: value for key, value in entities[eid].items() if key in stay}, **card}
        core.printed[eid] = values


def _known(card: tuple[Entity, dict[str, Any]]) -> tuple[str, int]:
    """An order that does not tell where a card lies: by definition, and by the number of the copy."""
    return card[0]["def"], card[0].get("copy", 0)


def _count(core: Core, copies: dict[str, tuple[int, ...]]) -> None:
    """Which copies there are of the definitions that were dealt."""
    found: dict[str, list[int]] = {name: [] for name in copies}
    for eid in sorted(eid for known in copies.values() for eid in known):
        found[core.entities[eid]["def"]].append(eid)
    core.copies.update((name, tuple(eids)) for name, eids in found.items())
