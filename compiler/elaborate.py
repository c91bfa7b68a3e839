"""All records of a game, in the order of the document. Everything is named by now; this pass makes each declaration's record and reports what is wrong."""
from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.problems import Label, Problem

from .bodies import elaborate_verb, slot_record
from .bots import make_bot
from .calls import define_result
from .components import make_components
from .definitions import NOT_CONSTANT, constant_of, make_definition
from .env import IR, Env, Sites
from .fields import NOTES, add_note, doc_fields, notes_reasoned
from .homes import place_of
from .leftovers import unread
from .lookup import kind_named, seat_kind
from .maps import Maps, finish_boards
from .names import did_you_mean
from .packs import Loaded
from .policies import make_policies
from .printed import claims
from .rules import make_ability, make_group, make_kind_text, make_rule
from .scenarios import make_scenarios, option_value
from .sides import sides
from .statements import what_is
from .trials import make_always, make_test
from .whens import when_record
from .world import (
    AbilityDecl,
    BotDecl,
    DefineDecl,
    DefinitionDecl,
    EnumDecl,
    FamilyDecl,
    GroupDecl,
    KindDecl,
    Patch,
    RuleDecl,
    SlotDecl,
    VerbDecl,
    World,
)

if TYPE_CHECKING:
    from .watch import Watch

Records = dict[str, list[dict[str, Any]]]


def elaborate(world: World, pack: Loaded, maps: Maps, watch: Watch | None = None) -> Records:
    """The records by key of the document. Only the tests of the pack itself are made: what it requires is tested by its own compile.

    With a `watch` there are no records of the definitions that it keeps.
    """
    out = before_definitions(world)
    if watch is not None:
        out["definitions"] = watch.definitions()
    else:
        out["definitions"] = [r for d in world.by_id["definition"].values() if isinstance(d, DefinitionDecl) for r in make_definition(world, d)]
    _settle(world, out["definitions"], watch)
    out["rules"] = [_with_when(world, d, make_rule(world, d)) for d in world.by_id["rule"].values() if isinstance(d, RuleDecl)]
    out["bots"] = [_with_when(world, d, make_bot(world, d)) for d in world.by_id["bot"].values() if isinstance(d, BotDecl)]
    out["boards"] = finish_boards(world, maps, out)
    out["effects"] = list(world.effects)
    out["components"] = make_components(world)
    out["scenarios"] = world.made_scenarios = make_scenarios(world)
    out["tests"] = _tests(world, pack)
    out["defines"] += [_with_when(world, d, _define(world, d)) for d in world.applied.values()]
    out["policy_changes"] = make_policies(world, pack)
    _despites(world)
    _covers(world, pack)
    _game(world, pack)
    world.problems = [p for p in world.problems if not _about_hole(world, p)]
    return out


def _settle(world: World, made: list[dict[str, Any]], watch: Watch | None) -> None:
    """What is always so of definitions by what others say, now that all are made."""
    if not world.awaited:
        return
    several = Counter(record["id"] for record in made)
    known = {record["id"]: record for record in made if several[record["id"]] == 1 and "when" not in record}

    def record_of(decl: DefinitionDecl) -> dict[str, Any] | None:
        if decl.id not in known and not several[decl.id] and watch is not None:
            known[decl.id] = watch.again(decl)
        return known.get(decl.id)

    world.problems += world.claims.settle(record_of)


def before_definitions(world: World) -> Records:
    """The records of all that definitions are made of and from."""
    out: Records = {}
    out["enums"] = [{"id": d.id, "members": list(d.members)} for d in world.by_id["enum"].values() if isinstance(d, EnumDecl)]
    out["kinds"] = [_kind(world, d) for d in world.by_id["kind"].values() if isinstance(d, KindDecl)]
    out["slots"] = _table_slots(world)
    verbs = [(d, elaborate_verb(world, d)) for d in list(world.by_id["verb"].values()) if isinstance(d, VerbDecl)]
    out["verbs"] = [_with_when(world, d, r) for d, r in verbs if not d.sequence]
    out["sequences"] = [_with_when(world, d, r) for d, r in verbs if d.sequence]
    out["defines"] = [_with_when(world, d, _define(world, d)) for d in list(world.by_id["define"].values()) if isinstance(d, DefineDecl) and not d.open]
    out["abilities"] = [_with_when(world, d, make_ability(world, d)) for d in world.by_id["ability"].values() if isinstance(d, AbilityDecl)]
    out["abilities"] += [record for d in world.by_id["kind"].values() if isinstance(d, KindDecl) for record in make_kind_text(world, d)]
    out["groups"] = [_with_when(world, d, make_group(world, d)) for d in world.by_id["group"].values() if isinstance(d, GroupDecl)]
    out["families"] = [{"id": d.id, "includes": d.includes} for d in world.by_id["family"].values() if isinstance(d, FamilyDecl)]
    out["classes"] = [{"id": d.id} for d in world.by_id["class"].values()]
    always = [(note, _always(world, note, index)) for index, note in enumerate(world.invariants)]
    out["always"] = [record for _, record in always if record is not None]
    world.claims = claims(world, always, out["defines"], out["kinds"], out["slots"])
    return out


_NOT_FOUND = frozenset(row.code for row in (
    rows.UNKNOWN_THING, rows.UNKNOWN_NAME, rows.UNKNOWN_VERB, rows.UNKNOWN_FUNCTION, rows.UNKNOWN_KIND, rows.UNKNOWN_TYPE, rows.UNKNOWN_FIELD,
    rows.UNKNOWN_DECLARATION, rows.UNKNOWN_EVENT, rows.UNKNOWN_ABILITY, rows.UNKNOWN_FAMILY, rows.UNKNOWN_TARGET, rows.NOT_A_PERIOD, rows.NOT_OFFERED,
))  # fmt: skip


def _about_hole(world: World, problem: Problem) -> bool:
    """Whether a finding only speaks of something whose own text could not be read (reported there)."""
    return problem.code in _NOT_FOUND and any(f'"{h}"' in problem.message or f"`{h}`" in problem.message for h in world.holes)


def _with_when(world: World, decl: Any, record: dict[str, Any]) -> dict[str, Any]:
    when = when_record(world, decl)
    return record if when is None else record | {"when": when}


def _kind(world: World, decl: KindDecl) -> dict[str, Any]:
    env = Env(world, decl.pack, Sites(decl.id), self_kind=decl.id)
    starts = None
    if decl.starts_in is not None:
        starts = place_of(env.child(pack=decl.starts_in[0]), decl.starts_in[1])
    notes: dict[str, Any] = {}
    for pack, field in decl.fields:
        if field.name in NOTES:
            add_note(env.child(pack=pack), field, notes)
        else:
            hint = did_you_mean(field.name, NOTES) or "a kind declares slots, `name: type`; only its definitions give them values"
            env.report(rows.UNKNOWN_FIELD, field.name_span, name=field.name, kind="a kind", hint=hint)
    notes_reasoned(env, [field for _, field in decl.fields])
    works: list[str] = []
    for pack, node in decl.works_in:
        ir = place_of(env.child(pack=pack), node)
        id_ = ir.get("name") if ir.get("op") == "global" else ir.get("slot")
        if isinstance(id_, str):
            works.append(id_)
    return {
        "kind": "kind", "id": decl.id, "name": decl.name, "plural": decl.plural, "parent": decl.parent,
        "slots": [slot_record(world, d) for d in decl.slots.values()],
        "starts_in": starts, "works_in": works, "doc": decl.doc, **notes,
    }


OPTION_TYPES = ("int", "dial", "bool", "text", "word")


def _table_slots(world: World) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for decl in world.by_id["slot"].values():
        if isinstance(decl, SlotDecl) and decl.owner is None:
            out.append(_with_when(world, decl, slot_record(world, decl)))
            if decl.role == "option" and decl.type.shape not in (*OPTION_TYPES, "hole"):
                world.problems.append(rows.MISPLACED.at(decl.span, what=f"the type `{decl.type.words()}`", where=f"the option `{decl.name}`",
                    hint="an option is a number, a text, `bool` or a word of an enum"))
            elif decl.role == "option" and decl.node is not None and decl.node.start is not None and constant_of(out[-1]["start"]) is NOT_CONSTANT:
                world.problems.append(rows.NOT_CONSTANT.at(decl.node.start.span, name=decl.name))
    again: dict[tuple[Any, ...], Any] = {}
    for decl, patch in world.option_overrides:
        first = again.setdefault((decl.id, patch.pack, tuple(map(id, patch.when))), patch.node)
        if first is not patch.node:
            world.problems.append(rows.DOUBLED_FIELD.at(patch.node.span, name=decl.name, labels=[Label(first.span, "first given here")]))
        record = next((one for one in out if one["id"] == decl.id), None) or slot_record(world, decl)
        unread(world, patch.node)
        start = _overridden(world, decl, patch)
        record = record if start is None else record | {"start": start}
        when = when_record(world, patch)
        if when is not None:
            out.append(record | {"when": when})
        else:
            out = [one | {"start": record["start"]} if one["id"] == decl.id else one for one in out]
    return out


def _overridden(world: World, decl: SlotDecl, patch: Patch) -> IR | None:
    """The start that an `override` gives to an option; None if it gives none, which is reported."""
    env, items = Env(world, patch.pack, Sites(decl.id)), patch.node.block.items if patch.node.block is not None else []
    found: list[IR] = []
    for item in items:
        if isinstance(item, s.Field) and item.name == "value" and item.values:
            if len(item.values) != 1:
                env.report(rows.ONE_VALUE, item, name=item.name)
            if found:
                env.report(rows.DOUBLED_FIELD, item.name_span, name=item.name)
            found.append(option_value(env, item.values[0], decl, decl.name)[0])
        elif isinstance(item, s.Field):
            env.report(rows.UNKNOWN_FIELD, item.name_span, name=item.name, kind="an option", hint="an option is overridden with `value: ...`")
        elif not isinstance(item, s.Hole):
            env.report(rows.MISPLACED, item, what=what_is(item), where=f"the option `{decl.name}`", hint="write `value: ...`, what it is if nobody chooses")
    if not items:
        env.report(rows.MISSING_ARGUMENT, patch.node, name="override", missing=f"what `{decl.name}` is if nobody chooses, `value: ...`")
    return found[0] if found else None


def _define(world: World, decl: DefineDecl) -> dict[str, Any]:
    result = define_result(world, decl)
    params = [{"name": p.name, "label": None, "type": p.type.record(), "start": None, "domain": None} for p in decl.params]
    record = {"id": decl.id, "params": params, "value": decl.value or {"op": "none"}, "result": result.record(), "doc": decl.doc}
    notes = decl.node.notes if decl.node is not None else None
    env = Env(world, decl.text_pack or decl.pack, Sites(decl.id))
    for item in notes.items if notes is not None else ():
        if not isinstance(item, s.Field):
            env.report(rows.MISPLACED, item, what=what_is(item), where=f"the define `{decl.name}`", hint="its block holds notes, such as `expresses:`")
    fields = [item for item in (notes.items if notes is not None else ()) if isinstance(item, s.Field)]
    return record | doc_fields(env, fields, NOTES)


def _always(world: World, note: Any, index: int) -> dict[str, Any] | None:
    record = make_always(world, note, index + 1)
    if record is not None:
        world.places[record["id"]] = note.node.span
    return _with_when(world, note, record) if record is not None else None


def _tests(world: World, pack: Loaded) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    names: dict[str, Any] = {}
    for note in world.tests:
        if note.pack != pack.manifest.id:
            continue
        record = make_test(world, note)
        if record is None:
            continue
        if record["id"] in names:
            world.problems.append(rows.DUPLICATE.at(note.node.span, name=record["name"]))
            continue
        names[record["id"]] = note
        world.places[record["id"]] = note.node.span
        out.append(record)
    return out


def _despites(world: World) -> None:
    """Each `allow` lifts one `forbid`: of its own pack first, else of one that it requires."""
    for name, pack, span, record in world.despites:
        found = [f for f in world.forbids.get(name, {}).values() if f[0] in world.visible(pack)]
        found = [f for f in found if f[0] == pack] or found
        if not found:
            world.problems.append(rows.UNKNOWN_DESPITE.at(span, name=name, hint=did_you_mean(name, world.forbids) or "name the `forbid` with `as`"))
            continue
        if len(found) > 1:
            choices = ", ".join(f"a `forbid` of `{f[0]}`" for f in found)
            world.problems.append(rows.AMBIGUOUS_NAME.at(span, name=name, choices=choices, help="give each `forbid` a name of its own after `as`"))
        record["despite"] = found[0][1]


def _covers(world: World, pack: Loaded) -> None:
    """What the pack says it covers is expressed somewhere, and what is expressed is covered."""
    mine = pack.manifest.id
    covered = {id_: c.span for c in pack.manifest.covers for id_ in c.ids}
    expressed = {e.id for e in world.expressed if e.pack == mine}
    for cover in pack.manifest.covers:
        left = [id_ for id_ in cover.ids if id_ not in expressed]
        if left and not world.holes:
            shown = ", ".join(left[:12]) + (", ..." if len(left) > 12 else "")
            world.problems.append(rows.RULE_NOT_COVERED.at(cover.span, count=len(left), ids=shown))
    for item in world.expressed:
        if item.pack == mine and covered and item.id not in covered:
            world.problems.append(rows.RULE_UNKNOWN.at(item.span, id=item.id, hint=did_you_mean(item.id, covered) or "add it to `covers` in pack.yaml"))


def _game(world: World, pack: Loaded) -> None:
    """The start sequence exists and needs nothing; seats are of one kind."""
    game = pack.manifest.game
    if game is None:
        return
    name = game.start or "game"
    found = [d for d in world.find("verb", name.split(":")[-1], pack.manifest.id) if isinstance(d, VerbDecl) and d.sequence]
    if len(found) != 1 or any(p.start is None and not p.type.optional for p in found[0].params):
        world.problems.append(rows.START_NOT_SEQUENCE.at(game.start_span or game.span, name=name))
        return
    world.used.add(found[0].id)
    world.start = found[0].id
    env = Env(world, pack.manifest.id, Sites("game"))
    world.seat_kind = seat_kind(env)
    if game.seat_kind is not None:
        named = kind_named(env, s.Name(game.seat_kind_span or game.span, game.seat_kind.split(":")[-1]))
        if named is not None and not world.descends(named, "seat"):
            world.problems.append(rows.NOT_A_SEAT.at(game.seat_kind_span or game.span, name=game.seat_kind))
        world.seat_kind = named or world.seat_kind
    world.sides = sides(world, pack)
