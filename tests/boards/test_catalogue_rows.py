"""Every row about boards: its Bad example raises exactly its code, its Good example is silent."""
from __future__ import annotations

import pytest

from rulewright.dsl.catalogue import boards, maps
from rulewright.dsl.problems import ProblemKind

from .reading import read

# A condition on a way has names and types, which the reader of boards alone does not know; all rows go through the whole compiler in `tests/problems`.
CONDITIONS = {maps.MAP_OF_ITSELF.code}
ROWS = [row for row in (vars(boards) | vars(maps)).values() if isinstance(row, ProblemKind) and row.code not in CONDITIONS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_bad_raises_exactly_its_code(row: ProblemKind) -> None:
    found = read(row.bad)
    assert found.codes() == [row.code]
    assert found.problems[0].severity == row.severity
    assert "{" not in found.problems[0].message + found.problems[0].help.replace("{ ... }", "").replace("{ ...", "")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_good_is_silent(row: ProblemKind) -> None:
    assert read(row.good).codes() == []
