"""What finished records say of spaces: what is put where, and which hidden spaces some rule knows.

Takes the tables of the document (definitions, kinds, verbs, rules, ...) and fills `BoardFacts.placed` and `BoardFacts.revealed`. A rule that reads the field
`hidden` at all may open every hidden space; a rule that names a hidden space may open that one. So a hidden space is reported only when no rule could.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rulewright.dsl.records import inside
from rulewright.dsl.source import Span

from .board_links import BoardFacts
from .facts import Facts
from .ways import HIDDEN

BARE_READS = frozenset(("field", "stat", "printed"))
_BEFORE_PLAY = frozenset(("boards", "tests", "always"))
"""Tables that describe and test, and do nothing in play."""


def is_hidden(node: Mapping[str, Any]) -> bool:
    """Whether what a record reads is the field `hidden`."""
    slot = str(node.get("slot"))
    return slot.endswith(HIDDEN) and slot.replace(":", "/").replace(".", "/").rpartition("/")[2] == HIDDEN


def note_uses(
    facts: BoardFacts, records: Iterable[Mapping[str, Any]], tables: Mapping[str, Sequence[Mapping[str, Any]]], place_of: Callable[[str], Span | None],
    kept: Iterable[Facts] = (),
) -> None:
    """Adds to the facts what the tables say; `records` are the boards, `place_of` gives the place of a record by id, `kept` is known without records."""
    hidden = {space["id"] for board in records for space in board["spaces"] if space["fields"].get(HIDDEN) is True}
    opened: set[str] = set()
    for name, table in tables.items():
        if name in _BEFORE_PLAY:
            continue
        for record in table:
            starts = record.get("starts_in")
            if isinstance(starts, Mapping) and starts.get("op") == "space":
                span = place_of(record["id"])
                facts.placed.setdefault(str(starts["id"]), []).extend([] if span is None else [span])
            for node in inside({key: part for key, part in record.items() if key != "starts_in"}):
                op = node.get("op")
                if op == "space":
                    opened.add(str(node["id"]))
                elif op in BARE_READS and is_hidden(node):
                    opened |= hidden
    for known in kept:
        opened |= hidden.union(known.spaces) if known.opens else set(known.spaces)
    facts.revealed = frozenset(opened & hidden)
