"""The table in brief, for whoever is asked: what belongs to the seat, where its things stand and what is beside them; the rest in a line each.

It is shown instead of the whole table where that takes more lines than a person reads after each action. Grids are drawn whole: they are what one plays on.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .asking import NotUnderstood, closeness, named
from .names import Names, words
from .screen import Screen, View
from .terminal import paint, safe, wrapped

READABLE = 30
"""So many lines may the whole table take and be shown after each action all the same."""

_FEW = 3
"""So many open cards in a zone of the table are still told in brief."""

_HINT = "  (`view`: the whole table; `map`: the boards; `look NAME`: a card or place)"


class Brief(Screen):
    """As `Screen`, and in brief."""

    def __init__(self, ruleset: Mapping[str, Any], names: Names) -> None:
        super().__init__(ruleset, names)
        self._printed_of = {record["id"]: record["fields"] for record in ruleset["definitions"]}
        self._lists = [board for board in ruleset["boards"] if board["grid"] is None]
        self._space = {space["id"]: space for board in ruleset["boards"] for space in board["spaces"]}
        starts = (record["starts_in"] for table in ("kinds", "definitions") for record in ruleset[table])
        self._stacks = {start["name"] for start in starts if start is not None and start["op"] == "global"}
        self._space_of = {safe(str(space["name"])): ident for ident, space in self._space.items()}
        self._ways: dict[str, dict[str, str]] = {}
        for board in ruleset["boards"]:
            for link in board["links"]:
                route = "" if link["route"] in ("path", "step") else words(link["route"])
                self._ways.setdefault(link["from"], {}).setdefault(link["to"], route)
                if link["both"]:
                    self._ways.setdefault(link["to"], {}).setdefault(link["from"], route)

    def shown(self, view: View, seat: str, whole: bool = True) -> list[str]:
        """The whole table as one paragraph if it is wanted and short, else what is near to the seat, in paragraphs."""
        lines = self.lines(view) if whole else []
        return ["\n".join(lines)] if 0 < len(lines) <= READABLE else "\n".join(self.brief(view, seat)).strip("\n").split("\n\n")

    def brief(self, view: View, seat: str) -> list[str]:
        """What is near to a seat."""
        out = [*wrapped(self.values({slot: value for slot, value in view["table"].items() if value != self._begins(slot)}), "  "), *self._seats(view)]
        for board in self.ruleset["boards"]:
            out += ["", *self._board(board, view)] if board["grid"] is not None else []
        listed = [thing for thing in view["things"] if thing["place"] in self._listed and thing["controller"] is not None]
        mine = [thing for thing in listed if thing["controller"] == seat]
        rest = {**view, "things": [thing for thing in view["things"] if thing["place"] not in self._listed]}
        pieces = self._pieces(rest)
        out += ["", *pieces] if pieces else []
        for thing in mine:
            out += ["", *self._around(thing, view)]
        own = [zone for zone in view["zones"] if self._whose(zone, view) == seat and not self._told_above(zone, mine)]
        zones = self._zones({**view, "zones": [*(zone for zone in view["zones"] if self._is_turned_up(zone)), *own]})
        effects = self._effects(view)
        out += ["", *zones, *effects] if zones or effects else []
        others = [self._other(thing, view) for thing in listed if thing not in mine]
        out += ["", *(line for other in others for line in wrapped(f"  {other}", "    "))] if others else []
        return [*out, "", *(paint(line, "dim") for line in wrapped(_HINT, "   "))]

    def maps(self, view: View) -> list[str]:
        """The boards alone."""
        self._lap = self._first_lap(view)
        return [line for board in self.ruleset["boards"] for line in ("", *self._board(board, view))]

    def place(self, typed: str, view: View) -> list[str]:
        """A place by its name: what is there and beside it. Raises NotUnderstood."""
        return self._spot(self._space_of[named(typed, list(self._space_of))], view, None)

    def card(self, typed: str) -> list[str]:
        """As for `Screen`; a name that fits a place better is no card's."""
        if closeness(typed, list(self._space_of)) < closeness(typed, list(self._cards)):
            raise NotUnderstood(f"`{safe(typed)}` is a place")
        return super().card(typed)

    # ------------------------------------------------------------ parts

    def _seats(self, view: View) -> list[str]:
        """The seats of which there is something to say: what is not as it began."""
        seats = [{**seat, "values": {slot: value for slot, value in seat["values"].items() if value != self._begins(slot)}} for seat in view["seats"]]
        said = zip(seats, self.seat_lines({**view, "seats": seats}), strict=True)
        return [part for seat, line in said if seat["status"] != "playing" or self.values(seat["values"]) for part in wrapped(line, "    ")]

    def _around(self, thing: Mapping[str, Any], view: View) -> list[str]:
        state = self._changed(thing)
        head = f"{paint(self.names.of(thing['id']), 'bold')}" + (f": {state}" if state else "")
        zones = self._zones({**view, "zones": [zone for zone in view["zones"] if zone["owner"] == thing["id"]]})
        return [*wrapped(head, "    "), *zones, *self._spot(thing["place"], view, thing["id"])]

    def _spot(self, space: str, view: View, besides: str | None) -> list[str]:
        """A place, what is there, and what is beside it: places on which something stands, then the others."""
        here = self._standing(space, view, besides)
        lines = wrapped(f"  at {self._place(space)}" + (f", with {', '.join(here)}" if here else ""), "    ")
        free: list[str] = []
        for other, route in self._ways.get(space, {}).items():
            marks = self._standing(other, view)
            name = self._place(other) + (f" ({route})" if route else "")
            if marks:
                lines += wrapped(f"    beside {name}: {', '.join(marks)}", "      ")
            elif not route:
                free.append(name)
        return [*lines, *(wrapped(f"    beside {', '.join(free)}", "      ") if free else [])]

    def _standing(self, space: str, view: View, besides: str | None = None) -> list[str]:
        """What is in a place, but for one thing: copies of which nothing more can be said as one with their number."""
        seats = [seat["id"] for seat in view["seats"]]
        things = [thing for thing in view["things"] if thing["place"] == space and thing["id"] != besides]
        alone = [thing for thing in things if self.values(thing["values"])]
        plain = [thing["definition"] for thing in things if thing not in alone]
        marks = [self._painted(thing, seats) for thing in alone]
        for definition in dict.fromkeys(plain):
            many = plain.count(definition)
            marks.append(self.names.of(definition) + (f" x{many}" if many > 1 else ""))
        return marks

    def _painted(self, thing: Mapping[str, Any], seats: Sequence[str]) -> str:
        mark = self._mark(thing, seats)
        state = "" if thing["controller"] in seats else self._changed(thing)
        return paint(mark.name, mark.style) + (f" ({state})" if state else "")

    def _place(self, space: str) -> str:
        record = self._space[space]
        board = next(board for board in self.ruleset["boards"] if record in board["spaces"])
        _, ground = self._grounds[board["id"]]
        printed = ", ".join([*filter(None, [words(ground(record))]), *(words(name) for name, value in record["fields"].items() if value is True)])
        return safe(str(record["name"])) + (f" [{printed}]" if printed else "")

    def _changed(self, thing: Mapping[str, Any]) -> str:
        """Counters that are not nothing, and stats that are not as they are printed."""
        printed = self._printed_of.get(thing["definition"], {})
        kept = {}
        for slot, value in thing["values"].items():
            record = self._slots[slot]
            if record["role"] != "stat" or value != printed.get(record["name"], self._begins(slot)):
                kept[slot] = value
        return self.values(kept)

    def _begins(self, slot: str) -> Any:
        """What a counter or stat begins with, where that is a plain value."""
        start = self._slots[slot]["start"]
        return start["value"] if start is not None and "value" in start else None

    def _whose(self, zone: Mapping[str, Any], view: View) -> str | None:
        """The seat that a zone belongs to, itself or as that of one of its things."""
        owner = zone["owner"]
        found: str | None = next((thing["controller"] for thing in view["things"] if thing["id"] == owner), owner)
        return found

    def _is_turned_up(self, zone: Mapping[str, Any]) -> bool:
        """Whether a zone of the table holds a few things that all see and that begin elsewhere: what play has just brought there."""
        return zone["owner"] == "table" and 0 < zone["count"] <= _FEW and None not in zone["things"] and zone["slot"] not in self._stacks

    def _told_above(self, zone: Mapping[str, Any], mine: Sequence[Mapping[str, Any]]) -> bool:
        return any(zone["owner"] == thing["id"] for thing in mine)

    def _other(self, thing: Mapping[str, Any], view: View) -> str:
        """Somebody else's thing in a line: where it is, and how much is in its zones."""
        seat = next(at for at, one in enumerate(view["seats"]) if one["id"] == thing["controller"])
        holds = [f"{words(zone['slot'].rpartition('.')[2])} {zone['count']}" for zone in view["zones"] if zone["owner"] == thing["id"] and zone["count"]]
        said = ", ".join([*filter(None, [self._changed(thing)]), *holds])
        return f"{paint(self.names.of(thing['id']), self._style(seat))} at {self.names.of(thing['place'])}" + (f": {said}" if said else "")
