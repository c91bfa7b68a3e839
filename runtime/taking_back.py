"""Taking back: which inputs can be undone, by whom, and going back to one.

What was drawn, shown or has come to be seen is a barrier (`sight.learned`): no input before it can be taken back. Checkpoints before a barrier are forgotten,
and of the others only the last few are kept. A seat takes back its own last input; what other seats have answered since goes with it, if they agree.
"""
from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from . import sight
from .checkpoint import MOST_UNDO, Checkpoint
from .names import identity
from .program import Record
from .trouble import Diverged, NeedsConsent, Refused

if TYPE_CHECKING:
    from .game import Game

JOURNAL_KEPT = 2_000
"""Records that the journal may hold for inputs that can no longer be undone, before they are dropped."""
NOTHING = "there is nothing of this seat to take back"
NOT_KEPT = "what was answered before is not kept"
SEEN = "dice or hidden things have been seen since"
GIVEN_UP = "somebody has given up since"
TOO_FAR = "so many answers ago nothing can be taken back"


def remember(game: Game, point: Checkpoint) -> sight.Mark | None:
    """Keep what undo needs of the resolution that has just ended; the mark of now, where one was made."""
    core = game.core
    if not game.history:
        close(game, NOT_KEPT)
        return None
    now = sight.mark(core)
    if sight.learned(point.seen, now):
        close(game, SEEN)
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
        else:
            close(game, SEEN)
    return now


def close(game: Game, why: str) -> None:
    """Nothing before now can be taken back, for a reason that is said to whoever wants to."""
    game.past.clear()
    if game.inputs:
        game.wall = why


def _bound(game: Game) -> None:
    """Keep the last few resolutions undoable, and drop what the journal holds for those before."""
    core = game.core
    if len(game.past) > MOST_UNDO:
        del game.past[:-MOST_UNDO]
        game.wall = TOO_FAR
    first = game.past[0].mark
    if first > JOURNAL_KEPT:
        core.journal.drop(first)
        core.checked -= first
        for point in game.past:
            point.mark -= first
            point.checked = max(0, point.checked - first)


def undo(game: Game, seat: str, consent: Collection[str]) -> list[Record]:
    """Take back the last answer that a seat gave from outside, and what followed: the answers that are gone, the last one first. All of it or nothing.

    Raises Refused where there is none, or a barrier lies between, and NeedsConsent where another seat has answered since that is not in `consent`.
    """
    point, left = _found(game, seat)
    gone = _inputs_from(game, point, left)
    players = {identity(game.core, game.seat(at)) for at in game.core.players}
    rivals = {given["seat"] for given in gone if not given["in_process"]} - {seat, *consent, *players}
    if rivals:
        raise NeedsConsent(sorted(rivals))
    if point < len(game.past):
        _return_to(game, point, left)
    else:
        game.core.drop_answers(left)
        game.rerun()
    return gone[::-1]


def _found(game: Game, seat: str) -> tuple[int, int]:
    """The last outside answer of a seat: which checkpoint of `past` is before it (as many as there are: the last one), and how many answers are between."""
    core = game.core
    left, now = len(core.answers), sight.mark(core)
    if game.halt is not None:
        # All was rolled back. The answer that led here may be taken back whatever it had shown, or nobody could go on; others as from where it was asked.
        while left and core.in_process[left - 1]:
            left -= 1
        now = core.answer_marks[left - 1] if left else now
    for at in range(left - 1, -1, -1):
        if sight.learned(core.answer_marks[at], now):
            raise Refused(SEEN)
        if core.answers[at]["seat"] == seat and not core.in_process[at]:
            return len(game.past), at
    if sight.learned(game.point.seen, now):
        raise Refused(SEEN)
    for behind in range(len(game.past) - 1, -1, -1):
        point = game.past[behind]
        for at in range(len(point.answers) - 1, len(point.answers) - 1 - point.free, -1):
            if point.answers[at]["seat"] == seat and not point.in_process[at]:
                return behind, at
        if point.free < len(point.answers):
            raise Refused(SEEN)
    raise Refused(game.wall)


def _inputs_from(game: Game, at: int, left: int) -> list[Record]:
    """The inputs from one on, which stands behind `left` others after the checkpoint `at` of `past` (as in `_found`)."""
    core = game.core
    parts = [*((point.answers, point.in_process) for point in game.past[at:]), (core.answers, core.in_process)]
    return [{**given, "in_process": within} for answers, flags in parts for given, within in zip(answers, flags, strict=True)][left:]


def behind(game: Game) -> tuple[Checkpoint, list[Record]] | None:
    """The first checkpoint to which an undo could go back, and the inputs from there to the last checkpoint; None if none is kept."""
    if not game.past:
        return None
    return game.past[0], _inputs_from(game, 0, 0)[: -len(game.core.answers) or None]


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
