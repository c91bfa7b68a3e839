"""What is said about many games."""
from __future__ import annotations

import json
import multiprocessing
import signal
from pathlib import Path
from typing import Any

import pytest

from rulewright.tools.cli import main
from rulewright.tools.playing import leave_interrupts
from rulewright.tools.simulation import About, Played, speed, summary
from rulewright.tools.simulation_page import page, table

SIEGE = str(Path(__file__).parent.parent / "data" / "siege")
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
    lines = page(summary(GAMES), "Duel", "7", speed(GAMES, 2.0, 2)).splitlines()
    assert lines[0] == "Duel: 5 games, seed 7"
    assert lines[1].startswith("  Red                2   40.0%   95% interval 11.8% to 76.9%")
    assert lines[5:9] == ["ended by", "       3  Victory", "       1  draw", "       1  stopped"]
    assert lines[9:11] == ["length         median   9 games in 10", "  decisions        20   7 to 40"]
    assert lines[-1] == "speed: 2.5 games and 54 decisions a second, 2 at a time"


def test_what_ended_as_many_games_stands_side_by_side() -> None:
    even = {"players": 2, **summary([GAMES[0], GAMES[1]])}
    assert table([even]).splitlines()[1].endswith("Victory / draw")


def test_those_who_play_together_win_or_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = summary(GAMES[:3], About(True, (), {}))
    lines = page(figures, "Duel", "7", speed(GAMES, 2.0, 2)).splitlines()
    assert [line.split()[:3] for line in lines[1:3]] == [["won", "2", "66.7%"], ["lost", "1", "33.3%"]]
    monkeypatch.setenv("COLUMNS", "70")
    runs = [{"scenario": "Long", "players": 3, **figures}, {"scenario": "A short one", "players": 10, **summary(GAMES[1:2], About(True, (), {}))}]
    assert table(runs).splitlines() == [
        "scenario     players  games  won              decisions  most often ended by",
        "Long         3        3      67% (21 to 94%)  20         Victory",
        "A short one  10       1      0% (0 to 79%)    40         draw",
    ]


def test_a_table_says_who_won_most_and_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "74")
    long = [Played(0, ("Red",), "the last of the crystals has been laid on the board", 10)]
    lines = table([{"players": 2, **summary(GAMES)}, {"players": 3, **summary(long)}]).splitlines()
    assert lines[1] == "2        5      Red 40% (12 to 77%)    20         Victory"
    assert lines[2].startswith("3        1      Red 100% (21 to 100%)") and lines[2].endswith("…") and max(map(len, lines)) <= 74


def test_no_games() -> None:
    assert summary([])["decisions"] == {"total": 0, "p5": 0, "median": 0, "p95": 0}


def test_the_workers_leave_an_interrupt_to_their_master() -> None:
    """Ctrl-C reaches every process of a terminal: without this each worker would print where it was."""
    with multiprocessing.get_context("fork").Pool(1, leave_interrupts) as pool:
        assert pool.apply(signal.getsignal, (signal.SIGINT,)) == signal.SIG_IGN


# ---------------------------------------------------------------- games that all win together, scenarios, numbers of players


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["simulate", SIEGE, "--games", "20", "--format", "json", *words]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_seats_that_win_together_have_won_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulated(capsys, "--players", "2", "--option", "strength=7")
    won = sum(row["games"] for row in figures["outcomes"] if row["outcome"] == "Ann and Bob")
    assert 0 < won < 20 and figures["won"] == {"games": won, "share": won / 20, "low": figures["won"]["low"], "high": figures["won"]["high"]}
    assert figures["ends"] == {"the wall is broken": 20 - won, "relieve": won}


def test_the_length_is_told_in_the_sequences_that_run_again_and_again(capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulated(capsys, "--players", "2", "--option", "strength=1")
    assert figures["periods"] == {"day": {"p5": 3, "median": 3, "p95": 3}, "turn": {"p5": 6, "median": 6, "p95": 6}}


def test_what_was_held_and_never_used_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    figures = simulated(capsys, "--scenario", "long", "--players", "3")
    cards = {row["name"]: row for row in figures["cards"]}
    assert figures["scenario"] == "Long Siege"
    assert cards["Moat"]["held"] > 10 and cards["Moat"]["used"] == 0 and 0 < cards["Sword"]["used"] <= cards["Sword"]["held"]
    assert main(["simulate", SIEGE, "--games", "20", "--scenario", "Long Siege", "--players", "3"]) == 0
    assert f"held and never used (in how many games held): Moat ({cards['Moat']['held']})\n" in capsys.readouterr().out


def test_every_scenario_with_every_number_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    runs = simulated(capsys, "--scenario", "all", "--players", "1-3")["runs"]
    assert [(one["scenario"], one["players"]) for one in runs] == [(name, count) for name in ("Raid", "Long Siege") for count in (1, 2, 3)]
    alone = simulated(capsys, "--scenario", "Raid", "--players", "2")
    assert {key: alone[key] for key in ("digest", "ends", "won")} == {key: runs[1][key] for key in ("digest", "ends", "won")}
    set_by_hand = simulated(capsys, "--option", "long=yes", "--option", "strength=4", "--players", "2")
    assert set_by_hand["digest"] == runs[4]["digest"]
    changed = simulated(capsys, "--scenario", "Long Siege", "--option", "strength=1", "--players", "2")
    assert changed["digest"] != runs[4]["digest"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--players", "2-4"], "this game is for 1 to 3 players, not 4"),
        (["--players", "3-2"], "must be a number of players, or two such as 2-4"),
        (["--scenario", "Rain"], "did you mean `raid`? among the scenarios: Raid, Long Siege"),
    ],
)
def test_what_cannot_be_asked_for(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    assert main(["simulate", SIEGE, *words]) == 2
    assert said in capsys.readouterr().err
