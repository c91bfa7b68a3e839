"""Characters that an author cannot see or that look like others: takes text, gives their places.

A mark that turns the direction of writing, or a letter of another script inside a word, makes a file mean something else than it shows; such text is
refused wherever it stands, in comments too.
"""
from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from rulewright.dsl.catalogue import encoding
from rulewright.dsl.problems import Label, Problem, ProblemKind
from rulewright.dsl.source import Source, Span

CONTROL = "".join(chr(n) for n in (*range(0, 9), 11, 12, *range(14, 32), *range(127, 160))) + "\u2028\u2029"
DIRECTION = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
INVISIBLE = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\u3164\uffa0"
HIDDEN = frozenset(CONTROL + DIRECTION + INVISIBLE + "\ufeff\ufffd")
_HIDDEN = re.compile("([" + re.escape("".join(sorted(HIDDEN))) + "\ud800-\udfff])\\1*")
_WORD = re.compile(r"[^\W\d_][\w\u0300-\u036f]*")
MAX_PLACES = 6
"""Places of control characters that are shown."""
SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")


def _kind(sign: str) -> ProblemKind:
    if sign == "\ufeff":
        return encoding.MISPLACED_BOM
    if sign == "\ufffd":
        return encoding.LOST_CHARACTER
    if sign in DIRECTION:
        return encoding.DIRECTION_CHARACTER
    if sign in INVISIBLE:
        return encoding.INVISIBLE_CHARACTER
    return encoding.CONTROL_CHARACTER


def hidden_characters(source: Source) -> Iterator[Problem]:
    """A finding for each hidden, direction or lost character of a text, in order; for one that is repeated (as in what a crash left) one finding.

    Control characters are one finding for the whole file, at the first: a file that is no text, or was cut by a crash, is one slip.
    """
    control: list[re.Match[str]] = []
    for found in _HIDDEN.finditer(source.text):
        kind = _kind(found.group(1))
        if kind is encoding.CONTROL_CHARACTER and found.group(1) < "\ud800":
            control.append(found)
        else:
            yield kind.at(Span(source.path, found.start(), found.end()), number=_number(found), name=_named(found))
    if control:
        places = [Span(source.path, found.start(), found.end()) for found in control]
        labels = [Label(place, f"{_number(found)} too") for place, found in zip(places[1:MAX_PLACES], control[1:MAX_PLACES], strict=True)]
        more = len(control) - MAX_PLACES
        name = _named(control[0]) + (f", and {more} more places than are shown" if more > 0 else "")
        yield encoding.CONTROL_CHARACTER.at(places[0], labels=labels, number=_number(control[0]), name=name)


def _number(found: re.Match[str]) -> str:
    return f"U+{ord(found.group(1)):04X}"


def _named(found: re.Match[str]) -> str:
    sign, times = found.group(1), found.end() - found.start()
    name = unicodedata.name(sign, "control character" if sign < "\ud800" else "half of a character").lower()
    return name + (f", {times} times in a row" if times > 1 else "")


@cache
def script_of(letter: str) -> str:
    """The script of a letter if it is one of those that share shapes with Latin, else an empty string."""
    name = unicodedata.name(letter, "")
    return next((script for script in SCRIPTS if name.startswith(script + " ")), "")


def mixed_scripts(text: str, start: int, end: int) -> Iterator[tuple[int, int, str, str]]:
    """The words between two offsets that mix scripts: start, end, the word, and its odd letter with the name of that letter."""
    for found in _WORD.finditer(text, start, end):
        word = found.group()
        if word.isascii():
            continue
        scripts = [(script_of(letter), letter) for letter in word if script_of(letter)]
        kinds = {script for script, _ in scripts}
        if len(kinds) > 1:
            common = max(kinds, key=lambda kind: (sum(script == kind for script, _ in scripts), kind))
            odd = next(letter for script, letter in scripts if script != common)
            yield found.start(), found.end(), word, f"`{odd}` ({unicodedata.name(odd).lower()})"
