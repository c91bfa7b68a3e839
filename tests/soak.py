"""Many random games of a pack, each played in ways that must agree; run by hand: `make soak`, or `python tests/soak.py content/naxxramas --games 300`.

Each game is played by bots from outside, saved to text and loaded at every K-th decision; by the same bots in the process with every invariant tested; and
from its log. `--brief` leaves the second out and tests the invariants in the first. With `--leaks` pairs of hidden cards change places at every L-th
decision, and every seat that sees neither must not be able to tell (`tests/leaks.py`).

All of it in two interpreters with different hash seeds: each game in both, whose last states must be the same, or with `--split` in one of them, which is
half the work. Ends with 1 at the first game that differs, names it, and leaves its answers in `out/` as a log for `rulewright replay`.
"""
from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "out"
OUT = ROOT / "out"
HASH_SEEDS = ("1", "2")
FRESH = 40
"""Every so many saves one is loaded into a new game, otherwise into the one that there is."""


@dataclass(frozen=True)
class Plan:
    """What is done with each game: its name, how many play, its options; after how many decisions it is saved and its hidden cards change places (0:
    never); whether it is played from outside and from its log only."""

    name: str
    seats: int
    options: dict[str, Any]
    save_every: int
    leaks_every: int
    brief: bool


def bots(seats: int, seed: str) -> dict[int, Any]:
    """Random players."""
    from rulewright.tools.bots import RandomBot, own_stream

    return {seat: RandomBot(own_stream(seat, seed)) for seat in range(seats)}


class Table:
    """Where the games of one plan are played, one after the other; their rules are compiled once where `--brief` asks for many games."""

    def __init__(self, ruleset: dict[str, Any], plan: Plan) -> None:
        self.ruleset, self.plan = ruleset, plan
        self.live: Any = None
        self.watch: Any = None
        self.lines: list[str] = []

    def play(self, seed: str) -> dict[str, Any]:
        """One game; its last hash, its decisions and its end. Raises AssertionError where two ways differ."""
        self.lines = []
        try:
            return self._compared(seed)
        except Exception:
            OUT.mkdir(exist_ok=True)
            kept = OUT / f"soak-{seed.replace('/', '-')}.log.jsonl"
            kept.write_text("".join(self.lines), encoding="utf-8")
            print(f"\n{self.plan.name}, {self.plan.seats} players, seed {seed}: its answers are in {kept}", file=sys.stderr)
            raise

    def _compared(self, seed: str) -> dict[str, Any]:
        from rulewright.runtime import files

        plan = self.plan
        decisions = self._from_outside(seed)
        ended, last = self.live.pending(), self.live.hash()
        assert "result" in ended, ended
        if not plan.brief:
            straight = self._begun(seed, watch=True, players=bots(plan.seats, seed))
            straight.run()
            assert straight.pending() == ended, "in the process it ends otherwise than from outside, saved and loaded"
            assert straight.hash() == last, "in the process it ends in another state than from outside, saved and loaded"
        replayed = files.replay(self.ruleset, "".join(self.lines), into=self.live if plan.brief else None)
        assert replayed.divergence is None, replayed.divergence
        assert replayed.game.hash() == last, "replayed it ends in another state"
        return {"game": plan.name, "seats": plan.seats, "seed": seed, "decisions": decisions, "hash": last, "why": ended["result"]["why"]}

    def _begun(self, seed: str, *, watch: bool, players: dict[int, Any] | None = None) -> Any:
        from rulewright.runtime.game import Game

        return Game(self.ruleset, seats=self.plan.seats, options=self.plan.options, seed=seed, players=players, verified=True, watch=watch)

    def _from_outside(self, seed: str) -> int:
        """Play `live` to its end and write its log; how many decisions it took."""
        import leaks

        from rulewright.runtime import files
        from rulewright.runtime.view import Look

        plan, mine = self.plan, bots(self.plan.seats, seed)
        if self.live is None or not plan.brief:
            self.live = self._begun(seed, watch=plan.brief)
        else:
            self.live.again(seed)
        recorder = files.Recorder(self.live, seed, self.lines.append)
        decisions = saves = 0
        while "seat" in (pending := self.live.pending()):
            if plan.leaks_every and decisions % plan.leaks_every == 0:
                if self.watch is None:
                    self.watch = leaks.Watch(self.live)
                told = self.watch.told(self.live, f"{seed}/{decisions}")
                assert told is None, told
            seat = int(pending["seat"].rpartition(":")[2])
            answer = mine[seat](Look(self.live, seat), pending)
            self.live.apply(answer)
            recorder.answered(pending, answer)
            decisions += 1
            if plan.save_every and decisions % plan.save_every == 0:
                saves += 1
                fresh = saves % FRESH == 0
                recorder.game = self.live = files.load(self.ruleset, files.save(self.live), into=None if fresh else self.live)
                self.live.watch = plan.brief
        recorder.close()
        return decisions


def plans(ruleset: dict[str, Any], args: argparse.Namespace) -> list[Plan]:
    """One plan for each scenario, number of players and way to set the options; the games take them in turn."""
    from rulewright.tools.players import seat_count, seat_counts, unfit
    from rulewright.tools.scenarios import by_name, scenarios, set_up

    named = scenarios(ruleset) if args.scenario == "all" else [by_name(args.scenario, ruleset)] if args.scenario else [None]
    seats = seat_counts(ruleset, args.players or None)
    texts = [[f"{text.partition('=')[0]}={value}" for value in text.partition("=")[2].split(",")] for text in args.option]
    out = []
    for one, *chosen in itertools.product(named, *texts):
        options = set_up(one, chosen, ruleset)
        for count in seats or [seat_count(ruleset, None, options)]:
            if (because := unfit(ruleset, options, count)) is None:
                out.append(Plan(one["name"] if one is not None else "the game", count, options, args.save_every, args.leaks, args.brief))
            else:
                print(f"not played: {because}", file=sys.stderr)
    return out


def worker(args: argparse.Namespace) -> None:
    """Play all games, or every second one, and print a line of JSON for each."""
    from rulewright.tools.front import compile_pack

    ruleset = compile_pack(str(args.pack))
    tables = [Table(ruleset, plan) for plan in plans(ruleset, args)]
    for number in range(args.first, args.first + args.games):
        if args.worker == "all" or number % len(HASH_SEEDS) == HASH_SEEDS.index(args.worker):
            print(json.dumps(tables[number // len(HASH_SEEDS) % len(tables)].play(f"{args.seed}/{number}")), flush=True)


def arguments() -> argparse.ArgumentParser:
    """What the command takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack", nargs="?", default=str(ROOT / "content" / "miniatures"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first game, to go on where a run was stopped")
    parser.add_argument("--seed", default="soak", help="game number n is that of the seed SEED/n")
    parser.add_argument("--scenario", default="", metavar="NAME", help="a scenario by its name; `all`: they take turns")
    parser.add_argument("--players", default="", metavar="N or N-M", help="how many play, in turn")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE,VALUE", help="the values take turns")
    parser.add_argument("--save-every", type=int, default=1, metavar="K", help="save and load after every K decisions; 0: never")
    parser.add_argument("--leaks", type=int, default=0, metavar="L", help="at every L-th decision hidden cards change places; 0: never")
    parser.add_argument("--split", action="store_true", help="each game under one of the two hash seeds instead of both")
    parser.add_argument("--brief", action="store_true", help="from outside and from the log only")
    parser.add_argument("--worker", default="", help=argparse.SUPPRESS)
    return parser


def main() -> int:
    """Two workers with different hash seeds, compared line by line where both play a game."""
    args = arguments().parse_args()
    if args.worker:
        worker(args)
        return 0
    began = time.monotonic()
    command = [sys.executable, __file__, *sys.argv[1:], "--worker"]
    workers = [
        subprocess.Popen([*command, seed if args.split else "all"], env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, text=True)
        for seed in HASH_SEEDS
    ]
    decisions: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for number in range(args.first, args.first + args.games):
        asked = [workers[number % len(workers)]] if args.split else workers
        lines = [each.stdout.readline() if each.stdout is not None else "" for each in asked]
        if not lines[0] or len(set(lines)) > 1:
            print(f"\ngame {number}: {' and '.join(line.strip() or 'failed' for line in lines)}")
            for each in workers:
                each.terminate()
            return 1
        told = json.loads(lines[0])
        name = f"{told['game']}, {told['seats']} players"
        games[name] += 1
        decisions[name] += told["decisions"]
        if sys.stderr.isatty():
            print(f"\r{number + 1 - args.first} of {args.games} games", end="", file=sys.stderr, flush=True)
    failed = [each.wait() for each in workers]
    for name, count in games.items():
        print(f"{name}: {count} games, {decisions[name]} decisions")
    saved = f"saved and loaded at every {args.save_every}th decision" if args.save_every > 1 else "saved and loaded at every decision"
    ways = [*([] if args.brief else ["in the process"]), "from outside", *([saved] if args.save_every else []), "replayed"]
    print(f"{args.games} games, {decisions.total()} decisions: no invariant broken; the same {', '.join(ways)}, and "
          + ("each under one of two hash seeds" if args.split else "under two hash seeds")
          + (f"; nothing hidden told at every {args.leaks}th decision" if args.leaks else "") + f" ({time.monotonic() - began:.0f} s)")
    return max(failed)


if __name__ == "__main__":
    raise SystemExit(main())
