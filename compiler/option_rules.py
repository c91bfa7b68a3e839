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
    begin = [(record["id"], "as they begin", usual) for record, _ in broken(rules, usual)]
    chosen = [(one["id"], f"of {what} `{one['name']}`", usual | one["options"]) for what, key in (("the scenario", "scenarios"), ("the test", "tests"))
              for one in ruleset.get(key, ())]
    for id_, who, options in (*begin, *chosen):
        for record, asked in broken(rules, options):
            if id_ in world.places and (not begin or id_ == record["id"]):
                shown = ", ".join(f"`{slots[one]['name']}` is {said(options[one])}" for one in slots if one in asked)
                labels = [] if id_ == record["id"] else [Label(world.places[record["id"]], record["because"] or "it is said here")]
                yield rows.OPTIONS_CLASH.at(world.places[id_], who=who, options=shown, labels=labels)
