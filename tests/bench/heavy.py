"""The games of `content/`, each by random players: decisions a second, and how long a game takes. No other tool plays them.

Beside them stands what CardStock, which also reads its games from rules, was measured at elsewhere (1,600 to 3,900 decisions a second in six small games): a
fixed figure, of another machine, to show the order of magnitude.
"""
from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from rows import Bench, Row

from rulewright.runtime.game import Game
from rulewright.tools.front import compile_paths
from rulewright.tools.playing import Games, Match

CONTENT = Path(__file__).resolve().parent.parent.parent / "content"
FIXED = 3_900
"""Decisions a second of CardStock in its quickest game."""
GAMES = 20
"""Games of each at the most; fewer when the time is up, but always one."""


def heavy(bench: Bench) -> Iterator[Row]:
    """A row for each pack of the content that is a game."""
    for folder in sorted(path.parent for path in CONTENT.glob("*/pack.yaml")):
        ruleset = compile_paths([str(folder)]).ruleset
        if ruleset is None or ruleset["game"] is None:
            continue
        seats = len(Game(ruleset, seed="bench", verified=True, start=False).core.seats)
        games = Games(Match(ruleset, "bench", ["random"] * seats, {}))
        games.play(GAMES)  # compiles what it needs
        played, decisions, start = 0, 0, time.process_time()
        while played == 0 or (played < GAMES and time.process_time() - start < 4 * bench.seconds):
            found = games.play(played)
            if found.fault is not None:
                raise SystemExit(f"{folder.name}: {found.fault}")
            decisions += found.decisions
            played += 1
        spent = time.process_time() - start
        rate = decisions / spent
        ours = f"{rate:,.0f}; {1000 * spent / played:,.0f} ms a game of {decisions / played:,.0f}"
        yield Row(f"{folder.name}, decisions a second", "CardStock, fixed figure", ours, f"{FIXED:,}", rate / FIXED, "-", "-")
