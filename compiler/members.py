"""What `base.name` reads: a slot, a relation, a define of one parameter, the plural of a kind; and `the boss`, and `x is ready`."""
from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import ANY, BOOL, HOLE, INT, NONE, Type, list_of, thing, word

from .belonging import RELATIONS, definition_of, maybe_none, relation_type
from .env import IR, Env, path_key
from .fit import fits
from .lookup import define_named, frame_variable, kind_named, plural, variable
from .names import did_you_mean
from .world import SlotDecl, VerbDecl

Value = tuple[IR, Type]
NOTHING: IR = {"op": "none"}

DIE_FIELDS = {"face": INT, "sides": INT, "rerolled": BOOL}
CONSTANTS: dict[str, Value] = {
    "yes": ({"op": "bool", "value": True}, BOOL), "no": ({"op": "bool", "value": False}, BOOL), "none": ({"op": "none"}, NONE),
    "any": ({"op": "bool", "value": True}, BOOL), "pass": ({"op": "word", "value": "pass"}, word(None)), "box": ({"op": "box"}, thing("place")),
    "table": ({"op": "table"}, thing("place")),
}


def slot_value(env: Env, base: IR | None, slot: SlotDecl) -> Value:
    """The record that reads a slot, and its type."""
    env.world.used.add(slot.id)
    if slot.role == "stat" and slot.type.shape == "int":
        return {"op": "stat", "of": base, "slot": slot.id}, Type("int", unit=slot.type.unit, optional=slot.type.optional)
    if base is None:
        return {"op": "option" if slot.role == "option" else "global", "name": slot.id}, slot.type
    return {"op": "stat" if slot.role == "stat" else "field", "of": base, "slot": slot.id}, slot.type


def dot(env: Env, node: s.Dot, value: Callable[[Env, s.Expr, Type | None], Value]) -> Value:
    """`base.name`. `value` is that of the expressions: it and this need each other, and an import at each dot takes its time."""
    period = _period(env, node)
    if period is not None:
        return period
    # What stands in quotes before a dot is a thing, so that a misspelt name is said to be one.
    base, kind = value(env, node.base, thing() if isinstance(node.base, s.Text) and not _of_text(env, node) else None)
    key = path_key(node)
    ir, found = member(env, node, base, kind)
    return ir, env.narrow.get(key, found) if key is not None else found


def _of_text(env: Env, node: s.Dot) -> bool:
    """Whether `"...".name` is a define of a text."""
    found = define_named(env, node.name, node)
    return found is not None and len(found.params) == 1 and found.params[0].type.shape == "text"


def _period(env: Env, node: s.Dot) -> Value | None:
    """`turn.player`: a variable of the innermost running sequence of that name; `none` where it may be that no such sequence runs."""
    if not isinstance(node.base, s.Name) or variable(env, node.base.name) is not None:
        return None
    verbs = [v for v in env.world.find("verb", node.base.name, env.pack) if isinstance(v, VerbDecl)]
    for verb in verbs:
        if node.name == "number" and verb.sequence:
            return {"op": "frame", "of": verb.id, "name": "number"}, INT
        kind = frame_variable(env, verb, node.name)
        if kind is not None:
            env.world.used.add(verb.id)
            found = env.narrow.get(path_key(node) or "", kind if _runs(env, verb) else kind.maybe())
            return {"op": "frame", "of": verb.id, "name": node.name}, found
    if verbs:
        known = [p.name for v in verbs for p in v.params] + [n for v in verbs for n in v.slots] + ["number" for v in verbs if v.sequence]
        env.report(rows.UNKNOWN_FIELD, node.name_span, name=node.name, kind=node.base.name, hint=did_you_mean(node.name, known) or _listed(known))
        return NOTHING, HOLE
    return None


def _runs(env: Env, sequence: VerbDecl) -> bool:
    """Whether a sequence is running wherever this is asked: it is the one whose text this is, that holds it, or in which the handler always works."""
    for at in (env.outer, env.verb, env.during) if env.capturing is None else ():
        while at is not None:
            if at is sequence:
                return True
            at = at.outer
    return False


def _listed(words: list[str]) -> str:
    return "it has " + ", ".join(f"`{w}`" for w in words) if words else ""


def member(env: Env, node: s.Dot, base: IR, kind: Type) -> Value:
    """What `base.name` is for a base of a type."""
    text = node.name
    if kind.shape == "hole":
        return NOTHING, HOLE
    if kind.shape == "list" and kind.of == "zone" and text in ("owner", "name"):
        slot = env.world.by_id["slot"].get(base.get("slot", ""))
        kind_of = thing(slot.owner) if isinstance(slot, SlotDecl) and slot.owner is not None else thing().maybe()
        return {"op": "relation", "of": base, "name": text}, RELATIONS[text] if text == "name" else kind_of
    if kind.shape == "dial" and text in ("face", "lap"):
        return {"op": "apply", "function": text, "args": [base]}, Type("int", low=kind.low, high=kind.high) if text == "face" else INT
    if kind.shape == "die" and text in DIE_FIELDS:
        shown = Type("int", of=str(kind.high), low=1, high=kind.high) if text == "face" and kind.high else DIE_FIELDS[text]
        return {"op": "die", "of": base, "name": text}, shown
    if kind.shape == "path" and text == "inner":
        return {"op": "apply", "function": "inner", "args": [base]}, list_of(thing("space"))
    if kind.shape == "thing":
        _sure(env, node.base, kind)
        found = thing_member(env, node, base, kind.of or "thing")
        if found is not None:
            return found
    applied = _applied(env, node, base, kind) or _held(env, node, base, kind)
    if applied is not None:
        return applied
    if kind.shape == "list":
        env.report(rows.FIELD_OF_LIST, node, name=text)
    else:
        known = [*env.world.slots_of(kind.of or "thing"), *RELATIONS, *env.world.plurals] if kind.shape == "thing" else []
        hint = did_you_mean(text, known) or _subkind_hint(env, kind.of or "thing", text) or _listed(sorted(env.world.slots_of(kind.of or "thing")))
        env.report(rows.UNKNOWN_FIELD, node.name_span, name=text, kind=kind.words(), hint=hint)
    return NOTHING, HOLE


def _subkind_hint(env: Env, kind: str, text: str) -> str:
    having = sorted(d.name for d in env.world.descendants(kind) if text in d.slots)
    return f"`{having[0]}` has it: test `is a {having[0]}` first" if having else ""


def thing_member(env: Env, node: s.Dot, base: IR, kind: str) -> Value | None:
    """A slot, a relation or the plural of a kind after a thing."""
    text = node.name
    slot = env.world.slot_of(kind, text)
    if slot is None and kind in ("place", "space", "zone"):
        below = {d.slots[text].id: d.slots[text] for d in env.world.descendants("space" if kind == "space" else "thing") if text in d.slots}
        slot = next(iter(below.values())) if len(below) == 1 else None
    if slot is None and env.definition is not None and text in env.own_slots and base == {"op": "var", "name": "self"}:
        slot = env.own_slots[text]
    if slot is not None:
        return slot_value(env, base, slot)
    if text in RELATIONS:
        return {"op": "relation", "of": base, "name": text}, relation_type(env, text, kind, definition_of(env, base), own=base == {"op": "var", "name": "self"})
    return None


def _held(env: Env, node: s.Dot, base: IR, kind: Type) -> Value | None:
    """`x.heroes`: what is in, on, attached to or owned by a thing or zone, of one kind; of a plain list, its elements of that kind."""
    if kind.shape not in ("thing", "list"):
        return None
    many = plural(env, node.name)
    if many is None:
        return None
    if kind.shape == "list" and kind.of != "zone":
        if (kind.item or ANY).shape not in ("thing", "any"):
            return None
        where: IR = {"op": "is_kind", "of": {"op": "var", "name": "held"}, "kind": many}
        return {"op": "filter", "of": base, "var": "held", "where": where}, list_of(thing(many))
    return {"op": "held", "of": base, "kind": many}, list_of(thing(many))


def _applied(env: Env, node: s.Dot, base: IR, kind: Type) -> Value | None:
    """`x.f` where `f` is a define or a built-in function of one parameter."""
    from rulewright.dsl.registry import FUNCTIONS

    from .calls import apply_define, function_type, never_empty

    found = define_named(env, node.name, node)
    if found is not None and len(found.params) == 1 and fits(env.world, kind, found.params[0].type):
        return apply_define(env, node, found, [(base, kind)])
    row = FUNCTIONS.get(node.name)
    if row is not None and len(row.params) == 1 and not row.many:
        from .expressions import contents_if

        wanted = list_of(ANY) if row.params[0].type.startswith("list") else thing()
        ir, _ = contents_if(base, kind, wanted)
        result = function_type(env, row.result, kind)
        sure = row.name in ("first", "last") and never_empty(env, ir)
        return {"op": "apply", "function": row.name, "args": [ir]}, result.sure() if sure else result
    return None


def the(env: Env, node: s.The) -> Value:
    """`the boss`: the only one among the variables in sight, else the only one in play."""
    if isinstance(node.path, s.Dot):
        base, kind = the(env, s.The(node.span, node.path.base))
        return member(env, node.path, base, kind)
    if not isinstance(node.path, s.Name):
        env.report(rows.UNKNOWN_KIND, node, name="this", hint="write `the` and the name of a kind")
        return NOTHING, HOLE
    if node.path.name in ("table", "box"):
        return CONSTANTS[node.path.name]
    kind_id = kind_named(env, node.path)
    if kind_id is None:
        return NOTHING, HOLE
    for table in (env.vars, env.event):
        same = {n: b for n, b in table.items() if n not in ("self", "it") and b.type.shape == "thing" and env.world.descends(b.type.of or "thing", kind_id)}
        if len(same) > 1:
            env.report(rows.THE_ONE_OF_SEVERAL, node, name=node.path.name, choices=" or ".join(f"`{n}`" for n in same))
        if same:
            found = next(iter(same.values()))
            return found.ir, found.type
    every: IR = {"op": "all", "kind": kind_id}
    single: IR = {"op": "eq", "left": {"op": "apply", "function": "count", "args": [every]}, "right": {"op": "int", "value": 1}}
    return {"op": "if", "test": single, "then": {"op": "apply", "function": "first", "args": [every]}, "else": NOTHING}, thing(kind_id).maybe()


def _sure(env: Env, node: s.Expr, kind: Type) -> Type:
    """The type of what something is asked of, which may not be `none`."""
    if kind.optional:
        maybe_none(env, node)
    return kind.sure()


def adjective(env: Env, node: s.Is, left: IR, kind: Type) -> Value | None:
    """`x is ready`: a yes-or-no slot or define of x used like an adjective."""
    if not isinstance(node.right, s.Name) or kind.shape != "thing" or node.right.name in CONSTANTS or variable(env, node.right.name) is not None:
        return None
    text = node.right.name
    slot = env.world.slot_of(kind.of or "thing", text)
    ir: IR | None = None
    if slot is not None and slot.type.shape == "bool":
        _sure(env, node.left, kind)
        ir = slot_value(env, left, slot)[0]
    else:
        found = define_named(env, text, node.right)
        if found is not None and len(found.params) == 1:
            from .calls import apply_define

            wanted = found.params[0].type
            kind = kind if wanted.optional else _sure(env, node.left, kind)
            if not fits(env.world, kind, wanted):
                env.report(rows.TYPE_MISMATCH, node.left, what=f"what `{text}` asks of", expected=f"a {wanted.words()}", found=f"a {kind.words()}")
            ir, result = apply_define(env, node, found, [(left, kind)])
            if result.shape != "bool":
                ir = None
    return (ir, BOOL) if ir is not None else None
