"""What happened, as people read it: one line an event, indented below the event that caused it, with the rule behind it.

Takes event records in their border form `{n, parent, event, with, rule, see}`. An event is told when its verb has a text (or is a primitive worth telling);
an untold event lends its place to those that it caused.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .names import Names
from .terminal import paint, safe

_FIELD = re.compile(r"\{(\w+)\}")
_PRIMITIVES = {
    "roll": "{count}d{sides}: {dice}",
    "reroll_die": "the die is rolled again: {face}",
    "shuffle": "{zone} is shuffled",
    "reveal": "{things} to be seen",
    "win": "{seats} won",
    "lose": "{seats} lost",
    "draw_game": "nobody won",
    "say": "{text}",
    "stopped": "the rules were stopped: {text}",
    "concede": "{seat} gives up",
}


@dataclass(frozen=True)
class Told:
    """A line: how deep it stands, its text, and the rule to name behind it (`None`: the event speaks for itself)."""

    depth: int
    text: str
    rule: str | None


class Narrator:
    """Turns events into lines, in the order in which they come; it remembers how deep each event stands."""

    def __init__(self, ruleset: Mapping[str, Any], names: Names, everything: bool = False) -> None:
        self.names = names
        self.everything = everything
        self._texts: dict[str, str] = {**_PRIMITIVES}
        for table in ("verbs", "sequences"):
            for record in ruleset[table]:
                if record.get("text"):
                    self._texts[record["id"]] = record["text"]
        self._depth: dict[int, int] = {}
        self._known: dict[int, tuple[str, str]] = {}

    def tell(self, events: Iterable[Mapping[str, Any]]) -> list[Told]:
        """The lines of some events, oldest first."""
        lines = []
        for event in events:
            told = self._told(event)
            if told is not None:
                lines.append(told)
        return lines

    def _told(self, event: Mapping[str, Any]) -> Told | None:
        parent = event["parent"]
        depth = self._depth.get(parent, -1) + 1 if parent is not None else 0
        rule = self.names.rule(event["rule"]) if event.get("rule") not in (None, "", "test") else ""
        text = self._text(event)
        self._depth[event["n"]] = depth if text is not None else depth - 1
        own = self.names.rule(event["event"])
        self._known[event["n"]] = (own, rule)
        if text is None:
            return None
        above = self._known.get(parent, ()) if parent is not None else ()
        return Told(depth, text, rule if rule and rule != own and rule not in above else None)

    def _text(self, event: Mapping[str, Any]) -> str | None:
        name = event["event"]
        values = event.get("with", {})
        template = self._texts.get(name)
        if name == "refused" and self.everything:
            return f"not possible: {self.names.of(values.get('verb', name))}"
        if template is None:
            return self.names.rule(name) if self.everything and name not in ("set", "ask", "answer") else None
        return _FIELD.sub(lambda match: self._value(match[1], values), safe(template))

    def _value(self, field: str, values: Mapping[str, Any]) -> str:
        return self.names.of(values[field]) if field in values else safe(field.replace("_", " "))


def as_lines(told: Iterable[Told]) -> list[str]:
    """The told events as lines for a terminal."""
    return ["  " * one.depth + one.text + (paint(f"  ({one.rule})", "dim") if one.rule else "") for one in told]
