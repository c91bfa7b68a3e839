"""The table of known faults (`faults.yaml`): every test that it names exists, and no kind of fault is without one."""
from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).resolve().parent
FAULTS: dict[str, dict[str, dict[str, object]]] = yaml.safe_load((HERE / "faults.yaml").read_text("utf-8"))
ROWS = [(f"{kind}/{name}", row) for kind, rows in FAULTS.items() for name, row in rows.items()]


def exists(test: str) -> bool:
    """A test in the language, a function of a test file, or a case that is a file."""
    topic, _, name = test.partition(": ")
    if name:
        return any(f'test "{name}"' in path.read_text("utf-8") for path in (HERE / topic).glob("*.rw"))
    path, _, function = test.partition("::")
    if function:
        return re.search(rf"^def {function}\(", (HERE / path).read_text("utf-8"), re.MULTILINE) is not None
    return any((HERE / (path + ending)).is_file() for ending in (".txt", ".yaml"))


@pytest.mark.parametrize(("name", "row"), ROWS, ids=[name for name, _ in ROWS])
def test_a_fault_is_told_and_proved(name: str, row: dict[str, object]) -> None:
    assert re.fullmatch(r"[a-z-]+/[a-z-]+", name) and set(row) == {"fault", "by"}
    assert isinstance(row["fault"], str) and len(row["fault"].split()) >= 4
    tests = row["by"]
    assert isinstance(tests, list) and tests and [test for test in tests if not exists(test)] == []


def test_there_are_faults_of_every_kind() -> None:
    assert len(FAULTS) >= 33 and len(ROWS) >= 95
