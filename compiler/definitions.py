"""Definitions: printed things with their fields, abilities, clauses, handlers, members and faces.

What an `override` or `extend` of another pack says is joined before anything is checked: an override replaces the fields and members of the same name, an
extend adds. Then each field must be a slot of the kind, none missing, none twice, each in range.
"""
from __future__ import annotations

from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.catalogue.syntax import EQUALS_FOR_COLON
from rulewright.dsl.problems import Label
from rulewright.dsl.types import TEXT, Type, thing

from . import lookup
from .bearers import said_bearer
from .calls import same_unit
from .clauses import CLAUSE_WORDS
from .env import IR, Bound, Env
from .expressions import article, check
from .field_rings import note_lead
from .fields import DOC_FIELDS, NOTES, add_note, doc_value, notes_reasoned, reasoned
from .handlers import HANDLER_WORDS
from .homes import in_hands
from .leftovers import DEFINITION, EFFECT, unread
from .names import did_you_mean, nearest
from .restated import starts_of
from .rules import kind_texts
from .statements import what_is
from .texts import empty_parts, part, text_env
from .whens import when_record
from .world import AbilityDecl, DefinitionDecl, Patch, SlotDecl, World

OWN_FIELDS = ("id", "for", "starts_in", "has", *DOC_FIELDS)
ADDED = ("has", "expresses")
"""Fields whose values an `extend` adds to those that are there."""


# ------------------------------------------------------------------------------------------------------------ definitions


class _Definition:
    """One definition being made; `patches` are the changes that hold in this variant of it."""

    def __init__(self, world: World, decl: DefinitionDecl, patches: list[Patch], record: str) -> None:
        self.world = world
        self.decl = decl
        self.patches = patches
        self.env = text_env(world, decl.pack, record, decl.kind, decl)
        self.slots = world.slots_of(decl.kind)
        self.fields: dict[str, Any] = {}
        self.seen: dict[str, tuple[s.Field | s.Phrase | s.Tail, str]] = {}
        self.meant: set[str | None] = set()
        self.more: set[int] = set()
        self.unread = False
        self.record: IR = {
            "kind": "definition", "id": decl.id, "of": decl.kind, "name": decl.name, "copies": decl.copies, "fields": self.fields, "owner": None,
            "starts_in": None, "slots": [], "faces": [], "abilities": [], **empty_parts(),
        }

    def make(self) -> IR:
        above = [kind for kind in map(self.world.kind, self.world.ancestors(self.decl.kind)) if kind is not None]
        self.record["abilities"] += [{"ability": id_, "args": []} for kind in reversed(above) for id_, _, _ in kind_texts(kind)]
        for pack, item in self.items():
            self.env.pack = pack
            self.item(item, pack)
        assert self.decl.node is not None
        if self.decl.copies > 1 and self.world.descends(self.decl.kind, "seat"):
            hint = "write one definition for each who plays"
            self.env.report(rows.MISPLACED, self.decl.span, what=f"`x{self.decl.copies}`", where=f"the seat `{self.decl.name}`", hint=hint)
        unread(self.world, self.decl.node, DEFINITION, "the head of a definition")
        for tail in self.decl.node.tails:
            if tail.word == "named" and tail.name is not None and tail.value is not None:
                self.field(tail.name, tail.name_span or tail.span, [tail.value], tail)
        self.env.pack = self.decl.pack
        self.restated()
        self.missing()
        self.record["doc"] = self.decl.doc
        return self.record

    def items(self) -> list[tuple[str, s.Item]]:
        """The items of the definition after all overrides and extends; own slots are declared first."""
        assert self.decl.node is not None
        own = [(self.decl.pack, i) for i in (self.decl.node.block.items if self.decl.node.block is not None else [])]
        for patch in self.patches:
            unread(self.world, patch.node)
            new = list(patch.node.block.items) if patch.node.block is not None else []
            if patch.word == "override":
                names = {i.name for i in new if isinstance(i, s.Field)} | {i.word.name for i in new if isinstance(i, s.Phrase) and i.word.name in self.slots}
                own = [(p, i) for p, i in own if not ((isinstance(i, s.Field) and i.name in names) or (isinstance(i, s.Phrase) and i.word.name in names))]
            held = {i.name for _, i in own if isinstance(i, s.Field)}
            self.more.update(id(i) for i in new if isinstance(i, s.Field) and i.name in ADDED and i.name in held)
            own += [(patch.pack, i) for i in new]
        for _, item in own:
            if isinstance(item, s.Slot) and item.role is not None:
                self.own_slot(item)
        return own

    def own_slot(self, item: s.Slot) -> None:
        from .bodies import slot_record
        from .declarations import slot_type

        if item.role not in ("counter", "zone"):
            self.env.report(rows.MISPLACED, item, what=what_is(item), where=f"`{self.decl.name}`", hint="one thing may have counters and zones of its own")
            return
        slot = SlotDecl(f"{self.decl.id}/{item.name}", item.name, self.decl.pack, item.span, role=item.role, owner=self.decl.kind, node=item,
            doc=item.doc)
        slot.type = slot_type(self.world, self.decl.pack, slot)
        self.world.by_id["slot"][slot.id] = slot
        self.env.own_slots[item.name] = slot
        self.record["slots"].append(slot_record(self.world, slot))

    def item(self, item: s.Item, pack: str) -> None:
        self.unread |= isinstance(item, s.Hole)
        if isinstance(item, s.Field):
            self.field(item.name, item.name_span, item.values, item)
        elif isinstance(item, s.Slot) and item.role is not None:
            pass
        elif isinstance(item, s.Phrase) and item.word.name == "face":
            self.face(item)
        elif isinstance(item, s.Phrase) and self.effect_slot(item):
            pass
        elif not part(self.env, item, self.record):
            self.unknown(item)

    def unknown(self, item: s.Item) -> None:
        if isinstance(item, s.Assign) and item.op == "=" and isinstance(item.target, s.Name):
            self.meant.add(nearest(item.target.name, self.slots) if item.target.name not in self.slots else item.target.name)
            self.env.report(EQUALS_FOR_COLON, item.target, name=item.target.name)
        elif isinstance(item, s.Phrase):
            self.meant.update((item.word.name, *(tail.name for tail in item.tails if tail.name in self.slots)))
            known = [*CLAUSE_WORDS, *HANDLER_WORDS, "face", *self.world.names("class", self.decl.pack),
                *(n for n, d in self.slots.items() if d.type.shape == "effect")]
            hint = did_you_mean(item.word.name, known)
            if self.env.world.find("verb", item.word.name, self.decl.pack):
                hint = f"`{item.word.name}` does something: say when, for instance `after ... where ... {{ {item.word.name} ... }}`"
            elif item.word.name in self.slots:
                hint = f"write `{item.word.name}: ` with a colon"
            self.env.report(rows.UNKNOWN_IN_DEFINITION, item.word, name=item.word.name, kind=self.decl.kind.split(":")[-1], hint=hint or
                            "a definition holds fields, clauses, handlers, members and faces")
        else:
            self.env.report(rows.MISPLACED, item, what=what_is(item), where=f"`{self.decl.name}`", hint="write it at top level")

    def field(self, name: str, span: Any, values: list[s.Expr], node: s.Field | s.Tail) -> None:
        if name == "owner" and name not in self.slots and name not in self.env.own_slots:
            name = "for"
        if name in self.seen and id(node) not in self.more:
            first = self.seen[name][0]
            self.env.add(rows.DOUBLED_FIELD.at(span, name=name, labels=[Label(first.span, "first given here")]))
            return
        self.seen[name] = (node, name)
        slot = self.slots.get(name) or self.env.own_slots.get(name)
        if slot is not None:
            self.slot_field(slot, values, node, span)
        elif name in OWN_FIELDS:
            self.own_field(name, values, node)
        else:
            known = [*self.slots, *OWN_FIELDS]
            self.meant.add(nearest(name, known))
            kind = self.decl.kind.split(":")[-1]
            own = ", ".join(f"`{k}`" for k, d in self.slots.items() if d.role in ("printed", "stat"))
            hint = did_you_mean(name, known) or (f"its fields are {own}" if own else f"declare it in `kind {kind} {{ }}`: a {kind} has no fields of its own")
            self.env.report(rows.UNKNOWN_FIELD, span, name=name, kind=kind, hint=hint)

    def own_field(self, name: str, values: list[s.Expr], node: s.Field | s.Tail) -> None:
        if name in DOC_FIELDS:
            field = node if isinstance(node, s.Field) else s.Field(node.span, name, node.span, values)
            said = doc_value(self.env, field)
            self.record[name] = [*self.record[name], *said] if isinstance(said, list) and id(node) in self.more else said
        elif name in ("id", "for", "starts_in") and len(values) != 1:
            self.env.report(rows.ONE_VALUE, node, name=name)
        elif name == "for":
            said = self.world.said_of(self.decl.kind, "owner")
            ir = check(self.env, values[0], thing() if said is None else said.type, "`for`")
            if ir.get("op") not in ("thing", "none"):
                self.env.report(rows.NOT_CONSTANT, values[0], name=name)
            self.record["owner"] = ir.get("id") if ir.get("op") == "thing" else None
        elif name == "starts_in":
            self.record["starts_in"] = check(self.env, values[0], thing("place"), "`starts_in`")
        elif name == "has":
            self.record["abilities"] += [a for a in (ability_use(self.env, v) for v in values) if a is not None]

    def slot_field(self, slot: SlotDecl, values: list[s.Expr], node: s.Field | s.Tail, span: Any) -> None:
        if slot.role in ("zone", "option"):
            self.env.report(rows.MISPLACED, node, what=f"a value for the {slot.role} `{slot.name}`", where=f"`{self.decl.name}`",
                hint="zones are filled when a game starts")
            return
        self.world.used.add(slot.id)
        whole = len(values) == 1 and (isinstance(values[0], s.ListOf) or (isinstance(values[0], s.Name) and values[0].name == "none"))
        if slot.type.shape == "list" and not whole:
            made = [self.constant(v, slot.type.item or TEXT, slot.name) for v in values]
        else:
            if len(values) != 1:
                self.env.report(rows.ONE_VALUE, node, name=slot.name)
            made = self.constant(values[0], slot.type, slot.name)
        self.fields[slot.name] = made
        note_lead(self.world, self.decl.id, slot, node.span, made)

    def constant(self, node: s.Expr, wanted: Type, name: str) -> Any:
        """A printed value: it must be known without playing, and in range."""
        numeric = wanted.shape in ("int", "dial")
        stray_unit(self.env, node, wanted, name)
        ir = check(self.env, node, Type("int", optional=wanted.optional) if numeric else wanted, f"`{name}`")
        made = constant_of(ir)
        if made is NOT_CONSTANT:
            self.env.report(rows.NOT_CONSTANT, node, name=name)
            return None
        low, high = wanted.low, wanted.high
        if numeric and isinstance(made, int) and not isinstance(made, bool) and ((low is not None and made < low) or (high is not None and made > high)):
            self.env.report(rows.OUT_OF_RANGE, node, name=name, value=made, low="" if low is None else low, high="" if high is None else high)
        return made

    def effect_slot(self, item: s.Phrase) -> bool:
        """`crit { ... }`: the value of an `effect of attack` slot."""
        slot = self.slots.get(item.word.name)
        if slot is None or slot.type.shape != "effect" or item.block is None or item.argument is not None:
            return False
        if item.word.name in self.seen:
            self.env.report(rows.DOUBLED_FIELD, item.word, name=item.word.name)
        self.seen[item.word.name] = (item, item.word.name)
        unread(self.world, item, EFFECT)
        self.world.used.add(slot.id)
        self.fields[slot.name] = {"effect": effect(self.env, slot.type.of or "", slot.name, item.block)}
        return True

    def face(self, item: s.Phrase) -> None:
        unread(self.world, item)
        name = item.argument.name if isinstance(item.argument, s.Name) else ""
        record: IR = {"kind": "face", "name": name, "abilities": [], **empty_parts()}
        if any(f["name"] == name for f in self.record["faces"]) or not name:
            self.env.report(rows.DOUBLED_FIELD, item, name=f"face {name}")
        for inner in item.block.items if item.block is not None else []:
            if isinstance(inner, s.Field) and inner.name == "has":
                record["abilities"] += [a for a in (ability_use(self.env, v) for v in inner.values) if a is not None]
            elif isinstance(inner, s.Field) and inner.name in NOTES:
                add_note(self.env, inner, record)
            elif not part(self.env, inner, record):
                self.unknown(inner)
        notes_reasoned(self.env, item.block.items if item.block is not None else [])
        self.record["faces"].append(record)

    def restated(self) -> None:
        """The starts that the kind gives to rows of a kind above it."""
        for name, slot in starts_of(self.world, self.decl.kind).items():
            if name not in self.seen and name not in self.meant and slot.node is not None and slot.node.start is not None:
                self.seen[name] = (s.Field(slot.span, name, slot.span, [slot.node.start]), name)
                self.slot_field(self.slots[name], [slot.node.start], s.Field(slot.span, name, slot.span, [slot.node.start]), slot.span)

    def missing(self) -> None:
        """What has no value, unless it may be what a misspelt field, or text that could not be read, was to give."""
        if not self.unread and not self.meant and "reason" not in self.slots:
            reasoned(self.env, {name: node for name, (node, _) in self.seen.items()})
        due = [("for", label)] if (label := self.ownerless()) is not None else []
        for name, slot in self.slots.items() if not self.unread else ():
            wanted = slot.role in ("printed", "stat") and slot.node is not None and slot.node.start is None and not slot.type.optional
            if wanted and name not in self.meant and name not in self.seen:
                due.append((name, Label(slot.span, "declared here, without a value to start from")))
        if due:
            assert self.decl.node is not None
            names, kind = [name for name, _ in due], self.decl.kind.split(":")[-1]
            self.env.add(rows.MISSING_FIELD.at(self.decl.node.word.span, name="`, `".join(names), definition=self.decl.name, kind=kind,
                help=f"write `{'   '.join(f'{name}: ...' for name in names)}`", labels=[label for _, label in due]))

    def ownerless(self) -> Label | None:
        """Of a thing without an owner: where its kind says that it has one, or that it starts in a place of its owner's."""
        said = self.world.said_of(self.decl.kind, "owner")
        if self.unread or "for" in self.seen or "for" in self.meant:
            return None
        if said is not None and said.type.shape == "thing" and not said.type.optional:
            return Label(said.span, "the kind says here that each of its things has an owner")
        begins = next((k.starts_in for k in map(self.world.kind, self.world.ancestors(self.decl.kind)) if k is not None and k.starts_in is not None), None)
        if "starts_in" in self.seen or begins is None or not in_hands(self.world, *begins):
            return None
        return Label(begins[1].span, "the kind's things begin in a place of their owner's")


def stray_unit(env: Env, node: s.Expr, wanted: Type, name: str) -> None:
    """Report a unit that a printed number does not have: a lost label makes `cost: 2 yes` of `cost: 2   opaque: yes`."""
    while isinstance(node, s.Paren):
        node = node.value
    if isinstance(node, s.Quantity) and wanted.shape != "text" and (wanted.unit is None or not same_unit(env, node.unit.name, wanted.unit)):
        expected = "an int" if wanted.unit is None else f"an int of {wanted.unit}"
        env.report(rows.TYPE_MISMATCH, node.unit, what=f"`{name}`", expected=expected, found=f"an amount of `{node.unit.name}`")


class _NotConstant:
    """The mark of a value that is only known in play."""


NOT_CONSTANT = _NotConstant()


def constant_of(ir: IR) -> Any:
    """The printed form of a constant expression."""
    op = ir.get("op")
    if op in ("int", "bool", "text", "word"):
        return ir["value"]
    if op == "none":
        return None
    if op == "thing":
        return {"thing": ir["id"]}
    if op == "space":
        return {"space": ir["id"]}
    if op == "list":
        items = [constant_of(i) for i in ir["items"]]
        return NOT_CONSTANT if any(i is NOT_CONSTANT for i in items) else items
    return NOT_CONSTANT


def effect(env: Env, scope: str, name: str, block: s.Block) -> str:
    """Make the record of an effect value, run inside `scope`: its variables are seen; gives its id."""
    from .statements import block as statements
    from .targets import variables
    from .world import VerbDecl

    id_ = env.part(name, block)
    verb = env.world.by_id["verb"].get(scope)
    inner = env.child(before=[], looping=False, result=None, place="effect")
    if isinstance(verb, VerbDecl):
        for text, kind in variables(env, verb).items():
            inner.event = {**inner.event, text: Bound(kind, {"op": "frame", "of": scope, "name": text}, True)}
        actor = next((p for p in verb.params if p.label == "by"), None)
        if actor is not None:
            inner.who = {"op": "frame", "of": scope, "name": actor.name}
    body = statements(inner, block)
    env.world.effects.append({"id": id_, "scope": scope, "body": body})
    return id_


def ability_use(env: Env, node: s.Expr) -> IR | None:
    """`taunt`, `assault(8)`."""
    id_ = lookup.ability_named(env, node)
    decl = env.world.by_id["ability"].get(id_ or "")
    if not isinstance(decl, AbilityDecl):
        return None
    said = said_bearer(env.world, decl)
    bearer = env.self_kind or "thing"
    if said is not None and not env.world.descends(bearer, said):
        env.report(rows.TYPE_MISMATCH, node, what=f"what has `{decl.name}`", expected=article(thing(said).words()), found=article(thing(bearer).words()))
    args = node.arguments if isinstance(node, s.Call) else []
    if len(args) != len(decl.params):
        env.report(rows.ARGUMENT_COUNT, node, name=decl.name, wanted=len(decl.params), found=len(args))
        return None
    return {"ability": decl.id, "args": [check(env, a, p.type, f"`{p.name}`") for a, p in zip(args, decl.params, strict=True)]}


MOST_WHENS = 8
"""The different `when`s that may change one definition: each combination of them is a record."""


def make_definition(world: World, decl: DefinitionDecl) -> list[IR]:
    """The records of a definition: one, and one more for each combination of changes that only some options bring, larger ones later."""
    whens: dict[tuple[int, ...], list[Patch]] = {}
    for patch in decl.patches:
        if patch.when:
            whens.setdefault(tuple(id(node) for node in patch.when), []).append(patch)
    groups = list(whens.values())
    if len(groups) > MOST_WHENS:
        world.problems.append(rows.TOO_MANY_WHENS.at(groups[MOST_WHENS][0].node.span, name=decl.name, most=MOST_WHENS))
        del groups[MOST_WHENS:]
    own = when_record(world, decl)
    out: list[IR] = []
    known = len(world.problems)
    for mask in range(1 << len(groups)):
        held = [group for at, group in enumerate(groups) if mask >> at & 1]
        changes = [p for p in decl.patches if not p.when or any(p in group for group in held)]
        made = _made(world, decl, changes, f"{decl.id}~{mask + 1}" if mask else decl.id)
        tests = [test for test in (own, *(when_record(world, group[0]) for group in held)) if test is not None]
        when = None if not tests else tests[0] if len(tests) == 1 else {"op": "and", "args": tests}
        out.append(made if when is None else made | {"when": when})
        if not mask:
            known = len(world.problems)
    first = {(p.code, p.span) for p in world.problems[:known]}
    later = {(p.code, p.span): p for p in reversed(world.problems[known:]) if (p.code, p.span) not in first}
    world.problems[known:] = reversed(later.values())
    return out


def _made(world: World, decl: DefinitionDecl, changes: list[Patch], record: str) -> IR:
    """One record of a definition; if nothing else is wrong with it, it is held against what is always so of such things."""
    known, one = len(world.problems), _Definition(world, decl, changes, record)
    made = one.make()
    if world.claims is not None and len(world.problems) == known and not one.unread:
        world.problems += world.claims.test(decl, made, {name: node.span for name, (node, _) in one.seen.items()})
    return made
