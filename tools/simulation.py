"""Many games of bots, and what can be said about them.

Game number n of seed s is always the same game, whoever plays it and beside whatever others: its seed is the text `s/n`. So the summary is the same for any
number of processes; only the times differ.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from .statistics import percentile, wilson
from .terminal import safe


@dataclass(frozen=True)
class Played:
    """One game: who won (names, sorted; empty for a draw), why it ended, how many decisions it took, the fault if it ended by one, its last state's hash."""

    number: int
    winners: tuple[str, ...]
    cause: str
    decisions: int
    fault: str | None = None
    hash: str = ""

    @property
    def outcome(self) -> str:
        """`Red`, `Blue and Red`, `nobody`, or `stopped`."""
        return "stopped" if self.fault is not None else " and ".join(self.winners) or "nobody"


def summary(games: Sequence[Played]) -> dict[str, Any]:
    """The figures of some games; nothing in it depends on how fast they were played or in which order they are given."""
    finished = sorted(games, key=lambda game: game.number)
    counts = Counter(game.outcome for game in finished)
    lengths = [game.decisions for game in finished]
    causes = Counter(game.cause for game in finished)
    return {
        "games": len(finished),
        "outcomes": [_share(name, count, len(finished)) for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))],
        "decisions": {"total": sum(lengths), **{name: percentile(lengths, at) if lengths else 0 for name, at in (("p5", 5), ("median", 50), ("p95", 95))}},
        "digest": sha256("".join(f"{game.number}:{game.hash}\n" for game in finished).encode()).hexdigest(),
        "ends": dict(sorted(causes.items(), key=lambda item: (-item[1], item[0]))),
        "faults": [{"game": game.number, "fault": game.fault} for game in finished if game.fault is not None],
    }


def _share(name: str, count: int, total: int) -> dict[str, Any]:
    low, high = wilson(count, total)
    return {"outcome": name, "games": count, "share": round(count / total, 4), "low": round(low, 4), "high": round(high, 4)}


def as_text(figures: Mapping[str, Any], title: str, seed: str, speed: Mapping[str, Any]) -> str:
    """The figures as a page for people."""
    lines = [f"{safe(title)}: {figures['games']} games, seed {safe(seed)}"]
    wide = max((len(row["outcome"]) for row in figures["outcomes"]), default=0)
    for row in figures["outcomes"]:
        name = safe(row["outcome"]).ljust(wide)
        lines.append(f"  {name}  {row['games']:>6}  {100 * row['share']:5.1f}%   95% interval {100 * row['low']:.1f}% to {100 * row['high']:.1f}%")
    long = figures["decisions"]
    lines.append(f"length: {long['median']} decisions in the middle, {long['p5']} to {long['p95']} for 9 games in 10")
    lines.append(f"digest of the last states: {figures['digest'][:16]}")
    lines.append("ended by: " + (", ".join(f"{safe(cause)} {count}" for cause, count in figures["ends"].items()) or "nothing"))
    lines.append(f"speed: {speed['games_per_second']} games and {speed['decisions_per_second']} decisions a second, {speed['jobs']} at a time")
    return "\n".join(lines)


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
