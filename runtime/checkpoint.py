"""Checkpoints: the marks to which a game can go back, and the run-time part of the core that goes with them."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from .core import Core, Frame
from .machines import Machine
from .sight import Mark, mark

MOST_UNDO = 50
"""The resolutions that undo reaches back at most."""


@dataclass(slots=True)
class Checkpoint:
    """A place between two resolutions: lengths of journal and events, positions of the stream, counts. `answers` are those of the resolution that follows."""

    mark: int
    checked: int
    pos: int
    script_at: int
    events: int
    seen: Mark
    inputs: int
    answers: list[dict[str, Any]] = field(default_factory=list)
    picks: list[Any] = field(default_factory=list)
    in_process: list[bool] = field(default_factory=list)
    free: int = 0
    root: str | None = None


def take(core: Core, seen: Mark | None = None) -> Checkpoint:
    """The checkpoint of now; `seen`: the mark of now, where one has been made."""
    stream, seen = core.stream, seen or mark(core)
    return Checkpoint(core.journal.mark(), core.checked, stream.pos, stream.script_at, core.events_cut + len(core.events), seen, core.inputs)


def go_back(core: Core, machine: Machine, point: Checkpoint) -> None:
    """Roll back to a checkpoint and open the frames that were open there."""
    core.journal.rollback(point.mark)
    settle(core, machine, point)


def settle(core: Core, machine: Machine, point: Checkpoint) -> None:
    """Set the run-time part of the core to a checkpoint whose state is in place."""
    core.checked = point.checked
    core.stream.pos, core.stream.script_at = point.pos, point.script_at
    del core.events[point.events - core.events_cut :]
    core.events_start = point.events
    core.reveals, core.inputs = point.seen[1], point.inputs
    core.answer_at = core.steps = core.depth = core.inside = 0
    core.waits = core.sweep = core.source = None
    core.hazy = []
    core.ending = True
    core.tail, core.begun = None, False
    core.muting = False
    core.frames.clear()
    core.stack.clear()
    machine.reopen()


_KEPT = (
    "events", "events_cut", "events_start", "answers", "picks", "in_process", "answer_marks", "answer_at", "players", "script", "declines", "budget", "inputs",
    "reveals", "steps", "depth", "inside", "checked", "muting", "ending", "waits", "sweep", "source", "hazy",
)  # fmt: skip


_RUNNING: Callable[[dict[str, Any]], tuple[Any, ...]] = itemgetter(*_KEPT)
Running = tuple[tuple[Any, ...], list[Frame], tuple[int, int]]


def running(core: Core) -> Running:
    """The run-time part of the core, to be given back to `resume`."""
    return _RUNNING(vars(core)), list(core.stack), (core.stream.pos, core.stream.script_at)


def resume(core: Core, kept: Running) -> None:
    """Put the run-time part back as it was."""
    values, stack, at = kept
    vars(core).update(zip(_KEPT, values, strict=True))
    core.frames.clear()
    for frame in stack:
        core.frames.setdefault(frame.id, []).append(frame)
    core.stack[:] = stack
    core.stream.pos, core.stream.script_at = at
