"""Sequences that run inside a body: the nodes of a machine as closures that call each other.

Nothing of such a run outlives its resolution, so its position is the program's own and no record of it is kept but what its periods need. It means what a
machine means (`machines`, `nodes`), node by node; a test compares the two. What is asked to end is left at the next step: a closure gives `CUT` until the
period that ends is reached, whose `end` handlers run, while all periods inside it are broken off.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import effects, moments, state
from .calls import refuse, stable
from .core import Core, Env, Frame
from .legality import count_limits, refusal
from .machines import close_period, drop_zones, goes_on, number, reset, sequence
from .verbs import Verb, verb

CUT = 6
"""The signal that a period around is to be left."""


class Live:
    """One run inside a body, with the runs that it calls: its open periods, outermost first, and the one that is to be left. `result` is its variable."""

    __slots__ = ("frames", "result", "target")

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.target: Frame | None = None
        self.result: Any = None

    def ended(self) -> int | None:
        """`CUT` if one of the periods was asked to end."""
        for frame in self.frames:
            if frame.record.get("ending"):
                self.target = frame
                return CUT
        return None


Go = Callable[[Live, Env], "int | None"]
"""A node: it runs with the variables of its sequence, and gives None to go on, `STOP` up to the nearest loop, or `CUT`."""


def run_inline(core: Core, called: Verb, env: Env, rule: str) -> Any:
    """Run a sequence inside a body, to its end; its result."""
    core.deeper(called.weight)
    outer, core.sweep = core.sweep, None
    held = 0 if outer is None else 1  # no stable points in the middle of a sweep
    core.inside += held
    live = Live()
    inline(core, called.id).run(live, env, rule, None)
    core.inside -= held
    core.sweep = outer
    core.depth -= called.weight
    return live.result


def inline(core: Core, id: str) -> Inline:
    """A sequence in the form in which it runs inside a body."""
    known: Inline | None = core.compiled.get(("inline", id))
    if known is None:
        known = core.compiled["inline", id] = Inline(core, verb(core, id))
    return known


class Inline:
    """A sequence as closures."""

    def __init__(self, core: Core, called: Verb) -> None:
        from .inline_nodes import node

        self.core = core
        self.called = called
        self.root = node(core, sequence(core, called.id).root, False)

    def run(self, live: Live, env: Env, rule: str, keep: Callable[[Any], None] | None) -> int | None:
        """Legality, `before`, `instead`; the period with its handlers around the nodes. The result goes to `keep`, else to `live`."""
        core, called = self.core, self.called
        id, hooked = called.id, called.hooked
        core.count(1)
        if hooked or called.conditional:
            reason = refusal(core, called, env)
            if reason is not None:
                refuse(core, id, reason, rule)
                return None
        frame = Frame(id, env, rule, {"run": id})
        core.open(frame)
        live.frames.append(frame)
        began = marked(core)
        if called.slots:
            called.start_slots(env)
        heard = hooked and (id in core.tables["before"] or id in core.tables["instead"] or id in core.windows["before"])
        if hooked:
            if not goes_on(core, called, frame):
                return self._over(live, frame, heard, keep)
            if id in core.tables["limit"]:
                count_limits(core, id, env)
        frame.record["number"] = number(core, id)
        open_period(core, frame)
        frame.n = core.record(id, called.taken(env), rule)
        core.ran.add(id)
        if hooked and (moments.run(core, "start", id, frame) or heard):
            stable(core)
        signal = live.ended() if core.ending else None
        if signal is None:
            signal = self.root(live, env)
        if signal is not None and live.target is not frame:
            break_off(core, live, frame)
            drop_zones(core, frame)
            return signal
        close_period(core, frame, id)
        core.journal.write(began, "stack", None)
        return self._over(live, frame, False, keep)

    def _over(self, live: Live, frame: Frame, heard: bool, keep: Callable[[Any], None] | None) -> int | None:
        core = self.core
        if heard:
            stable(core)
        if self.called.zones:
            drop_zones(core, frame)
        result = frame.vars.get("result")
        core.close(frame)
        live.frames.pop()
        if keep is None:
            live.result = result
        else:
            keep(result)
        return live.ended() if core.ending else None


def marked(core: Core) -> dict[str, Any]:
    """Note that a period begins, for the checks that read which ones are open; what is given serves to note that it ends."""
    box: dict[str, Any] = {"stack": False}
    core.journal.write(box, "stack", True)
    return box


def open_period(core: Core, frame: Frame) -> None:
    """A period begins: as `machines.open_period`, for a record that nothing goes back to."""
    frame.record["scope"] = state.new_scope(core)
    reset(core, frame.id)
    if core.ends:
        effects.period_began(core, frame)


def break_off(core: Core, live: Live, frame: Frame) -> None:
    """Leave a period without its `end` handlers."""
    effects.period_over(core, frame)
    core.close(frame)
    live.frames.pop()
