"""A player that follows a bot of the ruleset: the answer of most worth; among equals the one after which the bot's `value` is highest, else a drawn one."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.runtime import advice
from rulewright.runtime.choose import Decision, Taken
from rulewright.runtime.determinise import NoDealing
from rulewright.runtime.game import Game
from rulewright.runtime.stream import Stream
from rulewright.runtime.view import Look

from .bots import Answer, RandomBot

WIN = 1_000_000_000
MOST_TRIED = 12
"""So many answers of equal worth are tried out, drawn among them if there are more."""


class AdvisedBot:
    """See the module's text. `record` is the bot's."""

    def __init__(self, record: Mapping[str, Any], stream: Stream) -> None:
        self.record = record
        self.stream = stream
        self.random = RandomBot(stream)

    def __call__(self, look: Look, decision: Mapping[str, Any]) -> Answer:
        """The answer to a decision."""
        live = look.question(decision)
        worth = look.worth(self.record["id"], live, Stream.of(f"{self.stream.word():064x}"))
        if live.kind in ("one", "action", "may"):
            at = self._taken(look, live, [*worth.options, *([worth.refused] if live.refuse is not None else [])])
            return Taken(at) if live is decision and live.kind != "may" and at < len(live.choices) else _said(live, at)
        if not worth.said:
            return self.random(look, decision)
        ranked = self._ranked(worth.options)
        if live.kind == "number":
            return live.low + ranked[0]
        ids = live.ids()
        if live.kind == "some":
            wanted = sum(1 for part in worth.options if part > 0)
            picked = set(ranked[: min(max(live.low, wanted), live.high)])
            return [ident for at, ident in enumerate(ids) if at in picked]
        return [ids[at] for at in ranked] if live.kind == "order" else _share(live, ranked)

    def _ranked(self, worth: list[int]) -> list[int]:
        """The places of the options, best first, equals in a drawn order."""
        places = list(range(len(worth)))
        self.stream.shuffle(places)
        return sorted(places, key=lambda at: -worth[at])

    def _taken(self, look: Look, live: Decision, worth: list[int]) -> int:
        """The place of the answer; after the last option stands taking none."""
        best = max(worth)
        top = [at for at, found in enumerate(worth) if found == best]
        if len(top) > 1 and self.record["value"] is not None:
            top = self._valued(look, live, top)
        return top[self.stream.draw(len(top))]

    def _valued(self, look: Look, live: Decision, top: list[int]) -> list[int]:
        """Those of some answers after which the seat stands best, in a game that was dealt anew; all if none can be dealt."""
        if len(top) > MOST_TRIED:
            top = self.stream.pick(top, MOST_TRIED)
        try:
            game = look.determinise(live, str(self.stream.word()))
        except NoDealing:
            return top
        values = [self._value(game, look.seat, _said(live, at)) for at in top]
        return [at for at, found in zip(top, values, strict=True) if found == max(values)]

    def _value(self, game: Game, seat: int, answer: Answer) -> int:
        def tried(one: Game) -> int:
            one.apply(answer)
            pending, me = one.pending(), f"seat:{seat}"
            if "result" in pending:
                return WIN if me in pending["result"]["winners"] else -WIN if pending["result"]["winners"] or me in pending["result"]["losers"] else 0
            return advice.value(one.core, self.record["id"], one.core.seats[seat])

        return game.probe(tried)


def _said(live: Decision, at: int) -> Answer:
    """The answer at a place, as a person gives it."""
    if live.kind == "may":
        return ("yes", "no")[at]
    return live.ids()[at] if at < len(live.choices) else live.refuse


def _share(live: Decision, ranked: list[int]) -> dict[str, int]:
    """As much as may be to the best, the rest to the next."""
    ids, parts = live.ids(), {}
    rest = live.total - live.low * len(ids)
    for at in ranked:
        more = min(rest, live.high - live.low)
        parts[ids[at]] = live.low + more
        rest -= more
    return parts
