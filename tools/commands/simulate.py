"""`rulewright simulate`: many games of bots, and how they end."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace

NAME = "simulate"
HELP = "let bots play many games and say how they end"
EXAMPLES = """
  rulewright simulate content/mygame --games 200 --seed 1
  rulewright simulate mygame.ruleset.json --games 1000 --jobs 2 --format json
  rulewright simulate mygame --games 50 --seat red=probe --option rounds=5
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    from ..usage import positive

    parser.add_argument("path", metavar="PACK|FILE", help="a pack, or a compiled ruleset")
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="how many games (100)")
    parser.add_argument("--seed", default="1", metavar="S", help="game number n has the seed S/n (1)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="how many processes; the results are the same for any number (1)")
    parser.add_argument("--players", type=positive, metavar="N", help="how many seats play; by default the fewest")
    parser.add_argument("--seat", action="append", default=[], metavar="NAME=BOT", help="who plays a seat: random, probe, or a bot of the game (random)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--packs", action="append", default=[], metavar="DIR", help="a folder in which required packs are looked for (may be repeated)")
    parser.add_argument("--check", action="store_true", help="test every invariant (`always`) after each step; a game that breaks one is a failure")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="the form of the figures")
    parser.add_argument("--failures", default="rulewright-failures", metavar="DIR", help="where logs of games that the rules stopped are put")


def run(args: Namespace) -> int:
    """Prints the figures; 1 when a game was stopped by a fault of the rules."""
    import json
    import sys
    import time

    from .. import players
    from ..loading import Faulty, load_game
    from ..playing import Match, save_failure, simulate
    from ..simulation import as_text, speed, summary
    from ..terminal import safe

    try:
        ruleset = load_game(args.path, args.packs)
    except Faulty as faulty:
        print(faulty, file=sys.stderr)
        return 1
    count = players.seat_count(ruleset, args.players)
    bots = players.assigned(args.seat, players.seat_names(ruleset), count, "random", ("random", "probe"), ruleset)
    match = Match(ruleset, args.seed, bots, players.options(args.option, ruleset), args.check)
    began = time.perf_counter()
    games = simulate(match, args.games, args.jobs, sys.stderr)
    took = speed(games, time.perf_counter() - began, args.jobs)
    figures = summary(games)
    failed = [save_failure(match, game, args.failures) for game in games if game.fault is not None]
    if args.format == "json":
        print(json.dumps({"game": ruleset["game"]["title"], "seed": args.seed, **figures, "speed": took, "saved": failed}, indent=2))
    else:
        print(as_text(figures, ruleset["game"]["title"], args.seed, took))
        for game, path in zip([game for game in games if game.fault is not None], failed, strict=True):
            print(f"game {game.number} was stopped: {safe(game.fault or '', keep_lines=True)}\n  saved as {safe(path)}")
    return 1 if failed else 0
