"""Bytes -> source: takes the bytes of a file, gives its text and what is wrong with its characters.

UTF-8 only. A byte-order mark at the start is cut, CRLF and CR become LF, and a missing last line end is no fault. Bytes that are no UTF-8 are replaced,
each at its place, so that the findings can name a line and a column; the parser passes over such places in silence, for they are reported here.
"""
from __future__ import annotations

from rulewright.dsl.catalogue import encoding, syntax
from rulewright.dsl.limits import MAX_FAULTS, MAX_FILE
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Source, Span

from .characters import hidden_characters

WIDE_MARKS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))


def inspect_characters(source: Source) -> list[Problem]:
    """The hidden, control and direction characters of a text that is at hand already, as in an editor."""
    found: list[Problem] = []
    for problem in hidden_characters(source):
        found.append(problem)
        if len(found) >= MAX_FAULTS:
            break
    return found


def decode(path: str, data: bytes) -> tuple[Source | None, list[Problem]]:
    """The source of a file and the findings about its characters; no source if it cannot be read as text at all."""
    start = Span(path, 0, 0)
    if len(data) > MAX_FILE:
        return None, [syntax.FILE_TOO_LARGE.at(start, size=len(data), limit=MAX_FILE)]
    for mark, name in WIDE_MARKS:
        if data.startswith(mark):
            return None, [encoding.NOT_UTF8.at(start, what=f"the file is written in {name}")]
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _damaged(path, data)
    source = Source(path, _one_line_end(text))
    return source, inspect_characters(source)


def _one_line_end(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _damaged(path: str, data: bytes) -> tuple[Source, list[Problem]]:
    pieces: list[str] = []
    bad: list[tuple[int, bytes]] = []
    length = at = 0
    while at < len(data):
        try:
            good, wrong = data[at:].decode("utf-8"), b""
        except UnicodeDecodeError as fault:
            good, wrong = data[at:at + fault.start].decode("utf-8"), data[at + fault.start:at + fault.end]
            at += fault.end
        else:
            at = len(data)
        pieces.append(good)
        length += len(good)
        if wrong:
            bad.append((length, wrong))
            pieces.append("\ufffd")
            length += 1
            if len(bad) >= MAX_FAULTS:
                pieces.append(data[at:].decode("utf-8", errors="replace"))
                break
    raw = "".join(pieces)
    source = Source(path, _one_line_end(raw))
    found: list[Problem] = []
    places = set()
    for offset, wrong in bad:
        place = offset - raw.count("\r\n", 0, offset)
        places.add(place)
        shown = " ".join(f"{byte:02X}" for byte in wrong)
        found.append(encoding.NOT_UTF8.at(Span(path, place, place + 1), what=f"the bytes {shown} are no character"))
    found.extend(problem for problem in inspect_characters(source) if problem.span.start not in places)
    found.sort(key=Problem.sort_key)
    return source, found[:MAX_FAULTS]
