"""For any text and any bytes at all: a tree and findings, never an exception; and what the formatter promises."""
from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.compiler.decode import decode
from rulewright.compiler.parse import parse
from rulewright.compiler.tables import tables
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Source
from rulewright.dsl.syntax import File
from rulewright.dsl.walk import same_tree, walk
from rulewright.tools.fmt import format_source

FRAGMENTS = [path.read_text("utf-8") for path in sorted((Path(__file__).resolve().parents[1] / "fragments").glob("*/fragment.rw"))]
SIGNS = ["\n", "\n", ";", "# c\n", "## d\n", "'", "==", "é", "for each"]
WORDS = [*tables().words, *tables().symbols, *SIGNS, "x", "y", "hero", "name:", "pack:x", '"A b"', "3", "0", "x2", "enum e {", "kind k {"]

words = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)
statements = st.sampled_from([line for text in FRAGMENTS for line in text.splitlines()])
texts = st.one_of(st.text(max_size=200), words, st.lists(statements, max_size=12).map("\n".join))


def calls(work: Callable[[], object]) -> int:
    """How many calls some work makes and comes back from: its length, on any machine."""
    count = 0

    def one_more(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(one_more)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def check(text: str) -> tuple[File, list[Problem]]:
    """Parse, and check what holds for every text."""
    file, problems = parse(Source("x.rw", text))
    for problem in problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert problem.message and "\n" not in problem.message
    assert problems == sorted(problems, key=Problem.sort_key)
    return file, problems


@settings(max_examples=300, deadline=None)
@given(texts)
def test_any_text_parses_to_a_file_and_findings(text: str) -> None:
    check(text)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_decode(data: bytes) -> None:
    source, problems = decode("x.rw", data)
    assert source is not None or problems
    if source is not None:
        assert "\r" not in source.text
        check(source.text)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(FRAGMENTS), st.data())
def test_one_lost_character_never_hides_the_rest(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    check(text[:at] + text[at + 1:])


@pytest.mark.parametrize("text", ["A; per\n", "A; # c\nper\n", "A # c\n; per\n", "x { A; once }\n"])
def test_a_word_that_would_continue_a_line_keeps_its_semicolon(text: str) -> None:
    formatted, problems = format_source(Source("x.rw", text))
    assert (problems, format_source(Source("x.rw", formatted))) == ([], (formatted, []))
    assert same_tree(parse(Source("x.rw", text))[0], parse(Source("x.rw", formatted))[0])


def comments(source: Source) -> list[str]:
    return [source.text[span.start:span.end].rstrip() for span in parse(source)[0].comments]


@settings(max_examples=250, deadline=None)
@given(st.one_of(texts, st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=2).map("\n".join)), st.randoms(use_true_random=False))
def test_formatting(text: str, random: object) -> None:
    """Idempotent, the same tree, every comment; a text with findings comes back as it was."""
    source = Source("x.rw", text)
    formatted, problems = format_source(source)
    if problems:
        assert formatted == text
        return
    again = Source("x.rw", formatted)
    assert format_source(again) == (formatted, [])
    assert same_tree(parse(source)[0], parse(again)[0])
    assert comments(source) == comments(again)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FRAGMENTS), st.lists(st.tuples(st.integers(0, 3000), st.sampled_from(["# c", "## d", "#"])), max_size=8))
def test_comments_stay_wherever_they_stand(text: str, added: list[tuple[int, str]]) -> None:
    """A comment at the end of any line, or on a line of its own."""
    lines = text.split("\n")
    for at, comment in added:
        place = at % len(lines)
        if at % 2:
            lines.insert(place, comment)
        else:
            lines[place] += " " + comment
    source = Source("x.rw", "\n".join(lines))
    formatted, problems = format_source(source)
    assert problems == []
    again = Source("x.rw", formatted)
    assert comments(source) == comments(again)
    assert format_source(again) == (formatted, [])
    assert same_tree(parse(source)[0], parse(again)[0])


@pytest.mark.parametrize("text", FRAGMENTS[:6])
def test_layout_does_not_depend_on_the_author(text: str) -> None:
    """Blanks and tabs where the author likes them give the same text."""
    text = format_source(Source("x.rw", text))[0]
    spread = text.replace(" = ", "  =\t").replace("  ", "\t").replace(" {\n", "{  \n")
    assert format_source(Source("x.rw", spread)) == (text, [])


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("define a = " + "(" * 3000 + "1" + ")" * 3000, ["too-deep"]),
        ("define a = " + "not " * 3000 + "x", ["too-deep"]),
        ("define a = " + "- " * 3000 + "x", ["too-deep"]),
        ("define a = x" + ".y" * 3000, ["too-deep"]),
        ("define a = " + "[" * 3000, ["missing-bracket"]),
        ("define a = " + "x of " * 3000 + "x", ["too-deep"]),
        ("x " + "{ y " * 3000 + "}" * 3000, ["too-deep"]),
        ("if x { } " + "else if x { } " * 3000, ["too-deep"]),
        ("define a = " + "if x then y else " * 3000 + "z", ["too-deep"]),
        ("kind k { x: " + "list of " * 3000 + "int }", ["too-deep"]),
        ("define a = 1" + " + 1" * 10_000, []),
        ("define a = x" + " and x" * 10_000, []),
        ("define a = 1" + " + 1" * 150, []),
        ("define a = [1" + ", 1" * 10_000 + "]", []),
        ("x " + "{\n" * 3000, ["missing-brace"] * 200 + ["too-many-faults"]),
        ("define a b\n" * 20_000, ["unexpected-word"] * 200 + ["too-many-faults"]),
        ("% " * 100_000, ["unknown-sign"] * 200 + ["too-many-faults"]),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
def test_hostile_texts_meet_a_limit(text: str, codes: list[str]) -> None:
    read: list[tuple[File, list[Problem]]] = []
    spent = calls(lambda: read.append(parse(Source("x.rw", text))))
    [(file, problems)] = read
    assert [problem.code for problem in problems] == codes
    assert sum(1 for _ in walk(file)) >= 0
    assert spent < 400_000 + 60 * len(text)


def test_work_grows_with_the_text_and_no_faster() -> None:
    """Eight times the text, at most nine times the calls: parsing and formatting."""
    text = "\n".join(FRAGMENTS)
    format_source(Source("x.rw", text))
    once = calls(lambda: format_source(Source("x.rw", text)))
    assert calls(lambda: format_source(Source("x.rw", text * 8))) < 9 * once
