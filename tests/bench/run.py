"""`make bench`: one table, each row a ratio taken in one run, cases in turn, medians. A row whose peer is missing says so.

    python tests/bench/run.py [--cards 10000] [--rounds 3] [--seconds 1] [--only WORD] [--node-modules DIR]

Programs are run with their bytecode cached, and once before they are timed. What is above 1 is better for Rulewright in every row.
"""
from __future__ import annotations

import argparse
import copy
import datetime
import json
import os
import platform
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cards
import controls
import heavy
import peers
from rows import Bench, Row, skipped

from rulewright.runtime import moments
from rulewright.runtime.core import Frame
from rulewright.runtime.game import Game
from rulewright.tools.front import compile_paths
from rulewright.tools.playing import Games, Match, bot, simulate

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = ROOT / "tests" / "games"
WRITES = 10
BATCH = 100
MOVED = 60


def run(command: list[str], folder: Path) -> tuple[float, float]:
    """Wall seconds and MiB at the most of a program that must end well."""
    env = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "bytecode"), "PYTHONDONTWRITEBYTECODE": "", "RULEWRIGHT_CACHE": str(folder / "cache")}
    start = time.perf_counter()
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, cwd=folder)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return time.perf_counter() - start, used.ru_maxrss / 1024


# ---------------------------------------------------------------- check


def edit(file: Path) -> None:
    """Give the first card of a file another price."""
    text = file.read_text("utf-8")
    file.write_text(re.sub(r"gold: (\d)", lambda found: f"gold: {(int(found[1]) + 1) % 10}", text, count=1), "utf-8")


def checks(bench: Bench) -> Iterator[Row]:
    """`check` of made-up cards, against check-jsonschema on the same cards as JSON."""
    small = max(10, bench.cards // 10)
    for count in (small, bench.cards):
        made = cards.cards(count)
        cards.write_pack(bench.folder / f"pack{count}", made)
        cards.write_json(bench.folder / f"json{count}", made)
    cards.write_pack(bench.folder / "one", cards.cards(1))
    ours = [sys.executable, "-m", "rulewright", "check"]
    peer = peers.command("check-jsonschema")
    against = "check-jsonschema"

    def schema(count: int, file: str) -> list[str]:
        folder = bench.folder / f"json{count}"
        return [str(peer), "--schemafile", str(folder / "schema.json"), str(folder / file)]

    run([*ours, "one"], bench.folder)
    what = "start of `check`, one small file"
    if peer is None:
        yield skipped(what, f"{against}, empty file", "check-jsonschema is not installed", "1.25", "2")
    else:
        run(schema(small, "empty.json"), bench.folder)
        quick = bench.medians({
            "ours": lambda: run([*ours, "one"], bench.folder)[0], "theirs": lambda: run(schema(small, "empty.json"), bench.folder)[0],
        }, 2 * bench.rounds + 1)
        yield Row(what, f"{against}, empty file", f"{quick['ours']:.2f} s", f"{quick['theirs']:.2f} s", quick["theirs"] / quick["ours"], "1.25", "2")
    memory: dict[str, float] = {}

    def timed(name: str, command: list[str]) -> Callable[[], float]:
        def case() -> float:
            took, memory[name] = run(command, bench.folder)
            return took

        return case

    large = f"pack{bench.cards}"
    edited = timed("edited", [*ours, large])

    def one_card_later() -> float:
        edit(bench.folder / large / "cards_000.rw")
        return edited()

    cases = {
        "small": timed("small", [*ours, f"pack{small}", "--no-cache"]),
        "ours": timed("ours", [*ours, large, "--no-cache"]),
        "two": timed("two", [*ours, large, "--no-cache", "--jobs", "2"]),
        "edited": one_card_later,
    }
    if peer is not None:
        cases["theirs"] = timed("theirs", schema(bench.cards, "cards.json"))
    run([*ours, large], bench.folder)
    found = bench.medians(cases)
    what = f"check {bench.cards:,} cards, cold, one process"
    if peer is None:
        yield skipped(what, against, "check-jsonschema is not installed", "1.5", "4")
    else:
        yield Row(what, against, f"{found['ours']:.1f} s", f"{found['theirs']:.1f} s", found["theirs"] / found["ours"], "1.5", "4")
        yield Row("the same, memory", against, f"{memory['ours']:.0f} MiB", f"{memory['theirs']:.0f} MiB", memory["theirs"] / memory["ours"], "-", "-")
        for name, what, floor, target in (("two", "the same, two processes", "2.5", "8"), ("edited", "the same, one card edited since", "15", "40")):
            yield Row(what, against, f"{found[name]:.1f} s", f"{found['theirs']:.1f} s", found["theirs"] / found[name], floor, target)
    growth = found["ours"] / found["small"]
    yield Row(f"growth of `check`, {bench.cards / small:.0f} times the cards", "linear", f"{growth:.1f} times", f"{bench.cards / small:.0f} times",
              bench.cards / small / growth, "0.77", "0.91")


# ---------------------------------------------------------------- games


def _ours(game: str) -> Callable[[], int]:
    games = Games(_match(game))
    number = iter(range(10**9))

    def play() -> int:
        played = games.play(next(number))
        if played.fault is not None:
            raise SystemExit(f"{game}: {played.fault}")
        return played.decisions

    play()
    return play


def _match(game: str) -> Match:
    ruleset = compile_paths([str(GAMES / game)]).ruleset
    assert ruleset is not None
    return Match(ruleset, "bench", ["random", "random"], {})


def _moves(game: str, verbs: tuple[str, ...]) -> float:
    """Moves for each decision of random games: forced ones are made without asking, and the peers count them too."""
    match, moves, decisions = _match(game), 0, 0
    for number in range(MOVED):
        seed = match.seed_of(number)
        live = Game(match.ruleset, seed=seed, verified=True, players={seat: bot("random", seat, seed) for seat in range(2)})
        live.run()
        moves += sum(event["event"] in verbs for event in live.events())
        decisions += live.inputs
    return moves / decisions


def playouts(bench: Bench) -> Iterator[Row]:
    """Random games, in decisions a second."""
    node = peers.boardgame_io(bench.seconds, bench.modules)
    turns = _moves("eights", ("eights:lay", "eights:take_one"))
    rows: dict[str, list[tuple[str, Callable[[], float] | None, str, str]]] = {
        "noughts": [
            ("boardgame.io, reducer", node, "10", "30"),
            ("OpenSpiel tic_tac_toe, C++, loop in Python", _rated(bench, peers.open_spiel("tic_tac_toe")), "-", "-"),
            ("OpenSpiel tic_tac_toe, Python", _rated(bench, peers.open_spiel("python_tic_tac_toe")), "3", "10"),
            ("PettingZoo tictactoe", _rated(bench, peers.petting_zoo("tictactoe_v3")), "5", "20"),
            ("hand-written Python", bench.rate(lambda: controls.noughts(random.random)), "-", "-"),
        ],
        "eights": [
            ("rlcard uno, env.run", _rated(bench, peers.rlcard_env("uno")), "4", "12"),
            ("rlcard uno, game.step", _rated(bench, peers.rlcard_game("uno")), "1", "3"),
            ("OpenSpiel crazy_eights, C++, loop in Python", _rated(bench, peers.open_spiel("crazy_eights", {"players": 2})), "0.3", "1"),
            ("hand-written Python", bench.rate(lambda: controls.eights(random.random)), "-", "-"),
        ],
    }
    for game, against in rows.items():
        found = bench.medians({"ours": bench.rate(_ours(game)), **{name: case for name, case, _, _ in against if case is not None}})
        if game == "eights":  # both sides by turns
            found = {name: turns * rate if name in ("ours", "hand-written Python") else rate for name, rate in found.items()}
        for name, case, floor, target in against:
            if case is None:
                yield skipped(f"{game}, moves a second", name, "not installed", floor, target)
            else:
                yield Row(f"{game}, moves a second", name, f"{found['ours']:,.0f}", f"{found[name]:,.0f}", found["ours"] / found[name], floor, target)


def _rated(bench: Bench, play: Callable[[], int] | None) -> Callable[[], float] | None:
    return None if play is None else bench.rate(play)


def fights(bench: Bench) -> Iterator[Row]:
    """The fight in which nobody decides anything, against the same by hand."""
    play = _ours("brawl")

    def ours() -> int:
        play()
        return 1

    def theirs() -> int:
        controls.brawl(random.random)
        return 1

    found = bench.medians({"ours": bench.rate(ours), "theirs": bench.rate(theirs)})
    ratio = found["ours"] / found["theirs"]
    yield Row("brawl, fights a second", "hand-written Python", f"{found['ours']:,.0f}", f"{found['theirs']:,.0f}", ratio, "0.3", "0.4")


def branches(bench: Bench) -> Iterator[Row]:
    """Trying something out and taking it back, against a copy of the state; and an event that nobody hears, against asking every entity."""
    game = Game(_large(), seed="bench", verified=True)
    game.pending()
    core = game.core
    state = game.checkpoint_state()
    things = core.entities[-WRITES:]

    def ours() -> int:
        def explore(tried: Game) -> None:
            for thing in things:
                core.journal.write(thing, "bench", 1)

        for _ in range(BATCH):
            game.probe(explore)
        return BATCH

    def theirs() -> int:
        for thing in copy.deepcopy(state)["entities"][-WRITES:]:
            thing["bench"] = 1
        return 1

    found = bench.medians({"ours": bench.rate(ours), "theirs": bench.rate(theirs)})
    what = f"branch, {len(core.entities)} entities, {WRITES} changes"
    yield Row(what, "copy.deepcopy", f"{found['ours']:,.0f}", f"{found['theirs']:,.0f}", found["ours"] / found["theirs"], "100", "250")
    unheard = Frame("nothing", {}, "", {})
    hearers: list[dict[str, tuple[object, ...]]] = [{} for _ in core.entities]

    def dispatched() -> int:
        for _ in range(BATCH):
            for moment in ("before", "instead", "after"):
                moments.run(core, moment, "nothing", unheard)
        return BATCH

    def scanned() -> int:
        for _ in range(BATCH * 3):
            for one in hearers:
                if "nothing" in one:
                    raise AssertionError
        return BATCH

    found = bench.medians({"ours": bench.rate(dispatched), "theirs": bench.rate(scanned)})
    what = f"an event that nobody hears, {len(core.entities)} entities"
    yield Row(what, "asking each of them", f"{found['ours']:,.0f}", f"{found['theirs']:,.0f}", found["ours"] / found["theirs"], "20", "80")


def _large() -> dict[str, Any]:
    """The card game with four packs of cards: more than two hundred entities."""
    ruleset = copy.deepcopy(_match("eights").ruleset)
    for definition in ruleset["definitions"]:
        if definition["of"] == "eights:playing_card":
            definition["copies"] = 4
    return ruleset


def processes(bench: Bench) -> Iterator[Row]:
    """Simulations in two processes, their start included."""
    match = _match("eights")
    count = int(100 * max(1.0, bench.seconds))
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        played: dict[int, object] = {}

        def timed(jobs: int) -> Callable[[], float]:
            def case() -> float:
                start = time.perf_counter()
                played[jobs] = simulate(match, 10 * count, jobs, nowhere)
                return time.perf_counter() - start

            return case

        found = bench.medians({"one": timed(1), "two": timed(2)})
    ratio = found["one"] / found["two"]
    what = f"eights, {10 * count:,} games, 2 processes"
    yield Row(what, "1 process", f"{found['two']:.1f} s", f"{found['one']:.1f} s", ratio, "1.7", "1.85")
    same = played[1] == played[2]
    yield Row("the same, each game's result and last state", "1 process", "identical" if same else "different", "-", float(same), "1", "1")


# ---------------------------------------------------------------- the table

PARTS: dict[str, Callable[[Bench], Iterator[Row]]] = {
    "checks": checks, "playouts": playouts, "fights": fights, "branches": branches, "processes": processes, "heavy": heavy.heavy,
}


def machine() -> str:
    """What was measured on, and when."""
    try:
        cpu = next(line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines() if line.startswith("model name"))
    except (OSError, StopIteration):
        cpu = platform.machine()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    now = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"{cpu}, {os.cpu_count()} cores (load {load:.1f} at the start), {platform.system()}, Python {platform.python_version()}, {now}"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Measure Rulewright against its peers.")
    parser.add_argument("--cards", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each case and round of the games")
    parser.add_argument("--only", choices=sorted(PARTS), action="append")
    parser.add_argument("--node-modules", default=str(ROOT / "node_modules"))
    args: Any = parser.parse_args()
    print(machine() + "\n")
    print("| what | against | ours | theirs | ratio | floor | target |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |", flush=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(args.cards, args.rounds, args.seconds, args.node_modules, Path(folder))
        for name in args.only or PARTS:
            for row in PARTS[name](bench):
                rows.append(row)
                print(row.line(), flush=True)
    missed = [row.what for row in rows if row.ratio is not None and row.floor != "-" and row.ratio < float(row.floor)]
    print(f"\n{len(missed)} of {sum(row.ratio is not None and row.floor != '-' for row in rows)} floors missed" + (": " + json.dumps(missed) if missed else ""))


if __name__ == "__main__":
    main()
