"""The card of the README compiles as it is shown, and what it shows of `check` is what `check` prints."""
from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.tools import cli

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
# The slips that the README speaks of: what the card says, and what was typed.
SLIPS = (("health: 7", "helth: 7"), ("deal where target is self {", "deal {"), ("health of self", "health to self"))


def block(language: str) -> str:
    """The only fenced block of the README in a language."""
    [found] = re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file for cards of a pack as the README describes it."""
    monkeypatch.chdir(tmp_path)
    [manifest] = re.findall(r"^   ```yaml\n(.*?)^   ```$", README, re.MULTILINE | re.DOTALL)
    (tmp_path / "mypack").mkdir()
    (tmp_path / "mypack" / "pack.yaml").write_text(re.sub("^   ", "", manifest, flags=re.MULTILINE))
    return tmp_path / "mypack" / "cards.rw"


def test_the_card_is_sound(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards.write_text(block("rw over miniatures"))
    assert cli.main(["check", "mypack"]) == 0
    assert capsys.readouterr().out.startswith("no findings; ")
    assert 8 <= len(block("rw over miniatures").splitlines()) <= 12


def test_the_shown_findings_are_what_check_prints(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = block("rw over miniatures")
    for meant, typed in SLIPS:
        assert card.count(meant) == 1
        card = card.replace(meant, typed)
    cards.write_text(card)
    assert cli.main(["check", "mypack"]) == 1
    findings, _, tally = capsys.readouterr().out.rpartition("\n\n")
    assert findings + "\n" == block("text")
    assert tally.startswith("3 errors; ")
