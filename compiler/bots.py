"""Bots: what a player that is a program thinks of answers. `bot "Name" for K { prefer ... by n where C }`, `value: n`.

What advice may read of a running verb is what its seat can know: the parameters of the call; of a sequence, which is in the seat's view, all that hooks see.
"""
from __future__ import annotations

from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import bots as own_rows
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import DIE, HOLE, INT, Type, thing, word
from rulewright.dsl.walk import walk as tree

from . import lookup
from .clauses import label, tail
from .env import IR, Bound, Env
from .expressions import check, condition, element
from .fields import NOTES, add_note, notes_reasoned
from .leftovers import unread
from .names import did_you_mean
from .narrowing import facts
from .statements import what_is
from .targets import Target, shared, targets
from .texts import text_env
from .whens import when_record
from .world import BotDecl, VerbDecl, World

ANSWERS = ("yes", "no", "pass")
NUMBER = "number"


def make_bot(world: World, decl: BotDecl) -> IR:
    """The record of a bot."""
    assert decl.node is not None
    unread(world, decl.node)
    kind = _seat(text_env(world, decl.pack, decl.id, "seat"), decl.node)
    record: IR = {"kind": "bot", "id": decl.id, "name": decl.name, "for": kind, "value": None, "advice": [], "doc": decl.doc}
    env = text_env(world, decl.pack, decl.id, kind)
    _items(env, decl, decl.node, record, None)
    for patch in decl.patches:
        unread(world, patch.node)
        env.pack = patch.pack
        _items(env, decl, patch.node, record, when_record(world, patch))
    notes = [item for node in (decl.node, *(patch.node for patch in decl.patches)) for item in (node.block.items if node.block is not None else ())]
    notes_reasoned(env, notes)
    return record


def _seat(env: Env, node: s.Phrase) -> str:
    """The kind of the seats that a bot plays."""
    given = label(node, "for")
    if given is None or given.value is None:
        return env.world.seats()
    named = lookup.kind_named(env, given.value) if isinstance(given.value, s.Name) else None
    if named is None and not isinstance(given.value, s.Name):
        env.report(rows.UNKNOWN_KIND, given.value, name="this", hint="name the kind of the seats that it plays")
    if named is not None and not env.world.descends(named, "seat"):
        env.report(rows.NOT_A_SEAT, given.value, name=named.split(":")[-1])
    return named if named is not None and env.world.descends(named, "seat") else env.world.seats()


def _items(env: Env, decl: BotDecl, node: s.Phrase, record: IR, when: IR | None) -> None:
    for item in node.block.items if node.block is not None else ():
        if isinstance(item, s.Phrase) and item.word.name == "prefer":
            made = _advice(env, item)
            if made is not None:
                record["advice"].append(made if when is None else made | {"when": when})
        elif isinstance(item, s.Field) and item.name == "value":
            _value(env, item, record, when)
        elif isinstance(item, s.Field) and item.name in NOTES:
            add_note(env, item, record)
        elif isinstance(item, s.Field):
            if item.name != "id":
                env.report(rows.UNKNOWN_FIELD, item.name_span, name=item.name, kind="a bot", hint=did_you_mean(item.name, ("value", *NOTES)))
        elif not isinstance(item, s.Hole):
            env.report(rows.MISPLACED, item, what=what_is(item), where=f"the bot `{decl.name}`", hint="a bot holds `prefer ... by n` and `value: n`")


def _value(env: Env, item: s.Field, record: IR, when: IR | None) -> None:
    if record["value"] is not None:
        env.report(rows.DOUBLED_FIELD, item.name_span, name="value")
    elif when is not None:
        env.report(rows.MISPLACED, item, what="`value`", where="`when`", hint="ask for the option in the expression")
    elif len(item.values) != 1:
        env.report(rows.ONE_VALUE, item, name="value")
    else:
        record["value"] = check(env, item.values[0], INT, "`value`")


def _advice(env: Env, item: s.Phrase) -> IR | None:
    """The record of one `prefer`; None if it was not understood (reported)."""
    unread(env.world, item)
    by = label(item, "by")
    if by is None or by.value is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name="prefer", missing="`by` and a number: how much the answer is worth")
        return None
    id_ = env.part("prefer", item)
    at = label(item, "at")
    about = _about(env, item.argument)
    target = Target()
    if about is None:
        target = targets(env, item.argument, item.word, "prefer")
        about = {"about": "call"}
        if at is not None:
            env.report(rows.MISPLACED, at.value or item.word, what="`at`", where="advice on what is carried out",
                hint="say in the condition when it counts; `at V` says inside of which V something is chosen")
        if not target.ids:
            return None
    elif at is not None:
        target = targets(env, at.value, item.word, "prefer")
        if not target.ids:
            return None
    where = tail(item, "where")
    inner = _seeing(env, target, about, [by.value, where.value if where is not None else None])
    test = None
    if where is not None and where.value is not None and not (isinstance(where.value, s.Name) and where.value.name == "any"):
        test = condition(inner, where.value, "the condition after `where`")
        inner = inner.narrowed(facts(inner, where.value))
    said = {key: part for key, part in about.items() if key not in ("about", "type")}
    return {"about": about["about"], "id": id_, **said, "targets": target.ids, "names": target.names, "where": test,
        "by": check(inner, by.value, INT, "the number after `by`")}


def _about(env: Env, node: s.Expr | None) -> dict[str, Any] | None:
    """What kind of answer advice is about, with the type of `it`; None: something that is carried out."""
    if isinstance(node, s.Name) and node.name in ANSWERS:
        return {"about": "answer", "answer": node.name}
    if isinstance(node, s.Text):
        return {"about": "text", "said": node.value}
    if not isinstance(node, s.One):
        return None
    name = node.kind.name
    if name == NUMBER and not env.world.find("kind", name, env.pack):
        return {"about": "number", "type": INT}
    if name == "die" and not env.world.find("kind", name, env.pack):
        return {"about": "die", "type": DIE}
    enums = env.world.find("enum", name, env.pack)
    if enums and not env.world.find("kind", name, env.pack):
        env.world.used.add(enums[0].id)
        return {"about": "word", "enum": enums[0].id, "type": word(enums[0].id)}
    named = lookup.kind_named(env, node.kind) or "thing"
    return {"about": "thing", "of": named, "type": thing(named)}


def _seeing(env: Env, target: Target, about: dict[str, Any], texts: list[s.Expr | None]) -> Env:
    """The environment of advice: `it`, and what it may read of its event. That one of its texts reads more is reported."""
    if not target.verbs:
        inner = env.child(event=target.event)
    else:
        open_ = shared(env, [_known(verb, target.event, about["about"] == "call") for verb in target.verbs])
        inner = env.child(event={name: Bound(kind, {"op": "event", "name": name}) for name, kind in open_.items()})
        for node in (inside for text in texts if text is not None for inside in tree(text)):
            if isinstance(node, s.Name) and node.name in target.event and node.name not in open_:
                env.report(own_rows.SECRET_VARIABLE, node, name=node.name, verb=target.verbs[0].name)
                inner.vars[node.name] = Bound(HOLE, {"op": "none"})
    return inner if about.get("type") is None else element(inner, about["type"])[0]


def _known(verb: VerbDecl, event: dict[str, Bound], calls: bool) -> dict[str, Type]:
    """What a seat knows of a call: its parameters and the tag of its unit; of a running sequence all that hooks see."""
    params = {param.name for param in verb.params} | ({"tag"} if verb.unit_param() is not None else set())
    return {name: bound.type for name, bound in event.items() if name in params or (verb.sequence and not calls)}
