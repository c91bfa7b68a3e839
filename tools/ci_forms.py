"""Findings in the forms that CI services show beside the line: workflow commands of GitHub, and SARIF 2.1.0 (an OASIS standard) for all that read it."""
from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rulewright import __version__
from rulewright.dsl.problems import Problem, catalogue
from rulewright.dsl.source import Source

from .findings import as_record, within
from .terminal import safe

if TYPE_CHECKING:
    from rulewright.compiler.inside import Inside

_GITHUB = {"error": "error", "warning": "warning", "info": "notice"}
_SARIF = {"error": "error", "warning": "warning", "info": "note"}
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def as_github(problems: Iterable[Problem], sources: Mapping[str, Source]) -> str:
    """A workflow command for each finding; nothing in a message can be a command of its own."""
    lines = []
    for problem in problems:
        one = as_record(problem, sources)
        place = {"file": one["file"], "line": one["line"], "col": one["column"], "endLine": one["end_line"], "title": one["code"]}
        lies_in = within(problem, sources).said()
        said = "\n".join([one["message"], *([f"in: {lies_in}"] if lies_in else []), *([f"help: {one['help']}"] if one["help"] else [])])
        about = ",".join(f"{key}={_property(str(value))}" for key, value in place.items())
        lines.append(f"::{_GITHUB[str(one['severity'])]} {about}::{_data(safe(said, keep_lines=True))}")
    return "\n".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def as_sarif(problems: Iterable[Problem], sources: Mapping[str, Source]) -> str:
    """A log of one run; its rules are the kinds of the findings that it holds."""
    found = list(problems)
    codes = sorted({one.code for one in found})
    driver = {"name": "rulewright", "version": __version__, "rules": [_rule(code) for code in codes]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": [_result(one, codes, sources) for one in found]}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(code: str) -> dict[str, Any]:
    kind = catalogue()[code]
    return {
        "id": code,
        "shortDescription": {"text": kind.title},
        "fullDescription": {"text": kind.why},
        "help": {"text": f"rulewright explain {code}"},
        "defaultConfiguration": {"level": _SARIF[kind.severity]},
    }


def _result(problem: Problem, codes: list[str], sources: Mapping[str, Source]) -> dict[str, Any]:
    one, lies_in = as_record(problem, sources), within(problem, sources)
    result: dict[str, Any] = {
        "ruleId": one["code"],
        "ruleIndex": codes.index(one["code"]),
        "level": _SARIF[one["severity"]],
        "message": {"text": f"{one['message']}\nhelp: {one['help']}" if one["help"] else one["message"]},
        "locations": [_location(one) | ({"logicalLocations": [_logical(lies_in)]} if lies_in.path else {})],
    }
    if one["labels"]:
        result["relatedLocations"] = [{"id": at, **_location(label), "message": {"text": label["text"]}} for at, label in enumerate(one["labels"], 1)]
    return result


def _location(at: Mapping[str, Any]) -> dict[str, Any]:
    region = {"startLine": at["line"], "startColumn": at["column"], "endLine": at["end_line"], "endColumn": at["end_column"]}
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(at["file"])}, "region": region}}


def _logical(place: Inside) -> dict[str, str]:
    """The item or field, as the standard says it: its name, the names that lead to it, and what it is."""
    last = place.headings[-1] if place.headings else None
    if place.field or last is None:
        return {"name": place.field, "fullyQualifiedName": place.path, "kind": "property"}
    return {"name": last.name, "fullyQualifiedName": place.path, "kind": last.text.split()[0]}


def _uri(path: str) -> str:
    """A path as a relative URI."""
    plain = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
    return "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in path.encode("utf-8", "surrogateescape"))
