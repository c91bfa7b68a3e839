"""Disk to ruleset in one call, for the commands and for programs that import Rulewright."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.dsl.packfiles import decode
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Source

from .collector import standing
from .findings import as_text
from .reading import Reading, read

if TYPE_CHECKING:
    from rulewright.compiler import Compiled


@dataclass(frozen=True)
class Result:
    """What became of some paths: the ruleset (None when an error forbids it), all findings in order, the sources to show them, and what was read."""

    ruleset: dict[str, Any] | None
    problems: list[Problem]
    sources: dict[str, Source]
    read: dict[str, Any]
    elsewhere: int = 0  # findings in other files than the one asked for, which are not among `problems`


class CompileFailed(Exception):
    """Content with errors; `problems` are its findings, and the exception's text shows them as `rulewright check` does."""

    def __init__(self, result: Result) -> None:
        self.problems = result.problems
        super().__init__("\n\n".join(as_text(problem, result.sources) for problem in result.problems))


def compile_paths(paths: Iterable[str], pack_folders: Iterable[str] = ()) -> Result:
    """Reads and compiles what the paths name. Raises `NothingToRead` for a path without a pack."""
    from rulewright.compiler import compile_packs

    reading = read(paths, pack_folders)
    with standing():
        compiled = compile_packs(reading.packs)
    return result_of(reading, compiled)


def result_of(reading: Reading, compiled: Compiled) -> Result:
    """What became of what was read."""
    problems = sorted(dict.fromkeys([*reading.problems, *compiled.problems]), key=Problem.sort_key)
    sources = dict(compiled.sources)
    for pack in reading.packs:
        for name, data in pack.files.items():
            if pack.display(name) not in sources and name.endswith((".rw", ".yaml")):
                sources[pack.display(name)] = Source(pack.display(name), decode(data)[0])
    broken = any(problem.severity == "error" for problem in problems)
    shown = [problem for problem in problems if not reading.only or problem.span.file in reading.only]
    read = {**compiled.read, "folders": reading.folders, "passed_over": reading.passed}
    return Result(None if broken else compiled.ruleset, shown, sources, read, len(problems) - len(shown))


def compile_pack(path: str, packs: Iterable[str] = ()) -> dict[str, Any]:
    """The ruleset of the pack in the folder `path`; `packs` are folders in which required packs are looked for. Raises `CompileFailed`."""
    result = compile_paths([path], packs)
    if result.ruleset is None:
        raise CompileFailed(result)
    return result.ruleset


def ruleset_bytes(ruleset: dict[str, Any]) -> bytes:
    """The one form of a ruleset in a file: UTF-8, keys in their fixed order, one record a line."""
    from rulewright.compiler.emit import emit

    return emit(ruleset)
