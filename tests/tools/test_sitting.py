"""Whole games at a terminal of the system: what is typed, key by key, and how wide what is shown is."""
from __future__ import annotations

import os
import re
import select
import struct
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="this system has no terminals of its own")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

DUEL = str(Path(__file__).parent.parent / "data" / "duel")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CLEARED = "\x1b[H\x1b[2J\x1b[3J"
INTERRUPT, END = b"\x03", b"\x04"
SILENCE = 120
"""Seconds after which a program that says nothing is given up; nothing is judged by them."""


def sit(folder: Path, columns: int, typed: list[str | bytes], *words: str, term: str = "xterm") -> tuple[int, list[str]]:
    """Play in a terminal, each line typed when it is asked for; the exit code and the lines on the screen."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        os.execve(sys.executable, [sys.executable, "-m", "rulewright", "play", DUEL, *words], {**kept, "TERM": term})
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    shown, since = b"", b""
    left = list(typed)
    while select.select([terminal], [], [], SILENCE)[0]:
        try:
            read = os.read(terminal, 65_536)
        except OSError:  # what Linux says once the other end is closed
            break
        if not read:
            break
        shown, since = shown + read, since + read
        if since.endswith(b"\n> "):
            line = left.pop(0) if left else END
            os.write(terminal, line if isinstance(line, bytes) else f"{line}\n".encode())
            since = b""
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), COLOUR.sub("", shown.decode()).replace("\r\n", "\n").split("\n")


def test_a_game_with_undo_save_load_and_giving_up_in_a_narrow_terminal(tmp_path: Path) -> None:
    friends = ("--seat", "all=human", "--seed", "4")
    code, first = sit(tmp_path, 32, ["", "help", "", "nonsense", "undo", "walk", "save s", INTERRUPT], *friends)
    assert code == 0 and first[-2] == "interrupted"
    typed: list[str | bytes] = ["", "undo", "walk", "undo", "view", "look knight", "concede", "no", "concede", "yes"]
    code, second = sit(tmp_path, 32, typed, "--load", "s", "--seat", "all=human")
    assert code == 0 and second[-2] == "Bob has won"
    assert [line for line in (*first, *second) if len(line) > 32] == []
    assert [line.strip() for line in (*first, *second) if re.search("take back|taken back|type the number|not an option|gives up$", line)] == [
        "type the number or the name of",
        "`nonsense` is not an option;",
        "take back",
        "taken back",
        "taken back",
        "Ann gives up",
    ]


def test_a_game_that_would_be_lost_is_left_at_the_second_word(tmp_path: Path) -> None:
    assert sum("would be lost" in line for line in sit(tmp_path, 100, ["quit"], "--seed", "4")[1]) == 0
    typed: list[str | bytes] = ["walk", INTERRUPT, "1", "quit", "quit"]
    code, lines = sit(tmp_path, 100, typed, "--seat", "all=human", "--alone", "--seed", "4")
    assert code == 0 and not list(tmp_path.iterdir())
    assert sum("would be lost" in line for line in lines) == 2
    code, lines = sit(tmp_path, 100, ["pass", "save s", "", END], "--seat", "all=human", "--alone", "--seed", "4")
    assert code == 0 and sum("would be lost" in line for line in lines) == 1
    kept = (tmp_path / "s").read_bytes()
    code, lines = sit(tmp_path, 100, ["", "quit"], "--load", "s", "--seat", "all=human", "--alone")
    assert code == 0 and lines[-2].strip() == "saved as s; `--load s` goes on with it" and (tmp_path / "s").read_bytes() != kept


def test_nobody_sees_what_the_last_person_saw(tmp_path: Path) -> None:
    """Before another person is asked the screen is emptied, and what has happened is told to each for itself."""
    typed: list[str | bytes] = ["", "pass", "", "undo", "nonsense", "", "", "pass", "", "quit"]
    code, lines = sit(tmp_path, 100, typed, "--seat", "all=human", "--seed", "4")
    first, taken_back, bob, ann = "\n".join(lines).split(CLEARED)
    assert code == 0 and "hand of Ann: One x2, Two\n  hand of Bob: 3 hidden" in first
    for waiting in (taken_back, bob, ann):
        assert "hand of" not in waiting.partition("\n> ")[0] and "press Enter when nobody else looks" in waiting
    assert "taken back" in taken_back and "hand of Ann: One x3, Two" in taken_back
    assert "hand of Ann: 4 hidden\n  hand of Bob: Zeth'Gor x2, One" in bob and "turn by Ann\n  rolls d6: 5, 4\n" in bob
    assert "hand of" not in ann


def test_one_person_passes_the_keyboard_to_nobody(tmp_path: Path) -> None:
    shown = "\n".join(sit(tmp_path, 80, ["pass", "", "quit"], "--seat", "all=human", "--alone", "--seed", "4")[1])
    assert CLEARED not in shown and "pass the keyboard" not in shown and shown.count("what will you do?") == 2


def test_a_terminal_that_knows_no_codes_scrolls(tmp_path: Path) -> None:
    _, lines = sit(tmp_path, 80, ["", "pass", "", "quit"], "--seat", "all=human", "--seed", "4", term="dumb")
    shown = "\n".join(lines)
    assert "\x1b" not in shown and "\n" * 24 + "== pass the keyboard to Bob" in shown.replace(" \n", "\n")
