"""The nodes of sequences. All that a node must remember stands in its record on a machine's stack."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import calls, moments
from .core import STOP, Frame
from .expressions import Scope, expression, optional
from .legality import barred, count_limits
from .machines import close_period, open_period
from .program import Record
from .shape import element, result_of
from .statements import block, listed
from .verbs import verb

if TYPE_CHECKING:
    from .machines import Machine, Sequence


class Node:
    """One node of a sequence: `enter` starts it (by a record on the stack, or at once), `resume` goes on when its record is the innermost.

    `id` is the id of a step, which is a period; other nodes have none. `loops`: whether a `stop` leaves it.
    """

    id = ""
    loops = False

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

    def fits(self, record: dict[str, Any]) -> bool:
        """Whether a record from a file has what the node needs."""
        return True

    def enter(self, machine: Machine) -> None:
        """Start the node."""
        machine.push({"p": self.path})

    def resume(self, machine: Machine, record: dict[str, Any]) -> bool:
        """Go on; whether a body has run."""
        raise AssertionError(f"{self.path} has no record on the stack")


class _Seq(Node):
    def compile(self) -> None:
        scope, self.children = self.scope, []
        for at, one in enumerate(self.record["children"]):
            self.children.append(self.owner.make(one, f"{self.path}.{at}", scope))
            if one["node"] == "let":
                scope = scope.having(**{one["name"]: scope.type(self.core, one["value"])})
            elif one.get("as") is not None:
                scope = scope.having(**{one["as"]: result_of(one, scope.names, scope.events, self.core.program)})

    def fits(self, record: dict[str, Any]) -> bool:
        return record.get("i") in range(len(self.children) + 1)

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
    """A body. A sequence that its last statement, an offer, begins need not run inside of it: nothing is left of the body but to note what was taken. So it is
    put on the stack, where it has checkpoints of its own, and the record remembers what was `taken`. Nested in a body that goes on after it, or in a verb,
    whose inside has no stable points, a sequence cannot be.
    """

    def compile(self) -> None:
        body = self.record["body"]
        self.body = block(self.core, body, self.scope)
        self.entered = {"p": self.path}  # nothing writes to it
        self.hoists = len(body) == 1 and body[0]["op"] == "offer" and not body[0]["repeat"]
        self.keep = body[0]["as"] if self.hoists else None

    def fits(self, record: dict[str, Any]) -> bool:
        return "taken" not in record or (self.hoists and type(record["taken"]) is str)

    def enter(self, machine: Machine) -> None:
        machine.push(self.entered)

    def resume(self, machine: Machine, record: dict[str, Any]) -> bool:
        core = self.core
        if core.inside == 0:
            core.sweep = None
        signal = None
        if "taken" not in record:
            if self.hoists and core.hoists and machine.key == "machines" and core.inside == 0:
                core.tail = machine
            signal = self.body(machine.runs[-1].vars)
            core.tail = None
            if core.begun:
                core.begun = False
                return True
        elif self.keep is not None:
            core.journal.write(machine.runs[-1].vars, self.keep, record["taken"])
        calls.stable(core)
        machine.pop()
        if signal == STOP:
            machine.leave_loop()
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

    def fits(self, record: dict[str, Any]) -> bool:
        return type(record.get("pass")) is bool

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
        heard = moments.run(core, "before", self.id, frame) or self.id in core.tables["instead"]
        if frame.cancelled or (self.id in core.tables["instead"] and moments.replaced(core, self.id, self.owner.called, frame)):
            if heard:
                calls.stable(core)
            machine.close()
            machine.pop()
            return heard
        if self.id in core.tables["limit"]:
            count_limits(core, self.id, env)
        open_period(core, frame)
        core.ran.add(self.id)
        heard = moments.run(core, "start", self.id, frame) or heard
        if heard:
            calls.stable(core)
        self.inner.enter(machine)
        return heard

    def _leave(self, machine: Machine, record: dict[str, Any]) -> bool:
        frame = machine.opened[len(machine.stack) - 1]
        heard = close_period(self.core, frame, self.id)
        machine.close()
        if self.while_ is None or record.get("ending"):
            machine.pop()
        else:
            for key in ("counts", "event", "scope"):
                self.core.journal.erase(record, key)
            self.core.journal.write(record, "pass", False)
        return heard


class _Loop(Node):
    loops = True

    def compile(self) -> None:
        self.count = optional(self.core, self.record["count"], self.scope)
        self.while_ = optional(self.core, self.record["while"], self.scope)
        self.until = optional(self.core, self.record["until"], self.scope)
        self.inner = self.child("child")

    def fits(self, record: dict[str, Any]) -> bool:
        return "left" in record and type(record["left"]) in (int, type(None)) and type(record.get("again")) is bool

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
    loops = True

    def compile(self) -> None:
        self.items, inner = listed(self.core, self.record, self.scope)
        self.inner = self.child("child", inner.having(**{self.record["var"]: element(self.scope.type(self.core, self.record["of"]))}))

        self.things = self.inner.scope.names[self.record["var"]]["type"] == "thing"

    def fits(self, record: dict[str, Any]) -> bool:
        return type(record.get("left")) is list and type(record.get("here")) is list

    def enter(self, machine: Machine) -> None:
        left = self.items(machine.runs[-1].vars)
        machine.push({"p": self.path, "left": left, "here": [one for one in left if one in self.core.works] if self.things else []})

    def resume(self, machine: Machine, record: dict[str, Any]) -> bool:
        left = record["left"]
        if not left:
            machine.pop()
            return False
        self.core.count(1)
        self.core.journal.write(record, "left", left[1:])
        if left[0] in record["here"] and left[0] not in self.core.works:
            self.core.record("refused", {"effect": self.owner.called.id, "reason": "gone"}, self.owner.called.id)
        else:
            self.core.journal.write(machine.runs[-1].vars, self.record["var"], left[0])
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


NODES: dict[str, type[Node]] = {
    "seq": _Seq,
    "do": _Do,
    "call": _Call,
    "step": _Step,
    "loop": _Loop,
    "each": _Each,
    "branch": _Branch,
    "let": _Let,
}
"""The nodes by their word; a test compares the keys with the contract."""
