"""One pack changes another by saying so; what it cannot change, it is told."""
from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compiler import compile_packs
from rulewright.dsl.packfiles import PackFiles
from rulewright.runtime.trial import run_test

HERE = Path(__file__).resolve().parent / "changes"


def _pack(name: str, more: str = "") -> PackFiles:
    files = {path.name: path.read_bytes() for path in (HERE / name).iterdir()}
    return PackFiles(name, files | {"more.rw": more.encode()}, given=name == "over")


def test_changes_hold() -> None:
    done = compile_packs([_pack("base"), _pack("over")])
    assert done.problems == []
    assert done.ruleset is not None
    assert [run_test(done.ruleset, test).message for test in done.ruleset["tests"]] == [""]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("override verb hti target: hero { target.damage += 2 }", "unknown-target"),
        ("override verb hit target: hero, other: hero { target.damage += 2 }", "unknown-target"),
        ("override define weak(h: hero) = h.health < 2", "unknown-target"),
        ("option hard: bool = no\nwhen hard { override verb hit target: hero { target.damage += 3 } }", "cannot-change"),
        ("override \"Glen\" { room \"D\" }", "cannot-change"),
    ],
)
def test_what_cannot_be_changed(text: str, code: str) -> None:
    done = compile_packs([_pack("base"), _pack("over", text)])
    assert [problem.code for problem in done.problems] == [code]
