"""Tests as people read them: the author's own words for each expectation, and where each step stands."""
from __future__ import annotations

from typing import Any

from rulewright.dsl.source import Source, Span


def place_tests(tests: list[dict[str, Any]], sources: dict[str, Source]) -> None:
    """Put the source text of each expectation and of its parts into the records."""
    for test in tests:
        for step in test["steps"]:
            if step.get("op") == "expect":
                step["text"] = _text(step.get("span"), sources)
                for part in step["parts"]:
                    part["text"] = _text(part.get("span"), sources)


def _text(span: Span | None, sources: dict[str, Source]) -> str:
    if span is None or span.file not in sources:
        return ""
    return " ".join(sources[span.file].text[span.start:span.end].split())
