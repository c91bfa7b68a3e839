"""Primitives of the registry as statements: `shuffle deck`, `put x into y`, `roll 3 d6`, `create token from x into y`."""
from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.registry import OPERATIONS
from rulewright.dsl.types import HOLE, INT, TEXT, Type, list_of, thing

from .belonging import maybe_none
from .calls import given_by, registry_type
from .choices import hoist, is_selector
from .env import IR, Env
from .expressions import check, sequence_of, settle, value
from .fields import holes
from .leftovers import unread_quantity
from .lookup import variable
from .names import did_you_mean


def operation(env: Env, node: s.Node, head: s.Name, argument: s.Expr | None, tails: list[s.Tail]) -> tuple[IR, Type] | None:
    """A primitive of the registry as a statement; None if the word is none."""
    row = OPERATIONS.get(head.name)
    if row is None:
        return None
    record: IR = {"op": "operation", "name": row.name, "args": {}, "as": None}
    env.sites.revealed |= row.reveals
    result = registry_type(row.result, HOLE) if row.result else HOLE
    given = given_by(argument, tails)
    for twice in given.doubled:
        env.report(rows.DOUBLED_LABEL, twice, name=twice.name or "")
    special_form = _SPECIAL.get(row.name)
    if special_form is not None:
        _strange(env, row.name, {t.name or "": t for t in tails if t.name not in _SPECIAL_LABELS[row.name]})
        return special_form(env, node, record, argument, tails, result)
    for index, param in enumerate(row.params):
        tail = given.labels.pop(param.label, None) if param.label else given.named.pop(param.name, None)
        source = tail.value if tail is not None else argument if index == 0 else None
        if source is None:
            if not param.optional:
                env.report(rows.MISSING_ARGUMENT, head, name=row.name, missing=f"`{param.label or param.name}`")
            continue
        record["args"][param.name] = operand(env, source, registry_type(param.type, HOLE), f"`{param.name}` of `{row.name}`")
    _strange(env, row.name, {**given.labels, **given.named})
    return record, result


def _strange(env: Env, name: str, tails: dict[str, s.Tail]) -> None:
    for label, tail in tails.items():
        env.report(rows.WRONG_LABELS, tail, name=name, reason=f"`{name}` has no {'label' if tail.word == 'label' else 'parameter'} `{label}`")


def operand(env: Env, source: s.Expr, wanted: Type, what: str) -> IR:
    """An operand of a primitive; where a list is wanted one thing will do."""
    if is_selector(source):
        ir, kind = hoist(env, source, None)
    elif isinstance(source, s.All):
        ir, item = sequence_of(env, source.value, what)
        kind = list_of(item)
    else:
        ir, kind = value(env, source, wanted.item if wanted.shape == "list" else wanted)
    if wanted.shape == "list" and kind.shape not in ("list", "hole", "any"):
        if kind.optional and kind.shape != "none":
            maybe_none(env, source)
            kind = kind.sure()
        return settle(env, source, {"op": "list", "items": [ir]}, list_of(kind), wanted, what)
    return settle(env, source, ir, kind, wanted, what)


def _put(env: Env, node: s.Node, record: IR, argument: s.Expr | None, tails: list[s.Tail], result: Type) -> tuple[IR, Type]:
    if argument is None:
        env.report(rows.MISSING_ARGUMENT, node, name="put", missing="what is put")
        return record, HOLE
    record["args"]["things"] = operand(env, argument, list_of(thing()), "what `put` moves")
    where = [t for t in tails if t.word == "label" and t.name in ("into", "in", "onto", "under", "at", "on")]
    if len(where) != 1 or where[0].value is None:
        env.report(rows.MISSING_ARGUMENT, node, name="put", missing="`into`, `under` or `onto` and one place")
        return record, HOLE
    record["args"]["place"] = check(env, where[0].value, thing("place"), "where `put` puts it")
    if where[0].name == "under":
        record["args"]["under"] = {"op": "bool", "value": True}
    return record, HOLE


def _roll(env: Env, node: s.Node, record: IR, argument: s.Expr | None, tails: list[s.Tail], result: Type) -> tuple[IR, Type]:
    unit = argument.unit.name if isinstance(argument, s.Quantity) else ""
    if not isinstance(argument, s.Quantity) or not (unit[:1] == "d" and unit[1:].isdigit() and 2 <= int(unit[1:]) <= 1000):
        env.report(rows.NOT_DICE, argument or node)
        return record, result
    unread_quantity(env.world, argument, "`roll`")
    record["args"] = {"count": check(env, argument.amount, INT, "the number of dice"), "sides": {"op": "int", "value": int(unit[1:])}}
    return record, list_of(Type("die", low=1, high=int(unit[1:])))


def _create(env: Env, node: s.Node, record: IR, argument: s.Expr | None, tails: list[s.Tail], result: Type) -> tuple[IR, Type]:
    given = given_by(argument, tails)
    source = given.labels["from"].value if "from" in given.labels else argument
    if "from" in given.labels and argument is not None and not (isinstance(argument, s.Name) and argument.name == "token"):
        env.report(rows.MISSING_ARGUMENT, argument, name="create", missing="`token from x into place`")
    into = given.labels.get("into") or given.labels.get("at")
    if source is None or into is None or into.value is None:
        env.report(rows.MISSING_ARGUMENT, node, name="create", missing="`token from x into place`")
        return record, HOLE
    known = len(env.world.problems)
    ir, kind = value(env, source, thing())
    if ir.get("op") == "thing":  # a name stands for what is printed, however many there are of it
        env.world.problems[known:] = [p for p in env.world.problems[known:] if p.code != rows.SEVERAL_COPIES.code]
    record["args"] = {"thing": settle(env, source, ir, kind, thing(), "what is copied"), "place": check(env, into.value, thing("place"), "where it comes")}
    amount = given.named.get("count")
    if amount is not None and amount.value is not None:
        record["args"]["count"] = check(env, amount.value, INT, "the count")
    return record, list_of(kind)


def _say(env: Env, node: s.Node, record: IR, argument: s.Expr | None, tails: list[s.Tail], result: Type) -> tuple[IR, Type]:
    if argument is None:
        env.report(rows.MISSING_ARGUMENT, node, name="say", missing="a text")
        return record, HOLE
    record["args"]["text"] = check(env, argument, TEXT, "what `say` says")
    held = [name for name, bound in env.vars.items() if bound.ir == {"op": "var", "name": name}]
    known = held + (["self"] if env.self_kind is not None else [])
    for name in holes(argument):
        if name not in known:
            elsewhere = f"write `let shown = {name}` before it, and `{{shown}}` in the text" if variable(env, name) is not None else ""
            hint = elsewhere or did_you_mean(name, known) or "a text can show what the body around it holds: its parameters, counters, `let`s"
            env.report(rows.UNKNOWN_HOLE, argument, verb="say", name=name, hint=hint)
    return record, HOLE


_SPECIAL: dict[str, Callable[[Env, s.Node, IR, s.Expr | None, list[s.Tail], Type], tuple[IR, Type]]] = {
    "put": _put, "roll": _roll, "create": _create, "say": _say,
}
_SPECIAL_LABELS: dict[str, tuple[str, ...]] = {
    "put": ("into", "in", "onto", "under", "at", "on"), "roll": (), "create": ("from", "into", "at", "count"), "say": (),
}
