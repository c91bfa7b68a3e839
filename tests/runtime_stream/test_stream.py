"""The stream against vectors that a second program (vectors.mjs) works out from the description alone."""
from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.canon import canonical, digest, inside, root, ruleset_hash
from rulewright.runtime.stream import LAST_WORD, Stream

HERE = Path(__file__).parent
VECTORS: dict[str, Any] = json.loads((HERE / "vectors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", VECTORS["streams"], ids=lambda row: row["text"] or "empty")
def test_streams_match_the_vectors(row: dict[str, Any]) -> None:
    stream = Stream(row["text"])
    assert stream.seed_hex == row["seed"]
    assert [stream.word() for _ in range(10)] == row["words"]
    for pos, word in row["later"]:
        stream.pos = pos
        assert (stream.word(), stream.pos) == (word, pos + 1)
    stream.pos = 0
    assert ([stream.die(10) for _ in range(20)], stream.pos) == (row["d10"], row["d10_pos"])
    stream.pos = 0
    items = list(range(20))
    stream.shuffle(items)
    assert (items, stream.pos) == (row["shuffle"], row["shuffle_pos"])
    stream.pos = 0
    assert [stream.draw(2**20 - 1) for _ in range(8)] == row["large"]
    stream.pos = 0
    assert "".join(stream.pick(list("abcdefgh"), 3)) == row["pick"]


def test_a_word_that_would_favour_small_numbers_is_passed_over() -> None:
    row = VECTORS["refused"]
    stream = Stream(row["text"])
    stream.pos = row["at"]
    assert (stream.draw(row["n"]), stream.pos) == (row["value"], row["pos"])
    assert row["pos"] == row["at"] + 2


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_vectors_are_what_the_second_program_says() -> None:
    said = subprocess.run(["node", str(HERE / "vectors.mjs")], capture_output=True, check=True, encoding="utf-8").stdout
    assert json.loads(said) == VECTORS


def test_a_saved_stream_goes_on_where_it_was() -> None:
    stream = Stream("saved")
    for taken in range(200):
        again = Stream.of(stream.seed_hex, stream.pos)
        assert (again.word(), again.pos) == (stream.word(), taken + 1)


def test_setting_the_position_back_draws_the_same_dice() -> None:
    stream = Stream("back")
    first = [stream.die(6) for _ in range(150)]
    stream.pos = 0
    assert [stream.die(6) for _ in range(150)] == first


def test_a_draw_from_one_takes_nothing() -> None:
    stream = Stream("one")
    assert (stream.draw(1), stream.die(1), stream.pos) == (0, 1, 0)


@pytest.mark.parametrize("n", [0, -1, 2**20 + 1])
def test_a_draw_has_bounds(n: int) -> None:
    with pytest.raises(ValueError, match="a draw is from 1"):
        Stream("x").draw(n)


@pytest.mark.parametrize("seed", ["", "0" * 63, "G" * 64, "A" * 64, "0" * 62 + "\u0661\u0661"])
def test_a_seed_is_hex(seed: str) -> None:
    with pytest.raises(ValueError, match="64 hex digits"):
        Stream.of(seed)


@pytest.mark.parametrize("pos", [-1, LAST_WORD + 1])
def test_a_position_has_bounds(pos: int) -> None:
    with pytest.raises(ValueError, match="a position"):
        Stream.of("0" * 64, pos)


def test_scripted_faces_come_first_and_can_be_taken_back() -> None:
    stream, plain = Stream("s"), Stream("s")
    stream.script = [10, 1]
    assert [stream.die(10) for _ in range(3)] == [10, 1, plain.die(10)]
    stream.script_at, stream.pos = 1, 0
    assert [stream.die(10), stream.die(10)] == [1, stream.of(stream.seed_hex).die(10)]


def test_a_scripted_face_must_be_on_the_die() -> None:
    stream = Stream("s")
    stream.script = [7]
    with pytest.raises(ValueError, match="a d6 cannot show 7"):
        stream.die(6)
    assert stream.script_at == 0


def test_every_face_is_as_likely_as_the_others() -> None:
    stream = Stream("fair")
    seen = Counter(stream.die(7) for _ in range(70_000))
    chi = sum((seen[face] - 10_000) ** 2 / 10_000 for face in range(1, 8))
    assert set(seen) == set(range(1, 8))
    assert chi < 22.5  # 6 degrees of freedom: one stream in a thousand is above


def test_a_pick_never_takes_more_than_there_is() -> None:
    with pytest.raises(ValueError, match="3 of 2"):
        Stream("x").pick([1, 2], 3)


@pytest.mark.parametrize("row", VECTORS["digests"], ids=lambda row: row["digest"][:8])
def test_digests_match_the_vectors(row: dict[str, Any]) -> None:
    assert digest(row["value"]) == row["digest"]


def test_roots_match_the_vectors() -> None:
    made = root((row["digest"] for row in VECTORS["digests"]), VECTORS["rest"])
    assert made == VECTORS["root"]
    assert inside(made, VECTORS["answers"], VECTORS["digests"][0]["digest"]) == VECTORS["inside"]


@pytest.mark.parametrize("value", [1.0, [1.5], {"a": float("nan")}, {1: 2}, {"\U0001f600": 1}, {"a": {2: 1}}, {1, 2}, b"x", "\ud800"])
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        canonical(value)


def test_the_order_of_a_dict_does_not_matter_and_the_order_of_a_list_does() -> None:
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest([1, 2]) != digest([2, 1])


def test_keys_may_have_accents() -> None:
    assert canonical({"z": 1, "é": 2, "a": 3}) == '{"a":3,"z":1,"é":2}'.encode()


def test_a_stripped_ruleset_has_the_same_hash() -> None:
    assert ruleset_hash({"format": "x", "source_map": {"files": []}}) == ruleset_hash({"format": "x"}) != ruleset_hash({"format": "y"})


def test_a_stream_can_turn_into_another_and_be_set_back() -> None:
    stream, plain, other = Stream("real"), Stream("real"), Stream("own")
    before = [stream.word() for _ in range(70)]
    stream.turn(other)
    after = [stream.word() for _ in range(200)]
    assert before == [plain.word() for _ in range(70)]
    other.pos = 70
    assert after == [other.word() for _ in range(200)]
    stream.pos = 3
    assert [stream.word() for _ in range(267)] == before[3:] + after
