"""A ruleset's file: the same content gives the same bytes, in the order of the table, and its hash is the one that a runtime computes."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.compiler.emit import content_hash, emit
from rulewright.dsl.records import ordered, rows
from rulewright.dsl.verify import verify
from rulewright.runtime.canon import ruleset_hash

from .small import game


def mixed(value: Any) -> Any:
    """The same content with the keys of every object turned round."""
    if isinstance(value, dict):
        return {key: mixed(value[key]) for key in reversed(value)}
    return [mixed(item) for item in value] if isinstance(value, list) else value


def test_the_file_says_what_the_document_says() -> None:
    data = emit(game())
    assert json.loads(data) == game()
    assert verify(json.loads(data)) == []
    assert data.endswith(b"}\n") and b"\r" not in data
    assert list(json.loads(data)) == [each.name for each in rows()["ruleset"].fields if not each.optional or each.name in game()]


def test_the_file_is_plain_json_for_another_program() -> None:
    """No mark in front, nothing that only Python reads."""
    data = emit({**game(), "texts": {"a": "Mírë \u2028 <b>"}})
    assert data[:1] == b"{"
    said = subprocess.run(
        ["node", "-e", "process.stdout.write(JSON.stringify(JSON.parse(require('fs').readFileSync(0, 'utf8'))))"], input=data, capture_output=True, check=True)
    assert json.loads(said.stdout) == json.loads(data)


def test_a_file_read_and_written_again_is_the_same() -> None:
    data = emit(game())
    assert emit(json.loads(data)) == data


def test_the_order_in_which_keys_were_made_does_not_show_in_records() -> None:
    turned = mixed(game())
    assert list(ordered(turned)["verbs"][0]) == list(game()["verbs"][0])
    assert emit(turned) != b"" and json.loads(emit(turned)) == game()
    assert content_hash(turned) == content_hash(game())


def test_each_record_of_a_list_has_a_line_of_its_own() -> None:
    lines = emit(game()).decode().splitlines()
    assert sum(line.startswith('{"kind":"definition"') for line in lines) == len(game()["definitions"])


def test_missing_empty_keys_are_written_out() -> None:
    small = {"format": "x", "verbs": [{"kind": "verb", "id": "p:v", "name": "v"}]}
    assert json.loads(emit(small))["verbs"][0] == {
        "kind": "verb", "id": "p:v", "name": "v", "params": [], "families": [], "requires": [], "slots": [], "body": [], "text": None,
    }  # fmt: skip


def test_the_hash_is_that_of_the_runtime_and_forgets_the_source_map() -> None:
    whole = game()
    bare = {key: value for key, value in whole.items() if key != "source_map"}
    assert content_hash(whole) == content_hash(bare) == ruleset_hash(json.loads(emit(whole)))
    assert content_hash(whole | {"texts": {"a": "b"}}) != content_hash(whole)


@pytest.mark.parametrize("value", [0.5, "\ud800", 10**12, object(), {1: 2}])
def test_what_is_no_json_of_a_ruleset_is_a_bug(value: Any) -> None:
    with pytest.raises(ValueError):
        emit(game() | {"texts": {"a": value}})


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.text(alphabet="aé\n\t\"\\ \u2028ß", max_size=4), st.text(alphabet="aé\n\t\"\\ \u2028😀", max_size=6), max_size=4))
def test_any_text_comes_back(texts: dict[str, str]) -> None:
    data = emit(game() | {"texts": texts})
    assert json.loads(data)["texts"] == texts
    assert ruleset_hash(json.loads(data)) == content_hash(game() | {"texts": texts})


def test_another_process_with_another_hash_seed_writes_the_same_bytes() -> None:
    code = "import json, sys; from rulewright.compiler.emit import emit; sys.stdout.buffer.write(emit(json.load(sys.stdin)))"
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", code], input=json.dumps(game()).encode(), capture_output=True, check=True, env=env)
        assert run.stdout == emit(game())
