"""What a bot of the ruleset thinks of the answers to a question: `bot` records at work.

Advice never executes anything and never knows more than the seat that is asked: it is worked out in a state in which what the seat does not see is dealt anew,
and it hears only those running calls of which the seat has been told.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .choose import Decision
from .core import EVENT, Core, Env, Fn
from .dealing import dealt
from .expressions import Scope, expression, optional
from .program import ANY, Record
from .shape import DIE, INT, WORD, thing, variables
from .stream import Stream

Names = tuple[tuple[str, Fn], ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """What the options are worth, in their order (of `may`: yes, no; of `number`: from `min` on), and what taking none is; `said`: whether advice counted."""

    options: list[int]
    refused: int
    said: bool


class Advice:
    """One `prefer`, compiled."""

    __slots__ = ("about", "by", "events", "record", "where")

    def __init__(self, core: Core, record: Record, seat: str) -> None:
        program = core.program
        self.record = record
        self.about: str = record["about"]
        self.events: dict[str, Names] = {}
        heard: dict[str, Record] = {}
        for target in record["targets"]:
            for event, args in program.heard_as(target):
                known = program.events.get(event) or program.events.get(event.rpartition(".")[0])
                heard.update(variables(known, program))
                self.events[event] = _bound(core, record, event, args)
        heard.update((name, thing()) for name in record["names"])
        it = {"thing": thing(record.get("of", "thing")), "word": WORD, "number": INT, "die": DIE}.get(self.about, ANY)
        scope = Scope(record["id"], {"self": thing(seat), "it": it}, heard, frozenset(record["names"]), memo=memo_of(core))
        self.where = optional(core, record["where"], scope)
        self.by = expression(core, record["by"], scope)

    def worth(self, env: Env) -> int | None:
        """What it adds; None where it does not count."""
        if self.where is not None and not self.where(env):
            return None
        found: int = self.by(env)
        return found


def _bound(core: Core, record: Record, event: str, args: list[Record] | None) -> Names:
    if not record["names"] or args is None:
        return ()
    scope = Scope(event, variables(core.program.events.get(event), core.program))
    return tuple((name, expression(core, arg, scope)) for name, arg in zip(record["names"], args, strict=False))


class Bot:
    """A bot of a ruleset, compiled for one game."""

    def __init__(self, core: Core, record: Record) -> None:
        self.core = core
        advice = [Advice(core, one, record["for"]) for one in record["advice"]]
        self.choices = [one for one in advice if one.about != "call"]
        self.calls: dict[str, list[Advice]] = {}
        for one in advice:
            for event in one.events if one.about == "call" else ():
                self.calls.setdefault(event, []).append(one)
        self.value: Fn | None = optional(core, record["value"], Scope(record["id"], {"self": thing(record["for"])}))


def memo_of(core: Core) -> dict[Any, Any]:
    """What defines have given in the weighing that is going on."""
    memo: dict[Any, Any] = core.compiled.setdefault(("memo", ""), {})
    return memo


def bot_of(core: Core, id: str) -> Bot:
    """The bot of an id; KeyError if the game has none."""
    known: Bot | None = core.compiled.get(("bot", id))
    if known is None:
        record = next((one for one in core.program.ruleset.get("bots", ()) if one["id"] == id), None)
        if record is None:
            raise KeyError(id)
        known = core.compiled["bot", id] = Bot(core, record)
    return known


def worth(core: Core, id: str, decision: Decision, stream: Stream) -> Worth:
    """What a bot thinks of the answers to a question that is asked now. Traps where its expressions trap."""
    bot, steps = bot_of(core, id), core.steps
    try:
        core.steps = 0
        weighing = _Weighing(bot, decision)
        with dealt(core, decision.seat, stream):
            return weighing.all()
    finally:
        memo_of(core).clear()
        core.steps = steps


def value(core: Core, id: str, seat: int) -> int:
    """How well a seat stands, as a bot sees it, in a game that shows all: one that was dealt anew."""
    of, steps = bot_of(core, id).value, core.steps
    assert of is not None
    try:
        core.steps = 0
        found: int = of({"self": seat})
        return found
    finally:
        core.steps = steps


class _Weighing:
    """One question weighed."""

    def __init__(self, bot: Bot, decision: Decision) -> None:
        self.bot = bot
        self.core = bot.core
        self.decision = decision
        self.said = False
        # What is legal is found out as the game is, before anything is dealt.
        self.calls = None if decision.calls is None else [decision.calls(at, bot.calls) for at in range(len(decision.choices))]
        self.open: list[tuple[Advice, Env]] = []

    def all(self) -> Worth:
        """All answers."""
        decision = self.decision
        self.open = [(one, env) for one in self.bot.choices if (env := self._inside(one)) is not None]
        if decision.kind == "may":
            return Worth([self._answer("yes"), self._answer("no")], 0, self.said)
        if decision.kind == "number":
            return Worth([self._chosen(number, INT) for number in range(decision.low, decision.high + 1)], 0, self.said)
        options = [self._option(at) for at in range(len(decision.choices))]
        refused = self._answer("pass") if decision.refuse is not None else 0
        return Worth(options, refused, self.said)

    def _inside(self, one: Advice) -> Env | None:
        """What advice on a choice sees of the call inside of which it is asked; None if there is no such call, or one that the seat does not know of."""
        env: Env = {"self": self.decision.seat}
        if not one.record["targets"]:
            return env
        frame = next((frame for frame in reversed(self.core.stack) if frame.id in one.events), None)
        if frame is None or not self._told(frame.n):
            return None
        env[EVENT] = frame.vars
        for name, of in one.events[frame.id]:
            env[name] = of(frame.vars)
        return env

    def _told(self, n: int | None) -> bool:
        """Whether the seat has been told of an event. What is no longer kept is a running sequence, and those are in the view."""
        at = -1 if n is None else n - self.core.events_cut
        if not 0 <= at < len(self.core.events):
            return True
        see = self.core.events[at][5]
        return see is None or self.decision.seat in see

    def _add(self, found: int | None) -> int:
        if found is None:
            return 0
        self.said = True
        return found

    def _option(self, at: int) -> int:
        decision = self.decision
        total = 0
        if self.calls is not None:
            total += max((self._called(event, env) for event, env in self.calls[at]), default=0)
        if not self.open:
            return total
        if decision.things is not None:
            thing_ = decision.things[at]
            return total if thing_ is None else total + self._chosen(thing_, thing())
        labels = decision.labels if decision.calls is None else None
        if labels is not None:
            return total + self._sum("text", None, lambda one: one.record["said"] == labels[at][1])
        return total + self._chosen(decision.choices[at], decision.type)

    def _called(self, event: str, variables: Env) -> int:
        total = 0
        for one in self.bot.calls.get(event, ()):
            env = {"self": self.decision.seat, EVENT: variables}
            for name, of in one.events[event]:
                env[name] = of(variables)
            total += self._add(one.worth(env))
        return total

    def _chosen(self, value: Any, kind: Record) -> int:
        core = self.core
        match kind["type"]:
            case "thing" if type(value) is int:
                return self._sum("thing", value, lambda one: core.is_a(value, one.record["of"]))
            case "word" if value is not None:
                enums = core.program.enums
                return self._sum("word", value, lambda one: value in enums[one.record["enum"]] if kind.get("of") is None else one.record["enum"] == kind["of"])
            case "int" | "dial" if type(value) is int:
                return self._sum("number", value, lambda one: True)
            case "die":
                return self._sum("die", value, lambda one: True)
            case "bool" if type(value) is bool:
                return self._answer("yes" if value else "no")
        return 0

    def _answer(self, word: str) -> int:
        return self._sum("answer", None, lambda one: one.record["answer"] == word)

    def _sum(self, about: str, it: Any, fits: Callable[[Advice], bool]) -> int:
        total = 0
        for one, env in self.open:
            if one.about == about and fits(one):
                total += self._add(one.worth({**env, "it": it}))
        return total
