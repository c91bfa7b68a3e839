"""What a `together` cannot do: set one value to two different ones.

Takes the statements of the block as records and as written, gives the sets that are sure to meet: same target, two values known without playing, not in two
branches of one `if`. What depends on the game is left to the runtime.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rulewright.dsl import syntax as s
from rulewright.dsl.records import inside
from rulewright.dsl.walk import walk

IR = dict[str, Any]
CONSTANT = ("int", "bool", "text", "word", "none", "thing", "space")
BRANCHES = {"if": ("then", "else"), "may": ("then", "else")}


class Set(NamedTuple):
    """A set: its record, its place, the branches and the loops in which it stands, outermost first."""

    record: IR
    written: s.Assign
    branches: dict[int, int]
    loops: tuple[IR, ...]


def clashes(body: list[IR], block: s.Block) -> Iterator[tuple[Set, Set]]:
    """Pairs of sets that cannot both be, the earlier one first."""
    written = [node for node in walk(block) if isinstance(node, s.Assign) and node.op == "="]
    made = list(_sets(body, {}, ()))
    if len(made) != len(written):
        return  # something in the block could not be understood, and has been reported
    sets = [Set(record, node, branches, loops) for (record, branches, loops), node in zip(made, written, strict=True)]
    known: list[Set] = []
    for one in sets:
        if one.record["value"]["op"] not in CONSTANT:
            continue
        other = next((k for k in known if _meet(k, one)), None)
        if other is not None:
            yield other, one
        else:
            known.append(one)


def _meet(one: Set, two: Set) -> bool:
    target = one.record["target"]
    if target != two.record["target"] or one.record["value"] == two.record["value"]:
        return False
    if any(two.branches.get(at, way) != way for at, way in one.branches.items()):
        return False
    names = {node["name"] for node in inside(target) if node.get("op") == "var"}
    return _bound(one, names) == _bound(two, names)


def _bound(one: Set, names: set[str]) -> list[int]:
    """The loops whose element the target names: two loops may use one word for different things."""
    return [id(loop) for loop in one.loops if loop.get("var") in names]


def _sets(body: list[IR], branches: dict[int, int], loops: tuple[IR, ...]) -> Iterator[tuple[IR, dict[int, int], tuple[IR, ...]]]:
    for record in body:
        op = record["op"]
        if op == "set" and record["change"] == "=":
            yield record, branches, loops
        elif op in BRANCHES:
            for way, key in enumerate(BRANCHES[op]):
                yield from _sets(record[key], {**branches, id(record): way}, loops)
        elif op == "menu":
            for way, option in enumerate(record["options"]):
                yield from _sets(option["body"], {**branches, id(record): way}, loops)
        elif op in ("each", "repeat", "together"):
            yield from _sets(record["body"], branches, (*loops, record))
