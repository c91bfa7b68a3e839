"""Component lists, `box { fire_token: 8 }`: how many of each component the boxes of the packs hold, compared with what the rules need of them.

A list names kinds (everything of the kind is counted, and of kinds below it) and definitions, by their ids. Lists of several packs add up: each says what its
own box brings. What is defined, with its copies, is needed from the start; what `create` makes comes on top of it.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import components as own_rows
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.records import inside
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type

from .absent import Values, combinations, holds, option_words
from .definitions import NOT_CONSTANT, constant_of
from .env import IR, Env, Sites
from .expressions import check
from .fields import NOTES, doc_fields
from .leftovers import unread
from .names import did_you_mean
from .statements import what_is
from .whens import when_record
from .world import DefinitionDecl, Note, World

_SHOWN = 3
"""So many places of definitions are shown beside a list that they disagree with."""


def make_components(world: World) -> list[IR]:
    """The records of all lists, a record for each line; a line that names nothing, or twice the same, is a finding."""
    out: list[IR] = []
    seen: dict[tuple[str, str, tuple[s.Expr, ...]], s.Field] = {}
    for note in world.boxes:
        assert isinstance(note.node, s.Phrase)
        unread(world, note.node)
        env = Env(world, note.pack, Sites(f"{note.pack}:box"))
        items = note.node.block.items if note.node.block is not None else []
        notes = doc_fields(env, [item for item in items if isinstance(item, s.Field) and item.name in NOTES], NOTES)
        for item in items:
            if isinstance(item, s.Field) and item.name not in NOTES:
                record = _line(env, item, note, seen)
                if record is not None:
                    world.places[record["id"]] = item.span
                    out.append(record | notes)
            elif not isinstance(item, s.Field | s.Hole):
                env.report(rows.MISPLACED, item, what=what_is(item), where="`box`", hint="a list of components has lines such as `fire_token: 8`")
    return out


def _line(env: Env, item: s.Field, note: Note, seen: dict[Any, s.Field]) -> IR | None:
    of = _component(env, item)
    if len(item.values) != 1:
        env.report(rows.ONE_VALUE, item, name=item.name)
    count = constant_of(check(env, item.values[0], Type("int"), f"`{item.name}`"))
    if of is None:
        return None
    if type(count) is not int or count < 0:
        if count is NOT_CONSTANT:
            env.report(rows.NOT_CONSTANT, item.values[0], name=item.name)
        elif type(count) is int:
            env.report(rows.OUT_OF_RANGE, item.values[0], name=item.name, value=count, low=0, high="")
        return None
    first = seen.setdefault((note.pack, of, note.when), item)
    if first is not item:
        env.report(rows.DOUBLED_FIELD, item.name_span, name=item.name, labels=[Label(first.span, "the first one")])
        return None
    number = sum(1 for pack, other, _ in seen if (pack, other) == (note.pack, of))
    record: IR = {"id": f"{note.pack}:box/{of.partition(':')[2]}.{number}", "of": of, "count": count}
    when = when_record(env.world, note)
    return record if when is None else record | {"when": when}


def _component(env: Env, item: s.Field) -> str | None:
    """The kind, or else the definition, that a line names."""
    world = env.world
    kinds = world.find("kind", item.name, env.pack)
    plural = [decl for decl in world.plurals.get(item.name, ()) if decl.pack in world.visible(env.pack)]
    short = [decl for decl in world.short.get(item.name, ()) if decl.pack in world.visible(env.pack)]
    found = kinds or plural or short
    if not found:
        known = [*world.names("kind", env.pack), *world.short]
        hint = did_you_mean(item.name, known) or "name a kind, or a thing by its id"
        env.report(own_rows.UNKNOWN_COMPONENT, item.name_span, name=item.name, hint=hint)
        return None
    if len(found) > 1:
        choices = ", ".join(f"`{decl.pack}:{decl.name}`" for decl in found)
        env.report(rows.AMBIGUOUS_NAME, item.name_span, name=item.name, choices=choices, help="rename one of them, or give it an `id:` of its own")
        return None
    world.used.add(found[0].id)
    return found[0].id


# ---------------------------------------------------------------- compared with the rules


@dataclass
class _Needed:
    """A component: the lines that list it, and the definitions that are of it, those of one condition together."""

    lines: list[IR]
    defined: list[tuple[list[DefinitionDecl], IR | None]]

    def line(self, mine: str, values: Values) -> IR:
        """The line to be put right: one of the pack itself, of such games, if there is any."""
        return max(self.lines, key=lambda line: (_there(line.get("when"), values), line["id"].startswith(f"{mine}:")))

    def held(self, values: Values) -> int | None:
        """How many the lists hold in games with these options; None if no list of such a game names it."""
        lines = [line["count"] for line in self.lines if _there(line.get("when"), values)]
        return sum(lines) if lines else None

    def needed(self, values: Values) -> int:
        """How many are defined in such games."""
        return sum(decl.copies for decls, when in self.defined if _there(when, values) for decl in decls)

    def whens(self) -> list[IR | None]:
        """All conditions that decide how many there are."""
        return [line.get("when") for line in self.lines] + [when for _, when in self.defined]


def check_components(world: World, ruleset: dict[str, Any], mine: str) -> Iterator[Problem]:
    """A finding for each component of which the rules need more than the lists hold, or fewer, in some games."""
    made = _created(world, ruleset)
    for of in dict.fromkeys(line["of"] for line in ruleset.get("components", ())):
        one = _Needed([line for line in ruleset["components"] if line["of"] == of], _definitions(world, of))
        games = combinations(world, ruleset, {of: one.whens()}) if any(when is not None for when in one.whens()) else [{}]
        tried = [values for values in games if one.held(values) is not None]
        if not tried:
            continue
        creating = next((place for kind, place in made if _is_of(world, kind, of)), None)
        yield from _compared(world, of, one, tried, creating, mine)


def _compared(world: World, of: str, one: _Needed, tried: list[Values], creating: Span | None, mine: str) -> Iterator[Problem]:
    name = of.partition(":")[2]
    short = next((values for values in tried if one.needed(values) > (one.held(values) or 0)), None)
    spare = all(one.needed(values) < (one.held(values) or 0) for values in tried)
    where = world.places[one.line(mine, short or tried[0])["id"]]
    if short is not None:
        here = [decl for decls, when in one.defined if _there(when, short) for decl in decls]
        labels = [Label(decl.span, f"{decl.copies} of them") for decl in here[-_SHOWN:]]
        shown = option_words(world, short, one.whens())
        under = f" when {shown}" if shown else ""
        yield own_rows.BOX_TOO_SMALL.at(where, name=name, held=one.held(short), needed=one.needed(short), under=under, labels=labels)
    elif creating is not None and any(one.needed(values) == one.held(values) for values in tried):
        most = max(one.held(values) or 0 for values in tried)
        yield own_rows.BOX_ALL_TAKEN.at(where, name=name, held=most, labels=[Label(creating, "more of them are made here")])
    elif spare and creating is None:
        usual = max(tried, key=one.needed)
        labels = [Label(decl.span, f"{decl.copies} of them") for decl in [decl for decls, _ in one.defined for decl in decls][-_SHOWN:]]
        yield own_rows.BOX_TOO_LARGE.at(where, name=name, held=one.held(usual), needed=one.needed(usual), labels=labels)


def _there(when: IR | None, values: Values) -> bool:
    return when is None or holds(when, values)


def _is_of(world: World, thing: str, of: str) -> bool:
    """Whether a definition or a kind is what a line names, or of it."""
    decl = world.by_id["definition"].get(thing)
    kind = decl.kind if isinstance(decl, DefinitionDecl) else thing
    return thing == of or (of in world.by_id["kind"] and world.descends(kind, of))


def _definitions(world: World, of: str) -> list[tuple[list[DefinitionDecl], IR | None]]:
    found: dict[tuple[s.Expr, ...], list[DefinitionDecl]] = {}
    for decl in world.by_id["definition"].values():
        if isinstance(decl, DefinitionDecl) and _is_of(world, decl.id, of):
            found.setdefault(decl.when, []).append(decl)
    return [(decls, when_record(world, decls[0])) for decls in found.values()]


def _created(world: World, ruleset: dict[str, Any]) -> list[tuple[str, Span]]:
    """What `create` makes copies of, as far as it is known, and where."""
    out: list[tuple[str, Span]] = []
    for table in ("verbs", "sequences", "rules", "abilities", "effects", "definitions"):
        for record in ruleset[table]:
            for node in inside(record):
                if node.get("op") == "operation" and node.get("name") == "create" and node["args"]["thing"].get("op") == "thing":
                    place = place_of(world, record["id"])
                    out += [(node["args"]["thing"]["id"], place)] if place is not None else []
    return out


def place_of(world: World, ident: str) -> Span | None:
    """Where a record stands, or the nearest record that holds it."""
    part = ident.partition("~")[0]
    while part:
        found = world.places.get(part) or next((table[part].span for table in world.by_id.values() if part in table), None)
        if found is not None:
            return found
        part = part.rpartition("/")[0]
    return None
