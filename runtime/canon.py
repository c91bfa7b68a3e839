"""Canonical JSON and the digests made of it: equal values give equal bytes on every platform and in every language.

Keys are sorted by their characters' numbers, which must be below 65536 (so that every language sorts alike); there are no blanks; integers have no
exponent; text is UTF-8 with the shortest escapes (as `JSON.stringify` writes them). A float, another key, or half of a surrogate pair has no canonical form
and raises TypeError or ValueError: such a value must never reach a state.
"""
from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from hashlib import sha256

_ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"), check_circular=False).encode
_KEYS: set[object] = set()
_MOST_KEYS = 10_000
"""Keys that were looked at and are good, and how many of them are kept."""
_PLAIN = frozenset((str, int, bool, type(None)))


def canonical(value: object) -> bytes:
    """The canonical bytes of null, booleans, integers, texts, and lists and dicts of these."""
    if type(value) not in _PLAIN:
        _check(value)
    return _ENCODE(value).encode()


def _check(value: object) -> None:
    kind = type(value)
    if kind is dict:
        box: dict[object, object] = value  # type: ignore[assignment]
        if not _KEYS.issuperset(box):
            for key in box:
                if type(key) is not str or not (key.isascii() or max(key) <= "\uffff"):
                    raise TypeError(f"{key!r} cannot be a key")
                if len(_KEYS) < _MOST_KEYS:
                    _KEYS.add(key)
        for item in box.values():
            if type(item) not in _PLAIN:
                _check(item)
    elif kind is list or kind is tuple:
        for item in value:  # type: ignore[attr-defined]
            if type(item) not in _PLAIN:
                _check(item)
    elif kind not in _PLAIN:
        raise TypeError(f"{kind.__name__} has no canonical form")


def digest(value: object) -> str:
    """SHA-256 of the canonical bytes, 64 hex digits."""
    return sha256(canonical(value)).hexdigest()


def root(entities: Iterable[str], rest: object) -> str:
    """The hash of a state: SHA-256 of the entities' digests (hex digits, in id order, joined), then the digest of the rest."""
    return sha256(("".join(entities) + digest(rest)).encode()).hexdigest()


def inside(checkpoint: str, answers: object, forward: str) -> str:
    """The hash of a position inside a resolution: the checkpoint's root, the canonical answers since, the root of what the table looks like now."""
    return sha256(checkpoint.encode() + canonical(answers) + forward.encode()).hexdigest()


_KEPT = 4
_hashes: list[tuple[Mapping[str, object], str]] = []


def ruleset_hash(ruleset: Mapping[str, object]) -> str:
    """`sha256:` and the digest of a ruleset without its source map, which may be stripped. A ruleset must not be changed once it has been hashed."""
    for known, name in _hashes:  # the last few are kept, by identity: each position of a game names its ruleset
        if known is ruleset:
            return name
    name = "sha256:" + digest({key: value for key, value in ruleset.items() if key != "source_map"})
    _hashes.append((ruleset, name))
    del _hashes[:-_KEPT]
    return name
