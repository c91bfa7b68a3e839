"""The table as a person sees it in a terminal: clocks, seats, boards, what stands where, and the zones.

Takes a view (the record of `rulewright.runtime.view`), so it can show nothing that the seat may not see.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .asking import named
from .drawing import Cell, Mark, draw_board, legend, letters, signs
from .names import Names, face, members, words
from .terminal import columns, paint, safe, width, wrapped

View = Mapping[str, Any]
_SEAT_STYLES = ("cyan", "red", "yellow", "green", "blue")


class Screen:
    """Draws views of one game; signs of things stay the same from view to view."""

    def __init__(self, ruleset: Mapping[str, Any], names: Names) -> None:
        self.ruleset = ruleset
        self.names = names
        self._listed = {space["id"] for board in ruleset["boards"] if board["grid"] is None for space in board["spaces"]}
        self._spaces = {space["id"] for board in ruleset["boards"] for space in board["spaces"]}
        self._kinds = {kind["id"]: kind for kind in ruleset["kinds"]}
        self._slots = {slot["id"]: slot for kind in ruleset["kinds"] for slot in kind["slots"]}
        self._slots.update((slot["id"], slot) for slot in ruleset["slots"])
        self._slots.update((slot["id"], slot) for record in ruleset["definitions"] for slot in record["slots"])
        self._signs = signs(safe(str(record["name"])) for record in ruleset["definitions"])
        self._cards = {safe(str(member["name"])): record for record in ruleset["definitions"] for member in members(record)}
        self._cards |= {safe(str(record["name"])): record for record in ruleset["definitions"]}
        self._actions = {words(str(record["name"])): record for table in ("sequences", "verbs") for record in ruleset[table]}
        self._lap = 0
        self._grounds = {board["id"]: self._grounds_of(board) for board in ruleset["boards"]}

    def lines(self, view: View) -> list[str]:
        """The whole table."""
        self._lap = self._first_lap(view)
        out = [part for line in (*self._values_line(view["table"], ""), *self.seat_lines(view)) for part in wrapped(line, "    ")]
        for board in self.ruleset["boards"]:
            out += ["", *self._board(board, view)]
        pieces = self._pieces(view)
        zones = self._zones(view)
        effects = self._effects(view)
        return [*out, *([""] if pieces else []), *pieces, *([""] if zones or effects else []), *zones, *effects]

    def card(self, typed: str) -> list[str]:
        """What is printed on the thing of a name, or on the one that has an action of that name: kind, owner, figures, text. Raises NotUnderstood."""
        record = self._cards[named(typed, list(self._cards))]
        slots = {slot["name"]: slot for slot in self._kind_slots(record["of"])[::-1]}
        head = [words(record["of"]), *([f"of {self.names.of(record['owner'])}"] if record["owner"] else [])]
        said = [f"{words(name)} {self._printed(value)}" for name, value in record["fields"].items() if name in slots and not _is_empty(value)]
        text = self.names.text(record.get("text") or "")
        return [
            "  " + paint(safe(str(record["name"])), "bold") + f": {' '.join(head)}",
            *(wrapped("  " + ", ".join(said), "  ") if said else []),
            *(wrapped(f"  {text}", "  ") if text else []),
        ]

    def action(self, typed: str) -> list[str]:
        """What something that may be done, such as `walk`, is done by and with; nothing if nothing has just that name."""
        record = self._actions.get(words(typed.strip().casefold().replace(" ", "_")))
        if record is None:
            return []
        asked = [(words(param["label"] or ""), param["type"].get("of")) for param in record["params"]]
        said = [f"{label} {self.names.of(of)}".strip() for label, of in asked if isinstance(of, str)]
        return wrapped("  " + paint(words(str(record["name"])), "bold") + f": an action{', ' if said else ''}{', '.join(said)}", "  ")

    def _printed(self, value: Any) -> str:
        if isinstance(value, dict):
            return self.names.of(next(iter(value.values())))
        return ", ".join(self._printed(one) for one in value) if isinstance(value, list) else self.names.of(value)

    # ------------------------------------------------------------ values

    def _values_line(self, values: Mapping[str, Any], indent: str) -> list[str]:
        said = self.values(values, zeros=True)
        return [indent + said] if said else []

    def values(self, values: Mapping[str, Any], zeros: bool = False) -> str:
        """Counters and stats in a line: `clock 3, damage 4`; what is nothing is left out, and zeros where they say nothing."""
        said = []
        for slot, value in _current(values).items():
            if isinstance(value, bool):
                said += self._flag(slot, value)
            elif value not in (None, [], "") and (zeros or value != 0):
                said.append(f"{self.names.of(slot)} {self._value(slot, value)}")
        return ", ".join(said)

    def _flag(self, slot: str, value: bool) -> list[str]:
        """What a yes or no says: nothing while it is as it began."""
        start = self._slots[slot]["start"]
        if start is not None and start["op"] == "bool" and start["value"] is True:
            return [] if value else [f"not {self.names.of(slot)}"]
        return [self.names.of(slot)] if value else []

    def _value(self, slot: str, value: Any) -> str:
        kind = self._slots[slot]["type"]
        if kind["type"] == "dial" and isinstance(value, int):
            laps = _lap(value, kind) - self._lap
            return str(face(value, kind)) + (" next lap" if laps == 1 else f" in {laps} laps" if laps > 1 else "")
        return self.names.of(value)

    def _first_lap(self, view: View) -> int:
        """The lap of the dial that is furthest behind: those of later laps say so."""
        said = [view["table"], *(one["values"] for one in (*view["seats"], *view["things"]))]
        dials = [(value, self._slots[slot]["type"]) for values in said for slot, value in values.items() if isinstance(value, int) and slot in self._slots]
        return min((_lap(value, kind) for value, kind in dials if kind["type"] == "dial"), default=0)

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
        marks_of = self._marks if board["grid"] is not None else self._alike
        held = {space["id"]: marks_of([things[one] for one in space["things"] if one in things], seats) for space in view["spaces"]}
        grounds, ground = self._grounds[board["id"]]
        named = _landmarks(board)
        letters_of = {space["id"]: named.get(space["id"], grounds.get(ground(space), ".")) for space in board["spaces"]}
        if board["grid"] is None:
            letters_of = {space["id"]: ", ".join([*filter(None, [words(ground(space))]), *_marked(space)]) or "." for space in board["spaces"]}
        cells = {space["id"]: Cell(letters_of[space["id"]], held.get(space["id"], ())) for space in board["spaces"]}
        lines = [paint(safe(str(board["name"])), "bold"), *draw_board(board, cells.__getitem__, paint)]
        if board["grid"] is None:
            return lines
        marks = [f"{named[space['id']]} {safe(str(space['name']))} {space['at'][0]},{space['at'][1]}" for space in board["spaces"] if space["id"] in named]
        told = [*legend(cells.values(), grounds), *(["  " + "   ".join(marks)] if marks else [])]
        return [*lines, *(part for line in told for part in wrapped(line, "  "))]

    def _marks(self, things: Sequence[Mapping[str, Any]], seats: Sequence[str]) -> list[Mark]:
        return [self._mark(thing, seats) for thing in things]

    def _alike(self, things: Sequence[Mapping[str, Any]], seats: Sequence[str]) -> list[Mark]:
        """A mark for each thing; one with their number for copies of which there is nothing more to say."""
        marks: dict[tuple[str, str], list[Mark]] = {}
        for thing in things:
            mark = self._mark(thing, seats)
            marks.setdefault((thing["definition"], "" if not self.values(thing["values"]) else thing["id"]), []).append(mark)
        many = {key: Mark(same[0].sign, f"{self.names.of(key[0])} x{len(same)}", same[0].style) for key, same in marks.items() if len(same) > 1}
        return [many.get(key, same[0]) for key, same in marks.items()]

    def whereabouts(self, view: View) -> dict[str, str]:
        """The names of the places where things are, of boards that are not drawn: a person cannot see it there."""
        return {thing["id"]: self.names.of(thing["place"]) for thing in view["things"] if thing["place"] in self._listed}

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
        """What is in play and has something to count, those of one owner together: a table of those that have the same values, lines where it is too wide."""
        seats = [seat["id"] for seat in view["seats"]]
        shown = [thing for thing in view["things"] if self._is_shown(thing) and (thing["place"] not in self._listed or self.values(thing["values"]))]
        shown.sort(key=lambda thing: seats.index(thing["owner"]) if thing["owner"] in seats else len(seats))
        alike: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
        for thing in shown:
            alike.setdefault(tuple(slot for slot in _current(thing["values"]) if self._is_number(slot)), []).append(thing)
        lines: list[str] = []
        for slots, things in alike.items():
            sheet = self._sheet(slots, things, seats) if slots else []
            table = _table(sheet) or _table(list(zip(*sheet, strict=True)))
            if table and lines:
                lines.append("")
            lines += table or [line for thing in things for line in self._piece(thing, seats)]
        return lines

    def _is_shown(self, thing: Mapping[str, Any]) -> bool:
        place = thing["place"]
        if place in self._spaces:
            return True
        if place is None or not self._counts(thing):
            return False
        zone, _, holder = place.partition(":")
        return bool(place == "table" or (holder == "table" and self._works_in(thing["kind"], zone)))

    def _works_in(self, kind: str | None, zone: str) -> bool:
        """Whether things of a kind are in play in a zone of the table."""
        while kind in self._kinds:
            if any(words(slot) == words(zone) for slot in self._kinds[kind]["works_in"]):
                return True
            kind = self._kinds[kind]["parent"]
        return False

    def _is_number(self, slot: str) -> bool:
        return bool(self._slots[slot]["type"]["type"] in ("int", "dial"))

    def _counts(self, thing: Mapping[str, Any]) -> bool:
        return bool(self.values({slot: value for slot, value in thing["values"].items() if self._slots[slot]["role"] == "counter"}))

    def _sheet(self, slots: Sequence[str], things: Sequence[Mapping[str, Any]], seats: Sequence[str]) -> list[Sequence[Mark]]:
        """The cells of a table: a row for each thing, below one of names; what is nothing for all of them is left out."""
        rows: list[Sequence[Mark]] = [[Mark(text, text, "dim") for text in ("", "at", *(self.names.of(slot) for slot in slots), "")]]
        for thing in things:
            mark = self._mark(thing, seats)
            cells = ["-" if thing["values"][slot] is None else self._value(slot, thing["values"][slot]) for slot in slots]
            others = self.values({slot: value for slot, value in thing["values"].items() if slot not in slots})
            rows.append([mark, *(Mark(text, text) for text in (self._where(thing), *cells, others))])
        told = [at for at in range(len(rows[0])) if at == 0 or any(row[at].name not in ("", "0", "-") for row in rows[1:])]
        return [[row[at] for at in told] for row in rows]

    def _where(self, thing: Mapping[str, Any]) -> str:
        return "" if thing["place"] in (None, "table") else self.names.of(thing["place"])

    def _piece(self, thing: Mapping[str, Any], seats: Sequence[str]) -> list[str]:
        mark = self._mark(thing, seats)
        place = self._where(thing)
        values = self.values(thing["values"])
        return wrapped(f"  {paint(mark.name, mark.style)}{f' at {place}' if place else ''}" + (f": {values}" if values else ""), "    ")

    def _zones(self, view: View) -> list[str]:
        lines: list[str] = []
        states = {thing["id"]: thing["values"] for thing in view["things"]}
        listed = {thing["id"] for thing in view["things"] if self._is_shown(thing)}
        for zone in view["zones"]:
            if not zone["count"]:
                continue
            seen = [one for one in zone["things"] if one is not None]
            hidden = zone["count"] - len(seen)
            if hidden or not all(one in listed for one in seen):
                said = self._told(seen, states)
                lines += wrapped(f"  {self.names.of(zone['id'])}: {', '.join([*said, *([_cards(hidden)] if hidden else [])])}", "    ")
        return lines

    def _told(self, seen: Sequence[str], states: Mapping[str, Mapping[str, Any]]) -> list[str]:
        """The things in a zone by name and state, copies of which nothing tells one from another as a number of them."""
        alike: dict[str, list[str]] = {}
        for one in seen:
            alike.setdefault(self._plain(one) + self._state(states.get(one, {})), []).append(one)
        return [f"{text} x{len(same)}" if len(same) > 1 else text for text, same in alike.items()]

    def _plain(self, thing: str) -> str:
        """The name without the number of the copy."""
        return self.names.plain(thing)

    def _state(self, values: Mapping[str, Any]) -> str:
        """What is so of a card in a zone: `(exhausted)`."""
        said = [text for slot, value in values.items() if isinstance(value, bool) for text in self._flag(slot, value)]
        return f" ({', '.join(said)})" if said else ""

    def _effects(self, view: View) -> list[str]:
        said = [self.names.rule(one["rule"]) + (f" ({one['left']} left)" if one["left"] else "") for one in view["effects"]]
        return wrapped(f"  in force: {', '.join(dict.fromkeys(said))}", "    ") if said else []


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value == [] or (isinstance(value, dict) and "effect" in value)


def _current(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by slot, without those that a kind has declared anew under the same name."""
    last = {slot.rpartition(".")[2].rpartition(":")[2]: slot for slot in values}
    return {slot: value for slot, value in values.items() if slot in last.values()}


def _table(rows: Sequence[Sequence[Mark]]) -> list[str]:
    """Rows of cells as lines; nothing if they are too wide for the terminal."""
    wide = [max(width(row[at].name) for row in rows) for at in range(len(rows[0]))] if rows else []
    if not rows or 2 * len(wide) + sum(wide) > columns():
        return []
    return ["  " + "  ".join(paint(cell.name, cell.style) + " " * (wide[at] - width(cell.name)) for at, cell in enumerate(row)).rstrip() for row in rows]


def _lap(value: int, dial: Mapping[str, Any]) -> int:
    return int((value - dial["low"]) // (dial["high"] - dial["low"] + 1))


def _cards(count: int) -> str:
    return f"{count} hidden"


def _marked(space: Mapping[str, Any]) -> list[str]:
    """What is printed on a space that only some have: the names of its rows that say yes."""
    return [words(name) for name, value in space["fields"].items() if value is True]


def _landmarks(board: Mapping[str, Any]) -> dict[str, str]:
    """A capital letter for each space of a grid that has a name of its own, as long as there are letters."""
    made: dict[str, str] = {}
    for space in board["spaces"]:
        if board["grid"] is not None and space["at"] is not None and _has_name(space, board):
            own = [c.upper() for c in str(space["name"]) if c.isascii() and c.isalpha()]
            letter = next((c for c in [*own, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ"] if c not in made.values()), None)
            if letter is not None:
                made[space["id"]] = letter
    return made


def _has_name(space: Mapping[str, Any], board: Mapping[str, Any]) -> bool:
    """Whether a space of a grid has a name of its own, and not only its place."""
    column, row = space["at"]
    return str(space["name"]) not in (f"{board['grid']['shape']}({column}, {row})", f"{column},{row}")
