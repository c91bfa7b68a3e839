"""Calls: functions inside expressions, verbs as statements.

A verb call is matched by its labels. The argument goes to the first parameter without a label, a label to the parameter that carries it, `name: value` to the
parameter of that name, and what follows `of` in a quantity to the next parameter without a label. Verbs may share a name: the one whose labels and types fit
is meant, the most special if several do.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.registry import FUNCTIONS
from rulewright.dsl.types import ANY, BOOL, DIE, FUNCTION, HOLE, INT, PATH, TEXT, Type, list_of, thing, word
from rulewright.dsl.walk import walk

from . import lookup, paths
from .choices import hoist, is_selector
from .env import IR, Env
from .expressions import Value, check, contents_if, element, sequence_of, settle, value
from .fit import common, fits
from .higher import applied
from .names import did_you_mean
from .saying import NAME, says
from .world import DefineDecl, ParamDecl, SpaceDecl, VerbDecl, World

# ------------------------------------------------------------------------------------------------------------ functions


def function_call(env: Env, node: s.Call, expected: Type | None) -> Value:
    """`f(x, y)` inside an expression."""
    text = node.name.name
    if text == "target" and len(node.arguments) == 1 and is_selector(node.arguments[0]):
        return hoist(env, node.arguments[0], None)
    found = lookup.define_named(env, text, node.name)
    if found is not None:
        return apply_define(env, node, found, None)
    if text in ("total", "highest", "lowest"):
        return _over(env, node, text)
    if text == NAME:
        return says(env, node)
    row = FUNCTIONS.get(text)
    if row is None:
        known = [*FUNCTIONS, *env.world.names("define", env.pack)]
        is_verb = bool(env.world.find("verb", text, env.pack))
        hint = f"`{text}` is a verb: its result comes by `{text} ... as x` in a statement before" if is_verb else did_you_mean(text, known)
        env.report(rows.UNKNOWN_FUNCTION, node.name, name=text, hint=hint or f"declare `define {text}(x: thing) = ...`")
        return {"op": "none"}, HOLE
    least = len(row.params)
    if len(node.arguments) < least or (len(node.arguments) > least and not row.many):
        env.report(rows.ARGUMENT_COUNT, node, name=text, wanted=least, found=len(node.arguments))
        return {"op": "none"}, HOLE
    args: list[IR] = []
    first = HOLE
    for index, argument in enumerate(node.arguments):
        wanted = registry_type(row.params[min(index, least - 1)].type, first)
        ir, kind = value(env, argument, wanted)
        if index == 0:
            first = kind
        args.append(settle(env, argument, ir, kind, wanted, f"the argument of `{text}`"))
    result = Type("int", low=0) if text == "count" else function_type(env, row.result, first)
    if text in ("first", "last") and never_empty(env, args[0]):
        result = result.sure()
    return {"op": "apply", "function": text, "args": args}, result


def _over(env: Env, node: s.Call, text: str) -> Value:
    """`total(heroes, gold)`, `total(heroes, dice(red))`: the sum of a slot or a define over a list. `highest(heroes, gold, 0)`: the greatest value of it."""
    wanted = 2 if text == "total" else 3
    if len(node.arguments) != wanted:
        env.report(rows.ARGUMENT_COUNT, node, name=text, wanted=wanted, found=len(node.arguments))
        return {"op": "none"}, HOLE
    ir, item = sequence_of(env, node.arguments[0], f"the first argument of `{text}`")
    inner, name = element(env, item)
    what = node.arguments[1]
    it = s.Name(what.span, "it")
    if isinstance(what, s.Name):
        what = s.Dot(what.span, it, what.name, what.span)
    elif isinstance(what, s.Call):
        what = s.Call(what.span, what.name, [it, *what.arguments])
    if text == "total":
        return {"op": "sum", "of": ir, "var": name, "value": check(inner, what, INT, "what `total` adds up")}, INT
    of = {"of": ir, "var": name, "value": check(inner, what, INT, f"what `{text}` compares")}
    return {"op": text, **of, "else": check(env, node.arguments[2], INT, "the value for an empty list")}, INT


def registry_type(text: str, first: Type) -> Type:
    """A type word of the registry."""
    if text.endswith("?"):
        return registry_type(text[:-1], first).maybe()
    if text.startswith("list of "):
        return list_of(registry_type(text[8:], first))
    if text == "same":
        return (first.item or ANY) if first.shape == "list" else first if first.shape != "hole" else ANY
    plain = {"int": INT, "bool": BOOL, "text": TEXT, "die": DIE, "path": PATH, "function": FUNCTION, "any": ANY, "word": word(None), "dial": Type("dial")}
    return plain[text] if text in plain else thing(text)


def function_type(env: Env, result: str, first: Type) -> Type:
    """The result type of a built-in function, given the type of its first argument."""
    found = registry_type(result, first)
    if found.shape == "thing" and found.of == "seat":
        return thing(lookup.seat_kind(env))
    if found in (thing("space"), thing("space").maybe()):
        return thing(space_kind(env.world))
    if found == list_of(thing("space")):
        return list_of(thing(space_kind(env.world)))
    return found


def never_empty(env: Env, ir: IR) -> bool:
    """Whether a list is sure to have an element: it is written with one, or it is that of all who play."""
    if ir.get("op") == "add":
        return never_empty(env, ir["left"]) or never_empty(env, ir["right"])
    if ir.get("op") == "chain":
        return any(sign == "add" and never_empty(env, one) for sign, one in zip(("add", *ir["signs"]), ir["args"], strict=True))
    if ir.get("op") == "all":
        return env.world.descends(lookup.seat_kind(env), ir["kind"]) and env.world.descends(ir["kind"], "seat")
    return ir.get("op") == "list" and bool(ir["items"])


def space_kind(world: World) -> str:
    """The kind that all spaces of all boards have in common."""
    kinds = sorted({d.kind for d in world.by_id["space"].values() if isinstance(d, SpaceDecl)})
    found = thing(kinds[0]) if kinds else thing("space")
    for kind in kinds[1:]:
        found = common(world, found, thing(kind)) or thing("space")
    return found.of or "space"


def define_result(world: World, decl: DefineDecl) -> Type:
    """The result type of a define, elaborating it on first use. A define that needs itself is reported once."""
    if decl.result is not None:
        return decl.result
    if decl.busy:
        first = min(world.defining[world.defining.index(decl):], key=lambda one: one.span)
        world.problems.append(rows.RECURSIVE_DEFINE.at(first.span, name=first.name))
        decl.result = HOLE
        return HOLE
    return _defined(world, decl)


def _defined(world: World, decl: DefineDecl) -> Type:
    """Give a define, and first those that it needs, their results; gives its own."""
    from .bodies import elaborate_define

    # What it needs comes first and from a stack of our own, so that a long chain of defines does not become a deep recursion.
    stack, met = [(decl, _defines_in(world, decl))], {decl.id}
    world.defining.append(decl)
    while stack:
        top, needs = stack[-1]
        needed = next((one for one in needs if one.id not in met), None)
        if needed is not None:
            met.add(needed.id)
            stack.append((needed, _defines_in(world, needed)))
            world.defining.append(needed)
            continue
        stack.pop()
        if top.result is None and not top.busy:
            top.busy = True
            elaborate_define(world, top)
            top.busy = False
        world.defining.pop()
    return decl.result or HOLE


def _defines_in(world: World, decl: DefineDecl) -> Iterator[DefineDecl]:
    """The defines without a result that a define's text may mean."""
    names = {node.name for node in walk(decl.node.value) if isinstance(node, s.Name | s.QName)} if decl.node is not None else set()
    found = (one for name in sorted(names) for one in world.by_name["define"].get(name, ()))
    return (one for one in found if isinstance(one, DefineDecl) and one.result is None and not one.busy and not one.open)


def apply_define(env: Env, node: s.Expr, decl: DefineDecl, given: list[Value] | None) -> Value:
    """A define applied to the arguments of a `Call`, or to values already made."""
    arguments = node.arguments if isinstance(node, s.Call) and given is None else []
    count = len(given) if given is not None else len(arguments)
    if count != len(decl.params):
        env.report(rows.ARGUMENT_COUNT, node, name=decl.name, wanted=len(decl.params), found=count)
        return {"op": "none"}, HOLE if decl.open else define_result(env.world, decl)
    if decl.open:
        made = applied(env, node, decl, arguments)
        if made is None:
            return {"op": "none"}, HOLE
        decl, arguments = made
    result = define_result(env.world, decl)
    if given is not None:
        args = [contents_if(ir, kind, p.type)[0] for (ir, kind), p in zip(given, decl.params, strict=True)]
    else:
        args, kinds = [], []
        for argument, param in zip(arguments, decl.params, strict=True):
            ir, kind = value(env, argument, param.type)
            args.append(settle(env, argument, ir, kind, param.type, f"`{param.name}` of `{decl.name}`"))
            kinds.append(kind)
        _dice_inside(env, node, decl, kinds)
    return {"op": "call", "define": decl.id, "args": args}, result


def _dice_inside(env: Env, node: s.Expr, decl: DefineDecl, kinds: list[Type]) -> None:
    """Dice whose faces are known, given to a define: what the define compares them with is judged for this call."""
    if decl.node is None or not any(k.shape == "list" and k.item is not None and k.item.shape == "die" and k.item.high for k in kinds):
        return
    from .bodies import define_env

    inner = define_env(env.world, decl)
    for param, kind in zip(decl.params, kinds, strict=True):
        inner.vars[param.name] = lookup.bound(kind if kind.shape in ("list", "die", "int") else param.type, {"op": "var", "name": param.name})
    known = len(env.world.problems)
    value(inner, decl.node.value)
    found = [p for p in env.world.problems[known:] if p.code in ("dice-never", "dice-always")]
    del env.world.problems[known:]
    for problem in found[:1]:
        env.add(replace(problem, span=node.span, labels=(Label(problem.span, f"compared here, in `{decl.name}`"),)))


# ------------------------------------------------------------------------------------------------------------ verbs


@dataclass(slots=True)
class Given:
    """The arguments of a phrase as written: by position, by label, by name."""

    argument: s.Expr | None
    labels: dict[str, s.Tail] = field(default_factory=dict)
    named: dict[str, s.Tail] = field(default_factory=dict)
    doubled: list[s.Tail] = field(default_factory=list)


def given_by(argument: s.Expr | None, tails: list[s.Tail]) -> Given:
    """Sort a phrase's tails."""
    out = Given(argument)
    for tail in tails:
        table = out.labels if tail.word == "label" else out.named if tail.word == "named" else None
        if table is not None and tail.name is not None:
            if tail.name in table:
                out.doubled.append(tail)
            table[tail.name] = tail
    return out


def candidates(env: Env, text: str) -> list[VerbDecl]:
    """The verbs and sequences of a name: those written in the sequences around, then the visible ones."""
    outer = env.outer or env.verb
    while outer is not None:
        local = env.world.by_id["verb"].get(f"{outer.id}/{text}")
        if isinstance(local, VerbDecl):
            return [local]
        outer = outer.outer
    return [d for d in env.world.find("verb", text, env.pack) if isinstance(d, VerbDecl)]


def match(verb: VerbDecl, given: Given) -> dict[str, s.Expr] | str:
    """Which expression goes to which parameter, or why it does not fit."""
    out: dict[str, s.Expr] = {}
    plain = [p for p in verb.params if p.label is None]
    argument = given.argument
    extra: s.Expr | None = None
    if argument is not None:
        if not plain:
            return f"`{verb.name}` takes nothing before its labels"
        if isinstance(argument, s.Quantity) and argument.of is not None:
            extra = argument.of
        out[plain[0].name] = argument
    if extra is not None:
        if len(plain) < 2:
            return f"`{verb.name}` has no second parameter for what follows `of`"
        out[plain[1].name] = extra
    by_label = {p.label: p for p in verb.params if p.label is not None}
    for label in given.labels:
        if label not in by_label:
            return f"`{verb.name}` has no label `{label}`" + (" (it has " + ", ".join(f"`{x}`" for x in by_label) + ")" if by_label else "")
        out[by_label[label].name] = given.labels[label].value  # type: ignore[assignment]
    by_name = {p.name: p for p in verb.params}
    for name_ in given.named:
        if name_ not in by_name:
            return f"`{verb.name}` has no parameter `{name_}`"
        if name_ in out:
            return f"`{name_}` is given twice"
        out[name_] = given.named[name_].value  # type: ignore[assignment]
    return out


def suits(verb: VerbDecl, argument: s.Expr | None, tails: list[s.Tail]) -> bool:
    """Whether a phrase has the labels of a verb and all that it needs, and an amount where the verb has one; other types are another matter."""
    matched = match(verb, given_by(argument, tails))
    if isinstance(matched, str) or _missing(verb, matched, None):
        return False
    first = next((p for p in verb.params if p.label is None), None)
    return not isinstance(argument, s.Quantity) or first is None or first.type.shape in ("int", "hole", "any")


def verb_call(
    env: Env, node: s.Node, head: s.Name, argument: s.Expr | None, tails: list[s.Tail], *, implied: dict[str, IR] | None = None
) -> tuple[IR, Type] | None:
    """A `call` record and the type of its result; None if it could not be understood (reported)."""
    text = head.name
    given = given_by(argument, tails)
    for tail in given.doubled:
        env.report(rows.DOUBLED_LABEL, tail, name=tail.name or "")
    found = candidates(env, text)
    if not found:
        return None
    for verb in found:
        env.world.used.add(verb.id)
    fitting: list[tuple[VerbDecl, dict[str, s.Expr]]] = []
    reasons: list[str] = []
    for verb in found:
        matched = match(verb, given)
        if isinstance(matched, str):
            reasons.append(matched)
        else:
            fitting.append((verb, matched))
    if not fitting:
        env.add(_wrong_labels(node if argument is None else head, found, given, reasons[0]))
        return None
    complete = [(v, m) for v, m in fitting if not _missing(v, m, implied)]
    if not complete:
        verb, matched = fitting[0]
        env.add(rows.MISSING_ARGUMENT.at(head.span, name=text, missing=_missing(verb, matched, implied)[0], help=f"write `{usage(verb)}`"))
        return None
    if len(complete) == 1:
        return _build(env, node, *complete[0], implied)
    return _overload(env, node, head, complete, implied)


def _wrong_labels(at: s.Node, found: list[VerbDecl], given: Given, reason: str) -> Problem:
    """The finding of a call that has the labels of no verb of its name: at the label or name that none of them has, if there is one."""
    params = [param for verb in found for param in verb.params]
    labels, names = {param.label for param in params if param.label}, {param.name for param in params}
    wrong = [(tail, labels) for label, tail in given.labels.items() if label not in labels]
    wrong += [(tail, names) for name, tail in given.named.items() if name not in names]
    near = did_you_mean(wrong[0][0].name or "", wrong[0][1]) if wrong else ""
    whole = f"{near} It is `{usage(found[0])}`" if near else f"write `{usage(found[0])}`"
    return rows.WRONG_LABELS.at((wrong[0][0] if wrong else at).span, name=found[0].name, reason=reason, help=whole)


def usage(verb: VerbDecl) -> str:
    """How a verb is called: `heal n health of target from source`."""
    parts = [verb.name]
    for index, param in enumerate(p for p in verb.params if p.label is None):
        said = f"n {param.type.unit}" if param.type.unit else param.name
        parts.append(said if index == 0 else f"of {said}" if index == 1 and verb.unit_param() is not None else f"{param.name}: ...")
    return " ".join([*parts, *(f"{p.label} {p.name}" for p in verb.params if p.label is not None)])


def _missing(verb: VerbDecl, matched: dict[str, s.Expr], implied: dict[str, IR] | None) -> list[str]:
    return [
        f"`{p.label} ...` ({p.name})" if p.label else f"`{p.name}`"
        for p in verb.params
        if p.name not in matched and p.start is None and not p.type.optional and p.name not in (implied or {})
    ]


def _overload(
    env: Env, node: s.Node, head: s.Name, complete: list[tuple[VerbDecl, dict[str, s.Expr]]], implied: dict[str, IR] | None
) -> tuple[IR, Type] | None:
    """Several verbs fit by their labels: try the types, take the most special."""
    good: list[tuple[VerbDecl, dict[str, s.Expr]]] = []
    for verb, matched in complete:
        if _tries(env, node, verb, matched, implied):
            good.append((verb, matched))
    best = [pair for pair in good if all(pair is other or special(env.world, pair[0], other[0]) for other in good)]
    if len(good) > 1 and not best:
        env.report(rows.AMBIGUOUS_VERB, head, name=head.name, choices=", ".join(f"`{v.id}`" for v, _ in good))
    return _build(env, node, *(best or good or complete)[0], implied)


def _tries(env: Env, node: s.Node, verb: VerbDecl, matched: dict[str, s.Expr], implied: dict[str, IR] | None) -> bool:
    """Whether the types fit, without leaving findings, numbers or hoisted choices behind."""
    known = len(env.world.problems)
    before = None if env.before is None else list(env.before)
    count, parts = env.sites.count, dict(env.sites.parts)
    _build(env, node, verb, matched, implied)
    ok = len(env.world.problems) == known
    del env.world.problems[known:]
    if env.before is not None and before is not None:
        env.before[:] = before
    env.sites.count, env.sites.parts = count, parts
    return ok


def special(world: World, one: VerbDecl, two: VerbDecl) -> bool:
    """Whether every parameter of one fits the parameter of two in its place."""
    if len(one.params) != len(two.params):
        return len(one.params) > len(two.params)
    return all(fits(world, a.type, b.type) for a, b in zip(one.params, two.params, strict=True)) and not all(
        fits(world, b.type, a.type) for a, b in zip(one.params, two.params, strict=True)
    )


def _build(env: Env, node: s.Node, verb: VerbDecl, matched: dict[str, s.Expr], implied: dict[str, IR] | None) -> tuple[IR, Type]:
    args: dict[str, IR] = {}
    record: IR = {"op": "call", "verb": verb.id, "args": args, "tag": None, "each": None, "as": None}
    for param in verb.params:
        if param.name in matched:
            _argument(env, record, verb, param, matched[param.name])
        elif implied and param.name in implied:
            args[param.name] = implied[param.name]
        elif param.start is None:
            args[param.name] = {"op": "none"}
    slot = verb.slots.get("result")
    return record, slot.type if slot is not None else HOLE


def _argument(env: Env, record: IR, verb: VerbDecl, param: ParamDecl, node: s.Expr) -> None:
    """One argument: a quantity with its unit, `all q` as one event for each, a choice made before, or a plain value."""
    args = record["args"]
    what = f"`{param.name}` of `{verb.name}`"
    inner = node.value if isinstance(node, s.Paren) else node
    if isinstance(inner, s.Quantity) and param.type.shape == "int":
        args[param.name] = check(env, inner.amount, INT, "the amount")
        if inner.tag is not None:
            record["tag"] = {"op": "word", "value": tag_word(env, inner.tag)}
        if param.type.unit and not same_unit(env, inner.unit.name, param.type.unit):
            env.report(rows.WRONG_UNIT, inner.unit, what=what, unit=param.type.unit, found=inner.unit.name)
        return
    if isinstance(inner, s.All) and isinstance(inner.value, s.Name) and param.type.shape == "int":
        env.report(rows.TYPE_MISMATCH, inner, what=what, expected="a number", found="`all`")
        return
    if isinstance(inner, s.All) and param.type.shape in ("thing", "die"):
        ir, item = sequence_of(env, inner.value, what)
        args[param.name] = settle(env, inner, ir, list_of(item), list_of(param.type), what)
        record["each"] = param.name
        return
    if is_selector(inner):
        ir, kind = hoist(env, inner, None)
        args[param.name] = settle(env, node, ir, kind, param.type, what)
        if kind.shape == "list" and param.type.shape in ("thing", "die"):
            record["each"] = param.name
        return
    ir, kind = value(env, node, param.type)
    ir, kind = contents_if(ir, kind, param.type)
    if kind.shape == "list" and kind.of != "zone" and param.type.shape in ("thing", "die"):
        args[param.name] = settle(env, node, ir, kind, list_of(param.type), what)
        record["each"] = param.name
        return
    args[param.name] = settle(env, node, ir, kind, param.type, what)


def tag_word(env: Env, tag: s.Name) -> str:
    """A tag must be a member of some enum, so that a misspelt one is found."""
    result = paths.enum_member(env, tag, tag.name)
    if result is None:
        members = [m for e in env.world.by_id["enum"].values() for m in getattr(e, "members", ())]
        env.report(rows.UNKNOWN_TAG, tag, name=tag.name, hint=did_you_mean(tag.name, members) or "declare it as a member of an enum")
    return tag.name


def same_unit(env: Env, found: str, unit: str) -> bool:
    """`cards` is the unit `card`."""
    if found == unit or found in (unit + "s", unit + "es"):
        return True
    kind = lookup.plural(env, found)
    return kind is not None and kind.split(":")[-1] == unit
