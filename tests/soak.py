"""Many random games of a pack, each played four ways that must agree; run by hand: `make soak`, or `python tests/soak.py --games 200`.

Each game is played by bots in the process with every invariant tested; by the same bots from outside, saved to text and loaded at every decision; and from its
log. All of it in two interpreters with different hash seeds. Ends with 1 at the first game that differs, and names it.
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FRESH = 40
"""Every so many decisions a save is loaded into a new game, otherwise into the one that there is."""


def play(ruleset: dict[str, Any], seed: str, options: dict[str, Any]) -> dict[str, Any]:
    """One game; its last hash, its decisions and its end. Raises AssertionError where two ways differ."""
    from rulewright.runtime import files
    from rulewright.runtime.game import Game
    from rulewright.runtime.view import Look
    from rulewright.tools.bots import RandomBot, own_stream

    def bots() -> dict[int, Any]:
        return {seat: RandomBot(own_stream(seat, seed)) for seat in range(ruleset["game"]["seats"]["min"])}

    straight = Game(ruleset, options=options, seed=seed, players=bots(), verified=True, watch=True)
    straight.run()
    ended = straight.pending()
    assert "result" in ended, ended
    lines: list[str] = []
    live, mine = Game(ruleset, options=options, seed=seed, verified=True), bots()
    recorder = files.Recorder(live, seed, lines.append)
    decisions = 0
    while "seat" in (pending := live.pending()):
        seat = int(pending["seat"].rpartition(":")[2])
        answer = mine[seat](Look(live, seat), pending)
        live.apply(answer)
        recorder.answered(pending, answer)
        decisions += 1
        live = files.load(ruleset, files.save(live), into=None if decisions % FRESH == 0 else live)
        recorder.game = live
    recorder.close()
    assert live.pending() == ended, "saved and loaded it ends otherwise"
    assert live.hash() == straight.hash(), "saved and loaded it ends in another state"
    replayed = files.replay(ruleset, "".join(lines))
    assert replayed.divergence is None, replayed.divergence
    assert replayed.game.hash() == straight.hash(), "replayed it ends in another state"
    return {"seed": seed, "decisions": decisions, "hash": straight.hash(), "why": ended["result"]["why"]}


def worker(games: int) -> None:
    """Play all games and print a line of JSON for each."""
    from rulewright.tools.front import compile_pack

    ruleset = compile_pack(str(ROOT / "content" / "miniatures"))
    for number in range(games):
        options = {"miniatures:action_bar": True} if number % 2 else {}
        print(json.dumps(play(ruleset, f"soak/{number}", options)), flush=True)


def main() -> int:
    """Two workers with different hash seeds, compared line by line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--worker", action="store_true")
    args = parser.parse_args()
    if args.worker:
        worker(args.games)
        return 0
    began = time.monotonic()
    command = [sys.executable, __file__, "--worker", "--games", str(args.games)]
    workers = [subprocess.Popen(command, env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True) for seed in ("1", "2")]
    total = 0
    for number in range(args.games):
        one, two = (worker.stdout.readline() if worker.stdout is not None else "" for worker in workers)
        if not one or one != two:
            print(f"game {number}: {one.strip() or 'failed'} and {two.strip() or 'failed'}")
            return 1
        total += json.loads(one)["decisions"]
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {args.games} games", end="", file=sys.stderr, flush=True)
    failed = [worker.wait() for worker in workers]
    print(f"\n{args.games} games, {total} decisions: no invariant broken; the same in the process, saved and loaded at every decision, replayed, "
          f"and under two hash seeds ({time.monotonic() - began:.0f} s)")
    return max(failed)


if __name__ == "__main__":
    raise SystemExit(main())
