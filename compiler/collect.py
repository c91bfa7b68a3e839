"""All declarations of all packs into the `World`: who defines what, under which name, in which pack; and who changes what of another pack.

Takes the parsed files of the packs in load order. Nothing is checked here but names: duplicates, kinds of definitions, targets of changes. A declaration
inside `when` keeps its conditions. A definition that could not be parsed leaves its name, so that what speaks of it is not reported as well.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.problems import Label
from rulewright.dsl.types import thing
from rulewright.dsl.walk import same_tree

from .changes import apply_change
from .clauses import CLAUSE_WORDS
from .families import included
from .handlers import HANDLER_WORDS
from .kind_rows import KIND_FIELDS, TIES, kind_field, kind_slot, kind_tie
from .leftovers import unread
from .names import did_you_mean, nearest, slug
from .statements import what_is
from .stubs import whole
from .world import (
    ENGINE_KINDS,
    AbilityDecl,
    BoardDecl,
    BotDecl,
    Decl,
    DefineDecl,
    DefinitionDecl,
    EnumDecl,
    FamilyDecl,
    GroupDecl,
    KindDecl,
    Note,
    ParamDecl,
    Patch,
    RuleDecl,
    SlotDecl,
    VerbDecl,
    World,
)

CLASS_ENUM = "option_class"


class Collector:
    """One walk over the packs."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.later: list[Callable[[], None]] = []
        self.kind_parts: list[tuple[str, s.Kind]] = []
        self.refused: set[str] = set()

    def pack(self, pack: str, files: list[s.File]) -> None:
        """Collect one pack's files."""
        self.world.order.append(pack)
        for file in files:
            for item in file.items:
                self.item(pack, item, ())

    def finish(self) -> None:
        """What needs all names: rows of kinds, definitions, changes."""
        for pack, node in self.kind_parts:
            self.rows(pack, node)
        for step in self.later:
            step()
        for patch in self.world.patches:
            apply_change(self.world, patch, self.inside)

    # -------------------------------------------------------------------------------------------------------- names

    def declare(self, category: str, decl: Decl) -> bool:
        """Register; a second declaration of an id is a duplicate, also under other options: an id has one declaration."""
        other = self.world.by_id[category].get(decl.id)
        if other is not None:
            same = "an identical one" if category == "definition" and self.same(decl, other) else f"`{decl.name}`"
            labels = [Label(other.span, f"{same} is first defined here")]
            self.world.problems.append(rows.DUPLICATE.at(decl.span, name=decl.name, labels=labels, help=_help(decl, other)))
            return False
        self.world.add(category, decl)
        return True

    def same(self, one: Decl, two: Decl) -> bool:
        """Whether two declarations are written alike."""
        a, b = getattr(one, "node", None), getattr(two, "node", None)
        return a is not None and b is not None and same_tree(whole(a), whole(b))

    def id(self, pack: str, name: str, at: Any) -> str:
        """The id of a name in a pack."""
        part = slug(name)
        if not part:
            self.world.problems.append(rows.NO_ID.at(at, name=name))
            part = "unnamed"
        return f"{pack}:{part}"

    def own_id(self, pack: str, node: s.Phrase, name: str) -> str:
        """The id of a definition: from its name, or as `id:` says."""
        for item in node.block.items if node.block is not None else []:
            if isinstance(item, s.Field) and item.name == "id" and item.values:
                value = item.values[0]
                if isinstance(value, s.Name):
                    return f"{pack}:{value.name}"
                if isinstance(value, s.Text) and slug(value.value) == value.value:
                    return f"{pack}:{value.value}"
                self.world.problems.append(rows.BAD_ID.at(value.span))
        return self.id(pack, name, node.argument.span if node.argument is not None else node.span)

    # -------------------------------------------------------------------------------------------------------- items

    def item(self, pack: str, item: s.Item, when: tuple[s.Expr, ...]) -> None:
        """One item at top level."""
        if isinstance(item, s.Hole):
            self.hole(item)
        elif isinstance(item, s.When):
            for inner in item.block.items:
                self.item(pack, inner, (*when, item.condition))
        elif isinstance(item, s.Kind):
            self.kind(pack, item, when)
        elif isinstance(item, s.Enum):
            self.enum(pack, item)
        elif isinstance(item, s.Slot):
            self.table_slot(pack, item, when)
        elif isinstance(item, s.Define):
            self.define(pack, item, when, None)
        elif isinstance(item, s.Verb):
            self.verb(pack, item, when, None)
        elif isinstance(item, s.Ability) and item.overrides:
            self.later.append(lambda: self.override_value(pack, "ability", item, when))
        elif isinstance(item, s.Ability):
            self.declare("ability", AbilityDecl(self.id(pack, item.name.name, item.name.span), item.name.name, pack, item.name.span, when, item.doc, node=item))
        elif isinstance(item, s.Check):
            self.rule(pack, item, [item], "check", when, item.doc)
        elif isinstance(item, s.Always) or (isinstance(item, s.ForEach) and any(isinstance(i, s.Always) for i in item.block.items)):
            self.world.invariants.append(Note(pack, item, when))
        elif isinstance(item, s.Phrase):
            self.phrase(pack, item, when)
        else:
            self.world.problems.append(rows.MISPLACED.at(item.span, what=what_is(item), where="the top level",
                hint='a field stands in the block of what it belongs to: `kind "Name" { field: value }`' if isinstance(item, s.Field) else
                "statements stand in verbs, sequences and handlers"))

    def hole(self, item: s.Hole) -> None:
        """What could not be read seems to name something: that it is not found is no second finding."""
        if item.guess:
            self.world.holes.add(item.guess)

    def kind(self, pack: str, item: s.Kind, when: tuple[s.Expr, ...]) -> None:
        """A kind, or the rows that an `extend kind` brings."""
        if when:
            self.world.problems.append(rows.MISPLACED.at(item.span, what="a kind", where="`when`",
                hint="declare it outside: a kind that no definition uses costs nothing"))
        if item.extends:
            self.kind_parts.append((pack, item))
            return
        name = item.name.name
        if name in ENGINE_KINDS:
            self.world.problems.append(rows.RESERVED_NAME.at(item.name.span, name=name))
            self.refused.add(name)
            return
        decl = KindDecl(self.id(pack, name, item.name.span), name, pack, item.name.span, when, item.doc, node=item)
        if self.declare("kind", decl):
            self.kind_parts.append((pack, item))
            decl.plural = next((self.word(r) for r in item.rows if self.row_name(r) == "plural"), None) or name + "s"
            self.world.plurals.setdefault(decl.plural, []).append(decl)

    def row_name(self, row: s.Item) -> str:
        """The name of a row of a kind."""
        return row.name if isinstance(row, (s.Slot, s.Field)) else ""

    def word(self, row: s.Item) -> str | None:
        """The value of `plural: oxen` however the grammar reads it."""
        if isinstance(row, s.Slot):
            return row.type.word
        if isinstance(row, s.Field) and row.values:
            first = row.values[0]
            return first.name if isinstance(first, s.Name) else first.value if isinstance(first, s.Text) else None
        return None

    def rows(self, pack: str, node: s.Kind) -> None:
        """The slots of a kind, from its declaration or an `extend kind`."""
        from .env import Env, Sites
        from .lookup import pick

        found = self.world.find("kind", node.name.name, pack)
        if node.extends and not found:
            hint = did_you_mean(node.name.name, self.world.names("kind", pack)) or "check that the pack which declares it is in `requires`"
            self.world.problems.append(rows.UNKNOWN_KIND.at(node.name.span, name=node.name.name, hint=hint))
            return
        decl = pick(Env(self.world, pack, Sites("")), "kind", node.name.name, node.name) if node.extends else next((f for f in found if f.pack == pack), None)
        if not isinstance(decl, KindDecl):
            return
        decl.parts.append((pack, node))
        for row in node.rows:
            name = self.row_name(row)
            if name == "plural" and node.extends:
                self.world.problems.append(rows.MISPLACED.at(row.span, what="`plural`", where="an `extend kind`",
                    hint="the kind itself says what many of it are called"))
            elif name in KIND_FIELDS and not (isinstance(row, s.Slot) and row.role is not None):
                kind_field(self.world, pack, decl, name, row)
            elif isinstance(row, s.Slot) and row.role is None and name in TIES:
                kind_tie(self.world, pack, decl, row, extends=node.extends)
            elif isinstance(row, s.Slot):
                kind_slot(self.world, pack, decl, row)
            elif isinstance(row, s.Field):
                decl.fields.append((pack, row))
            elif isinstance(row, s.Hole):
                self.hole(row)
            elif isinstance(row, s.Phrase | s.Check):
                decl.text.append((pack, row))
            else:
                self.world.problems.append(rows.MISPLACED.at(row.span, what=what_is(row), where=f"the kind `{decl.name}`",
                    hint="a kind holds slots, clauses, handlers and checks"))

    def enum(self, pack: str, item: s.Enum) -> None:
        """An enum; the members of `option_class` are classes."""
        name = item.name.name
        if getattr(item, "extends", False):
            found = self.world.find("enum", name, pack)
            if not found:
                hint = did_you_mean(name, self.world.names("enum", pack)) or "declare it without `extend`"
                self.world.problems.append(rows.UNKNOWN_TYPE.at(item.name.span, name=name, hint=hint))
                return
            decl = found[0]
            assert isinstance(decl, EnumDecl)
        else:
            decl = EnumDecl(self.id(pack, name, item.name.span), name, pack, item.name.span, (), item.doc)
            if not self.declare("enum", decl):
                return
        for member in item.members:
            if member.name in decl.members:
                self.world.problems.append(rows.DUPLICATE.at(member.span, name=member.name, labels=[Label(decl.members[member.name], "first listed here")]))
                continue
            decl.members[member.name] = member.span
            if name == CLASS_ENUM:
                self.world.add("class", Decl(self.id(pack, member.name, member.span), member.name, pack, member.span))

    def table_slot(self, pack: str, item: s.Slot, when: tuple[s.Expr, ...]) -> None:
        """A counter, zone or option of the table."""
        if item.role not in ("counter", "zone", "option"):
            self.world.problems.append(rows.MISPLACED.at(item.span, what=what_is(item), where="the top level",
                hint="the table has counters, zones and options; put this into a kind"))
            return
        decl = SlotDecl(self.id(pack, item.name, item.name_span), item.name, pack, item.name_span, when, item.doc, role=item.role, node=item)
        self.declare("slot", decl)

    def define(self, pack: str, item: s.Define, when: tuple[s.Expr, ...], outer: VerbDecl | None) -> None:
        """A define; `outer` is the sequence that it is written in."""
        name = item.name.name
        if item.overrides:
            self.later.append(lambda: self.override_value(pack, "define", item, when))
            return
        id_ = f"{outer.id}/{name}" if outer is not None else self.id(pack, name, item.name.span)
        decl = DefineDecl(id_, name, pack, item.name.span, when, item.doc, node=item, outer=outer)
        if outer is not None:
            self.world.by_id["define"][id_] = decl
        else:
            self.declare("define", decl)

    def verb(self, pack: str, item: s.Verb, when: tuple[s.Expr, ...], outer: VerbDecl | None) -> None:
        """A verb or sequence; overloads of one name are numbered."""
        name = item.name.name
        if item.overrides:
            self.later.append(lambda: self.override_verb(pack, item, when))
            return
        id_ = f"{outer.id}/{name}" if outer is not None else self.id(pack, name, item.name.span)
        decl = VerbDecl(id_, name, pack, item.name.span, when, item.doc, node=item, outer=outer, body=item.block, body_pack=pack, costs=item.costs)
        other = self.world.by_id["verb"].get(id_)
        if other is not None and isinstance(other, VerbDecl) and other.node is not None:
            if [(p.label, self.type_text(p)) for p in other.node.parameters] == [(p.label, self.type_text(p)) for p in item.parameters]:
                self.world.problems.append(rows.DUPLICATE.at(item.name.span, name=name, help=_help(decl, other),
                    labels=[Label(other.span, "a verb with the same labels and types is defined here")]))
                return
            number = 2
            while f"{id_}.{number}" in self.world.by_id["verb"]:
                number += 1
            decl.id = f"{id_}.{number}"
        if outer is not None:
            self.world.by_id["verb"][decl.id] = decl
        else:
            self.world.add("verb", decl)
        self.inside(pack, decl, item.block, top=True)

    def override_verb(self, pack: str, item: s.Verb, when: tuple[s.Expr, ...]) -> None:
        """`override verb V ... { }`: a new body for the verb of an earlier pack that has the same labels and types."""
        wanted = [(p.label, self.type_text(p)) for p in item.parameters]
        found = [d for d in self.world.find("verb", item.name.name, pack) if isinstance(d, VerbDecl) and d.node is not None
                 and [(p.label, self.type_text(p)) for p in d.node.parameters] == wanted and d.node.word == item.word]
        if not found:
            hint = did_you_mean(item.name.name, self.world.names("verb", pack)) or "no earlier pack defines a verb of that word, labels and types"
            self.world.problems.append(rows.UNKNOWN_TARGET.at(item.name.span, word="override", name=item.name.name, hint=hint))
        elif when:
            self.world.problems.append(rows.CANNOT_CHANGE.at(item.name.span, word="override", what="under `when` the verb", name=item.name.name))
        else:
            decl = found[0]
            assert decl.node is not None
            decl.node = s.Verb(decl.node.span, item.word, item.name, item.parameters, decl.node.families, item.block, item.doc)
            decl.body, decl.body_pack, decl.costs, decl.slots, decl.steps = item.block, pack, item.costs, {}, {}
            self.world.used.add(decl.id)
            self.inside(pack, decl, item.block, top=True)

    def override_value(self, pack: str, category: str, item: s.Define | s.Ability, when: tuple[s.Expr, ...]) -> None:
        """`override define f(x: T) = e`, `override ability a(x: T) { }`: a new value or text under the same parameters."""
        wanted = [self.type_text(p) for p in item.parameters]
        found = [d for d in self.world.find(category, item.name.name, pack) if isinstance(d, DefineDecl | AbilityDecl) and d.node is not None
                 and [self.type_text(p) for p in d.node.parameters] == wanted]
        if not found:
            hint = did_you_mean(item.name.name, self.world.names(category, pack)) or "one with the same parameters must be defined in an earlier pack"
            self.world.problems.append(rows.UNKNOWN_TARGET.at(item.name.span, word="override", name=item.name.name, hint=hint))
        elif when:
            self.world.problems.append(rows.CANNOT_CHANGE.at(item.name.span, word="override", what=f"under `when` the {category}", name=item.name.name))
        else:
            found[0].node, found[0].text_pack = item, pack
            self.world.used.add(found[0].id)

    def type_text(self, node: s.Parameter) -> tuple[object, ...]:
        """The type of a parameter as it is written, to tell overloads apart."""
        return (node.type.word, node.type.of.word if node.type.of else None, node.type.optional)

    def inside(self, pack: str, verb: VerbDecl, block: s.Block, top: bool) -> None:
        """Slots, steps, local verbs and defines of a verb, at any depth."""
        for item in block.items:
            if isinstance(item, s.Slot):
                if item.name in verb.slots:
                    self.world.problems.append(rows.DUPLICATE.at(item.name_span, name=item.name,
                        labels=[Label(verb.slots[item.name].span, "first declared here")]))
                verb.slots[item.name] = SlotDecl(f"{verb.id}.{item.name}", item.name, pack, item.name_span, doc=item.doc, role=item.role or "counter",
                    owner=verb.id, node=item)
            elif isinstance(item, s.Hole):
                self.hole(item)
            elif isinstance(item, s.Verb) and top:
                self.verb(pack, item, (), verb)
            elif isinstance(item, s.Define) and top:
                self.define(pack, item, (), verb)
            elif isinstance(item, s.Phrase):
                if item.word.name == "step" and isinstance(item.argument, s.Name):
                    if item.argument.name in verb.steps:
                        first = Label(verb.steps[item.argument.name], "first named here")
                        self.world.problems.append(rows.DUPLICATE.at(item.argument.span, name=item.argument.name, labels=[first]))
                    verb.steps[item.argument.name] = item.argument.span
                for inner in (item.block, item.otherwise):
                    if inner is not None and item.word.name not in HANDLER_WORDS:
                        self.inside(pack, verb, inner, top=False)
            elif isinstance(item, s.If):
                self.inside_if(pack, verb, item)
            elif isinstance(item, (s.ForEach, s.Together)):
                self.inside(pack, verb, item.block, top=False)

    def inside_if(self, pack: str, verb: VerbDecl, item: s.If) -> None:
        """The same for all branches of an `if`."""
        self.inside(pack, verb, item.then, top=False)
        if isinstance(item.otherwise, s.If):
            self.inside_if(pack, verb, item.otherwise)
        elif item.otherwise is not None:
            self.inside(pack, verb, item.otherwise, top=False)

    def rule(self, pack: str, node: s.Item, items: list[s.Item], word: str, when: tuple[s.Expr, ...], doc: str, name: str | None = None) -> None:
        """A rule with a name, or a numbered one for text at top level."""
        if name is None:
            count = sum(1 for d in self.world.by_id["rule"].values() if d.pack == pack and d.name.startswith(word + ".")) + 1
            name = f"{word}.{count}"
            id_ = f"{pack}:{name}"
        else:
            id_ = self.own_id(pack, node, name) if isinstance(node, s.Phrase) else self.id(pack, name, node.span)
        self.declare("rule", RuleDecl(id_, name, pack, node.span, when, doc, items=items, node=node))

    # -------------------------------------------------------------------------------------------------------- phrases

    def phrase(self, pack: str, item: s.Phrase, when: tuple[s.Expr, ...]) -> None:
        """A phrase at top level, by its word; one that is no word of the language is a definition."""
        text = item.word.name
        if text in _WORDS:
            _WORDS[text](self, pack, item, when)
        elif text in CLAUSE_WORDS or text in HANDLER_WORDS:
            self.rule(pack, item, [item], text.split()[0], when, item.doc)
        elif text in ("extend", "override", "remove"):
            self.world.patches.append(Patch(text, pack, item, when))
        else:
            self.later.append(lambda: self.definition(pack, item, when))

    def definition(self, pack: str, item: s.Phrase, when: tuple[s.Expr, ...]) -> None:
        """`character "Name" xN { }`; the word must be a kind."""
        text = item.word.name
        kinds = self.world.find("kind", text, pack)
        if not kinds and text in ENGINE_KINDS and text in self.refused:
            if isinstance(item.argument, s.Text):
                self.world.holes.add(item.argument.value)
            return
        if not kinds:
            known = [*self.world.names("kind", pack), *_WORDS, *CLAUSE_WORDS, *HANDLER_WORDS, "kind", "enum", "verb", "sequence", "define", "ability", "when",
                "extend", "override", "remove"]
            hint = did_you_mean(text, known)
            if self.world.find("verb", text, pack):
                hint = f"`{text}` is a verb: it is called inside verbs, sequences and handlers"
            self.world.problems.append(rows.UNKNOWN_DECLARATION.at(item.word.span, name=text,
                hint=hint or f"declare `kind {text} {{ }}` if it is a kind of thing"))
            # What follows is read as if the word were spelt right; where no kind is meant, the name is known to be somebody's fault already.
            kinds = self.world.find("kind", nearest(text, known) or "", pack)
            if not kinds:
                named = item.argument.left if isinstance(item.argument, s.Is) else item.argument
                if isinstance(named, s.Text | s.Name):
                    self.world.holes.add(named.value if isinstance(named, s.Text) else named.name)
                return
        if len({k.id for k in kinds}) > 1 and not any(k.pack == pack for k in kinds):
            self.world.problems.append(rows.AMBIGUOUS_NAME.at(item.word.span, name=text, choices=", ".join(f"`{k.id}`" for k in kinds)))
        kind = next((k for k in kinds if k.pack == pack), kinds[0])
        self.world.used.add(kind.id)
        if not isinstance(item.argument, s.Text) or not item.argument.value.strip():
            self.world.problems.append(rows.NAME_MISSING.at(item.word.span, kind=text))
            return
        name = item.argument.value
        decl = DefinitionDecl(self.own_id(pack, item, name), name, pack, item.argument.span, when, item.doc, kind=kind.id, node=item,
            copies=1 if item.count is None else item.count)
        if item.count is not None and not 1 <= item.count <= 1000:
            self.world.problems.append(rows.OUT_OF_RANGE.at(item.argument.span, name=f"x{item.count}", value=item.count, low=1, high=1000))
        self.declare("definition", decl)

    def _rule(self, pack: str, item: s.Phrase, when: tuple[s.Expr, ...]) -> None:
        if not isinstance(item.argument, s.Text) or item.block is None:
            self.world.problems.append(rows.NAME_MISSING.at(item.word.span, kind="rule"))
            return
        self.rule(pack, item, list(item.block.items), "rule", when, item.doc, item.argument.value)

    def _bot(self, pack: str, item: s.Phrase, when: tuple[s.Expr, ...]) -> None:
        if not isinstance(item.argument, s.Text) or item.block is None:
            self.world.problems.append(rows.NAME_MISSING.at(item.word.span, kind="bot"))
            return
        name = item.argument.value
        self.declare("bot", BotDecl(self.own_id(pack, item, name), name, pack, item.argument.span, when, item.doc, node=item))

    def _group(self, pack: str, item: s.Phrase, when: tuple[s.Expr, ...]) -> None:
        if not isinstance(item.argument, s.Name):
            self.world.problems.append(rows.NAME_MISSING.at(item.word.span, kind="group"))
            return
        self.declare("group", GroupDecl(self.id(pack, item.argument.name, item.span), item.argument.name, pack, item.argument.span, when, item.doc, node=item))

    def _family(self, pack: str, item: s.Phrase, when: tuple[s.Expr, ...]) -> None:
        unread(self.world, item)
        node = item.argument
        name = node.name if isinstance(node, s.Call) else node if isinstance(node, s.Name) else None
        if name is None:
            self.world.problems.append(rows.NAME_MISSING.at(item.word.span, kind="family"))
            return
        params = [ParamDecl(a.name, None, thing(), None, a.span) for a in (node.arguments if isinstance(node, s.Call) else []) if isinstance(a, s.Name)]
        includes = included(self.world, item, params)
        self.declare("family", FamilyDecl(self.id(pack, name.name, name.span), name.name, pack, name.span, when, item.doc, params=params, includes=includes))

    def _board(self, pack: str, item: s.Phrase, when: tuple[s.Expr, ...]) -> None:
        if not isinstance(item.argument, s.Text):
            self.world.problems.append(rows.NAME_MISSING.at(item.word.span, kind="board"))
            return
        name = item.argument.value
        self.declare("board", BoardDecl(self.own_id(pack, item, name), name, pack, item.argument.span, when, item.doc, node=item))

    def _policy(self, pack: str, item: s.Phrase, when: tuple[s.Expr, ...]) -> None:
        self.world.policies.append(Note(pack, item, when))

    def _test(self, pack: str, item: s.Phrase, when: tuple[s.Expr, ...]) -> None:
        self.world.tests.append(Note(pack, item, when))

    def _box(self, pack: str, item: s.Phrase, when: tuple[s.Expr, ...]) -> None:
        self.world.boxes.append(Note(pack, item, when))

    def _scenario(self, pack: str, item: s.Phrase, when: tuple[s.Expr, ...]) -> None:
        self.world.scenarios.append(Note(pack, item, when))


_WORDS: dict[str, Callable[[Collector, str, s.Phrase, tuple[s.Expr, ...]], None]] = {
    "rule": Collector._rule, "group": Collector._group, "family": Collector._family, "board": Collector._board, "bot": Collector._bot,
    "policy": Collector._policy, "test": Collector._test, "scenario": Collector._scenario, "box": Collector._box,
}
NOT_A_DEFINITION = frozenset((*_WORDS, *CLAUSE_WORDS, *HANDLER_WORDS, "extend", "override", "remove"))
"""The words with which a phrase at top level begins that defines no printed thing."""


def _help(decl: Decl, other: Decl) -> str | None:
    """What to do about two declarations of one id, if not the usual."""
    if _same_conditions(decl.when, other.when):
        return None
    return "give one of them another name, also if no game has both, or let one declaration hold what differs under options"


def _same_conditions(one: tuple[s.Expr, ...], two: tuple[s.Expr, ...]) -> bool:
    """Whether two declarations are switched on by the same `when`s, so that one of them would hide the other in every game."""
    return len(one) == len(two) and all(same_tree(a, b) for a, b in zip(one, two, strict=True))
