"""Random games that only show what of a ruleset's rules runs in play: each number of players and each scenario has its turn."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .beginning import cannot_begin
from .players import seat_numbers
from .playing import Games, Match
from .scenarios import scenarios

SEED = "coverage"


@dataclass
class Explored:
    """What some games came by: the ids of all that ran, and a line for each game that the rules stopped."""

    ran: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


def explore(ruleset: dict[str, Any], games: int) -> Explored:
    """Play so many random games. Nothing is played of a library of rules."""
    found = Explored()
    if ruleset["game"] is None:
        return found
    ways = list(_ways(ruleset))
    for at, (scenario, seats) in enumerate(ways):
        numbers = range(at, games, len(ways))
        named = f" of `{scenario['name']}`" if scenario is not None else ""
        because = cannot_begin(ruleset, {} if scenario is None else scenario["options"], seats) if numbers else None
        if because is not None:
            found.faults.append(f"no game{named} with {seats} players was played: {because}")
            continue
        match = Match(ruleset, SEED, ["random"] * seats, dict(scenario["options"]) if scenario is not None else {})
        playing = Games(match)
        for number in numbers:
            played = playing.play(number)
            found.ran |= played.ran
            if played.fault is not None:
                found.faults.append(f"game {match.seed_of(number)}{named} with {seats} players was stopped: {played.fault}")
    return found


def _ways(ruleset: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any] | None, int]]:
    """Scenarios (none: the options as they begin) and numbers of players that go with them, in pairs so that each is in at least one."""
    fits = [(one, seat_numbers(ruleset, {} if one is None else one["options"])) for one in (None, *scenarios(ruleset))]
    fits = [(one, counts) for one, counts in fits if counts]
    missing = {count for _, counts in fits for count in counts}
    for at in range(max(len(missing), len(fits))):
        scenario, counts = fits[at % len(fits)]
        missing.discard(counts[at % len(counts)])
        yield scenario, counts[at % len(counts)]
    for count in sorted(missing):
        yield next(one for one, counts in fits if count in counts), count
