"""Whether a document has the published form of a ruleset, by its JSON Schema.

Two validators that know nothing of each other read the same schema: jsonschema-rs, which is fast, decides; jsonschema, the reference, is then asked about
the records that failed and words the findings. `verify` of dsl/ answers the same question without either, and many more.
"""
from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, cast

import jsonschema
import jsonschema_rs

from rulewright.dsl.records import Path, Record, families, pointer, visit
from rulewright.dsl.records_model import PACK_PATTERN
from rulewright.dsl.verify_fast import sound
from rulewright.dsl.verify_shape import MAX_NESTING, Faults, bounds, listed, near, said, shown

Schema = dict[str, Any]


class Finding(NamedTuple):
    """One finding: a JSON pointer into the document, and what is wrong there."""

    path: str
    message: str


def validate(document: object) -> list[Finding]:
    """All places where a document is not what `grammar/ruleset.schema.json` says, in document order; empty for a document of the right form."""
    if not sound(document, MAX_NESTING):
        faults = Faults()
        bounds(document, faults)
        return [Finding(fault.path, fault.message) for fault in faults]
    fast = _fast()
    if fast.is_valid(document):
        return []
    places = [(tuple(fault.instance_path), fault.message) for fault in fast.iter_errors(document)]
    return _worded(document, places)


def reference_paths(document: object) -> set[str]:
    """The places that the reference validator faults, by the whole schema. Slow, and only for documents that are not nested deeply."""
    return {pointer(tuple(fault.absolute_path)) for fault in _reference().iter_errors(document)}


@cache
def schema() -> Schema:
    """The published schema."""
    return cast(Schema, json.loads(files("rulewright.grammar").joinpath("ruleset.schema.json").read_text("utf-8")))


@cache
def _fast() -> Any:
    return jsonschema_rs.validator_for(schema())


@cache
def _reference() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema())


def _worded(document: object, places: list[tuple[Path, str]]) -> list[Finding]:
    """The faults of the records around the places, in the reference's eyes and the house's words; what it does not see keeps the fast one's words."""
    if not isinstance(document, dict):
        return [Finding(pointer(path), message) for path, message in places]
    records = {path: (row, record) for path, row, record in visit(document)}
    found: dict[Path, list[Finding]] = {}
    for path, message in places:
        home = next((path[:size] for size in range(len(path), -1, -1) if path[:size] in records), None)
        if home is None:
            found.setdefault(path, []).append(Finding(pointer(path), message))
        elif home not in found:
            row, record = records[home]
            found[home] = [finding for fault in _alone(row.name).iter_errors(record) for finding in _said(home, row, fault)]
            if not found[home]:
                found[home].append(Finding(pointer(path), message))
    return list(dict.fromkeys(finding for home in found for finding in found[home]))


@cache
def _alone(name: str) -> jsonschema.Draft202012Validator:
    """The reference validator of one record by itself: of the records inside it, only their tags are looked at."""
    defs = schema()["$defs"]
    flat = {key: _flat(key, value) for key, value in defs.items() if key != name}
    return jsonschema.Draft202012Validator({"$schema": schema()["$schema"], **defs[name], "$defs": {**flat, name: {"type": "object"}}})


def _flat(name: str, value: Schema) -> Schema:
    family = families().get(name)
    if family is None:
        return value if name in ("constant", "value", "answer") else {"type": "object"}
    if family.tag is None:
        return {"type": "object"}
    if family.tag == "?":
        return {"if": {"type": "object"}, "then": {"anyOf": [{"required": [word]} for word in family.rows]}, "else": {"type": "object"}}
    return {"if": {"type": "object"}, "then": value["else"], "else": {"type": "object"}}


def _said(home: Path, row: Record, fault: jsonschema.ValidationError) -> list[Finding]:
    """A fault of the reference validator, in the house's words."""
    path = (*home, *fault.absolute_path)
    at = pointer(path)
    wanted: Any = fault.validator_value
    around: Any = fault.schema
    instance: Any = fault.instance
    match fault.validator:
        case "required":
            missing = [key for key in wanted if key not in instance]
            here = row.by_name if path == home else {}
            return [Finding(at, f"`{key}` is missing" + (f": {here[key].doc}" if key in here else "")) for key in missing]
        case "additionalProperties":
            known = around.get("properties", {})
            return [Finding(at, f"`{shown(key)}` is not expected here{near(key, known)}") for key in instance if key not in known]
        case "enum":
            words = [word for word in wanted if word is not None]
            text = fault.instance if isinstance(fault.instance, str) else ""
            few = f"must be one of {listed(words)}, not" if len(words) <= 12 else "nothing here is called"
            return [Finding(at, f"{few} {said(fault.instance)}{near(text, words)}")]
        case "const":
            return [Finding(at, f"must be `{wanted}`, not {said(fault.instance)}")]
        case "type":
            types = wanted if isinstance(wanted, list) else [wanted]
            return [Finding(at, f"must be {' or '.join(_TYPES[each] for each in types)}, not {said(fault.instance)}")]
        case "minimum" | "maximum":
            return [Finding(at, f"must be {'at least' if fault.validator == 'minimum' else 'at most'} {wanted}, not {said(fault.instance)}")]
        case "pattern":
            form = "a lower-case word" if wanted == PACK_PATTERN else "an id `pack:name`"
            return [Finding(at, f"must be {form}, not {said(fault.instance)}")]
        case "minLength":
            return [Finding(at, "must not be empty")]
        case "anyOf":
            keys = [each["required"][0] for each in wanted]
            return [Finding(at, f"must have one of {listed(keys)}")]
        case _:
            return [Finding(at, fault.message if len(fault.message) <= 200 else f"breaks `{fault.validator}` of the schema")]


_TYPES = {
    "integer": "a whole number",
    "string": "a text",
    "boolean": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}
