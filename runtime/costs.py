"""Costs: calls that must all be legal before anything is paid."""
from __future__ import annotations

from typing import Any

from .core import Core, Do, Env, Fn
from .expressions import Scope, expression
from .legality import can
from .program import Record
from .rules import Clause
from .verbs import verb


class Costs:
    """The costs of a react or a member, compiled."""

    def __init__(self, core: Core, records: list[Record], scope: Scope) -> None:
        from .statements import block

        self.core = core
        self.calls: list[tuple[str, dict[str, Fn], str | None]] = [
            (one["verb"], {name: expression(core, arg, scope) for name, arg in one["args"].items()}, one["each"]) for one in records
        ]
        self._pay: Do = block(core, records, scope)

    def payable(self, env: Env) -> bool:
        """Whether each of the calls is legal now."""
        return all(self._legal(id, args, each, env) for id, args, each in self.calls)

    def _legal(self, id: str, args: dict[str, Fn], each: str | None, env: Env) -> bool:
        given = {name: arg(env) for name, arg in args.items()}
        if each is None:
            return can(self.core, id, given)
        return all(can(self.core, id, {**given, each: item}) for item in given[each])

    def pay(self, env: Env) -> None:
        """Carry the calls out."""
        self._pay(env)

    def shown(self, env: Env) -> dict[str, int] | None:
        """The amounts by unit, for the record of a decision."""
        out: dict[str, int] = {}
        for id, args, _ in self.calls:
            unit = verb(self.core, id).unit
            if unit is not None and unit[0] in args:
                out[unit[1]] = out.get(unit[1], 0) + args[unit[0]](env)
        return out or None


def costs_of(core: Core, clause: Clause) -> Costs:
    """The costs of a handler that may react, or of a member."""
    known: Any = core.compiled.get(("costs", clause.id))
    if known is None:
        records = clause.record["react"]["costs"] if clause.kind == "handler" else clause.record["costs"]
        known = core.compiled["costs", clause.id] = Costs(core, records, clause.scope)
    found: Costs = known
    return found
