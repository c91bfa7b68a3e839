"""Ids from names, and suggestions for misspelt ones.

Takes author's words, gives ids (`pack:name`) and the nearest known words. An id keeps letters, accents and digits in lower case; every run of other
characters becomes one `_`.
"""
from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache

CLOSE = 0.6
"""How alike two words must be, by `difflib`: twice the letters that they share, through all their letters. So none is longer than 7/3 of the other."""
KNOWN = 1 << 16
"""How many words are kept without their accents: packs ask for the same ones at each misspelt name."""


def slug(name: str) -> str:
    """The id part of a name: `Zeth'Gor` gives `zeth_gor`."""
    text = unicodedata.normalize("NFC", name).lower()
    out: list[str] = []
    for char in text:
        if char.isalnum():
            out.append(char)
        elif out and out[-1] != "_":
            out.append("_")
    return "".join(out).strip("_")


@lru_cache(KNOWN)
def bare(name: str) -> str:
    """A name without accents, case and punctuation, to compare look-alikes."""
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    return "".join(char for char in decomposed if char.isalnum())


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known word that the author most likely meant: same but for case or accents first, then by spelling."""
    words = sorted(set(known) - {name})
    plain = bare(name)
    for candidate in words:
        if plain and bare(candidate) == plain:
            return candidate
    return _closest(name, words) or _closest(name.lower(), [word for word in words if word.lower() == word])


def _closest(name: str, words: list[str]) -> str | None:
    """The word that is spelt most like a name. Words too short or too long for that are left out first: the comparison itself is slow."""
    size = len(name)
    found = get_close_matches(name, [word for word in words if 3 * size <= 7 * len(word) and 3 * len(word) <= 7 * size], n=1, cutoff=CLOSE)
    return found[0] if found else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`did you mean ...?` or an empty text."""
    return as_hint(name, nearest(name, known))


def as_hint(name: str, found: str | None) -> str:
    """The same for the word that is meant, if there is one."""
    if found is None:
        return ""
    if found.lower() == name.lower():
        return f"did you mean `{found}`? it differs only in letter case"
    return f"did you mean `{found}`?"
