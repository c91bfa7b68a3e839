"""Ids from names, and suggestions for misspelt ones.

Takes author's words, gives ids (`pack:name`) and the nearest known words. An id keeps letters, accents and digits in lower case; every run of other
characters becomes one `_`.
"""
from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches


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
    close = get_close_matches(name, words, n=1, cutoff=0.6) or get_close_matches(name.lower(), [w for w in words if w.lower() == w], n=1, cutoff=0.6)
    return close[0] if close else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`did you mean ...?` or an empty text."""
    found = nearest(name, known)
    if found is None:
        return ""
    if found.lower() == name.lower():
        return f"did you mean `{found}`? it differs only in letter case"
    return f"did you mean `{found}`?"
