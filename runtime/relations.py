"""What every thing has without declaring it: place, owner, controller, host, name, face, area, board and the rest; and who holds what."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .core import BOX, TABLE, Core

_PLACES = frozenset(("zone", "space", "seat", "board", "area", "rule", "table", "box"))


def exists(core: Core, x: int | None) -> bool:
    """Whether a thing is in the game: not nothing, and not in the box."""
    return x is not None and core.entities[x].get("at") != BOX


def owner(core: Core, x: int) -> Any:
    """Who brought a thing; a seat owns itself."""
    entity = core.entities[x]
    if "owner" in entity:
        return entity["owner"]
    return x if core.is_a(x, "seat") else None


def controller(core: Core, x: int) -> Any:
    """The seat that decides for a thing now: as set, as clauses say, else the controller of its owner."""
    works = core.tables["modify"].get("controller")
    if works:
        kinds = core.program.ancestors[core.entities[x]["kind"]]
        for work in works:
            if work.clause.parts.get("of", "thing") in kinds:  # it may be about the thing
                from .stats import read

                return read(core, x, "controller")
    return plain_controller(core, x)


def plain_controller(core: Core, x: int) -> Any:
    """The controller without clauses."""
    entities, seats = core.entities, core.seats
    if x in seats:
        return x
    entity = entities[x]
    if entity.get("controller") is None and entity.get("owner") in seats:  # nearly always
        return entity["owner"]
    for _ in range(len(entities)):
        if x in seats:
            return x
        entity = entities[x]
        set_by = entity.get("controller")
        if set_by is not None:
            return set_by
        up = entity.get("owner")
        if up is None:
            up = entity["source"] if entity["kind"] == "effect" else None
        if up is None or up == x:
            return None
        x = up
    return None


def host(core: Core, x: int) -> Any:
    """What a thing is attached to, None if it stands in a place."""
    at = core.entities[x].get("at")
    if at is None or at in (TABLE, BOX):
        return None
    return at if _PLACES.isdisjoint(core.program.ancestors[core.entities[at]["kind"]]) else None


def name(core: Core, x: int) -> str:
    """The printed name."""
    entity = core.entities[x]
    known = core.program.names.get(entity.get("def", ""))
    return str(entity.get("name", entity["kind"])) if known is None else known


def face(core: Core, x: int) -> Any:
    """The name of the face that shows, None for a thing without faces."""
    return core.entities[x].get("face")


def space_of(core: Core, x: int | None) -> int | None:
    """The nearest space at or above a thing: its own number for a space, None if it is on no board."""
    while x is not None:
        if core.is_a(x, "space"):
            return x
        x = core.entities[x].get("at")
    return None


def area(core: Core, x: int) -> Any:
    """The area of the thing's space."""
    space = space_of(core, x)
    return None if space is None else core.entities[space].get("area")


def board(core: Core, x: int) -> Any:
    """The board of the thing's space, or of an area."""
    space = x if core.is_a(x, "area") else space_of(core, x)
    return None if space is None else core.entities[space].get("board")


def next_seat(core: Core, x: int) -> Any:
    """The next seat round the table that still plays; the seat itself if no other does."""
    seats = core.seats
    if x not in seats:
        return None
    start = seats.index(x)
    for offset in range(1, len(seats)):
        seat = seats[(start + offset) % len(seats)]
        if core.entities[seat]["status"] == "playing":
            return seat
    return x


def playing(core: Core, x: int) -> bool:
    """Whether a seat still plays: it has neither won nor lost nor given up."""
    return bool(core.entities[x].get("status") == "playing")


def number(core: Core, x: int) -> Any:
    """A seat's number round the table, from 1; of other things the number by which everybody knows the copy."""
    if x in core.seats:
        return core.seats.index(x) + 1
    alias = core.entities[x].get("alias")
    return core.entities[x].get("copy") if alias is None else alias[-1]


def definition(core: Core, x: int) -> Any:
    """The id of the definition."""
    return core.entities[x].get("def")


def holder(core: Core, x: int) -> Any:
    """Whose zone it is, or in whose zone the thing lies; else the place of the thing."""
    entity = core.entities[x]
    if entity["kind"] == "zone":
        return entity["owner"]
    at = entity.get("at")
    return core.entities[at]["owner"] if at is not None and core.entities[at]["kind"] == "zone" else at


READ: dict[str, Callable[[Core, int], Any]] = {
    "owner": owner,
    "controller": controller,
    "host": host,
    "name": name,
    "face": face,
    "area": area,
    "board": board,
    "next": next_seat,
    "playing": playing,
    "number": number,
    "definition": definition,
    "holder": holder,
}


def held(core: Core, x: int, kind: str) -> list[int]:
    """The things of a kind in, on, attached to or owned by a thing, also in its zones; those in the box are not counted. In the order of `lineup`."""
    entities, ancestors = core.entities, core.program.ancestors
    holds, owned = entities[x].get("holds"), core.owned.get(x)
    if not owned:
        if not holds:
            return []
        if len(holds) == 1:
            core.count(1)
            return list(holds) if kind in ancestors[entities[holds[0]]["kind"]] else []
    found = {one for one in entities[x].get("holds", ()) if kind in ancestors[entities[one]["kind"]]}
    for one in core.owned.get(x, ()):
        entity = entities[one]
        if entity["kind"] == "zone":
            found.update(card for card in entity.get("holds", ()) if kind in ancestors[entities[card]["kind"]])
        if kind in ancestors[entity["kind"]] and entity.get("at") != BOX:
            found.add(one)
    core.count(len(found))
    return _in_order(core, kind, sorted(found))


def everywhere(core: Core, kind: str) -> list[int]:
    """All instances of a kind, also those that are not in play; lasting effects that have ended are none."""
    ancestors = core.program.ancestors
    core.count(len(core.entities))
    return _in_order(core, kind, [entity["id"] for entity in core.entities if kind in ancestors[entity["kind"]]])


def _in_order(core: Core, kind: str, found: list[int]) -> list[int]:
    from .lineup import lined_up, may_tell

    return lined_up(core, found) if len(found) > 1 and may_tell(core, kind) else found
