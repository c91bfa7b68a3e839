"""Bare words and quoted names: what a word means where it stands.

A bare word is, first that fits: a variable, a variable of the event, a variable of the sequences around, a member of the expected enum, a relation of `self`
(`owner`, `controller`, `host`, `here`), a counter, zone or option of the table, a group, the plural of a kind, a define without parameters, a member of any
enum, a definition, the members of an enum, a board.
"""
from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.limits import MAX_HINTS
from rulewright.dsl.problems import Label
from rulewright.dsl.types import FUNCTION, HOLE, Type, list_of, thing, word
from rulewright.dsl.words import OF_SELF

from .belonging import relation_type
from .env import IR, Env
from .fit import comparable
from .lookup import define_named, pick, plural, variable
from .members import CONSTANTS, slot_value
from .names import as_hint, did_you_mean, likely, nearest
from .world import ENGINE_PLURALS, Decl, DefinitionDecl, EnumDecl, GroupDecl, SlotDecl, SpaceDecl

Value = tuple[IR, Type]
NOTHING: IR = {"op": "none"}


def name(env: Env, node: s.Name, expected: Type | None) -> Value:
    """A bare word."""
    found = _meant(env, node, expected)
    if found is not None:
        return found
    wanted = _wanted(expected)
    quoted = f"write it between quotes: `\"{node.name}\"`" if wanted is not None and wanted.shape == "text" else ""
    hint = _enum_hint(env, wanted, node.name) or quoted or _fitting_hint(env, node, expected) or _wanted_hint(wanted)
    env.report(rows.UNKNOWN_NAME, node, name=node.name, hint=hint or "declare it, or quote it if it is the name of a thing")
    return NOTHING, HOLE


def _wanted(expected: Type | None) -> Type | None:
    return expected.item if expected is not None and expected.shape == "list" else expected


def _meant(env: Env, node: s.Name, expected: Type | None) -> Value | None:
    """What a bare word means; None if nothing is called so."""
    text = node.name
    found = variable(env, text)
    if found is not None:
        return found.ir, env.narrow.get(text, found.type)
    wanted = _wanted(expected)
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
    return None


MOST_TRIED = 8
"""Known words that are like a misspelt one and are tried before it is said that none fits."""


def _fitting_hint(env: Env, node: s.Name, expected: Type | None) -> str:
    """The nearest known word whose value may stand here; none when there are so many findings that looking for it would take long."""
    if len(env.world.problems) > MAX_HINTS:
        return ""
    for near in islice(likely(node.name, known_words(env)), MOST_TRIED):
        if expected is None or _may_stand(env, s.Name(node.span, near), expected):
            return as_hint(node.name, near)
    return ""


def _may_stand(env: Env, node: s.Name, expected: Type) -> bool:
    reported, used = len(env.world.problems), set(env.world.used)
    meant = _meant(env.child(before=None, captured=None, capturing=None), node, expected)
    understood = len(env.world.problems) == reported
    del env.world.problems[reported:]
    env.world.used = used
    if meant is None:
        return False
    found = meant[1]
    asked = [expected] if expected.item is None else [expected, expected.item]
    items = [found] if found.item is None else [found, found.item]
    return understood and any(comparable(env.world, one, other) for one in items for other in asked)


def _wanted_hint(wanted: Type | None) -> str:
    if wanted is None or wanted.shape not in ("int", "dial", "bool"):
        return ""
    return "write `yes` or `no`, or the name of something that is one of them" if wanted.shape == "bool" else "a number stands here, in digits"


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
    if env.definition is not None and env.self_kind is not None:
        out += [*env.own_slots, *env.world.slots_of(env.self_kind)]
    outer = env.outer
    while outer is not None:
        out += [p.name for p in outer.params] + list(outer.slots)
        outer = outer.outer
    return out


def _own(env: Env, node: s.Name, text: str) -> Value | None:
    if text in OF_SELF and env.self_kind is not None:
        captured = env.captured is not None and env.capturing is not None
        kind = relation_type(env, OF_SELF[text], env.self_kind, env.definition, own=True)
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


def _define(env: Env, node: s.Name, text: str) -> Value | None:
    found = define_named(env, text, node)
    if found is None:
        return None
    if found.params:
        return {"op": "name_of_define", "define": found.id}, FUNCTION
    from .calls import define_result

    return {"op": "call", "define": found.id, "args": []}, define_result(env.world, found)


def enum_member(env: Env, node: s.Name, text: str) -> Value | None:
    """A member of any enum in sight, of no known enum if several have it."""
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
    known = env.world.by_id["definition"]
    seats = [d for d in env.world.short.get(text, ()) if known.get(d.id) is d and d.pack in env.world.visible(env.pack)]
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


_LOOKS: tuple[Callable[[Env, s.Name, str], Value | None], ...] = (_own, _global, _group, _plural, _define, enum_member, _definition, _enum_members, _board)


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
        home = env.world.elsewhere.get(text)
        where = f"pack `{home}` defines it: name that pack" if home else "define it, or name the pack that defines it"
        hint = "" if home else did_you_mean(text, known)
        near = nearest(text, known) if hint else None
        there = env.world.find("definition", near, env.pack) or env.world.find("space", near, env.pack) if near else []
        labels = [Label(there[0].span, f"`{near}` is defined here")] if there else []
        env.report(rows.UNKNOWN_THING, node, name=text, hint=hint or f"{where} in `requires` of pack.yaml", labels=labels)
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


