"""Documents made from the table of records: the smallest of each record, and every way to break one key of it. They have the right form and no meaning."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from typing import Any

from rulewright.dsl.records import SEMANTICS, VERSION, Field, Record, Shape, families, rows


def smallest(shape: Shape, depth: int = 0) -> Any:
    """A value of a shape; records inside it as few as can be."""
    if shape.nullable and depth > 0:
        return None
    match shape.form:
        case "int":
            return shape.low if shape.low is not None else 0
        case "bool":
            return False
        case "text" | "name" | "bind" | "ref":
            return "word"
        case "id":
            return "pack" if shape.words[0] == "pack" else "pack:word"
        case "word" | "const":
            return shape.words[0]
        case "list":
            assert shape.of is not None
            return [smallest(shape.of, depth + 1) for _ in range(shape.low or (1 if depth == 0 else 0))]
        case "map":
            assert shape.of is not None
            return {"word": smallest(shape.of, depth + 1)} if depth == 0 else {}
        case "value" | "answer" | "state":
            return 1
        case "record":
            family = families()[shape.words[0]]
            row = min(family.rows.values(), key=lambda each: sum(field.shape.family is not None for field in each.fields if not field.optional))
            return record(row, depth + 1)


def record(row: Record, depth: int = 0) -> dict[str, Any]:
    """A record with all its keys (at depth 0 the ones that may be missing too)."""
    made = {field.name: smallest(field.shape, depth) for field in row.fields if depth == 0 or not field.optional}
    if row.name == "ruleset":
        made |= {"version": VERSION, "semantics": SEMANTICS}
    return made


# Where a record of a family can stand in a document: the path to it.
HOMES: dict[str, tuple[str | int, ...]] = {
    "expr": ("always", 0, "test"),
    "type": ("defines", 0, "result"),
    "statement": ("verbs", 0, "body", 0),
    "step": ("tests", 0, "steps", 0),
    "node": ("sequences", 0, "machine"),
    "clause": ("rules", 0, "clauses", 0),
    "handler": ("rules", 0, "handlers", 0),
    "check": ("rules", 0, "checks", 0),
    "member": ("rules", 0, "members", 0),
    "advice": ("bots", 0, "advice", 0),
    "subject": ("rules", 0, "clauses", 0, "subject"),
    "react": ("rules", 0, "handlers", 0, "react"),
    "ability_use": ("definitions", 0, "abilities", 0),
    "param": ("verbs", 0, "params", 0),
    "family_use": ("verbs", 0, "families", 0),
    "require": ("verbs", 0, "requires", 0),
    "face": ("definitions", 0, "faces", 0),
    "seats": ("game", "seats"),
    "game": ("game",),
    "grid": ("boards", 0, "grid"),
    "area": ("boards", 0, "areas", 0),
    "space": ("boards", 0, "spaces", 0),
    "link": ("boards", 0, "links", 0),
    "entry": ("verbs", 0, "body", 0, "entries", 0),
    "menu_option": ("verbs", 0, "body", 0, "options", 0),
    "until": ("verbs", 0, "body", 0, "until", 0),
    "lookup_row": ("always", 0, "test", "rows", 0),
    "part": ("tests", 0, "steps", 0, "parts", 0),
}
_INSIDE = {"entry": "statement.offer", "menu_option": "statement.menu", "until": "statement.begin", "lookup_row": "expr.lookup", "part": "step.expect"}


def empty() -> dict[str, Any]:
    """A document with one record in each of its lists."""
    whole = record(rows()["ruleset"], 0)
    for name in (
        "kinds",
        "definitions",
        "boards",
        "groups",
        "families",
        "classes",
        "slots",
        "verbs",
        "sequences",
        "defines",
        "abilities",
        "rules",
        "effects",
        "always",
        "tests",
        "bots",
    ):
        family = next(field.shape.family for field in rows()["ruleset"].fields if field.name == name)
        whole[name] = [record(rows()[str(family)], 1)]
    whole["game"] = record(rows()["game"], 1) | {"seats": record(rows()["seats"], 1)}
    return whole


def place(document: dict[str, Any], path: tuple[str | int, ...], value: Any) -> None:
    """Put a value at a path, making what lies on the way."""
    at: Any = document
    for part, following in itertools.pairwise(path):
        if isinstance(part, int) and len(at) <= part:
            at.append(None)
        missing = at[part] is None if isinstance(part, int) else at.get(part) is None
        if missing:
            at[part] = [] if isinstance(following, int) else {}
        at = at[part]
    last = path[-1]
    if isinstance(last, int) and len(at) <= last:
        at.append(value)
    else:
        at[last] = value


def home(row: Record) -> tuple[str | int, ...]:
    """The path at which `document` puts a record."""
    if row.name == "ruleset":
        return ()
    if row.family in HOMES:
        return HOMES[row.family]
    for field in rows()["ruleset"].fields:
        if field.shape.family == row.family:
            return (field.name, 0) if field.shape.form == "list" else (field.name,)
    raise AssertionError(f"the tests know no place for {row.name}")


def document(row: Record, value: dict[str, Any] | None = None) -> dict[str, Any]:
    """A document with a record of a row in it."""
    value = record(row) if value is None else value
    if row.name == "ruleset":
        return value
    whole = empty()
    path = home(row)
    if row.family in _INSIDE:
        outer = rows()[_INSIDE[row.family]]
        place(whole, home(outer), record(outer))
    elif row.family in ("subject",):
        place(whole, path[:-1], record(rows()["clause.mute"], 1))
    elif row.family in ("react",):
        place(whole, path[:-1], record(rows()["handler"], 1))
    place(whole, path, value)
    return copy.deepcopy(whole)


def broken(row: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    """Documents in each of which one key of the record is wrong, with what was done."""
    for name in row.required:
        yield f"{row.name} without {name}", document(row, {key: value for key, value in record(row).items() if key != name})
    if row.others is None:
        yield f"{row.name} with an unknown key", document(row, {**record(row), "unheard_of": 1})
    for field in row.fields:
        for value in wrong(field):
            yield f"{row.name} with {field.name} = {value!r}", document(row, {**record(row), field.name: value})


def wrong(field: Field) -> list[Any]:
    """Values that do not fit a field."""
    shape = field.shape
    values: list[Any] = [] if shape.nullable or shape.form in ("value", "state") else [None]
    match shape.form:
        case "int":
            values += ["1", True, 1.5, 10**12, [1]]
            values += [shape.low - 1] if shape.low is not None else []
            values += [shape.high + 1] if shape.high is not None else []
        case "bool":
            values += ["true", 0]
        case "text":
            values += [1, ["x"]]
        case "name" | "bind" | "ref":
            values += [1, ""]
        case "id":
            table = shape.words[0]
            values += [1, ""]
            if table == "pack":
                values += ["A", "../a", "a:b"]
            elif table not in ("step", "site"):
                values += ["word", "a:b:c", "a b:c", "../a:b", "A:b", "a:\x1b"]
        case "word" | "const":
            values += ["unheard of", 1]
        case "list":
            values += [{}, "x", [{"unheard": "of"}]] + ([[1] * (shape.low + 1)] if shape.low is not None else [])
        case "map":
            values += [[], "x"]
        case "record":
            values += [1, "x", [], {"unheard": "of"}, {"op": "unheard of"}]
        case "value":
            values += [{"thing": 1}, {}, [[1]], {"thing": "a", "space": "b"}]
        case "answer":
            values += [None, {}, True]
    return values
