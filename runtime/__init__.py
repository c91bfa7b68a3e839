"""Ruleset, seed and choices to events. Pure, and light to import: the standard library and `rulewright.dsl` only.

`Game` is the live engine. The functions below are the same as pure functions on positions: a position is a JSON document that holds a checkpoint and the
answers since; each function loads it, acts, and gives a new one.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

# At once: when the module is fetched later, it takes the place of the function of the same name.
from . import view as _views

if TYPE_CHECKING:
    from .game import Game as Game

__all__ = ["Game", "apply", "digest", "load", "new", "pending", "save", "undo", "view"]

Position = dict[str, Any]


def __getattr__(name: str) -> Any:
    """`Game`, fetched when it is first asked for."""
    if name == "Game":
        from .game import Game

        return Game
    raise AttributeError(f"module `rulewright.runtime` has no `{name}`")


def _loaded(ruleset: dict[str, Any], position: Position) -> Game:
    from .game import Game

    return Game.from_state(ruleset, position["state"], position["answers"], inputs=position["inputs"], verified=True)


def _position(game: Game) -> Position:
    """A checkpoint state, the answers since, and how many inputs came before the checkpoint."""
    return {"state": game.checkpoint_state(), "answers": game.answers, "inputs": game.inputs - len(game.answers)}


def new(ruleset: dict[str, Any], *, seats: int | None = None, options: Mapping[str, Any] | None = None, seed: str) -> Position:
    """A new game, run to its first decision. Raises Refused if the ruleset, the options or the number of seats do not fit."""
    from .game import Game

    return _position(Game(ruleset, seats=seats, options=options, seed=seed))


def pending(ruleset: dict[str, Any], position: Position) -> dict[str, Any]:
    """The decision that is asked, or `{"result": ...}`, or `{"stopped": ...}`."""
    return _loaded(ruleset, position).pending()


def apply(ruleset: dict[str, Any], position: Position, answer: Any) -> tuple[Position, list[dict[str, Any]]]:
    """The position after an answer, and the new events. Raises Refused for an answer that is not offered."""
    game = _loaded(ruleset, position)
    events = game.apply(answer)
    return _position(game), events


def view(ruleset: dict[str, Any], position: Position, seat: int) -> dict[str, Any]:
    """What a seat sees."""
    game = _loaded(ruleset, position)
    game.pending()
    return _views.View(game.core, game.seat(seat)).record()


def save(ruleset: dict[str, Any], position: Position) -> str:
    """A position as the text of a save file."""
    from .files import save as saved

    return saved(_loaded(ruleset, position))


def load(ruleset: dict[str, Any], text: str) -> Position:
    """The position of a save file. Raises BadFile for any other text."""
    from .files import load as loaded

    return _position(loaded(ruleset, text))


def digest(ruleset: dict[str, Any], position: Position) -> str:
    """The hash of a position."""
    return _loaded(ruleset, position).hash()


def undo(ruleset: dict[str, Any], position: Position, seat: int | str, consent: Collection[int | str] = ()) -> Position:
    """The position without a seat's last answer in the running resolution, and without what followed. Raises as `Game.undo`."""
    game = _loaded(ruleset, position)
    game.undo(seat, consent)
    return _position(game)
