"""The hardest rules, written out: each fragment parses without a finding, and the formatter keeps what it says."""
from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compiler.parse import parse
from rulewright.dsl.source import Source
from rulewright.dsl.syntax import Hole
from rulewright.dsl.walk import same_tree, walk
from rulewright.tools.fmt import format_source

FRAGMENTS = sorted((Path(__file__).resolve().parents[1] / "fragments").glob("*/fragment.rw"))


def test_there_are_twelve() -> None:
    assert len(FRAGMENTS) == 12


@pytest.mark.parametrize("path", FRAGMENTS, ids=lambda path: path.parent.name)
def test_fragment(path: Path) -> None:
    source = Source(path.name, path.read_text("utf-8"))
    file, problems = parse(source)
    assert problems == []
    assert not any(isinstance(node, Hole) for node in walk(file))
    formatted, found = format_source(source)
    assert found == [] and same_tree(file, parse(Source(path.name, formatted))[0])
