"""The driver: sequences run as machines whose whole position is JSON.

A machine is a stack of records in the state (`meta["machines"]`). Records are of runs (`{"run": sequence, "phase", "vars", "scope", "number", "counts"}`) and
of nodes (`{"p": path}` and what the node must remember). `advance` goes on until a body has run; what it does in between asks nothing. A sequence that runs
inside a body needs no records: see `inline`.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import calls, effects, moments, state
from .core import TABLE, Core, Env, Frame
from .expressions import Scope
from .legality import count_limits, in_play, refusal, refusal_again
from .program import Record
from .trouble import Refused
from .verbs import Verb, verb

if TYPE_CHECKING:
    from .nodes import Node


class Sequence:
    """A sequence with its nodes by path."""

    def __init__(self, core: Core, called: Verb) -> None:
        self.core = core
        self.called = called
        self.nodes: dict[str, Node] = {}
        self.root = self.make(called.record["machine"], "0", called.scope)

    def make(self, record: Record, path: str, scope: Scope) -> Node:
        """The node of a record, and those below it."""
        from .nodes import NODES

        node = NODES[record["node"]](self, record, path, scope)
        self.nodes[path] = node
        return node


def sequence(core: Core, id: str) -> Sequence:
    """The compiled form of a sequence."""
    known = core.sequences.get(id)
    if known is None:
        known = core.sequences[id] = Sequence(core, verb(core, id))
    return known


class Machine:
    """A stack of records under a key of a container. `opened` are the open frames by depth of their record; `runs` those of them that are runs."""

    def __init__(self, core: Core, box: dict[str, Any], key: str) -> None:
        self.core = core
        self.box = box
        self.key = key
        self.opened: dict[int, Frame] = {}
        self.runs: list[Frame] = []
        self.result: Any = None

    @property
    def stack(self) -> list[dict[str, Any]]:
        """The records, innermost last."""
        records: list[dict[str, Any]] = self.box[self.key]
        return records

    def push(self, record: dict[str, Any]) -> None:
        """Put a record on the stack."""
        box, key = self.box, self.key
        stack = box[key]
        self.core.journal.records.append((box, key, stack))
        box[key] = [*stack, record]

    def pop(self) -> None:
        """Take the innermost record from the stack."""
        box, key = self.box, self.key
        stack = box[key]
        self.core.journal.records.append((box, key, stack))
        box[key] = stack[:-1]

    def push_run(self, id: str, env: Env, keep: str | None, rule: str) -> None:
        """Start a sequence with these variables; its result goes to the variable `keep` of the run that starts it."""
        self.push({"run": id, "phase": "begin", "vars": env, "as": keep, "rule": rule})

    def hoist(self, id: str, env: Env, taken: str, rule: str) -> None:
        """Let a sequence that the last statement of the innermost record begins lie on the stack instead of in that statement; then the record goes on."""
        self.core.journal.write(self.box, self.key, [*self.stack[:-1], {**self.stack[-1], "taken": taken}])
        self.push_run(id, env, None, rule)
        self.core.tail, self.core.begun = None, True

    def open(self, frame: Frame) -> None:
        """Open the frame of the innermost record."""
        self.opened[len(self.stack) - 1] = frame
        if "run" in frame.record:
            self.runs.append(frame)
        self.core.open(frame)

    def close(self) -> None:
        """Close the frame of the innermost record, if it is open."""
        frame = self.opened.pop(len(self.stack) - 1, None)
        if frame is not None:
            if "run" in frame.record:
                self.runs.pop()
            self.core.close(frame)

    def check(self) -> None:
        """Raise Refused if the records, which come from a file, cannot be a position of this ruleset."""
        run: Sequence | None = None
        for record in self.stack:
            if "run" in record:
                fits = record["run"] in self.core.program.sequences and record.get("phase") in ("begin", "body") and type(record.get("vars")) is dict
                fits = fits and "as" in record and type(record.get("rule")) is str
                run = sequence(self.core, record["run"]) if fits else None
            else:
                fits = run is not None and record.get("p") in run.nodes and run.nodes[record["p"]].fits(record)
            if not fits:
                raise Refused("the machines are at no place of this ruleset")

    def reopen(self) -> None:
        """Open the frames of all records that are under way: after a rollback or a load."""
        self.opened = {}
        self.runs = []
        for depth, record in enumerate(self.stack):
            if "run" in record:
                if record["phase"] == "begin":
                    continue
                frame = Frame(record["run"], record["vars"], record["rule"], record)
            elif record.get("pass"):
                run = self.runs[-1]
                frame = Frame(sequence(self.core, run.id).nodes[record["p"]].id, run.vars, run.id, record)
            else:
                continue
            self.opened[depth] = frame
            if "run" in record:
                self.runs.append(frame)
            self.core.open(frame)

    def advance(self) -> bool:
        """Go on until a body has run; False at the end of the machine."""
        core, box, key = self.core, self.box, self.key
        known = core.sequences
        while box[key]:
            if core.ending:
                self._obey()
            record = box[key][-1]
            if "run" in record:
                ran = _resume_run(self, record)
            else:
                run = self.runs[-1].id
                ran = (known[run] if run in known else sequence(core, run)).nodes[record["p"]].resume(self, record)
            if ran:
                if core.ending:
                    self._obey()
                return True
        return False

    def _obey(self) -> None:
        """Leave the outermost period that was asked to end, if any: what runs inside is broken off. What began a hoisted run waits for its end."""
        stack = self.stack
        first = next((depth for depth in range(len(stack) - 1, -1, -1) if "taken" in stack[depth]), -1) + 1
        if self.key == "machines":
            self.core.ending = any(record.get("ending") for record in stack[:first])
        for depth in range(first, len(stack)):
            if stack[depth].get("ending") and self.opened.get(depth) is not None:
                self.cut(depth + 1)
                break

    def leave_loop(self) -> None:
        """Leave the nearest loop of the innermost run: what runs inside it is broken off."""
        nodes = sequence(self.core, self.runs[-1].id).nodes
        for depth in range(len(self.stack) - 1, -1, -1):
            record = self.stack[depth]
            if "run" in record:
                return
            if nodes[record["p"]].loops:
                self.cut(depth)
                return

    def cut(self, depth: int) -> None:
        """Break off everything above a depth: periods inside are over, without their `end` handlers."""
        while len(self.stack) > depth:
            frame = self.opened.get(len(self.stack) - 1)
            if frame is not None:
                effects.period_over(self.core, frame)
                if "run" in frame.record:
                    drop_zones(self.core, frame)
            self.close()
            self.pop()


# ---------------------------------------------------------------- runs


def _resume_run(machine: Machine, record: dict[str, Any]) -> bool:
    if record["phase"] == "begin":
        return _begin(machine, record)
    return _leave(machine, record)


def _begin(machine: Machine, record: dict[str, Any]) -> bool:
    """Legality, `before`, `instead`; then the period begins: counters, effects, `start` handlers."""
    core, id = machine.core, record["run"]
    called = verb(core, id)
    core.count(1)
    env: Env = record["vars"]
    hooked = called.hooked  # else nobody looks
    reason = refusal(core, called, env) if hooked or called.conditional else None
    if reason is not None:
        calls.refuse(core, id, reason, record["rule"])
        machine.pop()
        return False
    frame = Frame(id, env, record["rule"], record)
    core.journal.write(record, "phase", "body")
    machine.open(frame)
    if called.slots:
        called.start_slots(env)
    heard = hooked and (id in core.tables["before"] or id in core.tables["instead"] or id in core.windows["before"])
    if hooked and not goes_on(core, called, frame):
        if heard:
            calls.stable(core)
        _finish(machine, frame)
        return heard
    if hooked and id in core.tables["limit"]:
        count_limits(core, id, env)
    core.journal.write(record, "number", number(core, id))
    open_period(core, frame)
    n = core.record(id, called.taken(env), record["rule"])
    frame.n = n
    core.journal.write(record, "event", n)
    core.ran.add(id)
    if hooked and (moments.run(core, "start", id, frame) or heard):
        heard = True
        calls.stable(core)
    sequence(core, id).root.enter(machine)
    return heard


def goes_on(core: Core, called: Verb, frame: Frame) -> bool:
    """Whether `before` and `instead` handlers let a sequence begin."""
    id = called.id
    if id in core.tables["before"] or id in core.windows["before"]:
        here = in_play(core, called, frame.vars)
        moments.run(core, "before", id, frame)
        if frame.cancelled:
            core.record("cancelled", {"event": id}, frame.rule)
            return False
        if frame.changed:
            reason = refusal_again(core, called, frame.vars, here)
            if reason is not None:
                calls.refuse(core, id, reason, frame.rule)
                return False
    return not (id in core.tables["instead"] and moments.replaced(core, id, called, frame))


def number(core: Core, id: str) -> int:
    """Count a run of a sequence; which one of the game it is, from 1."""
    runs: dict[str, int] = core.meta["runs"]
    found = runs.get(id, 0) + 1
    core.journal.write(core.meta, "runs", {**runs, id: found})
    return found


def open_period(core: Core, frame: Frame) -> None:
    """A period begins: it gets a scope, its counters go back to their start, effects hear of it."""
    core.journal.write(frame.record, "scope", state.new_scope(core))
    reset(core, frame.id)
    effects.period_began(core, frame)


def reset(core: Core, id: str) -> None:
    """Put the counters of a period back to their start."""
    for kind, slot in core.program.resets.get(id, ()):
        for eid in (TABLE,) if kind is None else tuple(entity["id"] for entity in core.entities if slot["id"] in entity):
            value = state.started(core, slot, eid)
            if core.entities[eid][slot["id"]] != value:
                core.journal.write(core.entities[eid], slot["id"], value)


def close_period(core: Core, frame: Frame, id: str) -> bool:
    """A period ends: `end` handlers and their checks, then what lasted until now, then `after` handlers."""
    if id not in core.program.hooked:
        effects.period_over(core, frame)
        effects.happened(core, frame)
        return False
    heard = moments.run(core, "end", id, frame)
    if heard:
        calls.stable(core)
    effects.period_over(core, frame)
    after = moments.run(core, "after", id, frame)
    effects.happened(core, frame)
    if after:
        calls.stable(core)
    return heard or after


def _leave(machine: Machine, record: dict[str, Any]) -> bool:
    frame = machine.runs[-1]
    heard = close_period(machine.core, frame, record["run"])
    _finish(machine, frame)
    return heard


def _finish(machine: Machine, frame: Frame) -> None:
    core, record = machine.core, frame.record
    drop_zones(core, frame)
    result = frame.vars.get("result")
    machine.close()
    machine.pop()
    if not machine.stack:
        machine.result = result
    elif record["as"] is not None:
        core.journal.write(machine.runs[-1].vars, record["as"], result)


def drop_zones(core: Core, frame: Frame) -> None:
    """The zones of a run that is over are given back."""
    for zone in verb(core, frame.id).zones:
        if frame.vars.get(zone) is not None:
            state.drop_zone(core, frame.vars[zone])
