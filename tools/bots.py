"""Players that are programs. They see a decision as any seat does, and draw from streams of their own, never from the game's."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from rulewright.runtime.choose import Decision, Taken
from rulewright.runtime.stream import Stream

Answer = Any
"""What `Game.apply` takes: a text, a number, a list of texts, or a record of numbers by id."""
Player = Callable[[Any, Mapping[str, Any]], Answer]
"""A player in the process: takes what it may look at and the decision, gives the answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision as a program needs it: what kind, which ids, how many, and the word for taking none (None: one must be taken)."""

    kind: str
    ids: list[str]
    low: int
    high: int
    refuse: str | None
    total: int


def asked(decision: Mapping[str, Any]) -> Asked:
    """The decision of a record, or of a live decision without working out what only people read."""
    if isinstance(decision, Decision):
        return Asked(decision.kind, decision.ids(), decision.low, decision.high, decision.refuse, decision.total)
    ids = [option["id"] for option in decision["options"]]
    return Asked(decision["kind"], ids, decision.get("min", 1), decision.get("max", 1), decision["else"], decision.get("total", 0))


def own_stream(seat: int, seed: str) -> Stream:
    """The stream of a seat's bot in the game of that seed."""
    return Stream.of(sha256(f"seat/{seat}/{seed}".encode()).hexdigest())


class RandomBot:
    """Takes any legal answer, each as likely as the others (of a list, each number of elements)."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def __call__(self, look: Any, decision: Mapping[str, Any]) -> Answer:
        """The answer to a decision."""
        if isinstance(decision, Decision) and decision.kind in ("one", "action"):
            count = len(decision.choices)
            taken = self.stream.draw(count + (decision.refuse is not None))
            return Taken(taken) if taken < count else decision.refuse
        return self.answer(asked(decision))

    def answer(self, one: Asked) -> Answer:
        """The answer to a decision."""
        draw = self.stream.draw
        match one.kind:
            case "one" | "action":
                taken = draw(len(one.ids) + (one.refuse is not None))
                return one.ids[taken] if taken < len(one.ids) else one.refuse
            case "may":
                return ("no", "yes")[draw(2)]
            case "some":
                count = one.low + draw(min(one.high, len(one.ids)) - one.low + 1)
                picked = set(self.stream.pick(list(range(len(one.ids))), count))
                return [ident for at, ident in enumerate(one.ids) if at in picked]
            case "order":
                ids = list(one.ids)
                self.stream.shuffle(ids)
                return ids
            case "share":
                return self._share(one)
            case "number":
                return one.low + draw(one.high - one.low + 1)
            case other:
                raise ValueError(f"no bot can answer a decision of kind {other}")

    def _share(self, one: Asked) -> dict[str, int]:
        parts = dict.fromkeys(one.ids, one.low)
        for _ in range(one.total - one.low * len(one.ids)):
            open_ = [ident for ident in one.ids if parts[ident] < one.high]
            parts[open_[self.stream.draw(len(open_))]] += 1
        return parts
