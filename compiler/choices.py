"""Decisions: `choose`, `offer`, `may`, `choose option`, `share`, and the choices inside an argument.

Who decides is said with `by`; without it, whoever the handler asks, else the controller of `self`. A selector (`a hero`, `up to 2 cards`, `random card`) as an
argument is made into a `choose` or a `random` before the statement.
"""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.types import HOLE, INT, Type, list_of, thing, word

from . import lookup
from .belonging import maybe_none, relation_type
from .env import IR, Bound, Env
from .fit import fits
from .leftovers import unread_quantity
from .names import did_you_mean
from .narrowing import drop
from .telling import telling
from .world import VerbDecl

NOTHING_TO_CHOOSE: IR = {"op": "list", "items": []}
"""What stands for the options of a choice that has been reported."""


def is_selector(node: s.Expr) -> bool:
    """Whether an expression asks or draws: `a hero`, `up to 2 cards`, `any number of q`, `random card`, `2 cards` is one only with `from`."""
    while isinstance(node, s.Paren):
        node = node.value
    return isinstance(node, (s.One, s.UpTo, s.AnyNumber, s.Random))


class Selection:
    """What a selector says: how many (`low` to `high`, None for all), of which kind, drawn at random or chosen, one thing or a list."""

    def __init__(self, env: Env, node: s.Expr) -> None:
        while isinstance(node, s.Paren):
            node = node.value
        self.low: IR = {"op": "int", "value": 1}
        self.high: IR | None = {"op": "int", "value": 1}
        self.single = True
        self.random = False
        self.kind: str | None = None
        self.plural = ""
        self.die = False
        self.source: s.Expr | None = None
        self.unclear = False
        if isinstance(node, s.Random):
            self.random = True
            node = node.value
        if isinstance(node, s.UpTo):
            self.low = {"op": "int", "value": 0}
            self.single = False
            node = node.value
        self._amount(env, node)

    def _amount(self, env: Env, node: s.Expr) -> None:
        from .expressions import check

        if isinstance(node, s.One):
            self._kind(env, node.kind)
        elif isinstance(node, s.Quantity):
            self.high = check(env, node.amount, INT, "the number to choose")
            if self.low["value"] == 1:
                self.low = self.high
            self.single = False
            unread_quantity(env.world, node, "a choice", tag="say it in the condition: `where ...`", of=None)
            self._kind(env, node.unit)
            if node.of is not None:
                self.source = node.of
        elif isinstance(node, s.AnyNumber):
            self.low, self.high, self.single, self.source = {"op": "int", "value": 0}, None, False, node.value
            if isinstance(node.value, s.Name) and lookup.variable(env, node.value.name) is None:
                self.kind = lookup.plural(env, node.value.name)
                self._named(env)
        elif isinstance(node, s.Name):
            self._kind(env, node)
        else:
            self.unclear = True
            env.report(rows.NOT_A_SELECTION, node)

    def _kind(self, env: Env, word_: s.Name) -> None:
        if word_.name in ("die", "dice", "space", "spaces") and not env.world.find("kind", word_.name, env.pack) and word_.name not in env.world.plurals:
            self.die = word_.name in ("die", "dice")
            self.kind = None if self.die else "space"
            return
        single = word_.name[:-1] if word_.name.endswith("s") and env.world.find("kind", word_.name[:-1], env.pack) else word_.name
        self.kind = lookup.kind_named(env, s.Name(word_.span, single))
        self._named(env)

    def _named(self, env: Env) -> None:
        decl = env.world.kind(self.kind) if self.kind is not None else None
        self.plural = decl.plural if decl is not None else ""


def pool(env: Env, chosen: Selection, source: s.Expr | None, where: list[s.Expr], at: s.Node) -> tuple[IR, Type]:
    """What is chosen from: the list after `from`, only the things of the kind, only those that the `where` lets through."""
    from .expressions import filtered, sequence_of

    if source is not None and chosen.source is not None and chosen.high is not None:
        env.report(rows.MISPLACED, chosen.source, what="`of`", where="a choice `from` something", hint="say one of them, and the rest in the condition")
    source = source or chosen.source
    if source is not None:
        ir, item = sequence_of(env, source, "what is chosen from")
        wanted = thing(chosen.kind) if chosen.kind is not None else item
        if item.shape == "thing" and chosen.kind is not None and not env.world.descends(item.of or "thing", chosen.kind):
            ir = {"op": "filter", "of": ir, "var": "it", "where": {"op": "is_kind", "of": {"op": "var", "name": "it"}, "kind": chosen.kind}}
            item = wanted
    elif chosen.kind is not None:
        ir, item = {"op": "all", "kind": chosen.kind}, thing(chosen.kind)
    else:
        if not chosen.unclear:
            env.report(rows.NOT_A_SELECTION, at)
        return NOTHING_TO_CHOOSE, HOLE
    for test in where:
        ir, found = filtered(env, ir, item, test)
        item = found.item or item
    return ir, item


def rolled(env: Env, chosen: Selection, item: Type, at: s.Node) -> Type:
    """The type of an element; where dice are chosen they must be dice."""
    if chosen.die and item.shape not in ("die", "hole", "any"):
        env.report(rows.TYPE_MISMATCH, at, what="what is chosen from", expected="a list of die", found=f"a list of {item.words()}")
    return item


def decider(env: Env, tail: s.Tail | None) -> IR:
    """Who decides: `by who`, else whoever is asked here, else the controller of `self`."""
    from .expressions import value

    if tail is not None and tail.value is not None:
        ir, kind = value(env, tail.value)
        if kind.shape not in ("thing", "list", "hole", "any"):
            env.report(rows.NOT_A_DECIDER, tail.value, found=kind.words())
        elif kind.optional:
            maybe_none(env, tail.value)
        return ir
    if env.who is not None:
        return env.who
    return own_decider(env) or {"op": "none"}


def own_decider(env: Env) -> IR | None:
    """The controller of `self`, if it is sure to have one."""
    if env.self_kind is None or relation_type(env, "controller", env.self_kind, env.definition).optional:
        return None
    return {"op": "relation", "of": {"op": "var", "name": "self"}, "name": "controller"}


def hoist(env: Env, node: s.Expr, source: s.Tail | None) -> tuple[IR, Type]:
    """A selector in an argument: the decision is made before the statement, the argument is its result."""
    if env.before is None:
        env.report(rows.CHOICE_IN_EXPRESSION, node)
        return {"op": "none"}, HOLE
    chosen = Selection(env, node)
    ir, item = pool(env, chosen, source.value if source is not None else None, [], node)
    item = rolled(env, chosen, item, node)
    site = env.site(node)
    name = f"chosen{site.rsplit('@', 1)[1]}"
    if chosen.random:
        env.before.append(_draw(env, node, ir, chosen, name, "skip"))
    else:
        who = decider(env, None)
        if who == {"op": "none"}:
            env.report(rows.NO_DECIDER, node)
        telling(env, ir, node)
        env.before.append(_choose(site, who, ir, chosen, name, "skip"))
    kind = item if chosen.single else list_of(item)
    return {"op": "var", "name": name}, kind


def _choose(site: str, who: IR, from_: IR, chosen: Selection, name: str, otherwise: str | None) -> IR:
    return {
        "op": "choose", "site": site, "who": who, "from": from_, "min": chosen.low, "max": chosen.high, "single": chosen.single, "as": name,
        "else": otherwise, "text": _question(chosen, name if name != f"chosen{site.rpartition('@')[2]}" else ""),
    }


def _draw(env: Env, node: s.Node, from_: IR, chosen: Selection, name: str, otherwise: str | None) -> IR:
    if chosen.high is None:
        env.report(rows.NOT_A_SELECTION, node)
    return {
        "op": "random", "of": from_, "min": chosen.low, "count": chosen.high or chosen.low, "single": chosen.single, "as": name, "else": otherwise,
    }


def _question(chosen: Selection, name: str) -> str | None:
    """What a choice of things asks, in the author's words: `choose a side as beginner`, `choose cards as lost`; how many of some is said by the decision. A
    variable of a letter or two says nothing."""
    if chosen.kind is None and not chosen.die:
        return None
    kind = "die" if chosen.die else str(chosen.kind).rpartition(":")[2].replace("_", " ")
    article = "an" if kind[:1] in "aeiou" else "a"
    several = "dice" if chosen.die else chosen.plural.replace("_", " ") or f"{kind}s"
    asked = f"{article} {kind}" if chosen.single or chosen.high == {"op": "int", "value": 1} else several
    return f"choose {asked}" + (f" as {name.replace('_', ' ')}" if len(name) > 2 and name not in (kind, asked, "chosen") else "")


def choose(env: Env, node: s.Phrase) -> list[IR]:
    """`choose N from q where C by who as x else skip / fail`, or `choose option by who { ... }`."""
    if isinstance(node.argument, s.Name) and node.argument.name == "option":
        return [menu(env, node)]
    if node.argument is None:
        env.report(rows.NOT_A_SELECTION, node)
        return []
    chosen = Selection(env, node.argument)
    labels = {t.name: t for t in node.tails if t.word == "label"}
    for label in labels:
        if label not in ("from", "by", "among"):
            env.report(rows.WRONG_LABELS, labels[label], name="choose", reason=f"`choose` has no label `{label}` (it has `from` and `by`)")
    source = labels.get("from") or labels.get("among")
    where = [t.value for t in node.tails if t.word == "where" and t.value is not None]
    ir, item = pool(env, chosen, source.value if source is not None else None, where, node)
    item = rolled(env, chosen, item, node)
    if "by" not in labels and not chosen.random and env.who is None and own_decider(env) is None:
        env.report(rows.NO_DECIDER, node.word)
    otherwise = next((t.name for t in node.tails if t.word == "else"), None)
    if otherwise not in (None, "skip", "fail"):
        env.report(rows.WRONG_ELSE, node, found=otherwise)
    if chosen.high is not None and chosen.high.get("op") == "int" and chosen.high["value"] < 1:
        env.report(rows.CHOICE_OF_NOTHING, node.argument)
    if ir.get("op") == "list" and not ir["items"] and ir is not NOTHING_TO_CHOOSE:
        env.report(rows.CHOICE_OF_NOTHING, node.argument)
    name = next((t.name for t in node.tails if t.word == "as"), None)
    if name is None:
        env.report(rows.CHOICE_UNUSED, node.word)
        name = "chosen"
    kind = item if chosen.single else list_of(item)
    if chosen.random:
        record = _draw(env, node, ir, chosen, name, otherwise)
    else:
        telling(env, ir, node.word)
        record = _choose(env.site(node), decider(env, labels.get("by")), ir, chosen, name, otherwise)
    declare(env, name, replace(kind, optional=True) if chosen.single and otherwise == "skip" else kind, node)
    return [record]


def declare(env: Env, name: str, kind: Type, node: s.Node) -> None:
    """A new variable of the body, visible to hooks of the verb too. The name of a counter of the body sets that counter."""
    from .declarations import unsayable

    counter = env.vars.get(name)
    if counter is not None and counter.writable and env.verb is not None and name in env.verb.slots:
        if not fits(env.world, kind, counter.type):
            env.report(rows.TYPE_MISMATCH, node, what=f"what `{name}` gets", expected=counter.type.words(), found=kind.words())
        return
    named = next((t.name_span for t in node.tails if t.word == "as" and t.name_span), None) if isinstance(node, s.Phrase) else None
    unsayable(env.world, name, named or node.span)
    if name in env.vars and env.vars[name].span != node.span:
        env.report(rows.HIDES_NAME, node, name=name)
    env.vars[name] = Bound(kind, {"op": "var", "name": name}, writable=False, span=node.span)
    drop(env, name)
    if env.result is not None:
        env.result.lets.setdefault(name, kind)


def menu(env: Env, node: s.Phrase) -> IR:
    """`choose option by who { option "text" where C { } }`"""
    from .expressions import condition
    from .statements import block

    labels = {t.name: t for t in node.tails if t.word == "label"}
    options: list[IR] = []
    site = env.site(node)
    for item in node.block.items if node.block is not None else ():
        if not isinstance(item, s.Choice):
            env.report(rows.MISPLACED, item, what="this", where="`choose option`", hint="only `option \"text\" { }` may stand here")
            continue
        where = condition(env, item.condition) if item.condition is not None else None
        options.append({"text": item.text.value, "where": where, "body": block(env.child(), item.block)})
    if not options:
        env.report(rows.CHOICE_OF_NOTHING, node.word)
    return {"op": "menu", "site": site, "who": decider(env, labels.get("by")), "options": options}


def may(env: Env, node: s.Phrase) -> IR:
    """`may "text" by who { } else { }`"""
    from .statements import block

    labels = {t.name: t for t in node.tails if t.word == "label"}
    text = node.argument.value if isinstance(node.argument, s.Text) else None
    if text is None:
        env.report(rows.MISSING_ARGUMENT, node.word, name="may", missing="the question in quotes")
    then = block(env.child(), node.block) if node.block is not None else []
    otherwise = block(env.child(), node.otherwise) if node.otherwise is not None else []
    return {"op": "may", "site": env.site(node), "who": decider(env, labels.get("by")), "text": text or "", "then": then, "else": otherwise}


def offer(env: Env, node: s.Phrase) -> list[IR]:
    """`offer [classes, verbs] by who as x else pass`, `.. until pass`"""
    labels = {t.name: t for t in node.tails if t.word == "label"}
    if "by" not in labels:
        env.report(rows.NO_DECIDER, node.word)
    who = decider(env, labels.get("by"))
    who_type = _who_type(env, labels.get("by"))
    entries: list[IR] = []
    items = node.argument.items if isinstance(node.argument, s.ListOf) else [node.argument] if node.argument is not None else []
    for item in items:
        entries += [entry for entry in _entry(env, item, who, who_type) if entry not in entries]
    entries += _more(env, node, who, who_type, entries)
    if not items:
        env.report(rows.CHOICE_OF_NOTHING, node.word)
    for tail in node.tails:
        said = tail.name if tail.word == "else" else tail.value.name if isinstance(tail.value, s.Name) else None
        if tail.word in ("else", "until") and said != "pass":
            env.report(rows.MISPLACED, tail, what=f"`{tail.word}`", where="`offer`",
                hint=f"write `{tail.word} pass`: of an offer nothing else is known to end it")
    repeat = any(t.word == "until" and isinstance(t.value, s.Name) and t.value.name == "pass" for t in node.tails)
    passes = repeat or any(t.word == "else" and t.name == "pass" for t in node.tails)
    name = next((t.name for t in node.tails if t.word == "as"), None)
    if name is not None:
        declare(env, name, word(None), node)
    return [{"op": "offer", "site": env.site(node), "who": who, "entries": entries, "as": name, "pass": passes, "repeat": repeat}]


def _more(env: Env, node: s.Phrase, who: IR, who_type: Type, known: list[IR]) -> list[IR]:
    """What other packs offer here besides, each under the `when` around it."""
    from .whens import under, when_record

    out: list[IR] = []
    for patch, added in env.world.offered.get(id(node), ()):
        inner = env.child(pack=patch.pack)
        items = added.argument.items if isinstance(added.argument, s.ListOf) else [added.argument] if added.argument is not None else []
        if not items:
            env.report(rows.CHOICE_OF_NOTHING, added.word)
        for item in items:
            found = [under(entry, when_record(env.world, patch)) for entry in _entry(inner, item, who, who_type)]
            fresh = [entry for entry in found if entry not in (*known, *out)]
            if found and not fresh:
                env.report(rows.OFFERED_ALREADY, item, name=item.name if isinstance(item, s.Name) else "this")
            out += fresh
    return out


def _who_type(env: Env, tail: s.Tail | None) -> Type:
    from .expressions import value

    if tail is None or tail.value is None:
        return thing("seat")
    known = len(env.world.problems)
    found = value(env, tail.value)[1]
    del env.world.problems[known:]
    return found


def _entry(env: Env, item: s.Expr, who: IR, who_type: Type) -> list[IR]:
    from .calls import candidates
    from .whens import under, when_record

    if not isinstance(item, s.Name):
        env.report(rows.NOT_OFFERED, item, name="this", hint="list verbs, sequences, families and option classes by name")
        return []
    klass = env.world.find("class", item.name, env.pack)
    if klass:
        env.world.used.add(klass[0].id)
        return [{"class": klass[0].id}]
    out: list[IR] = []
    for verb in candidates(env, item.name) or _in_family(env, item):
        env.world.used.add(verb.id)
        bind: dict[str, IR] = {}
        fitting = [p for p in verb.params if p.label == "by"] or [p for p in verb.params if fits(env.world, who_type, p.type)][:1]
        if fitting and fits(env.world, who_type, fitting[0].type):
            bind[fitting[0].name] = who
        out.append(under({"verb": verb.id, "bind": bind}, when_record(env.world, verb)))
    if not out:
        known: list[str] = [n for category in ("verb", "class", "family") for n in env.world.names(category, env.pack)]
        env.report(rows.NOT_OFFERED, item, name=item.name,
            hint=did_you_mean(item.name, known) or "declare it with `verb`, as a member of `option_class`, or as a family of verbs")
    return out


def _in_family(env: Env, item: s.Name) -> list[VerbDecl]:
    """The verbs of a family, also those of packs that are written later, in the order in which they are declared."""
    family = lookup.pick(env, "family", item.name, item)
    if family is None:
        return []
    verbs = [v for v in env.world.by_id["verb"].values() if isinstance(v, VerbDecl) and v.node is not None and v.outer is None]
    return [v for v in verbs if v.node and any(family in env.world.find("family", call.name.name, v.pack) for call in v.node.families)]


RECEIVING = ("to", "for")
"""The labels of who gets something. Of several verbs with a unit the one that says so receives the parts: `gain` xp to somebody, not `lose` xp of somebody."""


def share(env: Env, node: s.Phrase, even: bool) -> list[IR]:
    """`share n UNIT among q by who` (an equal split), `spread n UNIT among q by who` (a free one): each part goes to the verb of the unit.

    `share 7 gold among heroes` calls the verb whose first parameter is `int of gold` and whose next takes a hero.
    """
    from .expressions import check, sequence_of

    labels = {t.name: t for t in node.tails if t.word == "label"}
    among = labels.get("among")
    amount = node.argument
    if not isinstance(amount, s.Quantity) or among is None or among.value is None:
        env.report(rows.MISSING_ARGUMENT, node.word, name=node.word.name, missing="`n UNIT among q`")
        return []
    from .calls import same_unit

    unread_quantity(env.world, amount, f"`{node.word.name}`")
    total = check(env, amount.amount, INT, "the amount to share")
    ir, item = sequence_of(env, among.value, "those who share")
    verbs = [
        v for v in env.world.by_id["verb"].values()
        if isinstance(v, VerbDecl) and v.pack in env.world.visible(env.pack) and len(v.params) >= 2
        and v.params[0].type.shape == "int" and v.params[0].type.unit and same_unit(env, amount.unit.name, v.params[0].type.unit)
        and fits(env.world, item, v.params[1].type) and all(p.start is not None or p.type.optional for p in v.params[2:])
    ]
    if len(verbs) > 1:
        verbs = [v for v in verbs if v.params[1].label in RECEIVING] or verbs
    if len(verbs) != 1:
        env.report(rows.NO_VERB_OF_UNIT, amount.unit, unit=amount.unit.name, item=item.words(), count=len(verbs))
        return []
    verb = verbs[0]
    env.world.used.add(verb.id)
    args: dict[str, Any] = {verb.params[0].name: {"op": "var", "name": "part"}, verb.params[1].name: {"op": "var", "name": "sharer"}}
    args |= {p.name: {"op": "none"} for p in verb.params[2:] if p.start is None}
    call: IR = {"op": "call", "verb": verb.id, "args": args, "tag": None, "each": None, "as": None}
    return [{
        "op": "share", "site": env.site(node), "who": decider(env, labels.get("by")), "amount": total, "among": ir, "even": even, "var": "sharer",
        "count": "part", "body": [call],
    }]
