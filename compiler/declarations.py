"""From declared types to `Type`s: parameters, slots, groups. Runs once all names are collected."""
from __future__ import annotations

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.catalogue.syntax import KIND_TOO_DEEP
from rulewright.dsl.limits import MAX_ANCESTORS
from rulewright.dsl.source import Span
from rulewright.dsl.types import ANY, BOOL, DIE, FUNCTION, HOLE, PATH, TEXT, Type, list_of, thing, word
from rulewright.dsl.words import OF_SELF, UNSAYABLE

from .env import Env, Sites
from .fit import fits
from .names import did_you_mean, nearest
from .restated import restate
from .world import ENGINE_KINDS, AbilityDecl, DefineDecl, FamilyDecl, GroupDecl, KindDecl, ParamDecl, SlotDecl, VerbDecl, World

PLAIN = {"bool": BOOL, "text": TEXT, "die": DIE, "path": PATH, "function": FUNCTION, "any": ANY, "word": word(None)}
WITH_OF = ("int", "list", "group", "effect")
BUILT_IN_TYPES = ("int", "dial", "list", "group", "effect", *PLAIN)


def type_of(world: World, pack: str, node: s.TypeExpr) -> Type:
    """The type that an author wrote; a hole if it names nothing (reported)."""
    found = _plain(world, pack, node)
    if node.has_range and node.word not in ("int", "dial"):
        world.problems.append(rows.RANGE_OF_NOTHING.at(node.span, type=node.word))
    if node.of is not None and (node.word not in WITH_OF or (node.word == "int" and (node.of.of is not None or node.of.has_range or node.of.pack is not None))):
        first = node.of if node.word not in WITH_OF else node.of.of or node.of
        hint = "a number with a unit has no range: write `int of UNIT`" if node.word == "int" else "only `int`, `list`, `group` and `effect` are of something"
        world.problems.append(rows.MISPLACED.at(first.span, what=f"`{first.word}`", where=f"the type `{node.word}`", hint=hint))
    if node.low is not None and node.high is not None and node.low > node.high:
        world.problems.append(rows.EMPTY_RANGE.at(node.span, low=node.low, high=node.high))
    return found.maybe() if node.optional else found


def _plain(world: World, pack: str, node: s.TypeExpr) -> Type:
    text = node.word
    if text == "int":
        found = Type("int", low=node.low, high=node.high, unit=node.of.word if node.of is not None else None)
        return found.maybe() if node.of is not None and node.of.optional else found
    if text == "dial":
        return _dial(world, pack, node)
    if text in ("list", "group"):
        if node.of is None:
            world.problems.append(rows.TYPE_NEEDS_OF.at(node.span, type=text))
            return HOLE
        item = type_of(world, pack, node.of)
        return HOLE if item.shape == "hole" else list_of(item)
    if text == "effect":
        if node.of is None:
            world.problems.append(rows.TYPE_NEEDS_OF.at(node.span, type=text))
            return HOLE
        verbs = world.find("verb", node.of.word, pack)
        if not verbs:
            hint = did_you_mean(node.of.word, world.names("verb", pack)) or f"declare `verb {node.of.word}`"
            world.problems.append(rows.UNKNOWN_EVENT.at(node.of.span, name=node.of.word, hint=hint))
            return HOLE
        found = Type("effect", of=verbs[0].id)
        return found.maybe() if node.of.optional else found
    if text in PLAIN and not (text == "die" and world.find("kind", text, pack)):
        return PLAIN[text]
    return _declared(world, node.pack or pack, node)


def _dial(world: World, pack: str, node: s.TypeExpr) -> Type:
    """A dial with its range; `dial` alone means the only dial of the pack and of those that it requires."""
    if node.has_range and node.low is not None and node.high is not None:
        return Type("dial", low=node.low, high=node.high)
    if not node.has_range:
        seen = world.visible(pack)
        slots = [d.node.type for d in world.by_id["slot"].values() if isinstance(d, SlotDecl) and d.node is not None and d.pack in seen]
        ranges = {(t.low, t.high) for t in slots if t.word == "dial" and t.has_range and t.low is not None and t.high is not None}
        if len(ranges) == 1:
            low, high = next(iter(ranges))
            return Type("dial", low=low, high=high)
    world.problems.append(rows.DIAL_RANGE.at(node.span))
    return HOLE


def _declared(world: World, pack: str, node: s.TypeExpr) -> Type:
    kinds = world.find("kind", node.word, pack)
    if kinds:
        world.used.add(kinds[0].id)
        if len({k.id for k in kinds}) > 1 and not any(k.pack == pack for k in kinds):
            world.problems.append(rows.AMBIGUOUS_NAME.at(node.span, name=node.word, choices=", ".join(f"`{k.id}`" for k in kinds)))
        own = [k for k in kinds if k.pack == pack] or kinds
        return thing(own[0].id)
    enums = world.find("enum", node.word, pack)
    if enums:
        world.used.add(enums[0].id)
        return word(enums[0].id)
    if node.word in ENGINE_KINDS:
        if node.word == "seat":
            only = [k.id for k in world.descendants("seat")]
            return thing(only[0] if len(only) == 1 else "seat")
        return thing(node.word)
    known = [*BUILT_IN_TYPES, *ENGINE_KINDS, *world.names("kind", pack), *world.names("enum", pack)]
    world.problems.append(rows.UNKNOWN_TYPE.at(node.span, name=node.word,
        hint=did_you_mean(node.word, known) or f"declare `kind {node.word} {{ }}` or `enum {node.word} {{ }}`"))
    return HOLE


def params_of(world: World, pack: str, nodes: list[s.Parameter]) -> list[ParamDecl]:
    """Parameters with their types; a name or label given twice is reported."""
    out: list[ParamDecl] = []
    names: set[str] = set()
    labels: set[str] = set()
    for node in nodes:
        start = node.span.start + (len(node.label) + 1 if node.label is not None else 0)
        unsayable(world, node.name, Span(node.span.file, start, start + len(node.name)))
        if node.name in names:
            world.problems.append(rows.DOUBLED_LABEL.at(node.span, name=node.name))
        if node.label is not None and node.label in labels:
            world.problems.append(rows.DOUBLED_LABEL.at(node.span, name=node.label))
        names.add(node.name)
        if node.label is not None:
            labels.add(node.label)
        out.append(ParamDecl(node.name, node.label, type_of(world, pack, node.type), node.start, node.span))
    return out


def unsayable(world: World, name: str, at: Span) -> None:
    """Report the name of a value if no rule could ask for it."""
    if name in UNSAYABLE:
        world.problems.append(rows.UNSAYABLE_NAME.at(at, name=name))


def _needed(world: World, params: list[ParamDecl], where: str) -> list[ParamDecl]:
    """Parameters without starts: whoever uses the thing gives every argument, in order."""
    for param in params:
        if param.start is not None:
            world.problems.append(rows.MISPLACED.at(param.start.span, what="a start", where=f"a parameter of {where}",
                hint="every argument is given where it is used"))
        if param.label is not None:
            world.problems.append(rows.MISPLACED.at(param.span, what=f"the label `{param.label}`", where=f"a parameter of {where}",
                hint="its arguments stand in brackets, in order"))
    return params


def slot_type(world: World, pack: str, slot: SlotDecl) -> Type:
    """A slot's type; zones are lists that are also places."""
    assert slot.node is not None
    found = type_of(world, pack, slot.node.type)
    if slot.role == "zone":
        if found.shape == "list":
            return Type("list", of="zone", item=found.item)
        if found.shape != "hole":
            world.problems.append(rows.ZONE_TYPE.at(slot.node.type.span, name=slot.name, type=slot.node.type.word))
        return HOLE
    return found


def resolve_types(world: World) -> None:
    """Give every declared slot, parameter and family its type; check parents for rings."""
    for decl in list(world.by_id["kind"].values()):
        if isinstance(decl, KindDecl):
            _parent(world, decl)
    _rings(world)
    for slot in list(world.by_id["slot"].values()):
        if isinstance(slot, SlotDecl) and slot.node is not None:
            slot.type = slot_type(world, slot.pack, slot)
            if slot.owner is None and slot.name in OF_SELF:
                world.problems.append(rows.WORD_OF_THINGS.at(slot.span, name=slot.name, role=slot.role, meaning=OF_SELF[slot.name]))
    restate(world)
    for decl in world.by_id["kind"].values():
        if isinstance(decl, KindDecl):
            _ties(world, decl)
    for verb in world.by_id["verb"].values():
        if isinstance(verb, VerbDecl) and verb.node is not None:
            verb.params = params_of(world, verb.pack, verb.node.parameters)
            for slot in verb.slots.values():
                unsayable(world, slot.name, Span(slot.span.file, slot.span.start, slot.span.start + len(slot.name)))
                slot.type = slot_type(world, slot.pack, slot)
    for define in world.by_id["define"].values():
        if isinstance(define, DefineDecl) and define.node is not None:
            define.params = _needed(world, params_of(world, define.pack, define.node.parameters), "a define")
    for ability in world.by_id["ability"].values():
        if isinstance(ability, AbilityDecl) and ability.node is not None:
            ability.params = _needed(world, params_of(world, ability.pack, ability.node.parameters), "an ability")
    for family in world.by_id["family"].values():
        if isinstance(family, FamilyDecl):
            family.params = [ParamDecl(p.name, None, thing(), None, p.span) for p in family.params]


def _parent(world: World, decl: KindDecl) -> None:
    assert decl.node is not None
    node = decl.node.parent
    if node is None:
        decl.parent = "thing"
        return
    text, pack = (node.name, node.pack) if isinstance(node, s.QName) else (node.name, decl.pack)
    found = world.find("kind", text, pack)
    if found:
        own = [f for f in found if f.pack == pack] or found
        decl.parent = own[0].id
        world.used.add(decl.parent)
    elif text in ENGINE_KINDS:
        decl.parent = text
    else:
        known = [*ENGINE_KINDS, *world.names("kind", pack)]
        world.problems.append(rows.UNKNOWN_KIND.at(node.span, name=text, hint=did_you_mean(text, known) or f"declare `kind {text} {{ }}`"))
        meant = world.find("kind", nearest(text, world.names("kind", pack)) or "", pack)
        decl.parent = meant[0].id if meant else "thing"


UNOWNED = ("seat", "place", "board", "area", "rule", "effect")


def _ties(world: World, decl: KindDecl) -> None:
    """What a kind says of `owner` and `host`: a kind of thing, and no less than the kinds that it descends from say."""
    for name, tie in decl.ties.items():
        assert tie.node is not None
        at, tie.type = tie.node.type.span, type_of(world, tie.pack, tie.node.type)
        if any(world.descends(decl.id, kind) for kind in UNOWNED):
            world.problems.append(rows.MISPLACED.at(tie.node.span, what=f"`{name}`", where=f"the kind `{decl.name}`",
                hint="only pieces, cards and the like have one"))
        elif tie.type.shape not in ("thing", "hole"):
            world.problems.append(rows.TYPE_MISMATCH.at(at, what=f"`{name}`", expected="a kind of thing", found=f"`{tie.type.words()}`"))
            tie.type = HOLE
        above = world.said_of(decl.parent, name) if decl.parent else None
        if above is not None and above.node is not None and not fits(world, tie.type, type_of(world, above.pack, above.node.type)):
            expected = f"what the parent says, `{above.node.type.word}`"
            world.problems.append(rows.TYPE_MISMATCH.at(at, what=f"`{name}`", expected=expected, found=f"`{tie.type.words()}`"))


def _rings(world: World) -> None:
    """Each ring of `is` is one finding, with its members in order; it is then cut, so that later passes end."""
    done: set[str] = set()
    for decl in world.by_id["kind"].values():
        path: list[KindDecl] = []
        at: KindDecl | None = decl if isinstance(decl, KindDecl) else None
        while at is not None and at.id not in done and at not in path:
            path.append(at)
            at = world.kind(at.parent) if at.parent else None
        if at is not None and at in path:
            ring = path[path.index(at):]
            assert ring[0].node is not None
            shown = [f"`{k.name}`" for k in ring[:MAX_ANCESTORS]] + (["..."] if len(ring) > MAX_ANCESTORS else [])
            names = " -> ".join([*shown, f"`{ring[0].name}`"])
            world.problems.append(rows.KIND_RING.at(ring[0].node.name.span, ring=names))
            for member in ring:
                member.parent = "thing"
        done.update(k.id for k in path)
    _towers(world)


def _towers(world: World) -> None:
    """A kind that descends from too many is one finding, and the tower is cut there, so that what grows with its height stays small."""
    height: dict[str, int] = {}
    for decl in world.by_id["kind"].values():
        path: list[KindDecl] = []
        at: KindDecl | None = decl if isinstance(decl, KindDecl) else None
        while at is not None and at.id not in height:
            path.append(at)
            at = world.kind(at.parent) if at.parent else None
        above = height[at.id] if at is not None else -1
        for one in reversed(path):
            above += 1
            if above > MAX_ANCESTORS:
                assert one.node is not None
                world.problems.append(KIND_TOO_DEEP.at(one.node.name.span, name=one.name, limit=MAX_ANCESTORS))
                one.parent, above = "thing", 0
            height[one.id] = above


def group_type(world: World, decl: GroupDecl) -> Type:
    """The kind of a group's members."""
    if decl.type is None:
        decl.type = thing()
        members = group_field(decl, "members")
        if members is not None:
            from .expressions import sequence_of

            known = len(world.problems)
            decl.type = sequence_of(Env(world, decl.pack, Sites(decl.id)), members)[1]
            del world.problems[known:]
    return decl.type


def group_field(decl: GroupDecl, name: str) -> s.Expr | None:
    """A field of a group."""
    assert decl.node is not None
    for item in decl.node.block.items if decl.node.block is not None else ():
        if isinstance(item, s.Field) and item.name == name and item.values:
            return item.values[0]
    return None


__all__ = ["BUILT_IN_TYPES", "group_field", "group_type", "params_of", "resolve_types", "slot_type", "type_of", "unsayable"]
