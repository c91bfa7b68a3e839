"""Which of the definitions that are known by their facts alone the passes over a finished game must see whole.

They are those with a handler that may lie in a ring of triggers or that comes too early, those with a clause that may lie in a ring of stats, those that name
what options may take out of the game, those that choose among things of a kind that nothing is of, those that make things while a `box` says how many there
are, those that name a supply that may run out, and those in a ring of a row that is to have none. Of all else the facts say as much as the records would.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .circles import reads_of
from .early import known_early
from .facts import Facts
from .field_rings import in_rings
from .flow import is_empty
from .rings import called
from .supplies import drains
from .world import World

Record = dict[str, Any]


def suspects(world: World, ruleset: dict[str, list[Record]]) -> set[str]:
    """The ids of those definitions."""
    maybe = _depending(world, ruleset)
    ring = _Ring(world, ruleset)
    stats = _ringed(world, ruleset)
    verbs = {verb["id"]: known_early(verb) for verb in (*ruleset["verbs"], *ruleset["sequences"])}
    supplies = {drain.zone for drain in drains(ruleset)}
    kinds: dict[str, bool] = {}
    found = in_rings(world, ruleset)
    for decl, known in world.kept:
        for kind in known.chosen:
            if kind not in kinds:
                about = world.kind(kind)
                kinds[kind] = about is not None and is_empty(world, about)
        early = any(event in verbs and not verbs[event].issuperset(names) for event, names in known.early)
        ringed = ring.holds(known) or any(stat in stats for stat, _, _ in known.stats)
        creates = known.creates and bool(world.boxes)
        if early or ringed or creates or any(map(kinds.get, known.chosen)) or not (maybe.isdisjoint(known.named) and supplies.isdisjoint(known.read)):
            found.add(decl.id)
    return found


def _depending(world: World, ruleset: dict[str, list[Record]]) -> set[str]:
    """The ids of records that depend on options."""
    spaces = {space["id"] for board in ruleset["boards"] for space in board["spaces"] if "when" in board or "when" in space}
    return spaces.union(record["id"] for table in ruleset.values() for record in table if "when" in record and "id" in record)


def _ringed(world: World, ruleset: dict[str, list[Record]]) -> set[str]:
    """The stats that clauses may work out from themselves by way of others."""
    defines = {one["id"]: reads_of(one["value"]) for one in ruleset["defines"]}
    clauses = [(c["slot"], *reads_of(c)) for key in ("definitions", "rules") for r in ruleset[key] for c in r["clauses"] if c["kind"] == "modify"]
    kept = {(stat, tuple(reads), tuple(asks)) for _, known in world.kept for stat, reads, asks in known.stats}
    clauses += [(stat, set(reads), set(asks)) for stat, reads, asks in kept]
    leads: dict[str, set[str]] = {}
    for stat, reads, asks in clauses:
        waiting, met = list(asks), set(asks)
        while waiting:
            more, others = defines.get(waiting.pop(), (set(), set()))
            reads = reads | more
            waiting += others - met
            met |= others
        leads.setdefault(stat, set()).update(reads - {stat})
    return {stat for stat in leads if any(stat in _reached(leads, other) for other in leads[stat])}


def _reached(leads: dict[str, set[str]], first: str) -> set[str]:
    found, waiting = {first}, [first]
    while waiting:
        new = leads.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


class _Ring:
    """The verbs as a graph: a verb leads to those that its body calls and to those that the handlers call which hear it. (What could do this better,
    networkx, takes longer to be imported than most packs to be checked.)"""

    def __init__(self, world: World, ruleset: dict[str, list[Record]]) -> None:
        verbs = [*ruleset["verbs"], *ruleset["sequences"]]
        self.families: dict[str, list[str]] = {}
        self.leads: dict[str, set[str]] = {}
        self.known: dict[str, set[str]] = {}
        for verb in verbs:
            for family in verb["families"]:
                self.families.setdefault(family["family"], []).append(verb["id"])
            self.leads.setdefault(verb["id"], set()).update(called(verb.get("body", verb.get("machine"))))
        for key in ("definitions", "rules", "abilities"):
            for record in ruleset[key]:
                for part in (record, *record.get("faces", ())):
                    for handler in part["handlers"]:
                        self.hears(handler["event"], called(handler["body"]))
        heard = {(event, tuple(calls)) for _, known in world.kept for event, around, calls in known.handlers if around}
        for event, calls in heard:
            self.hears(event, calls)
        self.closes = {(event, calls): self.closed(event, calls) for event, calls in heard}

    def events(self, event: str) -> list[str]:
        """The verbs that a handler of an event hears."""
        return self.families.get(event, [event.split(".")[0]])

    def hears(self, event: str, calls: Iterable[str]) -> None:
        """Add what a handler of an event calls."""
        for one in self.events(event):
            self.leads.setdefault(one, set()).update(calls)

    def closed(self, event: str, calls: tuple[str, ...]) -> bool:
        """Whether a handler of an event that calls some verbs may set itself off."""
        return any(one in self.reached(other) for one in self.events(event) for other in calls)

    def reached(self, verb: str) -> set[str]:
        """A verb and all that it leads to."""
        found = self.known.get(verb)
        if found is None:
            found = self.known[verb] = _reached(self.leads, verb)
        return found

    def holds(self, known: Facts) -> bool:
        """Whether some handler may lie in a ring."""
        return any(around and self.closes[event, tuple(calls)] for event, around, calls in known.handlers)
