"""A text that is compared with a name: if nothing is called so the comparison never holds, and nobody would notice."""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import names as rows

from .env import IR, Env
from .names import did_you_mean

_CALLED = ("definition", "space", "area", "board")
"""The categories of what can lie behind `x.name`."""


def judge(env: Env, asked: IR, node: s.Expr) -> None:
    """Look at what `asked`, if it is the name of a thing, is compared with: a text, or a list of some."""
    if asked.get("op") != "relation" or asked.get("name") != "name":
        return
    for one in node.items if isinstance(node, s.ListOf) else [node]:
        if isinstance(one, s.Text) and not any(env.world.find(category, one.value, env.pack) for category in _CALLED):
            known = [name for category in _CALLED for name in env.world.names(category, env.pack)]
            home = env.world.elsewhere.get(one.value)
            where = f"pack `{home}` defines it: name that pack in `requires` of pack.yaml" if home else ""
            env.report(rows.NAME_OF_NOTHING, one, name=one.value, hint=where or did_you_mean(one.value, known) or "write the name as its definition has it")
