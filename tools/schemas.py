"""The JSON Schemas of grammar/, made from the table of records: `python -m rulewright.tools.schemas` writes them, `--check` only compares.

A record is recognised by its tag before anything else: a tree of if/then/else over the tag's words leads to one closed object, so that a fault is reported
in the record where it is and nowhere else, and a validator looks at a handful of words instead of at fifty alternatives.
"""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from rulewright.dsl.records import SEMANTICS, VERSION, Family, Field, Record, families
from rulewright.dsl.records_model import FREE_IDS, ID_PATTERN, LARGEST, PACK_PATTERN, Shape

Schema: TypeAlias = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_CONSTANT: Schema = {
    "description": "a constant: a number, a text, a word, a truth, null, or the name of a thing, an effect or a space",
    "if": {"type": "object"},
    "then": {
        "properties": {
            "thing": {"description": "a definition's id", "type": "string", "minLength": 1},
            "effect": {"description": "an effect's id", "type": "string", "minLength": 1},
            "space": {"description": "a space's id", "type": "string", "minLength": 1},
        },
        "additionalProperties": False,
        "minProperties": 1,
        "maxProperties": 1,
    },
    "else": {"type": ["integer", "string", "boolean", "null"], "minimum": -LARGEST, "maximum": LARGEST},
}
_VALUE: Schema = {
    "description": "the value of a field: a constant or a list of constants",
    "if": {"type": "array"},
    "then": {"items": {"$ref": "#/$defs/constant"}},
    "else": {"$ref": "#/$defs/constant"},
}
_ANSWER: Schema = {
    "description": "an answer: a text, a number, or a list of those",
    "if": {"type": "array"},
    "then": {"items": {"type": ["string", "integer"], "minimum": -LARGEST, "maximum": LARGEST}},
    "else": {"type": ["string", "integer"], "minimum": -LARGEST, "maximum": LARGEST},
}
_STATE: Schema = {
    "description": "a value of a state: a number, a text, a truth, null, or lists and objects of those",
    "if": {"type": "array"},
    "then": {"items": {"$ref": "#/$defs/state"}},
    "else": {
        "if": {"type": "object"},
        "then": {"additionalProperties": {"$ref": "#/$defs/state"}},
        "else": {"type": ["integer", "string", "boolean", "null"]},
    },
}
_SHARED: dict[str, Schema] = {"constant": _CONSTANT, "value": _VALUE, "answer": _ANSWER, "state": _STATE}
_NEEDS = {"value": ("value", "constant"), "answer": ("answer",), "state": ("state",)}


def ruleset_schema() -> Schema:
    """The schema of a compiled ruleset."""
    schema = _document("ruleset", "ruleset", "A compiled ruleset of Rulewright")
    head = schema["$defs"]["ruleset"]["properties"]
    head["version"] = {"description": head["version"]["description"], "const": VERSION}
    head["semantics"] = {"description": head["semantics"]["description"], "const": SEMANTICS}
    return schema


def save_schema() -> Schema:
    """The schema of a state, a save, or one line of a log (told apart by `format`, else by its keys)."""
    schema = _document("save", "file", "A state, a save, or a line of a log of Rulewright", "line")
    del schema["$ref"]
    return {**schema, "if": {"required": ["format"]}, "then": {"$ref": "#/$defs/file"}, "else": {"$ref": "#/$defs/line"}}


def _document(name: str, root: str, title: str, *more: str) -> Schema:
    known = families()
    defs: dict[str, Schema] = {}
    waiting = [root, *more]
    shared: set[str] = set()
    while waiting:
        family = known[waiting.pop(0)]
        if family.name in defs:
            continue
        defs[family.name] = _family(family)
        for row in family.rows.values():
            if row.name not in defs:
                defs[row.name] = _record(row)
            for field in row.fields:
                waiting += [field.shape.family] if field.shape.family is not None and field.shape.family not in defs else []
                shared.update(_NEEDS.get(_form(field.shape), ()))
    defs.update((key, _SHARED[key]) for key in sorted(shared))
    return {
        "$schema": DIALECT,
        "$id": f"https://rulewright.invalid/{name}.schema.json",
        "title": title,
        "$ref": f"#/$defs/{root}",
        "$defs": defs,
    }


def _form(shape: Shape) -> str:
    while shape.of is not None:
        shape = shape.of
    return shape.form


def _family(family: Family) -> Schema:
    if family.tag is None:
        return _record(family.rows[""])
    leaves = [(word, {"$ref": f"#/$defs/{row.name}"}) for word, row in family.rows.items()]
    if family.tag == "?":
        return {"description": family.doc, **_by_key(leaves)}
    words = [word for word, _ in leaves]
    known = {"required": [family.tag], "properties": {family.tag: {"enum": words}}}
    return {"description": family.doc, "if": known, "then": _by_word(family.tag, leaves), "else": known}


def _by_key(leaves: list[tuple[str, Schema]]) -> Schema:
    (key, leaf), rest = leaves[0], leaves[1:]
    return {"if": {"required": [key]}, "then": leaf, "else": _by_key(rest)} if rest else leaf


def _by_word(tag: str, leaves: list[tuple[str, Schema]]) -> Schema:
    """A balanced tree of tests; at its ends one leaf each."""
    if len(leaves) == 1:
        return leaves[0][1]
    half = len(leaves) // 2
    words = [word for word, _ in leaves[:half]]
    test: Schema = {"const": words[0]} if half == 1 else {"enum": words}
    return {"if": {"properties": {tag: test}}, "then": _by_word(tag, leaves[:half]), "else": _by_word(tag, leaves[half:])}


def _record(row: Record) -> Schema:
    return {
        "description": row.doc,
        "type": "object",
        "properties": {field.name: _property(field) for field in row.fields},
        "required": list(row.required),
        "additionalProperties": _shape(row.others) if row.others is not None else False,
    }


def _property(field: Field) -> Schema:
    return {"description": field.doc, **_shape(field.shape)}


def _shape(shape: Shape) -> Schema:
    inner = _present(shape)
    if shape.also and shape.form == "record":
        inner = {"if": {"type": "string"}, "then": {"enum": list(shape.also)}, "else": inner}
    if not shape.nullable:
        return inner
    if "type" in inner and "if" not in inner:
        return {**inner, "type": [inner["type"], "null"], **({"enum": [*inner["enum"], None]} if "enum" in inner else {})}
    return {"if": {"not": {"type": "null"}}, "then": inner}


def _present(shape: Shape) -> Schema:
    match shape.form:
        case "int":
            return {"type": "integer", "minimum": -LARGEST if shape.low is None else shape.low, "maximum": LARGEST if shape.high is None else shape.high}
        case "bool":
            return {"type": "boolean"}
        case "text":
            return {"type": "string"}
        case "name" | "bind" | "ref":
            return {"type": "string", "minLength": 1}
        case "id":
            table = shape.words[0]
            return {"type": "string", "minLength": 1} if table in FREE_IDS else {"type": "string", "pattern": PACK_PATTERN if table == "pack" else ID_PATTERN}
        case "word":
            return {"type": "string", "enum": list(shape.words)}
        case "const":
            return {"const": shape.words[0]}
        case "list":
            assert shape.of is not None
            sizes = {"minItems": shape.low, "maxItems": shape.high} if shape.low is not None else {}
            return {"type": "array", "items": _shape(shape.of), **sizes}
        case "map":
            assert shape.of is not None
            return {"type": "object", "additionalProperties": _shape(shape.of)}
        case "value" | "answer" | "state":
            return {"$ref": f"#/$defs/{shape.form}"}
        case "record":
            return {"$ref": f"#/$defs/{shape.words[0]}"}


SCHEMAS = {"ruleset.schema.json": ruleset_schema, "save.schema.json": save_schema}


def written(schema: Schema) -> str:
    """A schema as the text of its file."""
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def stale() -> list[str]:
    """The names of the schemas whose files are not what the table says."""
    folder = files("rulewright.grammar")
    out: list[str] = []
    for name, make in SCHEMAS.items():
        file = folder.joinpath(name)
        if not file.is_file() or file.read_text("utf-8") != written(make()):
            out.append(name)
    return out


def main(arguments: list[str]) -> int:
    """Write the schemas, or with `--check` only say which are stale. Exit codes: 0 clean, 1 stale, 2 usage."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m rulewright.tools.schemas [--check]", file=sys.stderr)
        return 2
    names = stale()
    for name in names:
        if arguments:
            print(f"{name} is not what the table of records says; run `python -m rulewright.tools.schemas`")
        else:
            Path(str(files("rulewright.grammar").joinpath(name))).write_text(written(SCHEMAS[name]()), encoding="utf-8", newline="\n")
            print(f"wrote {name}")
    return 1 if names and arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
