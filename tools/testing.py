"""Reports of content tests: for people, for programs, for a CI."""
from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree

from rulewright.runtime.trial import Outcome

from .coverage import Part
from .findings import plural
from .names import Names
from .narration import Narrator, as_lines
from .terminal import paint, safe


@dataclass
class Report:
    """The outcomes of one pack's tests, in order, and (if asked for) what could run; `ran` is what the tests and games of all packs of the same command came
    by. `games` random games came by `explored`; `faults` has a line for each of them that the rules stopped.
    """

    pack: str
    outcomes: list[Outcome] = field(default_factory=list)
    parts: list[Part] | None = None
    ran: set[str] = field(default_factory=set)
    games: int = 0
    explored: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    names: Names | None = None
    narrator: Callable[[], Narrator] | None = None

    @property
    def failed(self) -> list[Outcome]:
        """The outcomes that are failures."""
        return [outcome for outcome in self.outcomes if not outcome.passed]

    def story(self, outcome: Outcome) -> list[str]:
        """What happened in a test's game, in lines."""
        return [] if self.narrator is None else as_lines(self.narrator().tell(outcome.events))

    def never_ran(self) -> list[Part]:
        """The parts that no test and no game came by."""
        return [part for part in self.parts or [] if not part.is_in(self.ran)]


def as_text(reports: Sequence[Report]) -> str:
    """Failures with their messages, then a line for each pack; what never ran, by file and line."""
    lines: list[str] = []
    for report in reports:
        for outcome in report.failed:
            lines.append(f"{paint(_place(outcome), 'cyan')}: {paint('failed', 'bold', 'red')}: {safe(outcome.name)}")
            lines += [f"    {line}" for line in safe(outcome.message, keep_lines=True).splitlines()]
            lines += [paint(f"      {line}", "dim") for line in report.story(outcome)]
            lines.append("")
        if report.parts is not None:
            lines += [f"{paint('stopped', 'bold', 'red')}: {safe(fault)}" for fault in report.faults]
            lines += _coverage_text(report)
        word = paint("all passed", "green") if not report.failed else paint(f"{len(report.failed)} failed", "red")
        lines.append(f"{safe(report.pack)}: {plural(len(report.outcomes), 'test')}, {word if report.outcomes else 'none found'}")
    return "\n".join(lines)


def _place(outcome: Outcome) -> str:
    return safe(f"{outcome.file}:{outcome.line}") if outcome.file else "test"


def _coverage_text(report: Report) -> list[str]:
    missing = report.never_ran()
    total = len(report.parts or [])
    lines = []
    for part in missing:
        where = safe(f"{part.file}:{part.line}") if part.file else safe(part.id)
        name = report.names.rule(part.id) if report.names else safe(part.id)
        lines.append(f"{paint(where, 'cyan')}: never ran: {part.what} of {name} ({safe(part.id)})")
    share = 100 * (total - len(missing)) // total if total else 100
    played = f" in tests and {report.games} random games" if report.games else ""
    lines.append(f"{safe(report.pack)}: {total - len(missing)} of {total} clauses, handlers and bodies ran ({share}%){played}")
    return lines


def as_json(reports: Sequence[Report]) -> str:
    """`{"tests": [...], "passed": n, "failed": n, "coverage": [...]}`."""
    document: dict[str, Any] = {
        "tests": [_test_record(report, outcome) for report in reports for outcome in report.outcomes],
        "passed": sum(outcome.passed for report in reports for outcome in report.outcomes),
        "failed": sum(len(report.failed) for report in reports),
    }
    if any(report.parts is not None for report in reports):
        document["coverage"] = [
            {
                "pack": report.pack,
                "games": report.games,
                "faults": report.faults,
                "parts": len(report.parts or []),
                "ran": len(report.parts or []) - len(report.never_ran()),
                "never_ran": [{"id": part.id, "what": part.what, "file": part.file, "line": part.line} for part in report.never_ran()],
            }
            for report in reports
        ]
    return json.dumps(document, indent=2)


def _test_record(report: Report, outcome: Outcome) -> Mapping[str, Any]:
    return {
        "pack": report.pack,
        "id": outcome.id,
        "name": outcome.name,
        "file": outcome.file,
        "line": outcome.line,
        "passed": outcome.passed,
        "message": outcome.message,
        "log": report.story(outcome),
    }


def as_junit(reports: Sequence[Report]) -> str:
    """One `testsuite` for each pack, one `testcase` for each test."""
    top = ElementTree.Element("testsuites")
    for report in reports:
        suite = ElementTree.SubElement(
            top, "testsuite", name=safe(report.pack), tests=str(len(report.outcomes)), failures=str(len(report.failed)), errors="0", skipped="0"
        )
        for outcome in report.outcomes:
            case = ElementTree.SubElement(suite, "testcase", classname=safe(report.pack), name=safe(outcome.name))
            if outcome.file:
                case.set("file", safe(outcome.file))
                case.set("line", str(outcome.line))
            if not outcome.passed:
                failure = ElementTree.SubElement(case, "failure", message=safe(outcome.message.partition("\n")[0]))
                failure.text = safe("\n".join([outcome.message, *report.story(outcome)]), keep_lines=True)
    ElementTree.indent(top)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(top, encoding="unicode")
