"""Colours and patterns for words: safe for the colour-blind, and legible.

Fills are light tints of the Okabe-Ito colours, far enough apart in lightness and each with a pattern of its own, so that a picture also works in grey. A
word that people associate with a colour gets it; all others take the free colours in the order in which they come.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

INK, PAPER = "#1a1a1a", "#ffffff"


class Tint(NamedTuple):
    """A fill, the darker colour of its pattern and its lines, and the pattern's name (empty: none)."""

    name: str
    fill: str
    dark: str
    pattern: str


TINTS = (
    Tint("sand", "#f6f1e1", "#8a7a4d", ""),
    Tint("green", "#8fcfae", "#006b4c", "dots"),
    Tint("orange", "#f0b974", "#8a5200", "rising"),
    Tint("sky", "#b5dcf3", "#1f6f9f", "waves"),
    Tint("purple", "#dcb5d0", "#8a3f72", "grid"),
    Tint("yellow", "#f5ea94", "#6e6400", "falling"),
    Tint("red", "#ec9f80", "#8f3300", "cross"),
    Tint("blue", "#94b4e0", "#00467a", "flat"),
    Tint("grey", "#c4c4c4", "#4a4a4a", "rings"),
    Tint("rose", "#f7d3d9", "#9a2f45", "upright"),
)
LINES = ("#4a4a4a", "#1f6f9f", "#8f3300", "#006b4c", "#8a3f72", "#8a5200", "#00467a", "#6e6400")
"""Colours of lines on paper; the first is for ordinary ways."""
DASHES = ("", "7 4", "2 3", "10 3 2 3", "12 5", "1 5", "8 3 2 3 2 3", "4 2")

_FAMILIAR = {
    "sand": "open plain plains ground floor bare flat desert field road none",
    "green": "forest forests wood woods grass jungle green nature",
    "orange": "hill hills mountain mountains highland highlands orange brown",
    "sky": "water sea ocean river lake ice snow coast",
    "purple": "swamp marsh purple magic shadow",
    "yellow": "yellow gold",
    "red": "red lava fire blood volcano",
    "blue": "blue deep",
    "grey": "black grey gray rock wall stone undead ruin ruins",
    "rose": "rose pink town city village",
}
_PREFERRED = {word: tint for tint, words in _FAMILIAR.items() for word in words.split()}


def tints(words: Iterable[str]) -> dict[str, Tint]:
    """A tint for each word, the same for the same words in the same order; after ten words the tints repeat."""
    known = list(dict.fromkeys(words))
    by_name = {tint.name: tint for tint in TINTS}
    found: dict[str, Tint] = {}
    for word in known:
        wanted = _PREFERRED.get(word.lower())
        if wanted is not None and by_name[wanted] not in found.values():
            found[word] = by_name[wanted]
    free = [tint for tint in TINTS if tint not in found.values()] or list(TINTS)
    for word in known:
        if word not in found:
            found[word] = free.pop(0)
            free = free or list(TINTS)
    return {word: found[word] for word in known}


def line(words: str) -> str | None:
    """The colour of a line that a word in its name tells, as in `red_march`; None if no word does."""
    by_name = {tint.name: tint.dark for tint in TINTS} | {"black": INK}
    return next((by_name[word] for word in words.lower().split("_") if word in by_name), None)


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb` as WCAG defines it."""
    parts = [int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    """The contrast ratio of two colours, 1 to 21; text needs 4.5."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink(fill: str) -> str:
    """Black or white, whichever is easier to read on a fill."""
    return INK if contrast(INK, fill) >= contrast(PAPER, fill) else PAPER


def patterns(used: Iterable[Tint]) -> str:
    """The `<pattern>` definitions of tints, named `fill-NAME`."""
    return "".join(_pattern(tint) for tint in dict.fromkeys(used) if tint.pattern)


def paint(tint: Tint) -> str:
    """The value of a `fill` attribute."""
    return f"url(#fill-{tint.name})" if tint.pattern else tint.fill


_MARKS = {
    "dots": '<circle cx="3" cy="3" r="1.1"/><circle cx="9" cy="9" r="1.1"/>',
    "rising": '<path d="M-3,3 L3,-3 M0,12 L12,0 M9,15 L15,9"/>',
    "falling": '<path d="M-3,9 L3,15 M0,0 L12,12 M9,-3 L15,3"/>',
    "waves": '<path d="M0,4 Q3,1 6,4 T12,4 M0,10 Q3,7 6,10 T12,10"/>',
    "grid": '<path d="M0,6 H12 M6,0 V12"/>',
    "cross": '<path d="M4,3 H8 M6,1 V5 M10,9 H14 M12,7 V11 M-2,9 H2"/>',
    "flat": '<path d="M0,3 H12 M0,9 H12"/>',
    "upright": '<path d="M3,0 V12 M9,0 V12"/>',
    "rings": '<circle cx="6" cy="6" r="2.6"/>',
}


def _pattern(tint: Tint) -> str:
    drawn = f'<g fill="none" stroke="{tint.dark}" stroke-width="1" opacity="0.22">{_MARKS[tint.pattern]}</g>'
    ground = f'<rect width="12" height="12" fill="{tint.fill}"/>'
    return f'<pattern id="fill-{tint.name}" width="12" height="12" patternUnits="userSpaceOnUse">{ground}{drawn}</pattern>'
