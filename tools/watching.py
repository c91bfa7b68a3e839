"""What a simulation takes from the events of a game: how it ended, in words; and which printed things came into somebody's hands, and which of those were used.

A thing is *held* when a copy of it comes into a zone that belongs to a seat or to something that a seat decides for, or is shown to somebody. It is *used* when
a part of its text runs, or when somebody chooses a copy of it where the rules make use of what is printed on it (`usefulness.py`): a card that is discarded
because one must be is not used. Things on which nothing is printed, such as plain tokens, are not looked at.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulewright.runtime.core import Core, Event
from rulewright.runtime.relations import controller
from rulewright.runtime.report import event_record

from .names import Names
from .usefulness import Uses

_ENDING = ("win", "lose", "draw_game")
_PARTS = ("clauses", "handlers", "checks", "members", "faces", "abilities")
_HIGHEST = 6
"""So many events above the one that ended the game may be its cause: what lies further up only says when it was."""


class Watching:
    """The events of one game after another; `begin` starts a game."""

    def __init__(self, ruleset: Mapping[str, Any], names: Names) -> None:
        self.names = names
        self.titled = {record["id"] for table in ("rules", "definitions") for record in ruleset[table]}
        self.printed = {record["id"] for record in ruleset["definitions"] if record["fields"] or any(record[part] for part in _PARTS)}
        self.uses = Uses(ruleset)
        self.offered = {event for event, _ in self.uses.offered}
        self.core: Core | None = None
        self.begin(None)

    def begin(self, core: Core | None) -> None:
        """A new game begins."""
        self.core = core
        self.held: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        self.cause = ""

    def heard(self, events: Sequence[Event]) -> None:
        """Take the events of a resolution, oldest first."""
        assert self.core is not None
        for event in events:
            name, values = event[2], event[3]
            if name == "put":
                self._moved(values)
            elif name == "reveal_to":
                _add(self.held, self._printed(values["things"]))
            elif name == "answer":
                if self._matters(values["site"]):
                    self.used.update({one for one in _named(values["value"]) if one in self.printed})
            elif name in _ENDING:
                self.cause = self._cause(event, events)
            else:
                self._ran(event[4])
                self._taken(name, values, event[4])

    def _matters(self, site: str) -> bool:
        """Whether an answer uses what it names: that of somebody who reacts with it or takes an action of it, or a choice that looks at it."""
        return site in self.uses.sites or site in self.uses.offers or site.startswith("react:")

    def _taken(self, event: str, values: Mapping[str, Any], rule: str) -> None:
        """What an offered verb was taken with is used if the verb looks at it, also where there was nothing else to choose."""
        if event not in self.offered:
            return
        for param in self.uses.offered.get((event, rule.partition("@")[0]), ()):
            given = values.get(param)
            _add(self.used, self._printed(given if isinstance(given, list) else [given] if isinstance(given, int) else []))

    def _ran(self, rule: str) -> None:
        holder = rule.partition("@")[0].partition("/")[0]
        if holder in self.printed and holder != rule:
            self.used[holder] += 1

    def _moved(self, values: Mapping[str, Any]) -> None:
        assert self.core is not None
        place = self.core.entities[values["place"]]
        owner = place.get("owner") if place["kind"] == "zone" else None
        if owner is not None and controller(self.core, owner) is not None:
            _add(self.held, self._printed([values["thing"]]))

    def _printed(self, things: Iterable[int]) -> list[str]:
        assert self.core is not None
        found = [self.core.entities[thing].get("def", "") for thing in things]
        return [one for one in found if one in self.printed]

    def _cause(self, event: Event, events: Sequence[Event]) -> str:
        """What was said where the game ended; else the card or rule that led to it, else the verb."""
        known = {one[0]: one for one in events}
        assert self.core is not None
        said = [one for one in events if one[2] == "say" and one[1] == event[1] and event[1] is not None]
        if said:
            return self.names.said(event_record(self.core, said[-1])["with"])
        at: Event | None = event
        for _ in range(_HIGHEST):
            if at is None:
                break
            holder = at[4].partition("@")[0].partition("/")[0]
            if holder in self.titled:
                return self.names.of(holder)
            at = known.get(at[1]) if at[1] is not None else None
        return self.names.rule(event[4])


def _add(counts: Counter[str], found: Iterable[str]) -> None:
    for one in found:  # `update` of a counter takes longer than these few
        counts[one] += 1


def _named(value: Any) -> Iterable[str]:
    """The definitions that an answer names."""
    if isinstance(value, str):
        yield value.partition("#")[0].partition("/")[0]
    elif isinstance(value, Mapping):
        for key in value:
            yield from _named(key)
    elif isinstance(value, Sequence):
        for one in value:
            yield from _named(one)


def used_by_text(ran: Iterable[str]) -> set[str]:
    """The printed things of which a part ran, by the ids of what ran."""
    return {part.partition("/")[0] for part in ran if "/" in part}
