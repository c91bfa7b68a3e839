"""`says(effect, verb, otherwise)`: how much of a verb the text of an effect says."""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import HOLE, INT, Type

from .env import IR, Env
from .expressions import Value, check, value
from .names import did_you_mean

NAME = "says"


def says(env: Env, node: s.Call) -> Value:
    """The call of `says`. Its second argument names a verb, or several in a list."""
    if len(node.arguments) != 3:
        env.report(rows.ARGUMENT_COUNT, node, name=NAME, wanted=3, found=len(node.arguments))
        return {"op": "none"}, HOLE
    effect, verbs, otherwise = node.arguments
    ir, kind = value(env, effect, None)
    if kind.shape not in ("effect", "hole", "none"):
        env.report(rows.TYPE_MISMATCH, effect, what=f"the first argument of `{NAME}`", expected="an effect", found=kind.words())
    named = [one for item in (verbs.items if isinstance(verbs, s.ListOf) else [verbs]) for one in _verbs(env, item)]
    asked: IR = {"op": "list", "items": [{"op": "text", "value": one} for one in named]}
    return {"op": "apply", "function": NAME, "args": [ir, asked, check(env, otherwise, INT, f"the last argument of `{NAME}`")]}, Type("int")


def _verbs(env: Env, node: s.Expr) -> list[str]:
    """The ids of the verbs of a name."""
    from .calls import candidates

    found = []
    if isinstance(node, s.Name | s.QName):
        found = [verb.id for verb in candidates(env.child(pack=node.pack) if isinstance(node, s.QName) else env, node.name) if not verb.sequence]
    if not found:
        name = node.name if isinstance(node, s.Name | s.QName) else "this"
        env.report(rows.UNKNOWN_VERB, node, name=name, hint=did_you_mean(name, env.world.names("verb", env.pack)) or f"`{NAME}` asks about a verb by its name")
    env.world.used.update(found)
    return found
