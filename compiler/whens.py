"""`when`: the condition over options under which a declaration, a change or a part of a record is there."""
from __future__ import annotations

from typing import Any

from rulewright.dsl.catalogue import meaning as rows

from .env import IR, Env, Sites
from .expressions import condition
from .world import World


def when_record(world: World, decl: Any) -> IR | None:
    """The options' condition around a declaration."""
    tests = []
    for node in decl.when:
        env = Env(world, decl.pack, Sites("when"))
        ir = condition(env, node, "the condition after `when`")
        if not _only_options(ir):
            env.report(rows.WHEN_NOT_OPTION, node)
        tests.append(ir)
    tests += [{"op": "not", "arg": when_record(world, patch)} for patch in getattr(decl, "removals", ())]
    return None if not tests else tests[0] if len(tests) == 1 else {"op": "and", "args": tests}


def _only_options(ir: Any) -> bool:
    if isinstance(ir, dict):
        if ir.get("op") in ("global", "field", "stat", "all", "thing", "relation", "frame", "call", "apply", "members", "held", "contents"):
            return False
        return all(_only_options(v) for v in ir.values())
    return all(_only_options(v) for v in ir) if isinstance(ir, list) else True


def under(record: IR, when: IR | None) -> IR:
    """A record that is there only where a condition holds, and its own if it has one."""
    own = record.get("when")
    return record if when is None else record | {"when": when if own is None else {"op": "and", "args": [own, when]}}
