"""Every record of a compiled ruleset, as one table, and what any pass needs of it.

The rows stand in `records_game.py` (the document, kinds, definitions, boards, tests), `records_rules.py` (clauses, handlers, verbs, sequences),
`records_expressions.py`, `records_statements.py` and `records_save.py` (states, saves, logs); `records_model.py` explains their notation. From them derive
the JSON Schemas of grammar/, `verify`, the order of keys that the compiler writes, and the sentences of `plain`.

`walk` and `visit` go through all records of a document without one branch for a kind of record, so that passes over expressions, statements or names need
no knowledge of the rest. Nothing here recurses: a document of any depth is only long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from . import records_expressions, records_game, records_rules, records_save, records_statements
from .records_game import FORMAT, LIMITS, POLICIES, SEMANTICS, VERSION
from .records_model import Family, Field, Record, Shape

__all__ = [
    "FORMAT",
    "LIMITS",
    "POLICIES",
    "SEMANTICS",
    "VERSION",
    "Family",
    "Field",
    "Path",
    "Record",
    "Shape",
    "Visit",
    "complete",
    "families",
    "find",
    "inside",
    "ordered",
    "pointer",
    "rows",
    "visit",
    "walk",
]

Path: TypeAlias = tuple[str | int, ...]


class Visit(NamedTuple):
    """A record met on the way: where, its row, and itself."""

    path: Path
    row: Record
    record: dict[str, Any]


@cache
def families() -> dict[str, Family]:
    """All families by name, in the order of the pages that explain them."""
    modules = (records_game, records_rules, records_expressions, records_statements, records_save)
    found: dict[str, Family] = {}
    for module in modules:
        for family in module.FAMILIES:
            if family.name in found:
                raise AssertionError(f"two families are called {family.name}")
            found[family.name] = family
    statements, steps = found["statement"], found["step"]
    found["call"] = Family("call", "op", "a `call` statement", {"call": statements.rows["call"]})
    found["step"] = Family("step", "op", steps.doc, {**steps.rows, **statements.rows})
    for family in found.values():
        for row in family.rows.values():
            for field in row.fields:
                if field.shape.family not in (None, *found):
                    raise AssertionError(f"{row.name}.{field.name} speaks of no family: {field.shape.family}")
    return found


@cache
def rows() -> dict[str, Record]:
    """All rows by name: `expr.add`, `statement.call`, `definition`, ..."""
    return {row.name: row for family in families().values() for row in family.rows.values()}


def find(family: str, record: object) -> Record | None:
    """The row of a record that stands where one of `family` may; None when it is none."""
    return families()[family].row(record)


def visit(record: Mapping[str, Any], family: str = "ruleset") -> Iterator[Visit]:
    """All records in `record`, itself first, parents before children, in document order. What is not of the table's shape is passed over."""
    known = families()
    stack: list[tuple[Path, Shape, Any]] = [((), Shape("record", (family,)), record)]
    while stack:
        path, shape, value = stack.pop()
        if shape.form == "record":
            row = known[shape.words[0]].row(value)
            if row is None:
                continue
            yield Visit(path, row, value)
            inside = [((*path, each.name), each.shape, value[each.name]) for each in row.inside if value.get(each.name) is not None]
            if not inside:
                continue
        elif shape.form == "list" and isinstance(value, list) and shape.of is not None:
            inside = [((*path, index), shape.of, item) for index, item in enumerate(value)]
        elif shape.form == "map" and isinstance(value, dict) and shape.of is not None:
            inside = [((*path, key), shape.of, item) for key, item in value.items()]
        else:
            continue
        stack.extend(reversed(inside))


def walk(record: Mapping[str, Any], family: str = "ruleset") -> Iterator[tuple[Path, dict[str, Any]]]:
    """`visit` without the rows: the path from `record` and each record in it, itself first."""
    for path, _, inner in visit(record, family):
        yield path, inner


def inside(value: Any) -> Iterator[dict[str, Any]]:
    """Every object inside a value of any shape, itself included, whatever the table says of it; for passes that look for one `op` in unfinished records."""
    stack = [value]
    while stack:
        at = stack.pop()
        if isinstance(at, dict):
            yield at
            stack += [inner for inner in at.values() if isinstance(inner, _HOLDS)]
        elif isinstance(at, list):
            stack += [inner for inner in at if isinstance(inner, _HOLDS)]


_HOLDS = (dict, list)


def pointer(path: Path) -> str:
    """A path as a JSON pointer: `/verbs/3/body/0`; the empty text for the whole document."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def ordered(record: Mapping[str, Any], family: str = "ruleset") -> dict[str, Any]:
    """A copy whose records have their keys in the order of the table; unknown keys follow in the order in which they came.

    Objects that are no records (arguments by name, fields, texts) keep their own order: it is the author's.
    """
    return _rebuilt(record, family, fill=False)


def complete(record: Mapping[str, Any], family: str = "ruleset") -> dict[str, Any]:
    """A copy in which every key that may be empty and is missing stands, with null, `[]`, `{}` or `false`, in the order of the table.

    For whoever makes records: keys that have no empty value stay missing, and the verifier says so.
    """
    return _rebuilt(record, family, fill=True)


def _rebuilt(record: Mapping[str, Any], family: str, *, fill: bool) -> dict[str, Any]:
    holder: list[Any] = [None]
    stack: list[tuple[Any, Any, Shape | None, Any]] = [(holder, 0, Shape("record", (family,)), record)]
    while stack:
        into, key, shape, value = stack.pop()
        if isinstance(value, Mapping):
            row = families()[shape.words[0]].row(value) if shape is not None and shape.form == "record" else None
            fresh: dict[str, Any] = _keys(row, value, fill)
            into[key] = fresh
            for name, inner in list(fresh.items()):
                if isinstance(inner, (Mapping, list, tuple)):
                    stack.append((fresh, name, _inside(row, shape, name), inner))
        elif isinstance(value, (list, tuple)):
            items = list(value)
            into[key] = items
            of = shape.of if shape is not None and shape.form == "list" else None
            stack.extend((items, index, of, item) for index, item in enumerate(items) if isinstance(item, (Mapping, list, tuple)))
        else:
            into[key] = value
    result: dict[str, Any] = holder[0]
    return result


def _keys(row: Record | None, value: Mapping[str, Any], fill: bool) -> dict[str, Any]:
    if row is None:
        return dict(value)
    made: dict[str, Any] = {}
    for field in row.fields:
        if field.name in value:
            made[field.name] = value[field.name]
        elif fill and not field.optional:
            known, empty = _empty(field.shape)
            if known:
                made[field.name] = empty
    made.update((name, inner) for name, inner in value.items() if name not in made)
    return made


def _empty(shape: Shape) -> tuple[bool, Any]:
    if shape.nullable:
        return True, None
    if shape.form == "list" and shape.low is None:
        return True, []
    if shape.form == "map":
        return True, {}
    return shape.form == "bool", False


def _inside(row: Record | None, shape: Shape | None, name: str) -> Shape | None:
    """The shape of what stands under `name`, in a record or in an object."""
    if row is not None:
        field = row.by_name.get(name)
        return None if field is None else field.shape
    return shape.of if shape is not None and shape.form == "map" else None
