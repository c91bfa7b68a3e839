"""Verbs and sequences compiled: parameters, conditions, slots, body. Lazily, once for a game."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from . import state
from .core import OVERHEAD, Core, Do, Env, Fn
from .expressions import Scope, expression, optional
from .narrowing import Narrowing, narrowing
from .program import Record, nesting, walk
from .shape import variables
from .trouble import Trap

Look = tuple[Narrowing | None, list[Fn]]
"""What an offer need not try for a parameter, and what it tests."""


class Verb:
    """A verb or sequence. `things` are the parameters that must be a thing; `unit` is the parameter that shields lower, with its unit; `hooked` says whether
    any text of the game looks at its calls, `conditional` whether a call can be illegal by itself; `taken` copies its parameters; `body` is the closure of a
    verb's body. What it costs is the last of its conditions.
    """

    __slots__ = (
        "_conjuncts", "_costs", "body", "conditional", "core", "hooked", "id", "is_sequence", "looks", "params", "priced", "record", "requires", "scope",
        "slots", "taken", "things", "told", "trials", "unit", "weight", "zones",
    )  # fmt: skip

    def __init__(self, core: Core, record: Record) -> None:
        self.core = core
        self.record = record
        self.id: str = record["id"]
        self.is_sequence = record["kind"] == "sequence"
        self.scope = Scope(self.id, dict(variables(record, core.program)), kept=self.is_sequence)
        self.params: list[tuple[str, Fn | None, Record]] = [(one["name"], optional(core, one["start"], self.scope), one) for one in record["params"]]
        self.things = [one["name"] for one in record["params"] if one["type"]["type"] == "thing" and not one["type"].get("optional")]
        self.requires = [(expression(core, one["test"], self.scope), tuple(one["needs"])) for one in record["requires"]]
        self.told: list[list[Record]] = [[] for _ in range(len(self.params) + 1)]
        self.trials = self._trials()
        due = payment(record)
        self._costs: Any = None
        self.priced = 0
        if due:
            names = [one["name"] for one in record["params"]]
            asked = {node["name"] for node in walk(due) if node.get("op") == "var"}
            self.priced = max((at for at, name in enumerate(names, 1) if name in asked), default=0)
            self.requires.append((self.payable, tuple(name for name in names if name in asked)))
            self.trials[self.priced].append(self.payable)
        self.looks: list[Look | None] = [None for _ in self.params]
        self.slots: list[tuple[Record, Fn | None]] = [
            (one, None if one["role"] == "zone" else optional(core, one["start"], self.scope)) for one in record["slots"]
        ]
        self.zones = [one["name"] for one in record["slots"] if one["role"] == "zone"]
        self.unit = next(((one["name"], one["type"]["unit"]) for one in record["params"] if one["type"].get("unit") is not None), None)
        self.weight = OVERHEAD + nesting(record["machine"] if self.is_sequence else record["body"])
        self.conditional = bool(self.things or self.requires)
        self.hooked = self.id in core.program.hooked
        self.taken = taker([name for name, _, _ in self.params])
        self.body: Do = self._first
        self._conjuncts: list[Fn] | None = None

    def _trials(self) -> list[list[Fn]]:
        """What an offer tests, by how many parameters are known: the conditions, but not those that only say that a value is of its own domain."""
        names = [param[0] for param in self.params]
        domains = {param["name"]: param["domain"] for _, _, param in self.params}
        out: list[list[Fn]] = [[] for _ in range(len(names) + 1)]
        for (test, needs), record in zip(self.requires, self.record["requires"], strict=True):
            asked = record["test"]
            if asked["op"] == "in" and asked["left"]["op"] == "var" and domains.get(asked["left"]["name"]) == asked["right"]:
                continue
            level = max((names.index(name) + 1 for name in needs if name in names), default=0)
            out[level].append(test)
            self.told[level].append(asked)
        return out

    def look(self, at: int) -> Look:
        """How an offer looks for the values of a parameter. What is the same for all of them is worked out once."""
        names, told = [param[0] for param in self.params], self.told[at + 1]
        scope = replace(self.scope, fixed=frozenset(names[:at]))
        tests = [expression(self.core, asked, scope) for asked in told]
        if at + 1 == self.priced:
            tests.append(self.payable)
        found = self.looks[at] = narrowing(self.core, self.id, self.params[at][2], told, self.scope), tests
        return found

    def payable(self, env: Env) -> bool:
        """Whether all that it costs can be paid."""
        if self._costs is None:
            from .costs import Costs

            self._costs = Costs(self.core, payment(self.record), self.scope)
        can_pay: bool = self._costs.payable(env)
        return can_pay

    @property
    def conjuncts(self) -> list[Fn]:
        """The conditions, each part of an `and` by itself."""
        if self._conjuncts is None:
            parts = [one["test"] for one in self.record["requires"]]
            while any(part["op"] == "and" for part in parts):
                parts = [inner for part in parts for inner in (part["args"] if part["op"] == "and" else [part])]
            self._conjuncts = [expression(self.core, part, self.scope) for part in parts]
        return self._conjuncts

    def _first(self, env: Env) -> int | None:
        """The body, compiled when it first runs."""
        from .statements import block

        self.body = block(self.core, self.record["body"], self.scope)
        return self.body(env)

    def bound(self, args: dict[str, Any], tag: str | None = None) -> Env:
        """The variables of a call: the arguments, and the starts of the parameters that were not given."""
        env: Env = {}
        for name, start, param in self.params:
            if name in args:
                env[name] = args[name]
            elif start is not None:
                env[name] = start(env)
            elif param["type"].get("optional"):
                env[name] = None
            else:
                raise Trap("none", self.id, what=name)
        if self.unit is not None:
            env["tag"] = tag if tag is not None else args.get("tag")
        return env

    def start_slots(self, env: Env) -> None:
        """Give the slots their start values, in order. A sequence's variables stand in the state."""
        for slot, start in self.slots:
            if slot["role"] == "zone":
                value: Any = state.make_zone(self.core, slot["id"], None)
            elif start is not None:
                value = start(env)
            else:
                value = [] if slot["type"]["type"] in ("list", "group") else None
            if self.is_sequence:
                self.core.journal.write(env, slot["name"], value)
            else:
                env[slot["name"]] = value


def payment(record: Record) -> list[Record]:
    """The calls with which a verb or sequence is paid for; none if it costs nothing."""
    node = record.get("machine")
    while node is not None and node["node"] == "seq" and node["children"]:
        node = node["children"][0]
    body = record["body"] if "body" in record else node["body"] if node is not None and node["node"] == "do" else []
    return body[0]["calls"] if body and body[0]["op"] == "pay" else []


def taker(names: list[str]) -> Callable[[Env], dict[str, Any]]:
    """A copy of some variables."""
    if len(names) == 1:
        (a,) = names
        return lambda env: {a: env[a]}
    if len(names) == 2:
        a, b = names
        return lambda env: {a: env[a], b: env[b]}
    if len(names) == 3:
        a, b, c = names
        return lambda env: {a: env[a], b: env[b], c: env[c]}
    return lambda env: {name: env[name] for name in names}


def verb(core: Core, id: str) -> Verb:
    """The compiled form of a verb or sequence."""
    known = core.verbs.get(id)
    if known is None:
        known = core.verbs[id] = Verb(core, core.program.events[id])
    return known
