"""What people call the things of a game: every id of a ruleset in the author's words, safe for a terminal."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from .terminal import safe

_TITLED = ("definitions", "boards", "rules")
_NAMED = ("kinds", "verbs", "sequences", "slots", "abilities", "groups", "defines", "effects", "families", "classes")
_ASKING = ("definitions", "abilities", "rules", "verbs", "sequences", "effects")
_COPY = re.compile(r"(?P<id>.+)#(?P<copy>\d+)\Z")
_POSITION = re.compile(r"(?P<place>.+)\[(?P<at>\d+|\?)\]\Z")
_BRACES = re.compile(r"\{\w+\}")
_SEAT = re.compile(r"seat:(\d+)\Z")


class Names:
    """Names by id. `seat_names` are those of the seats in their order, if they have any."""

    def __init__(self, ruleset: Mapping[str, Any], seat_names: list[str] | None = None) -> None:
        self._names: dict[str, str] = {}
        self._copies: dict[str, int] = {}
        self.at: Mapping[str, str] = {}
        """Where things are, by their identities, as far as it helps whoever is asked to tell options apart."""
        self._texts: Mapping[str, str] = ruleset["texts"]
        self.seats = seat_names or []
        self._ruleset = ruleset
        for table in (*_NAMED, *_TITLED):
            for record in ruleset[table]:
                if "/" in record["id"] and not record.get("name"):
                    continue  # a part of a card's text, which is known by the card
                self._names[record["id"]] = str(record["name"]) if table in _TITLED else words(str(record.get("name") or record["id"]))
        for record in ruleset["definitions"]:
            if self._has_state(record):
                self._copies[record["id"]] = record["copies"]
            for member in members(record):
                self._names[member["id"]] = str(member["name"])
        for board in ruleset["boards"]:
            for part in (*board["areas"], *board["spaces"]):
                self._names[part["id"]] = str(part["name"])
        for kind in ruleset["kinds"]:
            for slot in kind["slots"]:
                self._names[slot["id"]] = words(str(slot["name"]))

    def _has_state(self, record: Mapping[str, Any]) -> bool:
        """Whether one copy of a definition can ever be told from another by what it counts; a number would say nothing else."""
        kinds = {kind["id"]: kind for kind in self._ruleset["kinds"]}
        slots, kind = [*record["slots"]], record["of"]
        while kind in kinds:
            slots += kinds[kind]["slots"]
            kind = kinds[kind]["parent"]
        return any(slot["role"] in ("counter", "stat") for slot in slots)

    def plain(self, identity: str) -> str:
        """The name of a thing without the number of the copy."""
        return self.of(identity.partition("#")[0] if _COPY.match(identity) else identity)

    def of(self, identity: object) -> str:
        """The name of an id, an identity (`pack:def#2`, `board/space`, `seat:0`), a word, a number, or a list of these."""
        if isinstance(identity, bool):
            return "yes" if identity else "no"
        if identity is None:
            return "none"
        if isinstance(identity, list | tuple):
            return ", ".join(self.of(item) for item in identity) or "nothing"
        if isinstance(identity, dict):
            return self._record(identity)
        return safe(self._name(str(identity)))

    def _name(self, identity: str) -> str:
        if identity in self._names:
            return self._names[identity]
        if seat := _SEAT.match(identity):
            number = int(seat[1])
            return self.seats[number] if number < len(self.seats) else f"player {number + 1}"
        if copy := _COPY.match(identity):
            name = self._name(copy["id"])
            return name if self._copies.get(copy["id"], 1) == 1 else f"{name} ({copy['copy']})"
        if position := _POSITION.match(identity):
            which = "a card" if position["at"] == "?" else f"card {int(position['at']) + 1}"
            return f"{which} of {self._name(position['place'])}"
        label, mark, holder = identity.partition(":")
        if mark and (holder == "table" or self._is_thing(holder)):
            return words(label) if holder == "table" else f"{words(label)} of {self._name(holder)}"
        return words(identity)

    def _is_thing(self, identity: str) -> bool:
        copy = _COPY.match(identity)
        return identity in self._names or bool(_SEAT.match(identity)) or (copy is not None and copy["id"] in self._names)

    def _record(self, value: Mapping[str, Any]) -> str:
        if "sides" in value and "face" in value:
            return safe(str(value["face"]))
        return ", ".join(f"{self.of(key)} {self.of(item)}" for key, item in value.items())

    def rule(self, identity: str) -> str:
        """The name of the nearest named record that holds a rule or a site: `pack:great_shield/react.1` is `Great Shield`."""
        part = identity.partition("@")[0]
        while part:
            if part in self._names:
                return safe(self._names[part])
            part = part.rpartition("/")[0]
        return safe(words(identity.partition("@")[0].partition("/")[0]))

    def group(self, site: str) -> str:
        """The group that decides at a site, through its decider; nothing where a seat decides for itself."""
        return self._groups.get(site, "")

    @cached_property
    def _groups(self) -> dict[str, str]:
        found: dict[str, str] = {}
        waiting: list[Any] = [self._ruleset[table] for table in _ASKING]
        while waiting:
            at = waiting.pop()
            if isinstance(at, dict):
                who = at.get("who")
                if isinstance(who, dict) and who.get("op") == "members" and "site" in at:
                    found[at["site"]] = self.of(who["group"])
            waiting += at.values() if isinstance(at, dict) else [one for one in at if isinstance(one, dict | list)] if isinstance(at, list) else ()
        return found

    def text(self, key: str) -> str:
        """The text of a key of the ruleset's table of texts, or the text itself."""
        return safe(self._texts.get(key, key))

    def said(self, values: Mapping[str, Any], shown: Callable[[object], str] | None = None) -> str:
        """What the values of a `say` say: its text, with the things that stand in braces as `shown` calls them."""
        name = shown or self.of
        return _BRACES.sub(lambda hole: name(values[hole[0]]) if hole[0] in values else hole[0], self.text(str(values["text"])))

    def is_known(self, identity: str) -> bool:
        """Whether an id belongs to a record of the ruleset."""
        return identity in self._names


_UNCOUNTED = frozenset({"damage", "energy", "experience", "food", "gold", "health", "magic", "mana", "money", "silver", "stamina", "wood", "xp"})
"""English words that have no plural; of others several are told with an `s`."""


def amount(number: int, unit: str) -> str:
    """A number with its unit: `1 tick`, `3 ticks`, `4 damage`."""
    return f"{number} {several(unit) if abs(number) != 1 else words(unit)}"


def several(unit: str) -> str:
    """What more than one of a unit are called."""
    word = words(unit)
    return word if word in _UNCOUNTED or word.endswith("s") else word + "s"


def face(value: int, dial: Mapping[str, Any]) -> int:
    """What a dial (a type of a ruleset) shows, whose value counts on through its laps."""
    low, high = dial["low"], dial["high"]
    return int(low + (value - low) % (high - low + 1))


def words(identity: str) -> str:
    """The words of an id without its pack: `pack:take_turn` is `take turn`; of a nested id the last part."""
    return identity.rpartition("/")[2].rpartition(":")[2].replace("_", " ")


def members(record: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The members of a definition, of all its faces."""
    yield from record["members"]
    for face in record["faces"]:
        yield from face["members"]
