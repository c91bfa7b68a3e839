"""Boards inside a compile: their spaces become names, their fields are checked against kinds, their links are resolved, the map is checked as a graph."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import meaning as rows
from rulewright.dsl.catalogue.maps import MAP_OF_ITSELF
from rulewright.dsl.problems import Problem
from rulewright.dsl.records import inside
from rulewright.dsl.registry import MAP_FUNCTIONS
from rulewright.dsl.source import Span
from rulewright.dsl.types import TEXT, Type

from .absent import combinations, holds
from .board_draft import BoardContext, BoardDraft, FieldDraft, SpaceDraft, Under
from .board_links import BoardFacts
from .board_uses import note_uses
from .boards import link_boards, read_board
from .calls import define_result
from .definitions import NOT_CONSTANT, constant_of, stray_unit
from .env import Env, Sites
from .expressions import check, condition, value
from .graphs import check_graphs
from .map_values import spaces_before_play
from .names import did_you_mean
from .restated import starts_of
from .whens import when_record
from .world import BoardDecl, Decl, DefineDecl, SpaceDecl, World


@dataclass(slots=True)
class Maps:
    """The drafts of all boards."""

    drafts: list[BoardDraft] = field(default_factory=list)


def read_boards(world: World) -> Maps:
    """Read every board and register its spaces and areas."""
    out = Maps()
    for decl in world.by_id["board"].values():
        if not isinstance(decl, BoardDecl) or decl.node is None:
            continue
        kinds = {k.name: k.id for k in world.descendants("space") if k.pack in world.visible(decl.pack)}
        draft, problems = read_board(decl.node, BoardContext(decl.pack, kinds))
        world.report(problems)
        for pack, addition in decl.extensions:
            more = {k.name: k.id for k in world.descendants("space") if k.pack in world.visible(pack)}
            draft, problems = read_board(addition, BoardContext(decl.pack, kinds | more, text=pack), draft)
            world.report(problems)
        for id_ in {space.kind for space in draft.spaces if space.kind}:
            world.used.add(id_)
        out.drafts.append(draft)
        # A space whose kind is misspelt (reported) is taken for one of the board's others, or of the only kind that there is.
        usual = next((space.kind for space in draft.spaces if space.kind), None) or (next(iter(kinds.values())) if len(kinds) == 1 else "space")
        for space in draft.spaces:
            when = (*decl.when, *space.under.when)
            made = SpaceDecl(space.id, space.name, decl.pack, space.span, when, space.doc, kind=space.kind or usual, board=draft.id)
            world.by_id["space"][space.id] = made
            world.by_name["space"].setdefault(space.name, []).append(made)
        for area in draft.areas:
            world.add("area", Decl(area.id, area.name, decl.pack, area.span))
    return out


def finish_boards(world: World, maps: Maps, tables: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Check the fields of all spaces, link the boards and check the map against what the finished tables do with it; gives the records."""
    for draft in maps.drafts:
        env = Env(world, draft.pack, Sites(draft.id))
        for space in draft.spaces:
            _fields(env, space)

    def resolve(node: s.Expr, draft: BoardDraft) -> list[str] | None:
        env = Env(world, draft.pack, Sites(draft.id))
        known = len(world.problems)
        ir, kind = value(env, node)
        if kind.shape == "hole":
            del world.problems[known:]
            return None
        return spaces_before_play(world, maps.drafts, ir)

    known: dict[Under, dict[str, Any] | None] = {}

    def when(under: Under) -> dict[str, Any] | None:
        if under not in known:
            known[under] = when_record(world, under)
        return known[under]

    def lasts(node: s.Expr, draft: BoardDraft) -> dict[str, Any] | None:
        ir = condition(Env(world, draft.pack, Sites(draft.id)), node, "the condition after `while`")
        asked = next((one["function"] for one in _all_of(world, ir) if one.get("op") == "apply" and one["function"] in MAP_FUNCTIONS), None)
        if asked is not None:
            world.problems.append(MAP_OF_ITSELF.at(node.span, name=asked))
            return None
        return ir

    linked = link_boards(maps.drafts, resolve, when, lasts)
    world.report(linked.problems)
    records, facts = [_with_when(world, record) for record in linked.records], linked.facts
    _facts(maps, facts)
    if records:
        note_uses(facts, records, tables, lambda id_: _span(world, id_), [known for _, known in world.kept])
    found = {(p.code, p.span): p for some in _variants(world, records, facts, tables) for p in check_graphs(*some)}
    world.report(sorted(found.values(), key=Problem.sort_key))
    return records


def _all_of(world: World, ir: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The records of an expression and of the defines that it calls."""
    seen: set[str] = set()
    todo: list[Any] = [ir]
    while todo:
        for one in inside(todo.pop()):
            yield one
            define = world.by_id["define"].get(one.get("define", ""))
            if isinstance(define, DefineDecl) and define.id not in seen:
                seen.add(define.id)
                define_result(world, define)
                todo.append(define.value or {})


def _with_when(world: World, record: dict[str, Any]) -> dict[str, Any]:
    """A board under `when` is there only in the games that have it."""
    found = when_record(world, world.by_id["board"][record["id"]])
    return record if found is None else record | {"when": found}


def _variants(
    world: World, records: list[dict[str, Any]], facts: BoardFacts, tables: dict[str, list[dict[str, Any]]]
) -> Iterator[tuple[list[dict[str, Any]], BoardFacts]]:
    """The boards as they are under each combination of the options that switch parts of them: what is judged is what is played on."""
    parts = [part for record in records for part in (record, *record["spaces"], *record["links"])]
    whens: dict[str, list[dict[str, Any] | None]] = {"": [part["when"] for part in parts if part.get("when") is not None]}
    whens[""] += [claim.when for claim in facts.claims if claim.when is not None]
    if not whens[""]:
        yield records, facts
        return
    for values in combinations(world, tables, whens):
        yield _present(records, facts, lambda part, values=values: part.get("when") is None or holds(part["when"], values))  # type: ignore[misc]


def _present(
    records: list[dict[str, Any]], facts: BoardFacts, there: Callable[[dict[str, Any]], bool]
) -> tuple[list[dict[str, Any]], BoardFacts]:
    """What is left of the boards, and of what is known of them, for which `there` holds."""
    boards: list[dict[str, Any]] = []
    left = replace(facts, links={}, needs={}, claims=[c for c in facts.claims if there({"when": c.when})])
    for record in filter(there, records):
        kept = [at for at, link in enumerate(record["links"]) if there(link)]
        boards.append(record | {"spaces": list(filter(there, record["spaces"])), "links": [record["links"][at] for at in kept]})
        left.links[record["id"]] = [facts.links[record["id"]][at] for at in kept]
        left.needs |= {(record["id"], new): facts.needs[record["id"], old] for new, old in enumerate(kept) if (record["id"], old) in facts.needs}
    names = {board["id"] for board in boards}
    left.claims = [claim for claim in left.claims if claim.board in names]
    spaces = {space["id"] for board in boards for space in board["spaces"]}
    left.starts = {space: text for space, text in facts.starts.items() if space in spaces}
    left.placed = {space: places for space, places in facts.placed.items() if space in spaces}
    left.needs = {way: [space for space in needed if space in spaces] for way, needed in left.needs.items()}
    left.names = {board: {name: id_ for name, id_ in known.items() if id_ in spaces} for board, known in facts.names.items()}
    return boards, left


def _span(world: World, id_: str) -> Span | None:
    """The place of a record by id."""
    if id_ in world.places:
        return world.places[id_]
    return next((table[id_].span for table in world.by_id.values() if id_ in table), None)


def _facts(maps: Maps, facts: BoardFacts) -> None:
    """Spawn places are where play begins."""
    for draft in maps.drafts:
        for space in draft.spaces:
            for name, held in space.values.items():
                if name in ("spawn", "start") and held not in (None, False, "none"):
                    facts.starts.setdefault(space.id, f"`{name}`")


def _fields(env: Env, space: SpaceDraft) -> None:
    """Check a space's fields against its kind; missing ones too."""
    if space.kind is None:
        return
    slots = env.world.slots_of(space.kind)
    again = [(name, slot.node.start) for name, slot in starts_of(env.world, space.kind).items() if slot.node is not None and slot.node.start is not None]
    given = {node.name for node in space.fields}
    starts = [FieldDraft(name, [start], start.span) for name, start in again if name not in given]
    for node in [*space.fields, *starts]:
        slot = slots.get(node.name)
        if slot is None:
            hint = did_you_mean(node.name, slots) or "its fields are " + ", ".join(f"`{k}`" for k in slots)
            env.report(rows.UNKNOWN_FIELD, node.span, name=node.name, kind=space.kind.split(":")[-1], hint=hint)
            continue
        env.world.used.add(slot.id)
        if slot.type.shape == "list" and not (len(node.values) == 1 and isinstance(node.values[0], s.ListOf)):
            space.values[node.name] = [constant_of(check(env, v, slot.type.item or TEXT, f"`{node.name}`")) for v in node.values]
            continue
        if len(node.values) != 1:
            env.report(rows.ONE_VALUE, node.span, name=node.name)
            continue
        wanted = slot.type if slot.type.shape not in ("int", "dial") else Type("int", optional=slot.type.optional)
        stray_unit(env, node.values[0], slot.type, node.name)
        made = constant_of(check(env, node.values[0], wanted, f"`{node.name}`"))
        if made is NOT_CONSTANT:
            env.report(rows.NOT_CONSTANT, node.values[0], name=node.name)
            continue
        low, high = slot.type.low, slot.type.high
        if isinstance(made, int) and not isinstance(made, bool) and ((low is not None and made < low) or (high is not None and made > high)):
            env.report(rows.OUT_OF_RANGE, node.values[0], name=node.name, value=made, low=slot.type.low, high="" if slot.type.high is None else slot.type.high)
        space.values[node.name] = made
    for name, slot in slots.items():
        if slot.role in ("printed", "stat") and name not in space.values and slot.node is not None and slot.node.start is None and not slot.type.optional:
            env.report(rows.MISSING_FIELD, space.span, name=name, definition=space.name, kind=space.kind.split(":")[-1])
