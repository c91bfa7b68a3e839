"""What tests and tools do with a game outside of its ordinary run: perform statements, place things, ask whether a call is permitted."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import calls, checks, state
from .aims import misses
from .checkpoint import go_back
from .choose import Decision
from .core import Env
from .expressions import Scope
from .legality import refusal
from .names import identity
from .obliged import bars
from .program import Record
from .statements import after, block
from .trouble import Diverged, Finished, Halt, Pause, Refused, fault
from .verbs import verb

if TYPE_CHECKING:
    from .game import Game


class Unanswered(Refused):
    """A test's script has no answer for a decision that needs one."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(f"no answer for `{decision.site}`, asked of {identity(decision.core, decision.seat)}")
        self.record = decision.record()


def perform(game: Game, statements: list[Record], answers: list[Any], env: Env) -> list[dict[str, Any]]:
    """Run statements as an outermost body, answered from the front of a list; the events.

    An optional decision without an answer is declined. Raises Unanswered for a required one, Refused for an answer that is not offered, Halt for a trouble;
    in these cases nothing has changed. Variables are kept in `env` from call to call.
    """
    _between(game)
    core = game.core
    scope = Scope("test", game.names)
    seen, before = core.events_cut + len(core.events), dict(env)
    core.script, core.declines = answers, True
    try:
        if core.checked < 0:
            checks.first_look(core)
        block(core, statements, scope)(env)
        calls.stable(core)
    except Finished:
        pass
    except (Pause, Exception) as trouble:
        chain = core.chain()
        go_back(core, game.machine, game.point)
        core.drop_answers(0)
        env.clear()
        env.update(before)
        if isinstance(trouble, Pause):
            raise Unanswered(trouble.decision) from None
        if isinstance(trouble, Refused | Diverged):
            raise
        halt = trouble if isinstance(trouble, Halt) else fault(trouble, core.rule())
        if halt.chain is None:
            halt.chain = chain
        raise halt from trouble
    finally:
        core.script = None
    for node in statements:
        scope = after(core, node, scope)
    game.names = scope.names
    game.checkpoint()
    return game.events(seen)


def _between(game: Game) -> None:
    """Make sure that no resolution is half done. A decision that is the first of its resolution is asked again afterwards."""
    if game.core.answers:
        raise Refused("a decision is pending in the middle of what came before it; answer it first")
    if game.decision is not None or game.halt is not None:
        game.decision = game.halt = None
        go_back(game.core, game.machine, game.point)
    game.known_hash = None


def play(game: Game, answers: list[Any]) -> dict[str, Any]:
    """Start the game if it has not begun, and go on with answers from the front of a list until one is missing; what is pending then."""
    core = game.core
    if not game.started:
        game.begin()
        core.checked = -1
    core.script, core.declines = answers, False
    try:
        if game.decision is not None:
            game.rerun()
        return game.pending()
    except Refused:
        go_back(core, game.machine, game.point)
        core.drop_answers(0)
        game.decision = None
        raise
    finally:
        core.script = None


def expand(game: Game) -> list[list[Any]]:
    """The whole actions of the pending offer: for each option the answers that take it, the parameters' included. For searchers and user interfaces."""
    decision = game.decision
    if decision is None or decision.kind != "action":
        return []
    start = decision.site
    found: list[list[Any]] = []

    def follow(live: Game, answers: list[Any]) -> None:
        pending = live.decision
        assert pending is not None
        for answer in pending.ids():
            live.probe(lambda inner, answer=answer: step(inner, [*answers, answer]))  # type: ignore[misc]

    def step(live: Game, answers: list[Any]) -> None:
        live.pending()
        live.apply(answers[-1])
        asked = live.decision
        if asked is not None and asked.site.startswith(f"{start}/"):
            follow(live, answers)
        else:
            found.append(answers)

    follow(game, [])
    return found


def permits(game: Game, call: Record, env: Env | None) -> str | None:
    """Why a call is illegal, None if it is legal and obligations would leave it among the options."""
    called = verb(game.core, call["verb"])
    args = {name: game.evaluate(arg, env) for name, arg in call["args"].items()}
    tag = None if call["tag"] is None else game.evaluate(call["tag"], env)
    every = [args] if call["each"] is None else [{**args, call["each"]: item} for item in args[call["each"]]]
    for one in every:
        variables = called.bound(one, tag)
        reason = refusal(game.core, called, variables) or bars(game.core, called.id, variables)
        if reason is not None:
            return reason
        missed = misses(game.core, called, variables)
        if missed is not None:
            return f"{called.id}/{missed}"
    return None


def place(game: Game, thing: int, where: int) -> None:
    """Put a thing somewhere without events or handlers. Raises Refused for what is no place."""
    if not state.is_place(game.core, where):
        raise Refused("that is not a place")
    _between(game)
    state.put(game.core, thing, where)
    game.checkpoint()
