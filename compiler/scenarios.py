"""Scenarios: sets of options that have a name, `scenario "Name" { option: value }`; and the options that a test sets, which are written in the same way."""
from __future__ import annotations

from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.problems import Label
from rulewright.dsl.types import Type

from .definitions import NOT_CONSTANT, constant_of
from .env import IR, Env, Sites
from .expressions import check
from .fields import DOC_FIELDS, add_note, notes_reasoned
from .leftovers import unread
from .names import did_you_mean, slug
from .statements import what_is
from .world import Note, SlotDecl, World


def make_scenarios(world: World) -> list[IR]:
    """The records of all scenarios of the packs in sight, in their order."""
    out: list[IR] = []
    first: dict[str, s.Item] = {}
    for note in world.scenarios:
        record = _scenario(world, note)
        if record is None:
            continue
        known = first.setdefault(record["id"], note.node)
        if known is not note.node:
            world.problems.append(rows.DUPLICATE.at(note.node.span, name=record["name"], labels=[Label(known.span, "the first one")]))
            continue
        world.places[record["id"]] = note.node.span
        out.append(record)
    return out


def _scenario(world: World, note: Note) -> IR | None:
    node = note.node
    if not isinstance(node, s.Phrase) or not isinstance(node.argument, s.Text) or node.block is None or not slug(node.argument.value):
        world.problems.append(rows.MISSING_ARGUMENT.at(node.span, name="scenario", missing="a name in quotes and a block"))
        return None
    name = node.argument.value
    env = Env(world, note.pack, Sites(f"{note.pack}:scenario/{slug(name)}"))
    unread(world, node)
    if note.when:
        env.report(rows.MISPLACED, node, what="a scenario", where="`when`", hint="a scenario sets options, so no option can switch it")
    record: IR = {"kind": "scenario", "id": env.sites.record, "name": name, "options": {}, "doc": node.doc}
    for item in node.block.items:
        if isinstance(item, s.Field) and item.name in DOC_FIELDS:
            add_note(env, item, record)
        elif isinstance(item, s.Field):
            set_option(env, item, record["options"], "this scenario", "a scenario sets options")
        elif not isinstance(item, s.Hole):
            env.report(rows.MISPLACED, item, what=what_is(item), where=f"the scenario `{name}`", hint="a scenario sets options, `name: value`")
    notes_reasoned(env, node.block.items)
    return record


def option_value(env: Env, node: s.Expr, option: SlotDecl, name: str) -> tuple[IR, Any]:
    """A value that is given to an option, as a record and as what it is; one that is not known before a game, or out of range, is reported."""
    known = len(env.world.problems)
    record = check(env, node, option.type if option.type.shape != "int" else Type("int"), f"`{name}`")
    made = constant_of(record)
    if made is NOT_CONSTANT and len(env.world.problems) == known:
        env.report(rows.NOT_CONSTANT, node, name=name)
    low, high = option.type.low, option.type.high
    if type(made) is int and ((low is not None and made < low) or (high is not None and made > high)):
        env.report(rows.OUT_OF_RANGE, node, name=name, value=made, low="" if low is None else low, high="" if high is None else high)
    return record, made


def set_option(env: Env, item: s.Field, options: IR, where: str, hint: str) -> None:
    """Put the value that a field gives to an option into `options`, by the id of the option's slot."""
    if len(item.values) != 1:
        env.report(rows.ONE_VALUE, item, name=item.name)
    found = [d for d in env.world.find("slot", item.name, env.pack) if isinstance(d, SlotDecl) and d.role == "option"]
    if not found:
        known = [d.name for d in env.world.by_id["slot"].values() if isinstance(d, SlotDecl) and d.role == "option"]
        env.report(rows.UNKNOWN_FIELD, item.name_span, name=item.name, kind=where, hint=did_you_mean(item.name, known) or hint)
        return
    env.world.used.add(found[0].id)
    _, made = option_value(env, item.values[0], found[0], item.name)
    if found[0].id in options:
        env.report(rows.DOUBLED_FIELD, item.name_span, name=item.name)
    options[found[0].id] = made

