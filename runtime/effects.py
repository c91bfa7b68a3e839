"""Lasting effects: clauses and handlers with a duration, kept as entities.

An effect's `vars` are fixed when it is made, `ends` are the keys that end it (see `index.add_end`), `left` is what its shields still hold, `host` is the thing
it goes with. Ended effects stay in the list of entities, marked, until a new one takes their number.
"""
from __future__ import annotations

from typing import Any

from . import index
from .core import BOX, EVENT, Core, Env, Fn, Frame
from .expressions import Scope, expression
from .gone import asks
from .names import identity
from .program import ANY, Record, effect_id
from .rules import Work, clause, heard, working
from .shape import thing
from .sight import seen_together
from .state import create, new_scope


def begin(core: Core, record: Record, env: Env, bound: dict[str, Any], host: int | None, things: list[str]) -> None:
    """Make a lasting effect; `things` are the bound values that are things, or lists of them."""
    if host is not None and core.entities[host].get("at") == BOX:
        core.record("refused", {"effect": effect_id(record), "reason": "gone"}, core.rule())
        return
    fields: dict[str, Any] = {"kind": "effect", "def": effect_id(record), "source": env.get("self"), "vars": bound, "host": host}
    fields["ends"] = _ends(core, record, host)
    fields["since"] = core.meta["next_since"]
    core.journal.write(core.meta, "next_since", fields["since"] + 1)
    if things:
        fields["things"] = things
    left = {}
    for one in record["clauses"]:
        if one["kind"] == "prevent":
            made = clause(core, one, dict.fromkeys(bound, ANY))
            left[one["id"]] = "all" if one["amount"] == "all" else made.parts["amount"]({**env, **bound})
    if left:
        fields["left"] = left
    eid = _entity(core, fields)
    index.enter(core, eid)
    for key in fields["ends"]:
        index.add_end(core, key, eid)
    core.ran.add(fields["def"])
    core.record("begin", {"effect": identity(core, eid)}, core.rule(), _seers(core, eid))


def _seers(core: Core, eid: int) -> tuple[int, ...] | None:
    """The seats that may know of an effect: those that see the thing that made it and the thing that it goes with; None: all."""
    if not core.veiled:
        return None
    entity = core.entities[eid]
    return seen_together(core, [entity[key] for key in ("source", "host") if entity[key] is not None])


def _entity(core: Core, fields: dict[str, Any]) -> int:
    spare: list[int] = core.meta["spare_effects"]
    if not spare:
        return create(core, fields)
    core.journal.remove(core.meta, "spare_effects", len(spare) - 1)
    entity = core.entities[spare[-1]]
    for key in [key for key in entity if key != "id" and key not in fields]:
        core.journal.erase(entity, key)
    for key, value in fields.items():
        core.journal.write(entity, key, value)
    return spare[-1]


def _ends(core: Core, record: Record, host: int | None) -> list[str]:
    keys: list[str] = []
    for until in record["until"]:
        if "end" in until:
            frame = core.top(until["end"])
            keys.append(f"end:{until['end']}" if frame is None else f"scope:{scope_of(core, frame)}")
        elif "start" in until:
            keys.append(f"start:{until['start']}")
        else:
            keys += [f"next:{event}" for target in until["next"] for event, _ in core.program.heard_as(target)]
    if host is not None:
        keys.append(f"host:{host}")
    return keys


def scope_of(core: Core, frame: Frame) -> int:
    """The number of an open period or call, given when first asked for."""
    if "scope" not in frame.record:
        core.journal.write(frame.record, "scope", new_scope(core))
    scope: int = frame.record["scope"]
    return scope


def end(core: Core, eid: int) -> None:
    """End a lasting effect."""
    entity = core.entities[eid]
    if entity.get("ended"):
        return
    core.record("end", {"effect": identity(core, eid)}, entity["def"], _seers(core, eid))
    core.journal.write(entity, "ended", True)
    for key in entity["ends"]:
        index.drop_end(core, key, eid)
    index.leave(core, eid)
    core.journal.insert(core.meta, "spare_effects", len(core.meta["spare_effects"]), eid)


def period_over(core: Core, frame: Frame) -> None:
    """A period or call is over: what lasts until its end, ends."""
    if "scope" not in frame.record:
        return
    key = f"scope:{frame.record['scope']}"
    for eid in core.ends.get(key, ()):
        if _fits(core, eid, "end", frame):
            end(core, eid)
        else:  # not this run: wait for the next one
            _exchange(core, eid, key, f"end:{frame.id}")


def _exchange(core: Core, eid: int, old: str, new: str) -> None:
    entity = core.entities[eid]
    index.drop_end(core, old, eid)
    index.add_end(core, new, eid)
    core.journal.write(entity, "ends", [new if one == old else one for one in entity["ends"]])


def period_began(core: Core, frame: Frame) -> None:
    """A period or call has begun: what lasts until its start ends; what waits for its end is bound to it."""
    if not core.ends or frame.id not in _bounds(core):
        return
    for eid in core.ends.get(f"start:{frame.id}", ()):
        if _fits(core, eid, "start", frame):
            end(core, eid)
    for eid in core.ends.get(f"end:{frame.id}", ()):
        _exchange(core, eid, f"end:{frame.id}", f"scope:{scope_of(core, frame)}")


def _bounds(core: Core) -> frozenset[str]:
    """The periods and events at which a lasting effect of the game may end."""
    known: frozenset[str] | None = core.compiled.get(("bounds", ""))
    if known is None:
        untils = [until for begin in core.program.begins.values() for until in begin["until"]]
        targets = [target for until in untils for target in (until.get("start"), until.get("end"), *until.get("next", ())) if target is not None]
        known = core.compiled["bounds", ""] = frozenset(event for target in targets for event, _ in core.program.heard_as(target)) | frozenset(targets)
    return known


def happened(core: Core, frame: Frame) -> None:
    """An event is over: what lasts until the next such event ends."""
    if core.ends and frame.id in _bounds(core):
        for eid in core.ends.get(f"next:{frame.id}", ()):
            if _fits(core, eid, "next", frame):
                end(core, eid)


def _fits(core: Core, eid: int, word: str, frame: Frame) -> bool:
    """Whether one of an effect's `until`s of a sort is about this event and its `where` holds."""
    definition = core.entities[eid]["def"]
    for at, until in enumerate(core.program.begins[definition]["until"]):
        if word not in until:
            continue
        targets = until["next"] if word == "next" else [until[word]]
        if any(event == frame.id for target in targets for event, _ in core.program.heard_as(target)):
            where = _until_where(core, definition, at, until)
            if asks(until["where"], core.entities[eid].get("lost", [])):
                continue
            if where is None or where({**_env(core, eid), EVENT: frame.vars}):
                return True
    return False


def _env(core: Core, eid: int) -> Env:
    entity = core.entities[eid]
    return {"self": entity["source"], **entity["vars"]}


def _until_where(core: Core, definition: str, at: int, until: Record) -> Fn | None:
    if until["where"] is None:
        return None
    key = ("until", f"{definition}/{at}")
    known: Fn | None = core.compiled.get(key)
    if known is None:
        bind = core.program.begins[definition]["bind"]
        scope = Scope(definition, {"self": thing(), **dict.fromkeys(bind, ANY)})
        known = core.compiled[key] = expression(core, until["where"], scope)
    return known


def host_gone(core: Core, thing: int) -> None:
    """A thing has gone: the effects on it go with it."""
    for eid in core.ends.get(f"host:{thing}", ()):
        end(core, eid)


def used(core: Core, work: Work) -> None:
    """A handler of an effect has run: an effect for one use ends."""
    entity = core.entities[work.eid]
    if entity["kind"] == "effect" and core.program.begins[entity["def"]]["once"]:
        end(core, work.eid)


def shielded(core: Core, unit: str, amount: int, env: Env, subject: int | None) -> int:
    """What shields leave of an amount that `subject` would get; they hold that much less, and end at 0.

    Who decides for the subject orders several, if it matters.
    """
    from .legality import barred, cut_off

    if barred(core, "prevent", env) is not None:
        return amount
    guarded = ".prevent" in core.tables["forbid"]
    shields = []
    for work in heard(core, "prevent", unit):
        where = work.clause.where
        if not working(core, work) or not (where is None or where(work.seeing(env))):
            continue
        if not (guarded and cut_off(core, "prevent", work.env.get("self"), subject, env)):
            shields.append(work)
    for work in _in_turn(core, shields, amount, subject):
        if amount <= 0:
            break
        amount -= _taken(core, work, amount)
    return amount


def _in_turn(core: Core, shields: list[Work], amount: int, subject: int | None) -> list[Work]:
    """Several shields in the order in which they are used up. If all of them are used up, or nobody decides for the subject, the oldest is first."""
    left = [core.entities[work.eid]["left"][work.clause.id] for work in shields]
    if len(shields) < 2 or amount <= 0 or ("all" not in left and sum(left) <= amount):
        return shields
    from .choose import Decision, ask
    from .moments import labels
    from .relations import controller

    seat = None if subject is None else controller(core, subject)
    if seat is None:
        return shields
    picked = ask(core, Decision(core, "order", seat, "order:prevent", shields, labels=labels(core, shields, seat)))
    return [shields[at] for at in picked]


def _taken(core: Core, work: Work, amount: int) -> int:
    entity = core.entities[work.eid]
    left = entity["left"][work.clause.id]
    taken = amount if left == "all" else min(left, amount)
    core.ran.add(work.clause.id)
    core.record("prevent", {"effect": identity(core, work.eid), "by": taken}, work.clause.id, _seers(core, work.eid))
    if left != "all":
        core.journal.write(entity, "left", {**entity["left"], work.clause.id: left - taken})
        if not any(entity["left"].values()):
            end(core, work.eid)
    return taken
