"""The whole chain over inputs from strangers, and what must hold of it whatever they hold.

Each function takes an input through as many stages as it survives. An `AssertionError` or any other exception that leaves it is a fault of Rulewright.
"""
from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rulewright.compiler.pipeline import Compiled, compile_packs
from rulewright.dsl.packfiles import PackFiles
from rulewright.dsl.verify import verify
from rulewright.runtime import files
from rulewright.runtime.game import Game
from rulewright.runtime.reading import BadFile
from rulewright.runtime.trial import run_test
from rulewright.runtime.trouble import Halt, Refused
from rulewright.runtime.view import View
from rulewright.tools.bots import RandomBot, asked, own_stream
from rulewright.tools.cli import main
from rulewright.tools.commands.validate import document_faults
from rulewright.tools.findings import as_json, as_text
from rulewright.tools.front import ruleset_bytes
from rulewright.tools.reading import read

from .mutation import spoilt_json, spoilt_text

ROOT = Path(__file__).resolve().parents[2]
Json = dict[str, Any]
LOW = {"steps": 20_000, "depth": 200, "answers": 200, "events": 2_000, "checks": 20, "entities": 2_000, "inputs": 200}
"""Limits under which a spoilt game is quick; a runaway is a runaway under any."""


@cache
def shipped() -> tuple[PackFiles, ...]:
    """The packs of the checkout; only one that is asked for is `given`."""
    found = read([str(ROOT / "content")]).packs
    return tuple(PackFiles(Path(pack.root).name, pack.files, True) for pack in found)


@cache
def fragments() -> tuple[PackFiles, ...]:
    """The hardest rules, a pack each."""
    found = read([str(path) for path in sorted((ROOT / "tests/fragments").glob("f*"))]).packs
    return tuple(PackFiles(Path(pack.root).name, pack.files, pack.given) for pack in found if pack.given)


@cache
def texts() -> tuple[str, ...]:
    """All rules of the checkout, where foreign lines and words come from."""
    return tuple(data.decode() for pack in (*shipped(), *fragments()) for name, data in pack.files.items() if name.endswith(".rw"))


def with_needed(pack: PackFiles) -> list[PackFiles]:
    """A pack that is asked for, and beside it the shipped ones that its manifest speaks of."""
    spoken = pack.files.get("pack.yaml", b"").decode("utf-8", "replace")
    needed = [one for one in shipped() if one.root != pack.root and (one.root == "core" or one.root in spoken)]
    return [PackFiles(pack.root, pack.files, True), *(PackFiles(one.root, one.files, False) for one in needed)]


def changed(pack: PackFiles, name: str, data: bytes) -> PackFiles:
    """The pack with one file of other content."""
    return PackFiles(pack.root, {**pack.files, name: data}, pack.given)


# ---------------------------------------------------------------- compiling


def compiled(packs: Iterable[PackFiles], play: bool = True) -> Compiled:
    """Compile, and check all that holds of findings and rulesets; if there is a ruleset, start it and play its tests."""
    out = compile_packs(list(packs))
    for problem in out.problems:
        assert problem.message and "\n" not in problem.message
        printable(as_text(problem, out.sources), keep="\n")
        source = out.sources.get(problem.span.file)
        assert 0 <= problem.span.start <= problem.span.end <= (len(source.text) if source else 0), problem
    assert as_json(out.problems, out.sources, out.read).isascii()
    assert not (out.rulesets and any(problem.severity == "error" for problem in out.problems))
    for ruleset in out.rulesets.values():
        again = json.loads(ruleset_bytes(ruleset))
        assert again == ruleset
        if play:
            played(again)
            for test in again["tests"][:3]:
                run_test(again, test)
    return out


def printable(text: str, keep: str = "") -> None:
    """Nothing in a text is obeyed by a terminal or hidden in it."""
    assert all(c.isprintable() or c in keep for c in text), ascii(text)


# ---------------------------------------------------------------- playing


def playable(ruleset: object) -> bool:
    """Whether a document may be run; the two readers of a ruleset agree at least in that neither stumbles."""
    return not verify(ruleset)


def low(ruleset: Json) -> Json:
    """The ruleset with limits that make a runaway short."""
    return {**ruleset, "limits": {name: min(ruleset["limits"][name], most) for name, most in LOW.items()}}


def played(ruleset: Json, inputs: int = 6, seed: int = 0) -> Game | None:
    """A game of a sound ruleset, some inputs long: refused, stopped with a code, over, or asking."""
    random = Random(seed)
    try:
        game = Game(low(ruleset), seed=str(seed))
        for _ in range(inputs):
            pending = game.pending()
            if "site" not in pending:
                break
            with contextlib.suppress(Refused):
                game.apply(random_answer(random, pending))
    except Refused:
        return None
    except Halt as halt:
        assert halt.code
        return None
    pending = game.pending()
    if "stopped" in pending:
        assert pending["stopped"]["code"] and pending["stopped"]["text"]
    for seat in range(len(game.core.seats)):
        View(game.core, game.seat(seat)).record()
    json.dumps(pending)
    game.hash()
    return game


def random_answer(random: Random, pending: Mapping[str, Any]) -> Any:
    """An answer that is offered, where the decision lists them; else something that may be refused."""
    if random.random() < 0.1:
        return random.choice((None, True, -1, 10**18, "pass", "yes", [], ["pass", "pass"], {"a": 1}, "\ud800", 0.5))
    return RandomBot(own_stream(0, str(random.random()))).answer(asked(pending))


# ---------------------------------------------------------------- saves, logs, commands


@cache
def duel() -> Json:
    """The small game of the tests."""
    ruleset: Json = compiled(read([str(ROOT / "tests/data/duel")]).packs).rulesets["duel"]
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


def spoilt_save(random: Random) -> str:
    """The save after changes of its JSON, or of its text."""
    text = save_and_log()[0]
    return json.dumps(spoilt_json(random, json.loads(text))) if random.random() < 0.8 else spoilt_text(random, text, [text])


def spoilt_log(random: Random) -> str:
    """The log after changes of one of its lines."""
    lines = save_and_log()[1].splitlines()
    at = random.randrange(len(lines))
    lines[at] = json.dumps(spoilt_json(random, json.loads(lines[at]))) if random.random() < 0.7 else spoilt_text(random, lines[at], lines)
    return "\n".join(lines)


def loaded(ruleset: Json, text: str) -> None:
    """A save: a game, or a reason and a place."""
    try:
        game = files.load(ruleset, text)
    except BadFile as fault:
        assert fault.reason and fault.place
        return
    pending = game.pending()
    if "site" in pending:
        with contextlib.suppress(Refused):
            game.apply(random_answer(Random(0), pending))
    files.save(game)


def replayed(ruleset: Json, text: str) -> None:
    """A log: a replay, with or without a first difference, or a reason and a line."""
    with contextlib.suppress(BadFile):
        files.replay(ruleset, text)


def command(*argv: str) -> tuple[int, str]:
    """A command as it is typed, with nothing more to read: its exit code and all that it printed."""
    kept = io.BytesIO()
    said = io.TextIOWrapper(kept, "utf-8", errors="surrogatepass", newline="", write_through=True)
    before, typed = os.environ.get("RULEWRIGHT_DEBUG"), sys.stdin
    os.environ["RULEWRIGHT_DEBUG"], sys.stdin = "1", io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = main(argv)
    finally:
        sys.stdin = typed
        if before is None:
            del os.environ["RULEWRIGHT_DEBUG"]
        else:
            os.environ["RULEWRIGHT_DEBUG"] = before
    text = kept.getvalue().decode("utf-8", "surrogatepass")
    assert code in (0, 1, 2), text
    return code, text


def validated(data: bytes) -> list[tuple[str, str]]:
    """The findings of `validate` for a file of any bytes."""
    found = document_faults(data)
    assert all(said for _, said in found)
    return found
