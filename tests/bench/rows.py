"""What the parts of the bench share: a row of the table, and how cases are timed."""
from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

PLAYS = 8


@dataclass(frozen=True)
class Row:
    """One comparison: both figures with their unit, how much better ours is, and the floor and target for that."""

    what: str
    against: str
    ours: str
    theirs: str
    ratio: float | None
    floor: str
    target: str

    def line(self) -> str:
        """The row of the table."""
        ratio = "skipped" if self.ratio is None else f"{self.ratio:.3g}"
        return f"| {self.what} | {self.against} | {self.ours} | {self.theirs} | {ratio} | {self.floor} | {self.target} |"


@dataclass(frozen=True)
class Bench:
    """What every part of the bench needs."""

    cards: int
    rounds: int
    seconds: float
    modules: str
    folder: Path

    def medians(self, cases: dict[str, Callable[[], float]], rounds: int | None = None) -> dict[str, float]:
        """The median of each case; the cases run in turn."""
        found: dict[str, list[float]] = {name: [] for name in cases}
        for _ in range(rounds or self.rounds):
            for name, case in cases.items():
                found[name].append(case())
        return {name: median(values) for name, values in found.items()}

    def rate(self, play: Callable[[], int]) -> Callable[[], float]:
        """A case: decisions a second, of processor time, of one random game after another. What else the machine does is not counted."""
        def measure() -> float:
            start, decisions = time.process_time(), 0
            while time.process_time() - start < self.seconds:
                for _ in range(PLAYS):
                    decisions += play()
            return decisions / (time.process_time() - start)

        return measure


def skipped(what: str, against: str, why: str, floor: str, target: str) -> Row:
    """A row that could not be measured."""
    return Row(what, against, why, "-", None, floor, target)
