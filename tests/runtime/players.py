"""Players that answer the same in every way of running: the choice depends on the decision alone."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from rulewright.runtime import taking_back
from rulewright.runtime.game import Game

Answer = Any


def answer(decision: Any, salt: str = "") -> Answer:
    """A legal answer, drawn by a hash of the decision's number, site and options."""
    ids = [option["id"] for option in decision["options"]]
    luck = int.from_bytes(sha256(f"{salt}{decision['n']}{decision['site']}{ids}".encode()).digest()[:4], "big")
    kind = decision["kind"]
    if kind in ("one", "action"):
        every = ids + ([decision["else"]] if decision["else"] is not None else [])
        return every[luck % len(every)]
    if kind == "some":
        low, high = decision["min"], decision["max"]
        return ids[: low + luck % (high - low + 1)]
    if kind == "may":
        return "yes" if luck % 2 else "no"
    if kind == "order":
        return ids[luck % len(ids) :] + ids[: luck % len(ids)]
    raise AssertionError(kind)


def players(seats: tuple[int, ...], salt: str = "") -> dict[int, Callable[[Any, Any], Answer]]:
    """In-process players for some seats."""
    return {seat: lambda look, decision: answer(decision, salt) for seat in seats}


def take_back(game: Game) -> list[dict[str, Any]]:
    """Undo the last answer, whoever gave it."""
    given = taking_back.kept(game)
    return game.undo(given[-1]["seat"] if given else 0)


def play_out(game: Game, salt: str = "", most: int = 10_000) -> Game:
    """Answer every outside decision until the game is over."""
    for _ in range(most):
        pending = game.pending()
        if "kind" not in pending:
            return game
        game.apply(answer(pending, salt))
    raise AssertionError("the game does not end")
