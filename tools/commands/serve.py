"""`rulewright serve`: a game for a program in any language, over standard input and output."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace

NAME = "serve"
HELP = "let a program play: requests and replies as lines of JSON"
EXAMPLES = """
  rulewright serve mygame                                 your program answers for all seats
  rulewright serve mygame --seat 2=random --seed 7        ... for all but the second, which a bot plays
  rulewright serve mygame --players 3 --option rounds=5
  rulewright serve mygame.ruleset.json --load game.save.json
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    from ..usage import positive

    parser.add_argument("path", metavar="PACK|FILE", help="a pack, or a compiled ruleset")
    parser.add_argument("--seat", action="append", default=[], metavar="NAME=WHO", help="who plays a seat (name, number, `all`): human (your program) or a bot")
    parser.add_argument("--players", type=positive, metavar="N", help="how many seats play; by default the fewest")
    parser.add_argument("--seed", metavar="S", help="the seed of all dice and shuffles; by default 128 random bits")
    parser.add_argument("--scenario", metavar="NAME", help="the options of a scenario of the game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; goes before those of a scenario")
    parser.add_argument("--packs", action="append", default=[], metavar="DIR", help="a folder in which required packs are looked for (may be repeated)")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved game")


def run(args: Namespace) -> int:
    """Serves until the input ends; 1 when there is no game to be played."""
    import secrets
    import sys

    from rulewright.runtime.reading import BadFile
    from rulewright.runtime.trouble import Halt, Refused

    from .. import players
    from ..beginning import begun
    from ..loading import Faulty, load_game
    from ..scenarios import by_name
    from ..serving import Server, lines_of, serve
    from ..terminal import safe
    from ..usage import UsageError

    if args.load and (args.seed is not None or args.option or args.scenario or args.players is not None):
        raise UsageError("a saved game has its seed, options and players already")
    seed = args.seed if args.seed is not None else secrets.token_hex(16)
    try:
        ruleset = load_game(args.path, args.packs)
        game = begun(args, ruleset, by_name(args.scenario, ruleset) if args.scenario is not None else None, seed)
    except Faulty as faulty:
        print(faulty, file=sys.stderr)
        return 1
    except (BadFile, Refused, Halt) as fault:
        print(f"rulewright: the game cannot begin: {safe(str(fault))}", file=sys.stderr)
        return 1
    names = players.seat_names(ruleset, game.program.options)
    kinds = players.assigned(args.seat, names, len(game.core.seats), "human", ruleset=ruleset, options=game.program.options)

    def write(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    serve(Server(ruleset, game, kinds, seed), lines_of(sys.stdin.buffer.readline), write)
    return 0
