"""What a person may name to get a game."""
from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.tools.loading import load_game, load_ruleset
from rulewright.tools.usage import UsageError


def test_a_pack_that_comes_with_us_is_found_by_its_id_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_game("miniatures")["game"]["pack"] == "miniatures"
    with pytest.raises(UsageError, match="library of rules"):
        load_game("core")


def test_what_lies_here_goes_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "miniatures").mkdir()
    with pytest.raises(UsageError):
        load_ruleset("miniatures")


def test_a_misspelt_pack_is_not_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="there is no `miniatres`"):
        load_game("miniatres")
