"""The nodes of a sequence that runs inside a body, each a closure made from the node of the machine (`nodes`)."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import moments
from .calls import refuse, stable
from .core import STOP, Core, Env, Frame
from .inline import CUT, Go, Live, break_off, inline, marked, open_period
from .legality import barred, count_limits
from .machines import close_period
from .verbs import verb


def node(core: Core, made: Any, loops: bool) -> Go:
    """The closure of a node; `loops`: whether it stands in a loop of its sequence."""
    return INLINE[made.record["node"]](core, made, loops)


def _seq(core: Core, made: Any, loops: bool) -> Go:
    children = [node(core, child, loops) for child in made.children]
    if len(children) == 1:
        return children[0]

    def seq(live: Live, env: Env) -> int | None:
        for child in children:
            signal = child(live, env)
            if signal is not None:
                return signal
        return None

    return seq


def _do(core: Core, made: Any, loops: bool) -> Go:
    body = made.body

    def do(live: Live, env: Env) -> int | None:
        if core.inside == 0:
            core.sweep = None
        signal = body(env)
        core.tail = None
        stable(core)
        if signal == STOP and loops:
            return STOP
        return live.ended() if core.ending else None

    return do


def _call(core: Core, made: Any, loops: bool) -> Go:
    args, id, name, home = made.args, made.record["sequence"], made.record["as"], made.owner.called.id

    def call(live: Live, env: Env) -> int | None:
        variables = verb(core, id).bound({name: arg(env) for name, arg in args.items()})

        def keep(result: Any) -> None:
            if name is not None:
                core.journal.write(env, name, result)

        return inline(core, id).run(live, variables, home, keep)

    return call


def _step(core: Core, made: Any, loops: bool) -> Go:
    id, home, where, while_ = made.id, made.owner.called, made.where, made.while_
    inner, hooked = node(core, made.inner, loops), made.id in core.program.hooked

    def once(live: Live, env: Env) -> tuple[int | None, bool]:
        """One pass: its signal, and whether there may be another one."""
        core.count(1)
        if while_ is not None and not while_(env):
            return None, False
        reason = barred(core, id, env) if hooked else None
        if reason is not None:
            refuse(core, id, reason, home.id)
            return None, False
        frame = Frame(id, env, home.id, {"pass": True})
        core.open(frame)
        live.frames.append(frame)
        marked(core)
        heard = hooked and (moments.run(core, "before", id, frame) or id in core.tables["instead"])
        if frame.cancelled or (hooked and id in core.tables["instead"] and moments.replaced(core, id, home, frame)):
            if heard:
                stable(core)
            core.close(frame)
            live.frames.pop()
            return (live.ended() if core.ending else None), False
        if hooked and id in core.tables["limit"]:
            count_limits(core, id, env)
        open_period(core, frame)
        core.ran.add(id)
        if hooked and (moments.run(core, "start", id, frame) or heard):
            stable(core)
        signal = live.ended() if core.ending else None
        if signal is None:
            signal = inner(live, env)
        if signal is not None and (signal != CUT or live.target is not frame):
            break_off(core, live, frame)
            return signal, False
        close_period(core, frame, id)
        core.close(frame)
        live.frames.pop()
        marked(core)
        return (live.ended() if core.ending else None), while_ is not None and not frame.record.get("ending")

    def step(live: Live, env: Env) -> int | None:
        if where is not None and not where(env):
            return None
        signal, again = once(live, env)
        while again and signal is None:
            signal, again = once(live, env)
        return signal

    return step


def _loop(core: Core, made: Any, loops: bool) -> Go:
    count, while_, until, inner = made.count, made.while_, made.until, node(core, made.inner, True)

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


def _each(core: Core, made: Any, loops: bool) -> Go:
    items, things, name, home, inner = made.items, made.things, made.record["var"], made.owner.called.id, node(core, made.inner, True)
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


def _branch(core: Core, made: Any, loops: bool) -> Go:
    test = made.test
    then, other = (node(core, one, loops) if one is not None else None for one in (made.then, made.other))

    def branch(live: Live, env: Env) -> int | None:
        chosen = then if test(env) else other
        return None if chosen is None else chosen(live, env)

    return branch


def _let(core: Core, made: Any, loops: bool) -> Go:
    name, value = made.record["name"], made.value

    def let(live: Live, env: Env) -> int | None:
        core.journal.write(env, name, value(env))
        return None

    return let


INLINE: dict[str, Callable[[Core, Any, bool], Go]] = {
    "seq": _seq,
    "do": _do,
    "call": _call,
    "step": _step,
    "loop": _loop,
    "each": _each,
    "branch": _branch,
    "let": _let,
}
"""The nodes by their word, as in `nodes`; a test compares the keys with the contract."""
