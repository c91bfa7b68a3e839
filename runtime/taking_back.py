"""Taking back: which inputs can be undone, and going back to one.

What was drawn, shown or has come to be seen is a barrier (`sight.learned`): no input before it can be taken back. Checkpoints before a barrier are forgotten,
and of the others only the last few inputs are kept.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

from . import sight
from .checkpoint import MOST_UNDO, Checkpoint
from .names import identity
from .program import Record
from .trouble import Diverged, Refused

if TYPE_CHECKING:
    from .game import Game

JOURNAL_KEPT = 2_000
"""Records that the journal may hold for inputs that can no longer be undone, before they are dropped."""


def remember(game: Game, point: Checkpoint) -> None:
    """Keep what undo needs of the resolution that has just ended."""
    core = game.core
    if not game.history:
        game.past.clear()
        return
    now = sight.mark(core)
    if sight.learned(point.seen, now):
        game.past.clear()
    if core.answers:
        point.free = 0
        for mark in reversed(core.answer_marks):
            if sight.learned(mark, now):
                break
            point.free += 1
        if point.free:
            point.answers, point.picks, point.in_process = core.answers, core.picks, core.in_process
            game.past.append(point)
            _bound(game)


def _bound(game: Game) -> None:
    """Keep the last few inputs undoable, and drop what the journal holds for those before."""
    core = game.core
    del game.past[:-MOST_UNDO]
    first = game.past[0].mark
    if first > JOURNAL_KEPT:
        core.journal.drop(first)
        core.checked -= first
        for point in game.past:
            point.mark -= first
            point.checked = max(0, point.checked - first)


def undo(game: Game) -> None:
    """Take back the last outside answer and what followed. Raises Refused where there is none, or behind a barrier."""
    core = game.core
    now = sight.mark(core)
    left = len(core.answers)
    while left:
        left -= 1
        if game.halt is None and left < len(core.answer_marks) and sight.learned(core.answer_marks[left], now):
            raise Refused("dice or hidden things have been seen since")
        if not core.in_process[left]:
            core.drop_answers(left)
            game.rerun()
            return
    _undo_past(game, now)


def _undo_past(game: Game, now: sight.Mark) -> None:
    """Go back across checkpoints to the last outside answer."""
    if sight.learned(game.point.seen, now):
        raise Refused("dice or hidden things have been seen since")
    for at in range(len(game.past) - 1, -1, -1):
        point = game.past[at]
        for left in range(len(point.answers) - 1, len(point.answers) - 1 - point.free, -1):
            if not point.in_process[left]:
                _return_to(game, at, left)
                return
        if point.free < len(point.answers):
            break
    raise Refused("nothing can be taken back")


def behind(game: Game) -> tuple[Checkpoint, list[Record]] | None:
    """The first checkpoint to which an undo could go back, and the inputs from there to the last checkpoint; None if none is kept."""
    if not game.past:
        return None
    inputs = [{**given, "in_process": within} for point in game.past for given, within in zip(point.answers, point.in_process, strict=True)]
    return game.past[0], inputs


def kept(game: Game) -> list[Record]:
    """The inputs from the last checkpoint to which an undo could go back, oldest first; the first few of them may be behind a barrier."""
    return [*(given for point in game.past for given in point.answers), *game.core.answers]


def follow(game: Game, inputs: list[Record]) -> None:
    """Give inputs again, so that they can be undone. Raises Diverged if they do not fit."""
    for at, given in enumerate(inputs, 1):
        game.pending()
        decision = game.decision
        if decision is None or (decision.site, identity(game.core, decision.seat)) != (given["site"], given["seat"]):
            raise Diverged(f"input {at} was given by {given['seat']} at `{given['site']}`, which is not asked")
        game.take(decision, decision.parse(given["value"]), bool(given.get("in_process")))


def _return_to(game: Game, at: int, left: int) -> None:
    core, point = game.core, game.past[at]
    del game.past[at:]
    game.point = point
    core.answers, core.picks, core.in_process = point.answers, point.picks, point.in_process
    core.answer_marks = []
    core.drop_answers(left)
    game.rerun()
