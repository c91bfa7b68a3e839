"""The same content gives the same bytes: in another process with other hashes, from other line ends, and after the formatter has been over it."""
from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.compiler.emit import emit
from rulewright.compiler.pipeline import Compiled, compile_packs
from rulewright.dsl.packfiles import PackFiles
from rulewright.dsl.source import Source
from rulewright.tools.fmt import format_source
from rulewright.tools.reading import read

ROOT = Path(__file__).resolve().parents[2]
PACKS = sorted(path.parent.name for path in (ROOT / "content").glob("*/pack.yaml"))
PRINTS = """
import hashlib, sys
from rulewright.compiler.emit import emit
from rulewright.compiler.pipeline import compile_packs
from rulewright.tools.reading import read
for name, ruleset in compile_packs(read([sys.argv[1]]).packs).rulesets.items():
    print(name, hashlib.sha256(emit(ruleset)).hexdigest())
"""


@cache
def packs() -> tuple[PackFiles, ...]:
    """The shipped packs as they lie on the disk."""
    return tuple(read([str(ROOT / "content")]).packs)


@cache
def plain() -> Compiled:
    return compile_packs(packs())


def changed(change: Any) -> Compiled:
    """The shipped packs compiled after a change of the bytes of every file of text."""
    return compile_packs([replace(p, files={name: change(name, data) for name, data in p.files.items()}) for p in packs()])


def without_places(ruleset: dict[str, Any]) -> dict[str, Any]:
    """A ruleset without what may differ when only the layout of the sources does."""
    return {**ruleset, "source_map": None, "packs": [{**pack, "hash": ""} for pack in ruleset["packs"]]}


def test_every_shipped_pack_compiles() -> None:
    assert PACKS and sorted(plain().rulesets) == PACKS
    assert [(p.code, p.message) for p in plain().problems] == []


def test_same_under_other_hashes() -> None:
    """Sets of words are in another order under another seed of Python's hashes."""
    answers = set()
    for seed in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "typings")}
        done = subprocess.run([sys.executable, "-c", PRINTS, str(ROOT / "content")], check=True, capture_output=True, text=True, env=env, cwd=ROOT / "tests")
        assert done.stderr == "" and len(done.stdout.splitlines()) == len(PACKS)
        answers.add(done.stdout)
    assert len(answers) == 1


@pytest.mark.parametrize("end", [b"\r\n", b"\r"], ids=["crlf", "cr"])
def test_same_from_other_line_ends(end: bytes) -> None:
    other = changed(lambda name, data: data.replace(b"\n", end) if name.endswith((".rw", ".yaml")) else data)
    assert [(p.code, p.message) for p in other.problems] == []
    for name in PACKS:
        assert emit(other.rulesets[name]) == emit(plain().rulesets[name])


def test_same_after_formatting() -> None:
    def laid_out(name: str, data: bytes) -> bytes:
        if not name.endswith(".rw"):
            return data
        text, problems = format_source(Source(name, data.decode("utf-8")))
        assert problems == []
        return text.encode()

    spread = changed(lambda name, data: laid_out(name, data.replace(b"\n", b"\n\n\n")) if name.endswith(".rw") else data)
    other = changed(laid_out)
    for made in (spread, other):
        assert [(p.code, p.message) for p in made.problems] == []
        for name in PACKS:
            assert without_places(made.rulesets[name]) == without_places(plain().rulesets[name])
    assert any(spread.rulesets[name] != plain().rulesets[name] for name in PACKS), "the places differ: the test has something to leave out"
