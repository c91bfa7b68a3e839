"""What a clause or a handler looks at: verbs, steps, families, classes; and which of their variables it may use."""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import HOLE, Type, thing, word

from . import lookup
from .calls import candidates
from .env import Bound, Env
from .fit import common
from .names import did_you_mean
from .world import FamilyDecl, VerbDecl

SHIELDING = "prevent"
"""The event of a shield that lowers an amount: only `forbid` may name it."""


class AnyVariables(dict[str, Bound]):
    """The variables of an event that could not be found (reported): any word may be one of them."""

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> Bound:
        return Bound(HOLE, {"op": "none"}, True)


class Target:
    """The ids that a clause or handler names, the names it binds for a family, and the variables that it may use."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.names: list[str] = []
        self.event: dict[str, Bound] = {}
        self.verbs: list[VerbDecl] = []


def targets(env: Env, node: s.Expr | None, at: s.Node, word_: str) -> Target:
    """The target of `forbid V`, `before V.s`, `limit [a, b]`."""
    out = Target()
    if node is None:
        env.report(rows.MISSING_ARGUMENT, at, name=word_, missing="a verb, sequence, step or family")
        return out
    views: list[dict[str, Type]] = []
    for item in node.items if isinstance(node, s.ListOf) else [node]:
        view = _one(env, item, out)
        if view is not None:
            views += view
    if SHIELDING in out.ids and word_ != "forbid":
        env.report(rows.UNKNOWN_EVENT, node, name=SHIELDING, hint="a shield at work can only be forbidden; hook the verb whose amount it lowers")
    out.event = {name: Bound(kind, {"op": "event", "name": name}, True) for name, kind in shared(env, views).items()} if views else AnyVariables()
    return out


def shared(env: Env, views: list[dict[str, Type]]) -> dict[str, Type]:
    """The variables that all of several events have, each of a type that holds for all of them."""
    out: dict[str, Type] = {}
    for name in views[0] if views else ():
        joined: Type | None = views[0][name]
        for view in views[1:]:
            joined = common(env.world, joined, view[name]) if joined is not None and name in view else None
        if joined is not None:
            out[name] = joined
    return out


def _called_as_family(env: Env, name: str) -> str:
    """The remedy for brackets behind what is no family."""
    if env.world.find("verb", name, env.pack):
        return f"brackets are for families, whose names are yours; write `{name} where ...`, which sees the parameters of `{name}` by their own names"
    return did_you_mean(name, env.world.names("family", env.pack)) or f"declare `family {name}(...)`"


def _one(env: Env, node: s.Expr, out: Target) -> list[dict[str, Type]] | None:
    if isinstance(node, s.Call):
        family = lookup.pick(env, "family", node.name.name, node)
        if not isinstance(family, FamilyDecl):
            env.report(rows.UNKNOWN_EVENT, node.name, name=node.name.name,
                hint=_called_as_family(env, node.name.name))
            return None
        if len(node.arguments) != len(family.params) or not all(isinstance(a, s.Name) for a in node.arguments):
            env.report(rows.ARGUMENT_COUNT, node, name=family.name, wanted=len(family.params), found=len(node.arguments))
            return None
        out.ids.append(family.id)
        out.names = [a.name for a in node.arguments if isinstance(a, s.Name)]
        return [{n: p.type for n, p in zip(out.names, family.params, strict=True)}]
    if isinstance(node, s.Dot):
        return _step(env, node, out)
    if isinstance(node, s.Name):
        return _named(env, node, out)
    if isinstance(node, s.QName):
        return _named(env.child(pack=node.pack), s.Name(node.span, node.name), out)
    env.report(rows.UNKNOWN_EVENT, node, name="this", hint="name a verb, a sequence, a step (`attack.roll`) or a family (`interaction(x, y)`)")
    return None


def _named(env: Env, node: s.Name, out: Target) -> list[dict[str, Type]] | None:
    verbs = candidates(env, node.name)
    if verbs:
        for verb in verbs:
            env.world.used.add(verb.id)
            env.world.used.add(f"hook {verb.id}")
        out.ids += [v.id for v in verbs]
        out.verbs += verbs
        return [variables(env, v) for v in verbs]
    klass = env.world.find("class", node.name, env.pack)
    if klass:
        out.ids.append(klass[0].id)
        return [{"who": thing(), "card": thing()}]
    if node.name == SHIELDING:
        out.ids.append(SHIELDING)
        return [counted(env, None)]
    family = lookup.pick(env, "family", node.name, node)
    if isinstance(family, FamilyDecl):
        out.ids.append(family.id)
        out.names = [p.name for p in family.params]
        return [{p.name: p.type for p in family.params}]
    known = [*env.world.names("verb", env.pack), *env.world.names("family", env.pack), *env.world.names("class", env.pack)]
    dealt = [verb.name for verb in env.world.by_id["verb"].values() if isinstance(verb, VerbDecl) and _deals(verb, node.name)]
    hint = f"`{node.name}` is an amount; hook the verb that gives it: " + ", ".join(f"`{one}`" for one in dict.fromkeys(dealt)) if dealt else ""
    env.report(rows.UNKNOWN_EVENT, node, name=node.name, hint=hint or did_you_mean(node.name, known) or f"declare `verb {node.name} ... {{ }}`")
    return None


def _deals(verb: VerbDecl, unit: str) -> bool:
    amount = verb.unit_param()
    return amount is not None and amount.type.unit == unit


def _step(env: Env, node: s.Dot, out: Target) -> list[dict[str, Type]] | None:
    if not isinstance(node.base, s.Name):
        env.report(rows.UNKNOWN_EVENT, node, name="this", hint="write `sequence.step`")
        return None
    verbs = candidates(env, node.base.name)
    if not verbs:
        env.report(rows.UNKNOWN_EVENT, node.base, name=node.base.name,
            hint=did_you_mean(node.base.name, env.world.names("verb", env.pack)) or "declare the sequence")
        return None
    for verb in verbs:
        env.world.used.add(verb.id)
        local = env.world.by_id["verb"].get(f"{verb.id}/{node.name}")
        if isinstance(local, VerbDecl):
            out.ids.append(local.id)
            out.verbs.append(local)
            return [variables(env, local) | variables(env, verb)]
        if node.name in verb.steps:
            out.ids.append(f"{verb.id}.{node.name}")
            out.verbs.append(verb)
            return [variables(env, verb)]
    known = [*verbs[0].steps]
    env.report(rows.UNKNOWN_STEP, node.name_span, name=node.name, sequence=node.base.name, hint=did_you_mean(node.name, known) or
               ("its steps are " + ", ".join(f"`{k}`" for k in known) if known else "it has no steps"))
    return None


def counted(env: Env, unit: str | None) -> dict[str, Type]:
    """What all verbs with an amount of a unit (None: of any) have in common, as a shield sees it."""
    verbs = [v for v in env.world.by_id["verb"].values() if isinstance(v, VerbDecl) and v.pack in env.world.visible(env.pack)]
    views = [variables(env, v) for v in verbs if (p := v.unit_param()) is not None and unit in (None, p.type.unit)]
    return shared(env, views)


def variables(env: Env, verb: VerbDecl) -> dict[str, Type]:
    """What hooks of a verb see: its parameters, its slots, what its body names with `let` and `as`, and the tag of its unit."""
    from .bodies import lets_of

    out = {**lets_of(env.world, verb), **{n: d.type for n, d in verb.slots.items()}, **{p.name: p.type for p in verb.params}}
    if verb.unit_param() is not None:
        out.setdefault("tag", word(None).maybe())
    return out


def period(env: Env, node: s.Expr) -> str | None:
    """A sequence or step named in `until end of`, `per`, `end`; None if reported. A step that only one sequence has needs no `sequence.` before it."""
    out = Target()
    known = len(env.world.problems)
    if isinstance(node, s.Name) and not candidates(env, node.name):
        homes = [d for d in env.world.by_id["verb"].values() if isinstance(d, VerbDecl) and node.name in d.steps and d.pack in env.world.visible(env.pack)]
        if len(homes) == 1:
            env.world.used.add(homes[0].id)
            return f"{homes[0].id}.{node.name}"
    view = _one(env, node, out)
    if view is None or not out.verbs or not all(v.sequence for v in out.verbs):
        del env.world.problems[known:]
        name = node.name if isinstance(node, (s.Name, s.Dot)) else "this"
        names = [d.name for d in env.world.by_id["verb"].values() if isinstance(d, VerbDecl) and d.sequence and d.pack in env.world.visible(env.pack)]
        env.report(rows.NOT_A_PERIOD, node, name=name,
            hint=did_you_mean(name, names) or "only sequences and their steps last: " + ", ".join(f"`{n}`" for n in names[:8]))
        return None
    return out.ids[0]
