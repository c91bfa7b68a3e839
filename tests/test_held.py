"""The table of invariants (`invariants.yaml`): what must hold in any game, and that the tests exist which it names for each."""
from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).resolve().parent
HELD: dict[str, dict[str, object]] = yaml.safe_load((HERE / "invariants.yaml").read_text("utf-8"))


@pytest.mark.parametrize("name", HELD)
def test_an_invariant_is_told_and_proved(name: str) -> None:
    row = HELD[name]
    assert set(row) == {"holds", "by"} and len(str(row["holds"]).split()) >= 8
    tests = row["by"]
    assert isinstance(tests, list) and tests
    for test in tests:
        path, _, function = test.partition("::")
        assert re.search(rf"^def {function}\(", (HERE / path).read_text("utf-8"), re.MULTILINE), test


def test_none_is_missing() -> None:
    assert len(HELD) >= 16
