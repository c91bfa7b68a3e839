"""The sources of examples and of test cases: a text that stands for the files of a few packs.

A text without headings is the one file `page.rw` of the pack `small`. A heading is a line of its own that begins a further part:

    # file: NAME              a file of the pack; the heading is its first line, which is a comment in rules and in manifests alike
    # pack: ID                a further pack, whose files follow; text below it without a `# file:` is its `page.rw`, with the heading as first line
    # link: NAME -> TARGET    a link of the file system
    # pipe: NAME              something of the file system that is neither a file nor a folder

Notes may follow a name after a comma. Of a file: `empty`, `saved as latin-1`, `saved with crlf`, `saved with a mark` (of byte order), `9 MB` (filled up
to that size). Of a pack: `requires ID`, `conflicts ID` (each may be repeated), `no manifest`.

Every pack requires `core` and what its heading names, and is given a sound manifest unless it has a part called `pack.yaml`.
"""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from .packfiles import MANIFEST, PackFiles

PACK = "small"
PAGE = "page.rw"
HEADING = re.compile(r"# (pack|file|link|pipe): (.+)")
_MILLION = 1_000_000


@dataclass
class Example:
    """One pack of an example: its files as bytes, and what only a disk can hold (a name and the target of a link, or None for a pipe)."""

    id: str
    files: dict[str, bytes] = field(default_factory=dict)
    on_disk: dict[str, str | None] = field(default_factory=dict)

    def pack(self) -> PackFiles:
        """The pack as the compiler is given it."""
        return PackFiles(self.id, dict(sorted(self.files.items())))


def manifest(id: str, requires: list[str], conflicts: list[str]) -> bytes:
    """The least manifest of a pack of an example."""
    others = f"requires: [{', '.join(requires)}]\nconflicts: [{', '.join(conflicts)}]\n"
    return f'id: {id}\ntitle: {id}\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\n{others}'.encode()


def read_example(text: str) -> list[Example]:
    """The packs that a text stands for, in its order. Raises `ValueError` for a heading that says nothing known."""
    packs: list[Example] = []
    for what, name, notes, body in _parts(text):
        if what == "pack":
            packs.append(_pack(name, notes))
        elif not packs:
            packs.append(_pack(PACK, []))
        if what == "file":
            packs[-1].files[name] = _saved(body, notes)
        elif what == "pack" and body.count("\n") > 1:
            packs[-1].files[PAGE] = _saved(body, [])
        elif what in ("link", "pipe"):
            link, _, target = name.partition(" -> ")
            packs[-1].on_disk[link] = target if what == "link" else None
    return packs


def _pack(id: str, notes: list[str]) -> Example:
    named: dict[str, list[str]] = {"requires": ["core"], "conflicts": []}
    for note in notes:
        word, _, other = note.partition(" ")
        if word in named:
            named[word].append(other)
        elif note != "no manifest":
            raise ValueError(f"the heading of a pack says `{note}`")
    return Example(id, {} if "no manifest" in notes else {MANIFEST: manifest(id, **named)})


def _parts(text: str) -> Iterator[tuple[str, str, list[str], str]]:
    """(what, name, notes, text with its heading) of each part."""
    lines = text.splitlines(keepends=True) if text else [""]
    starts = [number for number, line in enumerate(lines) if HEADING.match(line)]
    if not starts or starts[0] > 0:
        yield "file", PAGE, [], "".join(lines[: starts[0] if starts else len(lines)])
    for start, end in pairwise([*starts, len(lines)]):
        found = HEADING.match(lines[start])
        assert found is not None
        name, *notes = found[2].strip().split(", ")
        yield found[1], name, notes, "".join(lines[start:end])


def _saved(body: str, notes: list[str]) -> bytes:
    """The bytes of a file as the notes of its heading say that it was saved."""
    encoding = "utf-8"
    for note in notes:
        if note == "empty":
            body = ""
        elif note == "saved with crlf":
            body = body.replace("\n", "\r\n")
        elif note == "saved with a mark":
            body = "\ufeff" + body
        elif note == "saved as latin-1":
            encoding = "latin-1"
        elif note.endswith(" MB"):
            body += "#" * (int(note.removesuffix(" MB")) * _MILLION - len(body))
        else:
            raise ValueError(f"the heading of a file says `{note}`")
    return body.encode(encoding)
