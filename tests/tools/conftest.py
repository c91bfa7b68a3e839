"""A ruleset that is only names, for the tools that show them."""
from __future__ import annotations

from typing import Any

import pytest

TABLES = ("definitions", "boards", "rules", "kinds", "verbs", "sequences", "slots", "abilities", "groups", "defines", "effects", "families", "classes")


def definition(name: str, ident: str, copies: int = 1, members: list[Any] | None = None, of: str = "m:unit") -> dict[str, Any]:
    nothing: dict[str, Any] = {part: [] for part in ("faces", "clauses", "handlers", "checks", "slots")}
    return {"id": ident, "of": of, "name": name, "copies": copies, "members": members or [], **nothing}


@pytest.fixture
def names_only() -> dict[str, Any]:
    ruleset: dict[str, Any] = {table: [] for table in TABLES}
    ruleset["texts"] = {"choose.targets": "whom?"}
    ruleset["definitions"] = [
        definition("Gorebelly", "m:gorebelly"),
        definition("Imp", "m:imp", copies=3),
        definition("Ice Barrier", "m:ice_barrier", members=[{"id": "m:ice_barrier/play", "name": "Freeze"}]),
        definition("Evil\x1b[31m", "m:evil"),
        definition("Penny", "m:penny", copies=9, of="m:coin"),
    ]
    ruleset["kinds"] = [
        {"id": "m:coin", "name": "coin", "parent": None, "slots": [{"id": "m:coin.worth", "name": "worth", "role": "printed"}]},
        {"id": "m:unit", "name": "unit", "parent": "m:coin", "slots": [{"id": "m:unit.damage", "name": "damage", "role": "counter"}]},
    ]
    spaces = [{"id": "m:vale/old_shrine", "name": "Old Shrine"}]
    ruleset["boards"] = [{"id": "m:vale", "name": "Vale", "areas": [], "spaces": spaces}]
    ruleset["effects"] = [{"id": "m:imp/does.1"}, {"id": "m:rout"}]
    ruleset["verbs"] = [
        {"id": "m:deal", "name": "deal", "text": "{source} deals {amount} to {target}"},
        {"id": "m:wound", "name": "wound", "text": ""},
        {"id": "m:walk", "name": "walk", "text": "{mover} walks to {spot}"},
    ]
    return ruleset
