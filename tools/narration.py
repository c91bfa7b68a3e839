"""What happened, as people read it: one line an event, indented below the event that caused it, with the rule behind it.

Takes event records in their border form `{n, parent, event, with, rule}`. An event is told when its verb has a text, when it is a sequence about a thing, or
when it is a primitive worth telling; an untold event lends its place to those that it caused.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .names import Names, words
from .terminal import paint, safe

_FIELD = re.compile(r"\{(\w+)\}")
_PRIMITIVES = {
    "roll": "d{sides}: {faces}",
    "reroll_die": "a d{sides} again: {from} becomes {face}",
    "shuffle": "{zone} is shuffled",
    "create": "{thing} is made",
    "turn": "{thing} shows {face}",
    "reveal_to": "{things} to be seen",
    "prevent": "{effect} prevents {by}",
    "refused": "not possible: {event}",
    "cancelled": "{event} does not happen",
    "replaced": "{event} is replaced",
    "win": "{seats} won",
    "lose": "{seats} lost",
    "draw_game": "nobody won",
    "say": "{text}",
    "stopped": "the rules were stopped: {code}",
    "concede": "{seat} gives up",
}
_RULES = ("effect", "event")
"""Values that name a rule or a verb, not a thing."""


@dataclass(frozen=True)
class Told:
    """A line: how deep it stands, its text, the rule to name behind it (`None`: the event speaks for itself), whether it heads what follows."""

    depth: int
    text: str
    rule: str | None
    heads: bool = False


class Narrator:
    """Turns events into lines, in the order in which they come; it remembers how deep each event stands."""

    def __init__(self, ruleset: Mapping[str, Any], names: Names, everything: bool = False) -> None:
        self.names = names
        self.everything = everything
        self._texts: dict[str, str] = {**_PRIMITIVES}
        for table in ("verbs", "sequences"):
            for record in ruleset[table]:
                text = record["text"] or (_heading(record) if table == "sequences" else "")
                if text:
                    self._texts[record["id"]] = names.text(text)
        self._sequences = {record["id"] for record in ruleset["sequences"]}
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
        return Told(depth, text, rule if rule and rule != own and rule not in above else None, event["event"] in self._sequences)

    def _text(self, event: Mapping[str, Any]) -> str | None:
        name = event["event"]
        values = event.get("with", {})
        template = self._texts.get(name)
        if template is None:
            return self.names.rule(name) if self.everything and name not in ("set", "ask", "answer") else None
        return _FIELD.sub(lambda match: self._value(match[1], values), template)

    def _value(self, field: str, values: Mapping[str, Any]) -> str:
        if field in _RULES and isinstance(values.get(field), str):
            return self.names.rule(values[field].partition("#")[0])
        return self.names.of(values[field]) if field in values else safe(field.replace("_", " "))


def _heading(sequence: Mapping[str, Any]) -> str:
    """The call of a sequence as a template, `attack by {actor} on {target}`; nothing for one that is about no thing."""
    params = sequence["params"]
    if not any(param["type"]["type"] == "thing" for param in params):
        return ""
    parts = [f"{param['label']} {{{param['name']}}}" if param["label"] else f"{{{param['name']}}}" for param in params]
    return " ".join([words(str(sequence["name"])), *parts])


def as_lines(told: Iterable[Told]) -> list[str]:
    """The told events as lines for a terminal; an outermost sequence stands apart."""
    lines: list[str] = []
    for one in told:
        apart = one.heads and one.depth == 0
        text = paint(one.text, "bold") if apart else one.text
        lines += [*([""] if apart else []), "  " * one.depth + text + (paint(f"  ({one.rule})", "dim") if one.rule else "")]
    return lines
