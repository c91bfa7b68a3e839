"""Any text at all is read, or refused with a reason and a place."""
from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime import reading
from rulewright.runtime.reading import BadFile, read_json

PLAIN = st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=8)
KEYS = st.text(alphabet=st.characters(max_codepoint=0xD7FF), max_size=6)
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20)


@given(st.text())
def test_any_text_is_a_value_or_a_fault(text: str) -> None:
    try:
        read_json(text)
    except BadFile as fault:
        assert fault.reason and fault.place == "/"


@given(VALUES)
def test_whole_numbers_texts_lists_and_records_are_read_as_they_are(value: Any) -> None:
    assert read_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ('{"a": 1, "a": 2}', "the key `a` stands twice"),
        ("1.0", "`1.0` is not a whole number"),
        ("1e3", "`1e3` is not a whole number"),
        ("NaN", "`NaN` is not a number"),
        ("[-Infinity]", "`-Infinity` is not a number"),
        ("10000000000000000", "out of range"),
        ("9" * 5000, "out of range"),
        ("[" * 200 + "]" * 200, "nested more than 100 deep"),
        ("[" * 100_000, "nested too deeply"),
        ('"\\ud800"', "half of a surrogate pair"),
        ('{"\\udfff": 1}', "half of a surrogate pair"),
        ('{"\\ud83d\\ude00": 1}', "a character that keys may not have"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadFile, match=reason):
        read_json(text)


SHAPE = reading.record({"seat": reading.text, "n": reading.number(0, 9)}, {"more": reading.listing(reading.optional(reading.truth))})


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (7, "/: must be a record, not a number"),
        ({"n": 1}, "/: `seat` is missing"),
        ({"seat": None, "n": 1}, "/seat: must be a text, not null"),
        ({"seat": "a", "n": True}, "/n: must be a whole number, not true or false"),
        ({"seat": "a", "n": 10}, "/n: must be from 0 to 9, not 10"),
        ({"seat": "a", "n": 1, "x": 1}, "/: `x` is not expected here"),
        ({"seat": "a", "n": 1, "more": [True, None, 0]}, "/more/2: must be true or false, not a number"),
        ({"seat": "a", "n": 1, "more": {}}, "/more: must be a list, not a record"),
    ],
)
def test_shapes_say_what_is_wrong_and_where(value: object, said: str) -> None:
    with pytest.raises(BadFile) as fault:
        SHAPE(value, "/")
    assert str(fault.value) == said


def test_shapes_accept_what_fits() -> None:
    SHAPE({"seat": "a", "n": 0, "more": [True, None]}, "/")


def test_one_of_a_few_is_told_from_its_likes() -> None:
    reading.only(1, "x")(1, "/")
    for other in (True, 2, "1", None):
        with pytest.raises(BadFile, match="must be `1` or `x`"):
            reading.only(1, "x")(other, "/")
