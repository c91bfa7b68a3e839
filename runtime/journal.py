"""The journal: every write to the state and its indexes, so that it can be taken back and made again.

A record is `(container, key, value before)`. Containers are dicts (entities, the machines' frames, index tables) whose values are replaced whole, and one
list, that of the entities, which only grows. The same records serve rollback, undo, look-ahead, state checks and the hash.

Of a long sequence that one item comes to or leaves, the record says that (a `Step`) in place of the value before: ten thousand things that come one by one
would leave ten thousand sequences behind. While several steps are taken back, or made again, the sequence is open to changes in place; nobody sees it then.
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

LONG = 64
"""From this length on a sequence is a long one. To keep a shorter one whole costs less."""

Record = tuple[Any, Any, Any]


class Step:
    """What was done to a long sequence: an item has come to a place, or has left it."""

    __slots__ = ("at", "came", "item")

    def __init__(self, at: int, item: Any, came: bool) -> None:
        self.at = at
        self.item = item
        self.came = came

    def do(self, items: list[Any], again: bool) -> None:
        """Make it again, or take it back."""
        if self.came is again:
            items.insert(self.at, self.item)
        else:
            del items[self.at]


class _Open(list[Any]):
    """A long sequence that steps are taken back on; `kind` is what it was and will be."""

    kind: type[Any]


Opened = list[tuple[dict[Any, Any], Any]]


def _open(box: dict[Any, Any], key: Any, opened: Opened) -> list[Any]:
    """The sequence under a key, open."""
    items = box[key]
    if type(items) is not _Open:
        opened.append((box, key))
        kind = type(items)
        items = box[key] = _Open(items)
        items.kind = kind
    return items


def _close(opened: Opened) -> None:
    """What has been opened is a sequence again, unless it was replaced."""
    for box, key in opened:
        items = box.get(key)
        if type(items) is _Open:
            box[key] = items.kind(items)


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

    def insert(self, box: dict[Any, Any], key: Any, at: int, item: Any) -> None:
        """Put an item at a place of the sequence (a tuple or list) under a key."""
        known = box[key]
        self.records.append((box, key, known if len(known) < LONG else Step(at, item, True)))
        part = [item] if type(known) is list else (item,)
        box[key] = known + part if at == len(known) else known[:at] + part + known[at:]

    def remove(self, box: dict[Any, Any], key: Any, at: int) -> None:
        """Take the item at a place out of the sequence under a key."""
        known = box[key]
        self.records.append((box, key, known if len(known) < LONG else Step(at, known[at], False)))
        box[key] = known[:at] + known[at + 1 :]

    def grow(self, box: list[Any], item: Any) -> None:
        """Append to the list of entities."""
        self.records.append((box, _GROWN, None))
        box.append(item)

    def mark(self) -> int:
        """The place to which `rollback` can return."""
        return len(self.records)

    def rollback(self, mark: int) -> None:
        """Take back everything since the mark."""
        opened: Opened = []
        for box, key, old in self._take_back(mark):
            if old is MISSING:
                del box[key]
            elif key is _GROWN:
                box.pop()
            elif type(old) is Step:
                old.do(_open(box, key, opened), False)
            else:
                box[key] = old
        _close(opened)

    def unwind(self, mark: int) -> list[Record]:
        """Take back everything since the mark and return what `rewind` needs to make it again."""
        redo: list[Record] = []
        opened: Opened = []
        for box, key, old in self._take_back(mark):
            if key is _GROWN:
                redo.append((box, key, box.pop()))
                continue
            if type(old) is Step:
                redo.append((box, key, old))
                old.do(_open(box, key, opened), False)
                continue
            new = box.get(key, MISSING)
            redo.append((box, key, new.kind(new) if opened and type(new) is _Open else new))
            if old is MISSING:
                del box[key]
            else:
                box[key] = old
        _close(opened)
        return redo

    def rewind(self, redo: list[Record]) -> None:
        """Make again what `unwind` took back; the state must be as `unwind` left it."""
        records = self.records
        opened: Opened = []
        for box, key, value in reversed(redo):
            if key in _WHOSE:
                self.whose += 1
            if key is _GROWN:
                self.grow(box, value)
                continue
            if type(value) is Step:
                records.append((box, key, value))
                value.do(_open(box, key, opened), True)
                continue
            old = box.get(key, MISSING)
            records.append((box, key, old.kind(old) if opened and type(old) is _Open else old))
            if value is MISSING:
                del box[key]
            else:
                box[key] = value
        _close(opened)

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
            if type(box) is not dict:
                continue
            if box.get(key, MISSING) != old if type(old) is not Step else list(box.get(key, ())) != self._items_at(mark, box, key):
                found.add(key)
                if "id" in box:
                    found.add((key, box["id"]))
        return found

    def _items_at(self, mark: int, box: dict[Any, Any], key: Any) -> list[Any]:
        """The items of the sequence that was under a key at the mark."""
        items = list(box.get(key, ()))
        for other, changed, old in reversed(self.records[mark:]):
            if other is box and changed == key:
                if type(old) is Step:
                    old.do(items, False)
                else:
                    items = [] if old is MISSING else list(old)
        return items
