"""What a family reaches besides its verbs: clauses and shields, which have a source and a subject as a verb has its arguments."""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows

from .names import did_you_mean
from .statements import what_is
from .world import ParamDecl, World

INCLUDED = ("modify", "prevent")


def included(world: World, item: s.Phrase, params: list[ParamDecl]) -> list[str]:
    """`family f(x, y) { includes: modify, prevent }`: clauses and shields that what bars the family bars too, from x, their source, to y, their subject."""
    out: list[str] = []
    for field in item.block.items if item.block is not None else []:
        if not isinstance(field, s.Field) or field.name != "includes":
            world.problems.append(rows.MISPLACED.at(field.span, what=what_is(field), where="a family", hint="a family may say `includes: modify, prevent`"))
            continue
        for value in field.values:
            word = value.name if isinstance(value, s.Name) else ""
            if word not in INCLUDED:
                hint = did_you_mean(word, INCLUDED) or "a family may include `modify` and `prevent`"
                world.problems.append(rows.UNKNOWN_NAME.at(value.span, name=word or "this", hint=hint))
            elif word not in out:
                out.append(word)
        if len(params) != 2:
            world.problems.append(rows.FAMILY_INCLUDES.at(field.span))
    return out
