"""Rules, abilities, groups and the texts of kinds: what holds clauses and handlers and is no printed thing."""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import list_of, thing

from . import lookup
from .bearers import BEARER, bearer_kind
from .clauses import CLAUSE_WORDS
from .env import IR, Bound, Env, Sites
from .expressions import NOTHING, check, value
from .fields import DOC_FIELDS, NOTES, add_note, notes_reasoned
from .handlers import HANDLER_WORDS
from .leftovers import unread
from .names import did_you_mean
from .statements import what_is
from .texts import empty_parts, part, text_env
from .world import AbilityDecl, DefinitionDecl, GroupDecl, KindDecl, RuleDecl, World

GROUP_FIELDS = ("members", "decider", "consent")
CONSENTS = {"none": "none", "majority": "majority", "unanimous": "all"}


def make_ability(world: World, decl: AbilityDecl) -> IR:
    """The record of an ability; its parameters are variables of its text."""
    assert decl.node is not None
    env = text_env(world, decl.text_pack or decl.pack, decl.id, bearer_kind(world, decl))
    for param in decl.params:
        env.vars[param.name] = Bound(param.type, {"op": "var", "name": param.name})
    record: IR = {"id": decl.id, "params": [{"name": p.name, "label": None, "type": p.type.record(), "start": None, "domain": None} for p in decl.params],
        **empty_parts(), "doc": decl.doc}
    for item in decl.node.block.items:
        if isinstance(item, s.Field) and item.name in NOTES:
            add_note(env, item, record)
        elif isinstance(item, s.Field) and item.name == BEARER:
            _bearer(env, item)
        elif not part(env, item, record):
            env.report(rows.MISPLACED, item, what=what_is(item), where=f"the ability `{decl.name}`", hint="an ability holds clauses and handlers")
    notes_reasoned(env, decl.node.block.items)
    return record


def _bearer(env: Env, item: s.Field) -> None:
    """`bearer: K` names one kind; what it means is worked out in `bearers`."""
    if len(item.values) != 1:
        env.report(rows.ONE_VALUE, item, name=item.name)
    elif isinstance(item.values[0], s.Name):
        lookup.kind_named(env, item.values[0])
    else:
        env.report(rows.TYPE_MISMATCH, item.values[0], what="`bearer`", expected="a kind of thing", found="something else")


def kind_texts(kind: KindDecl) -> list[tuple[str, str, list[s.Item]]]:
    """The text of a kind by the packs that wrote it: the id of its record, the pack, the items. Each thing of the kind has it as if by an ability."""
    packs = dict.fromkeys(pack for pack, _ in kind.text)
    names = [f"{kind.id}/text" if not at else f"{kind.id}/text.{at + 1}" for at in range(len(packs))]
    return [(name, pack, [item for whose, item in kind.text if whose == pack]) for name, pack in zip(names, packs, strict=True)]


def make_kind_text(world: World, kind: KindDecl) -> list[IR]:
    """The records of what stands in a kind besides its rows."""
    out: list[IR] = []
    for id_, pack, items in kind_texts(kind):
        each = DefinitionDecl(id_, kind.name, pack, kind.span, kind=kind.id)
        env = text_env(world, pack, id_, kind.id, each)
        record: IR = {"id": id_, "params": [], **empty_parts(), "doc": kind.doc}
        if any(world.descends(kind.id, other) for other in ("place", "board", "area", "rule", "effect")):
            env.report(rows.MISPLACED, items[0], what=what_is(items[0]), where=f"the kind `{kind.name}`",
                hint="only what definitions define has text; write it at top level, `for` the things that it is about")
        for item in items:
            if not part(env, item, record):
                known = [*CLAUSE_WORDS, *HANDLER_WORDS, *world.names("class", pack)]
                hint = did_you_mean(item.word.name, known) if isinstance(item, s.Phrase) else ""
                env.report(rows.MISPLACED, item, what=what_is(item), where=f"the kind `{kind.name}`",
                    hint=hint or "a kind holds slots, clauses, handlers, checks and members")
        out.append(record)
    return out


def make_rule(world: World, decl: RuleDecl) -> IR:
    """The record of a rule."""
    env = text_env(world, decl.pack, decl.id, "rule")
    record: IR = {"id": decl.id, "name": decl.name, **empty_parts(), "doc": decl.doc}
    items = [(decl.pack, i) for i in decl.items]
    if isinstance(decl.node, s.Phrase) and decl.node.word.name == "rule":
        unread(world, decl.node)
    for patch in decl.patches:
        unread(world, patch.node)
        new = [(patch.pack, i) for i in (patch.node.block.items if patch.node.block is not None else [])]
        items = new if patch.word == "override" else items + new
    for pack, item in items:
        env.pack = pack
        if isinstance(item, s.Field):
            if item.name in NOTES:
                add_note(env, item, record)
            elif item.name != "id":
                env.report(rows.UNKNOWN_FIELD, item.name_span, name=item.name, kind="a rule", hint=did_you_mean(item.name, DOC_FIELDS))
        elif not part(env, item, record):
            env.report(rows.MISPLACED, item, what=what_is(item), where=f"the rule `{decl.name}`", hint="a rule holds clauses, handlers and checks")
    notes_reasoned(env, [item for _, item in items])
    return record


def make_group(world: World, decl: GroupDecl) -> IR:
    """The record of a group."""
    assert decl.node is not None
    env = Env(world, decl.pack, Sites(decl.id))
    unread(world, decl.node)
    fields: dict[str, s.Expr] = {}
    record: IR = {"id": decl.id, "members": NOTHING, "decider": NOTHING, "consent": "none"}
    for item in decl.node.block.items if decl.node.block is not None else ():
        if isinstance(item, s.Field) and item.name in GROUP_FIELDS and item.values:
            if item.name in fields:
                env.report(rows.DOUBLED_FIELD, item.name_span, name=item.name)
            elif len(item.values) != 1:
                env.report(rows.ONE_VALUE, item, name=item.name)
            fields.setdefault(item.name, item.values[0])
        elif isinstance(item, s.Field) and item.name in NOTES:
            add_note(env, item, record)
        elif isinstance(item, s.Field):
            env.report(rows.UNKNOWN_FIELD, item.name_span, name=item.name, kind="a group", hint=did_you_mean(item.name, GROUP_FIELDS))
        elif not isinstance(item, s.Hole):
            env.report(rows.MISPLACED, item, what=what_is(item), where=f"the group `{decl.name}`", hint="a group holds `members`, `decider` and `consent`")
    notes_reasoned(env, decl.node.block.items if decl.node.block is not None else ())
    for name in ("members", "decider"):
        if name not in fields:
            env.report(rows.MISSING_FIELD, decl.span, name=name, definition=decl.name, kind="group")
            return record
    record["members"] = check(env, fields["members"], list_of(thing()), "`members`")
    record["decider"], found = value(env, fields["decider"])
    if found.shape not in ("thing", "hole", "any"):
        env.report(rows.NOT_A_DECIDER, fields["decider"], found=found.words())
    consent = fields.get("consent")
    if consent is not None:
        said = consent.name if isinstance(consent, s.Name) else "this"
        if said not in CONSENTS:
            env.report(rows.UNKNOWN_NAME, consent, name=said, hint="`consent` is `none`, `majority` or `unanimous`")
        record["consent"] = CONSENTS.get(said, "none")
    return record
