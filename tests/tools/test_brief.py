"""A table too large to be read after each action is shown in brief: what is near to whoever is asked, and of that what has changed."""
from __future__ import annotations

import io
import os
import re
import signal
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.game import Game
from rulewright.tools.bots import Answer, RandomBot, own_stream
from rulewright.tools.cli import main
from rulewright.tools.loading import load_game
from rulewright.tools.patience import patience
from rulewright.tools.table import Table

MANIFEST = """\
id: maze
title: The maze
version: "1.0.0"
language: 1
licence: MIT
game:
  title: Maze
  start: game
  seats:
    kind: player
    min: 2
    max: 2
    sides: together
"""
RULES = """
policy {
  simultaneous: active_player_first
  watchers: present
  step_handlers: fixed
  impossible: skip
  target: any_part
  attachments: box
  windows: able
  on_limit: stop
}
kind player is seat { }
kind room is space { lit: bool = no }
kind pawn is thing {
  counter tired: int 0.. = 0
  zone pack: list of stone seen by all
}
kind stone is thing { }
player "Ann" { }
player "Bob" { }
pawn "Knight" { for: "Ann"   starts_in: "Room 1" }
pawn "Rook" { for: "Bob"   starts_in: "Room 3" }
stone "Pebble" x2 { starts_in: "Room 2" }
group pair {
  members: players
  decider: first(players)
  consent: unanimous
}
verb walk mover: pawn, to spot: room, by who: player {
  text: "{mover} walks to {spot}"
  require mover.owner is who
  require adjacent_spaces(mover.place, spot)
  put mover into spot
  mover.tired += 1
}
verb rest mover: pawn, by who: player {
  require mover.owner is who
  mover.tired = 0
}
sequence game {
  choose a pawn from pawns by pair as leader
  say "{leader} leads"
  repeat 40 times { for each p in players { turn by p } }
}
sequence turn by who: player { repeat 2 times { offer [walk, rest] by who } }
"""


@pytest.fixture
def maze(tmp_path: Path) -> str:
    folder = tmp_path / "maze"
    folder.mkdir()
    (folder / "pack.yaml").write_text(MANIFEST, "utf-8")
    rooms = "\n".join(f'  room "Room {n}"' + (" lit: yes" if n == 2 else "") for n in range(1, 41))
    ring = " -- ".join(f'"Room {n}"' for n in [*range(1, 41), 1])
    board = f'board "Maze" {{\n  space_kind: room\n{rooms}\n  path {ring}\n  tunnel "Room 1" -> "Room 20"\n}}\n'
    stones = "\n".join(f'stone "Stone {n}" {{ starts_in: "Room {n}" }}' for n in range(4, 40))
    (folder / "rules.rw").write_text(f"{RULES}\n{board}{stones}\n", "utf-8")
    return str(folder)


def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *words: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["play", *words, "--seed", "1"]) == 0
    return capsys.readouterr().out


def test_what_is_near_is_shown_and_then_what_has_changed(maze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(monkeypatch, capsys, "knight\nwalk\nroom 2\nquit\n", maze, "--seat", "1=human", "--seat", "2=random", "--alone")
    first, second = (part for part in out.split("what will you do?")[:2])
    near = """
Knight
  at Room 1
    beside Room 2 [lit]: Pebble x2
    beside Room 20 (tunnel): Stone 20
    beside Room 40

  Rook at Room 3
"""
    assert near in first and "Stone 5" not in first
    assert "Knight: tired 1\n  at Room 2 [lit], with Pebble x2\n    beside Room 3: Rook\n    beside Room 1\n" in second
    assert "Rook at Room 3" not in second


def test_the_board_and_places_and_the_whole_table_on_demand(maze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(monkeypatch, capsys, "1\nyes\nlook Room 20\nmap\nview\nquit\n", maze, "--seat", "all=human")
    before, after = out.split("> look Room 20\n")
    look, board, view = re.split("> (?:map|view)\n", after)
    assert look.startswith("  at Room 20, with Stone 20\n    beside Room 19: Stone 19\n    beside Room 21: Stone 21\n")
    assert all("Room 5: Stone 5" in part for part in (board, view)) and "Stone 5" not in before + look


def test_a_place_goes_before_a_part_of_the_name_of_a_card(maze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    Path(maze, "more.rw").write_text('stone "Room 20 of the old map" { starts_in: "Room 40" }\nstone "Lamp" { starts_in: "Room 40" }\n', "utf-8")
    out = played(monkeypatch, capsys, "1\nyes\nlook room 20\nlook Room 20 of\nlook lam\nlook nothing\nquit\n", maze, "--seat", "all=human")
    place, card, lamp, nothing = out.split("> look ")[1:]
    assert "at Room 20, with Stone 20" in place and "old map: stone" not in place
    assert "Room 20 of the old map: stone" in card and "Lamp: stone" in lamp and "there is no `nothing`" in nothing


def test_an_action_is_looked_up_on_the_card_that_has_it(maze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rules = 'enum option_class { trick }\npawn "Bishop" { for: "Ann"   starts_in: "Room 5"   text: "Vaults."; trick "Vault" { self.tired += 1 } }\n'
    Path(maze, "more.rw").write_text(rules, "utf-8")
    out = played(monkeypatch, capsys, "1\nyes\nlook vault\nquit\n", maze, "--seat", "all=human")
    assert "> look vault\n  Bishop: pawn of Ann\n  Vaults.\n" in out


def test_an_action_that_stands_on_no_card_says_what_it_takes(maze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(monkeypatch, capsys, "1\nlook walk\nlook wal\nquit\n", maze, "--seat", "all=human", "--alone")
    assert "> look walk\n  walk: an action, pawn, to room, by player\n> look wal\n  there is no `wal`" in out


def test_options_in_several_places_say_where_they_are(maze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rules = """
stone "Coin" x3 { starts_in: "Room 6" }
rule "Coins" {
  at start of game where any {
    put top("Room 2".stones, 1) into "Room 7"
    choose up to 2 stones from stones where it.name is "Coin" or it.name is "Pebble" by "Ann" as spent
    put spent into box
  }
}
"""
    Path(maze, "more.rw").write_text(rules, "utf-8")
    out = played(monkeypatch, capsys, "pebble at room 7, room 6 (2)\nmap\nquit\n", maze, "--seat", "all=human", "--alone")
    options = re.findall(r"^  \d (.* at .*)", out, re.MULTILINE)
    assert options[:5] == ["Coin at Room 6 (1)", "Coin at Room 6 (2)", "Coin at Room 6 (3)", "Pebble at Room 2", "Pebble at Room 7"]
    assert "  Room 6: Coin x2, Stone 6\n" in out and "  Room 7: Stone 7\n" in out


def test_of_the_table_only_what_has_changed_is_said_in_brief(maze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rules = "enum mood { calm, wild }\ncounter temper: mood = calm\ncounter rests: int 0.. = 0\nafter rest where any { rests += 1 }\n"
    Path(maze, "more.rw").write_text(rules, "utf-8")
    out = played(monkeypatch, capsys, "1\nyes\nrest\nview\nquit\n", maze, "--seat", "all=human")
    first, second, third = out.split("what will you do?")[:3]
    rest, whole = third.split("> view")
    assert "temper" not in first + second + rest and "rests" not in first and "\nrests 1\n" in second and "\ntemper calm, rests 1\n" in whole


def test_what_has_been_turned_up_is_told_in_brief(maze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    rules = """
kind omen is thing { starts_in: omens }
omen "Comet" { }
omen "Eclipse" { }
zone omens: list of omen seen by all
zone sky: list of omen seen by all
rule "Omens" { after rest where any { put "Comet" into sky } }
"""
    Path(maze, "more.rw").write_text(rules, "utf-8")
    first, second, _ = played(monkeypatch, capsys, "1\nrest\nquit\n", maze, "--seat", "all=human", "--alone").split("what will you do?")
    assert "Comet" not in first and "\n  sky: Comet\n" in second and "Eclipse" not in second


def test_it_is_said_whose_answers_are_wanted(maze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(monkeypatch, capsys, "1\nyes\nrest\nrest\nquit\n", maze, "--seat", "all=human")
    assert [line for line in out.splitlines() if line.startswith("== ")] == [f"== {name} ".ljust(60, "=") for name in ("Ann", "Bob", "Ann", "Bob")]
    assert "\nAnn for the pair: choose a pawn as leader\n" in out and "\nBob of the pair: choose a pawn as leader: Knight\n" in out
    assert "Knight leads" in out.split("== Bob")[1].split("== Ann")[0]


def test_one_who_plays_alone_is_not_asked_to_agree(maze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(monkeypatch, capsys, "1\nrest\nrest\nquit\n", maze, "--seat", "all=human", "--alone")
    assert [line.split()[1] for line in out.splitlines() if line.startswith("== ")] == ["Ann", "Bob"] and "Knight leads" in out


def test_an_interrupt_waits_until_the_answer_is_taken() -> None:
    done = False
    with patience() as interrupt:
        os.kill(os.getpid(), signal.SIGINT)
        done = True
    assert done and interrupt.asked
    with pytest.raises(KeyboardInterrupt), patience():
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)


def test_in_another_thread_there_is_nothing_to_wait_for() -> None:
    seen: list[bool] = []

    def work() -> None:
        with patience() as interrupt:
            seen.append(interrupt.asked)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False]


def test_a_game_of_bots_that_is_interrupted_is_saved(maze: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ruleset = load_game(maze)
    asked = 0

    class Impatient(RandomBot):
        """Somebody types Ctrl-C while it thinks for the tenth time."""

        def __call__(self, look: Any, decision: Mapping[str, Any]) -> Answer:
            nonlocal asked
            asked += 1
            if asked == 10:
                os.kill(os.getpid(), signal.SIGINT)
            return super().__call__(look, decision)

    save = tmp_path / "maze.save.json"
    with Table(ruleset, Game(ruleset, seats=2, seed="1"), ["random", "random"], "1", save_path=str(save)) as table:
        table.bots = {seat: Impatient(own_stream(seat, "1")) for seat in range(2)}
        assert table.play() == 0
    assert asked == 10 and "\ninterrupted\n  saved as" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", maze, "--load", str(save), "--seat", "all=human"]) == 0
