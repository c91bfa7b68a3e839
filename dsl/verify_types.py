"""Types as `verify` knows them: what an expression gives, what a place accepts, and whether the two can never agree.

Only what is certain is a fault: a type that is not known fits everywhere, as does `null`. A place stands for its contents where a list is wanted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .registry import FUNCTIONS, Function
from .types import ANY, BOOL, DIE, FUNCTION, INT, PATH, TEXT, Type, list_of, thing, word
from .verify_names import Index

_LAYERS = 4
LOOSE = frozenset(("any", "hole", "none"))
DIAL = Type("dial")
EFFECT = Type("effect")
LIST = list_of(ANY)

RELATIONS: dict[str, Type] = {
    "place": thing("place"),
    "owner": thing(),
    "controller": thing("seat"),
    "host": thing(),
    "name": TEXT,
    "face": TEXT,
    "area": thing("area"),
    "board": thing("board"),
    "next": thing("seat"),
    "playing": BOOL,
    "number": INT,
    "definition": ANY,
    "holder": thing(),
    "exists": BOOL,
}
DIE_VALUES = {"face": INT, "sides": INT, "rerolled": BOOL}


def of_record(record: Mapping[str, Any]) -> Type:
    """The type that a type record says. Of lists in lists the innermost are not told apart."""
    layers = 0
    while record["type"] == "list":
        record = record["of"]
        layers += 1
    found = _of_plain(record) if layers <= _LAYERS else ANY
    for _ in range(min(layers, _LAYERS)):
        found = list_of(found)
    return found


def _of_plain(record: Mapping[str, Any]) -> Type:
    match record["type"]:
        case "int":
            return Type("int", low=record["low"], high=record["high"], unit=record["unit"])
        case "dial":
            return Type("dial", low=record["low"], high=record["high"])
        case "word":
            return word(record["of"])
        case "thing":
            return thing(record["of"])
        case "group":
            return list_of(thing(record["of"]))
        case "effect":
            return Type("effect", of=record["of"])
        case other:
            return _PLAIN.get(other, ANY)


_PLAIN = {"bool": BOOL, "text": TEXT, "die": DIE, "path": PATH, "function": FUNCTION}


def of_word(text: str, first: Type) -> Type:
    """The type that a word of the registry says; `same` is the first argument's, or that of its elements."""
    text = text.removesuffix("?")
    if text.startswith("list of "):
        return list_of(of_word(text[8:], first))
    if text == "same":
        return element(first) if first.shape in ("list", "path", "thing") else first
    known = _WORDS.get(text)
    return known if known is not None else thing(text)


_WORDS = {"int": INT, "bool": BOOL, "text": TEXT, "die": DIE, "path": PATH, "function": FUNCTION, "any": ANY, "word": word(None), "dial": DIAL,
    "effect": EFFECT, "verbs": list_of(TEXT)}


def element(found: Type) -> Type:
    """The type of a list's elements; what lies in a place is a thing."""
    if found.shape == "list":
        return found.item or ANY
    return thing() if found.shape == "thing" else thing("space") if found.shape == "path" else ANY


def fits(index: Index, found: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where another is wanted, as far as that can be known."""
    while found.shape == wanted.shape == "list":
        found, wanted = found.item or ANY, wanted.item or ANY
    if found.shape in LOOSE or wanted.shape in LOOSE:
        return True
    if wanted.shape == "list":
        return found.shape in ("thing", "path")
    if wanted.shape in ("int", "dial"):
        return found.shape in ("int", "dial")
    if wanted.shape != found.shape:
        return False
    if wanted.shape == "word":
        return None in (found.of, wanted.of) or found.of == wanted.of
    return wanted.shape != "thing" or related(index, found.of or "thing", wanted.of or "thing")


def related(index: Index, one: str, other: str) -> bool:
    """Whether a thing can be of both kinds. What the engine calls a place can be of any kind."""
    if "place" in (one, other):
        return True
    return other in index.ancestors(one) or one in index.ancestors(other)


def comparable(index: Index, left: Type, right: Type) -> bool:
    """Whether two values can ever be equal."""
    return fits(index, left, right) or fits(index, right, left)


def common(index: Index, one: Type, other: Type) -> Type:
    """The type of a value that is one or the other."""
    if one.shape in LOOSE:
        return other
    if one.shape == other.shape == "thing":
        kinds = index.ancestors(other.of or "thing")
        return thing(next((kind for kind in index.ancestors(one.of or "thing") if kind in kinds), "thing"))
    return one if one.shape == other.shape and one.of == other.of else one if other.shape in LOOSE else ANY


def applied(row: Function, arguments: list[Type]) -> tuple[list[Type], Type]:
    """What a built-in function wants for each of so many arguments, and what it gives."""
    first = arguments[0] if arguments else ANY
    wanted = [of_word(row.params[min(at, len(row.params) - 1)].type, first) for at in range(len(arguments))] if row.params else []
    return wanted, of_word(row.result, first)


def constant(value: object) -> Type:
    """The type of a field's constant; texts may be words."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return INT
    if isinstance(value, dict):
        return EFFECT if "effect" in value else thing()
    if isinstance(value, list):
        return LIST
    return ANY


__all__ = ["BOOL", "DIE_VALUES", "FUNCTIONS", "RELATIONS", "applied", "common", "comparable", "constant", "element", "fits", "of_record", "of_word", "related"]
