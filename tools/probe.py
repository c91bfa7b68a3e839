"""A bot that tries out: for each answer a few random decisions ahead, in a game dealt anew so that it knows no more than its seat does.

What it wants is to win, and until then to be ahead of the others in the whole numbers that the seats count.
"""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.runtime.determinise import NoDealing
from rulewright.runtime.game import Game
from rulewright.runtime.stream import Stream
from rulewright.runtime.view import Look, View

from .bots import Answer, Asked, RandomBot, asked

MOST_ANSWERS = 12
DEALINGS = 2
AHEAD = 10
WIN = 1_000_000


class ProbeBot:
    """See the module's text. Questions that are not answered by one option are answered at random."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.random = RandomBot(stream)

    def __call__(self, look: Look, decision: Mapping[str, Any]) -> Answer:
        """The answer to a decision."""
        one = asked(decision)
        candidates = self._candidates(one)
        if len(candidates) < 2:
            return candidates[0] if candidates else self.random.answer(one)
        worth = dict.fromkeys(range(len(candidates)), 0)
        for _ in range(DEALINGS):
            try:
                game = look.determinise(decision, str(self.stream.word()))
            except NoDealing:
                continue
            for at, answer in enumerate(candidates):
                worth[at] += self._tried(game, look.seat, answer)
        best = max(worth.values())
        top = [at for at, value in worth.items() if value == best]
        return candidates[top[self.stream.draw(len(top))]]

    def _candidates(self, one: Asked) -> list[Answer]:
        if one.kind == "may":
            return ["yes", "no"]
        if one.kind not in ("one", "action"):
            return []
        found: list[Answer] = [*one.ids, *([one.refuse] if one.refuse is not None else [])]
        return found if len(found) <= MOST_ANSWERS else self.stream.pick(found, MOST_ANSWERS)

    def _tried(self, game: Game, seat: int, answer: Answer) -> int:
        def explore(tried: Game) -> int:
            tried.apply(answer)
            for _ in range(AHEAD):
                pending = tried.pending()
                if "seat" not in pending:
                    break
                tried.apply(self.random.answer(asked(pending)))
            return value(tried, seat)

        return game.probe(explore)


def value(game: Game, seat: int) -> int:
    """How well a seat stands: won or lost, else its counters against the best of the others."""
    pending = game.pending()
    me = f"seat:{seat}"
    if "result" in pending:
        return WIN if me in pending["result"]["winners"] else -WIN if pending["result"]["winners"] else 0
    sums = {one["id"]: sum(number for number in one["values"].values() if type(number) is int) for one in View(game.core, game.core.seats[seat]).seats()}
    own = sums.pop(me)
    return own - max(sums.values(), default=0)
