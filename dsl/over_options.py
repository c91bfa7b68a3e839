"""Expressions over options, constants and how many play: what is known of a game before it begins."""
from __future__ import annotations

import operator
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any

_TWO: dict[str, Callable[[Any, Any], Any]] = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge, "add": operator.add,
    "sub": operator.sub, "mul": operator.mul, "in": lambda a, b: a in b, "not_in": lambda a, b: a not in b,
}
_PLAIN = ("int", "bool", "text", "word")
_KNOWN = frozenset((*_TWO, *_PLAIN, "none", "option", "list", "and", "or", "not", "neg", "if", "between", "chain"))


def options_of(node: Mapping[str, Any]) -> set[str]:
    """The options that an expression looks at, if it looks at nothing else; else, and if it looks at none, the empty set."""
    return asked_of(node)[0]


def asked_of(node: Mapping[str, Any], seats: Container[str] = ()) -> tuple[set[str], set[str]]:
    """The options that an expression looks at, and the kinds, of those in `seats`, of which it counts who play; two empty sets if it looks at anything else."""
    asked: set[str] = set()
    counted: set[str] = set()
    stack: list[Any] = [node]
    while stack:
        at = stack.pop()
        if isinstance(at, dict):
            kind = counted_kind(at)
            if kind is not None and kind in seats:
                counted.add(kind)
                continue
            if at.get("op") not in _KNOWN or not _TWO.keys() >= set(at.get("signs", ())):
                return set(), set()
            if at["op"] == "option":
                asked.add(at["name"])
            stack += at.values()
        elif isinstance(at, list):
            stack += at
    return asked, counted


def counted_kind(node: Mapping[str, Any]) -> str | None:
    """The kind of which an expression says how many there are: `count(raiders)`."""
    if node.get("op") != "apply" or node["function"] != "count" or node["args"][0].get("op") != "all":
        return None
    return str(node["args"][0]["kind"])


def broken(always: Iterable[Mapping[str, Any]], options: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], set[str]]]:
    """The invariants over options alone that a choice of options breaks, each with the options that it looks at."""
    for record in always:
        asked = options_of(record["test"])
        if asked and (record.get("when") is None or constant(record["when"], options)) and constant(record["test"], options) is not True:
            yield record, asked


def said(value: Any) -> str:
    """The value of an option, in an author's words."""
    return {True: "yes", False: "no", None: "none"}[value] if value is None or type(value) is bool else str(value)


def constant(node: Mapping[str, Any], options: Mapping[str, Any], counts: Mapping[str, int] | None = None) -> Any:
    """The value of an expression over options, constants, and how many there are of some kinds. Raises ValueError with the operation for any other."""

    def value(key: str) -> Any:
        return constant(node[key], options, counts)

    op = node["op"]
    if op in _TWO:
        return _TWO[op](value("left"), value("right"))
    if op in _PLAIN:
        return node["value"]
    match op:
        case "none":
            return None
        case "option":
            return options[node["name"]]
        case "list":
            return [constant(item, options, counts) for item in node["items"]]
        case "and":
            return all(constant(item, options, counts) for item in node["args"])
        case "or":
            return any(constant(item, options, counts) for item in node["args"])
        case "not":
            return not value("arg")
        case "neg":
            return -value("arg")
        case "chain":
            so_far = constant(node["args"][0], options, counts)
            for sign, arg in zip(node["signs"], node["args"][1:], strict=True):
                if sign not in _TWO:
                    raise ValueError(sign)
                so_far = _TWO[sign](so_far, constant(arg, options, counts))
            return so_far
        case "if":
            return value("then") if value("test") else value("else")
        case "between":
            return value("low") <= value("of") <= value("high")
        case "apply" if counts is not None and counted_kind(node) in counts:
            return counts[str(counted_kind(node))]
        case other:
            raise ValueError(other)
