"""Expressions: names resolved, types checked and records of the ruleset made, in one walk.

Resolving, checking and lowering are one pass here, because the meaning of a bare word depends on the type that its place expects (`x.terrain is forest`), and
the record depends on both. `value` gives a record and its type; `check` also says what was expected. What cannot be understood becomes a hole: it has been
reported, and everything around it goes on.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import ANY, BOOL, HOLE, INT, NONE, TEXT, Type, list_of, thing

from . import called, lookup, members, paths, ranges
from .belonging import maybe_none
from .chains import Record, operands, sums
from .env import IR, Env
from .fit import common, comparable, fits
from .leftovers import unread_quantity
from .narrowing import denied, facts, note
from .remedies import remedy

NOTHING: IR = {"op": "none"}
Value = tuple[IR, Type]


def value(env: Env, node: s.Expr, expected: Type | None = None) -> Value:
    """The record of an expression and its type. `expected` helps bare words and quoted names; it is not enforced."""
    return _TABLE[type(node)](env, node, expected)


def check(env: Env, node: s.Expr, expected: Type, what: str = "this") -> IR:
    """The record of an expression that must fit a type; a zone becomes its contents or itself, as the type wants."""
    ir, found = value(env, node, expected)
    return settle(env, node, ir, found, expected, what)


def settle(env: Env, node: s.Expr, ir: IR, found: Type, expected: Type, what: str = "this") -> IR:
    """Make a value of one type stand where another is expected, or report it."""
    ir, found = contents_if(ir, found, expected)
    if fits(env.world, found, expected):
        return ir
    if found.optional and fits(env.world, found.sure(), expected):
        maybe_none(env, node)
    elif expected.shape == "int" and expected.unit and found.shape == "int":
        row = rows.MISSING_UNIT if not found.unit else rows.WRONG_UNIT
        env.report(row, node, what=what, unit=expected.unit, found=found.unit or "")
    else:
        help_ = remedy(env.world, node, found, expected)
        env.add(rows.TYPE_MISMATCH.at(node.span, what=what, expected=article(expected.words()), found=article(found.words()), help=help_))
    return ir


def condition(env: Env, node: s.Expr, what: str = "a condition") -> IR:
    """The record of a yes-or-no expression."""
    return check(env, node, BOOL, what)


def sequence_of(env: Env, node: s.Expr, what: str = "this") -> tuple[IR, Type]:
    """The record of a list (or of a zone's contents) and the type of its elements."""
    ir, found = value(env, node)
    ir, found = contents_if(ir, found, list_of(ANY))
    if found.shape == "hole":
        return ir, HOLE
    if found.shape != "list":
        env.report(rows.TYPE_MISMATCH, node, what=what, expected="a list", found=article(found.words()))
        return ir, HOLE
    return ir, found.item or ANY


def contents_if(ir: IR, found: Type, expected: Type) -> Value:
    """A zone read as the list of what lies in it, unless a place is wanted."""
    if found.shape == "list" and found.of == "zone" and expected.shape not in ("thing",):
        return {"op": "contents", "of": ir}, list_of(found.item or ANY)
    if found.shape == "thing" and found.of in ("zone", "place") and expected.shape == "list":
        return {"op": "contents", "of": ir}, list_of(thing())
    return ir, found


def article(words: str) -> str:
    """`a` or `an` before a type's words."""
    if words == "none":
        return words
    return ("an " if words[:1] in "aeio" else "a ") + words


# ------------------------------------------------------------------------------------------------------------ the forms


def _number(env: Env, node: s.Number, expected: Type | None) -> Value:
    return {"op": "int", "value": node.value}, Type("int", low=node.value, high=node.value)


def _text(env: Env, node: s.Text, expected: Type | None) -> Value:
    if expected is not None and expected.shape == "text":
        return {"op": "text", "value": node.value}, TEXT
    found = paths.named_thing(env, node.value, node, required=expected is not None and expected.shape == "thing")
    if found is not None:
        return found
    if expected is not None and expected.shape == "thing":
        return NOTHING, HOLE
    return {"op": "text", "value": node.value}, TEXT


def _paren(env: Env, node: s.Paren, expected: Type | None) -> Value:
    return value(env, node.value, expected)


def _filter(env: Env, node: s.Filter, expected: Type | None) -> Value:
    ir, item = sequence_of(env, node.base, "what `where` filters")
    return filtered(env, ir, item, node.condition)


def filtered(env: Env, ir: IR, item: Type, test: s.Expr) -> Value:
    """`list where test`: the record and the (perhaps narrower) list type."""
    inner, name = element(env, item)
    where = condition(inner, test, "the condition after `where`")
    narrowed = facts(inner, test).get("it", item)
    return {"op": "filter", "of": ir, "var": name, "where": where}, list_of(narrowed)


def element(env: Env, item: Type) -> tuple[Env, str]:
    """An environment in which `it` is an element, and the name of its variable."""
    name = env.next_it()
    inner = env.child(depth=env.depth + 1)
    inner.vars["it"] = lookup.bound(item, {"op": "var", "name": name})
    inner.narrow = {key: kind for key, kind in inner.narrow.items() if key != "it" and not key.startswith("it.")}
    return inner, name


def _conditional(env: Env, node: s.Conditional, expected: Type | None) -> Value:
    test = condition(env, node.test, "the condition after `if`")
    yes, yes_type = value(env.narrowed(facts(env, node.test)), node.yes, expected)
    no, no_type = value(env.narrowed(denied(env, node.test)), node.no, expected or (yes_type if yes_type.shape == "word" else None))
    if no_type.shape == "list":
        yes, yes_type = contents_if(yes, yes_type, no_type)
    found = common(env.world, yes_type, no_type)
    if found is None:
        env.report(rows.TYPE_MISMATCH, node.no, what="the value after `else`", expected=article(yes_type.words()), found=article(no_type.words()))
        found = HOLE
    return {"op": "if", "test": test, "then": yes, "else": no}, found


def _binary(env: Env, node: s.Binary | s.Divide, expected: Type | None) -> Value:
    """An operation on two values; a chain of them from its first one on."""
    if isinstance(node, s.Binary) and node.op in ("and", "or"):
        return _logic(env, node)
    left = node.left
    if not isinstance(left, s.Binary | s.Divide) and isinstance(node, s.Binary):
        return _operation(env, node, *value(env, left, expected if expected is not None and expected.shape == "int" else None))
    chain = sums(node)
    plain = expected is not None and expected.shape == "int" and not any(isinstance(one, s.Divide) for one in chain)
    first, found = value(env, chain[-1].left, expected if plain else None)
    record = Record(first, len(chain))
    for one in reversed(chain):
        made, found = _quotient(env, one, record.ir, found) if isinstance(one, s.Divide) else _operation(env, one, record.ir, found)
        record.add(made)
    return record.ir, found


def _operation(env: Env, node: s.Binary, left: IR, left_type: Type) -> Value:
    op = node.op
    right, right_type = value(env, node.right, left_type if left_type.shape in ("list", "int") else None)
    if op == "+" and "list" in (left_type.shape, right_type.shape):
        left, left_type = contents_if(left, left_type, list_of(ANY))
        right, right_type = contents_if(right, right_type, list_of(ANY))
        found = common(env.world, left_type, right_type)
        if found is None:
            env.report(rows.TYPE_MISMATCH, node.right, what="the right side of `+`", expected=article(left_type.words()), found=article(right_type.words()))
        return {"op": "add", "left": left, "right": right}, found or HOLE
    name = {"+": "add", "-": "sub", "*": "mul", "mod": "mod", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}[op]
    compare = op in ("<", "<=", ">", ">=")
    shapes = (left_type.shape, right_type.shape)
    if shapes == ("dial", "dial") and (compare or op == "-"):
        return {"op": name, "left": left, "right": right}, BOOL if compare else INT
    if left_type.shape == "dial" and op in ("+", "-"):
        return {"op": name, "left": left, "right": number(env, node.right, right, right_type, f"the right side of `{op}`")}, left_type
    if "dial" in shapes and compare:
        left = {"op": "apply", "function": "face", "args": [left]} if shapes[0] == "dial" else left
        right = {"op": "apply", "function": "face", "args": [right]} if shapes[1] == "dial" else right
        return {"op": name, "left": left, "right": right}, BOOL
    left = number(env, node.left, left, left_type, f"the left side of `{op}`")
    right = number(env, node.right, right, right_type, f"the right side of `{op}`")
    if op == "mod":
        _not_by_zero(env, node.right, right_type)
    if compare:
        ranges.judge(env, node, op, left_type, right_type)
    return {"op": name, "left": left, "right": right}, BOOL if compare else ranges.sum_range(op, left_type, right_type)


def number(env: Env, node: s.Expr, ir: IR, found: Type, what: str) -> IR:
    """A whole number, whatever its unit."""
    if found.shape not in ("int", "hole", "any"):
        env.report(rows.TYPE_MISMATCH, node, what=what, expected="an int", found=article(found.words()))
    elif found.optional:
        maybe_none(env, node)
    return ir


def _logic(env: Env, node: s.Binary) -> Value:
    """A chain of `and` or `or` becomes one record; each part knows what the parts before it have tested: that they hold, or that they do not."""
    args: list[IR] = []
    inner = env
    for part in operands(node):
        args.append(condition(inner, part, f"each side of `{node.op}`"))
        inner = inner.narrowed(facts(inner, part) if node.op == "and" else denied(inner, part))
    return {"op": node.op, "args": args}, BOOL


def _quotient(env: Env, node: s.Divide, left: IR, left_type: Type) -> Value:
    right, right_type = value(env, node.right)
    _not_by_zero(env, node.right, right_type)
    left = number(env, node.left, left, left_type, "the left side of `/`")
    right = number(env, node.right, right, right_type, "the right side of `/`")
    return {"op": "div", "left": left, "right": right, "rounding": node.rounding}, INT


def _not_by_zero(env: Env, node: s.Expr, divisor: Type) -> None:
    """Report a division, or the rest of one, by what is 0 and nothing else."""
    if divisor.shape == "int" and divisor.low == divisor.high == 0 and not divisor.optional:
        env.report(rows.DIVISION_BY_ZERO, node)


def _unary(env: Env, node: s.Unary, expected: Type | None) -> Value:
    if node.op == "not":
        return {"op": "not", "arg": condition(env, node.value, "what `not` turns round")}, BOOL
    ir, found = value(env, node.value)
    ir = number(env, node.value, ir, found, "what `-` stands before")
    if ir.get("op") == "int":
        return {"op": "int", "value": -ir["value"]}, Type("int", low=-ir["value"], high=-ir["value"])
    return {"op": "neg", "arg": ir}, INT


def _is(env: Env, node: s.Is, expected: Type | None) -> Value:
    ir, found = _is_plain(env, node)
    return ({"op": "not", "arg": ir} if node.negated and ir.get("op") != "ne" else ir), found


def _is_plain(env: Env, node: s.Is) -> Value:
    left, left_type = value(env, node.left)
    note(env, node, left_type, None)
    if isinstance(node.right, s.One):
        kind = lookup.kind_named(env, node.right.kind)
        if left_type.shape not in ("thing", "hole", "any"):
            env.report(rows.TYPE_MISMATCH, node.left, what="the left side of `is a`", expected="a thing", found=article(left_type.words()))
        elif kind is not None and not comparable(env.world, left_type, thing(kind)):
            env.report(rows.NOT_COMPARABLE, node, left=article(left_type.sure().words()), right=article(thing(kind).words()))
        return {"op": "is_kind", "of": left, "kind": kind or "thing"}, BOOL
    adjective = members.adjective(env, node, left, left_type)
    if adjective is not None:
        return adjective
    right, right_type = value(env, node.right, left_type)
    called.judge(env, left, node.right)
    note(env, node, left_type, right_type)
    if left_type.shape == "text" and right_type.shape == "thing" and isinstance(node.left, s.Text):
        left, left_type = value(env, node.left, right_type)
    op = "ne" if node.negated else "eq"
    if {left_type.shape, right_type.shape} == {"dial", "int"}:
        ranges.judge(env, node, "is", left_type, right_type)
        left = {"op": "apply", "function": "face", "args": [left]} if left_type.shape == "dial" else left
        right = {"op": "apply", "function": "face", "args": [right]} if right_type.shape == "dial" else right
        return {"op": op, "left": left, "right": right}, BOOL
    zones = [t.shape == "list" and t.of == "zone" for t in (left_type, right_type)]
    if "thing" not in (left_type.shape, right_type.shape) and not all(zones):
        left, left_type = contents_if(left, left_type, list_of(ANY))
        right, right_type = contents_if(right, right_type, list_of(ANY))
    if not comparable(env.world, left_type, right_type):
        env.report(rows.NOT_COMPARABLE, node, left=article(left_type.words()), right=article(right_type.words()))
    elif not node.negated:
        ranges.judge(env, node, "is", left_type, right_type)
    return {"op": op, "left": left, "right": right}, BOOL


def _is_empty(env: Env, node: s.IsEmpty, expected: Type | None) -> Value:
    ir, found = value(env, node.value)
    if found.shape not in ("list", "thing", "hole", "any"):
        env.report(rows.TYPE_MISMATCH, node.value, what="what `is empty` asks of", expected="a list or a place", found=article(found.words()))
    ir = {"op": "empty", "of": ir}
    return ({"op": "not", "arg": ir} if node.negated else ir), BOOL


def _in(env: Env, node: s.In, expected: Type | None) -> Value:
    left, left_type = value(env, node.left)
    if isinstance(node.right, s.Range):
        if left_type.shape == "dial":
            left = {"op": "apply", "function": "face", "args": [left]}
        else:
            left = number(env, node.left, left, left_type, "the left side of `in`")
        low, high = check(env, node.right.low, INT, "the lower end"), check(env, node.right.high, INT, "the upper end")
        if low.get("op") == high.get("op") == "int" and low["value"] > high["value"]:
            env.report(rows.EMPTY_RANGE, node.right, low=low["value"], high=high["value"])
        ir: IR = {"op": "between", "of": left, "low": low, "high": high}
        return ({"op": "not", "arg": ir} if node.negated else ir), BOOL
    right, right_type = value(env, node.right, list_of(left_type))
    called.judge(env, left, node.right)
    note(env, node, left_type, right_type)
    right, right_type = contents_if(right, right_type, list_of(ANY))
    if right_type.shape == "thing":
        right, right_type = {"op": "contents", "of": right}, list_of(thing())
    if right_type.shape not in ("list", "hole", "any"):
        env.report(rows.TYPE_MISMATCH, node.right, what="the right side of `in`", expected="a list", found=article(right_type.words()))
    elif right_type.shape == "list":
        item = right_type.item or ANY
        if left_type.shape == "dial" and item.shape == "int":
            left = {"op": "apply", "function": "face", "args": [left]}
        elif not comparable(env.world, left_type, item):
            env.report(rows.NOT_COMPARABLE, node, left=article(left_type.words()), right=article(item.words()))
    return {"op": "not_in" if node.negated else "in", "left": left, "right": right}, BOOL


def _has(env: Env, node: s.Has, expected: Type | None) -> Value:
    ir = check(env, node.value, thing(), "the left side of `has`")
    ability = lookup.ability_named(env, node.ability)
    return {"op": "has", "of": ir, "ability": ability or ""}, BOOL


def _link(env: Env, node: s.Link, expected: Type | None) -> Value:
    env.report(rows.MISPLACED_LINK, node)
    return NOTHING, HOLE


def _quantity(env: Env, node: s.Quantity, expected: Type | None) -> Value:
    ir = check(env, node.amount, INT, "the amount")
    unread_quantity(env.world, node, "an amount", tag="only a verb that is called with an amount has a tag", of=None)
    if node.of is not None:
        env.report(rows.UNIT_OF_NOTHING, node.of, unit=node.unit.name)
    return ir, Type("int", unit=node.unit.name)


def _the(env: Env, node: s.The, expected: Type | None) -> Value:
    return members.the(env, node)


def _all(env: Env, node: s.All, expected: Type | None) -> Value:
    ir, item = sequence_of(env, node.value, "what stands after `all`")
    return ir, list_of(item)


def _list(env: Env, node: s.ListOf, expected: Type | None) -> Value:
    item = expected.item if expected is not None and expected.shape == "list" else None
    items: list[IR] = []
    found: Type | None = None
    for child in node.items:
        ir, kind = value(env, child, item or found)
        ir, kind = contents_if(ir, kind, item or thing())
        if kind.optional and kind.shape != "none":
            maybe_none(env, child)
        items.append(ir)
        joined = kind if found is None else common(env.world, found, kind)
        if joined is None and found is not None:
            env.report(rows.TYPE_MISMATCH, child, what="each item of the list", expected=article(found.words()), found=article(kind.words()))
        found = joined or found
    return {"op": "list", "items": items}, list_of(found or item or ANY)


def _table(env: Env, node: s.Table, expected: Type | None) -> Value:
    of = check(env, node.subject, INT, "what the table looks up")
    records: list[IR] = []
    other: IR | None = None
    found: Type | None = None
    last: int | None = None
    for row in node.rows:
        ir, kind = value(env, row.value, expected)
        joined = kind if found is None else common(env.world, found, kind)
        if joined is None and found is not None:
            env.report(rows.TYPE_MISMATCH, row.value, what="each value of the table", expected=article(found.words()), found=article(kind.words()))
        found = joined or found
        if row.low is None:
            other = ir
            continue
        high = row.high
        if last is not None and row.low != last + 1:
            env.report(rows.TABLE_ROWS, row, low=row.low, after=last)
        last = high if high is not None else 10**9
        records.append({"low": row.low, "high": high, "value": ir})
    return {"op": "lookup", "of": of, "rows": records, "else": other}, found or HOLE


def _asks(env: Env, node: Any, expected: Type | None) -> Value:
    """`a hero`, `up to 2 cards`, `random card`: a decision or a draw, made before the statement."""
    from .choices import hoist

    return hoist(env, node, None)


def _name(env: Env, node: s.Name, expected: Type | None) -> Value:
    return paths.name(env, node, expected)


def _qname(env: Env, node: s.QName, expected: Type | None) -> Value:
    return paths.qualified(env, node, expected)


def _dot(env: Env, node: s.Dot, expected: Type | None) -> Value:
    return members.dot(env, node, value)


def _of(env: Env, node: s.Of, expected: Type | None) -> Value:
    return members.dot(env, s.Dot(node.span, node.value, node.name.name, node.name.span), value)


def _call(env: Env, node: s.Call, expected: Type | None) -> Value:
    from .calls import function_call

    return function_call(env, node, expected)


_TABLE: dict[type, Callable[[Env, Any, Type | None], Value]] = {
    s.Number: _number, s.Text: _text, s.Name: _name, s.QName: _qname, s.Dot: _dot, s.Of: _of, s.Call: _call, s.Filter: _filter, s.Conditional: _conditional,
    s.Binary: _binary, s.Divide: _binary, s.Unary: _unary, s.Is: _is, s.IsEmpty: _is_empty, s.In: _in, s.Has: _has, s.Link: _link,
    s.Quantity: _quantity, s.One: _asks, s.AnyNumber: _asks, s.UpTo: _asks, s.All: _all, s.The: _the, s.Random: _asks, s.ListOf: _list, s.Table: _table,
    s.Paren: _paren,
}

__all__ = ["INT", "NONE", "Value", "check", "condition", "settle", "value"]
