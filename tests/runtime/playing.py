"""A game without a start, for bodies that are performed on their own."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.records import complete
from rulewright.runtime.game import Game

from .build import ANN, BOB, DAMAGE, clause, ev, every, field, ruleset, thing, x

A, B = thing("t:ann"), thing("t:bob")
HEROES = every("t:hero")


class Played(Game):
    """A game whose `perform` takes statements without their empty keys."""

    def perform(self, statements: list[Any], answers: list[Any] | None = None, env: Any = None) -> list[dict[str, Any]]:
        return super().perform([complete(one, "statement") for one in statements], answers, env)


def game(**parts: Any) -> Game:
    parts.setdefault("definitions", [ANN, BOB])
    return Played(ruleset(**parts), seed="x", start=False)


def names(events: list[dict[str, Any]]) -> list[str]:
    return [one["event"] for one in events]


def damage(g: Game, of: Any = A) -> int:
    return int(g.evaluate(field(of, DAMAGE)))


FORBID = clause("forbid", "t:peace/forbid.1", targets=["t:deal"], names=[], where=x("eq", ev("target"), A), name="peace", despite_unless=None)
