"""Yes or no, quickly: whether a document is JSON of bounded size and has the shape of the table. `verify_shape` says the same with places and reasons.

Most documents are right, and to be told so they need no paths. The tests hold the two against each other.
"""
from __future__ import annotations

from functools import cache
from typing import Any

from .records import Shape, families
from .records_model import FREE_IDS, LARGEST, Record, is_id

_TEXTS = frozenset(("text", "name", "bind", "ref", "id", "word", "const"))


def sound(document: object, deepest: int) -> bool:
    """Whether a value holds only texts, whole numbers, truths, null, lists and objects, not too large and not nested more than `deepest`."""
    level: list[Any] = [document]
    depth = 0
    while level:
        below: list[Any] = []
        for value in level:
            kind = type(value)
            if kind is dict:
                if value and depth >= deepest:
                    return False
                for key, inner in value.items():
                    if type(key) is not str or not (key.isascii() or (max(key) <= "\uffff" and _whole(key))):
                        return False
                    if type(inner) is str:
                        if not (inner.isascii() or _whole(inner)):
                            return False
                    elif inner is not None:
                        below.append(inner)
            elif kind is list:
                if value and depth >= deepest:
                    return False
                below.extend(value)
            elif kind is int:
                if not -LARGEST <= value <= LARGEST:
                    return False
            elif kind is str:
                if not (value.isascii() or _whole(value)):
                    return False
            elif value is not None and kind is not bool:
                return False
        level = below
        depth += 1
    return True


def _whole(text: str) -> bool:
    return not any("\ud800" <= each <= "\udfff" for each in text)


@cache
def _plan(row: Record) -> tuple[dict[str, Shape], frozenset[str]]:
    return {each.name: each.shape for each in row.fields}, frozenset(row.required)


def shaped(document: dict[str, Any], family: str = "ruleset") -> bool:
    """Whether every record of a sound document is what its row says."""
    known = families()
    stack: list[tuple[Shape, Any]] = [(Shape("record", (family,)), document)]
    while stack:
        shape, value = stack.pop()
        form = shape.form
        if form == "record":
            row = known[shape.words[0]].row(value)
            if row is None:
                return False
            plan, required = _plan(row)
            if not required <= value.keys():
                return False
            for key, inner in value.items():
                wanted = plan.get(key) or row.others
                if wanted is None or not _fits(wanted, inner, stack):
                    return False
        else:
            assert shape.of is not None
            for inner in value if form == "list" else value.values():
                if not _fits(shape.of, inner, stack):
                    return False
    return True


def _fits(shape: Shape, value: Any, stack: list[tuple[Shape, Any]]) -> bool:
    """Whether a value fits; containers are only begun, and put on the stack."""
    form = shape.form
    if value is None:
        return shape.nullable or form == "state" or form == "value"
    kind = type(value)
    if form in _TEXTS:
        return kind is str and (_text(shape, value) or value in shape.also)
    if form == "record":
        if kind is dict:
            stack.append((shape, value))
            return True
        return kind is str and value in shape.also
    if form == "list":
        if kind is list and (shape.low is None or len(value) == shape.low):
            stack.append((shape, value))
            return True
        return False
    if form == "int":
        return kind is int and (shape.low is None or value >= shape.low) and (shape.high is None or value <= shape.high)
    if form == "bool":
        return kind is bool
    if form == "map":
        if kind is dict:
            stack.append((shape, value))
            return True
        return False
    return form == "state" or all(_constant(form, each) for each in (value if kind is list else [value]))


def _text(shape: Shape, value: str) -> bool:
    form = shape.form
    if form == "text":
        return True
    if form == "word" or form == "const":
        return value in shape.words
    return value != "" and (form != "id" or shape.words[0] in FREE_IDS or is_id(value, shape.words[0]))


def _constant(form: str, value: Any) -> bool:
    """A constant of a field, or of a test's answer."""
    if form == "answer":
        return type(value) in (str, int)
    if type(value) is dict:
        return len(value) == 1 and all(key in ("thing", "effect", "space") and type(inner) is str and inner != "" for key, inner in value.items())
    return type(value) is not list
