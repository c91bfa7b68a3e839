"""Which types go together: what fits where, what can be compared, what two branches have in common."""
from __future__ import annotations

from dataclasses import replace

from rulewright.dsl.types import ANY, Type, list_of

from .world import World

LOOSE = ("hole", "any")


def fits(world: World, found: Type, expected: Type) -> bool:
    """Whether a value of one type may stand where another is expected. Nothing is converted."""
    if found.shape in LOOSE or expected.shape in LOOSE:
        return True
    if found.shape == "none":
        return expected.optional
    if found.optional and not expected.optional:
        return False
    if expected.shape == "thing":
        if found.shape == "list" and found.of == "zone":
            return expected.of in ("thing", "place", "zone")
        if found.shape != "thing":
            return False
        return expected.of == "place" or world.descends(found.of or "thing", expected.of or "thing") or (found.of == "place" and _placelike(world, expected))
    if found.shape != expected.shape:
        return found.shape == "int" and expected.shape == "dial" and found.low is not None and found.low == found.high
    if expected.shape == "list":
        return fits(world, (found.item or ANY).sure(), expected.item or ANY)
    if expected.shape == "word":
        return expected.of is None or found.of is None or found.of == expected.of
    if expected.shape == "int":
        return expected.unit is None or found.unit == expected.unit
    if expected.shape == "effect":
        return expected.of == found.of
    return True


def _placelike(world: World, expected: Type) -> bool:
    """Where a thing stands is only known in play: a place may stand where a kind of space or zone is wanted, and is tested there."""
    return any(world.descends(expected.of or "thing", kind) for kind in ("space", "zone"))


def comparable(world: World, left: Type, right: Type) -> bool:
    """Whether `is` between two types can ever be true."""
    if left.shape in LOOSE or right.shape in LOOSE or "none" in (left.shape, right.shape):
        return True
    left, right = left.sure(), right.sure()
    if left.shape == "int" and right.shape == "int":
        return not (left.unit and right.unit) or left.unit == right.unit
    return fits(world, left, right) or fits(world, right, left)


def common(world: World, left: Type, right: Type) -> Type | None:
    """The type of something that is one or the other; None if they have nothing in common."""
    if left.shape in LOOSE:
        return right
    if right.shape in LOOSE:
        return left
    if left.shape == "none":
        return right.maybe()
    if right.shape == "none":
        return left.maybe()
    optional = left.optional or right.optional
    one, two = left.sure(), right.sure()
    if one.shape == two.shape == "int":
        found = Type("int", unit=one.unit if one.unit == two.unit else None)
    elif one.shape == two.shape == "thing":
        kind = next((k for k in world.ancestors(one.of or "thing") if world.descends(two.of or "thing", k)), "thing")
        found = replace(one, of=kind)
    elif one.shape == two.shape == "list":
        item = common(world, one.item or ANY, two.item or ANY)
        if item is None:
            return None
        found = list_of(item)
    elif fits(world, one, two):
        found = two
    elif fits(world, two, one):
        found = one
    else:
        return None
    return found.maybe() if optional else found
