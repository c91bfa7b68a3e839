"""Mutants on trial: each is compiled as `check` would, and played by the content's own tests if `check` finds nothing.

Packs are read and parsed once; of a mutant only its own file is parsed again. Tests that come by what the mutant changed are played first, then those that
have found the most so far, then the quick ones. A bound on the steps of each test, well above what any of them needs, ends what a mutant makes endless.
"""
from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from time import perf_counter
from typing import Any

from rulewright.compiler.packs import Loaded
from rulewright.compiler.parse import parse
from rulewright.compiler.pipeline import Compiled, compile_loaded, load
from rulewright.dsl.packfiles import PackFiles
from rulewright.dsl.source import Source
from rulewright.runtime.trial import run_test

from . import mutation_names, mutation_parts, mutation_values
from .mutation_page import Mutant, Page, Vocabulary, read_page
from .usage import UsageError

GROUPS: dict[str, dict[str, str]] = {
    "names": mutation_names.KINDS,
    "parts": mutation_parts.KINDS,
    "links": mutation_parts.LINKS,
    "notes": mutation_parts.NOTES,
    "numbers": mutation_values.NUMBERS,
    "conditions": mutation_values.CONDITIONS,
    "references": mutation_values.REFERENCES,
    "statements": mutation_values.STATEMENTS,
}
MUST_BE_SAID = GROUPS["names"].keys() | GROUPS["parts"].keys()
STEPS = 20_000
ROUNDS = 40
_SETTLED = ("policies", "policy_changes")
_TABLES = ("kinds", "definitions", "boards", "groups", "slots", "verbs", "sequences", "defines", "abilities", "rules", "effects", "always")


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant: `check` (with the code of the first finding), `test` (with its name), `same` (it means the same) or `survived`."""

    mutant: Mutant
    line: int
    caught: str
    by: str
    text: str


@dataclass
class Workshop:
    """The packs as they are: their syntax, their ruleset, and what each test of the content comes by."""

    packs: Sequence[PackFiles]
    loaded: list[Loaded] = field(default_factory=list)
    base: Compiled = field(default_factory=Compiled)
    tests: list[dict[str, Any]] = field(default_factory=list)
    ran: dict[str, set[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    kills: Counter[str] = field(default_factory=Counter)
    texts: dict[str, str] = field(default_factory=dict)

    def open(self) -> None:
        """Compile what is there and play its tests. Raises UsageError if anything is wrong before it is spoiled."""
        self.loaded = [one for one in (load(pack, self.base) for pack in self.packs) if one is not None]
        compile_loaded(self.loaded, self.base)
        if self.base.problems or self.base.ruleset is None:
            raise UsageError("the content has findings of its own: `rulewright check` shows them")
        ruleset = _bounded(self.base.ruleset)
        self.texts = _texts(ruleset)
        self.tests = ruleset["tests"]
        for test in self.tests:
            started = perf_counter()
            outcome = run_test(ruleset, test)
            if not outcome.passed:
                raise UsageError(f"the content's test `{test['name']}` fails before anything is spoiled")
            self.seconds[test["id"]] = perf_counter() - started
            self.ran[test["id"]] = outcome.ran | _mentioned(test)

    def ids(self) -> list[str]:
        """The packs that are there."""
        return [pack.manifest.id for pack in self.loaded]

    def pages(self, required: bool, of: str = "") -> list[Page]:
        """The files to be spoiled: those of the pack `of`, else those of the packs that were asked for, and what they require if `required` says so."""
        words = Vocabulary()
        for pack in self.loaded:
            for file in pack.parsed:
                words.read(file)
        chosen = [file for pack in self.loaded if (pack.manifest.id == of if of else required or pack.files.given) for file in pack.parsed]
        return [read_page(self.base.sources[file.path], words) for file in chosen]

    def judge(self, mutant: Mutant) -> Verdict:
        """One mutant, from its text to what caught it."""
        source = self.base.sources[mutant.file]
        line = source.position(mutant.edits[0][0]).line
        caught, by = self._caught(mutant, Source(source.path, mutant.apply(source.text)))
        return Verdict(mutant, line, caught, by, mutant.describe(source))

    def _caught(self, mutant: Mutant, spoiled: Source) -> tuple[str, str]:
        file, problems = parse(spoiled)
        if problems:
            return "check", problems[0].code
        packs = [Loaded(pack.files, pack.manifest, [file if old.path == mutant.file else old for old in pack.parsed]) for pack in self.loaded]
        out = compile_loaded(packs, Compiled(sources={**self.base.sources, mutant.file: spoiled}))
        if out.problems:
            return "check", out.problems[0].code
        if out.ruleset is None:
            return "check", "no ruleset"
        caught, by = self._played(out.ruleset)
        # Text that says nothing more is no change of a rule, but a word or part that may be wrong unnoticed is one of a page.
        return ("survived", by) if caught == "same" and mutant.kind in MUST_BE_SAID else (caught, by)

    def _played(self, ruleset: dict[str, Any]) -> tuple[str, str]:
        ruleset = _bounded(ruleset)
        changed = _changed(self.texts, _texts(ruleset))
        if not changed and ruleset["tests"] == self.tests and all(ruleset.get(key) == (self.base.ruleset or {}).get(key) for key in _SETTLED):
            return "same", ""
        for test in self._in_order(ruleset["tests"], changed):
            if not run_test(ruleset, test).passed:
                self.kills[test["id"]] += 1
                return "test", test["name"]
        return "survived", ""

    def _in_order(self, tests: Iterable[dict[str, Any]], changed: set[str]) -> list[dict[str, Any]]:
        def likely(test: Mapping[str, Any]) -> tuple[bool, int, float]:
            ident = test["id"]
            near = any(part in changed or part.partition("/")[0] in changed for part in self.ran.get(ident, ()))
            return not near, -self.kills[ident], self.seconds.get(ident, 0.0)

        return sorted(tests, key=likely)


def spoil(page: Page) -> Iterator[Mutant]:
    """All mutants of a page."""
    return chain(mutation_names.mutants(page), mutation_parts.mutants(page), mutation_values.mutants(page))


def choose(mutants: Iterable[Mutant], sample: int | None, seed: int, kinds: frozenset[str]) -> list[Mutant]:
    """Of each kind at most `sample`, drawn by the seed whatever other kinds there are; in the order of the files."""
    by_kind: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        if not kinds or mutant.kind in kinds:
            by_kind.setdefault(mutant.kind, []).append(mutant)
    drawn = [
        found if sample is None or len(found) <= sample else random.Random(f"{seed}/{kind}").sample(found, sample) for kind, found in sorted(by_kind.items())
    ]
    return sorted(chain.from_iterable(drawn), key=lambda one: (one.file, one.edits, one.kind))


# ---------------------------------------------------------------- what differs


def _bounded(ruleset: dict[str, Any]) -> dict[str, Any]:
    limits = ruleset["limits"]
    return {**ruleset, "limits": {**limits, "steps": min(limits["steps"], STEPS), "checks": min(limits["checks"], ROUNDS)}}


def _texts(ruleset: Mapping[str, Any]) -> dict[str, str]:
    """Each record of the rules as text, by its id."""
    return {f"{record['id']}": json.dumps(record, sort_keys=True) for table in _TABLES for record in ruleset[table]}


def _changed(old: Mapping[str, str], new: Mapping[str, str]) -> set[str]:
    """The ids of the records that differ, and of those that lean on a changed one."""
    changed = {ident for ident in old.keys() | new.keys() if old.get(ident) != new.get(ident)}
    waiting = list(changed)
    while waiting:
        wanted = f'"{waiting.pop()}"'
        for ident, text in new.items():
            if ident not in changed and wanted in text and len(changed) < len(new) // 3:
                changed.add(ident)
                waiting.append(ident)
    return changed


def _mentioned(test: Mapping[str, Any]) -> set[str]:
    """Every id that the steps of a test name."""
    found: set[str] = set()
    waiting: list[Any] = [test["steps"]]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
        elif isinstance(value, str) and ":" in value:
            found.add(value)
    return found
