"""A record -> facts: one walk through the unfinished record of a printed thing notes what later passes want to know of it.

The passes are those of `flow.py`, `rings.py`, `absent.py`, `answers.py` and `board_uses.py`; each says there what it looks for. Where they want more than is
noted here, they ask for the record itself.
"""
from __future__ import annotations

from typing import Any

from .absent import SPEAKS, speaks_of
from .answers import SHOWN, shown_as
from .board_uses import BARE_READS, is_hidden
from .circles import reads_of
from .early import EARLY, asked
from .facts import Facts
from .field_rings import starting_in, things_in
from .flow import chosen_kind
from .rings import called

Record = dict[str, Any]


class _Walk:
    """One walk; see `Facts`."""

    def __init__(self) -> None:
        self.named: set[str] = set()
        self.written: set[str] = set()
        self.read: set[str] = set()
        self.chosen: set[str] = set()
        self.spaces: set[str] = set()
        self.shown: set[str] = set()
        self.early: list[Any] = []
        self.creates = self.opens = False

    def through(self, value: Any) -> None:
        shown, named, read = self.shown, self.named, self.read
        stack: list[Any] = [value]
        targets: list[Record] = []
        while stack:
            at = stack.pop()
            if type(at) is list:
                stack += [inner for inner in at if type(inner) is dict or type(inner) is list]
            if type(at) is not dict:
                continue
            op = at.get("op")
            if op is None and at.get("kind") == "handler" and at["moment"] in EARLY:
                self.early.append([at["event"], sorted(set(asked(at)))])
            if op == "var":
                shown.add(at["name"])
                continue
            if op in _PLAIN:
                continue
            inside: list[Any] = []
            for key, inner in at.items():
                kind = type(inner)
                if kind is dict:
                    inside.append(inner)
                elif kind is list:
                    inside.append(inner)
                    if key == "members":
                        shown_as(key, inner, shown)
                elif kind is str and key in SHOWN:
                    shown_as(key, inner, shown)
            speaks = speaks_of(at) if op in SPEAKS else None
            if speaks is not None:
                named.add(speaks)
            if op in BARE_READS and is_hidden(at):
                self.opens = True
            if (op == "field" or op == "global") and not (targets and targets[-1] is at):
                read.add(at.get("slot") or at.get("name") or "")
            elif op in _NOTED:
                self.note(op, at)
            if targets and targets[-1] is at:
                targets.pop()
            if op == "set" and at["target"]["op"] in ("field", "global"):
                # What is set is not read by that; all else about it counts. It is the next to be looked at, whatever else it is a part of.
                target = at["target"]
                self.written.add(target.get("slot") or target.get("name") or "")
                inside = [*(inner for key, inner in at.items() if key != "target" and (type(inner) is dict or type(inner) is list)), target]
                targets.append(target)
            stack += inside

    def note(self, op: str, at: Record) -> None:
        if op == "space":
            self.spaces.add(str(at["id"]))
        elif op == "operation":
            self.creates = self.creates or at.get("name") == "create"
        else:
            self.chosen.update(filter(None, [chosen_kind(at)]))


_NOTED = frozenset(("space", "operation", "choose"))
_PLAIN = frozenset(("int", "bool", "none", "table", "box"))
"""Operations in which there is nothing to note."""


def _stat(clause: Record) -> list[Any]:
    reads, asks = reads_of(clause)
    return [clause["slot"], sorted(reads), sorted(asks)]


def facts_of(record: Record, effects: list[Record]) -> Facts | None:
    """The facts of one definition's record and the effects that it is the home of; None for one that starts in a space, as a map wants to know in which order,
    or in another thing."""
    walk = _Walk()
    start = record["starts_in"]
    if type(start) is dict and start.get("op") == "space":
        return None
    if start is not None and starting_in(record):
        return None
    walk.through({key: value for key, value in record.items() if key != "starts_in"})
    spaces, opens = sorted(walk.spaces), walk.opens
    walk.through([start, effects])
    parts = (record, *record["faces"])
    return Facts(
        [_stat(clause) for clause in record["clauses"] if clause["kind"] == "modify"],
        [[one["event"], one["moment"] in ("after", "before"), sorted(called(one["body"]))] for p in parts for one in p["handlers"] if one["react"] is None],
        walk.early,
        sorted({target for p in parts for clause in p["clauses"] if clause["kind"] == "limit" for target in clause["targets"]}),
        sorted(walk.named), sorted(walk.written), sorted(walk.read), walk.creates, sorted(walk.chosen), spaces,
        opens, sorted(walk.shown), [[name, named] for name, value in record["fields"].items() if (named := things_in(value))],
    )
