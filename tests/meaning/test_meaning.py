"""What the words of the language mean, each point in a small pack of its own: every pack compiles without a finding, and its tests pass.

A pack whose first line of rules says `# finds CODE` must give that finding and no other. A test whose documentation comment says `stops: TEXT` must be
stopped by the runtime; the report must hold each of the texts, which are parted by ` + `.
"""
from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.compiler.pipeline import compile_packs
from rulewright.dsl.verify import verify
from rulewright.runtime.trial import run_test
from rulewright.tools.reading import read

HERE = Path(__file__).resolve().parent
TOPICS = sorted(path.parent.name for path in HERE.glob("*/pack.yaml"))
STOPS = "stops: "

Record = dict[str, Any]


@cache
def ruleset(topic: str) -> Record | None:
    """The ruleset of a topic; fails with its findings."""
    reading = read([str(HERE / topic)])
    compiled = compile_packs(reading.packs)
    first = (HERE / topic / "rules.rw").read_text("utf-8").partition("\n")[0]
    wanted = [first.removeprefix("# finds ")] if first.startswith("# finds ") else []
    assert [(p.code, p.message, p.span) for p in (*reading.problems, *compiled.problems) if p.code not in wanted] == []
    assert {p.code for p in compiled.problems} == set(wanted)
    found = compiled.ruleset
    assert found is not None
    return found


def stops(test: Record) -> list[str]:
    """The texts that the report of a test's stop must hold; none for a test that must pass."""
    marked = [line.strip() for line in test.get("doc", "").splitlines() if line.strip().startswith(STOPS)]
    return [part.strip() for line in marked for part in line.removeprefix(STOPS).split(" + ")]


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_compiles(topic: str) -> None:
    assert verify(ruleset(topic)) == []


@pytest.mark.parametrize("topic", [topic for topic in TOPICS if topic != "stage"])
def test_a_topic_means_what_it_says(topic: str) -> None:
    found = ruleset(topic)
    assert found is not None
    assert found["tests"], "a topic has tests"
    wrong = []
    for test in found["tests"]:
        outcome, wanted = run_test(found, test), stops(test)
        if wanted:
            missing = [part for part in wanted if part not in outcome.message]
            if not outcome.message.startswith("the rules were stopped") or missing:
                wrong.append(f"{outcome.name}: must be stopped with {missing}, but: {outcome.message or 'it passes'}")
        elif not outcome.passed:
            wrong.append(f"{outcome.name} (line {outcome.line}): {outcome.message}")
    assert wrong == [], "\n".join(wrong)
