"""Ids from names, and suggestions for misspelt ones.

Takes author's words, gives ids (`pack:name`) and the nearest known words. An id keeps letters, accents and digits in lower case; every run of other
characters becomes one `_`.
"""
from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Set
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import heappop, heappush

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


@lru_cache(KNOWN)
def _letters(word: str) -> int:
    """A bit for each letter, and another one for the same letter again: words share as many letters, in whatever order, as these share bits."""
    out = 0
    met: dict[str, int] = {}
    for char in word:
        met[char] = again = met.get(char, 0) + 1
        out |= 1 << _BITS.setdefault((char, again), len(_BITS))
    return out


_BITS: dict[tuple[str, int], int] = {}


def likely(name: str, known: Iterable[str]) -> Iterator[str]:
    """The known words that the author may have meant, the likeliest first: same but for case or accents, then by spelling."""
    words = set(known) - {name}
    plain = bare(name)
    same = sorted(word for word in words if bare(word) == plain) if plain else []
    yield from same
    words.difference_update(same)
    for word in _alike(name, frozenset(words)):
        words.discard(word)
        yield word
    if name.lower() != name:
        yield from _alike(name.lower(), {word for word in words if word.lower() == word})


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The likeliest of the known words, if any is like the name."""
    return next(likely(name, known), None)


def _alike(name: str, words: Set[str]) -> Iterator[str]:
    """Words spelt like a name, the most alike first: what `difflib.get_close_matches` finds, comparing only those that share enough letters."""
    size, mine = len(name), _letters(name)
    waiting: list[tuple[float, str]] = []
    for word in words:
        least = CLOSE * (size + len(word)) / 2
        if len(word) >= least <= size:
            share = 2.0 * (mine & _letters(word)).bit_count() / (size + len(word))
            if share >= CLOSE:
                waiting.append((-share, word))
    waiting.sort()
    matcher = SequenceMatcher()
    matcher.set_seq2(name)
    best: list[tuple[float, tuple[int, ...], str]] = []
    for share, word in [*waiting, (0.0, "")]:
        while best and best[0][0] < share:
            yield heappop(best)[2]
        matcher.set_seq1(word)
        if word and (alike := matcher.ratio()) >= CLOSE:
            # Of equals the last one in the order of words.
            heappush(best, (-alike, tuple(-ord(char) for char in word), word))


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
