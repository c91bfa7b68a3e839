"""The text of a thing: clauses, handlers, members and checks, each put into its list.

Text of a kind that says `host: T` may take its host for granted: what speaks of `host` works only while the thing is attached to a T.
"""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.records import inside
from rulewright.dsl.types import thing

from .clauses import CLAUSE_WORDS, clause
from .env import IR, Bound, Env, Sites
from .handlers import HANDLER_WORDS, handler, member, state_check
from .hearing import each_event
from .world import DefinitionDecl, World

HOST: IR = {"op": "relation", "of": {"op": "var", "name": "self"}, "name": "host"}


def text_env(world: World, pack: str, record: str, kind: str, definition: DefinitionDecl | None = None) -> Env:
    """The environment of text on a thing."""
    env = Env(world, pack, Sites(record), self_kind=kind, definition=definition)
    said = world.said_of(kind, "host")
    env.hosted = said is not None and said.type.shape == "thing" and not said.type.optional
    env.vars["self"] = Bound(thing(kind), {"op": "var", "name": "self"})
    return env


def empty_parts() -> IR:
    """No clauses, handlers, members or checks."""
    return {"clauses": [], "handlers": [], "members": [], "checks": []}


def part(env: Env, item: s.Item, into: IR) -> bool:
    """Put one clause, handler, member or check into its list; False if the item is none of these."""
    if isinstance(item, s.Hole):
        return True
    if isinstance(item, s.Check):
        into["checks"].append(_hosted(env, state_check(env, item)))
        return True
    if not isinstance(item, s.Phrase):
        return False
    text = item.word.name
    if text == "prevent":
        env.report(rows.MISPLACED, item.word, what="`prevent`", where="text that works all the time",
            hint="a shield is used up: make it in the block of a handler or a verb, `prevent ... until end of ...`")
        return True
    if text in CLAUSE_WORDS:
        made = clause(env, item)
        if made is not None:
            into["clauses"].append(_hosted(env, made))
        return True
    if text in HANDLER_WORDS:
        made = handler(env, item)
        into["handlers"] += [_hosted(env, one) for one in each_event(env.world, made)]
        return True
    klass = env.world.find("class", text, env.pack)
    if klass:
        env.world.used.add(klass[0].id)
        into["members"].append(_hosted(env, member(env, item, klass[0].id)))
        return True
    return False


def _hosted(env: Env, made: IR) -> IR:
    """The record, under the condition that its thing is attached, if it takes that for granted."""
    said = env.world.said_of(env.self_kind or "thing", "host")
    if said is None or not env.hosted or not any(node == HOST for node in inside(made)):
        return made
    attached: IR = {"op": "is_kind", "of": HOST, "kind": said.type.of or "thing"}
    key = "where" if "where" in made and made["kind"] in ("handler", "member", "check") else "while"
    gated = made | {key: attached if made[key] is None else {"op": "and", "args": [attached, made[key]]}}
    if made["kind"] == "check" and made["of"] is not None:
        gated["of"] = {"op": "if", "test": attached, "then": made["of"], "else": {"op": "list", "items": []}}
    return gated
