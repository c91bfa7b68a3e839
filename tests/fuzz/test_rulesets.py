"""Any JSON as ruleset, save or log: faults, a reason with a place, or a game that is refused, stopped with a code, or plays."""
from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.runtime.trial import run_test

from .chain import command, duel, loaded, low, playable, played, replayed, save_and_log, spoilt_log, spoilt_save, validated
from .mutation import spoilt_json

PROFILE = settings.get_profile("fuzz")


@settings(PROFILE, max_examples=60)
@given(st.integers(0, 2**32))
def test_spoilt_rulesets(seed: int) -> None:
    document = spoilt_json(Random(seed), duel())
    if playable(document):
        played(document)
        for test in document["tests"][:2]:
            run_test(low(document), test)
    elif seed % 4 == 0:
        assert validated(json.dumps(document).encode())


@settings(PROFILE, max_examples=80)
@given(st.integers(0, 2**32))
def test_spoilt_saves(seed: int) -> None:
    loaded(duel(), spoilt_save(Random(seed)))


@settings(PROFILE, max_examples=60)
@given(st.integers(0, 2**32))
def test_spoilt_logs(seed: int) -> None:
    replayed(duel(), spoilt_log(Random(seed)))


NOTHING = [b"", b"\xff", b"null", b"[]", b"{}", b"[" * 100_000, b'{"format":"rulewright-ruleset"}', b"9" * 10_000, b'"\\ud800"']


@pytest.mark.parametrize("data", NOTHING, ids=lambda data: ascii(data[:20]))
def test_commands_on_files_that_are_nothing(data: bytes, tmp_path: Path) -> None:
    """Exit codes 0, 1 or 2, whichever command is given the file and whatever it stands for."""
    game, save, log = tmp_path / "game.json", tmp_path / "save.json", tmp_path / "log.jsonl"
    strange = tmp_path / "strange.json"
    strange.write_bytes(data)
    game.write_text(json.dumps(duel()))
    save.write_text(save_and_log()[0])
    log.write_text(save_and_log()[1])
    path = str(strange)
    commands = [["validate", path], ["test", path], ["graph", path], ["simulate", path, "--games", "1"], ["play", path, "--seat", "all=random"]]
    commands += [["replay", path, str(log)], ["replay", str(game), path], ["replay", path], ["play", str(game), "--load", path], ["check", path], ["fmt", path]]
    for argv in commands:
        command(*argv)
