"""What happened, as people read it: one line an event, indented below the event that caused it, with the rule behind it.

Takes event records in their border form `{n, parent, event, with, rule}`. An event is told when its verb has a text, when it is a sequence about a thing, or
when it is a primitive worth telling; an untold event lends its place to those that it caused. A sequence that is told and stands in no told verb is a heading;
one that is about no thing (a round, a tick) waits until something below it is told, so that empty ones pass in silence.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .names import Names, amount, face, several, words
from .terminal import paint, safe

_FIELD = re.compile(r"\{(\w+)\}( +\w+)?")
_HIDDEN = re.compile(r".+\[(\d+|\?)\]\Z")
_PRIMITIVES = {
    "roll": "rolls d{sides}: {faces}",
    "reroll_die": "rolls a d{sides} again: {from} becomes {face}",
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
_MANY = 3
"""So many lines in a row that say the same become one."""
_RULES = ("effect", "event")
"""Values that name a rule or a verb, not a thing."""


@dataclass(frozen=True)
class Told:
    """A line: how deep it stands, its text, the rule to name behind it (`None`: the event speaks for itself), whether it heads what follows, and if so whether
    it is about a thing (else it only says where in the game this is).
    """

    depth: int
    text: str
    rule: str | None
    heads: bool = False
    about: bool = True


class Narrator:
    """Turns events into lines, in the order in which they come; it remembers how deep each event stands."""

    def __init__(self, ruleset: Mapping[str, Any], names: Names, everything: bool = False) -> None:
        self.names = names
        self.everything = everything
        self._texts: dict[str, str] = {**_PRIMITIVES}
        self._types: dict[str, dict[str, Mapping[str, Any]]] = {}
        for table in ("verbs", "sequences"):
            for record in ruleset[table]:
                text = record["text"] or (_heading(record) if table == "sequences" else "")
                if text:
                    self._texts[record["id"]] = names.text(text)
                    self._types[record["id"]] = {param["name"]: param["type"] for param in record.get("params", ())}
        self._sequences = {record["id"] for record in ruleset["sequences"]}
        self._depth: dict[int, int] = {}
        self._known: dict[int, tuple[str, str]] = {}
        self._level: dict[int, int | None] = {}
        """How many headings an event stands under; None below one about a thing, or below a line: there are no headings."""
        self._headings: dict[int, str] = {}
        self._waiting: list[tuple[int, Told]] = []

    def tell(self, events: Iterable[Mapping[str, Any]]) -> list[Told]:
        """The lines of some events, oldest first."""
        lines: list[Told] = []
        for event in events:
            told = self._told(event)
            if told is None:
                continue
            if told.heads and not told.about:
                level = self._level[event["n"]] or 0
                self._waiting = [*(one for one in self._waiting if one[0] < level), (level, told)]
                continue
            lines += [one for _, one in self._waiting]
            self._waiting.clear()
            lines.append(told)
        return lines

    def heading(self, events: Iterable[int]) -> str:
        """Where in the game this is: the last two headings among some open events (their numbers, outermost first)."""
        return ", ".join([self._headings[n] for n in events if n in self._headings][-2:])

    def _told(self, event: Mapping[str, Any]) -> Told | None:
        n, parent, name = event["n"], event["parent"], event["event"]
        depth = self._depth.get(parent, -1) + 1 if parent is not None else 0
        level = self._level.get(parent, 0) if parent is not None else 0
        rule = self.names.rule(event["rule"]) if event.get("rule") not in (None, "", "test") else ""
        text = self._text(event)
        own = self.names.rule(name)
        self._known[n] = (own, rule)
        self._depth[n], self._level[n] = depth - 1, level
        if text is None:
            return None
        about = any(kind["type"] == "thing" for kind in self._types.get(name, {}).values())
        heads = name in self._sequences and level is not None
        self._level[n] = level + 1 if heads and not about and level is not None else None
        if heads:
            self._headings[n] = text
        if not heads or about:
            self._depth[n] = depth
        above = self._known.get(parent, ()) if parent is not None else ()
        return Told(depth, text, rule if rule and rule != own and rule not in above and not heads else None, heads, about)

    def _text(self, event: Mapping[str, Any]) -> str | None:
        name = event["event"]
        values = event.get("with", {})
        if name == "create" and values.get("thing", "") is None:
            return None  # made where it cannot be seen
        template = self._texts.get(name)
        if template is None:
            return self.names.rule(name) if self.everything and name not in ("set", "ask", "answer") else None
        if name == "say":
            return self.names.said(values, self._shown)
        types = self._types.get(name, {})
        return _FIELD.sub(lambda match: self._value(match[1], values, types.get(match[1], {}), match[2] or ""), template)

    def _value(self, field: str, values: Mapping[str, Any], kind: Mapping[str, Any], after: str) -> str:
        """A value in words, and the word after it, which may be the unit already."""
        value = values.get(field)
        if field in _RULES and isinstance(value, str):
            return self.names.rule(value.partition("#")[0]) + after
        if field not in values:
            return safe(field.replace("_", " ")) + after
        if field == "text" and isinstance(value, str):
            return self.names.text(value) + after
        unit = kind.get("unit")
        if isinstance(value, int) and unit and after.strip() not in (unit, several(unit)):
            return safe(amount(value, unit)) + after
        if isinstance(value, int) and kind.get("type") == "dial":
            return f"{face(value, kind)}{after}"
        return self._shown(value) + after

    def _shown(self, value: object) -> str:
        if isinstance(value, list):
            return ", ".join(map(self._shown, value)) or "nothing"
        hidden = isinstance(value, str) and _HIDDEN.fullmatch(value) is not None and not self.names.is_known(value)
        return "a hidden card" if hidden else self.names.of(value)


def _heading(sequence: Mapping[str, Any]) -> str:
    """The call of a sequence as a template, `attack by {actor} on {target}`; nothing for one that is about no thing."""
    params = sequence["params"]
    if not any(param["type"]["type"] == "thing" for param in params):
        return ""
    parts = [f"{param['label']} {{{param['name']}}}" if param["label"] else f"{{{param['name']}}}" for param in params]
    return " ".join([words(str(sequence["name"])), *parts])


def as_lines(told: Iterable[Told]) -> list[str]:
    """The told events as lines for a terminal; headings stand apart."""
    lines: list[str] = []
    after_place = False
    for one, many in _counted(list(told)):
        if one.heads:
            lines += ([""] if not after_place else []) + [paint(one.text, "bold") if one.about else paint(f"-- {one.text} --", "dim")]
        else:
            times = paint(f"  x{many}", "dim") if many > 1 else ""
            lines.append("  " * one.depth + one.text + (paint(f"  ({one.rule})", "dim") if one.rule else "") + times)
        after_place = one.heads and not one.about
    return lines


def _counted(told: list[Told]) -> Iterator[tuple[Told, int]]:
    """The lines with how often each is said in a row; the last of a row stands alone where lines below it say more of it."""
    at = 0
    while at < len(told):
        end = at + 1
        while end < len(told) and told[end] == told[at]:
            end += 1
        if end < len(told) and told[end].depth > told[at].depth:
            end = max(at + 1, end - 1)
        many = end - at
        yield from [(told[at], many)] if many >= _MANY else [(told[at], 1)] * many
        at = end
