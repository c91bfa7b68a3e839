"""Statements of bodies: from phrases and keyworded forms to the statement records of the ruleset."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.problems import Label
from rulewright.dsl.registry import OPERATIONS
from rulewright.dsl.types import ANY, INT, Type, list_of

from . import choices
from .calls import candidates, suits, verb_call
from .clashes import clashes
from .clauses import CLAUSE_WORDS
from .env import IR, Bound, Env, path_key
from .expressions import check, condition, contents_if, element, sequence_of, settle, value
from .fit import comparable
from .handlers import HANDLER_WORDS
from .lasting import begin
from .leftovers import ADVANCE, CALL, FORMS, unread, unread_quantity
from .names import did_you_mean
from .narrowing import denied, drop, facts, forget
from .operations import operation


def block(env: Env, node: s.Block) -> list[IR]:
    """The statements of a block, in order; a `let` or an `as` is seen by those that follow."""
    out: list[IR] = []
    for item in node.items:
        out += statement(env, item)
    return out


def statement(env: Env, item: s.Item) -> list[IR]:
    """One item of a body; the choices inside its arguments come first."""
    before: list[IR] = []
    inner_before = env.before
    env.before = before
    handler = _FORMS.get(type(item))
    if handler is None:
        env.report(rows.MISPLACED, item, what=what_is(item), where="a body", hint="write it at top level, or in the definition that it belongs to")
        made: list[IR] = []
    else:
        made = handler(env, item)
    env.before = inner_before
    return before + made


def what_is(item: s.Item) -> str:
    """An item in an author's words."""
    if isinstance(item, s.Phrase):
        return f"`{item.word.name}`"
    if isinstance(item, s.Field):
        return f"the field `{item.name}`"
    if isinstance(item, s.Slot):
        return f"the {item.role or 'printed'} `{item.name}`"
    return {"Kind": "a kind", "Enum": "an enum", "Define": "a define", "Verb": "a verb", "Ability": "an ability", "When": "`when`", "Check": "a check",
            "Require": "`require`", "Expect": "`expect`", "Always": "`always`", "Choice": "an option of a menu"}.get(type(item).__name__, "this")


# ------------------------------------------------------------------------------------------------------------ keyworded forms


def _let(env: Env, item: s.Let) -> list[IR]:
    ir, kind = value(env, item.value)
    if kind.shape == "list":  # what lies in a zone now; a place itself may be named
        ir, kind = contents_if(ir, kind, list_of(ANY))
    if kind.shape == "int":
        kind = Type("int", unit=kind.unit, optional=kind.optional)
    choices.declare(env, item.name.name, kind, item.name)
    return [{"op": "let", "name": item.name.name, "value": ir}]


def _slot(env: Env, item: s.Slot) -> list[IR]:
    """A counter or zone inside a verb: its start value is set where it stands."""
    verb = env.result
    slot = verb.slots.get(item.name) if verb is not None else None
    if slot is None or item.role not in ("counter", "zone"):
        env.report(rows.MISPLACED, item, what=what_is(item), where="a body", hint="a body keeps its own values with `counter name: type = start` or `let`")
        return []
    env.vars[item.name] = Bound(slot.type, {"op": "var", "name": item.name}, True, item.span)
    if item.role == "zone":
        return []
    if item.start is None:
        if slot.type.optional or item.name == "result":
            return [{"op": "let", "name": item.name, "value": {"op": "none"}}]
        env.report(rows.NO_START, item, role="counter", name=item.name)
        return []
    return [{"op": "let", "name": item.name, "value": check(env, item.start, slot.type, f"the start of `{item.name}`")}]


def _assign(env: Env, item: s.Assign) -> list[IR]:
    key = path_key(item.target) or ""
    target, kind = value(env.child(narrow={known: what for known, what in env.narrow.items() if known not in (key, f"self.{key}")}), item.target)
    if kind.shape == "hole":
        value(env, item.value)
        return []
    if target.get("op") == "relation":
        kind = kind.sure()
    if not _may_write(env, item, target):
        return []
    target_type = Type("int") if kind.shape == "dial" and item.op != "=" else kind.sure() if item.op != "=" else kind
    if kind.shape == "list" and item.op != "=":
        target_type = kind.item or ANY
        ir, found = value(env, item.value, target_type)
        ir = settle(env, item.value, ir, found, list_of(target_type) if found.shape == "list" else target_type, "what is added")
    elif kind.shape == "int":
        ir, found = value(env, item.value, Type("int"))
        ir = settle(env, item.value, ir, found, Type("int", optional=kind.optional), "the new value")
        _range(env, item, ir, kind)
    else:
        ir, found = value(env, item.value, target_type)
        ir = settle(env, item.value, ir, found, target_type, "the new value")
    drop(env, key)
    if kind.optional and item.op == "=" and not found.optional and found.shape == kind.shape:
        env.narrow[key] = kind.sure()
    return [{"op": "set", "target": target, "change": item.op, "value": ir}]


def _range(env: Env, item: s.Assign, ir: IR, kind: Type) -> None:
    if item.op == "=" and ir.get("op") == "int":
        number = ir["value"]
        if (kind.low is not None and number < kind.low) or (kind.high is not None and number > kind.high):
            env.report(rows.OUT_OF_RANGE, item.value, name=path_key(item.target) or "this", value=number, low=kind.low if kind.low is not None else "",
                       high=kind.high if kind.high is not None else "")


def _may_write(env: Env, item: s.Assign, target: IR) -> bool:
    """Counters, variables that are counters or parameters, `owner` and `face` can be set; stats, printed values and `let`s cannot."""
    name = path_key(item.target) or "this"
    op = target.get("op")
    slot_id = target.get("slot") or target.get("name")
    if op in ("field", "global"):
        slot = env.world.by_id["slot"].get(slot_id or "")
        role = getattr(slot, "role", "counter")
        if role == "zone":
            env.report(rows.NOT_WRITABLE, item, name=name, why="it is a zone", hint="use `put x into zone` or a verb that moves things")
            return False
        if role != "counter":
            env.report(rows.NOT_WRITABLE, item, name=name, why="it is printed and never changes", hint="declare it as a `counter`, or use a `modify` clause")
            return False
        env.world.used.add(f"write {slot_id}")
        return True
    if op == "stat":
        env.report(rows.NOT_WRITABLE, item, name=name, why="a stat is read through clauses and never set",
            hint=f"write `modify {name.split('.')[-1]} +n for ...`, or make it a `counter`")
        return False
    if op == "option":
        env.report(rows.NOT_WRITABLE, item, name=name, why="an option is fixed when a game starts", hint="keep what changes in a `counter`")
        return False
    if op == "relation":
        if target["name"] in ("owner", "controller", "face"):
            return True
        env.report(rows.NOT_WRITABLE, item, name=name, why=f"`{target['name']}` follows from where the thing is", hint="use `put` or a verb that moves it")
        return False
    if op == "var":
        bound = env.vars.get(target["name"])
        if bound is not None and not bound.writable:
            env.report(rows.NOT_WRITABLE, item, name=name, why="`let` and loop variables are fixed",
                hint=f"write `counter {name}: type = start` when it must change")
            return False
        return True
    if op in ("event", "frame", "die"):
        return True
    env.report(rows.NOT_WRITABLE, item, name=name, why="it is computed", hint="set a counter")
    return False


def _if(env: Env, item: s.If) -> list[IR]:
    test = condition(env, item.test, "the condition after `if`")
    then = block(env.narrowed(facts(env, item.test)).child(), item.then)
    other = env.narrowed(denied(env, item.test)).child()
    otherwise: list[IR] = []
    if isinstance(item.otherwise, s.If):
        otherwise = statement(other, item.otherwise)
    elif item.otherwise is not None:
        otherwise = block(other, item.otherwise)
    elif item.then.items and isinstance(item.then.items[-1], s.Stop):
        env.narrow |= denied(env, item.test)
    forget(env, item)
    return [{"op": "if", "test": test, "then": then, "else": otherwise}]


def loop_parts(env: Env, item: s.ForEach) -> tuple[Env, IR]:
    """The inner environment of a `for each` and its record without the body."""
    ir, of = sequence_of(env, item.source, "what `for each` goes through")
    inner = env.child(looping=True)
    choices.declare(inner, item.name.name, of, item.name)
    where = condition(inner, item.condition, "the condition after `where`") if item.condition is not None else None
    order: IR | None = None
    if item.order is not None:
        order, found = value(inner, item.order)
        if found.shape == "list":
            ir, order = _in_list_order(env, item, ir, of), None
        elif found.shape not in ("int", "thing", "dial", "hole", "any"):
            env.report(rows.TYPE_MISMATCH, item.order, what="what `in order of` sorts by", expected="a number, a seat or a list", found=found.words())
    if item.condition is not None:
        inner = inner.narrowed(facts(inner, item.condition))
    return inner, {"var": item.name.name, "of": ir, "where": where, "order": order}


def _in_list_order(env: Env, item: s.ForEach, ir: IR, of: Type) -> IR:
    """`in order of` a list: the elements that are in it as they stand there, then the others."""
    assert item.order is not None
    given, kind = sequence_of(env, item.order, "what `in order of` follows")
    if not comparable(env.world, of, kind):
        env.report(rows.NOT_COMPARABLE, item.order, left=of.words(), right=kind.words())
    it: IR = {"op": "var", "name": "ordered"}
    first: IR = {"op": "filter", "of": given, "var": "ordered", "where": {"op": "in", "left": it, "right": ir}}
    rest: IR = {"op": "filter", "of": ir, "var": "ordered", "where": {"op": "not_in", "left": it, "right": given}}
    return {"op": "add", "left": first, "right": rest}


def _for_each(env: Env, item: s.ForEach) -> list[IR]:
    forget(env, item)
    inner, parts = loop_parts(env, item)
    return [{"op": "each", **parts, "body": block(inner, item.block)}]


def _together(env: Env, item: s.Together) -> list[IR]:
    body = block(env.child(), item.block)
    for first, second in clashes(body, item.block):
        labels = [Label(first.written.span, "set here at the same time")]
        env.add(rows.TWO_VALUES.at(second.written.span, name=path_key(second.written.target) or "this", labels=labels))
    return [{"op": "together", "body": body}]


def _stop(env: Env, item: s.Stop) -> list[IR]:
    if not env.looping:
        env.report(rows.STOP_OUTSIDE, item)
    return [{"op": "stop"}]


def _check(env: Env, item: s.Check) -> list[IR]:
    env.report(rows.MISPLACED, item, what="a check", where="a body", hint="write it in the definition or at top level")
    return []


def _require(env: Env, item: s.Require) -> list[IR]:
    env.report(rows.MISPLACED, item, what="`require`", where="the middle of a body",
        hint="a `require` stands in the block of a verb or sequence itself; use `if` here")
    return []


def _hole(env: Env, item: s.Hole) -> list[IR]:
    return []


# ------------------------------------------------------------------------------------------------------------ phrases


def _phrase(env: Env, item: s.Phrase) -> list[IR]:
    text = item.word.name
    form = _PHRASES.get(text)
    if form is not None:
        if text in FORMS:
            menu = text == "choose" and isinstance(item.argument, s.Name) and item.argument.name == "option"
            unread(env.world, item, FORMS["choose option"] if menu else None)
        return form(env, item)
    own = text in ("cap", "mute", "grant", "limit") and candidates(env, text)
    return begin(env, item) if (text in CLAUSE_WORDS or text in HANDLER_WORDS) and not own else call(env, item)


def call(env: Env, item: s.Phrase) -> list[IR]:
    """A verb or a primitive, with `as r`; `2 cards from hand` as an argument of a verb without `from` is a choice made before."""
    tails = [t for t in item.tails if t.word in ("label", "named")]
    argument = item.argument
    source = next((t for t in tails if t.word == "label" and t.name == "from"), None)
    found = candidates(env, item.word.name)
    drawn: list[IR] = []
    if argument is None and source is not None and found and any(t.word == "until" for t in item.tails):
        argument, drawn = _drawn_until(env, item, source)
        tails = tails if any(p.label == "from" for v in found for p in v.params) else [t for t in tails if t is not source]
    chosen = found and not any(p.label == "from" for v in found for p in v.params)
    if chosen and source is not None and argument is not None and (choices.is_selector(argument) or isinstance(argument, s.Quantity)):
        ir, kind = choices.hoist(env, argument, source)
        inner = s.Name(argument.span, ir.get("name", ""))
        env.vars[inner.name] = Bound(kind, ir)
        tails = [t for t in tails if t is not source]
        argument = inner
    result = None
    if found and not (item.word.name in OPERATIONS and not any(suits(v, argument, tails) for v in found)):
        result = verb_call(env, item, item.word, argument, tails)
    else:
        result = operation(env, item, item.word, argument, tails)
        if result is None:
            known = [*env.world.names("verb", env.pack), *_PHRASES, *CLAUSE_WORDS, *HANDLER_WORDS]
            hint = did_you_mean(item.word.name, known)
            if env.world.find("define", item.word.name, env.pack):
                hint = f"`{item.word.name}` is a define: it has a value and does nothing; use it inside an expression"
            env.report(rows.UNKNOWN_VERB, item.word, name=item.word.name, hint=hint or f"declare `verb {item.word.name} ... {{ }}`")
            return []
    reads = CALL._replace(tails=(*CALL.tails, "until")) if drawn else CALL
    unread(env.world, item, reads, f"a call of `{item.word.name}`")
    if result is None:
        return []
    record, kind = result
    name = next((t.name for t in item.tails if t.word == "as"), None)
    if name is not None:
        if kind.shape == "hole" and record["op"] == "call":
            env.report(rows.NO_RESULT, item, name=item.word.name)
        record["as"] = name
        choices.declare(env, name, kind.sure(), item)
    return [*drawn, record]


def _drawn_until(env: Env, item: s.Phrase, source: s.Tail) -> tuple[s.Expr, list[IR]]:
    """`reveal from z until C`: the argument is the list of what lies on z, from the top to the first that fits, that one included; all if none fits."""
    assert source.value is not None
    test = next(t.value for t in item.tails if t.word == "until" and t.value is not None)
    ir, kind = sequence_of(env, source.value, "what is drawn from")
    inner, it = element(env, kind)
    name = f"drawn{env.site(item).rsplit('@', 1)[1]}"
    found: IR = {"op": "var", "name": name}
    top: IR = {"op": "apply", "function": "top", "args": [ir, {"op": "apply", "function": "count", "args": [ir]}]}
    body: list[IR] = [
        {"op": "set", "target": found, "change": "+=", "value": {"op": "var", "name": it}},
        {"op": "if", "test": condition(inner, test, "the condition after `until`"), "then": [{"op": "stop"}], "else": []},
    ]
    env.vars[name] = Bound(list_of(kind), found)
    return s.Name(item.word.span, name), [
        {"op": "let", "name": name, "value": {"op": "list", "items": []}},
        {"op": "each", "var": it, "of": top, "where": None, "order": None, "body": body},
    ]


def _repeat(env: Env, item: s.Phrase) -> list[IR]:
    forget(env, item)
    parts = repeat_parts(env, item)
    inner = env.child(looping=True)
    for test in (t.value for t in item.tails if t.word == "while" and t.value is not None):
        inner = inner.narrowed(facts(inner, test))
    body = block(inner, item.block) if item.block is not None else []
    return [{"op": "repeat", **parts, "body": body}]


def repeat_parts(env: Env, item: s.Phrase) -> IR:
    """How often: `10 times`, `up to n times while C`, `while C`, `until C`."""
    count: IR | None = None
    argument = item.argument
    if isinstance(argument, s.UpTo):
        argument = argument.value
    if argument is not None:
        if not isinstance(argument, s.Quantity) or argument.unit.name not in ("times", "time"):
            env.report(rows.NOT_TIMES, argument)
        else:
            unread_quantity(env.world, argument, "`repeat`")
            count = check(env, argument.amount, INT, "the number of times")
    tests = {t.word: t.value for t in item.tails if t.word in ("while", "until") and t.value is not None}
    if count is None and not tests:
        env.report(rows.NOT_TIMES, item.word)
    if item.block is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name="repeat", missing="a block")
    return {
        "count": count,
        "while": condition(env, tests["while"], "the condition after `while`") if "while" in tests else None,
        "until": condition(env, tests["until"], "the condition after `until`") if "until" in tests else None,
    }


def _do(env: Env, item: s.Phrase) -> list[IR]:
    if item.argument is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name="do", missing="an effect")
        return []
    ir, kind = value(env, item.argument)
    if kind.shape not in ("effect", "hole"):
        env.report(rows.TYPE_MISMATCH, item.argument, what="what `do` runs", expected="an effect", found=kind.words())
    return [{"op": "do", "effect": ir}]


def _end(env: Env, item: s.Phrase) -> list[IR]:
    from .targets import period

    if item.argument is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name="end", missing="a sequence")
        return []
    scope = period(env, item.argument)
    return [{"op": "end", "scope": scope}] if scope else []


def _skip(env: Env, item: s.Phrase) -> list[IR]:
    return [{"op": "skip"}]


def _cancel(env: Env, item: s.Phrase) -> list[IR]:
    if env.place != "before":
        env.report(rows.MISPLACED, item, what="`cancel`", where="this body", hint="only a `before` handler can cancel what it comes before")
    return [{"op": "cancel"}]


def _continue(env: Env, item: s.Phrase) -> list[IR]:
    if env.place != "instead":
        env.report(rows.MISPLACED, item, what="`continue`", where="this body", hint="only an `instead of` handler can go on with what it replaces")
    args: dict[str, Any] = {}
    for tail in item.tails:
        if tail.word == "named" and tail.name is not None and tail.value is not None:
            bound = env.event.get(tail.name)
            if bound is None:
                env.report(rows.UNKNOWN_NAME, tail, name=tail.name, hint=did_you_mean(tail.name, env.event))
                continue
            args[tail.name] = check(env, tail.value, bound.type, f"`{tail.name}`")
    return [{"op": "continue", "args": args}]


def _advance(env: Env, item: s.Phrase) -> list[IR]:
    """`advance PATH by n` moves a counter or a dial; any other `advance` is a verb of that name."""
    by = next((t for t in item.tails if t.word == "label" and t.name == "by"), None)
    if item.argument is not None and by is not None and by.value is not None and path_key(item.argument) is not None:
        known = len(env.world.problems)
        kind = value(env, item.argument)[1]
        del env.world.problems[known:]
        if kind.shape in ("dial", "int", "hole"):
            unread(env.world, item, ADVANCE, "`advance`")
            return _assign(env, s.Assign(item.span, item.argument, "+=", by.value))
    return call(env, item)


def _share(env: Env, item: s.Phrase) -> list[IR]:
    return choices.share(env, item, even=item.word.name == "share")


def _may(env: Env, item: s.Phrase) -> list[IR]:
    return [choices.may(env, item)]


def _step(env: Env, item: s.Phrase) -> list[IR]:
    env.report(rows.MISPLACED, item, what="`step`", where="this body", hint="steps stand in a `sequence`, in its block or in that of another step or loop")
    return []


_PHRASES: dict[str, Callable[[Env, s.Phrase], list[IR]]] = {
    "choose": choices.choose, "offer": choices.offer, "may": _may, "repeat": _repeat, "share": _share, "spread": _share, "do": _do, "end": _end,
    "skip": _skip, "cancel": _cancel, "continue": _continue, "advance": _advance, "step": _step,
}

_FORMS: dict[type, Callable[[Env, Any], list[IR]]] = {
    s.Let: _let, s.Slot: _slot, s.Assign: _assign, s.If: _if, s.ForEach: _for_each, s.Together: _together, s.Stop: _stop, s.Phrase: _phrase,
    s.Check: _check, s.Require: _require, s.Hole: _hole,
}
