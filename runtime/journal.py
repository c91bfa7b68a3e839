"""The journal: every write to the state and its indexes, so that it can be taken back and made again.

A record is `(container, key, value before)`. Containers are dicts (entities, the machines' frames, index tables) whose values are replaced whole, and one
list, that of the entities, which only grows. The same records serve rollback, undo, look-ahead, state checks and the hash.
"""
from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final


class _Missing:
    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()
"""Stands for a key that was not there."""
_GROWN: Final = _Missing()
EVERYTHING = -1
_WHOSE = ("owner", "controller")

Record = tuple[Any, Any, Any]


class Journal:
    """`records` grows with every write; a mark is its length. `stamp` only ever grows, also at a rollback: equal stamps mean an untouched state. With an equal
    `base` nothing was taken back or dropped: what is new are the last records.
    `whose` grows when a write of who owns or controls something is taken back, or made again.
    """

    __slots__ = ("_seen", "_touched", "base", "records", "whose")

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.base = self.whose = 0
        self._touched: set[int] | None = None
        self._seen = 0

    def touched(self) -> set[int] | None:
        """The numbers of the entities that were written or taken back since the last time this was asked; None for all (also the first time)."""
        found = self._touched
        self._look(self._seen)
        self._touched, self._seen = set(), len(self.records)
        return None if found is None or EVERYTHING in found else found

    def _look(self, mark: int) -> None:
        """Note the entities of the records from a mark on, if anybody asks for them."""
        found = self._touched
        if found is None:
            return
        for box, key, _ in self.records[mark:]:
            if key is _GROWN:
                found.add(len(box))
            elif "kind" in box and type(box.get("id")) is int:
                found.add(box["id"])
            elif "die" in box and "sides" in box:  # it may lie in any list
                found.add(EVERYTHING)

    @property
    def stamp(self) -> int:
        """Differs whenever something was written or taken back."""
        return self.base + len(self.records)

    def write(self, box: dict[str, Any], key: str, value: Any) -> None:
        """Set a key of a container."""
        self.records.append((box, key, box.get(key, MISSING)))
        box[key] = value

    def put(self, box: dict[Any, Any], key: Any, value: Any) -> None:
        """`write` for containers whose keys are not texts (index tables)."""
        self.records.append((box, key, box.get(key, MISSING)))
        box[key] = value

    def erase(self, box: dict[Any, Any], key: Any) -> None:
        """Take a key out of a container; nothing if it is not there."""
        if key in box:
            self.records.append((box, key, box[key]))
            del box[key]

    def grow(self, box: list[Any], item: Any) -> None:
        """Append to the list of entities."""
        self.records.append((box, _GROWN, None))
        box.append(item)

    def mark(self) -> int:
        """The place to which `rollback` can return."""
        return len(self.records)

    def rollback(self, mark: int) -> None:
        """Take back everything since the mark."""
        for box, key, old in self._take_back(mark):
            if old is MISSING:
                del box[key]
            elif key is _GROWN:
                box.pop()
            else:
                box[key] = old

    def unwind(self, mark: int) -> list[Record]:
        """Take back everything since the mark and return what `rewind` needs to make it again."""
        redo: list[Record] = []
        for box, key, old in self._take_back(mark):
            if key is _GROWN:
                redo.append((box, key, box.pop()))
                continue
            redo.append((box, key, box.get(key, MISSING)))
            if old is MISSING:
                del box[key]
            else:
                box[key] = old
        return redo

    def rewind(self, redo: list[Record]) -> None:
        """Make again what `unwind` took back; the state must be as `unwind` left it."""
        records = self.records
        for box, key, value in reversed(redo):
            if key in _WHOSE:
                self.whose += 1
            if key is _GROWN:
                self.grow(box, value)
            elif value is MISSING:
                self.erase(box, key)
            else:
                records.append((box, key, box.get(key, MISSING)))
                box[key] = value

    def _take_back(self, mark: int) -> list[Record]:
        """Drop the records since the mark; they are given, the last one first."""
        if self._touched is not None:
            self._look(mark)
            self._seen = min(self._seen, mark)
        back = self.records[mark:]
        back.reverse()
        del self.records[mark:]
        self.base += 2 * len(back)
        for _, key, _ in back:
            if key in _WHOSE:
                self.whose += 1
                break
        return back

    def forget(self) -> None:
        """Drop all records: what was written can no longer be taken back."""
        self._look(self._seen)
        self._seen = 0
        self.base += len(self.records)
        self.records.clear()

    def start_over(self) -> None:
        """`forget`, and know no longer which entities were written."""
        self._touched = None
        self.forget()

    def drop(self, mark: int) -> None:
        """Drop the records before a mark; later marks become smaller by it."""
        self._look(self._seen)
        self.base += mark
        del self.records[:mark]
        self._seen = len(self.records)

    def keys_since(self, mark: int, among: Collection[Any] | None = None) -> set[Any]:
        """What is different from what it was at the mark: the keys (`holds`, `at`, slot ids, names of variables, index tables), for entities also as pairs
        of key and number. Only some keys are looked at, if those are given.
        """
        before: dict[tuple[int, Any], tuple[Any, Any]] = {}
        for box, key, old in self.records[mark:]:
            if among is None or key in among:
                before.setdefault((id(box), key), (box, old))
        found: set[Any] = set()
        for (_, key), (box, old) in before.items():
            if type(box) is dict and box.get(key, MISSING) != old:
                found.add(key)
                if "id" in box:
                    found.add((key, box["id"]))
        return found
