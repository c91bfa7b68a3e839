"""What a game leaves to chance before anybody is asked: told from the records alone, so that only those games are set up in every way that can be.

A lint reads it: `tools/setups.py` sets up what has few ways, and says of what has many that it was not looked at. Dice, and who begins, are gone through where
things are drawn too; alone they are no reason to set up a game.
"""
from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

from rulewright.dsl.over_options import asked_of
from rulewright.dsl.over_players import seat_kinds

from .env import IR
from .world import DefinitionDecl, SlotDecl, World

MOST_WAYS = 20_000
"""Ways of one draw, of all the things that there may be, beyond which nothing is set up."""
MOST_SHUFFLED = 6
"""Of a zone with more things the order is drawn, and not gone through."""
_DRAWING = ("random", "operation")
_ASKING = ("choose", "offer", "menu")
_INNER = ("children", "child", "body", "then", "else", "options")
_CONDITIONS = ("where", "while", "test")


def left_to_chance(world: World, game: Mapping[str, list[IR]]) -> str:
    """`few` where things are drawn and every way can be looked at, `many` where it cannot; empty where nothing is drawn, or nothing is always so."""
    seats = seat_kinds(game["kinds"])
    if world.start is None or all(any(asked_of(record["test"], seats)) for record in game["always"]):
        return ""
    begin = _Begin(world, game)
    begin.event(world.start)
    if not begin.drawn:
        return ""
    return "few" if "few" in begin.drawn and "many" not in begin.drawn else "many"


class _Begin:
    """The beginning of a game, read in the order in which it runs, up to a question that is surely asked; `drawn` are the sorts of draws that it met."""

    def __init__(self, world: World, game: Mapping[str, list[IR]]) -> None:
        self.world = world
        self.events = {record["id"]: record for table in ("verbs", "sequences") for record in game[table]}
        self.defines = {record["id"]: record for record in game["defines"]}
        self.drawn: set[str] = set()
        self.met: set[str] = set()
        self.running = ""
        self.heard: dict[str, list[IR]] = {}
        for record in game["rules"]:
            for handler in record["handlers"]:
                self.heard.setdefault(handler["event"], []).append(handler)

    def event(self, called: str) -> bool:
        """Whether somebody is surely asked in a verb, sequence or step. What rules hang on it is read too, before it."""
        if called in self.met:
            return False
        self.met.add(called)
        record = self.events.get(called, {"families": ()})
        outer, self.running = self.running, called
        for name in (called, *(use["family"] for use in record["families"])):
            for handler in self.heard.get(name, ()):
                self.part(handler["body"])
        asked = self.part(record.get("machine", record.get("body")))
        self.running = outer
        return asked

    def part(self, part: Any) -> bool:
        """Whether somebody is surely asked in a part of a body or machine."""
        if isinstance(part, list):
            return any(map(self.part, part))
        if not isinstance(part, dict):
            return False
        what = part.get("op") or part.get("node")
        if what in _DRAWING:
            self.drawn |= self.sort(part)
        if what == "call":
            return self.event(part.get("verb") or part["sequence"]) and part.get("each") is None
        if what == "step" and self.event(f"{self.running}.{part['name']}"):
            return True
        asked = what in _ASKING or any([self.part(part[key]) for key in _INNER if key in part])
        return asked and all(part.get(key) is None for key in _CONDITIONS)

    def sort(self, part: IR) -> set[str]:
        """The sort of a draw; none of what draws nothing."""
        if part["op"] == "operation":
            if part["name"] == "shuffle":
                lie = self.among(part["args"]["zone"])
                return {"few" if lie is not None and lie <= MOST_SHUFFLED else "order"}
            return {"die"} if part["name"] == "roll" else set()
        among = self.among(part["of"])
        if among == 0:
            return {"seat"}
        worst = 1 if among is None else comb(among, part["count"].get("value", among // 2))
        return {"few" if worst <= MOST_WAYS else "many"}

    def among(self, node: IR) -> int | None:
        """Of how many defined things a list is at most; 0 of seats, None where that is not known."""
        while node["op"] in ("filter", "call", "contents"):
            define = self.defines.get(node["define"]) if node["op"] == "call" else None
            node = define["value"] if define is not None else node.get("of", {"op": "none"})
        slot = self.world.by_id["slot"].get(node.get("slot") or node.get("name") or "")
        kind = node.get("kind") if node["op"] in ("all", "held") else None
        if isinstance(slot, SlotDecl) and slot.type.item is not None:
            kind = slot.type.item.of
        if kind is None:
            return None
        if self.world.descends(kind, "seat"):
            return 0
        made = (decl for decl in self.world.by_id["definition"].values() if isinstance(decl, DefinitionDecl))
        return sum(decl.copies for decl in made if self.world.descends(decl.kind, kind))
