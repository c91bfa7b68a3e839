"""Verbs, sequences and defines: from their blocks to records.

A verb's body is elaborated at most once, on first need, because hooks may use what it names with `let` and `as`. `require`s are lifted out of it: they are
the verb's legality. A sequence becomes a machine: statements that run other sequences, steps and loops around them are nodes with a position in the state,
the statements between them are `do` nodes.
"""
from __future__ import annotations

from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import Type, thing, word

from . import choices, lookup
from .calls import candidates
from .chains import operands
from .env import IR, Bound, Env, Sites
from .expressions import check, condition, value
from .field_rings import may_ring
from .fields import DOC_FIELDS, check_holes, doc_fields
from .leftovers import unread
from .names import did_you_mean
from .narrowing import facts
from .statements import loop_parts, repeat_parts, statement
from .world import DefineDecl, FamilyDecl, SlotDecl, VerbDecl, World


def lets_of(world: World, verb: VerbDecl) -> dict[str, Type]:
    """What a verb's body names with `let` and `as`; while its body is being elaborated, what is known so far."""
    elaborate_verb(world, verb)
    return verb.lets


def elaborate_verb(world: World, verb: VerbDecl) -> IR:
    """The record of a verb or sequence, made once."""
    made = world.made_verbs
    if verb.id in made:
        return made[verb.id]
    record: IR = {"kind": "sequence" if verb.sequence else "verb", "id": verb.id, "name": verb.name, "text": None}
    made[verb.id] = record
    env = body_env(world, verb)
    items = list(verb.body.items) if verb.body is not None else []
    plain: list[s.Item] = []
    requires: list[IR] = []
    notes = [i for i in items if isinstance(i, s.Field)]
    record |= doc_fields(env, notes, DOC_FIELDS)
    for note in notes:
        if note.name == "text" and note.values:
            known = [p.name for p in verb.params] + list(verb.slots) + (["tag"] if verb.unit_param() is not None else [])
            check_holes(env, verb.name, note.values[0], known)
    required: dict[str, Type] = {}
    for item in items:
        if isinstance(item, s.Require):
            requires += _require(env, verb, item)
            required |= facts(env.narrowed(required), item.condition)
        elif isinstance(item, (s.Field, s.Verb, s.Define)):
            continue
        else:
            plain.append(item)
    record["params"] = [_param(env, verb, p, items) for p in verb.params]
    record["families"] = [f for f in (_family(env, c) for c in (verb.node.families if verb.node else [])) if f is not None]
    record["requires"] = requires
    record["slots"] = [slot_record(world, d, env) for d in verb.slots.values()]
    body = env.narrowed(required)
    paid = _payment(body, verb)
    if verb.sequence:
        found = machine(body, plain)
        record["machine"] = {"node": "seq", "children": [{"node": "do", "body": paid}, found]} if paid else found
    else:
        body = body.child()
        out = paid
        for item in plain:
            out += statement(body, item)
        record["body"] = out
    record["doc"] = verb.doc
    return record


def _payment(env: Env, verb: VerbDecl) -> list[IR]:
    """The statement that pays for a verb or sequence, if it costs something; its body begins with it."""
    from .handlers import costs

    calls = costs(env, verb.costs)
    return [{"op": "pay", "calls": calls}] if calls else []


def body_env(world: World, verb: VerbDecl) -> Env:
    """The environment of a verb's body."""
    env = Env(world, verb.body_pack or verb.pack, Sites(verb.id), outer=verb.outer, verb=verb, before=None, result=verb)
    for param in verb.params:
        env.vars[param.name] = Bound(param.type, {"op": "var", "name": param.name}, True, param.span)
    unit = verb.unit_param()
    if unit is not None:
        env.vars.setdefault("tag", Bound(word(None).maybe(), {"op": "var", "name": "tag"}))
    actor = next((p for p in verb.params if p.label == "by"), None)
    if actor is not None:
        env.who = {"op": "var", "name": actor.name}
    return env


def _param(env: Env, verb: VerbDecl, param: Any, items: list[s.Item]) -> IR:
    start = check(env, param.start, param.type, f"the start of `{param.name}`") if param.start is not None else None
    if start is None and param.type.optional:
        start = {"op": "none"}
    return {"name": param.name, "label": param.label, "type": param.type.record(), "start": start, "domain": _domain(env, verb, param.name, items)}


def conjuncts(node: s.Expr) -> list[s.Expr]:
    """The parts of a chain of `and`."""
    if isinstance(node, s.Paren):
        return conjuncts(node.value)
    if isinstance(node, s.Binary) and node.op == "and":
        return [part for operand in operands(node) for part in conjuncts(operand)]
    return [node]


def _domain(env: Env, verb: VerbDecl, name: str, items: list[s.Item]) -> IR | None:
    """The list of a `require p in LIST`: what an offer tries for p. It may use the parameters before p."""
    before = [p.name for p in verb.params]
    earlier = set(before[: before.index(name)])
    for item in items:
        for part in conjuncts(item.condition) if isinstance(item, s.Require) else ():
            if isinstance(part, s.In) and not part.negated and isinstance(part.left, s.Name) and part.left.name == name and not isinstance(part.right, s.Range):
                known = len(env.world.problems)
                from .expressions import sequence_of

                ir = sequence_of(env, part.right)[0]
                del env.world.problems[known:]
                if variables_in(ir) & set(before) <= earlier:
                    return ir
    return None


def variables_in(ir: Any) -> set[str]:
    """The variables that an expression reads."""
    if isinstance(ir, dict):
        own = {ir["name"]} if ir.get("op") == "var" else set()
        return own.union(*(variables_in(v) for v in ir.values()))
    if isinstance(ir, list):
        return set().union(*(variables_in(v) for v in ir)) if ir else set()
    return set()


def _require(env: Env, verb: VerbDecl, item: s.Require) -> list[IR]:
    names = {p.name for p in verb.params}
    out: list[IR] = []
    inner = env
    for part in conjuncts(item.condition):
        ir = condition(inner, part, "what `require` asks")
        inner = inner.narrowed(facts(inner, part))
        out.append({"test": ir, "needs": [p.name for p in verb.params if p.name in variables_in(ir) & names]})
    return out


def _family(env: Env, node: s.Call) -> IR | None:
    found = lookup.pick(env, "family", node.name.name, node)
    if not isinstance(found, FamilyDecl):
        hint = did_you_mean(node.name.name, env.world.names("family", env.pack)) or f"declare `family {node.name.name}(x)`"
        env.report(rows.UNKNOWN_FAMILY, node.name, name=node.name.name, hint=hint)
        return None
    if len(node.arguments) != len(found.params):
        env.report(rows.ARGUMENT_COUNT, node, name=found.name, wanted=len(found.params), found=len(node.arguments))
        return None
    return {"family": found.id, "args": [check(env, a, thing(), f"`{p.name}` of `{found.name}`") for a, p in zip(node.arguments, found.params, strict=True)]}


def slot_record(world: World, slot: SlotDecl, env: Env | None = None) -> IR:
    """The record of a slot. Counters of verbs start where they stand, so theirs has no start."""
    node = slot.node
    assert node is not None
    _fitting(world, slot, node)
    inner = env.child() if env is not None else Env(world, slot.pack, Sites(slot.id))
    start: IR | None = None
    if node.start is not None and env is None:
        start = check(inner, node.start, slot.type.item or slot.type if slot.role == "zone" else slot.type, f"the start of `{slot.name}`")
        _start_in_range(world, slot, start)
    if env is None and slot.role in ("counter", "option") and start is None:
        if slot.type.optional:
            start = {"op": "none"}
        elif slot.type.shape != "hole":
            world.problems.append(rows.NO_START.at(slot.span, role=slot.role, name=slot.name))
    return {
        "id": slot.id, "name": slot.name, "role": slot.role, "type": slot.type.record(), "start": start,
        "required": slot.role in ("printed", "stat") and node.start is None and not slot.type.optional,
        "per": _per(inner, node), "seen_by": _seen_by(inner, slot, node), "doc": slot.doc,
    }


def _fitting(world: World, slot: SlotDecl, node: s.Slot) -> None:
    """What only some roles have is given to no other."""
    for part, roles, what, hint in (
        (node.per, ("counter",), "`per`", "only a counter goes back to its start"),
        (node.seen_by, ("zone",), "`seen by`", "only what lies in a zone can be hidden; everybody sees the rest"),
        (node.start, ("printed", "stat", "counter", "option"), "a start", "fill it where the game is set up, with `starts_in` of the things or with `put`"),
    ):
        if part is not None and slot.role not in roles:
            world.problems.append(rows.MISPLACED.at(part.span, what=what, where=f"the {slot.role} `{slot.name}`", hint=hint))
    world.problems += [rows.DOUBLED_TAIL.at(span, name=word) for word, span in node.again]
    if node.ringless is not None and not may_ring(world, slot):
        world.problems.append(rows.MISPLACED.at(node.ringless, what="`without rings`",
            where=f"the {'row' if slot.role == 'printed' else slot.role} `{slot.name}`",
            hint="only a printed row of a kind that names things of this kind could lead back to where it begins"))


def _start_in_range(world: World, slot: SlotDecl, start: IR) -> None:
    if start.get("op") == "int" and slot.type.shape in ("int", "dial"):
        number, low, high = start["value"], slot.type.low, slot.type.high
        if (low is not None and number < low) or (high is not None and number > high):
            assert slot.node is not None and slot.node.start is not None
            world.problems.append(rows.OUT_OF_RANGE.at(slot.node.start.span, name=slot.name, value=number, low="" if low is None else low,
                high="" if high is None else high))


def _per(env: Env, node: s.Slot) -> str | None:
    from .targets import period

    return period(env, node.per) if node.per is not None else None


def _seen_by(env: Env, slot: SlotDecl, node: s.Slot) -> IR | None:
    if node.seen_by is None:
        return None
    if isinstance(node.seen_by, s.Name) and node.seen_by.name == "all":
        return {"op": "bool", "value": True}
    if isinstance(node.seen_by, s.Name) and node.seen_by.name in ("none", "nobody"):
        return {"op": "bool", "value": False}

    inner = env.child(self_kind=slot.owner or "thing")
    item = slot.type.item or thing()
    inner.vars |= {
        "it": Bound(item, {"op": "var", "name": "it"}), "self": Bound(thing(slot.owner or "thing"), {"op": "var", "name": "self"}),
        "viewer": Bound(thing(lookup.seat_kind(env)), {"op": "var", "name": "viewer"}),
    }
    if isinstance(node.seen_by, s.Name) and node.seen_by.name == "owner" and slot.owner is not None:
        if env.world.descends(slot.owner, "seat"):
            return {"op": "var", "name": "self"}
        return {"op": "relation", "of": {"op": "var", "name": "self"}, "name": "controller"}
    test = node.seen_by
    if isinstance(test, s.Name):
        rule = lookup.define_named(inner, test.name, test)
        if rule is not None and len(rule.params) == 2:
            test = s.Call(test.span, test, [s.Name(test.span, "it"), s.Name(test.span, "viewer")])
    ir, found = value(inner, test)
    if found.shape not in ("bool", "thing", "list", "hole"):
        env.report(rows.TYPE_MISMATCH, node.seen_by, what="`seen by`", expected="yes, no, a seat or seats", found=found.words())
    return ir


def define_env(world: World, decl: DefineDecl) -> Env:
    """The environment of a define's value."""
    env = Env(world, decl.text_pack or decl.pack, Sites(decl.id), outer=decl.outer, functions=decl.given)
    for param in decl.params:
        env.vars[param.name] = Bound(param.type, {"op": "var", "name": param.name})
    return env


def elaborate_define(world: World, decl: DefineDecl) -> Type:
    """Give a define its value and result type; gives the type."""
    assert decl.node is not None
    env = define_env(world, decl)
    from .expressions import contents_if

    ir, found = value(env, decl.node.value)
    ir, found = contents_if(ir, found, Type("list"))
    decl.value = ir
    if decl.result is None:
        decl.result = Type("int", unit=found.unit) if found.shape == "int" and not found.optional else found
    return decl.result


# ------------------------------------------------------------------------------------------------------------ machines


def machine(env: Env, items: list[s.Item]) -> IR:
    """The node of a sequence's block."""
    return _series(env.child(), items)


def _series(env: Env, items: list[s.Item]) -> IR:
    """Nodes in order; neighbouring plain statements become one `do`."""
    children: list[IR] = []
    body: list[IR] = []

    def flush() -> None:
        if body:
            children.append({"node": "do", "body": list(body)})
            body.clear()

    for item in items:
        node = _node(env, item)
        if node is None:
            body.extend(statement(env, item))
        else:
            flush()
            children.append(node)
    flush()
    return children[0] if len(children) == 1 else {"node": "seq", "children": children}


def _node(env: Env, item: s.Item) -> IR | None:
    """The node of an item that steps, runs a sequence, or holds one that does; None for a plain statement."""
    if isinstance(item, s.Phrase):
        if item.word.name == "step":
            return _step(env, item)
        if item.word.name == "repeat" and item.block is not None and _steps_inside(env, item.block):
            unread(env.world, item)
            return {"node": "loop", **repeat_parts(env, item), "child": _series(env.child(looping=True), item.block.items)}
        if item.word.name == "offer" and any(t.word == "until" for t in item.tails):
            return _offer_loop(env, item)
        return _run(env, item)
    if isinstance(item, s.ForEach) and _steps_inside(env, item.block):
        inner, parts = loop_parts(env, item)
        return {"node": "each", **parts, "child": _series(inner, item.block.items)}
    if isinstance(item, s.If) and _steps_inside_if(env, item):
        return _branch(env, item)
    return None


def _branch(env: Env, item: s.If) -> IR:
    other: IR | None = None
    if isinstance(item.otherwise, s.If):
        other = _branch(env, item.otherwise)
    elif item.otherwise is not None:
        other = _series(env.child(), item.otherwise.items)
    return {"node": "branch", "test": condition(env, item.test, "the condition after `if`"), "then": _series(env.child(), item.then.items), "else": other}


def _offer_loop(env: Env, item: s.Phrase) -> IR:
    """`offer .. until pass` as a loop of single offers, so that each action ends with a checkpoint."""
    unread(env.world, item)
    made = choices.offer(env.child(before=[]), item)
    record = made[-1]
    record["repeat"] = False
    record["as"] = record["as"] or "offered"
    passed: IR = {"op": "eq", "left": {"op": "var", "name": record["as"]}, "right": {"op": "word", "value": "pass"}}
    loop: IR = {"node": "loop", "count": None, "while": None, "until": passed, "child": {"node": "do", "body": made}}
    return {"node": "seq", "children": [{"node": "let", "name": record["as"], "value": {"op": "none"}}, loop]}


def _run(env: Env, item: s.Phrase) -> IR | None:
    """A statement that is just a call of a sequence."""
    found = candidates(env, item.word.name)
    if not found or not all(v.sequence for v in found):
        return None
    made = statement(env, item)
    if len(made) != 1 or made[0].get("op") != "call" or made[0].get("each") is not None:
        return {"node": "do", "body": made}
    return {"node": "call", "sequence": made[0]["verb"], "args": made[0]["args"], "as": made[0]["as"]}


def _step(env: Env, item: s.Phrase) -> IR:
    unread(env.world, item)
    name = item.argument.name if isinstance(item.argument, s.Name) else ""
    if not name:
        env.report(rows.MISSING_ARGUMENT, item.word, name="step", missing="the step's name")
    tests = {t.word: t.value for t in item.tails if t.word in ("where", "while") and t.value is not None}
    inner = env
    for test in tests.values():
        inner = inner.narrowed(facts(inner, test))
    child = _series(inner, item.block.items if item.block is not None else [])
    for new in inner.vars.keys() - env.vars.keys():
        env.vars[new] = inner.vars[new]
    return {
        "node": "step", "name": name,
        "where": condition(env, tests["where"], "the condition after `where`") if "where" in tests else None,
        "while": condition(env, tests["while"], "the condition after `while`") if "while" in tests else None,
        "child": child,
    }


def _steps_inside(env: Env, node: s.Block) -> bool:
    for item in node.items:
        if isinstance(item, s.Phrase):
            if item.word.name in ("step", "offer"):
                return True
            found = candidates(env, item.word.name)
            if found and all(v.sequence for v in found):
                return True
            if item.block is not None and item.word.name == "repeat" and _steps_inside(env, item.block):
                return True
        elif (isinstance(item, s.ForEach) and _steps_inside(env, item.block)) or (isinstance(item, s.If) and _steps_inside_if(env, item)):
            return True
    return False


def _steps_inside_if(env: Env, item: s.If) -> bool:
    if _steps_inside(env, item.then):
        return True
    if isinstance(item.otherwise, s.If):
        return _steps_inside_if(env, item.otherwise)
    return item.otherwise is not None and _steps_inside(env, item.otherwise)
