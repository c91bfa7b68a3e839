"""The table as a person sees it in a terminal: clocks, seats, boards, what stands where, and the zones.

Takes a view (the record of `rulewright.runtime.view`), so it can show nothing that the seat may not see.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .drawing import Cell, Mark, draw_board, legend, letters, signs
from .names import Names, words
from .terminal import paint, safe

View = Mapping[str, Any]
_SEAT_STYLES = ("cyan", "red", "yellow", "green", "blue")


class Screen:
    """Draws views of one game; signs of things stay the same from view to view."""

    def __init__(self, ruleset: Mapping[str, Any], names: Names) -> None:
        self.ruleset = ruleset
        self.names = names
        self._kinds = {kind["id"]: kind for kind in ruleset["kinds"]}
        self._slots = {slot["id"]: slot for kind in ruleset["kinds"] for slot in kind["slots"]}
        self._slots.update((slot["id"], slot) for slot in ruleset["slots"])
        self._slots.update((slot["id"], slot) for record in ruleset["definitions"] for slot in record["slots"])
        self._signs = signs(safe(str(record["name"])) for record in ruleset["definitions"])
        self._grounds = {board["id"]: self._grounds_of(board) for board in ruleset["boards"]}

    def lines(self, view: View) -> list[str]:
        """The whole table."""
        out = [*self._values_line(view["table"], ""), *self.seat_lines(view)]
        for board in self.ruleset["boards"]:
            out += ["", *self._board(board, view)]
        pieces = self._pieces(view)
        zones = self._zones(view)
        effects = self._effects(view)
        return [*out, *([""] if pieces else []), *pieces, *([""] if zones or effects else []), *zones, *effects]

    # ------------------------------------------------------------ values

    def _values_line(self, values: Mapping[str, Any], indent: str) -> list[str]:
        said = self.values(values, zeros=True)
        return [indent + said] if said else []

    def values(self, values: Mapping[str, Any], zeros: bool = False) -> str:
        """Counters and stats in a line: `clock 3, damage 4`; what is nothing is left out, and zeros where they say nothing."""
        said = {slot: value for slot, value in values.items() if value is not None and value != [] and value is not False and (zeros or value != 0)}
        return ", ".join(f"{self.names.of(slot)}" if value is True else f"{self.names.of(slot)} {self._value(slot, value)}" for slot, value in said.items())

    def _value(self, slot: str, value: Any) -> str:
        kind = self._slots[slot]["type"]
        if kind["type"] == "dial" and isinstance(value, int):
            return str(kind["low"] + (value - kind["low"]) % (kind["high"] - kind["low"] + 1))
        return self.names.of(value)

    def seat_lines(self, view: View) -> list[str]:
        """A line for each seat with its counters."""
        lines = []
        for at, seat in enumerate(view["seats"]):
            status = "" if seat["status"] == "playing" else f"  ({words(seat['status'])})"
            values = self.values(seat["values"], zeros=True)
            lines.append(paint(self.names.of(seat["id"]), "bold", self._style(at)) + (f"  {values}" if values else "") + status)
        return lines

    def _style(self, seat: int) -> str:
        return _SEAT_STYLES[seat % len(_SEAT_STYLES)]

    # ------------------------------------------------------------ boards

    def _board(self, board: Mapping[str, Any], view: View) -> list[str]:
        things = {thing["id"]: thing for thing in view["things"]}
        seats = [seat["id"] for seat in view["seats"]]
        held = {space["id"]: [self._mark(things[one], seats) for one in space["things"] if one in things] for space in view["spaces"]}
        grounds, ground = self._grounds[board["id"]]
        cells = {space["id"]: Cell(grounds.get(ground(space), "."), held.get(space["id"], ())) for space in board["spaces"]}
        lines = [paint(safe(str(board["name"])), "bold"), *draw_board(board, cells.__getitem__, paint)]
        if board["grid"] is not None:
            named = [f"{safe(str(space['name']))} {space['at'][0]},{space['at'][1]}" for space in board["spaces"] if space["at"] and _has_name(space, board)]
            return [*lines, *legend(cells.values(), grounds), *(["  " + "   ".join(named)] if named else [])]
        return lines

    def _mark(self, thing: Mapping[str, Any], seats: Sequence[str]) -> Mark:
        name = self.names.of(thing["id"])
        plain = self.names.of(thing["definition"])
        owner = thing["controller"] or thing["owner"]
        return Mark(self._signs.get(plain, "??"), name, self._style(seats.index(owner)) if owner in seats else "")

    def _grounds_of(self, board: Mapping[str, Any]) -> tuple[dict[str, str], Any]:
        """A letter for each word of the first printed slot of the spaces that holds a word, and the function from a space to its word."""
        slots = [slot for kind in dict.fromkeys(space["of"] for space in board["spaces"]) for slot in self._kind_slots(kind)]
        slot = next((slot for slot in slots if slot["role"] == "printed" and slot["type"]["type"] == "word"), None)
        if slot is None:
            return {}, lambda space: ""
        plain = slot["start"]["value"] if slot["start"] is not None and slot["start"]["op"] == "word" else ""
        name = slot["name"]

        def ground(space: Mapping[str, Any]) -> str:
            return str(space["fields"].get(name, plain))

        used = [ground(space) for space in board["spaces"]]
        order = [*([plain] if plain in used else []), *sorted(set(used) - {plain})]
        return letters(safe(word) for word in order), ground

    def _kind_slots(self, kind: str | None) -> list[Mapping[str, Any]]:
        found: list[Mapping[str, Any]] = []
        while kind in self._kinds:
            found += self._kinds[kind]["slots"]
            kind = self._kinds[kind]["parent"]
        return found

    # ------------------------------------------------------------ pieces and zones

    def _pieces(self, view: View) -> list[str]:
        """A line for each thing on a board, and for each on the table that has something to count, those of one owner together."""
        spaces = {space["id"] for board in self.ruleset["boards"] for space in board["spaces"]}
        seats = [seat["id"] for seat in view["seats"]]
        shown = [thing for thing in view["things"] if thing["place"] in spaces or (thing["place"] == "table" and self._counts(thing))]
        shown.sort(key=lambda thing: seats.index(thing["owner"]) if thing["owner"] in seats else len(seats))
        return [self._piece(thing, seats) for thing in shown]

    def _counts(self, thing: Mapping[str, Any]) -> bool:
        return bool(self.values({slot: value for slot, value in thing["values"].items() if self._slots[slot]["role"] == "counter"}))

    def _piece(self, thing: Mapping[str, Any], seats: Sequence[str]) -> str:
        mark = self._mark(thing, seats)
        place = "" if thing["place"] in (None, "table") else f" at {self.names.of(thing['place'])}"
        values = self.values(thing["values"])
        return f"  {paint(mark.name, mark.style)}{place}" + (f": {values}" if values else "")

    def _zones(self, view: View) -> list[str]:
        lines = []
        for zone in view["zones"]:
            if not zone["count"]:
                continue
            seen = [one for one in zone["things"] if one is not None]
            hidden = zone["count"] - len(seen)
            said = [self.names.of(seen)] if seen else []
            lines.append(f"  {self.names.of(zone['id'])}: {', '.join([*said, *([_cards(hidden)] if hidden else [])])}")
        return lines

    def _effects(self, view: View) -> list[str]:
        said = [self.names.rule(one["rule"]) + (f" ({one['left']} left)" if one["left"] else "") for one in view["effects"]]
        return [f"  in force: {', '.join(dict.fromkeys(said))}"] if said else []


def _cards(count: int) -> str:
    return f"{count} hidden"


def _has_name(space: Mapping[str, Any], board: Mapping[str, Any]) -> bool:
    """Whether a space of a grid has a name of its own, and not only its place."""
    column, row = space["at"]
    return str(space["name"]) not in (f"{board['grid']['shape']}({column}, {row})", f"{column},{row}")
