"""A text in pieces that can be read alone: takes a text, gives stretches of which each holds whole items.

A piece ends at an empty line that follows a line ending in `}`, where the next line begins at its very start with a word or a comment. Nothing that is written
correctly can reach over such a place: no text and no bracket may, a line is continued only after a comma or an operator or before a continuing word, and
documentation belongs to the item below it. What is written wrongly may; so pieces are used only where each of them, read alone, is without a finding.
"""
from __future__ import annotations

import re
from hashlib import blake2b

from .scan import CONTINUING_WORDS

_BORDER = re.compile(r"\}[ \t]*\n[ \t]*\n(?:[ \t]*\n)*(?=[A-Za-z#])")
_WORD = re.compile(r"\w*")


def pieces(text: str) -> list[tuple[int, int]]:
    """Start and end of each piece, in order; together they are the whole text."""
    starts = [0]
    for border in _BORDER.finditer(text):
        at = border.end()
        line = text.rfind("\n", 0, border.start()) + 1
        if text.find("#", line, border.start()) < 0 and _WORD.match(text, at)[0] not in CONTINUING_WORDS:  # type: ignore[index]
            starts.append(at)
    return list(zip(starts, [*starts[1:], len(text)], strict=True))


def name_of(text: str, start: int, stop: int) -> str:
    """The digest of a piece; how many empty lines follow it makes no difference."""
    return digest(text[start:stop].rstrip(" \t\n"))


def digest(*texts: str) -> str:
    """A short name of texts that no others have."""
    total = blake2b(digest_size=16)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        total.update(b"%d:" % len(data))
        total.update(data)
    return total.hexdigest()
