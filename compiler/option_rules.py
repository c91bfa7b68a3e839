"""What the game says of its options alone: `always not (a and b)`. As they begin, in a scenario and in a test they must go together."""
from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.dsl.catalogue import flow as rows
from rulewright.dsl.over_options import broken, options_of, said
from rulewright.dsl.problems import Label, Problem

from .world import World

Record = Mapping[str, Any]


def check_option_rules(world: World, ruleset: Record) -> Iterator[Problem]:
    """A finding for each choice of options that the packs themselves make and that some invariant over options forbids."""
    rules = [record for record in ruleset["always"] if options_of(record["test"])]
    if not rules:
        return
    slots = {slot["id"]: slot for slot in ruleset["slots"] if slot["role"] == "option" and slot.get("when") is None}
    usual = {id_: slot["start"]["value"] if slot["start"] is not None and "value" in slot["start"] else None for id_, slot in slots.items()}
    begun = {record["id"] for record, _ in broken(rules, usual)}
    chosen = [(one["id"], f"of {what} `{one['name']}`", usual | one["options"]) for what, key in (("the scenario", "scenarios"), ("the test", "tests"))
              for one in ruleset.get(key, ())]
    for record, asked in broken(rules, usual):
        yield rows.OPTIONS_CLASH.at(world.places[record["id"]], who="as they begin", options=_shown(slots, asked, usual))
    for id_, who, options in chosen:
        for record, asked in broken(rules, options):
            if id_ in world.places and record["id"] not in begun:
                labels = [Label(world.places[record["id"]], record["because"] or "it is said here")]
                yield rows.OPTIONS_CLASH.at(world.places[id_], who=who, options=_shown(slots, asked, options), labels=labels)


def _shown(slots: Mapping[str, Record], asked: set[str], options: Record) -> str:
    return ", ".join(f"`{slot['name']}` is {said(options[id_])}" for id_, slot in slots.items() if id_ in asked)
