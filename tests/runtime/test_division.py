"""Division and its rest, as the table of grammar/ruleset.md has them: computed from numbers that are there, from chains, and from what only play knows."""
from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from rulewright.runtime.game import Game
from rulewright.runtime.trouble import Halt

from .duel import duel

PAGE = files("rulewright.grammar").joinpath("ruleset.md").read_text("utf-8")
ROWS = re.findall(r"^\| (-?\d+) \| (-?\d+) \| (\S+) \| (\S+) \| (\S+) \| (\S+) \|$", PAGE, re.MULTILINE)
WAYS = ("down", "up", "nearest", "mod")


def number(value: str) -> dict[str, Any]:
    return {"op": "int", "value": int(value)}


def forms(left: str, right: str, way: str) -> list[dict[str, Any]]:
    """The operation with constants, with its right side worked out, and at the end of a chain."""
    plain = {"op": "mod"} if way == "mod" else {"op": "div", "rounding": way}
    late = {"op": "add", "left": number(right), "right": number("0")}
    return [
        {**plain, "left": number(left), "right": number(right)}, {**plain, "left": number(left), "right": late},
        {"op": "chain", "args": [number(left), number("0"), number(right)], "signs": ["add", way]},
    ]


def test_there_is_a_table() -> None:
    assert len(ROWS) == 9 and ROWS[0] == ("2", "3", "0", "1", "1", "2")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} by {row[1]}")
def test_it_is_as_the_table_says(row: tuple[str, ...]) -> None:
    game = Game(duel(), seed="1")
    for way, wanted in zip(WAYS, row[2:], strict=True):
        for form in forms(row[0], row[1], way):
            if wanted == "trap":
                with pytest.raises(Halt) as trap:
                    game.evaluate(form)
                assert trap.value.code == "divide_by_zero"
            else:
                assert game.evaluate(form) == int(wanted), form
