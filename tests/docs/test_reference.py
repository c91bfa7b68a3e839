"""The generated page is what the tables say now, and every word of a page has its row."""
from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.problems import catalogue
from rulewright.tools import reference


def test_the_reference_is_current() -> None:
    assert not reference.stale(), f"run `{reference.REMAKE}`"


def test_check_says_what_is_stale_and_writing_mends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "reference.md"
    page.write_text("old\n", "utf-8")
    monkeypatch.setattr(reference, "PAGE", page)
    assert reference.main(["--check"]) == 1 and page.read_text("utf-8") == "old\n"
    assert reference.main([]) == 0 and reference.main(["--check"]) == 0
    assert reference.main(["--force"]) == 2
    assert reference.REMAKE in capsys.readouterr().out


def test_every_finding_has_its_row() -> None:
    text = reference.page()
    assert [code for code in catalogue() if f"| `{code}` |" not in text] == []
