"""What a picture of a board shows: the field that colours its spaces, marks, titles, and the legend's entries.

Takes a board record; knows fields only by their values. The colouring field is the one with a word for the most spaces; every other word or `yes` is a mark.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .palette import DASHES, LINES, TINTS, Tint, line, tints

MAX_WORDS = 12
BEGINNINGS = ("start", "spawn")
"""Marks that get a thick outline."""
PLAIN = TINTS[0]


class Mark(NamedTuple):
    """A field and its word, or an empty word for `yes`."""

    field: str
    word: str


@dataclass(slots=True)
class Look:
    """`ground` is the colouring field (None: there is none), `tint` the tint of each of its words, `routes` the colour and dashes of each route.

    `marks` are the marks of each space by id; a mark that all spaces of some tints have, and no others, stands in `implied` by word instead.
    """

    ground: str | None
    tint: dict[str, Tint]
    routes: dict[str, tuple[str, str]]
    marks: dict[str, list[Mark]] = field(default_factory=dict)
    implied: dict[str, list[Mark]] = field(default_factory=dict)

    def word(self, space: Mapping[str, Any]) -> str | None:
        """The word that colours a space."""
        value = space["fields"].get(self.ground) if self.ground is not None else None
        return value if isinstance(value, str) and value in self.tint else None

    def fill(self, space: Mapping[str, Any]) -> Tint:
        """The tint of a space."""
        word = self.word(space)
        return PLAIN if word is None else self.tint[word]

    def pill(self, space: str) -> str:
        """The marks of a space in one line: `alliance` where only one field has words, else `horde flight, town`."""
        fields = {mark.field for marks in self.marks.values() for mark in marks if mark.word}
        by_word: dict[str, list[str]] = {}
        for mark in self.marks[space]:
            by_word.setdefault(mark.word, []).append(mark.field)
        parts = [word if len(fields) == 1 and word else f"{word} {', '.join(names)}".strip() for word, names in by_word.items()]
        return ", ".join(parts)


def look(board: Mapping[str, Any], ground: str | None = None) -> Look:
    """How a board is shown; `ground` is the field that colours spaces, chosen when None."""
    words: dict[str, list[str]] = {}
    for space in board["spaces"]:
        for name, value in space["fields"].items():
            if isinstance(value, str) and _is_word(value):
                words.setdefault(name, []).append(value)
    fit = [name for name, values in words.items() if len(set(values)) <= MAX_WORDS and len(values) > 1 and 2 * len(values) >= len(board["spaces"])]
    chosen = ground if ground is not None else max(fit, key=lambda name: len(words[name]), default=None)
    found = Look(chosen, tints(words.get(chosen, [])) if chosen is not None else {}, _routes(board))
    for space in board["spaces"]:
        found.marks[space["id"]] = [mark for name, value in space["fields"].items() if name != chosen for mark in _marks(name, value)]
    _imply(found, board)
    return found


def _imply(how: Look, board: Mapping[str, Any]) -> None:
    """Takes marks that only repeat what the colour says from the spaces to the legend."""
    of_word: dict[str, set[str]] = {}
    of_mark: dict[Mark, set[str]] = {}
    for space in board["spaces"]:
        word = how.word(space)
        if word is not None:
            of_word.setdefault(word, set()).add(space["id"])
        for mark in how.marks[space["id"]]:
            of_mark.setdefault(mark, set()).add(space["id"])
    for mark, spaces in of_mark.items():
        words = [word for word, members in of_word.items() if members <= spaces]
        if mark.field in BEGINNINGS or not words or set().union(*(of_word[word] for word in words)) != spaces:
            continue
        for word in words:
            how.implied.setdefault(word, []).append(mark)
        for space in spaces:
            how.marks[space].remove(mark)


def _is_word(value: str) -> bool:
    return 0 < len(value) <= 24 and value.replace("_", "").isalnum()


def _marks(name: str, value: Any) -> list[Mark]:
    """The marks of a field that holds `yes`, a word or some words; texts and numbers are for the title only."""
    if value is True:
        return [Mark(name.replace("_", " "), "")]
    values = value if isinstance(value, list) else [value]
    return [Mark(name.replace("_", " "), item.replace("_", " ")) for item in values if isinstance(item, str) and _is_word(item)]


def _routes(board: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Colour (that of its name, if it has one) and dashes by route, ordinary ways first; `step` links between cells are not drawn."""
    names = list(dict.fromkeys(link["route"] for link in board["links"]))
    names.sort(key=lambda name: name not in ("step", "path"))
    found: dict[str, tuple[str, str]] = {}
    for name in names:
        at = 0 if name in ("step", "path") else len([n for n in found if n not in ("step", "path")]) + 1
        found[name] = (line(name) or LINES[at % len(LINES)], DASHES[at % len(DASHES)])
    return found


def title(space: Mapping[str, Any], areas: Mapping[str, str], note: str = "") -> str:
    """All that is known of a space: what a pointer over it shows. `note` is what it says of its source."""
    lines = [str(space["name"])]
    if space["area"] is not None:
        lines.append(areas.get(space["area"], space["area"]))
    if space["at"] is not None:
        lines.append(f"column {space['at'][0]}, row {space['at'][1]}")
    lines += [f"{name}: {_spoken(value)}" for name, value in space["fields"].items()]
    return "\n".join([*lines, note] if note else lines)


def _spoken(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, list):
        return ", ".join(_spoken(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(str(item) for item in value.values())
    return str(value)
