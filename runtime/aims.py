"""What bodies will do, told beforehand: whether one can do anything at all, and whether it would do anything to what it chooses.

A target is what a choice, or a parameter of an offered verb, names and the body hands to calls. Under `policy target: affected` only that may be named to which
at least one of those calls can be done. What cannot be told beforehand counts as possible: a write to the target itself, an argument that is not known yet.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .core import Core, Env, Fn
from .expressions import Scope, expression, optional
from .legality import can
from .program import Record, walk
from .shape import element
from .trouble import Trap
from .verbs import Verb


class Aim:
    """The calls that a body does to one target: the verb, the parameter that is the target, the other arguments."""

    def __init__(self, core: Core, uses: list[tuple[str, str, dict[str, Fn]]]) -> None:
        self.core = core
        self.uses = uses

    def hits(self, env: Env, target: Any) -> bool:
        """Whether one of the calls can be done to a target."""
        return any(_possible(self.core, id, args, env, {name: target}) for id, name, args in self.uses)


def aim(core: Core, body: list[Record], name: str, many: bool, scope: Scope) -> Aim | None:
    """What a body does to the target under a name (`many`: to each of a list); None if it is no target, or changes it in any case."""
    names = {name: many}
    if many:
        names.update((node["var"], False) for node in walk(body) if node.get("op") == "each" and _is(node["of"], names))
    uses = []
    for node in walk(body):
        if node.get("op") == "call" and "verb" in node:
            for param in [param for param, arg in node["args"].items() if _is(arg, names)]:
                if names[node["args"][param]["name"]] and node["each"] != param:
                    return None
                uses.append((node["verb"], param, {key: expression(core, arg, scope) for key, arg in node["args"].items() if key != param}))
        elif any(_is(part, names) for part in _kept(node)):
            return None
    return Aim(core, uses) if uses else None


def _acts(body: list[Record]) -> list[Record]:
    """A verb's body without what pays for it."""
    return body[1:] if body and body[0]["op"] == "pay" else body


def _kept(node: Record) -> Iterator[Any]:
    """What a statement changes or keeps by itself, without a call that could be refused."""
    op = node.get("op")
    if op == "set":
        target = node["target"]
        while isinstance(target, dict):
            yield target
            target = target.get("of")
    if op in ("set", "let"):
        yield node["value"]
    elif op in ("operation", "continue"):
        yield from node["args"].values()
    elif op == "begin":
        yield from (node["host"], *node["bind"].values())
    elif op == "share":
        yield node["among"]
    elif op == "offer":
        yield from (value for entry in node["entries"] for value in entry.get("bind", {}).values())


def _is(node: Any, names: dict[str, bool]) -> bool:
    return isinstance(node, dict) and node.get("op") == "var" and node["name"] in names


def _possible(core: Core, id: str, args: dict[str, Fn], env: Env, more: Env) -> bool:
    try:
        return can(core, id, {**{name: arg(env) for name, arg in args.items()}, **more})
    except Trap:  # an argument is not known yet
        return True


def _swept(core: Core, node: Record, args: dict[str, Fn], env: Env) -> bool:
    """Whether a call can be made, for one element at least of what it is made for."""
    each = node["each"]
    if each is None:
        return _possible(core, node["verb"], args, env, {})
    try:
        items = args[each](env)
    except Trap:  # the list is not known yet
        return True
    rest = {name: arg for name, arg in args.items() if name != each}
    items = core.entities[items].get("holds", ()) if type(items) is int else items
    return any(_possible(core, node["verb"], rest, env, {each: item}) for item in items)


# ---------------------------------------------------------------- choices and offers


def chosen(core: Core, site: str, scope: Scope) -> Aim | None:
    """What is done to the targets of a choice, where the policy asks for it."""
    if core.program.policies.get("target") != "affected":
        return None
    known: dict[str, tuple[Record, list[Record]]] | None = core.compiled.get(("aims", "choices"))
    if known is None:
        known = core.compiled["aims", "choices"] = {}
        for record in walk(core.program.ruleset):
            for body in (value for value in record.values() if type(value) is list):
                known.update((node["site"], (node, body[at + 1 :])) for at, node in enumerate(body) if type(node) is dict and node.get("op") == "choose")
    node, rest = known.get(site, ({"as": None}, []))
    return None if node["as"] is None else aim(core, [*(node.get("body") or []), *rest], node["as"], not node["single"], scope)


def hitting(core: Core, called: Verb, found: Iterator[Env]) -> Iterator[Env]:
    """The assignments of an offered verb whose targets something can be done to, where the policy asks for it."""
    if core.program.policies.get("target") != "affected" or called.is_sequence:
        return found
    return (env for env in found if misses(core, called, env) is None)


def misses(core: Core, called: Verb, env: Env) -> str | None:
    """The first parameter of a verb that is a target to which nothing could be done; None under another policy."""
    if core.program.policies.get("target") != "affected" or called.is_sequence:
        return None
    key = ("aims", called.id)
    aims: dict[str, Aim | None] | None = core.compiled.get(key)
    if aims is None:
        aims = core.compiled[key] = {name: aim(core, _acts(called.record["body"]), name, False, called.scope) for name in called.things}
    return next((name for name, one in aims.items() if one is not None and not one.hits(env, env[name])), None)


# ---------------------------------------------------------------- bodies


class Outlook:
    """A body up to its first statement of which nothing can be told: the calls and choices before it."""

    def __init__(self, core: Core, body: list[Record], scope: Scope) -> None:
        self.core = core
        self.parts: list[tuple[Record, dict[str, Any]] | None] = []
        self.chooses = self.sweeps = False
        for node in body:
            if node["op"] == "call":
                self.sweeps = self.sweeps or node["each"] is not None
                self.parts.append((node, {name: expression(core, arg, scope) for name, arg in node["args"].items()}))
            elif node["op"] == "choose" and not self.chooses:
                self.chooses = True
                if node["as"] is not None:
                    scope = scope.having(**{node["as"]: element(scope.type(core, node["from"]))})
                made = {key: optional(core, node[key], scope) for key in ("from", "min", "max")}
                self.parts.append((node, {**made, "aim": chosen(core, node["site"], scope)}))
            else:
                self.parts.append(None)
                break

    def open(self, env: Env) -> bool:
        """Whether the body can do something, as far as can be told: not if all its calls are illegal, or a choice that it needs has too few options."""
        done, envs = not self.parts, [env]
        for part in self.parts:
            if part is None:
                return True
            node, made = part
            if node["op"] == "call":
                done = done or any(_swept(self.core, node, made, one) for one in envs)
                continue
            try:
                items, least = options(self.core, made["from"](env), made["aim"], env), made["min"](env)
            except Trap:
                return True
            if len(items) < least:
                if node["else"] != "skip":
                    return done
                items = []
            if not node["single"] or node["as"] is None:
                return True
            envs = [{**env, node["as"]: item} for item in items] or [{**env, node["as"]: None}]
        return done


def options(core: Core, value: Any, aimed: Aim | None, env: Env) -> list[Any]:
    """The elements that a choice is from, those to which nothing can be done left out."""
    items = list(core.entities[value].get("holds", ())) if type(value) is int else list(value)
    if aimed is None:
        return items
    core.count(len(items))
    return [item for item in items if aimed.hits(env, item)]
