"""Bytes -> source: takes the bytes of a file, gives its text and what is wrong with its characters.

UTF-8 only. A byte-order mark at the start is cut, CRLF and CR become LF, and a missing last line end is no fault. Bytes that are no UTF-8 are replaced,
each at its place, and reported once, at the first; the parser passes over such places in silence, for they are reported here.
"""
from __future__ import annotations

from itertools import islice

from rulewright.dsl.catalogue import encoding, syntax
from rulewright.dsl.limits import MAX_FAULTS, MAX_FILE
from rulewright.dsl.packfiles import decode as normalised
from rulewright.dsl.packfiles import wide
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Source, Span

from .characters import hidden_characters


def inspect_characters(source: Source) -> list[Problem]:
    """The hidden, control and direction characters of a text that is at hand already, as in an editor."""
    return sorted(islice(hidden_characters(source), MAX_FAULTS), key=Problem.sort_key)


def decode(path: str, data: bytes) -> tuple[Source | None, list[Problem]]:
    """The source of a file and the findings about its characters; no source if it cannot be read as text at all."""
    start = Span(path, 0, 0)
    if len(data) > MAX_FILE:
        return None, [syntax.FILE_TOO_LARGE.at(start, size=len(data), what="characters", limit=MAX_FILE)]
    if wide(data):
        return None, [encoding.NOT_UTF8.at(start, what="the file is written in UTF-16")]
    text, bad = normalised(data)
    source = Source(path, text)
    return source, inspect_characters(source) if bad is None else _damaged(source, data, bad)


def _damaged(source: Source, data: bytes, place: int) -> list[Problem]:
    """One finding for all the bytes that are no characters: a file in another encoding is one slip, however many accents it holds."""
    more = source.text.count("\ufffd") - 1
    what = f"the bytes {_wrong(data)} are no character" + (f", nor are {more} others in this file" if more else "")
    lost = encoding.LOST_CHARACTER.code
    found = [problem for problem in inspect_characters(source) if problem.code != lost]
    return sorted([encoding.NOT_UTF8.at(Span(source.path, place, place + 1), what=what), *found], key=Problem.sort_key)


def _wrong(data: bytes) -> str:
    """The first bytes that are no character, in hexadecimal."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as fault:
        return data[fault.start:fault.end].hex(" ").upper()
    return ""
