"""Names and dotted paths: what a word means where it stands, and what `x.name` reads.

A bare word is, first that fits: a variable, a variable of the event, a variable of the sequences around, a member of the expected enum, a relation of `self`
(`owner`, `controller`, `host`, `here`), a counter, zone or option of the table, a group, the plural of a kind, a define without parameters, a member of any
enum, a definition, a function value. After a dot: a slot, a relation, a define of one parameter, the plural of a kind (what is in, on, attached to or owned by
the thing).
"""
from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import ANY, BOOL, FUNCTION, HOLE, INT, NONE, TEXT, Type, list_of, thing, word

from .env import IR, Bound, Env, path_key
from .fit import fits
from .names import did_you_mean
from .world import ENGINE_KINDS, ENGINE_PLURALS, Decl, DefineDecl, DefinitionDecl, EnumDecl, GroupDecl, KindDecl, SlotDecl, SpaceDecl, VerbDecl

Value = tuple[IR, Type]
NOTHING: IR = {"op": "none"}

FACE = Type("text", of="face")
"""The name of a face, which may be written without quotes: `it.face is back`."""
RELATIONS: dict[str, Type] = {
    "place": thing("place"), "owner": thing(), "controller": thing("seat"), "host": thing(), "name": TEXT, "face": FACE, "area": thing("area"),
    "board": thing("board"), "next": thing("seat"), "number": INT, "exists": BOOL,
}
OF_SELF = {"owner": "owner", "controller": "controller", "host": "host", "here": "place"}
DIE_FIELDS = {"face": INT, "sides": INT, "rerolled": BOOL}
CONSTANTS: dict[str, Value] = {
    "yes": ({"op": "bool", "value": True}, BOOL), "no": ({"op": "bool", "value": False}, BOOL), "none": ({"op": "none"}, NONE),
    "any": ({"op": "bool", "value": True}, BOOL), "pass": ({"op": "word", "value": "pass"}, word(None)), "box": ({"op": "box"}, thing("place")), "table": ({"op": "table"}, thing("place")),
}


def bound(kind: Type, ir: IR, writable: bool = False) -> Bound:
    """A variable."""
    return Bound(kind, ir, writable)


def seat_kind(env: Env) -> str:
    """The kind of the seats: the most special declared kind that descends from `seat`, if there is only one such."""
    kinds = [decl.id for decl in env.world.descendants("seat")]
    leaves = [kind for kind in kinds if not any(other != kind and env.world.descends(other, kind) for other in kinds)]
    return leaves[0] if len(leaves) == 1 else "seat"


def variable(env: Env, text: str) -> Bound | None:
    """A variable of the body, of the event, or of the sequences around; captured if a lasting effect is being made."""
    if text in env.vars:
        return env.vars[text]
    if text in env.event:
        return env.event[text]
    outer = env.outer
    while outer is not None:
        kind = frame_variable(env, outer, text)
        if kind is not None:
            return Bound(kind, {"op": "frame", "of": outer.id, "name": text}, text in outer.slots)
        outer = outer.outer
    if env.capturing is not None and env.captured is not None:
        around = variable(env.capturing, text)
        if around is not None:
            env.captured.setdefault(text, around.ir)
            return Bound(around.type, {"op": "var", "name": text}, False)
    return None


def frame_variable(env: Env, verb: VerbDecl, text: str) -> Type | None:
    """The type of a parameter, slot or `let` of a verb, as hooks see it; elaborates the body if its `let`s are not known yet."""
    for param in verb.params:
        if param.name == text:
            return param.type
    if text in verb.slots:
        return verb.slots[text].type
    if text == "tag" and verb.unit_param() is not None:
        return word(None).maybe()
    from .bodies import lets_of

    return lets_of(env.world, verb).get(text)


def name(env: Env, node: s.Name, expected: Type | None) -> Value:
    """A bare word."""
    text = node.name
    found = variable(env, text)
    if found is not None:
        return found.ir, env.narrow.get(text, found.type)
    wanted = expected.item if expected is not None and expected.shape == "list" else expected
    if wanted is not None and wanted.shape == "word" and wanted.of is not None:
        enum = env.world.by_id["enum"].get(wanted.of)
        if isinstance(enum, EnumDecl) and text in enum.members:
            env.world.used.add(f"{enum.id}.{text}")
            return {"op": "word", "value": text}, wanted.sure()
    if wanted is not None and wanted.shape == "text" and wanted.of == "face" and text in face_names(env):
        return {"op": "text", "value": text}, wanted.sure()
    if text in CONSTANTS:
        return CONSTANTS[text]
    for look in _LOOKS:
        result = look(env, node, text)
        if result is not None:
            return result[0], env.narrow.get(text, result[1])
    hint = _enum_hint(env, wanted, text) or did_you_mean(text, known_words(env))
    env.report(rows.UNKNOWN_NAME, node, name=text, hint=hint or "declare it, or quote it if it is the name of a thing")
    return NOTHING, HOLE


def face_names(env: Env) -> set[str]:
    """The names of all faces that definitions in sight have."""
    out: set[str] = set()
    for decl in env.world.by_id["definition"].values():
        if isinstance(decl, DefinitionDecl) and decl.node is not None and decl.node.block is not None and decl.pack in env.world.visible(env.pack):
            out.update(i.argument.name for i in decl.node.block.items if isinstance(i, s.Phrase) and i.word.name == "face" and isinstance(i.argument, s.Name))
    return out


def _enum_hint(env: Env, wanted: Type | None, text: str) -> str:
    if wanted is not None and wanted.shape == "text" and wanted.of == "face":
        return did_you_mean(text, face_names(env))
    if wanted is None or wanted.shape != "word" or wanted.of is None:
        return ""
    enum = env.world.by_id["enum"].get(wanted.of)
    if not isinstance(enum, EnumDecl):
        return ""
    return did_you_mean(text, enum.members) or f"`{enum.name}` is one of " + ", ".join(f"`{m}`" for m in enum.members)


def known_words(env: Env) -> list[str]:
    """Every word that a bare name could be here, for suggestions."""
    out = [*env.vars, *env.event, *CONSTANTS, *env.world.plurals, *ENGINE_PLURALS]
    for category in ("slot", "group", "define", "definition", "verb"):
        out += env.world.names(category, env.pack)
    for enum in env.world.by_id["enum"].values():
        if isinstance(enum, EnumDecl):
            out += enum.members
    outer = env.outer
    while outer is not None:
        out += [p.name for p in outer.params] + list(outer.slots)
        outer = outer.outer
    return out


def _own(env: Env, node: s.Name, text: str) -> Value | None:
    if text in OF_SELF and env.self_kind is not None:
        captured = env.captured is not None and env.capturing is not None
        kind = relation_type(env, OF_SELF[text], env.self_kind)
        if text == "owner" and env.definition is not None:
            kind = owner_type(env, env.definition) or kind
        if captured:
            around = name(env.capturing, node, None)  # type: ignore[arg-type]
            env.captured[text] = around[0]  # type: ignore[index]
            return {"op": "var", "name": text}, around[1]
        return {"op": "relation", "of": {"op": "var", "name": "self"}, "name": OF_SELF[text]}, kind
    if text in env.own_slots and env.definition is not None:
        slot = env.own_slots[text]
        return {"op": "field", "of": {"op": "var", "name": "self"}, "slot": slot.id}, slot.type
    if env.self_kind is not None and env.definition is not None:
        found = env.world.slot_of(env.self_kind, text)
        if found is not None:
            return slot_value(env, {"op": "var", "name": "self"}, found)
    return None


def owner_type(env: Env, definition: DefinitionDecl) -> Type | None:
    """What `owner` is for a card: the character that its `for:` names, else a seat."""
    block = definition.node.block if definition.node is not None else None
    for item in block.items if block is not None else ():
        if isinstance(item, s.Field) and item.name in ("for", "owner") and item.values and isinstance(item.values[0], s.Text):
            found = named_thing(env, item.values[0].value, item.values[0], required=False)
            return found[1] if found is not None else None
    return None


def _global(env: Env, node: s.Name, text: str) -> Value | None:
    found = pick(env, "slot", text, node)
    if isinstance(found, SlotDecl):
        env.world.used.add(found.id)
        return slot_value(env, None, found)
    return None


def _group(env: Env, node: s.Name, text: str) -> Value | None:
    found = pick(env, "group", text, node)
    if isinstance(found, GroupDecl):
        from .declarations import group_type

        return {"op": "members", "group": found.id}, list_of(group_type(env.world, found))
    return None


def _plural(env: Env, node: s.Name, text: str) -> Value | None:
    kind = plural(env, text)
    return ({"op": "all", "kind": kind}, list_of(thing(kind))) if kind is not None else None


def plural(env: Env, text: str) -> str | None:
    """The kind whose plural a word is."""
    seen = env.world.visible(env.pack)
    for decl in env.world.plurals.get(text, ()):
        if decl.pack in seen:
            env.world.used.add(decl.id)
            return decl.id
    if text in ENGINE_PLURALS:
        kinds = env.world.descendants("seat") if text == "seats" else ()
        only = [k.id for k in kinds]
        return only[0] if len(only) == 1 else ENGINE_PLURALS[text]
    return None


def _define(env: Env, node: s.Name, text: str) -> Value | None:
    found = define_named(env, text, node)
    if found is None:
        return None
    if found.params:
        return {"op": "name_of_define", "define": found.id}, FUNCTION
    from .calls import define_result

    return {"op": "call", "define": found.id, "args": []}, define_result(env.world, found)


def define_named(env: Env, text: str, node: s.Node) -> DefineDecl | None:
    """A define by name: one written in the sequences around first."""
    outer = env.outer or env.verb
    while outer is not None:
        local = env.world.by_id["define"].get(f"{outer.id}/{text}")
        if isinstance(local, DefineDecl):
            env.world.used.add(local.id)
            return local
        outer = outer.outer
    found = pick(env, "define", text, node)
    if isinstance(found, DefineDecl):
        env.world.used.add(found.id)
        return found
    return None


def _member(env: Env, node: s.Name, text: str) -> Value | None:
    seen = env.world.visible(env.pack)
    enums = [e for e in env.world.by_id["enum"].values() if isinstance(e, EnumDecl) and text in e.members and e.pack in seen]
    if not enums:
        return None
    for enum in enums:
        env.world.used.add(f"{enum.id}.{text}")
    return {"op": "word", "value": text}, word(enums[0].id if len(enums) == 1 else None)


def _definition(env: Env, node: s.Name, text: str) -> Value | None:
    if env.world.find("definition", text, env.pack):
        return named_thing(env, text, node, required=True)
    seats = [d for d in env.world.by_id["definition"].values() if d.id.split(":")[-1] == text and d.pack in env.world.visible(env.pack)]
    if len(seats) == 1 and isinstance(seats[0], DefinitionDecl):
        return named_thing(env, seats[0].name, node, required=True)
    return None


def _enum_members(env: Env, node: s.Name, text: str) -> Value | None:
    """The name of an enum is the list of its members."""
    found = pick(env, "enum", text, node)
    if isinstance(found, EnumDecl):
        return {"op": "list", "items": [{"op": "word", "value": m} for m in found.members]}, list_of(word(found.id))
    return None


def _board(env: Env, node: s.Name, text: str) -> Value | None:
    found = [d for d in env.world.by_id["board"].values() if d.id.split(":")[-1] == text and d.pack in env.world.visible(env.pack)]
    return board_value(env, found[0], node) if len(found) == 1 else None


_LOOKS: tuple[Callable[[Env, s.Name, str], Value | None], ...] = (_own, _global, _group, _plural, _define, _member, _definition, _enum_members, _board)


def pick(env: Env, category: str, text: str, node: s.Node) -> object | None:
    """The one visible declaration of a name; two are ambiguous, unless one is the pack's own."""
    found = env.world.find(category, text, env.pack)
    if len(found) > 1:
        own = [d for d in found if d.pack == env.pack]
        if len(own) != 1:
            ids = sorted({d.id for d in found})
            if len(ids) > 1:
                env.report(rows.AMBIGUOUS_NAME, node, name=text, choices=", ".join(f"`{i}`" for i in ids))
        else:
            found = own
    if not found:
        return None
    env.world.used.add(found[0].id)
    return found[0]


def named_thing(env: Env, text: str, node: s.Node, required: bool) -> Value | None:
    """A quoted name as a thing: a definition's only instance, or a space."""
    found = env.world.find("definition", text, env.pack)
    own = [d for d in found if d.pack == env.pack]
    if len({d.id for d in found}) > 1 and len({d.id for d in own}) != 1:
        env.report(rows.AMBIGUOUS_NAME, node, name=text, choices=", ".join(f"`{d.pack}:\"{text}\"`" for d in found))
    chosen = (own or found)[:1]
    if chosen and isinstance(chosen[0], DefinitionDecl):
        return definition_value(env, chosen[0], node)
    spaces = env.world.find("space", text, env.pack)
    if spaces and isinstance(spaces[0], SpaceDecl):
        if len(spaces) > 1:
            env.report(rows.AMBIGUOUS_NAME, node, name=text, choices=", ".join(f"`{d.id}`" for d in spaces))
        env.world.used.add(spaces[0].id)
        return {"op": "space", "id": spaces[0].id}, thing(spaces[0].kind)
    boards = env.world.find("board", text, env.pack)
    if boards:
        return board_value(env, boards[0], node)
    if required:
        known = [*env.world.names("definition", env.pack), *env.world.names("space", env.pack)]
        env.report(rows.UNKNOWN_THING, node, name=text, hint=did_you_mean(text, known) or "define it, or check the pack that defines it is required")
    return None


def board_value(env: Env, decl: Decl, node: s.Node) -> Value:
    """A board: that of any of its spaces."""
    env.world.used.add(decl.id)
    space = next((d for d in env.world.by_id["space"].values() if isinstance(d, SpaceDecl) and d.board == decl.id), None)
    if space is None:
        env.report(rows.UNKNOWN_THING, node, name=decl.name, hint="the board of that name has no spaces")
        return NOTHING, HOLE
    return {"op": "relation", "of": {"op": "space", "id": space.id}, "name": "board"}, thing("board")


def definition_value(env: Env, decl: DefinitionDecl, node: s.Node) -> Value:
    """The only instance of a definition."""
    env.world.used.add(decl.id)
    if decl.copies > 1:
        env.report(rows.SEVERAL_COPIES, node, name=decl.name, copies=decl.copies)
    return {"op": "thing", "id": decl.id}, thing(decl.kind)


def qualified(env: Env, node: s.QName, expected: Type | None) -> Value:
    """`pack:name`: a declaration of one pack."""
    if node.pack not in env.world.visible(env.pack):
        hint = did_you_mean(node.pack, env.world.visible(env.pack)) or "add it to `requires` in pack.yaml"
        env.report(rows.UNKNOWN_PACK, node, pack=node.pack, hint=hint)
        return NOTHING, HOLE
    inner = env.child(pack=node.pack, vars={}, event={}, outer=None, capturing=None)
    inner.world.sees.setdefault(node.pack, frozenset((node.pack,)))
    if env.world.find("definition", node.name, node.pack):
        return named_thing(inner, node.name, node, required=True) or (NOTHING, HOLE)
    return name(inner, s.Name(node.span, node.name), expected)


# ------------------------------------------------------------------------------------------------------------ after a dot


def dot(env: Env, node: s.Dot) -> Value:
    """`base.name`."""
    period = _period(env, node)
    if period is not None:
        return period
    from .expressions import value

    base, kind = value(env, node.base)
    key = path_key(node)
    ir, found = member(env, node, base, kind)
    return ir, env.narrow.get(key, found) if key is not None else found


def _period(env: Env, node: s.Dot) -> Value | None:
    """`turn.player`: a variable of the innermost running sequence of that name."""
    if not isinstance(node.base, s.Name) or variable(env, node.base.name) is not None:
        return None
    verbs = [v for v in env.world.find("verb", node.base.name, env.pack) if isinstance(v, VerbDecl)]
    for verb in verbs:
        if node.name == "number":
            return {"op": "frame", "of": verb.id, "name": "number"}, INT
        kind = frame_variable(env, verb, node.name)
        if kind is not None:
            env.world.used.add(verb.id)
            return {"op": "frame", "of": verb.id, "name": node.name}, kind
    if verbs:
        known = [p.name for v in verbs for p in v.params] + [n for v in verbs for n in v.slots] + ["number"]
        env.report(rows.UNKNOWN_FIELD, node.name_span, name=node.name, kind=node.base.name, hint=did_you_mean(node.name, known) or _listed(known))
        return NOTHING, HOLE
    return None


def _listed(words: list[str]) -> str:
    return "it has " + ", ".join(f"`{w}`" for w in words) if words else ""


def member(env: Env, node: s.Dot, base: IR, kind: Type) -> Value:
    """What `base.name` is for a base of a type."""
    text = node.name
    if kind.shape == "hole":
        return NOTHING, HOLE
    if kind.shape == "list" and kind.of == "zone" and text in ("owner", "name"):
        return {"op": "relation", "of": base, "name": text}, RELATIONS[text]
    if kind.shape == "dial" and text in ("face", "lap"):
        return {"op": "apply", "function": text, "args": [base]}, Type("int", low=kind.low, high=kind.high) if text == "face" else INT
    if kind.shape == "die" and text in DIE_FIELDS:
        shown = Type("int", of=str(kind.high), low=1, high=kind.high) if text == "face" and kind.high else DIE_FIELDS[text]
        return {"op": "die", "of": base, "name": text}, shown
    if kind.shape == "path" and text == "inner":
        return {"op": "apply", "function": "inner", "args": [base]}, list_of(thing("space"))
    if kind.shape == "thing":
        if kind.optional:
            env.report(rows.MAYBE_NONE, node.base, found=path_key(node.base) or "this", path=path_key(node.base) or "x")
        found = thing_member(env, node, base, kind.of or "thing")
        if found is not None:
            return found
    applied = _applied(env, node, base, kind) or _held(env, node, base, kind)
    if applied is not None:
        return applied
    if kind.shape == "list":
        env.report(rows.FIELD_OF_LIST, node, name=text)
    else:
        known = list(env.world.slots_of(kind.of or "thing")) + [*RELATIONS, *env.world.plurals] if kind.shape == "thing" else []
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
        return {"op": "relation", "of": base, "name": text}, relation_type(env, text, kind)
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


def relation_type(env: Env, text: str, kind: str) -> Type:
    """The type of a relation; seats are of the game's own kind of seat."""
    if text in ("controller", "next"):
        return thing(seat_kind(env))
    return RELATIONS[text]


def slot_value(env: Env, base: IR | None, slot: SlotDecl) -> Value:
    """The record that reads a slot, and its type."""
    env.world.used.add(slot.id)
    if slot.role == "stat" and slot.type.shape == "int":
        return {"op": "stat", "of": base, "slot": slot.id}, Type("int", unit=slot.type.unit, optional=slot.type.optional)
    if base is None:
        return {"op": "option" if slot.role == "option" else "global", "name": slot.id}, slot.type
    return {"op": "stat" if slot.role == "stat" else "field", "of": base, "slot": slot.id}, slot.type


def _applied(env: Env, node: s.Dot, base: IR, kind: Type) -> Value | None:
    """`x.f` where `f` is a define or a built-in function of one parameter."""
    from rulewright.dsl.registry import FUNCTIONS

    from .calls import apply_define, function_type

    found = define_named(env, node.name, node)
    if found is not None and len(found.params) == 1 and fits(env.world, kind, found.params[0].type):
        return apply_define(env, node, found, [(base, kind)])
    row = FUNCTIONS.get(node.name)
    if row is not None and len(row.params) == 1 and not row.many:
        from .expressions import contents_if

        wanted = list_of(ANY) if row.params[0].type.startswith("list") else thing()
        ir, _ = contents_if(base, kind, wanted)
        return {"op": "apply", "function": row.name, "args": [ir]}, function_type(env, row.result, kind)
    return None


# ------------------------------------------------------------------------------------------------------------ other words


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
        same = [b for n, b in table.items() if n not in ("self", "it") and b.type.shape == "thing" and env.world.descends(b.type.of or "thing", kind_id)]
        if len(same) == 1:
            return same[0].ir, same[0].type
    every: IR = {"op": "all", "kind": kind_id}
    single: IR = {"op": "eq", "left": {"op": "apply", "function": "count", "args": [every]}, "right": {"op": "int", "value": 1}}
    return {"op": "if", "test": single, "then": {"op": "apply", "function": "first", "args": [every]}, "else": NOTHING}, thing(kind_id)


def kind_named(env: Env, node: s.Name, quiet: bool = False) -> str | None:
    """A kind by its name (or its plural)."""
    text = node.name
    if text in ENGINE_KINDS and not env.world.find("kind", text, env.pack):
        return text
    found = pick(env, "kind", text, node)
    if isinstance(found, KindDecl):
        return found.id
    many = plural(env, text)
    if many is not None:
        return many
    if not quiet:
        known = [*env.world.names("kind", env.pack), *ENGINE_KINDS]
        env.report(rows.UNKNOWN_KIND, node, name=text, hint=did_you_mean(text, known) or f"declare `kind {text} {{ }}`")
    return None


def ability_named(env: Env, node: s.Expr) -> str | None:
    """An ability by name."""
    target = node.name if isinstance(node, s.Name) else node.name.name if isinstance(node, s.Call) else None
    if target is not None:
        found = pick(env, "ability", target, node)
        if found is not None:
            return found.id  # type: ignore[attr-defined,no-any-return]
    env.report(rows.UNKNOWN_ABILITY, node, name=target or "this", hint=did_you_mean(target or "", env.world.names("ability", env.pack)) or f"declare `ability {target}`")
    return None


def adjective(env: Env, node: s.Is, left: IR, kind: Type) -> Value | None:
    """`x is ready`: a yes-or-no slot or define of x used like an adjective."""
    if not isinstance(node.right, s.Name) or kind.shape != "thing" or node.right.name in CONSTANTS or variable(env, node.right.name) is not None:
        return None
    text = node.right.name
    slot = env.world.slot_of(kind.of or "thing", text)
    ir: IR | None = None
    if slot is not None and slot.type.shape == "bool":
        ir = slot_value(env, left, slot)[0]
    else:
        found = define_named(env, text, node.right)
        if found is not None and len(found.params) == 1 and fits(env.world, kind, found.params[0].type):
            from .calls import apply_define

            ir, result = apply_define(env, node, found, [(left, kind)])
            if result.shape != "bool":
                ir = None
    return (ir, BOOL) if ir is not None else None
