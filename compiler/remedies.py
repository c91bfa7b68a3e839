"""What to write instead of a value of the wrong type: takes what is written and both types, gives the remedy where one can be told from them."""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.types import Type

from .fit import fits
from .names import nearest
from .world import EnumDecl, World

_TRUTHS = {"true": "yes", "yes": "yes", "on": "yes", "1": "yes", "false": "no", "no": "no", "off": "no", "0": "no"}


def remedy(world: World, node: s.Expr, found: Type, expected: Type) -> str | None:
    """The remedy; None if nothing better is known than what is expected."""
    if found.shape == "none":
        return _instead_of_none(expected)
    if isinstance(node, s.Text):
        return _instead_of_text(world, node.value.strip(), expected)
    if expected.shape == "text":
        return _as_text(node)
    if expected.shape == "bool" and isinstance(node, s.Number):
        return f"write `{'yes' if node.value else 'no'}`" if node.value in (0, 1) else "write `yes`, `no` or a condition"
    if expected.shape == "int" and found.shape == "bool":
        return "write a number, such as `1` or `0`"
    if found.shape == "list" and expected.shape != "list" and isinstance(node, s.ListOf) and len(node.items) == 1:
        return "write it without `[` and `]`"
    if isinstance(node, s.ListOf) and expected.shape == "list" and found.item is not None and expected.item is not None and node.items:
        return remedy(world, node.items[0], found.item, expected.item)
    if expected.shape == "int" and found.shape == "list":
        return "write `count(...)` if their number is meant"
    if expected.shape == "list" and expected.item is not None and fits(world, found, expected.item):
        return "write it in `[` and `]`"
    return None


def _instead_of_none(expected: Type) -> str:
    if expected.shape == "list":
        return "write `[]` for a list in which there is nothing"
    if expected.shape == "bool":
        return "write `no`, or a condition"
    empty = {"int": "`0`, ", "text": "`\"\"`, "}.get(expected.shape, "what it is, ")
    return f"write {empty}or let the type end in `?` where it is declared, if there may be none"


def _as_text(node: s.Expr) -> str | None:
    """What a number, or what a name stands for, is in a text."""
    if isinstance(node, s.Name) and node.name not in ("yes", "no"):
        return f"write `\"{{{node.name}}}\"` if its value is meant, or `\"{node.name}\"` if the word itself is"
    if isinstance(node, s.Quantity) and isinstance(node.amount, s.Number) and node.tag is None and node.of is None:
        return f"write it between quotes: `\"{node.amount.value} {node.unit.name}\"`"
    if isinstance(node, s.Unary) and isinstance(node.value, s.Number):
        return f"write it between quotes: `\"-{node.value.value}\"`"
    said = node.value if isinstance(node, s.Number) else node.name if isinstance(node, s.Name) else None
    return f"write it between quotes: `\"{said}\"`" if said is not None else None


def _instead_of_text(world: World, text: str, expected: Type) -> str | None:
    if expected.shape == "int":
        return f"write `{text}` without quotes" if text.isascii() and text.removeprefix("-").isdigit() else "write a number, without quotes"
    if expected.shape == "bool":
        return f"write `{_TRUTHS[text.lower()]}`, without quotes" if text.lower() in _TRUTHS else "write `yes`, `no` or a condition, without quotes"
    if expected.shape == "word":
        enum = world.by_id["enum"].get(expected.of or "")
        if isinstance(enum, EnumDecl):
            word = nearest(text, enum.members) or text
            known = ", ".join(f"`{one}`" for one in enum.members)
            return f"write `{word}` without quotes" if word in enum.members else f"write one of its words, without quotes: {known}"
    return None
