"""Tests and invariants: the parts of content that only check.

A test's fields set options; its steps are statements, and a few forms of its own: `given`, `dice`, `answer`, `start`, `refuse`, `permit`, `expect`.
"""
from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import Type, thing

from .calls import verb_call
from .clauses import label
from .env import IR, Env, Sites
from .expressions import check, condition, value
from .fields import NOTES, add_note, notes_reasoned
from .leftovers import CALL, unread
from .names import did_you_mean, slug
from .scenarios import set_option
from .statements import statement
from .world import Note, World


def make_test(world: World, note: Note) -> IR | None:
    """The record of a test."""
    node = note.node
    if not isinstance(node, s.Phrase) or not isinstance(node.argument, s.Text) or node.block is None:
        world.problems.append(rows.MISSING_ARGUMENT.at(node.span, name="test", missing="a name in quotes and a block"))
        return None
    name = node.argument.value
    env = Env(world, note.pack, Sites(f"{note.pack}:test/{slug(name)}"))
    unread(world, node)
    record: IR = {"kind": "test", "id": env.sites.record, "name": name, "options": {}, "chosen": {}, "seats": None, "steps": [], "doc": node.doc}
    for item in node.block.items:
        if isinstance(item, s.Field):
            _option(env, item, record)
        else:
            record["steps"] += _step(env, item)
    record["options"].update(record.pop("chosen"))
    notes_reasoned(env, node.block.items)
    return record


def _option(env: Env, item: s.Field, record: IR) -> None:
    if item.name in NOTES:
        add_note(env, item, record)
        return
    if item.name == "seats":
        if len(item.values) != 1:
            env.report(rows.ONE_VALUE, item, name=item.name)
        if record["seats"] is not None:
            env.report(rows.DOUBLED_FIELD, item.name_span, name=item.name)
        ir = check(env, item.values[0], Type("int"), "`seats`")
        record["seats"] = ir.get("value")
        return
    if item.name == "scenario":
        _named_options(env, item, record)
        return
    set_option(env, item, record["chosen"], "this test", "a test sets options, `scenario` and `seats`")


def _named_options(env: Env, item: s.Field, record: IR) -> None:
    """The options of a scenario, by its name; what the test itself sets goes before."""
    named = item.values[0]
    known = {one["name"]: one for one in env.world.made_scenarios if one["id"].partition(":")[0] in env.world.visible(env.pack)}
    if record["options"]:
        env.report(rows.DOUBLED_FIELD, item.name_span, name=item.name)
    if len(item.values) != 1:
        env.report(rows.ONE_VALUE, item, name=item.name)
    if not isinstance(named, s.Text):
        env.report(rows.NOT_A_TEXT, named, name=item.name)
    elif named.value not in known:
        env.report(rows.UNKNOWN_SCENARIO, named, name=named.value, hint=did_you_mean(named.value, known) or "no pack in sight has one of that name")
    else:
        record["options"] = dict(known[named.value]["options"])


def _step(env: Env, item: s.Item) -> list[IR]:
    if isinstance(item, s.Expect):
        return [{"op": "expect", "test": condition(env, item.condition, "what `expect` says"), "text": "", "parts": _parts(env, item.condition),
            "span": item.span}]
    if isinstance(item, s.Phrase) and item.word.name in _STEPS:
        unread(env.world, item)
        return _STEPS[item.word.name](env, item)
    made = statement(env, item)
    for one in made:
        one.setdefault("span", item.span)
    return made


def _parts(env: Env, node: s.Expr) -> list[IR]:
    """What an expectation was made of, so that a failure can say what was found: the two sides of each comparison."""
    stack, out = [node], []
    while stack:
        at = stack.pop()
        if isinstance(at, s.Paren):
            stack.append(at.value)
        elif isinstance(at, s.Binary) and at.op in ("and", "or"):
            stack += [at.right, at.left]
        elif isinstance(at, s.Unary) and at.op == "not":
            stack.append(at.value)
        elif isinstance(at, (s.Binary, s.Is, s.In)):
            known = len(env.world.problems)
            ir, found = value(env, at.left)
            del env.world.problems[known:]
            if found.shape == "dial":
                ir = {"op": "apply", "function": "face", "args": [ir]}
            out.append({"span": at.left.span, "value": ir, "text": ""})
    return out


def _given(env: Env, item: s.Phrase) -> list[IR]:
    at = label(item, "at") or label(item, "on") or label(item, "into")
    if item.argument is None or at is None or at.value is None:
        env.report(rows.MISSING_ARGUMENT, item.word, name="given", missing="a thing and `at` a place")
        return []
    return [{"op": "given", "thing": check(env, item.argument, thing(), "what is given"), "place": check(env, at.value, thing("place"), "where it is")}]


def _dice(env: Env, item: s.Phrase) -> list[IR]:
    faces: list[int] = []
    for node in item.argument.items if isinstance(item.argument, s.ListOf) else []:
        if isinstance(node, s.Number) and node.value >= 1:
            faces.append(node.value)
        else:
            env.report(rows.TYPE_MISMATCH, node, what="each die", expected="the number that it shows", found="this")
    if not isinstance(item.argument, s.ListOf):
        env.report(rows.MISSING_ARGUMENT, item.word, name="dice", missing="the numbers in brackets, `dice [3, 8]`")
    return [{"op": "dice", "faces": faces}]


def _answer(env: Env, item: s.Phrase) -> list[IR]:
    nodes = item.argument.items if isinstance(item.argument, s.ListOf) else [item.argument] if item.argument is not None else []
    return [{"op": "answer", "values": [_answer_value(env, n) for n in nodes]}]


def _answer_value(env: Env, node: s.Expr) -> object:
    if isinstance(node, s.Text):
        return node.value
    if isinstance(node, s.Number):
        return node.value
    if isinstance(node, s.Name):
        return node.name
    if isinstance(node, s.ListOf):
        return [_answer_value(env, n) for n in node.items]
    if isinstance(node, s.Call) and node.name.name in ("hex", "square"):
        return {"space": [a.value for a in node.arguments if isinstance(a, s.Number)]}
    env.report(rows.TYPE_MISMATCH, node, what="an answer", expected="a name, a number, yes, no or pass", found="this")
    return None


def _start(env: Env, item: s.Phrase) -> list[IR]:
    return [{"op": "start"}]


def _call(word: str) -> Callable[[Env, s.Phrase], list[IR]]:
    def made(env: Env, item: s.Phrase) -> list[IR]:
        inside = item.block.items if item.block is not None else []
        if item.argument is None and not item.tails and len(inside) == 1 and isinstance(inside[0], s.Phrase):
            one = inside[0]
            if one.word.name == "answer":
                unread(env.world, one)
                return [{"op": "offered", "value": v, "holds": word == "permit"} for v in _answer(env, one)[0]["values"]]
            if one.word.name == "start" and not (one.argument or one.tails or one.block):
                unread(env.world, one)
                return [{"op": "begins", "holds": word == "permit"}]
            unread(env.world, one, CALL._replace(tails=("named",)), f"a call of `{one.word.name}`")
            return called(env, one, one.word, one.argument, [t for t in one.tails if t.word in ("label", "named")])
        if not isinstance(item.argument, s.Name) or inside:
            env.report(rows.MISSING_ARGUMENT, item.word, name=word, missing=f"a verb and its arguments, `{word} attack with ... by ...`, or `{word} {{ ... }}`")
            return []
        argument = next((t.value for t in item.tails if t.word == "label" and t.name == "of"), None)
        tails = [t for t in item.tails if t.word in ("label", "named")]
        return called(env, item, item.argument, argument, tails)

    def called(env: Env, at: s.Node, verb: s.Name, argument: s.Expr | None, tails: list[s.Tail]) -> list[IR]:
        found = verb_call(env.child(before=[]), at, verb, argument, tails)
        if found is not None:
            return [{"op": word, "call": found[0]}]
        if not env.world.find("verb", verb.name, env.pack):
            hint = did_you_mean(verb.name, env.world.names("verb", env.pack)) or "declare the verb"
            if verb.name == "start":
                hint = f"write `{word} {{ start }}`: whether the game could begin as it stands"
            env.report(rows.UNKNOWN_VERB, verb, name=verb.name, hint=hint)
        return []

    return made


_STEPS: dict[str, Callable[[Env, s.Phrase], list[IR]]] = {
    "given": _given, "dice": _dice, "answer": _answer, "start": _start, "refuse": _call("refuse"), "permit": _call("permit"),
}


def make_always(world: World, note: Note, number: int) -> IR | None:
    """The record of an invariant; `for each x in q { always C }` holds for every x."""
    env = Env(world, note.pack, Sites(f"{note.pack}:always.{number}"))
    node = note.node
    if isinstance(node, s.ForEach):
        from .statements import loop_parts

        inner, parts = loop_parts(env, node)
        tests = [i for i in node.block.items if isinstance(i, s.Always)]
        for item in node.block.items:
            if not isinstance(item, s.Always):
                env.report(rows.MISPLACED, item, what="this", where="a loop at top level", hint="only `always` may stand here")
        if not tests:
            return None
        holds: IR = {"op": "and", "args": [condition(inner, t.condition, "what `always` says") for t in tests]}
        fails: IR = {"op": "not", "arg": holds}
        if parts["where"] is not None:
            fails = {"op": "and", "args": [parts["where"], fails]}
        test: IR = {"op": "empty", "of": {"op": "filter", "of": parts["of"], "var": parts["var"], "where": fails}}
        because = tests[0].because
    elif isinstance(node, s.Always):
        test = condition(env, node.condition, "what `always` says")
        because = node.because
    else:
        return None
    return {"id": env.sites.record, "test": test, "because": because.value if because is not None else ""}
