"""The game with which `play` and `serve` begin: a new one as the command says, or a saved one."""
from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.runtime.game import Game


def cannot_begin(ruleset: dict[str, Any], options: Mapping[str, Any], seats: int) -> str | None:
    """Why a game with these options and so many players cannot begin, in its own words; None if it can. Raises nothing that the rules refuse."""
    from rulewright.runtime.game import Game
    from rulewright.runtime.trouble import Halt, Refused

    try:
        Game(ruleset, seats=seats, options=options, seed="", history=False, verified=True)
    except (Refused, Halt) as fault:
        return str(fault)
    return None


def begun(args: Namespace, ruleset: dict[str, Any], scenario: Mapping[str, Any] | None, seed: str) -> Game:
    """The game of a save (`--load`), or a new one of the scenario, `--option`, `--players` and a seed.

    Raises BadFile for what is no save, Refused, Halt or UsageError where the game cannot begin.
    """
    from rulewright.runtime import files
    from rulewright.runtime.game import Game

    from .loading import read_text
    from .players import seat_count
    from .scenarios import set_up

    if args.load:
        return files.load(ruleset, read_text(args.load))
    options = set_up(scenario, args.option, ruleset)
    return Game(ruleset, seats=seat_count(ruleset, args.players, options), options=options, seed=seed, verified=True)
