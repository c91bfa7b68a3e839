"""Text for terminals: colour, width, columns."""
from __future__ import annotations

from io import StringIO

import pytest

from rulewright.tools.terminal import in_columns, paint, wrapped


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")


def test_paint_with_and_without_a_style(monkeypatch: pytest.MonkeyPatch) -> None:
    assert paint("Imp", "red", stream=Terminal()) == "\x1b[31mImp\x1b[0m"
    assert paint("Imp", "", stream=Terminal()) == paint("Imp", "red", stream=StringIO()) == "Imp"
    monkeypatch.setenv("NO_COLOR", "1")
    assert paint("Imp", "red", stream=Terminal()) == "Imp"


def test_a_long_line_is_cut_between_words_and_colours_take_no_room() -> None:
    red = "\x1b[31mred\x1b[0m"
    assert wrapped(f"  {red} " + " ".join(["word"] * 8), "    ") == [f"  {red} word word word word word word word", "    word"]
    assert wrapped("short", "    ") == ["short"]


def test_short_lines_stand_side_by_side() -> None:
    assert in_columns([f"  {n} hex(0, {n})" for n in range(1, 6)]) == ["  1 hex(0, 1)    4 hex(0, 4)", "  2 hex(0, 2)    5 hex(0, 5)", "  3 hex(0, 3)"]
    assert in_columns([]) == []
