"""The driver: sequences run as machines whose whole position is JSON.

A machine is a stack of records in a container: the top-level one in the state (`meta["machines"]`), one for each sequence that runs inside a body in a dict
that dies with it. Records are of runs (`{"run": sequence, "phase", "vars", "scope", "number", "counts"}`) and of nodes (`{"p": path}` and what the node must
remember). `advance` goes on until a body has run; what it does in between asks nothing. Both kinds of machine use the same nodes, so nested and top-level runs
agree.
"""
from __future__ import annotations

from typing import Any

from . import calls, effects, moments, state
from .core import TABLE, Core, Env, Frame
from .expressions import Scope, expression, optional
from .legality import barred, count_limits, refusal
from .program import Record
from .shape import element, result_of
from .statements import block, listed
from .verbs import Verb, verb


class Sequence:
    """A sequence with its nodes by path."""

    def __init__(self, core: Core, called: Verb) -> None:
        self.core = core
        self.called = called
        self.nodes: dict[str, Node] = {}
        self.root = self.make(called.record["machine"], "0", called.scope)

    def make(self, record: Record, path: str, scope: Scope) -> Node:
        """The node of a record, and those below it."""
        node = _NODES[record["node"]](self, record, path, scope)
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
        self.core.journal.write(self.box, self.key, [*self.stack, record])

    def pop(self) -> None:
        """Take the innermost record from the stack."""
        self.core.journal.write(self.box, self.key, self.stack[:-1])

    def push_run(self, id: str, env: Env, keep: str | None, rule: str) -> None:
        """Start a sequence with these variables; its result goes to the variable `keep` of the run that starts it."""
        self.push({"run": id, "phase": "begin", "vars": env, "as": keep, "rule": rule})

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

    def reopen(self) -> None:
        """Open the frames of all records that are under way: after a rollback or a load."""
        self.opened.clear()
        self.runs.clear()
        for depth, record in enumerate(self.stack):
            if "run" in record:
                if record["phase"] == "begin":
                    continue
                frame = Frame(record["run"], record["vars"], record["rule"], record)
            elif record.get("pass"):
                node = sequence(self.core, self.runs[-1].id).nodes[record["p"]]
                assert isinstance(node, _Step)
                frame = Frame(node.id, self.runs[-1].vars, node.id, record)
            else:
                continue
            self.opened[depth] = frame
            if "run" in record:
                self.runs.append(frame)
            self.core.open(frame)

    def advance(self) -> bool:
        """Go on until a body has run; False at the end of the machine."""
        core = self.core
        while self.stack:
            if core.ending:
                self._obey()
            record = self.stack[-1]
            ran = _resume_run(self, record) if "run" in record else sequence(core, self.runs[-1].id).nodes[record["p"]].resume(self, record)
            if ran:
                if core.ending:
                    self._obey()
                return True
        return False

    def _obey(self) -> None:
        """Leave the outermost period that was asked to end, if any: what runs inside is broken off."""
        stack = self.stack
        if self.key == "machines":
            self.core.ending = False
        for depth, record in enumerate(stack):
            if record.get("ending") and self.opened.get(depth) is not None:
                self.cut(depth + 1)
                break

    def cut(self, depth: int) -> None:
        """Break off everything above a depth: periods inside are over, without their `end` handlers."""
        while len(self.stack) > depth:
            frame = self.opened.get(len(self.stack) - 1)
            if frame is not None:
                effects.period_over(self.core, frame)
                if "run" in frame.record:
                    _drop_zones(self.core, frame)
            self.close()
            self.pop()


def run_inline(core: Core, called: Verb, env: Env, rule: str) -> Any:
    """Run a sequence inside a body, to its end; its result."""
    core.deeper(called.weight)
    machine = Machine(core, {"stack": []}, "stack")
    machine.push_run(called.id, env, None, rule)
    outer, core.sweep = core.sweep, None
    held = 0 if outer is None else 1  # no stable points in the middle of a sweep
    core.inside += held
    while machine.advance():
        pass
    core.inside -= held
    core.sweep = outer
    core.depth -= called.weight
    return machine.result


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
    reason = refusal(core, called, env)
    if reason is not None:
        calls.refuse(core, id, reason, record["rule"])
        machine.pop()
        return False
    frame = Frame(id, env, record["rule"], record)
    core.journal.write(record, "phase", "body")
    machine.open(frame)
    called.start_slots(env)
    heard = id in core.tables["before"] or id in core.tables["instead"]
    if not _goes_on(core, called, frame):
        _finish(machine, frame)
        return heard
    if id in core.tables["limit"]:
        count_limits(core, id, env)
    _number(core, record, id)
    _open_period(core, frame)
    n = core.record(id, {param[0]: env[param[0]] for param in called.params}, record["rule"])
    frame.n = n
    core.journal.write(record, "event", n)
    core.ran.add(id)
    heard = moments.run(core, "start", id, frame) or heard
    sequence(core, id).root.enter(machine)
    return heard


def _goes_on(core: Core, called: Verb, frame: Frame) -> bool:
    id = called.id
    if id in core.tables["before"]:
        moments.run(core, "before", id, frame)
        if frame.cancelled:
            core.record("cancelled", {"event": id}, frame.rule)
            return False
        if frame.changed:
            reason = refusal(core, called, frame.vars)
            if reason is not None:
                calls.refuse(core, id, reason, frame.rule)
                return False
    return not (id in core.tables["instead"] and moments.replaced(core, called, frame))


def _number(core: Core, record: dict[str, Any], id: str) -> None:
    runs: dict[str, int] = core.meta["runs"]
    number = runs.get(id, 0) + 1
    core.journal.write(core.meta, "runs", {**runs, id: number})
    core.journal.write(record, "number", number)


def _open_period(core: Core, frame: Frame) -> None:
    """A period begins: it gets a scope, its counters go back to their start, effects hear of it."""
    core.journal.write(frame.record, "scope", state.new_scope(core))
    for kind, slot in core.program.resets.get(frame.id, ()):
        for eid in (TABLE,) if kind is None else tuple(entity["id"] for entity in core.entities if slot["id"] in entity):
            value = state.started(core, slot, eid)
            if core.entities[eid][slot["id"]] != value:
                core.journal.write(core.entities[eid], slot["id"], value)
    effects.period_began(core, frame)


def _close_period(core: Core, frame: Frame, id: str) -> bool:
    """A period ends: `end` handlers and their checks, then what lasted until now, then `after` handlers."""
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
    heard = _close_period(machine.core, frame, record["run"])
    _finish(machine, frame)
    return heard


def _finish(machine: Machine, frame: Frame) -> None:
    core, record = machine.core, frame.record
    _drop_zones(core, frame)
    result = frame.vars.get("result")
    machine.close()
    machine.pop()
    if not machine.stack:
        machine.result = result
    elif record["as"] is not None:
        core.journal.write(machine.runs[-1].vars, record["as"], result)


def _drop_zones(core: Core, frame: Frame) -> None:
    for zone in verb(core, frame.id).zones:
        if frame.vars.get(zone) is not None:
            state.drop_zone(core, frame.vars[zone])


# ---------------------------------------------------------------- nodes


class Node:
    """One node of a sequence: `enter` starts it (by a record on the stack, or at once), `resume` goes on when its record is the innermost."""

    def __init__(self, owner: Sequence, record: Record, path: str, scope: Scope) -> None:
        self.core = owner.core
        self.owner = owner
        self.record = record
        self.path = path
        self.scope = scope
        self.compile()

    def compile(self) -> None:
        """Prepare closures and children."""

    def child(self, key: str, scope: Scope | None = None) -> Node:
        """The node under a key of the record."""
        return self.owner.make(self.record[key], f"{self.path}.{key}", scope or self.scope)

    def enter(self, machine: Machine) -> None:
        """Start the node."""
        machine.push({"p": self.path})

    def resume(self, machine: Machine, record: dict[str, Any]) -> bool:
        """Go on; whether a body has run."""
        raise NotImplementedError


class _Seq(Node):
    def compile(self) -> None:
        scope, self.children = self.scope, []
        for at, one in enumerate(self.record["children"]):
            self.children.append(self.owner.make(one, f"{self.path}.{at}", scope))
            if one["node"] == "let":
                scope = scope.having(**{one["name"]: scope.type(self.core, one["value"])})
            elif one.get("as") is not None:
                scope = scope.having(**{one["as"]: result_of(one, scope.names, scope.events, self.core.program)})

    def enter(self, machine: Machine) -> None:
        machine.push({"p": self.path, "i": 0})

    def resume(self, machine: Machine, record: dict[str, Any]) -> bool:
        at = record["i"]
        if at == len(self.children):
            machine.pop()
        else:
            self.core.journal.write(record, "i", at + 1)
            self.children[at].enter(machine)
        return False


class _Do(Node):
    def compile(self) -> None:
        self.body = block(self.core, self.record["body"], self.scope)

    def resume(self, machine: Machine, record: dict[str, Any]) -> bool:
        core = self.core
        if core.inside == 0:
            core.sweep = None
        self.body(machine.runs[-1].vars)
        calls.stable(core)
        machine.pop()
        return True


class _Call(Node):
    def compile(self) -> None:
        self.args = {name: expression(self.core, arg, self.scope) for name, arg in self.record["args"].items()}

    def enter(self, machine: Machine) -> None:
        env = machine.runs[-1].vars
        id = self.record["sequence"]
        given = {name: arg(env) for name, arg in self.args.items()}
        machine.push_run(id, verb(self.core, id).bound(given), self.record["as"], self.owner.called.id)


class _Step(Node):
    """A step's record: `pass` is set while its period is open, `again` when it has been open before."""

    def compile(self) -> None:
        self.id = f"{self.owner.called.id}.{self.record['name']}"
        self.where = optional(self.core, self.record["where"], self.scope)
        self.while_ = optional(self.core, self.record["while"], self.scope)
        self.inner = self.child("child")

    def enter(self, machine: Machine) -> None:
        if self.where is None or self.where(machine.runs[-1].vars):
            machine.push({"p": self.path, "pass": False})

    def resume(self, machine: Machine, record: dict[str, Any]) -> bool:
        return self._leave(machine, record) if record["pass"] else self._begin(machine, record)

    def _begin(self, machine: Machine, record: dict[str, Any]) -> bool:
        core, env = self.core, machine.runs[-1].vars
        core.count(1)
        reason = None
        if (self.while_ is not None and not self.while_(env)) or (reason := barred(core, self.id, env)) is not None:
            if reason is not None:
                calls.refuse(core, self.id, reason, self.owner.called.id)
            machine.pop()
            return False
        frame = Frame(self.id, env, self.owner.called.id, record)
        core.journal.write(record, "pass", True)
        machine.open(frame)
        heard = moments.run(core, "before", self.id, frame)
        if frame.cancelled:
            machine.close()
            machine.pop()
            return heard
        if self.id in core.tables["limit"]:
            count_limits(core, self.id, env)
        _open_period(core, frame)
        core.ran.add(self.id)
        heard = moments.run(core, "start", self.id, frame) or heard
        self.inner.enter(machine)
        return heard

    def _leave(self, machine: Machine, record: dict[str, Any]) -> bool:
        frame = machine.opened[len(machine.stack) - 1]
        heard = _close_period(self.core, frame, self.id)
        machine.close()
        if self.while_ is None or record.get("ending"):
            machine.pop()
        else:
            for key in ("counts", "event", "scope"):
                self.core.journal.erase(record, key)
            self.core.journal.write(record, "pass", False)
        return heard


class _Loop(Node):
    def compile(self) -> None:
        self.count = optional(self.core, self.record["count"], self.scope)
        self.while_ = optional(self.core, self.record["while"], self.scope)
        self.until = optional(self.core, self.record["until"], self.scope)
        self.inner = self.child("child")

    def enter(self, machine: Machine) -> None:
        machine.push({"p": self.path, "left": None if self.count is None else self.count(machine.runs[-1].vars), "again": False})

    def resume(self, machine: Machine, record: dict[str, Any]) -> bool:
        core, env, left = self.core, machine.runs[-1].vars, record["left"]
        core.count(1)
        over = record["again"] and self.until is not None and self.until(env)
        if over or (left is not None and left <= 0) or (self.while_ is not None and not self.while_(env)):
            machine.pop()
            return False
        if left is not None:
            core.journal.write(record, "left", left - 1)
        if not record["again"]:
            core.journal.write(record, "again", True)
        self.inner.enter(machine)
        return False


class _Each(Node):
    def compile(self) -> None:
        self.items, inner = listed(self.core, self.record, self.scope)
        self.inner = self.child("child", inner.having(**{self.record["var"]: element(self.scope.type(self.core, self.record["of"]))}))

    def enter(self, machine: Machine) -> None:
        machine.push({"p": self.path, "left": self.items(machine.runs[-1].vars)})

    def resume(self, machine: Machine, record: dict[str, Any]) -> bool:
        left = record["left"]
        if not left:
            machine.pop()
            return False
        self.core.count(1)
        self.core.journal.write(machine.runs[-1].vars, self.record["var"], left[0])
        self.core.journal.write(record, "left", left[1:])
        self.inner.enter(machine)
        return False


class _Branch(Node):
    def compile(self) -> None:
        self.test = expression(self.core, self.record["test"], self.scope)
        self.then = self.child("then") if self.record["then"] is not None else None
        self.other = self.child("else") if self.record["else"] is not None else None

    def enter(self, machine: Machine) -> None:
        chosen = self.then if self.test(machine.runs[-1].vars) else self.other
        if chosen is not None:
            chosen.enter(machine)


class _Let(Node):
    def compile(self) -> None:
        self.value = expression(self.core, self.record["value"], self.scope)

    def enter(self, machine: Machine) -> None:
        env = machine.runs[-1].vars
        self.core.journal.write(env, self.record["name"], self.value(env))


_NODES: dict[str, type[Node]] = {
    "seq": _Seq,
    "do": _Do,
    "call": _Call,
    "step": _Step,
    "loop": _Loop,
    "each": _Each,
    "branch": _Branch,
    "let": _Let,
}

NODE_NAMES = frozenset(_NODES)
"""The kinds of node that this runtime drives."""
__all__ = ["NODE_NAMES", "Core", "Machine", "Sequence", "run_inline", "sequence"]
