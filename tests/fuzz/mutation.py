"""Spoilt inputs: what sound text and sound JSON become when a part is lost, doubled, exchanged or replaced by something nasty.

Every function takes a `Random` and gives a new value, so that a seed names an input for good.
"""
from __future__ import annotations

import copy
import re
from random import Random
from typing import Any

Json = Any

TOKEN = re.compile(r'"[^"\n]*"|\w+:?|\s+|[^\w\s]')

NASTY = [
    "\x1b[31m", "\x1b]0;title\x07", "\x9b2J", "\x00", "\x7f", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\r", "\ud800", "\U0010ffff",
    "{}", "{0}", "{name}", "{x!r}", "{0.__class__}", "%s", "%(x)s", "$HOME", "`", "``", "\\", "\\x1b", "../", "/etc/passwd", "C:\\", "NUL", "pack.yaml",
    "</text><script>alert(1)</script>", "<!--", "-->", "]]>", "&amp;", "&#0;", "::error::", "##[error]", "##vso[task]",
    "__class__", "__proto__", "self", "it", "None", "null", "",
    " ", "\n", "a" * 300, "é", "ß", "İ", "ﬁ", "ё", "x" * 101, "😀", "\u0301",
]  # fmt: skip
"""Texts that mean something to a terminal, a browser, a shell, a file system or a formatter."""

NUMBERS = [0, 1, -1, 2, 7, 255, 2**31, 2**53, -(2**53), 10**9, 10**9 + 1, 10**15, 10**18, 2**63, 2**64, 10**40]


# ---------------------------------------------------------------- text


def spoilt_text(random: Random, text: str, others: list[str]) -> str:
    """A text after one to four changes; `others` are where foreign lines and words come from."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        text = random.choice(TEXT_CHANGES)(random, text, random.choice(others))
    return text


def _lines(random: Random, text: str, other: str) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    what = random.randrange(6)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(at, lines[at])
    elif what == 2:
        to = random.randrange(len(lines))
        lines[at], lines[to] = lines[to], lines[at]
    elif what == 3:
        lines.insert(random.randrange(len(lines)), lines.pop(at))
    elif what == 4:
        lines[at] = random.choice(other.split("\n"))
    else:
        lines[at:at] = other.split("\n")[:random.randrange(1, 30)]
    return "\n".join(lines)


def _tokens(random: Random, text: str, other: str) -> str:
    tokens = TOKEN.findall(text)
    words = [at for at, token in enumerate(tokens) if not token.isspace()]
    if not words:
        return text
    at = random.choice(words)
    what = random.randrange(6)
    if what == 0:
        tokens[at] = ""
    elif what == 1:
        tokens[at] += " " + tokens[at]
    elif what == 2:
        to = random.choice(words)
        tokens[at], tokens[to] = tokens[to], tokens[at]
    elif what == 3:
        tokens[at] = random.choice(tokens)
    elif what == 4:
        tokens[at] = random.choice(TOKEN.findall(other) or [""])
    else:
        tokens[at] = str(random.choice(NUMBERS)) if tokens[at].isdigit() else f'"{random.choice(NASTY)}"' if tokens[at][0] == '"' else random.choice(NASTY)
    return "".join(tokens)


def _characters(random: Random, text: str, other: str) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice((*NASTY, *'(){}[]";#:.,=\n\t', random.choice(other or "x"))) + text[at + random.randrange(3):]


def _blocks(random: Random, text: str, other: str) -> str:
    """A stretch that is lost, doubled or put elsewhere, without regard to what it cuts through."""
    start = random.randrange(len(text) + 1)
    part = text[start:start + random.randrange(1, 400)]
    rest = text[:start] + text[start + len(part):]
    to = random.randrange(len(rest) + 1)
    return random.choice((rest, text[:start] + part + text[start:], rest[:to] + part + rest[to:]))


def _splice(random: Random, text: str, other: str) -> str:
    return text[:random.randrange(len(text) + 1)] + other[random.randrange(len(other) + 1):]


def _renamed(random: Random, text: str, other: str) -> str:
    """A word that becomes another word of the file everywhere: rings of kinds, doubled names, calls of itself."""
    words = sorted(set(re.findall(r"[^\W\d]\w+", text)))
    if len(words) < 2:
        return text
    old, new = random.sample(words, 2)
    return re.sub(rf"\b{old}\b", new, text)


TEXT_CHANGES = [_lines, _lines, _tokens, _tokens, _tokens, _characters, _blocks, _splice, _renamed]


def spoilt_bytes(random: Random, data: bytes) -> bytes:
    """Bytes with a few overwritten, lost or put in: what a bad disk or another encoding makes of a file."""
    made = bytearray(data)
    for _ in range(random.randrange(1, 6)):
        at = random.randrange(len(made) + 1)
        made[at:at + random.randrange(3)] = random.randbytes(random.randrange(4))
    return bytes(made)


# ---------------------------------------------------------------- JSON


def spoilt_json(random: Random, document: Json) -> Json:
    """A copy of a document after one to three changes, each at any depth."""
    made = copy.deepcopy(document)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        made = _changed(random, made)
    return made


def spoilt_part(random: Random, document: Json, paths: list[tuple[Any, ...]]) -> Json:
    """A copy of a document with one change at or below one of the paths."""
    made = copy.deepcopy(document)
    inner = made
    path = random.choice(paths)
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = _changed(random, inner[path[-1]])
    return made


def places(document: Json) -> list[tuple[Any, Any]]:
    """Every (container, key) of a document."""
    found: list[tuple[Any, Any]] = []
    stack = [document]
    while stack:
        inner = stack.pop()
        for key, value in inner.items() if isinstance(inner, dict) else enumerate(inner):
            found.append((inner, key))
            if isinstance(value, dict | list):
                stack.append(value)
    return found


def _changed(random: Random, document: Json) -> Json:
    if not isinstance(document, dict | list):
        return _scalar(random, document)
    found = places(document)
    if not found:
        return _scalar(random, document)
    inner, key = random.choice(found)
    other, name = random.choice(found)
    value = inner[key]
    what = random.randrange(16)
    if what > 8:
        inner[key] = _alike(random, found, inner, key)
        return document
    more = copy.deepcopy(other[name])
    if what == 0:
        del inner[key]
    elif what <= 2:
        inner[key] = more
    elif what == 3 and isinstance(inner, list):
        inner.insert(random.randrange(len(inner) + 1), copy.deepcopy(value))
    elif what == 4 and isinstance(inner, dict):
        inner[str(random.choice((name, *NASTY)))] = more
    elif what == 5 and isinstance(value, list):
        random.shuffle(value)
    else:
        inner[key] = _scalar(random, value)
    return document


def _alike(random: Random, found: list[tuple[Any, Any]], inner: Any, key: Any) -> Json:
    """A near value, or one from another place of the same key or JSON type in the document: what a check of shapes lets through."""
    value = inner[key]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int) and random.random() < 0.5:
        return random.choice((value + 1, value - 1, -value, 0, 10**9))
    same = [one[name] for one, name in found if type(one[name]) is type(value) and (name == key or isinstance(inner, list))]
    return copy.deepcopy(random.choice(same))


def _scalar(random: Random, value: Json) -> Json:
    choices = [None, True, False, [], {}, random.choice(NUMBERS), random.choice(NASTY), 0.5]
    if isinstance(value, bool):
        return random.choice((not value, *choices))
    if isinstance(value, int):
        return random.choice((value + 1, value - 1, -value, random.choice(NUMBERS), random.choice(NUMBERS), *choices))
    if isinstance(value, str):
        return random.choice((value + random.choice(NASTY), value[:-1], value.upper(), random.choice(NASTY), *choices))
    return random.choice(choices)
