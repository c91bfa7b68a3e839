"""What a person may name to get a game."""
from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.tools.loading import load_game, load_ruleset, pack_folder
from rulewright.tools.reading import read
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


def test_two_packs_of_the_id_that_is_asked_for_are_not_chosen_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text("id: miniatures\ntitle: Mine\nversion: \"1.0.0\"\nlanguage: 1\nlicence: MIT\n")
    with pytest.raises(UsageError, match="two packs here are called `miniatures`, in one and in two"):
        pack_folder("miniatures")


def test_what_comes_with_rulewright_is_checked_by_its_id_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert [Path(pack.root).name for pack in read(["core"]).packs if pack.given] == ["core"]
    (tmp_path / "core").mkdir()
    with pytest.raises(UsageError, match="`core` holds no pack"):
        read(["core"])


def test_a_misspelt_pack_is_not_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="there is no `miniatres`"):
        load_game("miniatres")
