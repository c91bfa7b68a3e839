"""What an author's mistake is answered with: one file for each, the source above the line `----`, what is expected below it.

The source is an example as dsl/examples.py describes; it may be several files and packs. An expectation is `code@line:column`, in a case of several files
`code@pack/file:line:column`, then perhaps words that the message, its help, a label or `in: ` and what the place lies in must hold. A case without one must
be silent.
"""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.compiler.inside import inside

from ..problems.compiling import compile_text

HERE = Path(__file__).resolve().parent
CASES = sorted(HERE.glob("*/*.txt"))
SAYS = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tests.problems.compiling import compile_text
for path in sorted(Path(sys.argv[1]).glob("tests/cases/se*/*.txt")):
    found = compile_text(path.read_text("utf-8").rpartition("----")[0])
    print(path.stem, [(p.code, found.place(p), p.message, p.help, [label.text for label in p.labels]) for p in found.problems])
"""


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path: Path) -> None:
    text, _, below = path.read_text("utf-8").rpartition("----\n")
    expected = [line.partition(" ") for line in below.splitlines()]
    found = compile_text(text)
    # A case of one file need not say which.
    one = not text.startswith(("# file:", "# pack:"))
    places = [f"{problem.code}@{found.place(problem).removeprefix('small/page.rw:' if one else '')}" for problem in found.problems]
    assert places == [place for place, _, _ in expected], [problem.message for problem in found.problems]
    for (_, _, words), problem in zip(expected, found.problems, strict=True):
        within = inside(found.sources.get(problem.span.file), problem.span).said()
        said = " | ".join([problem.message, problem.help, *(label.text for label in problem.labels), f"in: {within}"])
        assert words in said
    assert found.compiled is not any(problem.severity == "error" for problem in found.problems)


def test_findings_are_the_same_in_every_run() -> None:
    """Words and order: sets of texts are in another order under another seed of Python's hashes."""
    said = set()
    for seed in ("0", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        said.add(subprocess.run([sys.executable, "-c", SAYS, str(HERE.parents[1])], check=True, capture_output=True, text=True, env=env, cwd=HERE).stdout)
    assert len(said) == 1 and len(said.pop().splitlines()) > 20


def test_there_are_cases_of_every_sort() -> None:
    assert len(CASES) >= 60 and all(path.read_text("utf-8").count("----\n") == 1 for path in CASES)
