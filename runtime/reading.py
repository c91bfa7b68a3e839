"""JSON from strangers: texts become values only if every part is what it should be, and a fault says what is wrong and where.

Shapes are functions `check(value, place)` that raise `BadFile`; `record`, `listing` and the small ones below make them. No fault is ever a traceback.
"""
from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NoReturn

Shape = Callable[[object, str], None]

LARGEST = 10**15
MOST_DEPTH = 100
MOST_CHARACTERS = 256 * 1024 * 1024


class BadFile(Exception):
    """A file that cannot be used: `reason` in plain words, `place` as a path into the document (`/state/entities/4`) or a line (`line 3`)."""

    def __init__(self, reason: str, place: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.reason = reason
        self.place = place


def read_json(text: str, place: str = "/") -> Any:
    """The value of a JSON text. Raises BadFile for what is not JSON, doubled keys, numbers that are not whole, and too deep nesting."""
    if len(text) > MOST_CHARACTERS:
        raise BadFile(f"longer than {MOST_CHARACTERS} characters", place)
    if text.isascii() and "\\u" not in text:
        with suppress(RecursionError, ValueError):  # what is wrong is said below
            value = json.loads(text, object_pairs_hook=_record, parse_constant=_no_constant, parse_float=_no_float)
            if _plain(value):
                return value
    try:
        value = json.loads(text, object_pairs_hook=_record, parse_constant=_no_constant, parse_float=_no_float, parse_int=_integer)
    except RecursionError:
        raise BadFile("nested too deeply", place) from None
    except ValueError as fault:
        raise BadFile(f"not JSON: {fault}", place) from None
    _bounded(value, place)
    return value


def _record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key `{next(key for key in keys if keys.count(key) > 1)}` stands twice in one record")
    return made


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"`{word}` is not a number")


def _no_float(word: str) -> NoReturn:
    raise ValueError(f"`{word[:40]}` is not a whole number")


def _integer(word: str) -> int:
    if len(word) > 17 or abs(int(word)) > LARGEST:
        raise ValueError("a number is out of range")
    return int(word)


def _plain(value: object) -> bool:
    """Whether a value of a text with nothing but ASCII in it is within all bounds: level by level, which is much faster than to say what is wrong where."""
    level: list[Any] = [value]
    for _ in range(MOST_DEPTH):
        inner: list[Any] = []
        for one in level:
            if type(one) is dict:
                inner.extend(one.values())
            elif type(one) is list:
                inner.extend(one)
            elif type(one) is int and not -LARGEST <= one <= LARGEST:
                return False
        if not inner:
            return True
        level = inner
    return False


def _bounded(value: object, place: str, depth: int = 0) -> None:
    if depth > MOST_DEPTH:
        raise BadFile(f"nested more than {MOST_DEPTH} deep", place)
    if isinstance(value, dict):
        for key, item in value.items():
            _text_ok(key, place)
            if key > "" and max(key) > "\uffff":
                raise BadFile("a key has a character that keys may not have", place)
            _bounded(item, place, depth + 1)
    elif isinstance(value, list):
        for item in value:
            _bounded(item, place, depth + 1)
    elif isinstance(value, str):
        _text_ok(value, place)


def _text_ok(text: str, place: str) -> None:
    if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
        raise BadFile("a text holds half of a surrogate pair", place)


def record(fields: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None, others: Shape | None = None) -> Shape:
    """A record with these fields, perhaps the optional ones, and nothing else (or, with `others`, further fields of that shape)."""
    more = optional or {}
    known = {**more, **fields}

    def check(value: object, place: str) -> None:
        if not isinstance(value, dict):
            raise BadFile(f"must be a record, not {kind_of(value)}", place)
        for key in fields:
            if key not in value:
                raise BadFile(f"`{key}` is missing", place)
        if others is anything:
            for key, wanted in known.items():
                if key in value:
                    wanted(value[key], f"{place.rstrip('/')}/{key}")
            return
        for key, item in value.items():
            shape = known.get(key) or others
            if shape is None:
                raise BadFile(f"`{key}` is not expected here", place)
            if shape is not anything:
                shape(item, f"{place.rstrip('/')}/{key}")

    return check


def listing(of: Shape) -> Shape:
    """A list whose elements all have one shape."""

    def check(value: object, place: str) -> None:
        if not isinstance(value, list):
            raise BadFile(f"must be a list, not {kind_of(value)}", place)
        for at, item in enumerate(value):
            of(item, f"{place}/{at}")

    return check


def number(low: int, high: int = LARGEST) -> Shape:
    """A whole number in a range."""

    def check(value: object, place: str) -> None:
        if type(value) is not int:
            raise BadFile(f"must be a whole number, not {kind_of(value)}", place)
        if not low <= value <= high:
            raise BadFile(f"must be from {low} to {high}, not {value}", place)

    return check


def only(*accepted: object) -> Shape:
    """One of a few values."""

    def check(value: object, place: str) -> None:
        if not any(value == one and type(value) is type(one) for one in accepted):
            raise BadFile("must be " + " or ".join(f"`{one}`" for one in accepted) + f", not {shown(value)}", place)

    return check


def optional(shape: Shape) -> Shape:
    """Null, or a value of that shape."""

    def check(value: object, place: str) -> None:
        if value is not None:
            shape(value, place)

    return check


def text(value: object, place: str) -> None:
    """Any text."""
    if not isinstance(value, str):
        raise BadFile(f"must be a text, not {kind_of(value)}", place)


def truth(value: object, place: str) -> None:
    """True or false."""
    if not isinstance(value, bool):
        raise BadFile(f"must be true or false, not {kind_of(value)}", place)


def anything(value: object, place: str) -> None:
    """Any value."""


def digest(value: object, place: str) -> None:
    """64 hex digits in lower case."""
    if not isinstance(value, str) or len(value) != 64 or not set(value) <= set("0123456789abcdef"):
        raise BadFile("must be 64 hex digits", place)


def kind_of(value: object) -> str:
    """What a JSON value is, in a word or two."""
    if value is None:
        return "null"
    names = {bool: "true or false", int: "a number", str: "a text", list: "a list", dict: "a record"}
    return names.get(type(value), "something else")


def shown(value: object) -> str:
    """A value in a message, cut to a readable length."""
    said = json.dumps(value, ensure_ascii=True)
    return f"`{said if len(said) <= 60 else said[:57] + '...'}`"
