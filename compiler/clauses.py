"""Clauses: what the text of cards and rules says of stats, of what may be done and of what must be.

Each form gives one record of grammar/ruleset.md section 5. The same functions serve text on a thing (it works while the thing is in play) and text inside a
body (a lasting effect, see lasting.py).
"""
from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import INT, Type, thing

from . import lookup
from .bearers import bearer_kind
from .env import IR, Bound, Env, path_key
from .expressions import article, check, condition, element, settle, value
from .leftovers import unread, unread_quantity
from .names import did_you_mean, nearest
from .narrowing import facts
from .targets import Target, counted, period, targets
from .world import AbilityDecl, SlotDecl, VerbDecl

CLAUSE_WORDS = ("modify", "cap", "floor", "forbid", "allow", "oblige", "limit", "prevent", "mute", "grant")


def tail(item: s.Phrase, word: str) -> s.Tail | None:
    """The first tail of a word."""
    return next((t for t in item.tails if t.word == word), None)


def label(item: s.Phrase, name: str) -> s.Tail | None:
    """The first tail with a label."""
    return next((t for t in item.tails if t.word == "label" and t.name == name), None)


def clause(env: Env, item: s.Phrase) -> IR | None:
    """The record of a clause; None if it was not understood (reported)."""
    unread(env.world, item)
    return _CLAUSES[item.word.name](during(env, item), item)


def during(env: Env, item: s.Phrase) -> Env:
    """What a clause or handler may take for granted: its `while`."""
    lasting = tail(item, "while")
    return env.narrowed(facts(env, lasting.value)) if lasting is not None and lasting.value is not None else env


def _head(env: Env, item: s.Phrase, kind: str) -> IR:
    lasting = tail(item, "while")
    said = condition(env, lasting.value, "the condition after `while`") if lasting and lasting.value else None
    return {"kind": kind, "id": env.part(kind, item), "while": said}


# ------------------------------------------------------------------------------------------------------------ subjects


def subject(env: Env, node: s.Expr) -> tuple[IR, str]:
    """What a clause applies to: one thing (`owner`, `the boss`), or a set that is read anew each time; and the kind of its things."""
    while isinstance(node, s.Paren):
        node = node.value
    conditions: list[s.Expr] = []
    while isinstance(node, s.Filter):
        conditions.insert(0, node.condition)
        node = node.base
        while isinstance(node, s.Paren):
            node = node.value
    if isinstance(node, s.All):
        node = node.value
    ir, kind = value(env, node)
    if kind.shape == "list":
        item = kind.item or thing()
        base_kind = item.of or "thing"
        inner, name = element(env, item)
        it: IR = {"op": "var", "name": name}
        tests: list[IR] = [] if ir.get("op") == "all" else [{"op": "in", "left": it, "right": {"op": "contents", "of": ir} if kind.of == "zone" else ir}]
        for test in conditions:
            tests.append(condition(inner, test, "the condition after `where`"))
            inner = inner.narrowed(facts(inner, test))
        where = None if not tests else tests[0] if len(tests) == 1 else {"op": "and", "args": tests}
        return {"of": base_kind, "where": where}, base_kind
    if kind.shape not in ("thing", "hole", "any"):
        env.report(rows.TYPE_MISMATCH, node, what="what the clause is for", expected="things", found=article(kind.words()))
    if conditions:
        env.report(rows.TYPE_MISMATCH, node, what="what `where` filters", expected="a list", found=article(kind.words()))
    return {"is": ir}, kind.of or "thing"


def _subject_of(env: Env, item: s.Phrase) -> tuple[IR, str, Env]:
    """The `for q` of a clause (with the `where` that the grammar hung on the phrase); the clause's own text sees its element as `it`."""
    given = label(item, "for")
    if given is None or given.value is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name=item.word.name, missing="`for` and what it applies to, such as `for self`")
        return {"is": {"op": "none"}}, "thing", env
    node = given.value
    where = tail(item, "where")
    if where is not None and where.value is not None:
        node = s.Filter(node.span, node, where.value)
    record, kind = subject(env, node)
    # A clause for something that is not there is about nothing, so what it says may take the thing for granted.
    there = {path_key(node): thing(kind)} if "is" in record else {}
    return record, kind, element(env.narrowed({key: found for key, found in there.items() if key is not None}), thing(kind))[0]


# ------------------------------------------------------------------------------------------------------------ the clauses


def _modify(env: Env, item: s.Phrase) -> IR | None:
    target, change, amount = _modification(env, item)
    if target is None or amount is None:
        return None
    about, kind, inner = _subject_of(env, item)
    record = _head(env, item, "modify")
    if target.name == "controller":
        ir = check(inner, amount, thing(), "the new controller")
        return record | {"slot": "controller", "change": change, "value": ir, "subject": about}
    slot = _stat(env, target, kind)
    if slot is None:
        return None
    wanted = slot.type if change == "to" and slot.type.shape != "int" else Type("int")
    ir, found = value(inner, amount, wanted)
    ir = settle(inner, amount, ir, found, wanted, f"what `{item.word.name}` gives `{target.name}`")
    return record | {"slot": slot.id, "change": change, "value": ir, "subject": about}


def _modification(env: Env, item: s.Phrase) -> tuple[s.Name | None, str, s.Expr | None]:
    """`armor +1`, `attack -1`, `attack to 0`, `steps at 3`: the stat, the change and the amount."""
    node = item.argument
    word = item.word.name
    if word in ("cap", "floor"):
        at = label(item, "at")
        if isinstance(node, s.Name) and at is not None:
            return node, word, at.value
    elif isinstance(node, s.Name):
        to = label(item, "to")
        if to is not None:
            return node, "to", to.value
    elif isinstance(node, s.Binary) and node.op in ("+", "-"):
        left = node
        while isinstance(left.left, s.Binary) and left.left.op in ("+", "-"):
            left = left.left
        if isinstance(left.left, s.Name) and left is node:
            amount: s.Expr = node.right if node.op == "+" else s.Unary(node.right.span, "-", node.right)
            return left.left, "add", amount
    env.report(rows.MODIFY_FORM, item.argument or item.word, word=word)
    return None, "", None


def _stat(env: Env, name: s.Name, kind: str) -> SlotDecl | None:
    slot = env.world.slot_of(kind, name.name)
    if slot is None:
        below = [d.slots[name.name] for d in env.world.descendants(kind) if name.name in d.slots]
        slot = below[0] if len({b.id for b in below}) == 1 else None
    if slot is None:
        known = [n for n, d in env.world.slots_of(kind).items() if d.role == "stat"]
        env.report(rows.UNKNOWN_STAT, name, name=name.name, kind=kind.split(":")[-1], hint=did_you_mean(name.name, known) or
                   ("its stats are " + ", ".join(f"`{k}`" for k in known) if known else "declare it with `stat` in the kind"))
        return None
    env.world.used.add(slot.id)
    if slot.role != "stat":
        env.report(rows.NOT_A_STAT, name, name=name.name, role=slot.role)
        return None
    return slot


def where_of(env: Env, item: s.Phrase, target: Target, *, required: bool) -> tuple[Env, IR | None]:
    """The environment of a clause on an event, and its `where`; `where any` is no condition."""
    inner = env.child(event=target.event)
    where = tail(item, "where")
    named = [one for one in item.tails if one.word == "named"]
    for one in named:
        env.report(rows.RESTRICTION_AS_FIELD, one, name=one.name, word=item.word.name, hint=_as_condition(target, one, where))
    if where is None or where.value is None:
        if required and not named:
            env.report(rows.NO_WHERE, item.word, word=item.word.name)
        return inner, None
    if isinstance(where.value, s.Name) and where.value.name == "any":
        return inner, None
    ir = condition(inner, where.value, "the condition after `where`")
    return inner.narrowed(facts(inner, where.value)), ir


def _as_condition(target: Target, named: s.Tail, where: s.Tail | None) -> str:
    """How `name: value` is said as a condition on what the event has; `where`: the one that is there already."""
    given = named.value
    if isinstance(given, s.Name) and given.name == "any":
        return "take it out" if where is not None else "write `where any` if it is every time"
    said = named.name or ""
    near = said if said in target.event else nearest(said, target.event) or next((one for one in said.split("_") if one in set(target.event)), None)
    begin = "where" if where is None else "and"
    if near is not None:
        shown = f'"{given.value}"' if isinstance(given, s.Text) else given.name if isinstance(given, s.Name) else "..."
        shown = str(given.value) if isinstance(given, s.Number) else shown
        return f"write `{begin} {near} is {shown}`" + (" behind its condition" if where is not None else "")
    known = ", ".join(f"`{one}`" for one in target.event)
    return f"write `{begin}` and a condition on what it has: {known}" if known else f"write `{begin}` and a condition"


def _forbid(env: Env, item: s.Phrase) -> IR | None:
    target = targets(env, item.argument, item.word, "forbid")
    inner, where = where_of(env, item, target, required=True)
    record = _head(env, item, "forbid")
    unless = tail(item, "unless")
    named = tail(item, "as")
    if named is not None and named.name is not None:
        env.world.forbids.setdefault(named.name, {}).setdefault(item.span, (env.pack, record["id"]))
    return record | {
        "targets": target.ids, "names": target.names, "where": where, "name": named.name if named else None,
        "despite_unless": condition(inner, unless.value, "the condition after `unless`") if unless and unless.value else None,
    }


def _allow(env: Env, item: s.Phrase) -> IR | None:
    target = targets(env, item.argument, item.word, "allow")
    _, where = where_of(env, item, target, required=True)
    despite = tail(item, "despite")
    record = _head(env, item, "allow")
    if despite is None or despite.name is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name="allow", missing="`despite` and the name of a `forbid`")
        return None
    record |= {"targets": target.ids, "names": target.names, "where": where, "despite": despite.name}
    env.world.despites.append((despite.name, env.pack, despite.name_span or despite.span, record))
    return record


def _oblige(env: Env, item: s.Phrase) -> IR | None:
    target = targets(env, item.argument, item.word, "oblige")
    by = label(item, "by")
    inner, where = where_of(env, item, target, required=by is None)
    so_that = tail(item, "so that")
    record = _head(env, item, "oblige")
    if so_that is None and by is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name="oblige", missing="`so that C`, or `by q`")
        return None
    return record | {
        "targets": target.ids, "names": target.names, "where": where,
        "so_that": condition(inner, so_that.value, "the condition after `so that`") if so_that and so_that.value else None,
        "by": value(inner, by.value)[0] if by is not None and by.value is not None else None,
        "if_able": tail(item, "if able") is not None,
    }


def _limit(env: Env, item: s.Phrase) -> IR | None:
    target = targets(env, item.argument, item.word, "limit")
    inner, where = where_of(env, item, target, required=False)
    to, per = label(item, "to"), tail(item, "per")
    if to is None or to.value is None or per is None or per.value is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name="limit", missing="`to n per PERIOD`")
        return None
    scope = period(env, per.value)
    keys: list[IR] = []
    for each in (t for t in item.tails if t.word == "for each" and t.name is not None):
        keys.append(_key(inner, each))
    record = _head(env, item, "limit")
    return record | {"targets": target.ids, "names": target.names, "to": check(inner, to.value, INT, "the limit"), "per": scope or "", "keys": keys,
        "where": where}


def _key(env: Env, each: s.Tail) -> IR:
    """`for each actor`: a variable of the event; `for each die`: the only variable of that kind."""
    name = each.name or ""
    if name in env.event:
        return env.event[name].ir
    same = [b for b in env.event.values() if (b.type.shape == "die" and name == "die") or
            (b.type.shape == "thing" and b.type.of is not None and any(a.split(":")[-1] == name for a in env.world.ancestors(b.type.of)))]
    if len(same) == 1:
        return same[0].ir
    env.report(rows.UNKNOWN_NAME, each, name=name,
        hint=did_you_mean(name, env.event) or "`for each` names a parameter of what is limited: " + ", ".join(f"`{n}`" for n in env.event))
    return {"op": "none"}


def _prevent(env: Env, item: s.Phrase) -> IR | None:
    node = item.argument
    amount: IR | str = "all"
    if isinstance(node, s.Quantity):
        unit = node.unit.name
        tagged = node.tag.name if node.tag is not None else ""
        unread_quantity(env.world, node, "`prevent`", tag=f"say it in the condition: `where tag is {tagged}`", of="say in the condition whose it is")
        amount = check(env, node.amount, INT, "the amount")
    elif isinstance(node, s.All) and isinstance(node.value, s.Name):
        unit = node.value.name
    else:
        env.report(rows.MISSING_ARGUMENT, item.word, name="prevent", missing="`n UNIT` or `all UNIT`")
        return None
    known = [v for v in env.world.by_id["verb"].values() if isinstance(v, VerbDecl) and v.pack in env.world.visible(env.pack)]
    verbs = [v for v in known if (p := v.unit_param()) is not None and p.type.unit == unit]
    if not verbs:
        env.report(rows.NO_VERB_OF_UNIT, node, unit=unit, item="anything", count=0)
        return None
    view = Target()
    view.ids = [verb.id for verb in verbs]
    view.event = {n: Bound(k, {"op": "event", "name": n}, True) for n, k in counted(env, unit).items()}
    _, where = where_of(env, item, view, required=True)
    return _head(env, item, "prevent") | {"unit": unit, "amount": amount, "where": where}


def _mute(env: Env, item: s.Phrase) -> IR | None:
    if item.argument is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name="mute", missing="what is muted")
        return None
    node = item.argument
    where = tail(item, "where")
    if where is not None and where.value is not None:
        node = s.Filter(node.span, node, where.value)
    return _head(env, item, "mute") | {"subject": subject(env, node)[0]}


def _grant(env: Env, item: s.Phrase) -> IR | None:
    if item.argument is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name="grant", missing="an ability")
        return None
    ability = lookup.ability_named(env, item.argument)
    about, kind, inner = _subject_of(env, item)
    decl = env.world.by_id["ability"].get(ability or "")
    if not isinstance(decl, AbilityDecl):
        return None
    needed = bearer_kind(env.world, decl)
    if not env.world.descends(kind, needed):
        env.report(rows.TYPE_MISMATCH, item.argument, what=f"what `{decl.name}` is granted to", expected=article(thing(needed).words()),
            found=article(thing(kind).words()))
    given = item.argument.arguments if isinstance(item.argument, s.Call) else []
    if len(given) != len(decl.params):
        env.report(rows.ARGUMENT_COUNT, item.argument, name=decl.name, wanted=len(decl.params), found=len(given))
    args = [check(inner, a, p.type, f"`{p.name}` of `{decl.name}`") for a, p in zip(given, decl.params, strict=False)]
    return _head(env, item, "grant") | {"ability": ability or "", "args": args, "subject": about} if ability else None


_CLAUSES: dict[str, Callable[[Env, s.Phrase], IR | None]] = {
    "modify": _modify, "cap": _modify, "floor": _modify, "forbid": _forbid, "allow": _allow, "oblige": _oblige, "limit": _limit, "prevent": _prevent,
    "mute": _mute, "grant": _grant,
}
