"""Several people at one keyboard of a game with secrets: what the last one saw is taken off the screen before the next one sits down.

Only where there is a screen to clear, more than one person, and something in the game that one of them may see and another may not.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from rulewright.dsl.records import inside
from rulewright.runtime.game import Game

from .terminal import rows

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""The cursor to the corner, the screen empty, and nothing left to scroll back to."""


def has_secrets(game: Game) -> bool:
    """Whether, with the options of this game, a seat may come to see what another does not: in a zone, shown to it, or what it has answered."""
    program = game.core.program
    return any(slot["seen_by"]["op"] != "bool" for slot in program.veils.values()) or any(map(_keeps_a_secret, inside(program.ruleset)))


def _keeps_a_secret(record: Mapping[str, Any]) -> bool:
    """Whether a statement shows something to some seats, or lets several answer before they see what the others have answered."""
    match record.get("op"):
        case "operation":
            return record["name"] == "reveal_to" and "seats" in record["args"]
        case "together":
            return any("site" in one for one in inside(record["body"]))
        case _:
            return False


def at_a_screen() -> bool:
    """Whether people sit at a terminal: what comes from a pipe or goes into one is nobody's screen."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def clear() -> None:
    """Takes everything off the terminal; one that knows no codes scrolls it out of sight."""
    print("\n" * rows() if os.environ.get("TERM") == "dumb" else _CLEAR, end="", flush=True)
