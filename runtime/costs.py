"""Costs: calls that must all be legal, one after the other, before anything is paid."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .core import Core, Do, Env, Event, Fn
from .expressions import Scope, expression
from .legality import can
from .program import Record, walk
from .rules import Clause
from .trouble import Trap
from .verbs import verb

_UNFORESEEN = frozenset(("choose", "may", "menu", "share", "offer", "random", "begin", "end", "skip", "do", "together"))
"""Statements that are not tried out: they ask, draw, or do more than change the state."""
_FORESEEN = frozenset(("put", "turn_over", "turn_to"))


class Costs:
    """The costs of a react, a member or a verb, compiled."""

    def __init__(self, core: Core, records: list[Record], scope: Scope) -> None:
        from .statements import block

        self.core = core
        self._home = scope.home
        self.calls: list[tuple[str, dict[str, Fn], str | None]] = [
            (one["verb"], {name: expression(core, arg, scope) for name, arg in one["args"].items()}, one["each"]) for one in records
        ]
        self._pays: list[Do] = [block(core, [one], scope) for one in records]

    def payable(self, env: Env, then: Callable[[], bool] | None = None) -> bool:
        """Whether all calls can be made, each after those before it; and, once they are paid, what `then` says."""
        due = [one for call in self.calls for one in self._split(*call, env)]
        if not all(can(self.core, id, given) for id, given in due):
            return False
        if not due:
            return then is None or then()
        return (len(due) < 2 and then is None) or self._in_turn(due, then)

    def _in_turn(self, due: list[tuple[str, dict[str, Any]]], then: Callable[[], bool] | None) -> bool:
        """Pay one after the other, look whether the next is still legal, and take everything back. What cannot be tried out counts as possible."""
        core = self.core
        mark, events, open_calls, kept = core.journal.mark(), len(core.events), len(core.stack), (core.depth, core.sweep, core.source)
        shown = core.reveals, list(core.hazy)
        core.inside += 1
        try:
            for at, (id, given) in enumerate(due):
                if not can(core, id, given):
                    return False
                if (at == len(due) - 1 and then is None) or not foreseen(core, id, set()):
                    return True
                called = verb(core, id)
                env = called.bound(given)
                called.start_slots(env)
                called.body(env)
            return then is None or then()
        except Trap:
            return False
        finally:
            core.inside -= 1
            while len(core.stack) > open_calls:
                core.close(core.stack[-1])
            core.depth, core.sweep, core.source = kept
            core.reveals, core.hazy = shown
            core.journal.rollback(mark)
            del core.events[events:]

    def pay(self, env: Env) -> None:
        """Carry the calls out."""
        for call, one in zip(self.calls, self._pays, strict=True):
            if self._split(*call, env):
                one(env)

    def paid(self, env: Env) -> bool:
        """Carry the calls out, up to the first that cannot be made any more, in whole or in part; whether all were."""
        core = self.core
        for call, one in zip(self.calls, self._pays, strict=True):
            due = self._split(*call, env)
            if not all(can(core, id, given) for id, given in due):
                return False
            if due:
                above, since = core.parent(), len(core.events)
                one(env)
                if any(self._refused(event, call[0], above) for event in core.events[since:]):
                    return False
        return True

    def _refused(self, event: Event, id: str, above: int | None) -> bool:
        """Whether an event is that a call of a cost was refused: one of a list after those before it, or after what a `before` made of it."""
        _, parent, name, values, rule, *_ = event
        return name == "refused" and (parent, rule, values.get("event")) == (above, self._home, id)

    def shown(self, env: Env) -> dict[str, int] | None:
        """The amounts by unit, for the record of a decision."""
        out: dict[str, int] = {}
        for id, args, _ in self.calls:
            unit = verb(self.core, id).unit
            if unit is not None and unit[0] in args:
                out[unit[1]] = out.get(unit[1], 0) + args[unit[0]](env)
        return out or None

    def _split(self, id: str, args: dict[str, Fn], each: str | None, env: Env) -> list[tuple[str, dict[str, Any]]]:
        """The calls of a cost: one, or one for each element; none for an amount of 0."""
        given = {name: arg(env) for name, arg in args.items()}
        unit = verb(self.core, id).unit
        if unit is not None and given.get(unit[0]) == 0:
            return []
        if each is None:
            return [(id, given)]
        items = given[each]
        items = self.core.entities[items].get("holds", ()) if type(items) is int else items
        return [(id, {**given, each: item}) for item in items]


def foreseen(core: Core, id: str, seen: set[str]) -> bool:
    """Whether the body of a verb can be tried out: it asks nothing, draws nothing, and nothing hooks what it calls."""
    record = core.program.verbs.get(id)
    if record is None or record["kind"] == "sequence":
        return False
    seen.add(id)
    for node in walk(record["body"]):
        op = node.get("op")
        if op in _UNFORESEEN or (op == "operation" and node["name"] not in _FORESEEN):
            return False
        if op == "call" and "verb" in node and node["verb"] not in seen and (node["verb"] in core.program.hooked or not foreseen(core, node["verb"], seen)):
            return False
    return True


def worth(core: Core, clause: Clause, env: Env) -> bool:
    """Whether a reaction or member is worth an offer: its costs can be paid, and its body can do something then."""
    outlook = clause.outlook
    if outlook.chooses or outlook.sweeps:
        return costs_of(core, clause).payable(env, lambda: outlook.open(env))
    return costs_of(core, clause).payable(env) and outlook.open(env)


def costs_of(core: Core, clause: Clause) -> Costs:
    """The costs of a handler that may react, or of a member."""
    known: Any = core.compiled.get(("costs", clause.id))
    if known is None:
        records = clause.record["react"]["costs"] if clause.kind == "handler" else clause.record["costs"]
        known = core.compiled["costs", clause.id] = Costs(core, records, clause.scope)
    found: Costs = known
    return found
