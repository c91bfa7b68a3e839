"""Handlers, checks and members, and what is paid for them: what the text of cards and rules does, and when.

Each form gives one record of grammar/ruleset.md section 5. The same functions serve text on a thing and text inside a body, as those of clauses.py.
"""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import Type, thing

from . import choices, lookup
from .belonging import relation_type
from .calls import verb_call
from .clauses import during, label, tail, where_of
from .env import IR, Bound, Env
from .expressions import condition, filtered, sequence_of, value
from .leftovers import MEMBER, unread
from .names import did_you_mean
from .narrowing import facts
from .targets import Target, period, targets
from .world import VerbDecl

HANDLER_WORDS = ("before", "after", "instead of", "at", "on", "react")
_MOMENTS = {"before": "before", "after": "after", "instead of": "instead", "on": "after"}


def handler(env: Env, item: s.Phrase) -> IR | None:
    """The record of `before V`, `after V`, `instead of V`, `on V`, `at start of S`, `at end of S`, `react ...`."""
    from .statements import block

    unread(env.world, item)
    found = _moment(env, item)
    if found is None:
        return None
    moment, node = found
    target = targets(env, node, item.word, item.word.name)
    is_on = item.word.name == "on"
    inner, where = where_of(during(env, item).child(during=_inside(moment, target)), item, target, required=not is_on)
    if is_on and target.verbs:
        first = target.verbs[0].params[0] if target.verbs[0].params else None
        own: IR = {"op": "eq", "left": {"op": "event", "name": first.name if first else ""}, "right": {"op": "var", "name": "self"}}
        where = own if where is None else {"op": "and", "args": [own, where]}
    record: IR = {
        "kind": "handler", "id": env.part("react" if item.word.name == "react" else moment, item), "moment": moment,
        "event": target.ids[0] if target.ids else "", "events": target.ids, "names": target.names, "where": where, "once": _once(env, item),
        "react": None, "text": None, "body": [],
    }
    lasting = tail(item, "while")
    if lasting is not None and lasting.value is not None:
        lasts = condition(env, lasting.value, "the condition after `while`")
        record["where"] = lasts if record["where"] is None else {"op": "and", "args": [lasts, record["where"]]}
    body = inner.child(place=moment, before=[], looping=False, result=None)
    if item.word.name == "react":
        record["react"], body.who = _react(inner, item)
    if item.block is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name=item.word.name, missing="a block")
        return None
    record["body"] = block(body, item.block)
    return record if target.ids else None


def _inside(moment: str, target: Target) -> VerbDecl | None:
    """The sequence that is running whenever a handler works: it hooks a step of it, or its start or end."""
    if len(target.verbs) != 1:
        return None
    (verb,) = target.verbs
    return verb if moment in ("start", "end") or target.ids != [verb.id] else verb.outer


def _once(env: Env, item: s.Phrase) -> str | None:
    if tail(item, "once") is None:
        return None
    per = tail(item, "per")
    return period(env, per.value) if per is not None and per.value is not None else "ever"


def _moment(env: Env, item: s.Phrase) -> tuple[str, s.Expr | None] | None:
    """Which moment a handler waits for, and the expression that names its event."""
    word = item.word.name
    if word in _MOMENTS:
        return _MOMENTS[word], item.argument
    if word == "at":
        return _edge_of(env, item, item.argument)
    for name in ("before", "after", "at"):
        given = label(item, name)
        if given is not None and given.value is not None:
            return _edge_of(env, item, given.value) if name == "at" else (name, given.value)
    env.report(rows.MISSING_ARGUMENT, item.word, name="react", missing="`before V`, `after V` or `at end of S`")
    return None


def _edge_of(env: Env, item: s.Phrase, node: s.Expr | None) -> tuple[str, s.Expr | None] | None:
    if isinstance(node, s.Of) and node.name.name in ("start", "end"):
        return node.name.name, node.value
    env.report(rows.AT_FORM, node or item.word)
    return None


def _react(env: Env, item: s.Phrase) -> tuple[IR, IR | None]:
    by = label(item, "by")
    who = value(env, by.value)[0] if by is not None and by.value is not None else None
    asked = who or {"op": "relation", "of": {"op": "var", "name": "self"}, "name": "controller"}
    if who is None and env.self_kind in (None, "rule"):
        env.report(rows.NO_DECIDER, item.word)
    return {"by": who, "costs": costs(env, item.costs)}, asked


def costs(env: Env, given: list[s.Cost]) -> list[IR]:
    """Costs are calls: `exhaust self`, or `1 tick of owner` for the verb `pay` whose amount has that unit."""
    out: list[IR] = []
    for cost in given:
        head = cost.word or s.Name(cost.span, "pay")
        made = verb_call(env.child(before=None), cost, head, cost.argument, cost.tails)
        if made is None:
            if not env.world.find("verb", head.name, env.pack):
                env.report(rows.UNKNOWN_VERB, cost, name=head.name,
                    hint=did_you_mean(head.name, env.world.names("verb", env.pack)) or f"declare `verb {head.name}`")
            continue
        out.append(made[0])
    return out


# ------------------------------------------------------------------------------------------------------------ checks and members


def state_check(env: Env, item: s.Check) -> IR:
    """`whenever a character as c where C { }`, `as soon as C { }`."""
    from .statements import block

    inner = env.child(before=[], looping=False, result=None, place="check")
    record: IR = {"kind": "check", "id": env.part("edge" if item.edge else "level", item), "edge": item.edge, "var": None, "of": None}
    if item.bind is not None:
        ir, kind = _all_of(env, item.value)
        choices.declare(inner, item.bind.name, kind, item.bind)
        record |= {"var": item.bind.name, "of": ir}
        test = item.condition
    else:
        test = item.value
        if item.condition is not None:
            env.report(rows.MISPLACED, item.condition, what="`where`", where="a check without `as`", hint="join the conditions with `and`")
    record["where"] = condition(inner, test, "the condition of a check") if test is not None else {"op": "bool", "value": True}
    if test is not None:
        inner = inner.narrowed(facts(inner, test))
    record["body"] = block(inner, item.block)
    return record


def _all_of(env: Env, node: s.Expr) -> tuple[IR, Type]:
    if isinstance(node, s.One):
        named = lookup.kind_named(env, node.kind) or "thing"
        return {"op": "all", "kind": named}, thing(named)
    if isinstance(node, s.Filter):
        ir, kind = _all_of(env, node.base)
        made, found = filtered(env, ir, kind, node.condition)
        return made, found.item or kind
    ir, item = sequence_of(env, node, "what a check goes through")
    return ir, item


def member(env: Env, item: s.Phrase, klass: str) -> IR:
    """`instant "Name" where C costs .. { }`: something that an `offer` of the class lists."""
    from .statements import block

    unread(env.world, item, MEMBER)
    inner = env.child(before=[], looping=False, result=None)
    inner.vars["who"] = Bound(relation_type(env, "owner", env.self_kind or "thing", env.definition).sure(), {"op": "var", "name": "who"})
    inner.who = {"op": "var", "name": "who"}
    where = tail(item, "where")
    ir = None
    if where is not None and where.value is not None:
        ir = condition(inner, where.value, "the condition after `where`")
        inner = inner.narrowed(facts(inner, where.value))
    name = item.argument.value if isinstance(item.argument, s.Text) else (env.definition.name if env.definition is not None else item.word.name)
    record: IR = {"kind": "member", "id": env.part(item.word.name, item), "class": klass, "name": name, "where": ir, "costs": costs(inner, item.costs)}
    if item.block is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name=item.word.name, missing="a block")
    return record | {"body": block(inner, item.block) if item.block is not None else []}
