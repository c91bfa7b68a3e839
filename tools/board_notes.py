"""What single spaces and links of a board say of themselves: where they are printed, that they are homebrew, and why. The picture numbers such notes.

What the board says itself is no note, and what many say is none: a number at every second link would hide the one that is doubtful. Titles hold them all.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

Key = tuple[str, ...]
_FEW = 3
_MOST = 20


class Note(NamedTuple):
    """A text, the keys of the spaces and links that say it, and their names."""

    text: str
    keys: list[Key]
    names: list[str]

    def line(self) -> str:
        """`A -- B and 2 more: the text`."""
        shown = ", ".join(self.names[:_FEW]) + (f" and {len(self.names) - _FEW} more" if len(self.names) > _FEW else "")
        return f"{shown}: {self.text}"


def said(record: Mapping[str, Any], board: Mapping[str, Any]) -> str:
    """What a space or link says beside its board: `homebrew; page 3; because ...`; empty where it says nothing of its own."""
    parts = [str(record[name]) for name in ("origin", "source", "reason") if record.get(name) and record[name] != board.get(name)]
    return "; ".join(parts)


def key_of(record: Mapping[str, Any]) -> Key:
    """The key of a space or of a link."""
    return (record["id"],) if "id" in record else (record["from"], record["to"], record["route"])


def notes(board: Mapping[str, Any], others: Iterable[Mapping[str, Any]] = ()) -> list[Note]:
    """The notes of a board in the order in which they stand there. `others` are boards to whose spaces its links may lead."""
    names = {space["id"]: space["name"] for some in (*others, board) for space in some["spaces"]}
    found: dict[str, Note] = {}
    for record, name in _named(board, names):
        text = said(record, board)
        if text:
            note = found.setdefault(text, Note(text, [], []))
            note.keys.append(key_of(record))
            note.names.append(name)
    limit = max(_FEW, (len(board["spaces"]) + len(board["links"])) // 10)
    few = [note for note in found.values() if len(note.keys) <= limit]
    return few if len(few) <= _MOST else []


def _named(board: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[tuple[Mapping[str, Any], str]]:
    for space in board["spaces"]:
        yield space, space["name"]
    for link in board["links"]:
        yield link, f"{names.get(link['from'], link['from'])} {'--' if link['both'] else '->'} {names.get(link['to'], link['to'])}"
