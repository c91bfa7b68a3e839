"""`rulewright play`: a game in a terminal, against bots or with friends at one keyboard."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

NAME = "play"
HELP = "play a game in the terminal"
EXAMPLES = """
  rulewright play mygame                                  a pack here, or one that comes with Rulewright, by its id
  rulewright play content/mygame                          you play the first seat, bots the others
  rulewright play mygame --seat all=human                 friends at one keyboard: nobody sees the hand of another
  rulewright play mygame --players 4 --seat all=human --alone    one person plays four seats
  rulewright play mygame --seat all=random --seed 7       watch two bots
  rulewright play mygame --seat red=human --seat blue=probe --option rounds=5
  rulewright play mygame --log game.log.jsonl --save game.save.json
  rulewright play mygame --load game.save.json
  rulewright play mygame --scenario "The long night"      the options of a scenario that the game names
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    from ..usage import positive

    parser.add_argument("path", metavar="PACK|FILE", help="a pack, or a compiled ruleset")
    parser.add_argument("--seat", action="append", default=[], metavar="NAME=WHO", help="who plays a seat (name, number, `all`): human, random, probe or a bot")
    parser.add_argument("--alone", action="store_true", help="one person plays all human seats: the keyboard is passed to nobody, and nobody is asked to agree")
    parser.add_argument("--players", type=positive, metavar="N", help="how many seats play; by default the fewest")
    parser.add_argument("--seed", metavar="S", help="the seed of all dice and shuffles; by default 128 random bits")
    parser.add_argument("--scenario", metavar="NAME", help="the options of a scenario of the game; at a terminal you are asked which")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; goes before those of a scenario")
    parser.add_argument("--packs", action="append", default=[], metavar="DIR", help="a folder in which required packs are looked for (may be repeated)")
    parser.add_argument("--log", metavar="FILE", help="write every input to a file, for `rulewright replay`")
    parser.add_argument("--save", metavar="FILE", help="where `save` puts the game, and where it is put when you leave")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game; it is kept in the same file when you leave, or where `--save` says")


def run(args: Namespace) -> int:
    """Plays until the game is over or the person leaves; 1 when a fault of the rules stopped it."""
    import secrets
    import sys

    from rulewright.runtime.reading import BadFile
    from rulewright.runtime.trouble import Halt, Refused

    from .. import players
    from ..beginning import begun
    from ..loading import Faulty, load_game
    from ..scenarios import told
    from ..table import Table
    from ..terminal import safe, wrapped
    from ..usage import UsageError
    from ..writing import must_be_writable

    if args.save:
        must_be_writable(args.save)
    if args.load and (args.seed is not None or args.option or args.scenario or args.players is not None or args.log):
        raise UsageError("a saved game has its seed, options and players already, and a log must begin with the game")
    seed = args.seed if args.seed is not None else secrets.token_hex(16)
    try:
        ruleset = load_game(args.path, args.packs)
        scenario = None if args.load else _scenario(args, ruleset)
        game = begun(args, ruleset, scenario, seed)
        if scenario is not None:
            print("\n".join(wrapped(f"scenario {told(scenario)}", "  ")))
    except Faulty as faulty:
        print(faulty, file=sys.stderr)
        return 1
    except BadFile as fault:
        print(f"{safe(args.load)}: {safe(str(fault))}", file=sys.stderr)
        return 1
    except (Refused, Halt) as fault:
        print(f"rulewright: the game cannot begin: {safe(str(fault))}", file=sys.stderr)
        return 1
    names = players.seat_names(ruleset, game.program.options)
    count = len(game.core.seats)
    kinds = players.assigned(args.seat, names, count, "random", ruleset=ruleset, options=game.program.options)
    if not args.seat:
        kinds[0] = "human"
    with Table(ruleset, game, kinds, seed, save_path=args.save or args.load, log_path=args.log, alone=args.alone) as table:
        return table.play()


def _scenario(args: Namespace, ruleset: dict[str, Any]) -> Mapping[str, Any] | None:
    """The scenario that was named, or that somebody at a terminal picks; none where nothing is said."""
    import sys

    from ..asking import NotUnderstood, named
    from ..scenarios import by_name, scenarios, told
    from ..table import read_line
    from ..terminal import safe, wrapped
    from ..usage import UsageError

    if args.scenario is not None:
        return by_name(args.scenario, ruleset)
    known = scenarios(ruleset)
    if not known or args.option or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    called = {safe(str(one["name"])): one for one in known}
    for at, one in enumerate(known, 1):
        print("\n".join(wrapped(f"  {at} {told(one)}", "      ")))
    while True:
        typed = read_line("which scenario? (Enter: none of them) ")
        if typed is None or typed.strip().casefold() == "quit":
            raise UsageError("no scenario was picked")
        if not typed.strip():
            return None
        if typed.strip().isdecimal() and 1 <= int(typed) <= len(known):
            return known[int(typed) - 1]
        try:
            return called[named(typed, list(called))]
        except NotUnderstood as fault:
            print("\n".join(wrapped(f"  {fault}; type a number from 1 to {len(known)}, a name or a part of it, or `quit`", "  ")))
