"""`rulewright simulate`: many games of bots, and how they end."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..playing import Match

NAME = "simulate"
HELP = "let bots play many games and say how they end"
EXAMPLES = """
  rulewright simulate content/mygame --games 200 --seed 1
  rulewright simulate mygame.ruleset.json --games 1000 --jobs 2 --format json
  rulewright simulate mygame --games 50 --seat red=probe --option rounds=5
  rulewright simulate mygame --scenario all --players 2-4 --games 1000 --check --replay
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    from ..usage import positive

    parser.add_argument("path", metavar="PACK|FILE", help="a pack, or a compiled ruleset")
    parser.add_argument("--games", type=positive, default=100, metavar="N", help="how many games (100)")
    parser.add_argument("--seed", default="1", metavar="S", help="game number n has the seed S/n (1)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="how many processes; the results are the same for any number (1)")
    parser.add_argument("--players", metavar="N|N-M", help="how many seats play, or from how many to how many, one after the other; by default the fewest")
    parser.add_argument("--scenario", metavar="NAME|all", help="the options of a scenario of the game, or of each, one after the other")
    parser.add_argument("--seat", action="append", default=[], metavar="NAME=BOT", help="who plays a seat: random, probe, or a bot of the game (random)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; goes before those of a scenario")
    parser.add_argument("--packs", action="append", default=[], metavar="DIR", help="a folder in which required packs are looked for (may be repeated)")
    parser.add_argument("--check", action="store_true", help="test every invariant (`always`) after each step; a game that breaks one is a failure")
    parser.add_argument("--replay", action="store_true", help="play each game again from its answers; one that ends in another state is a failure")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="the form of the figures")
    parser.add_argument("--failures", default="rulewright-failures", metavar="DIR", help="where logs of games that the rules stopped are put")


def run(args: Namespace) -> int:
    """Prints the figures; 1 when a game was stopped by a fault of the rules."""
    import json
    import sys

    from ..findings import plural
    from ..loading import Faulty, load_game
    from ..simulation_page import table
    from ..terminal import safe, wrapped

    try:
        ruleset = load_game(args.path, args.packs)
    except Faulty as faulty:
        print(faulty, file=sys.stderr)
        return 1
    matches, unfit = _matches(args, ruleset)
    several = len(matches) > 1 or bool(unfit)
    document = {"game": ruleset["game"]["title"], "seed": args.seed, **({"not_played": unfit} if unfit else {})}
    runs = []
    for head, match in matches:
        record, text = _run(args, ruleset, head, match)
        runs.append({**head, **record})
        if args.format == "text":
            print(("\n" if len(runs) > 1 else "") + text)
            for fault, path in zip(record["faults"], record["saved"], strict=True):
                print(f"game {fault['game']} was stopped: {safe(fault['fault'], keep_lines=True)}\n  saved as {safe(path)}")
    if args.format == "text":
        if len(runs) > 1:
            print("\n" + table(runs))
        for at, one in enumerate(unfit):
            scenario = f"{safe(str(one['scenario']))}, " if "scenario" in one else ""
            lines = wrapped(f"not played: {scenario}{plural(one['players'], 'player')}: {safe(one['because'])}", "  ")
            print("\n".join(lines if at else ["", *lines]))
    else:
        print(json.dumps({**document, "runs": runs} if several else {**document, **runs[0]}, indent=2))
    return 1 if any(one["saved"] for one in runs) else 0


def _matches(args: Namespace, ruleset: dict[str, Any]) -> tuple[list[tuple[dict[str, Any], Match]], list[dict[str, Any]]]:
    """What is to be played, each scenario with each number of players that goes with it, beside what tells it from the others; and what does not go, with why.

    Raises UsageError if nothing can be played.
    """
    from .. import players
    from ..beginning import cannot_begin
    from ..playing import Match
    from ..scenarios import by_name, scenarios, set_up
    from ..usage import UsageError

    chosen = scenarios(ruleset) if args.scenario == "all" else [None] if args.scenario is None else [by_name(args.scenario, ruleset)]
    if not chosen:
        raise UsageError("the game has no scenarios")
    out: list[tuple[dict[str, Any], Match]] = []
    unfit: list[dict[str, Any]] = []
    counts = players.seat_counts(ruleset, args.players)
    for scenario in chosen:
        options = set_up(scenario, args.option, ruleset)
        for count in counts or [players.seat_count(ruleset, None, options)]:
            head = {**({} if scenario is None else {"scenario": scenario["name"]}), "players": count}
            because = players.unfit(ruleset, options, count) or cannot_begin(ruleset, options, count)
            if because is not None:
                unfit.append({**head, "because": because})
                continue
            bots = players.assigned(args.seat, players.seat_names(ruleset, options), count, "random", ("random", "probe"), ruleset, options)
            label = f"{'' if scenario is None else scenario['id'].rpartition('/')[2] + '-'}{count}" if args.players or scenario else ""
            out.append((head, Match(ruleset, args.seed, bots, options, args.check, label, args.replay)))
    if not out:
        raise UsageError(str(unfit[0]["because"]))
    return out, unfit


def _run(args: Namespace, ruleset: dict[str, Any], head: dict[str, Any], match: Match) -> tuple[dict[str, Any], str]:
    """Play the games of a match: the figures as a record, and as a page."""
    import sys
    import time

    from ..findings import plural
    from ..playing import save_failure, simulate
    from ..simulation import about, speed, summary
    from ..simulation_page import page

    began = time.perf_counter()
    games = simulate(match, args.games, args.jobs, sys.stderr)
    took = speed(games, time.perf_counter() - began, args.jobs)
    figures = summary(games, about(ruleset))
    saved = [save_failure(match, game, args.failures) for game in games if game.fault is not None]
    said = [str(head["scenario"])] if "scenario" in head else []
    said += [plural(head["players"], "player")] if args.players else []
    title = ", ".join([str(ruleset["game"]["title"]), *said])
    return {**figures, "speed": took, "saved": saved}, page(figures, title, args.seed, took)
