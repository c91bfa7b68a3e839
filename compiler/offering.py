"""What other packs add to an offer: `extend turn.day { offer [brew] }` brought to the offers that stand in a step, a sequence or a verb.

The offers are found in the text of the body, before it is elaborated; `choices.offer` asks for what was added to one.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.walk import walk

from .leftovers import unread
from .names import did_you_mean
from .statements import what_is
from .world import Patch, VerbDecl, World


def offer_more(world: World, patch: Patch) -> bool:
    """Bring an `extend` to the offers of a body; False if its name is that of no verb or sequence."""
    argument = patch.node.argument
    base, step = (argument.base, argument.name) if isinstance(argument, s.Dot) else (argument, None)
    if not isinstance(base, s.Name | s.QName):
        return False
    found = world.find("verb", base.name, base.pack if isinstance(base, s.QName) else patch.pack)
    verbs = [decl for decl in found if isinstance(decl, VerbDecl)]
    if not verbs:
        return False
    world.used.update(decl.id for decl in verbs)
    steps = {name for decl in verbs for name in decl.steps}
    if isinstance(argument, s.Dot) and step not in steps:
        hint = did_you_mean(argument.name, steps) or f"the steps of `{base.name}` are " + (", ".join(f"`{name}`" for name in sorted(steps)) or "none")
        world.problems.append(rows.UNKNOWN_TARGET.at(argument.name_span, word="extend", name=f"{base.name}.{argument.name}", hint=hint))
        return True
    offers = [node for decl in verbs if decl.body is not None for node in _offers(decl.body, step)]
    name = base.name if step is None else f"{base.name}.{step}"
    if not offers and patch.node.block is not None:
        world.problems.append(rows.NOTHING_OFFERED.at(base.span, name=name))
    unread(world, patch.node)
    for item in patch.node.block.items if patch.node.block is not None else ():
        if isinstance(item, s.Hole):
            continue
        if not isinstance(item, s.Phrase) or item.word.name != "offer":
            world.problems.append(rows.MISPLACED.at(item.span, what=what_is(item), where=f"an `extend` of `{name}`",
                hint="it holds `offer [V, W]`, what is offered there besides; a handler such as `at start of` adds what is done"))
            continue
        for tail in item.tails:
            world.problems.append(rows.MISPLACED.at(tail.span, what="this", where="an `offer` that is added to another",
                hint="the offer itself says it; take it out"))
        for node in offers:
            world.offered.setdefault(id(node), []).append((patch, item))
    return True


def _offers(block: s.Block, step: str | None) -> Iterator[s.Phrase]:
    """The offers in a block at any depth; with a name only those in the step that is called so."""
    for node in walk(block):
        if isinstance(node, s.Phrase) and node.word.name == "step" and step is not None:
            if isinstance(node.argument, s.Name) and node.argument.name == step and node.block is not None:
                yield from _offers(node.block, None)
        elif isinstance(node, s.Phrase) and node.word.name == "offer" and step is None:
            yield node
