"""Many games of bots, and what can be said about them.

Game number n of seed s is always the same game, whoever plays it and beside whatever others: its seed is the text `s/n`. So the summary is the same for any
number of processes; only the times differ.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from .statistics import percentile, wilson
from .watching import used_by_text

_PERIODS = 3
"""Of so many sequences it is said how often they ran."""


@dataclass(frozen=True)
class Played:
    """One game: who won (names, sorted; empty for a draw), why it ended, how many decisions it took, the fault if it ended by one, its last state's hash; how
    often each sequence ran, how often each printed thing was held and used (see `watching.py`), and the ids of what ran in it and in none that the process
    played before.
    """

    number: int
    winners: tuple[str, ...]
    cause: str
    decisions: int
    fault: str | None = None
    hash: str = ""
    runs: Mapping[str, int] = field(default_factory=dict)
    held: Mapping[str, int] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    ran: frozenset[str] = field(default=frozenset(), compare=False)

    @property
    def outcome(self) -> str:
        """`Red`, `Blue and Red`, `nobody`, or `stopped`."""
        return "stopped" if self.fault is not None else " and ".join(self.winners) or "nobody"


@dataclass(frozen=True)
class About:
    """What figures need to know of the game: whether all win together, which sequences its length is counted in (outermost first), names by id."""

    together: bool
    periods: tuple[str, ...]
    names: Mapping[str, str]


def about(ruleset: Mapping[str, Any]) -> About:
    """What figures need to know of a ruleset's game."""
    sides = ruleset["game"]["seats"]["sides"]
    names = {record["id"]: str(record["name"]) for table in ("sequences", "definitions") for record in ruleset[table]}
    return About(sides == {"op": "bool", "value": True}, tuple(_below(ruleset)), names)


def _below(ruleset: Mapping[str, Any]) -> Iterator[str]:
    """The sequences that the start sequence leads to, nearer ones first."""
    sequences = {record["id"]: record for record in ruleset["sequences"]}
    waiting, met = [ruleset["game"]["start"]], {ruleset["game"]["start"]}
    while waiting:
        at = waiting.pop(0)
        for called in _named(sequences[at]["machine"]):
            if called in sequences and called not in met:
                met.add(called)
                waiting.append(called)
                yield called


def _named(record: Any) -> Iterator[str]:
    """All texts in a record."""
    if isinstance(record, str):
        yield record
    elif isinstance(record, Mapping):
        for value in record.values():
            yield from _named(value)
    elif isinstance(record, Sequence):
        for value in record:
            yield from _named(value)


def summary(games: Sequence[Played], game: About | None = None) -> dict[str, Any]:
    """The figures of some games; nothing in it depends on how fast they were played or in which order they are given."""
    finished = sorted(games, key=lambda one: one.number)
    counts = Counter(one.outcome for one in finished)
    causes = Counter(one.cause for one in finished)
    figures: dict[str, Any] = {"games": len(finished)}
    if game is not None and game.together:
        won = sum(1 for one in finished if one.winners)
        figures["won"] = {key: value for key, value in _share("won", won, len(finished)).items() if key != "outcome"}
    figures |= {
        "outcomes": [_share(name, count, len(finished)) for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))],
        "decisions": {"total": sum(one.decisions for one in finished), **_spread([one.decisions for one in finished])},
        "digest": sha256("".join(f"{one.number}:{one.hash}\n" for one in finished).encode()).hexdigest(),
        "ends": dict(sorted(causes.items(), key=lambda item: (-item[1], item[0]))),
        "faults": [{"game": one.number, "fault": one.fault} for one in finished if one.fault is not None],
    }
    if game is not None:
        figures["periods"] = _lengths(finished, game)
        figures["cards"] = _cards(finished, game)
    return figures


def _share(name: str, count: int, total: int) -> dict[str, Any]:
    low, high = wilson(count, total)
    return {"outcome": name, "games": count, "share": round(count / total, 4), "low": round(low, 4), "high": round(high, 4)}


def _spread(numbers: list[int]) -> dict[str, int]:
    return {name: percentile(numbers, at) if numbers else 0 for name, at in (("p5", 5), ("median", 50), ("p95", 95))}


def _lengths(games: Sequence[Played], game: About) -> dict[str, dict[str, int]]:
    """How often sequences ran in a game: the outermost of those that run again and again; of some that always run alike the first."""
    counts: dict[tuple[int, ...], str] = {}
    for ident in game.periods:
        counts.setdefault(tuple(one.runs.get(ident, 0) for one in games), ident)
    often = [(ident, list(many)) for many, ident in counts.items() if many and percentile(list(many), 50) > 1]
    return {game.names[ident].replace("_", " "): _spread(many) for ident, many in often[:_PERIODS]}


def _cards(games: Sequence[Played], game: About) -> list[dict[str, Any]]:
    """Each printed thing that was held in some game: in how many, in how many it was used; those that never were first."""
    ran = used_by_text(part for one in games for part in one.ran)
    held = Counter(ident for one in games for ident in one.held)
    used = Counter(ident for one in games for ident in one.used)
    known = [ident for ident in sorted(held) if ident in game.names]
    rows = [{"id": ident, "name": game.names[ident], "held": held[ident], "used": used[ident], "text_ran": ident in ran} for ident in known]
    return sorted(rows, key=lambda row: (bool(row["used"] or row["text_ran"]), row["used"] / row["held"], -row["held"]))


def idle(cards: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The rows of things that were held and never used."""
    return [row for row in cards if not row["used"] and not row["text_ran"]]


def speed(games: Iterable[Played], seconds: float, jobs: int) -> dict[str, Any]:
    """How fast the games were played."""
    played = list(games)
    took = max(seconds, 1e-9)
    return {
        "seconds": round(seconds, 3),
        "jobs": jobs,
        "games_per_second": round(len(played) / took, 2),
        "decisions_per_second": round(sum(game.decisions for game in played) / took),
    }
