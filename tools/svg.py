"""SVG as text: elements, escaping, and the measure of texts.

Everything that comes from content passes through `escaped`, so that no name can become markup. There are no font files here: widths are estimates that err
on the wide side, which is what keeps labels apart.
"""
from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
_NARROW, _WIDE = frozenset("iljtfrI.,:;'’!|()[] -"), frozenset("mwMWQO@%&")


def escaped(text: str) -> str:
    """A text for an element's content or a quoted attribute; characters that XML forbids, or that turn the direction of writing, become U+FFFD."""
    safe = "".join(char if _allowed(char) else "\ufffd" for char in text)
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        safe = safe.replace(sign, entity)
    return safe


def _allowed(char: str) -> bool:
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Cn", "Zl", "Zp") or char == "\n"


def number(value: float) -> str:
    """A coordinate with at most one decimal, the same on every platform."""
    rounded = round(value, 1) + 0.0
    return str(int(rounded)) if rounded == int(rounded) else f"{rounded:.1f}"


def element(name: str, attributes: Mapping[str, str | float], *inside: str) -> str:
    """One element; `inside` is finished markup."""
    written = "".join(f' {key}="{escaped(value) if isinstance(value, str) else number(value)}"' for key, value in attributes.items())
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def text(
    x: float, y: float, words: str, size: float, *, fill: str = "#1a1a1a", anchor: str = "middle", weight: str = "", halo: str = "", style: str = ""
) -> str:
    """A line of text; `halo` is the colour of an outline that keeps it legible over lines: drawn below, for many programs do not know `paint-order`."""
    attributes: dict[str, str | float] = {"x": x, "y": y, "font-size": size, "fill": fill, "text-anchor": anchor}
    if weight:
        attributes["font-weight"] = weight
    if style:
        attributes["font-style"] = style
    line = element("text", attributes, escaped(words))
    if halo:
        outline: dict[str, str | float] = {"stroke": halo, "stroke-width": size / 4, "stroke-linejoin": "round", "aria-hidden": "true"}
        return element("text", attributes | outline, escaped(words)) + line
    return line


def polygon(points: Iterable[tuple[float, float]], **attributes: str | float) -> str:
    """A closed shape."""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return shape("polygon", points=corners, **attributes)


def shape(name: str, **attributes: str | float) -> str:
    """Any element without content; `_` in a keyword stands for `-`."""
    return element(name, {key.replace("_", "-"): value for key, value in attributes.items()})


# ---------------------------------------------------------------- the measure of texts


def measure(words: str, size: float) -> float:
    """About how wide a text is."""
    return sum(_part(char) for char in words) * size


def _part(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return 1.05
    if unicodedata.combining(char):
        return 0.0
    if char in _NARROW:
        return 0.37
    if char in _WIDE:
        return 0.92
    return 0.7 if char.isupper() or char.isdigit() else 0.62


def wrapped(words: str, wide: float, size: float, most: int = 3) -> tuple[list[str], float]:
    """A name in at most `most` lines that are at most `wide`, and the size at which it fits; what does not fit at 7 ends in an ellipsis."""
    while True:
        lines = _lines(words, wide, size)
        if len(lines) <= most and all(measure(line, size) <= wide for line in lines):
            return lines, size
        if size <= 7:
            break
        size -= 0.5
    kept = lines[:most]
    if len(lines) > most:
        kept[-1] += "…"
    return [_cut(line, wide, size) for line in kept], size


def filled(words: str, wide: float, size: float) -> list[str]:
    """A longer text in lines that are filled one after the other; a word that is wider than a line is cut."""
    return [_cut(line, wide, size) for line in _greedy(words.split(), wide, size)]


def _lines(words: str, wide: float, size: float) -> list[str]:
    """Lines of about equal length: as few as fit, then as even as they can be."""
    parts = words.split()
    rows = _greedy(parts, wide, size)
    low = wide
    while len(rows) > 1 and low > 20:
        low -= 4
        tighter = _greedy(parts, low, size)
        if len(tighter) > len(rows) or any(measure(line, size) > low for line in tighter):
            break
        rows = tighter
    return rows or [""]


def _greedy(parts: list[str], wide: float, size: float) -> list[str]:
    rows: list[str] = []
    for part in parts:
        if rows and measure(f"{rows[-1]} {part}", size) <= wide:
            rows[-1] += f" {part}"
        else:
            rows.append(part)
    return rows


def _cut(line: str, wide: float, size: float) -> str:
    if measure(line, size) <= wide:
        return line
    while line and measure(line + "…", size) > wide:
        line = line[:-1].removesuffix("…")
    return line + "…"
