"""Many random games of a pack, each played in ways that must agree; run by hand: `make soak`, or `python tests/soak.py content/naxxramas --games 300`.

Each game is played by bots in the process with every invariant tested; by the same bots from outside, saved to text and loaded at every K-th decision; and
from its log. With `--leaks` pairs of hidden cards change places at every L-th decision, and every seat that sees neither must not be able to tell
(`tests/leaks.py`). All of it in two interpreters with different hash seeds. Ends with 1 at the first game that differs, and names it.
"""
from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FRESH = 40
"""Every so many saves one is loaded into a new game, otherwise into the one that there is."""


@dataclass(frozen=True)
class Plan:
    """What is done with each game: how many play, the options, after how many decisions it is saved and its hidden cards change places (0: never)."""

    seats: int
    options: dict[str, Any]
    save_every: int
    leaks_every: int


def bots(seats: int, seed: str) -> dict[int, Any]:
    """Random players."""
    from rulewright.tools.bots import RandomBot, own_stream

    return {seat: RandomBot(own_stream(seat, seed)) for seat in range(seats)}


def play(ruleset: dict[str, Any], seed: str, plan: Plan) -> dict[str, Any]:
    """One game; its last hash, its decisions and its end. Raises AssertionError where two ways differ."""
    from rulewright.runtime import files
    from rulewright.runtime.game import Game

    straight = Game(ruleset, seats=plan.seats, options=plan.options, seed=seed, players=bots(plan.seats, seed), verified=True, watch=True)
    straight.run()
    ended = straight.pending()
    assert "result" in ended, ended
    live, decisions, log = _from_outside(ruleset, seed, plan)
    assert live.pending() == ended, "from outside, saved and loaded, it ends otherwise"
    assert live.hash() == straight.hash(), "from outside, saved and loaded, it ends in another state"
    replayed = files.replay(ruleset, log)
    assert replayed.divergence is None, replayed.divergence
    assert replayed.game.hash() == straight.hash(), "replayed it ends in another state"
    return {"seed": seed, "decisions": decisions, "hash": straight.hash(), "why": ended["result"]["why"]}


def _from_outside(ruleset: dict[str, Any], seed: str, plan: Plan) -> tuple[Any, int, str]:
    """The game as it is when it has been played from outside, how many decisions it took, and its log."""
    import leaks

    from rulewright.runtime import files
    from rulewright.runtime.game import Game
    from rulewright.runtime.view import Look

    lines: list[str] = []
    live, mine = Game(ruleset, seats=plan.seats, options=plan.options, seed=seed, verified=True), bots(plan.seats, seed)
    recorder = files.Recorder(live, seed, lines.append)
    decisions = saves = 0
    while "seat" in (pending := live.pending()):
        if plan.leaks_every and decisions % plan.leaks_every == 0:
            told = leaks.told(live, f"{seed}/{decisions}")
            assert told is None, told
        seat = int(pending["seat"].rpartition(":")[2])
        answer = mine[seat](Look(live, seat), pending)
        live.apply(answer)
        recorder.answered(pending, answer)
        decisions += 1
        if plan.save_every and decisions % plan.save_every == 0:
            saves += 1
            live = files.load(ruleset, files.save(live), into=None if saves % FRESH == 0 else live)
            recorder.game = live
    recorder.close()
    return live, decisions, "".join(lines)


def plans(ruleset: dict[str, Any], args: argparse.Namespace) -> list[Plan]:
    """One plan for each number of players and each way to set the options; the games take them in turn."""
    from rulewright.tools.players import options

    few, _, most = (args.players or str(ruleset["game"]["seats"]["min"])).partition("-")
    seats = range(int(few), int(most or few) + 1)
    texts = [[f"{text.partition('=')[0]}={value}" for value in text.partition("=")[2].split(",")] for text in args.option]
    return [Plan(count, options(chosen, ruleset), args.save_every, args.leaks) for count, *chosen in itertools.product(seats, *texts)]


def worker(args: argparse.Namespace) -> None:
    """Play all games and print a line of JSON for each."""
    from rulewright.tools.front import compile_pack

    ruleset = compile_pack(str(args.pack))
    ways = plans(ruleset, args)
    for number in range(args.games):
        print(json.dumps(play(ruleset, f"{args.seed}/{number}", ways[number % len(ways)])), flush=True)


def arguments() -> argparse.ArgumentParser:
    """What the command takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack", nargs="?", default=str(ROOT / "content" / "miniatures"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="soak", help="game number n is that of the seed SEED/n")
    parser.add_argument("--players", default="", metavar="N or N-M", help="how many play, in turn")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE,VALUE", help="the values take turns")
    parser.add_argument("--save-every", type=int, default=1, metavar="K", help="save and load after every K decisions; 0: never")
    parser.add_argument("--leaks", type=int, default=0, metavar="L", help="at every L-th decision hidden cards change places; 0: never")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser


def main() -> int:
    """Two workers with different hash seeds, compared line by line."""
    args = arguments().parse_args()
    if args.worker:
        worker(args)
        return 0
    began = time.monotonic()
    command = [sys.executable, __file__, "--worker", *sys.argv[1:]]
    workers = [subprocess.Popen(command, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True) for seed in ("1", "2")]
    total = 0
    for number in range(args.games):
        one, two = (worker.stdout.readline() if worker.stdout is not None else "" for worker in workers)
        if not one or one != two:
            print(f"game {number}: {one.strip() or 'failed'} and {two.strip() or 'failed'}")
            for each in workers:
                each.terminate()
            return 1
        total += json.loads(one)["decisions"]
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {args.games} games", end="", file=sys.stderr, flush=True)
    failed = [each.wait() for each in workers]
    saved = f"saved and loaded at every {args.save_every}th decision" if args.save_every > 1 else "saved and loaded at every decision"
    ways = ["in the process", "from outside", *([saved] if args.save_every else []), "replayed"]
    print(f"\n{args.games} games, {total} decisions: no invariant broken; the same {', '.join(ways)}, and under two hash seeds"
          + (f"; nothing hidden told at every {args.leaks}th decision" if args.leaks else "") + f" ({time.monotonic() - began:.0f} s)")
    return max(failed)


if __name__ == "__main__":
    raise SystemExit(main())
