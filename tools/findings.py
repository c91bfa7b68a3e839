"""Findings as people and as programs read them.

What an item, a field or a list a finding lies in is found out here, from its place (see compiler/inside.py): whoever makes a finding need not say it.
"""
from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Source, Span

from .terminal import paint, safe, width

if TYPE_CHECKING:
    from rulewright.compiler.inside import Inside

_COLOUR = {"error": "red", "warning": "yellow", "info": "blue"}
MAX_LINE = 200


def as_text(problem: Problem, sources: Mapping[str, Source]) -> str:
    """`file:line:column: severity[code]: message`, the line with the place underlined, what it lies in, the labels and the remedy."""
    head = f"{_place(problem.span, sources)}: "
    head += paint(f"{problem.severity}[{problem.code}]", "bold", _COLOUR[problem.severity]) + ": " + paint(safe(problem.message), "bold")
    parts = [head, *_excerpt(problem.span, sources, "^", _COLOUR[problem.severity])]
    lies_in = within(problem, sources).said()
    if lies_in:
        parts.append("  " + paint("in", "bold") + f": {safe(lies_in)}")
    for label in problem.labels:
        parts.append(f"  {_place(label.span, sources)}: {safe(label.text)}")
        parts += _excerpt(label.span, sources, "-", "blue")
    if problem.help:
        parts.append("  " + paint("help", "bold", "green") + f": {safe(problem.help)}")
    return "\n".join(parts)


def within(problem: Problem, sources: Mapping[str, Source]) -> Inside:
    """What a finding lies in."""
    from rulewright.compiler.inside import inside

    return inside(sources.get(problem.span.file), problem.span)


def as_record(problem: Problem, sources: Mapping[str, Source]) -> dict[str, Any]:
    """The JSON form of a finding: file, 1-based line and column, end, what it lies in, help and labels."""
    lies_in = within(problem, sources)
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": problem.message,
        **_numbers(problem.span, sources),
        "owner": lies_in.owner,
        "path": lies_in.path,
        "help": problem.help,
        "labels": [{**_numbers(label.span, sources), "text": label.text} for label in problem.labels],
    }


def as_json(problems: Iterable[Problem], sources: Mapping[str, Source], read: Mapping[str, Any], more: Mapping[str, Any] | None = None) -> str:
    """`{"problems": [...], "read": {...}}` and what more there is; only ASCII, so that it is valid in any pipe."""
    return json.dumps({"problems": [as_record(problem, sources) for problem in problems], "read": read, **(more or {})}, indent=2)


def tally(problems: Iterable[Problem]) -> str:
    """`2 errors, 1 warning`, or `no findings`."""
    counts = {severity: 0 for severity in _COLOUR}
    for problem in problems:
        counts[problem.severity] += 1
    words = {"error": "error", "warning": "warning", "info": "note"}
    said = [plural(count, words[severity]) for severity, count in counts.items() if count]
    return ", ".join(said) or "no findings"


def read_line(read: Mapping[str, Any]) -> str:
    """What was read, in a line: `read packs core in lib/core, mypack in mypack; 9 files; 12 definitions`."""
    folders: Mapping[str, str] = read["folders"]
    packs = ", ".join(f"{ident} in {folders[ident]}" if ident in folders else ident for ident in read.get("packs", ()))
    counts = [plural(read[key], key.removesuffix("s")) for key in ("files", "definitions") if key in read]
    return "read " + safe("; ".join([*([f"packs {packs}"] if packs else []), *counts]) or "nothing")


def set_up_lines(read: Mapping[str, Any]) -> list[str]:
    """A line of the packs whose set-ups leave more to chance than a check goes through; none if there are none."""
    partly: list[str] = list(read.get("set_ups_not_gone_through", ()))
    if not partly:
        return []
    first = str(read["folders"].get(partly[0], partly[0]))
    pack = partly[0] if first.startswith("bundled/") else f'"{first}"' if " " in first else first
    return [safe(f"not every set-up that chance can make was looked at: {', '.join(partly)}; `rulewright simulate {pack} --check` plays random games")]


def passed_lines(read: Mapping[str, Any]) -> list[str]:
    """A line of the folders whose packs were not read because a nearer one has the same id; none if there are none."""
    folders = [folder for others in read["passed_over"].values() for folder in others]
    return [safe(f"passed over for a nearer pack of the same id: {', '.join(folders)}")] if folders else []


def plural(count: int, word: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _numbers(span: Span, sources: Mapping[str, Source]) -> dict[str, Any]:
    source = sources.get(span.file)
    if source is None:
        return {"file": span.file, "line": 1, "column": 1, "end_line": 1, "end_column": 1}
    start, end = source.position(span.start), source.position(span.end)
    return {"file": span.file, "line": start.line, "column": start.column, "end_line": end.line, "end_column": end.column}


def _place(span: Span, sources: Mapping[str, Source]) -> str:
    source = sources.get(span.file)
    if source is None:
        return paint(f"{safe(span.file)}:1:1", "cyan")
    at = source.position(span.start)
    return paint(f"{safe(span.file)}:{at.line}:{at.column}", "cyan")


def _excerpt(span: Span, sources: Mapping[str, Source], mark: str, colour: str) -> list[str]:
    source = sources.get(span.file)
    if source is None or not source.text:
        return []
    start, end = source.position(span.start), source.position(span.end)
    line = source.line(start.line)
    if "\0" in line:  # no text that anybody could read, as of a file in UTF-16
        return []
    cut = max(0, start.column - 1 - MAX_LINE // 2) if len(line) > MAX_LINE else 0
    shown = line[cut: cut + MAX_LINE]
    first = start.column - 1 - cut
    last = end.column - 1 - cut if end.line == start.line else len(shown)
    under = max(1, width(safe(shown[first:last])))
    gutter = f"{start.line:>5}"
    blank = " " * width(safe(shown[:first]))
    bar = paint("|", "dim")
    return [f"{paint(gutter, 'dim')} {bar} {safe(shown)}", f"{' ' * len(gutter)} {bar} {blank}{paint(mark * under, 'bold', colour)}"]
