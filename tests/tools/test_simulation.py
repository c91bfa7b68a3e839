"""What is said about many games."""
from __future__ import annotations

import multiprocessing
import signal

from rulewright.tools.playing import leave_interrupts
from rulewright.tools.simulation import Played, as_text, speed, summary

GAMES = [
    Played(0, ("Red",), "Victory", 10),
    Played(1, (), "draw", 40),
    Played(2, ("Blue", "Red"), "Victory", 20),
    Played(3, ("Red",), "Victory", 30),
    Played(4, (), "stopped", 7, "a number was divided by zero"),
]


def test_the_summary() -> None:
    figures = summary(GAMES)
    assert [(row["outcome"], row["games"], row["share"]) for row in figures["outcomes"]] == [
        ("Red", 2, 0.4),
        ("Blue and Red", 1, 0.2),
        ("nobody", 1, 0.2),
        ("stopped", 1, 0.2),
    ]
    assert figures["decisions"] == {"total": 107, "p5": 7, "median": 20, "p95": 40}
    assert figures["ends"] == {"Victory": 3, "draw": 1, "stopped": 1}
    assert figures["faults"] == [{"game": 4, "fault": "a number was divided by zero"}]
    assert figures["outcomes"][0]["low"] < 0.4 < figures["outcomes"][0]["high"]


def test_the_order_of_arrival_does_not_matter() -> None:
    assert summary(GAMES[::-1]) == summary(GAMES)


def test_the_page() -> None:
    page = as_text(summary(GAMES), "Duel", "7", speed(GAMES, 2.0, 2)).splitlines()
    assert page[0] == "Duel: 5 games, seed 7"
    assert page[1].startswith("  Red                2   40.0%   95% interval 11.8% to 76.9%")
    assert page[-2] == "ended by: Victory 3, draw 1, stopped 1"
    assert page[-1] == "speed: 2.5 games and 54 decisions a second, 2 at a time"


def test_no_games() -> None:
    assert summary([])["decisions"] == {"total": 0, "p5": 0, "median": 0, "p95": 0}


def test_the_workers_leave_an_interrupt_to_their_master() -> None:
    """Ctrl-C reaches every process of a terminal: without this each worker would print where it was."""
    with multiprocessing.get_context("fork").Pool(1, leave_interrupts) as pool:
        assert pool.apply(signal.getsignal, (signal.SIGINT,)) == signal.SIG_IGN
