"""Handlers at their moment: who hears, in which order, who may react, who replaces.

Handlers that must run go first, then a window for those that may (`react`). In a window seats are asked in order; after a reply conditions are looked at anew
and asking starts again with the first seat, until all have passed in a row. A source replies once in a window.
"""
from __future__ import annotations

from typing import Any

from . import effects
from .alike import alike
from .choose import PASSED, Decision, ask, seat_for
from .commute import commute
from .copies import exchangeable
from .core import CANCEL, CONTINUE, EVENT, Core, Env, Frame
from .costs import costs_of, worth
from .names import by_thing, counted, seen_name
from .relations import controller, name
from .rules import Work, heard, working
from .sight import sees as seen_by
from .trouble import Halt, Trap, blamed
from .verbs import Verb

Works = list[Work] | tuple[Work, ...]
_ORDERED = ("before", "start", "end", "after")


def run(core: Core, moment: str, event: str, frame: Frame, known: Works | None = None, newest: int | None = None) -> bool:
    """Run the handlers of a moment; whether anything was heard. `newest`: of those whose arrival is below that number."""
    everybody = event in core.windows[moment]
    if known is None:
        if event not in core.tables[moment] and not everybody:
            return False
        known = heard(core, moment, event)
    elif core.watchers_either:
        known = _with_newcomers(known, heard(core, moment, event))
    if newest is not None:
        known = _older(core, known, newest)
    if not known and not everybody:
        return False
    musts = [work for work in known if work.clause.must]
    if core.steps_open and moment in ("start", "end"):
        _run_open(core, moment, event, frame)
    elif len(musts) == 1 or core.printed_order:
        for work in musts:
            _fire_if(core, work, frame)
    elif musts:
        for work in ordered(core, moment, event, frame, [work for work in musts if sees(core, work, frame.vars) is not None]):
            _fire_if(core, work, frame)
    if everybody or len(musts) < len(known):
        _window(core, moment, event, frame)
    return True


def _older(core: Core, works: Works, newest: int) -> Works:
    """Those whose owner has come into play before a number of arrival."""
    return [work for work in works if core.entities[work.eid].get("since", 0) < newest]


def _with_newcomers(known: Works, now: Works) -> Works:
    """Those that heard of an event before it happened, and those that have come since, in order of arrival."""
    there = {(work.clause.id, work.eid) for work in known}
    new = [work for work in now if (work.clause.id, work.eid) not in there]
    return sorted([*known, *new], key=lambda work: work.order) if new else known


def _run_open(core: Core, moment: str, event: str, frame: Frame) -> None:
    """Handlers that arrive while the moment runs join it."""
    done: set[tuple[str, Any]] = set()
    while not frame.cancelled:
        left = [work for work in heard(core, moment, event) if work.clause.must and work.key()[:2] not in done]
        for work in left:
            done.add(work.key()[:2])
            if sees(core, work, frame.vars) is not None:
                _fire_if(core, work, frame)
                break
        else:
            return


def sees(core: Core, work: Work, variables: Env) -> Env | None:
    """The environment of a handler for an event that it is about; None if it is not, does not work, or is used up."""
    core.steps += 1
    if core.steps > core.max_steps:
        raise core.met("steps", core.max_steps)
    clause = work.clause
    if clause.once is not None and _used_up(core, work):
        return None
    if (clause.while_ is not None or work.gate is not None or core.tables["mute"]) and not working(core, work):
        return None
    env = {**work.env, EVENT: variables} if not work.names else work.seeing(variables)
    try:
        return env if clause.where is None or clause.where(env) else None
    except Halt as halt:
        raise blamed(core, halt, clause.id) from None


def _token(core: Core, work: Work) -> Any:
    once = work.clause.record["once"]
    if once == "ever":
        return True
    frame = core.top(once)
    return None if frame is None else effects.scope_of(core, frame)


def _used_up(core: Core, work: Work) -> bool:
    token = _token(core, work)
    return token is not None and core.entities[work.eid].get("once", {}).get(work.clause.id) == token


def _fire_if(core: Core, work: Work, frame: Frame) -> None:
    if not frame.cancelled and not core.entities[work.eid].get("ended"):
        env = sees(core, work, frame.vars)
        if env is not None:
            fire(core, work, env, frame)


def fire(core: Core, work: Work, env: Env, frame: Frame) -> int | None:
    """Run a handler's body; its signal."""
    clause = work.clause
    frame.changed = True
    core.ran.add(clause.id)
    if clause.once is not None:
        entity, token = core.entities[work.eid], _token(core, work)
        if token is not None:
            core.journal.write(entity, "once", {**entity.get("once", {}), clause.id: token})
    outer, core.sweep = core.sweep, None
    source, core.source = core.source, work.env.get("self")
    core.deeper(clause.weight)
    core.inside += 1
    try:
        signal = clause.body(env)
    except Halt as halt:
        raise blamed(core, halt, clause.id) from None
    core.inside -= 1
    core.depth -= clause.weight
    core.sweep, core.source = outer, source
    if signal == CANCEL:
        frame.cancelled = True
    effects.used(core, work)
    return signal


# ---------------------------------------------------------------- order


def active_seat(core: Core) -> int | None:
    """Whose turn it is: the seat that the outermost running sequence names in its parameters, itself or as the controller of a thing."""
    for frame in core.stack:
        record = core.program.sequences.get(frame.id)
        for param in record["params"] if record is not None else ():
            value = frame.vars.get(param["name"])
            if param["type"]["type"] == "thing" and type(value) is int:
                seat = controller(core, value)
                if seat in core.seats:
                    return int(seat)
    return None


def seats_in_order(core: Core) -> list[int]:
    """The seats from the active one round the table."""
    first = active_seat(core)
    at = core.seats.index(first) if first is not None else 0
    return [*core.seats[at:], *core.seats[:at]]


def ordered(core: Core, moment: str, event: str, frame: Frame, works: list[Work]) -> list[Work]:
    """Simultaneous handlers in the order of the policy; the decider of several that do not commute is asked."""
    if len(works) < 2:
        return works
    if core.program.policies.get("simultaneous") == "leader":
        return _by_choice(core, moment, event, _leader(core), works)
    out = [work for work in works if controller(core, work.eid) is None]
    for seat in seats_in_order(core):
        out += _by_choice(core, moment, event, seat, [work for work in works if controller(core, work.eid) == seat])
    return out


def _leader(core: Core) -> int:
    """The seat that decides for the group called `leader`, else the active seat, else the first."""
    for group in core.program.groups:
        if group.rpartition(":")[2] == "leader":
            return seat_for(core, group, group)
    active = active_seat(core)
    return core.seats[0] if active is None else active


def _by_choice(core: Core, moment: str, event: str, seat: int, works: list[Work]) -> list[Work]:
    if len(works) < 2 or commute(core, works) or exchangeable(core, moment, works):
        return works
    works = by_thing(core, works, [_owner(work) for work in works], seat)
    decision = Decision(core, "order", seat, f"order:{moment}:{event}", works, labels=labels(core, works, seat), things=[_owner(work) for work in works])
    return [works[at] for at in ask(core, decision)]


def _owner(work: Work) -> int:
    """The thing whose text it is."""
    me: int | None = work.env.get("self")
    return work.eid if me is None else me


def labels(core: Core, works: list[Work], seat: int) -> list[tuple[str, str]]:
    """Ids and titles of handlers as options for a seat: the thing's name, with the handler's part where a thing has several."""
    owners = [_owner(work) for work in works]
    things = counted([seen_name(core, eid, seat) for eid in owners])
    out = []
    for at, (work, eid, thing) in enumerate(zip(works, owners, things, strict=True)):
        if not seen_by(core, eid, seat):
            part = f"/{things[:at].count(thing) + 1}" if things.count(thing) > 1 else ""
            out.append((thing + part, thing + part))
            continue
        part = f"/{work.clause.id.rpartition('/')[2]}" if things.count(thing) > 1 else ""
        # An effect that no thing made is called by the place of its text.
        title = work.clause.id.partition(":")[2] if work.env.get("self") is None else name(core, work.env["self"])
        out.append((thing + part, title))
    return out


# ---------------------------------------------------------------- windows


def _window(core: Core, moment: str, event: str, frame: Frame) -> None:
    replied: set[Any] = set()
    while not frame.cancelled and _one_reply(core, moment, event, frame, replied):
        core.count(1)


def _one_reply(core: Core, moment: str, event: str, frame: Frame, replied: set[Any]) -> bool:
    """Ask the seats in order until one replies; whether one did."""
    able: dict[int, list[tuple[Work, Env]]] = {}
    for work in heard(core, moment, event):
        if work.clause.must or work.key()[:2] in replied:
            continue
        env = sees(core, work, frame.vars)
        if env is not None:
            _offer_reply(core, work, env, able)
    for seat in seats_in_order(core):
        replies = able.get(seat, [])
        if not replies and event not in core.windows[moment]:
            continue
        picked = _ask_reply(core, moment, event, seat, replies)
        if picked is not None:
            work, env = picked
            replied.add(work.key()[:2])
            source, core.source = core.source, work.env.get("self")
            costs_of(core, work.clause).pay(env)
            core.source = source
            fire(core, work, env, frame)
            return True
    return False


def _offer_reply(core: Core, work: Work, env: Env, able: dict[int, list[tuple[Work, Env]]]) -> None:
    by = work.clause.parts.get("by")
    who = by(env) if by is not None else controller(core, work.env["self"] if work.env.get("self") is not None else work.eid)
    if who is None:
        return
    env["who"] = who
    if worth(core, work.clause, env):
        able.setdefault(seat_for(core, who, work.clause.id), []).append((work, env))


def _ask_reply(core: Core, moment: str, event: str, seat: int, replies: list[tuple[Work, Env]]) -> tuple[Work, Env] | None:
    replies = by_thing(core, replies, [_owner(work) for work, _ in replies], seat)
    works = [work for work, _ in replies]
    card = works[0].env.get("self") if len(works) == 1 else None
    text = works[0].clause.record["text"] if len(works) == 1 else None
    site = f"react:{moment}:{event}"
    decision = Decision(
        core, "action", seat, site, works, text=text, refuse="pass", labels=lambda: labels(core, works, seat),
        costs=lambda: [costs_of(core, work.clause).shown(env) for work, env in replies], card=card,
        things=[_owner(work) for work in works],
    )  # fmt: skip
    pick = ask(core, decision)
    return None if pick == PASSED else replies[pick]


# ---------------------------------------------------------------- instead


def replaced(core: Core, event: str, called: Verb, frame: Frame, newest: int | None = None) -> bool:
    """Let `instead` handlers replace an event (a call of a verb or sequence, or one of its steps), each source once; whether it is replaced.

    A handler that says `continue` lets the event go on, changed. `newest` as of `run`.
    """
    used: set[Any] = set()
    while True:
        found: list[tuple[Work, Env]] = []
        known = heard(core, "instead", event)
        for work in known if newest is None else _older(core, known, newest):
            env = sees(core, work, frame.vars) if work.key()[:2] not in used else None
            if env is not None and work.clause.outlook.open(env):
                found.append((work, env))
        if not found:
            return False
        work, env = found[0] if len(found) == 1 or alike(core, [one for one, _ in found]) else _pick_instead(core, event, called, frame, found)
        used.add(work.key()[:2])
        frame.args = None
        signal = fire(core, work, env, frame)
        if signal != CONTINUE:
            source, core.source = core.source, work.env.get("self")
            core.record("replaced", {"event": event}, work.clause.id)
            core.source = source
            return True
        _change(core, frame)


def _change(core: Core, frame: Frame) -> None:
    """Go on with the parameters that `continue` gave."""
    for param, value in (frame.args or {}).items():
        core.journal.write(frame.vars, param, value)


def _pick_instead(core: Core, event: str, called: Verb, frame: Frame, found: list[tuple[Work, Env]]) -> tuple[Work, Env]:
    """The controller of what is affected picks."""
    things = [frame.vars[param[0]] for param in called.params if param[2]["type"]["type"] == "thing"]
    seats = [controller(core, thing) for thing in things if thing is not None]
    seat = next((one for one in seats if one in core.seats), active_seat(core))
    if seat is None:
        seat = core.seats[0] if core.seats else None
    if seat is None:
        raise Trap("no_seat", called.id)
    found = by_thing(core, found, [_owner(work) for work, _ in found], seat)
    works = [work for work, _ in found]
    decision = Decision(core, "one", seat, f"instead:{event}", works, labels=labels(core, works, seat), things=[_owner(work) for work in works])
    return found[ask(core, decision)]
