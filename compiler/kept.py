"""What is kept from one check to the next, so that a printed thing whose text and surroundings are unchanged costs nothing.

A definition that is nothing but one (see `stubs.signature`) is known to others by its signature alone, also while everything is made anew: so nothing can
depend on more. Its own findings depend on its text, on all text that is no such definition (the `surroundings`), and on what it has asked of the other
definitions, which is written down while its record is made (`Asked`). Only a definition without a finding and without an effect on others is kept; what the
later passes want to know of it are its `Facts`, and where they want more, its record is made again.

Everything here is plain data: `record` gives it as JSON, and `from_record` reads that, refusing whatever is not of its form.
"""
from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

from rulewright.dsl import syntax as s
from rulewright.dsl.limits import MAX_TOKENS
from rulewright.dsl.packfiles import PackFiles, decode
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Source

from .facts import Facts
from .parse import parse, parse_piece
from .pieces import digest, name_of, pieces
from .stubs import Piece, Signature, signature, stub

Parsed = list[Signature] | None
"""The signatures of a piece; None where some item of it is more than a definition."""
Made = list[Any]
"""Of one definition: what it asked (three lists of names, whether it asked for all, the digest of the answers), what it used, what it expresses, its facts."""


class Kept:
    """What earlier checks have found out, and what this one finds out. `fresh` counts what is new."""

    def __init__(self, words: frozenset[str], parsed: dict[str, Parsed] | None = None, made: dict[str, dict[str, Made]] | None = None) -> None:
        self.words = words
        self.parsed = parsed or {}
        self.made = made or {}
        self.seen_parsed: dict[str, Parsed] = {}
        self.seen_made: dict[str, dict[str, Made]] = {}
        self.trees: dict[tuple[str, int], list[s.Item]] = {}
        self.fresh = 0
        self.last = False
        """Whether this is the last pack that is checked, so that trees which have been made into records are not wanted again."""

    # -------------------------------------------------------------------------------------------------------- texts

    def read(self, source: Source, sound: bool) -> tuple[s.File, list[Problem], str]:
        """The file of a source with stubs for its plain definitions, its findings, and the digest of all else. `sound`: its characters are."""
        text = source.text
        if sound and len(text) <= MAX_TOKENS:
            found = [Piece(source, start, stop, name_of(text, start, stop), parse_piece) for start, stop in pieces(text)]
            known = sum(piece.digest in self.parsed for piece in found)
            items = self._by_piece(found) if 2 * known >= len(found) else self._at_once(source, found)
            if items is not None:
                live = [piece.digest for piece in found if self.seen_parsed[piece.digest] is None]
                return s.File(source.path, items, []), [], digest(*live)
        file, problems = parse(source)
        return file, problems, digest(text)

    def _by_piece(self, found: list[Piece]) -> list[s.Item] | None:
        """The items, of which only those are read that are new or no plain definitions; None if one is not sound."""
        items: list[s.Item] = []
        for piece in found:
            signatures = self.parsed.get(piece.digest)
            piece.items = self.trees.get((piece.source.path, piece.start))
            if signatures is None:
                if piece.items is None:
                    piece.items, sound = parse_piece(piece.source, piece.start, piece.stop)
                    if not sound:
                        return None
                signatures = self._signatures(piece)
            self.seen_parsed[piece.digest] = signatures
            items += piece.items or () if signatures is None else (stub(one, piece, at) for at, one in enumerate(signatures))
        return items

    def _at_once(self, source: Source, found: list[Piece]) -> list[s.Item] | None:
        """The items of a file of which most is new."""
        file, problems = parse(source)
        if problems:
            return None
        at = 0
        for piece in found:
            start = at
            while at < len(file.items) and file.items[at].span.start < piece.stop:
                at += 1
            piece.items = self.trees[source.path, piece.start] = file.items[start:at]
            if piece.items and (piece.items[0].span.start < piece.start or piece.items[-1].span.end > piece.stop):
                return None
        items: list[s.Item] = []
        for piece in found:
            signatures = self._signatures(piece)
            self.seen_parsed[piece.digest] = signatures
            items += piece.items or () if signatures is None else (stub(one, piece, at) for at, one in enumerate(signatures))
        return items

    def _signatures(self, piece: Piece) -> Parsed:
        self.fresh += piece.digest not in self.parsed and piece.digest not in self.seen_parsed
        out: list[Signature] = []
        if "answer" in piece.source.text[piece.start : piece.stop]:
            return None
        for item in piece.items or ():
            one = signature(item, piece.start, self.words)
            if one is None:
                return None
            out.append(one)
        return out

    # -------------------------------------------------------------------------------------------------------- definitions

    def find(self, surroundings: str, name: str) -> Made | None:
        """What is kept of a definition."""
        return self.made.get(surroundings, {}).get(name)

    def keep(self, surroundings: str, name: str, made: Made, *, new: bool) -> None:
        """Keep what is known of a definition."""
        self.seen_made.setdefault(surroundings, {})[name] = made
        self.fresh += new

    def new_text(self, packs: Iterable[PackFiles]) -> int:
        """How many characters of rules have not been read by an earlier check."""
        texts = (decode(data)[0] for pack in packs for name, data in pack.files.items() if name.endswith(".rw"))
        return sum(stop - start for text in texts for start, stop in pieces(text) if name_of(text, start, stop) not in self.parsed)

    def size(self) -> int:
        """How much this check has seen."""
        return len(self.seen_parsed) + sum(map(len, self.seen_made.values()))

    def let_go(self, piece: Piece) -> None:
        """An item of a piece has been made. With the last one of the last pack its trees go: they are most of what a check holds."""
        piece.used += self.last
        if piece.items is not None and piece.used == len(piece.items):
            piece.items = None
            self.trees.pop((piece.source.path, piece.start), None)

    # -------------------------------------------------------------------------------------------------------- as data

    def record(self) -> dict[str, Any]:
        """What this check has seen, as JSON."""
        return {"parsed": self.seen_parsed, "made": self.seen_made}

    def add(self, record: Any) -> None:
        """Add what `record` has given, in another process or at another time. Raises ValueError for anything else."""
        parsed, made = (record.get("parsed"), record.get("made")) if isinstance(record, dict) else (None, None)
        if not isinstance(parsed, dict) or not isinstance(made, dict) or not all(isinstance(inner, dict) for inner in made.values()):
            raise ValueError("no record of a check")
        if not all(map(_is_parsed, parsed.values())) or not all(_is_made(one) for inner in made.values() for one in inner.values()):
            raise ValueError("no record of a check")
        self.parsed.update(parsed)
        for surroundings, inner in made.items():
            self.made.setdefault(surroundings, {}).update(inner)


_NONE = type(None)
_SIGNATURE = {(str, int, int, int, int, str, int, int, count, ident, list, list) for count in (int, _NONE) for ident in (str, _NONE)}
_TOLD = {(str, str, str), (str, str, _NONE)}
_MADE = {(list, list, list, bool, str, list, list, list)}


def _is_parsed(value: Any) -> bool:
    return value is None or (isinstance(value, list) and all(map(_is_signature, value)))


def _is_signature(value: Any) -> bool:
    return _is_row(value, _SIGNATURE) and _are_names(value[11]) and all(map(_is_told, value[10]))


def _is_made(value: Any) -> bool:
    return _is_row(value, _MADE) and all(map(_are_names, value[:3])) and _are_names(value[5]) and len(value[7]) == len(Facts._fields)


def _is_told(value: Any) -> bool:
    return _is_row(value, _TOLD)


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and {*map(type, value)} <= {str}


def _is_row(value: Any, forms: Container[tuple[Any, ...]]) -> bool:
    return isinstance(value, list) and tuple(map(type, value)) in forms


class Asked(dict[str, Any]):
    """A table of definitions that notes which names are looked up in it, and whether all are."""

    def __init__(self, table: dict[str, Any]) -> None:
        super().__init__(table)
        self.names: set[str] = set()
        self.all = False

    def get(self, key: str, default: Any = None) -> Any:
        """As a dictionary's."""
        self.names.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        self.names.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.names.add(str(key))
        return super().__contains__(key)

    def __iter__(self) -> Iterator[str]:
        self.all = True
        return super().__iter__()

    def keys(self) -> Any:
        """As a dictionary's."""
        self.all = True
        return super().keys()

    def values(self) -> Any:
        """As a dictionary's."""
        self.all = True
        return super().values()

    def items(self) -> Any:
        """As a dictionary's."""
        self.all = True
        return super().items()

    def quietly(self, name: str) -> Any:
        """Look a name up without a note."""
        return super().get(name)

    def everything(self) -> Iterable[Any]:
        """All values without a note."""
        return super().values()
