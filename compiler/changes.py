"""What one pack changes of another: `extend`, `override` and `remove` brought to their targets.

Takes each change after all names are collected. A change that hits nothing, one that its target does not allow, and two that contradict each other without
an order between their packs are findings.
"""
from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.problems import Label

from .names import did_you_mean
from .offering import offer_more
from .world import BoardDecl, BotDecl, Decl, DefinitionDecl, Patch, RuleDecl, SlotDecl, VerbDecl, World

Inside = Callable[[str, VerbDecl, s.Block, bool], None]
"""Collects the slots, steps and local verbs of a block that becomes the body of a verb."""


def apply_change(world: World, patch: Patch, inside: Inside) -> None:
    """Bring an extend, override or remove to its target."""
    node = patch.node
    name = node.argument.value if isinstance(node.argument, s.Text) else node.argument.name if isinstance(node.argument, (s.Name, s.QName)) else None
    pack = node.argument.pack if isinstance(node.argument, s.QName) else patch.pack
    if patch.word == "extend" and offer_more(world, patch):
        return
    if name is None:
        world.problems.append(rows.NAME_MISSING.at(node.word.span, kind=patch.word))
        return
    for category in ("definition", "rule", "verb", "slot", "board", "define", "ability", "bot"):
        found = world.find(category, name, pack)
        if found:
            _change(world, patch, category, found[0], inside)
            return
    at = node.argument.span if node.argument is not None else node.span
    known = [n for c in ("definition", "rule", "verb", "slot", "bot") for n in world.names(c, patch.pack)]
    hint = did_you_mean(name, known) or "no pack that this one requires defines it: define it, or name its pack in `requires`"
    world.problems.append(rows.UNKNOWN_TARGET.at(at, word=patch.word, name=name, hint=hint))


def _change(world: World, patch: Patch, category: str, decl: Decl, inside: Inside) -> None:
    """Carry out an extend, override or remove."""
    world.used.add(decl.id)
    if patch.node.costs and patch.word == "override" and not isinstance(decl, VerbDecl):
        hint = "only a verb or sequence that is changed may cost something else"
        world.problems.append(rows.MISPLACED.at(patch.node.costs[0].span, what="`costs`", where=f"a change of the {category} `{decl.name}`", hint=hint))
    if patch.when and (isinstance(decl, BoardDecl) if patch.word == "remove" else not isinstance(decl, (DefinitionDecl, SlotDecl, BoardDecl, BotDecl))):
        world.problems.append(rows.CANNOT_CHANGE.at(patch.node.span, word=patch.word, what=f"under `when` the {category}", name=decl.name))
    elif patch.word == "remove":
        if patch.when:
            decl.removals.append(patch)
        else:
            world.drop(category, decl)
    elif isinstance(decl, BotDecl) and patch.word == "extend":
        decl.patches.append(patch)
    elif isinstance(decl, (DefinitionDecl, RuleDecl)):
        _conflict(world, patch, decl.patches, decl)
        decl.patches.append(patch)
    elif isinstance(decl, BoardDecl) and patch.word == "extend":
        decl.extensions.append((patch.pack, _switched(patch)))
    elif isinstance(decl, VerbDecl) and patch.node.block is not None and patch.word == "override":
        decl.body, decl.body_pack, decl.costs, decl.slots, decl.steps = patch.node.block, patch.pack, patch.node.costs, {}, {}
        inside(patch.pack, decl, patch.node.block, True)
    elif isinstance(decl, SlotDecl) and decl.role == "option":
        world.option_overrides.append((decl, patch))
    else:
        world.problems.append(rows.CANNOT_CHANGE.at(patch.node.span, word=patch.word, what=category, name=decl.name))


def _switched(patch: Patch) -> s.Phrase:
    """What an `extend` adds to a board, inside the `when`s that stand around it."""
    node = patch.node
    block = node.block
    for condition in reversed(patch.when):
        block = block and s.Block(block.span, [s.When(block.span, condition, block)])
    return s.Phrase(node.span, node.word, node.argument, node.count, node.tails, node.costs, block, node.otherwise, node.doc)


def _conflict(world: World, patch: Patch, before: list[Patch], decl: Decl) -> None:
    """Two packs that override the same field need an order: one must require the other."""
    if patch.word != "override":
        return
    mine = {i.name: i.span for i in (patch.node.block.items if patch.node.block is not None else []) if isinstance(i, s.Field)}
    for other in before:
        ordered = other.pack in world.visible(patch.pack) or patch.pack in world.visible(other.pack)
        if other.word != "override" or other.pack == patch.pack or ordered:
            continue
        for item in other.node.block.items if other.node.block is not None else []:
            if isinstance(item, s.Field) and item.name in mine:
                label = [Label(item.span, f"pack `{other.pack}` overrides it here")]
                world.problems.append(rows.OVERRIDE_CONFLICT.at(mine[item.name], name=f"{decl.name}.{item.name}", one=other.pack, two=patch.pack,
                    labels=label))
