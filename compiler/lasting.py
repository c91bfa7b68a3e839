"""Clauses and handlers inside a body: lasting effects, made when the statement runs.

An effect keeps the values that its text names, fixed when it was made: variables of the body, and `owner`, `controller`, `host` and `here` of its card. Only
the sets after `for` are read anew each time. It needs an end: `until`, `once` or `while`.
"""
from __future__ import annotations

from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows

from .clauses import CLAUSE_WORDS, clause, tail
from .env import IR, Bound, Env
from .expressions import condition
from .handlers import handler
from .targets import period, targets, variables
from .world import VerbDecl


def begin(env: Env, item: s.Phrase) -> list[IR]:
    """The statement that makes a lasting effect."""
    until = [t for t in item.tails if t.word in ("until", "until next")]
    if not until and tail(item, "once") is None and tail(item, "while") is None:
        env.report(rows.NO_DURATION, item.word, word=item.word.name)
    bare = s.Phrase(
        item.span, item.word, item.argument, item.count, [t for t in item.tails if t not in until and not _of_until(t, item, until)], item.costs, item.block,
        item.otherwise,
    )
    from .hearing import each_event

    captured: dict[str, IR] = {}
    # What is known of a name is fixed with it; what it leads to (`x.host`) is read anew and may have gone.
    known = {key: kind for key, kind in env.narrow.items() if "." not in key}
    inner = env.child(vars={}, event={}, outer=None, before=None, capturing=env, captured=captured, narrow=known)
    if "self" in env.vars:
        inner.vars["self"] = env.vars["self"]
    made = clause(inner, bare) if item.word.name in CLAUSE_WORDS else handler(inner, bare)
    if made is None:
        return []
    host = made["subject"].get("is") if isinstance(made.get("subject"), dict) else None
    if host is not None and host != {"op": "var", "name": "self"} and host.get("op") != "var":
        captured["subject"] = _outside(host, captured)
        made["subject"] = {"is": {"op": "var", "name": "subject"}}
    is_clause = item.word.name in CLAUSE_WORDS
    record: IR = {
        "op": "begin", "clauses": [made] if is_clause else [], "handlers": [] if is_clause else each_event(inner.world, made),
        "until": [_until(inner, item, t) for t in until], "while": made.get("while"), "once": made.get("once") == "ever", "bind": captured, "host": None,
        "text": None,
    }
    if is_clause:
        made["while"] = None
    if made.get("subject", {}).get("is") is not None:
        source = made["subject"]["is"]
        record["host"] = captured.get(source["name"], source) if source.get("op") == "var" else source
    return [record]


def _outside(ir: IR, captured: dict[str, IR]) -> IR:
    """An expression over captured names, as the body around would write it."""
    if ir.get("op") == "var" and ir["name"] in captured:
        return captured[ir["name"]]
    return {key: _outside_any(part, captured) for key, part in ir.items()}


def _outside_any(part: Any, captured: dict[str, IR]) -> Any:
    if isinstance(part, list):
        return [_outside_any(item, captured) for item in part]
    return _outside(part, captured) if isinstance(part, dict) else part


def _of_until(candidate: s.Tail, item: s.Phrase, until: list[s.Tail]) -> bool:
    """A `where` that stands behind an `until` belongs to it."""
    if candidate.word != "where" or not until:
        return False
    index = item.tails.index(candidate)
    return index > 0 and item.tails[index - 1] in until


def _until(env: Env, item: s.Phrase, node: s.Tail) -> IR:
    index = item.tails.index(node)
    follower = item.tails[index + 1] if index + 1 < len(item.tails) else None
    where = follower.value if follower is not None and follower.word == "where" else None
    if node.word == "until next":
        target = targets(env, node.value, node, "until next")
        inner = env.child(event=target.event)
        return {"next": target.ids, "where": condition(inner, where, "the condition after `where`") if where is not None else None}
    if isinstance(node.value, s.Of) and node.value.name.name in ("start", "end"):
        return _edge(env, node, where)
    env.report(rows.UNTIL_FORM, node)
    return {"end": "", "where": None}


def _edge(env: Env, node: s.Tail, where: s.Expr | None) -> IR:
    assert isinstance(node.value, s.Of)
    scope = period(env, node.value.value)
    verb = env.world.by_id["verb"].get((scope or "").split(".")[0])
    inner = env
    if where is not None and isinstance(verb, VerbDecl):
        inner = env.child(event={n: Bound(k, {"op": "event", "name": n}) for n, k in variables(env, verb).items()})
    return {node.value.name.name: scope or "", "where": condition(inner, where, "the condition after `where`") if where is not None else None}
