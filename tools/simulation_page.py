"""The figures of simulated games as pages for people: one for each run, and a table of all where there are several."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .findings import plural
from .simulation import idle
from .terminal import columns, paint, safe, width, wrapped

_NEVER = 24
"""So many things that were never used are named on the page; the record has all."""
_HEADS = ("games", "won", "decisions", "most often ended by")
_LEAST_WORDS = 24
"""So much of how games ended stands in a table, however narrow."""

Figures = Mapping[str, Any]


def page(figures: Figures, title: str, seed: str, speed: Mapping[str, Any]) -> str:
    """The figures of one run."""
    head = wrapped(f"{safe(title)}: {plural(figures['games'], 'game')}, seed {safe(seed)}", "  ")
    lines = [paint(line, "bold") for line in head]
    won = _won(figures)
    wide = max((width(name) for name, _ in won), default=0)
    lines += [f"  {name}{' ' * (wide - width(name))}  {_interval(row)}" for name, row in won]
    lines.append("ended by")
    lines += [line for cause, count in figures["ends"].items() for line in wrapped(f"  {count:>6}  {safe(cause)}", " " * 10)]
    spreads = {"decisions": figures["decisions"], **figures.get("periods", {})}
    wide = max(map(width, spreads))
    lines.append(f"{'length'.ljust(wide + 2)}  {'median':>8}   9 games in 10")
    lines += [f"  {safe(name)}{' ' * (wide - width(name))}  {many['median']:>8}   {many['p5']} to {many['p95']}" for name, many in spreads.items()]
    if "cards" in figures:
        never = [f"{safe(row['name'])} ({row['held']})" for row in idle(figures["cards"])]
        more = f", and {len(never) - _NEVER} more (all: `--format json`)" if len(never) > _NEVER else ""
        lines += wrapped(f"held and never used (in how many games held): {', '.join(never[:_NEVER]) or 'nothing'}{more}", "  ")
    lines.append(f"digest of the last states: {figures['digest'][:16]}")
    lines.append(f"speed: {speed['games_per_second']} games and {speed['decisions_per_second']} decisions a second, {speed['jobs']} at a time")
    return "\n".join(lines)


def table(runs: Sequence[Figures]) -> str:
    """All runs in a line each: who won how often, how long games were, what ended most of them."""
    named = any("scenario" in run for run in runs)
    rows = [("scenario", *("players", *_HEADS))[0 if named else 1:], *(_row(run, named) for run in runs)]
    sizes = [max(width(row[at]) for row in rows) for at in range(len(rows[0]) - 1)]
    room = max(_LEAST_WORDS, columns() - sum(sizes) - 2 * len(sizes))
    lines = []
    for at, row in enumerate(rows):
        cells = [cell + " " * (size - width(cell)) for cell, size in zip(row, sizes, strict=False)]
        last = row[-1] if width(row[-1]) <= room else row[-1][: room - 1] + "…"
        lines.append(paint("  ".join([*cells, last]), "" if at else "bold"))
    return "\n".join(lines)


def _row(run: Figures, named: bool) -> tuple[str, ...]:
    """A run's line: the best of those who won, with its interval."""
    name, best = _won(run)[0]
    who = "" if "won" in run else f"{name} "
    share = f"{who}{100 * best['share']:.0f}% ({100 * best['low']:.0f} to {100 * best['high']:.0f}%)"
    ends = " / ".join(safe(cause) for cause, games in run["ends"].items() if games == max(run["ends"].values())) or "nothing"
    figures = (str(run["players"]), str(run["games"]), share, str(run["decisions"]["median"]), ends)
    return (safe(str(run.get("scenario", ""))), *figures) if named else figures


def _won(figures: Figures) -> list[tuple[str, Mapping[str, Any]]]:
    """Who won, by name; where all win together, whether they did."""
    outcomes = [(safe(row["outcome"]), row) for row in figures["outcomes"]]
    if "won" not in figures:
        return outcomes
    return [("won", figures["won"]), *(("lost" if name == "nobody" else name, row) for name, row in outcomes if name in ("nobody", "stopped"))]


def _interval(row: Mapping[str, Any]) -> str:
    return f"{row['games']:>6}  {100 * row['share']:5.1f}%   95% interval {100 * row['low']:.1f}% to {100 * row['high']:.1f}%"
