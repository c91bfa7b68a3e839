"""Examples (see dsl/examples.py) compiled over the shipped core pack, in memory or from a disk."""
from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rulewright.compiler import compile_packs
from rulewright.compiler.collect import NOT_A_DEFINITION
from rulewright.compiler.kept import Kept
from rulewright.compiler.pipeline import check_packs
from rulewright.dsl.examples import read_example
from rulewright.dsl.packfiles import PackFiles
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Source
from rulewright.tools.front import compile_paths
from rulewright.tools.reading import read_pack
from rulewright.tools.setup_findings import check_with_chance

CONTENT = Path(__file__).parents[2] / "content"


class Found(NamedTuple):
    """What a compile found, and the sources in which it lies."""

    problems: list[Problem]
    sources: dict[str, Source]
    compiled: bool

    def codes(self) -> list[str]:
        return [problem.code for problem in self.problems]

    def errors(self) -> list[str]:
        return [problem.code for problem in self.problems if problem.severity == "error"]

    def place(self, problem: Problem) -> str:
        """`pack/file:line:column`."""
        source = self.sources.get(problem.span.file)
        if source is None:
            return f"{problem.span.file}:1:1"
        at = source.position(problem.span.start)
        return f"{problem.span.file}:{at.line}:{at.column}"


@cache
def shipped(name: str) -> PackFiles:
    """A pack that comes with Rulewright, as something that others require."""
    pack, problems = read_pack(CONTENT / name, name, given=False)
    assert problems == []
    return pack


@cache
def compile_text(text: str) -> Found:
    """The packs of an example, in memory."""
    compiled = compile_packs([*(example.pack() for example in read_example(text)), shipped("core")])
    return Found(compiled.problems, compiled.sources, bool(compiled.rulesets))


def check_text(text: str) -> list[Problem]:
    """The findings of a check of the packs of an example, which sees most definitions through their stubs and facts only."""
    return check_packs([*(example.pack() for example in read_example(text)), shipped("core")], Kept(NOT_A_DEFINITION)).problems


@cache
def set_up_text(text: str) -> Found:
    """The findings of a check of the packs of an example, its game set up in every way."""
    packs = [*(example.pack() for example in read_example(text)), shipped("core")]
    checked, _ = check_with_chance(packs, Kept(NOT_A_DEFINITION))
    return Found(checked.problems, checked.sources, not any(problem.severity == "error" for problem in checked.problems))


def compile_on_disk(text: str, folder: Path) -> Found:
    """The packs of an example, written into the current folder `folder` and read from there as `rulewright check .` does."""
    for example in read_example(text):
        for name, data in example.files.items():
            path = folder / example.id / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        for name, target in example.on_disk.items():
            if target is None:
                os.mkfifo(folder / example.id / name)
            else:
                (folder / example.id / name).symlink_to(target)
    result = compile_paths(["."])
    return Found(result.problems, result.sources, not any(problem.severity == "error" for problem in result.problems))
