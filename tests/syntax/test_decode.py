"""Bytes to text: what is cut, what is one line end, and the exact place of everything that does not belong in a file."""
from __future__ import annotations

import pytest

from rulewright.compiler.decode import decode, inspect_characters
from rulewright.dsl.source import Source


def found(data: bytes) -> list[tuple[str, int, int]]:
    source, problems = decode("x.rw", data)
    assert source is not None
    return [(problem.code, *source.position(problem.span.start)) for problem in problems]


@pytest.mark.parametrize("data", [b"a: 1\nb: 2", b"a: 1\r\nb: 2", b"a: 1\rb: 2", b"\xef\xbb\xbfa: 1\nb: 2"])
def test_marks_and_line_ends(data: bytes) -> None:
    source, problems = decode("x.rw", data)
    assert source is not None and source.text == "a: 1\nb: 2" and problems == []


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a: 1\r\nb: \xff2\r\n", [("not-utf8", 2, 4)]),
        (b"\xc3(\n\xe2\x82", [("not-utf8", 1, 1)]),
        (b"\xed\xa0\x80", [("not-utf8", 1, 1)]),
        ("M\u00edr\u00eb\x00".encode("latin-1"), [("not-utf8", 1, 2), ("control-character", 1, 5)]),
        (b"a\x00b\n\x0c", [("control-character", 1, 2)]),
        (b"a" + b"\x00" * 5000 + b"b\x00", [("control-character", 1, 2)]),
        ("\u200b\u200b\u200c".encode(), [("invisible-character", 1, 1), ("invisible-character", 1, 3)]),
        ("a\n\ufeffb".encode(), [("misplaced-bom", 2, 1)]),
        ("a # \u202e x".encode(), [("direction-character", 1, 5)]),
        ('"a\u200bb" é'.encode(), [("invisible-character", 1, 3)]),
        ("a\ufffd".encode(), [("lost-character", 1, 2)]),
    ],
)
def test_places(data: bytes, expected: list[tuple[str, int, int]]) -> None:
    assert found(data) == expected


def test_control_characters_of_a_file_are_one_finding_with_their_places() -> None:
    (problem,) = decode("x.rw", b"a\x00b\n\x0c\n" + b"\x01x" * 10)[1]
    assert problem.message == "U+0000 (control character, and 6 more places than are shown) cannot stand in a file"
    assert [label.text for label in problem.labels] == ["U+000C too", *["U+0001 too"] * 4] and problem.labels[0].span.start == 4


def test_what_a_crash_leaves_in_a_file_is_one_finding() -> None:
    (problem,) = decode("x.rw", b"\x00" * 4096)[1]
    assert problem.message == "U+0000 (control character, 4096 times in a row) cannot stand in a file"


@pytest.mark.parametrize("data", ["a".encode("utf-16"), b"\xfe\xff\x00a", 'card "A"'.encode("utf-16-le"), "id: a".encode("utf-16-be")])
def test_wide_encodings_are_named(data: bytes) -> None:
    source, problems = decode("x.rw", data)
    assert source is None and [problem.code for problem in problems] == ["not-utf8"]
    assert "UTF-16" in problems[0].message


def test_a_file_beyond_the_limit() -> None:
    source, problems = decode("x.rw", b"a" * 4_000_001)
    assert source is None and [problem.code for problem in problems] == ["file-too-large"]


def test_half_a_character_in_a_text_at_hand() -> None:
    assert [problem.code for problem in inspect_characters(Source("x.rw", "a\ud800"))] == ["control-character"]
