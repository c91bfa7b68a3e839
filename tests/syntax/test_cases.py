"""The parser's findings: one file for each behaviour, the source above the line `----`, what is expected below it.

An expectation is `code@line:column`, then perhaps words that the message or its help must hold. A file without one must be silent.
"""
from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compiler.parse import parse
from rulewright.dsl.source import Source

CASES = sorted((Path(__file__).parent / "cases").glob("*.txt"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    text, _, below = path.read_text("utf-8").rpartition("\n----\n")
    source = Source(path.stem, text)
    _, problems = parse(source)
    expected = [line.partition(" ") for line in below.splitlines()]
    found = []
    for problem in problems:
        place = source.position(problem.span.start)
        found.append(f"{problem.code}@{place.line}:{place.column}")
    assert found == [place for place, _, _ in expected]
    for (_, _, words), problem in zip(expected, problems, strict=True):
        assert words in f"{problem.message} | {problem.help}"
