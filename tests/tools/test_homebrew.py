"""The list of what is marked homebrew: whatever can be marked is in it, wherever its notes stand."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.dsl.examples import manifest
from rulewright.tools.cli import main

MARKED = """
kind hero is fighter { armor: int = 0 }
kind cave is field { }

hero "Ada" { health: 3   origin: homebrew   reason: "a hero was missing" }
hero "Bo" { health: 4   origin: printed }
hero "Cleo" {
  health: 5
  face front { armor: 1 }
  face back {
    origin: homebrew
    reason: "no back is printed"
  }
}
define half(n: int) = n / 2 rounded up {
  origin: homebrew
  reason: "nobody says how it is rounded"
}
rule "Rest" {
  origin: homebrew
  reason: "a rest was missing"
  after deal where any { say "rest" }
}
board "Caves" {
  space_kind: cave
  cave "Mouth"
  cave "Lake" origin: homebrew   reason: "a lake was missing"
  path "Mouth" -- "Lake" origin: homebrew   reason: "else nobody comes in"
}
"""


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "pack.yaml").write_bytes(manifest("small", ["core"], []))
    (folder / "page.rw").write_text(MARKED, "utf-8")
    return folder


def test_all_that_is_marked_is_listed_with_place_and_reason(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", str(pack), "--homebrew", "--no-cache", "--format", "json"])
    found = json.loads(capsys.readouterr().out)["homebrew"]
    lines = MARKED.splitlines()
    assert [(one["what"], one["name"], one["reason"]) for one in found] == [
        ("hero", "Ada", "a hero was missing"),
        ("face", "back", "no back is printed"),
        ("define", "half", "nobody says how it is rounded"),
        ("rule", "Rest", "a rest was missing"),
        ("cave", "Lake", "a lake was missing"),
        ("path", '"Mouth" -- "Lake"', "else nobody comes in"),
    ]
    assert all(lines[one["line"] - 1].strip().startswith(one["what"]) and one["file"].endswith("small/page.rw") for one in found)


def test_the_list_follows_the_findings_and_leaves_the_exit_code_to_them(pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = pack / "page.rw"
    page.write_text('kind hero is fighter { }\nhero "Ada" { health: 3   origin: homebrew   reason: "missing" }\n', "utf-8")
    assert main(["check", str(pack), "--homebrew", "--no-cache"]) == 0
    said = capsys.readouterr().out
    assert said.endswith("page.rw:2:1: hero Ada\n    missing\n1 marked as homebrew\n")
    page.write_text('kind hero is fighter { }\nhero "Ada" { health: 3   origin: homebrew }\n', "utf-8")
    assert main(["check", str(pack), "--homebrew", "--no-cache"]) == 1
    said = capsys.readouterr().out
    assert "error[reason-missing]" in said and said.endswith("hero Ada\n    no reason is given\n1 marked as homebrew\n")
