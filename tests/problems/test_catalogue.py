"""Every row of the catalogue of problems: Bad raises exactly its code, Good is accepted, and what they say is fit to be read."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.catalogue import chance, reading
from rulewright.dsl.problems import ProblemKind, catalogue

from .compiling import Found, check_text, compile_on_disk, compile_text, set_up_text

ROWS = list(catalogue().values())
ON_DISK = {row.code for row in vars(reading).values() if isinstance(row, ProblemKind)}
SET_UP = {row.code for row in vars(chance).values() if isinstance(row, ProblemKind)}
# The finding that ends a list comes after those that it ends.
ALSO = {"too-many-faults": {"unknown-sign"}}


@pytest.fixture
def found(row: ProblemKind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Found]:
    """What Bad and Good of a row give."""
    if row.code in SET_UP:
        return {"bad": set_up_text(row.bad), "good": set_up_text(row.good)}
    if row.code not in ON_DISK:
        return {"bad": compile_text(row.bad), "good": compile_text(row.good)}
    made = {}
    for which, text in (("bad", row.bad), ("good", row.good)):
        (tmp_path / which).mkdir()
        monkeypatch.chdir(tmp_path / which)
        made[which] = compile_on_disk(text, tmp_path / which)
    return made


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_bad_raises_exactly_its_code_and_good_does_not(row: ProblemKind, found: dict[str, Found]) -> None:
    bad, good = found["bad"], found["good"]
    [problem] = [one for one in bad.problems if one.code == row.code]
    assert problem.severity == row.severity
    assert set(bad.errors()) - {row.code} == ALSO.get(row.code, set()), bad.problems
    assert good.errors() == [] and row.code not in good.codes(), good.problems
    assert good.compiled
    assert bad.compiled is (row.severity != "error")
    assert row.code in ON_DISK | SET_UP or check_text(row.bad) == bad.problems, "`check` and `compile` find the same"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_what_is_said_is_in_the_voice_of_the_house(row: ProblemKind, found: dict[str, Found]) -> None:
    for problem in found["bad"].problems:
        if problem.code == row.code:
            for said in (problem.message, problem.help, *(label.text for label in problem.labels)):
                assert "\n" not in said and not re.search(r"[^.]\.$|\{\w*\}|\bNone\b|<class|Span\(|  ", said), said
                assert not re.match(r"[A-Z][a-z ]", said), said
            assert problem.help, "every finding names its remedy"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.code)
def test_a_row_says_why_and_shows_it(row: ProblemKind) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", row.code)
    assert row.title and not re.search(r"^[A-Z]|\.$", row.title)
    assert row.why.endswith(".") and "\n" not in row.why
    assert row.good and (row.bad or row.good != row.bad)


def test_every_row_can_be_raised() -> None:
    """A row that no module of the compiler or of the tools speaks of is a promise that nobody keeps."""
    root = Path(__file__).parents[2]
    modules = [path for room in ("compiler", "tools", "dsl") for path in (root / room).glob("**/*.py")]
    spoken = "\n".join(path.read_text("utf-8") for path in modules if path.parent.name != "catalogue")
    defined = "\n".join(path.read_text("utf-8") for path in modules if path.parent.name == "catalogue")
    names = re.findall(r"^([A-Z][A-Z0-9_]+) = ProblemKind\(", defined, re.MULTILINE)
    assert len(names) == len(ROWS)
    assert [name for name in names if not re.search(rf"\b{name}\b", spoken)] == []
