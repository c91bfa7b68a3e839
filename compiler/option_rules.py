"""What the game says of its options and of how many play: `always not (a and b)`. As they begin, in a scenario and in a test they must go together."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.dsl.catalogue import flow as rows
from rulewright.dsl.catalogue import names
from rulewright.dsl.over_options import broken, options_of, said
from rulewright.dsl.over_players import Players, why
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.source import Span

from .packs import Loaded
from .whens import when_record
from .world import DefinitionDecl, SlotDecl, World

Record = Mapping[str, Any]


def check_shadows(world: World, pack: Loaded) -> Iterator[Problem]:
    """A finding for each option and each of those who play that is called as one of a pack below: it would be another one, and nothing asks for it."""
    mine, below = pack.manifest.id, world.visible(pack.manifest.id)
    known: dict[tuple[str, str], Span] = {}
    own: list[tuple[tuple[str, str], Span, str]] = []
    seats = [decl for decl in world.by_id["definition"].values() if isinstance(decl, DefinitionDecl) and world.descends(decl.kind, "seat")]
    options = [decl for decl in world.by_id["slot"].values() if isinstance(decl, SlotDecl) and decl.role == "option"]
    for what, decls, remedy in (("seat", seats, 'override "{}" {{ field: value }}'), ("option", options, "override {} {{ value: v }}")):
        for decl in decls:
            if decl.pack == mine:
                own.append(((what, decl.name), decl.span, remedy.format(decl.name)))
            elif decl.pack in below:
                known[what, decl.name] = decl.span
    for key, span, remedy in own:
        if key in known:
            yield names.DUPLICATE.at(span, name=key[1], labels=[Label(known[key], "this is another one")], help=f"rename it, or change the first: `{remedy}`")


def check_option_rules(world: World, pack: Loaded, ruleset: Record) -> Iterator[Problem]:
    """A finding for each choice of options that the packs themselves make and that some invariant over options forbids."""
    slots = {slot["id"]: slot for slot in ruleset["slots"] if slot["role"] == "option" and slot.get("when") is None}
    usual = {id_: slot["start"]["value"] if slot["start"] is not None and "value" in slot["start"] else None for id_, slot in slots.items()}
    rules = [record for record in ruleset["always"] if options_of(record["test"])]
    begun = {record["id"] for record, _ in broken(rules, usual)}
    chosen = [(one["id"], f"of {what} `{one['name']}`", usual | one["options"], one) for what, key in (("the scenario", "scenarios"), ("the test", "tests"))
              for one in ruleset.get(key, ())]
    for record, asked in broken(rules, usual):
        yield rows.OPTIONS_CLASH.at(world.places[record["id"]], who="as they begin", options=_shown(slots, asked, usual))
    for id_, who, options, _ in chosen:
        for record, asked in broken(rules, options):
            if id_ in world.places and record["id"] not in begun:
                labels = [Label(world.places[record["id"]], record["because"] or "it is said here")]
                yield rows.OPTIONS_CLASH.at(world.places[id_], who=who, options=_shown(slots, asked, options), labels=labels)
    players = players_of(world, pack, ruleset)
    if players is not None:
        yield from _with_players(world, ruleset, players, [("", "as they begin", usual, {}), *chosen])


def _with_players(world: World, ruleset: Record, players: Players, chosen: list[tuple[str, str, dict[str, Any], Record]]) -> Iterator[Problem]:
    """A finding for each choice of options with which nobody can play, and for each test with a number of players that does not go with its options."""
    for id_, who, options, one in chosen:
        many = players.usual(options) if "steps" in one and one["seats"] is None else one.get("seats")
        tried = players.numbers(options) if many is None else []
        unfit = None if tried else next(players.unfit(options, players.low if many is None else many), None)
        if unfit is None:
            continue
        place = world.places[unfit.record["id"]]
        labels = [Label(place, unfit.record["because"] or "it is said here")] if id_ in world.places else []
        words, more = why(unfit, ruleset, options), ", and so with any other number of players" if many is None else ""
        helps = {"help": "choose other options, or another number of `seats`"} if "steps" in one else {}
        yield rows.OPTIONS_CLASH.at(world.places.get(id_, place), who=who, options=words + more, labels=labels, **helps)


def players_of(world: World, pack: Loaded, ruleset: Record) -> Players | None:
    """The players of the game of a pack, whether or not its records hold all definitions; None if no invariant counts them."""
    game = pack.manifest.game
    if game is None or world.seat_kind is None:
        return None
    found = (decl for decl in world.by_id["definition"].values() if isinstance(decl, DefinitionDecl))
    seats = {"kind": world.seat_kind, "min": game.min_seats or 1, "max": game.max_seats or game.min_seats or 1}
    players = Players.of({**ruleset, "game": {"seats": seats}}, ((decl.id, decl.kind, when_record(world, decl)) for decl in found))
    return players if players.rules else None


def _shown(slots: Mapping[str, Record], asked: set[str], options: Record) -> str:
    return ", ".join(f"`{slot['name']}` is {said(options[id_])}" for id_, slot in slots.items() if id_ in asked)
