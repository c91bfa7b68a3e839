"""Looking a name up: variables, declarations of a category, plurals, defines, kinds and abilities.

What a bare word or a dotted path means is built on these (paths.py, members.py).
"""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import Type, word

from .env import IR, Bound, Env
from .names import did_you_mean
from .world import ENGINE_KINDS, ENGINE_PLURALS, DefineDecl, KindDecl, VerbDecl


def bound(kind: Type, ir: IR, writable: bool = False) -> Bound:
    """A variable."""
    return Bound(kind, ir, writable)


def seat_kind(env: Env) -> str:
    """The kind of the seats: the most special declared kind that descends from `seat`, or what several such have in common."""
    return env.world.seats()


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


def define_named(env: Env, text: str, node: s.Node) -> DefineDecl | None:
    """A define by name: one that a parameter stands for first, then one written in the sequences around."""
    if text in env.functions:
        return env.functions[text]
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
    env.report(rows.UNKNOWN_ABILITY, node, name=target or "this",
        hint=did_you_mean(target or "", env.world.names("ability", env.pack)) or f"declare `ability {target}`")
    return None
