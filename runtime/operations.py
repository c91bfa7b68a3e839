"""The primitives of the registry (`dsl/registry.py` OPERATIONS), carried out. Each records what it did as an event of its own name."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from . import sight, state
from .core import BOX, Core, Env
from .names import outward
from .program import ANY, Record
from .scope import Scope, expression
from .shape import element
from .trouble import Trap

Run = Callable[[Core, dict[str, Any], str, Env, dict[str, Record]], Any]
_HOLE = re.compile(r"\{([^{}]*)\}")


def _many(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if type(value) is list else [value]


def _either(a: tuple[int, ...] | None, b: tuple[int, ...] | None) -> tuple[int, ...] | None:
    return None if a is None or b is None else tuple(sorted({*a, *b}))


def _put(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> None:
    place, under = args["place"], bool(args.get("under"))
    if not state.is_place(core, place):
        raise Trap("not_a_place", home, what="nothing" if place is None else f"`{outward(core, place, {'type': 'thing'})}`")
    things = _many(args["things"])
    for thing in things[::-1] if under else things:
        before, seers = core.entities[thing].get("at"), sight.seers(core, thing)
        state.put(core, thing, place, under)
        now = seers if place == BOX else sight.seers(core, thing)  # nobody looks into the box
        if seers is not None and now != seers:
            core.reveals += 1
        core.record("put", {"thing": thing, "from": before, "place": place}, home, _either(seers, now))


def _shuffle(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> None:
    zone = core.entities[args["zone"]]
    cards = list(zone.get("holds", ()))
    core.stream.shuffle(cards)
    core.count(len(cards))
    if cards:
        core.journal.write(zone, "holds", cards)
        sight.shuffled(core, args["zone"])
    core.record("shuffle", {"zone": args["zone"]}, home)


def _face(core: Core, sides: int, home: str) -> int:
    try:
        return core.stream.die(sides)
    except ValueError as fault:
        raise Trap("die", home, what=str(fault)) from None


def _roll(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> list[dict[str, Any]]:
    count, sides = args["count"], args["sides"]
    core.count(max(0, count))
    die = core.stream.die
    try:
        faces = [die(sides) for _ in range(count)]
    except ValueError as fault:
        raise Trap("die", home, what=str(fault)) from None
    dice = state.new_dice(core, sides, faces)
    core.record("roll", {"sides": sides, "faces": faces}, home)
    return dice


def _reroll_die(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> None:
    die = args["die"]
    if die is None:
        return
    core.count(1)
    before = die["face"]
    core.journal.write(die, "face", _face(core, die["sides"], home))
    core.journal.write(die, "rerolled", True)
    core.record("reroll_die", {"sides": die["sides"], "from": before, "face": die["face"]}, home)


def _create(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> list[int]:
    model, made = args["thing"], []
    source = core.entities[model]
    count = args.get("count")
    for _ in range(1 if count is None else count):
        if source["def"] in core.program.supplies and not _is_left(core, source["def"]):
            core.record("refused", {"event": "create", "reason": "supply"}, home)
            break
        copies = core.copies.get(source["def"])  # in the order of their numbers
        copy = 1 + core.entities[copies[-1]]["copy"] if copies else 1
        fields = {"kind": source["kind"], "def": source["def"], "copy": copy, "owner": source.get("owner"), "at": None}
        if source.get("face") is not None:
            fields["face"] = source["face"]
        eid = state.create(core, fields)
        core.printed[eid] = core.printed[model]
        state.start_zones(core, eid)
        state.start_counters(core, eid)
        sight.made(core, eid)
        state.put(core, eid, args["place"])
        core.record("create", {"thing": eid, "place": args["place"]}, home, sight.seers(core, eid))
        made.append(eid)
    return made


def _is_left(core: Core, definition: str) -> bool:
    """Whether fewer of a component are outside of the box than there are."""
    for count, definitions in core.program.supplies[definition]:
        out = sum(1 for one in definitions for eid in core.copies.get(one, ()) if core.entities[eid]["at"] != BOX)
        if out >= count:
            return False
    return True


def _turn_over(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> None:
    thing = args["thing"]
    faces = core.program.faces(core.entities[thing].get("def", ""))
    if faces:
        now = core.entities[thing].get("face")
        _show(core, thing, faces[(faces.index(now) + 1) % len(faces)] if now in faces else faces[0], home)


def _turn_to(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> None:
    thing, face = args["thing"], args["face"]
    if face not in core.program.faces(core.entities[thing].get("def", "")):
        raise Trap("none", home, what=str(face))
    _show(core, thing, face, home)


def _show(core: Core, thing: int, face: str, home: str) -> None:
    state.turn(core, thing, face)
    core.record("turn", {"thing": thing, "face": face}, home, sight.seers(core, thing))


def _reveal_to(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> None:
    seats = args.get("seats")
    seen = None if seats is None else tuple(sorted(_many(seats)))
    core.reveals += 1
    if core.veiled:
        sight.show(core, _many(args["things"]), core.seats if seen is None else seen)
    core.record("reveal_to", {"things": _many(args["things"]), "seats": None if seen is None else list(seen)}, home, seen)


def _status(core: Core, seats: list[int], status: str) -> None:
    for seat in seats:
        core.journal.write(core.entities[seat], "status", status)


def _finish(core: Core, winners: list[int], why: str, home: str) -> None:
    if core.meta["result"] is None:
        losers = [seat for seat in core.seats if seat not in winners] if winners or why == "lost" else []
        core.journal.write(core.meta, "result", {"winners": winners, "losers": losers, "why": why, "rule": home})


def _win(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> None:
    seats = _many(args["seats"])
    core.record("win", {"seats": seats}, home)
    _status(core, seats, "won")
    _finish(core, seats, "win", home)


def _lose(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> None:
    seats = _many(args["seats"])
    core.record("lose", {"seats": seats}, home)
    _status(core, seats, "lost")
    last_standing(core, home)


def last_standing(core: Core, home: str) -> None:
    """End the game when nobody plays on, or, of several sides, only one: its seats have won, but those that gave up."""
    left = [seat for seat in core.seats if core.entities[seat]["status"] == "playing"]
    if not left:
        _finish(core, [], "lost", home)
        return
    side = [seat for seat in core.seats if _together(core, left[0], seat)]
    if len(side) < len(core.seats) and all(seat in side for seat in left):
        winners = [seat for seat in side if core.entities[seat]["status"] != "conceded"]
        _status(core, winners, "won")
        _finish(core, winners, "last", home)


def _together(core: Core, one: int, other: int) -> bool:
    """Whether two seats win together, as the game says."""
    test = core.compiled.get(("sides", ""))
    if test is None:
        game = core.program.ruleset["game"]
        scope = Scope("sides", {name: {"type": "thing", "of": "seat"} for name in ("one", "other")})
        test = core.compiled["sides", ""] = (lambda env: False) if game is None else expression(core, game["seats"]["sides"], scope)
    return one == other or test({"one": one, "other": other}) is True


def _draw_game(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> None:
    core.record("draw_game", {}, home)
    _finish(core, [], "draw", home)


def _say(core: Core, args: dict[str, Any], home: str, env: Env, names: dict[str, Record]) -> None:
    text = str(core.program.ruleset["texts"].get(args["text"], args["text"]))
    things: dict[str, Any] = {}

    def shown(hole: re.Match[str]) -> str:
        name = hole[1]
        if name not in env:
            return hole[0]
        value, kind = env[name], names.get(name, ANY)
        if value not in (None, []) and "thing" in (kind["type"], element(kind)["type"]):
            things[hole[0]] = value  # each viewer has names of its own for it
            return hole[0]
        return _in_words(outward(core, value, kind), kind)

    text = _HOLE.sub(shown, text)
    core.record("say", {"text": text, **things}, home)


def _in_words(value: Any, kind: Record) -> str:
    """A value that is no thing, as a line of the log says it."""
    if type(value) is list:
        return ", ".join(_in_words(item, element(kind)) for item in value) or "nothing"
    if type(value) is bool:
        return "yes" if value else "no"
    if type(value) is dict:
        return str(value["face"])
    if kind["type"] == "dial" and type(value) is int:
        return str(kind["low"] + (value - kind["low"]) % (kind["high"] - kind["low"] + 1))
    return "none" if value is None else value.replace("_", " ") if kind["type"] == "word" else str(value)


RUN: dict[str, Run] = {
    "put": _put,
    "shuffle": _shuffle,
    "roll": _roll,
    "reroll_die": _reroll_die,
    "create": _create,
    "turn_over": _turn_over,
    "turn_to": _turn_to,
    "reveal_to": _reveal_to,
    "win": _win,
    "lose": _lose,
    "draw_game": _draw_game,
    "say": _say,
}
"""The operations by name; a test compares the keys with the registry."""
