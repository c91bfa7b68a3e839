"""Players that are programs. They see a decision as any seat does, and draw from streams of their own, never from the game's."""
from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Protocol

from rulewright.runtime.stream import Stream

Answer = Any
"""What `Game.apply` takes: a text, a number, a list of texts, or a record of numbers by id."""


class Bot(Protocol):
    """A player: answers one decision record (`engine` form: `kind`, `options`, `min`, `max`, ...)."""

    def __call__(self, decision: Mapping[str, Any]) -> Answer:
        """The answer to a decision."""


def own_stream(seat: str, seed: str) -> Stream:
    """The stream of a seat's bot in the game of that seed."""
    return Stream.of(sha256(f"{seat}/{seed}".encode()).hexdigest())


class RandomBot:
    """Takes any legal answer, each as likely as the others (of a list, each number of elements)."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def __call__(self, decision: Mapping[str, Any]) -> Answer:
        """The answer to a decision."""
        return getattr(self, "_" + decision["kind"])(decision)

    def _one(self, decision: Mapping[str, Any]) -> Answer:
        ids = answers(decision)
        return ids[self.stream.draw(len(ids))]

    _action = _may = _one

    def _some(self, decision: Mapping[str, Any]) -> Answer:
        ids = [option["id"] for option in decision["options"]]
        count = self._between(decision["min"], min(decision["max"], len(ids)))
        taken = set(self.stream.pick(list(range(len(ids))), count))
        return [ident for at, ident in enumerate(ids) if at in taken]

    def _order(self, decision: Mapping[str, Any]) -> Answer:
        ids = [option["id"] for option in decision["options"]]
        self.stream.shuffle(ids)
        return ids

    def _share(self, decision: Mapping[str, Any]) -> Answer:
        options = decision["options"]
        parts = {option["id"]: option.get("min", 0) for option in options}
        for _ in range(decision["total"] - sum(parts.values())):
            open_ = [option["id"] for option in options if parts[option["id"]] < option.get("max", decision["total"])]
            parts[open_[self.stream.draw(len(open_))]] += 1
        return parts

    def _number(self, decision: Mapping[str, Any]) -> Answer:
        step = decision.get("step", 1)
        return decision["min"] + step * self.stream.draw((decision["max"] - decision["min"]) // step + 1)

    def _between(self, low: int, high: int) -> int:
        return low + self.stream.draw(high - low + 1)


def answers(decision: Mapping[str, Any]) -> list[str]:
    """All answers to a decision that is answered by one id."""
    return [option["id"] for option in decision["options"]]
