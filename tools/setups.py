"""Games set up in every way that chance allows, for each number of players: what is always so must be so in all of them.

A game is set up until somebody is asked. Where that has too many ways the orders of shuffled zones are drawn and not gone through; where it still has too
many, or takes too long, the game is named among what was not looked at.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from time import process_time
from typing import Any, NamedTuple

from rulewright.runtime.draws import Draws, TooMany
from rulewright.runtime.game import Game
from rulewright.runtime.names import identity
from rulewright.runtime.program import Program
from rulewright.runtime.trouble import Halt, Refused

MOST_SET_UPS = 1000
"""Of one number of players, options and scenario."""
WORK = 600_000
"""Steps of rules, and things made and looked at, of all set-ups of a game: some seconds at most."""
MOST_SECONDS = 10
"""Of processor time, for what its steps do not show: conditions that look at all pairs of thousands of things."""
_LOOKED_AT = 4
"""So many things that there are weigh as much as a step."""
_SMALL = 400
"""In a game of more things a step may take longer, and fewer are allowed in one resolution."""

Fault = tuple[str, str, str]
"""Code, rule and text of what stopped a set-up; of a sentence that is always so the code is `invariant`, and there is no text."""


class Spent(BaseException):
    """The set-ups of a game have taken as long as they may."""


class Drawn(NamedTuple):
    """What came out of a draw: its sort (see `Draw`), things by identity or numbers, and the verb or sequence in which it was drawn."""

    sort: str
    found: list[str]
    rule: str


@dataclass(slots=True)
class Ways:
    """The set-ups of a game for one number of players. `whole`: all were looked at; `orders`: also every order of what is shuffled. `found`: how large a part
    of them a fault stops, and the draws of the first one.
    """

    scenario: str
    seats: int
    looked: int = 0
    whole: bool = False
    orders: bool = True
    found: dict[Fault, tuple[Fraction, list[Drawn]]] = field(default_factory=dict)


class _SetUp(Game):
    """A game that counts what its set-up costs."""

    left = WORK
    until = 0.0

    def drawing(self) -> str:
        """The verb or sequence in which something is drawn. Raises Spent where the set-ups have taken too long."""
        if process_time() > self.until:
            self.left = 0
            raise Spent
        return self.core.stack[-1].id if self.core.stack else ""

    def broken(self, held: int | None = None) -> Halt | None:
        """As `Game.broken`. Raises Spent where the set-ups have taken too long."""
        self.left -= 1 + self.core.steps + len(self.core.entities) // _LOOKED_AT
        if self.left < 0 or process_time() > self.until:
            self.left = 0
            raise Spent
        found = super().broken(held)
        self.left -= self.looking
        return found


def set_ups(ruleset: Mapping[str, Any], work: int = WORK) -> Iterator[Ways]:
    """The set-ups of the game of a ruleset that has been verified, as its options begin and in each scenario, for each number of players."""
    left, until = work, process_time() + MOST_SECONDS
    seats = ruleset["game"]["seats"]
    for scenario in (None, *ruleset.get("scenarios", ())):
        name = "" if scenario is None else scenario["name"]
        if left <= 0:
            yield Ways(name, seats["min"])
            continue
        try:
            program = Program(dict(ruleset), None if scenario is None else scenario["options"])
        except Refused:
            continue  # The finding is another one: these options do not go together.
        left -= len(ruleset["definitions"])
        for count in program.players.numbers(program.options):
            ways = Ways(name, count)
            left = _gone_through(ways, dict(ruleset), program, left, until) if left > 0 else 0
            yield ways
            if left <= 0:
                break


def _gone_through(ways: Ways, ruleset: dict[str, Any], program: Program, left: int, until: float) -> int:
    """Look at all set-ups of a number of players; what is left of the work. Raises Refused for a number that cannot play."""
    try:
        game = _SetUp(ruleset, seats=ways.seats, seed="", start=False, history=False, verified=True, watch=True, program=program)
    except Halt as halt:
        ways.looked, ways.whole = 1, True
        ways.found[_fault(halt)] = (Fraction(1), [])
        return left
    game.left, game.until = left, until
    for orders in (True, False):
        ways.looked, ways.orders, ways.found = 0, orders, {}
        try:
            _each(ways, game, Draws(orders))
        except TooMany:
            pass
        except Spent:
            break
        if ways.whole:
            break
    return max(0, game.left)


def _each(ways: Ways, game: _SetUp, draws: Draws) -> None:
    draws.rule = game.drawing
    core, usual = game.core, game.program.limits["steps"]
    core.max_steps = min(usual, usual * _SMALL * _SMALL // max(1, len(core.entities)) ** 2)
    more = True
    while more and ways.looked < MOST_SET_UPS:
        game.left -= len(game.core.entities)
        game.again(draws)
        game.pending()
        ways.looked += 1
        halt = game.halt
        if halt is not None:
            if halt.code == "limit":
                game.left -= core.max_steps
                if core.max_steps < usual:
                    raise Spent
            share, drawn = ways.found.get(_fault(halt), (Fraction(0), None))
            ways.found[_fault(halt)] = (share + draws.likely, _words(game, draws) if drawn is None else drawn)
        more = draws.another()
    ways.whole = not more


def _fault(halt: Halt) -> Fault:
    return halt.code, halt.rule or "", "" if halt.code == "invariant" else halt.text


def _words(game: Game, draws: Draws) -> list[Drawn]:
    core = game.core
    return [Drawn(one.sort, [identity(core, it) if one.sort in ("things", "order") else str(it) for it in one.found], one.rule) for one in draws.path]
