"""The table of names in docs/language.md is what the grammar does."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.compiler.parse import parse
from rulewright.dsl.source import Source

PAGE = (Path(__file__).parents[2] / "docs" / "language.md").read_text("utf-8")
ROWS = re.findall(r"^  \| `(\S+)` \| (a name|none: it begins with a digit).*\|$", PAGE, re.MULTILINE)


def test_there_is_a_table() -> None:
    assert [name for name, _ in ROWS] == ["Line1st", "_x", "été", "1stLine", "18seas", "7th-seal"]


@pytest.mark.parametrize(("name", "said"), ROWS)
def test_the_table_of_names_is_what_the_grammar_does(name: str, said: str) -> None:
    codes = [problem.code for problem in parse(Source("x.rw", f"define {name} = 1\n"))[1]]
    assert codes[:1] == ([] if said == "a name" else ["name-begins-with-digit"])
    assert parse(Source("x.rw", f'card "{name}" {{ }}\n'))[1] == []
