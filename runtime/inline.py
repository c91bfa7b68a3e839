"""Sequences that run inside a body: the nodes of a machine as closures that call each other.

Nothing of such a run outlives its resolution, so its position is the program's own and no record of it is kept but what its periods need. It means what a
machine means (`machines`, `nodes`), node by node; a test compares the two. What is asked to end is left at the next step: a closure gives `CUT` until the
period that ends is reached, whose `end` handlers run, while all periods inside it are broken off.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import checks, effects, moments, state
from .core import STOP, Core, Env, Frame
from .legality import barred, count_limits, refusal
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
        self.core = core
        self.called = called
        self.root = _go(core, sequence(core, called.id).root, False)

    def run(self, live: Live, env: Env, rule: str, keep: Callable[[Any], None] | None) -> int | None:
        """Legality, `before`, `instead`; the period with its handlers around the nodes. The result goes to `keep`, else to `live`."""
        core, called = self.core, self.called
        id, hooked = called.id, called.hooked
        core.count(1)
        if hooked or called.conditional:
            reason = refusal(core, called, env)
            if reason is not None:
                core.record("refused", {"event": id, "reason": reason}, rule)
                return None
        frame = Frame(id, env, rule, {"run": id})
        core.open(frame)
        live.frames.append(frame)
        began = _marked(core)
        if called.slots:
            called.start_slots(env)
        heard = hooked and (id in core.tables["before"] or id in core.tables["instead"] or id in core.windows["before"])
        if hooked:
            if not goes_on(core, called, frame):
                return self._over(live, frame, heard, keep)
            if id in core.tables["limit"]:
                count_limits(core, id, env)
        frame.record["number"] = number(core, id)
        _open_period(core, frame)
        frame.n = core.record(id, called.taken(env), rule)
        core.ran.add(id)
        if hooked and (moments.run(core, "start", id, frame) or heard):
            _stable(core)
        signal = live.ended() if core.ending else None
        if signal is None:
            signal = self.root(live, env)
        if signal is not None and live.target is not frame:
            _break_off(core, live, frame)
            drop_zones(core, frame)
            return signal
        close_period(core, frame, id)
        core.journal.write(began, "stack", None)
        return self._over(live, frame, False, keep)

    def _over(self, live: Live, frame: Frame, heard: bool, keep: Callable[[Any], None] | None) -> int | None:
        core = self.core
        if heard:
            _stable(core)
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


def _marked(core: Core) -> dict[str, Any]:
    """Note that a period begins, for the checks that read which ones are open; what is given serves to note that it ends."""
    box: dict[str, Any] = {"stack": False}
    core.journal.write(box, "stack", True)
    return box


def _stable(core: Core) -> None:
    if core.inside == 0 and core.waits is None and core.sweep is None:
        checks.stable(core)


def _open_period(core: Core, frame: Frame) -> None:
    frame.record["scope"] = state.new_scope(core)
    reset(core, frame.id)
    if core.ends:
        effects.period_began(core, frame)


def _break_off(core: Core, live: Live, frame: Frame) -> None:
    """Leave a period without its `end` handlers."""
    effects.period_over(core, frame)
    core.close(frame)
    live.frames.pop()


# ---------------------------------------------------------------- nodes


def _go(core: Core, node: Any, loops: bool) -> Go:
    """The closure of a node; `loops`: whether it stands in a loop of its sequence."""
    return _MAKE[node.record["node"]](core, node, loops)


def _seq(core: Core, node: Any, loops: bool) -> Go:
    children = [_go(core, child, loops) for child in node.children]
    if len(children) == 1:
        return children[0]

    def seq(live: Live, env: Env) -> int | None:
        for child in children:
            signal = child(live, env)
            if signal is not None:
                return signal
        return None

    return seq


def _do(core: Core, node: Any, loops: bool) -> Go:
    body = node.body

    def do(live: Live, env: Env) -> int | None:
        if core.inside == 0:
            core.sweep = None
        signal = body(env)
        core.tail = None
        _stable(core)
        if signal == STOP and loops:
            return STOP
        return live.ended() if core.ending else None

    return do


def _call(core: Core, node: Any, loops: bool) -> Go:
    args, id, name, home = node.args, node.record["sequence"], node.record["as"], node.owner.called.id

    def call(live: Live, env: Env) -> int | None:
        variables = verb(core, id).bound({name: arg(env) for name, arg in args.items()})

        def keep(result: Any) -> None:
            if name is not None:
                core.journal.write(env, name, result)

        return inline(core, id).run(live, variables, home, keep)

    return call


def _step(core: Core, node: Any, loops: bool) -> Go:
    id, home, where, while_ = node.id, node.owner.called, node.where, node.while_
    inner, hooked = _go(core, node.inner, loops), node.id in core.program.hooked

    def once(live: Live, env: Env) -> tuple[int | None, bool]:
        """One pass: its signal, and whether there may be another one."""
        core.count(1)
        if while_ is not None and not while_(env):
            return None, False
        reason = barred(core, id, env) if hooked else None
        if reason is not None:
            core.record("refused", {"event": id, "reason": reason}, home.id)
            return None, False
        frame = Frame(id, env, home.id, {"pass": True})
        core.open(frame)
        live.frames.append(frame)
        _marked(core)
        heard = hooked and (moments.run(core, "before", id, frame) or id in core.tables["instead"])
        if frame.cancelled or (hooked and id in core.tables["instead"] and moments.replaced(core, id, home, frame)):
            if heard:
                _stable(core)
            core.close(frame)
            live.frames.pop()
            return (live.ended() if core.ending else None), False
        if hooked and id in core.tables["limit"]:
            count_limits(core, id, env)
        _open_period(core, frame)
        core.ran.add(id)
        if hooked and (moments.run(core, "start", id, frame) or heard):
            _stable(core)
        signal = live.ended() if core.ending else None
        if signal is None:
            signal = inner(live, env)
        if signal is not None and (signal != CUT or live.target is not frame):
            _break_off(core, live, frame)
            return signal, False
        close_period(core, frame, id)
        core.close(frame)
        live.frames.pop()
        _marked(core)
        return (live.ended() if core.ending else None), while_ is not None and not frame.record.get("ending")

    def step(live: Live, env: Env) -> int | None:
        if where is not None and not where(env):
            return None
        signal, again = once(live, env)
        while again and signal is None:
            signal, again = once(live, env)
        return signal

    return step


def _loop(core: Core, node: Any, loops: bool) -> Go:
    count, while_, until, inner = node.count, node.while_, node.until, _go(core, node.inner, True)

    def loop(live: Live, env: Env) -> int | None:
        left, again = None if count is None else count(env), False
        while True:
            core.count(1)
            over = again and until is not None and until(env)
            if over or (left is not None and left <= 0) or (while_ is not None and not while_(env)):
                return None
            left, again = None if left is None else left - 1, True
            signal = inner(live, env)
            if signal is not None:
                return signal if signal != STOP else live.ended() if core.ending else None

    return loop


def _each(core: Core, node: Any, loops: bool) -> Go:
    items, things, name, home, inner = node.items, node.things, node.record["var"], node.owner.called.id, _go(core, node.inner, True)
    works = core.works

    def each(live: Live, env: Env) -> int | None:
        left = items(env)
        here = {one for one in left if one in works} if things else ()
        for one in left:
            core.count(1)
            if one in here and one not in works:
                core.record("refused", {"effect": home, "reason": "gone"}, home)
                continue
            core.journal.write(env, name, one)
            signal = inner(live, env)
            if signal is not None:
                return signal if signal != STOP else live.ended() if core.ending else None
        return None

    return each


def _branch(core: Core, node: Any, loops: bool) -> Go:
    test = node.test
    then, other = (_go(core, one, loops) if one is not None else None for one in (node.then, node.other))

    def branch(live: Live, env: Env) -> int | None:
        chosen = then if test(env) else other
        return None if chosen is None else chosen(live, env)

    return branch


def _let(core: Core, node: Any, loops: bool) -> Go:
    name, value = node.record["name"], node.value

    def let(live: Live, env: Env) -> int | None:
        core.journal.write(env, name, value(env))
        return None

    return let


_MAKE: dict[str, Callable[[Core, Any, bool], Go]] = {
    "seq": _seq,
    "do": _do,
    "call": _call,
    "step": _step,
    "loop": _loop,
    "each": _each,
    "branch": _branch,
    "let": _let,
}
