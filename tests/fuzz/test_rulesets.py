"""Any JSON as ruleset, save or log: faults, a reason with a place, or a game that is refused, stopped with a code, or plays."""
from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.trial import run_test
from rulewright.tools.bots import RandomBot, asked, own_stream

from .chain import command, compiled, loaded, low, playable, played, replayed, shipped, validated
from .mutation import spoilt_json, spoilt_text

PROFILE = settings.get_profile("fuzz")
Json = dict[str, Any]


@cache
def duel() -> Json:
    """The small game of the tests."""
    ruleset: Json = compiled(pack for pack in shipped() if pack.root in ("core", "duel")).rulesets["duel"]
    return ruleset


@cache
def save_and_log() -> tuple[str, str]:
    """A game of the duel some inputs long, saved in the middle of it."""
    game = Game(duel(), seed="1", verified=True)
    written: list[str] = []
    log = files.Recorder(game, "1", written.append)
    bot = RandomBot(own_stream(0, "1"))
    for _ in range(12):
        pending = game.pending()
        if "site" not in pending:
            break
        answer = bot.answer(asked(pending))
        game.apply(answer)
        log.answered(pending, answer)
    log.close()
    return files.save(game), "".join(written)


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
    random = Random(seed)
    text = save_and_log()[0]
    if random.random() < 0.8:
        document = spoilt_json(random, json.loads(text))
        text = json.dumps(document)
    else:
        text = spoilt_text(random, text, [text])
    loaded(duel(), text)


@settings(PROFILE, max_examples=60)
@given(st.integers(0, 2**32))
def test_spoilt_logs(seed: int) -> None:
    random = Random(seed)
    lines = save_and_log()[1].splitlines()
    at = random.randrange(len(lines))
    lines[at] = json.dumps(spoilt_json(random, json.loads(lines[at]))) if random.random() < 0.7 else spoilt_text(random, lines[at], lines)
    replayed(duel(), "\n".join(lines))


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
