"""What can interrupt a resolution: a question, the end of the game, a refused answer, and troubles that stop it.

`Pause` and `Finished` are no errors; they derive from BaseException so that nothing between a question and the driver catches them by accident. A `Halt`
(a trap or a limit) ends the resolution: the driver rolls back to the checkpoint and reports code, rule and chain of causes in the author's words.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .choose import Decision
    from .core import Core

Chain = list[tuple[int | None, str, str]]
"""The open events from the outermost: number (None before it was recorded), event id, the rule that caused it."""

TRAPS: dict[str, str] = {
    "none": "`{what}` was asked of nothing",
    "divide_by_zero": "a number was divided by zero",
    "too_large": "a number went beyond {limit}",
    "range": "`{what}` would become {value}, but must be {low} to {high}",
    "not_single": "`{what}` stands for the only instance, but the game has {count}",
    "two_values": "two parts of a `together` set `{what}` to different values",
    "dead_end": "a choice of {least} had only {count} options",
    "lookup": "no row of the table is for {value}",
    "unbounded": "`{what}` has no list of values that could be offered",
    "not_a_place": "{what} is not a place",
    "no_dial": "it is not known which dial is read",
    "paths": "{what}",
    "die": "{what}",
    "grid": "{what}",
    "random": "{count} elements cannot be drawn from {size}",
    "share": "{amount} cannot be divided among nobody",
    "no_seat": "nobody is there to decide",
    "bad_cost": "{what}",
    "invariant": "an invariant is broken: {because}",
}
"""The codes of traps with their texts."""


class Pause(BaseException):
    """An outside player must answer; the body is left and run again with the answer."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.decision = decision


class Finished(BaseException):
    """The game has a result: what is left of the resolution does not run."""


class Refused(Exception):
    """An answer or request that cannot be carried out; nothing has changed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NeedsConsent(Refused):
    """What cannot be done unless these seats (`seat:1`) agree, because it takes back what they have answered."""

    def __init__(self, seats: list[str]) -> None:
        super().__init__(f"{' and '.join(seats)} {'have' if len(seats) > 1 else 'has'} answered since, and must agree")
        self.seats = seats


class Diverged(Exception):
    """Recorded answers meet another question than when they were given."""


class Misfit(Diverged):
    """A recorded answer meets the question at which it was given, which does not take it now."""


class Halt(Exception):
    """A trouble that ends the resolution. `chain` is filled in by the driver if the place that raised it did not know it; `answers`: those taken before."""

    def __init__(self, code: str, text: str, rule: str | None, chain: Chain | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule
        self.chain = chain
        self.answers = 0

    def record(self) -> dict[str, Any]:
        """The report at the border: `code`, `text`, `rule`, `chain` (repeated links folded)."""
        return {"code": self.code, "text": self.text, "rule": self.rule, "chain": folded(self.chain or [])}


def blamed(core: Core, halt: Halt, rule: str) -> Halt:
    """The trouble with its chain, which ends with the clause or handler that was at work, if that is not known already."""
    if halt.chain is None:
        event = core.stack[-1].id if core.stack else "check"
        halt.chain = [*core.chain(), (None, event, rule)]
    return halt


class Trap(Halt):
    """A rule asked for something that has no meaning: see `TRAPS`."""

    def __init__(self, code: str, rule: str | None, chain: Chain | None = None, **values: object) -> None:
        super().__init__(code, TRAPS[code].format(**values), rule, chain)


class LimitMet(Halt):
    """A runaway: one of the ruleset's limits was exceeded."""

    def __init__(self, limit: str, bound: int, rule: str | None, chain: Chain) -> None:
        super().__init__("limit", f"more than {bound} {LIMITS[limit]}", rule, chain)
        self.limit = limit

    def record(self) -> dict[str, Any]:
        """As `Halt.record`, with the name of the limit."""
        return {**super().record(), "limit": self.limit}


LIMITS: dict[str, str] = {
    "steps": "steps in one resolution",
    "depth": "levels of rules inside rules",
    "answers": "answers in one resolution",
    "events": "events in one resolution",
    "checks": "rounds of state checks",
    "entities": "things in the game",
    "inputs": "inputs in one game",
}
"""The limits, in the words of a report."""


def fault(cause: Exception, rule: str | None) -> Halt:
    """The report of rules that ask for what cannot be, past all checks: a number of a text, an element of a number. RecursionError means nesting too deep."""
    if isinstance(cause, RecursionError):
        return Halt("limit", "rules inside rules are nested too deeply", rule)
    return Halt("fault", f"the rules do not fit together ({type(cause).__name__}: {cause})", rule)


def folded(chain: Chain) -> list[dict[str, Any]]:
    """The chain as records `{n, event, rule}`; a group of links that repeats at once is kept once, with `times`."""
    links = [(event, rule) for _, event, rule in chain]
    out: list[dict[str, Any]] = []
    at = 0
    while at < len(links):
        size, times = _repetition(links, at)
        for offset in range(size):
            n, event, rule = chain[at + offset]
            out.append({"n": n, "event": event, "rule": rule, **({"times": times} if times > 1 else {})})
        at += size * times
    return out


def _repetition(links: list[tuple[str, str]], at: int) -> tuple[int, int]:
    for size in range(1, 9):
        group = links[at : at + size]
        times = 1
        while len(group) == size and links[at + size * times : at + size * (times + 1)] == group:
            times += 1
        if times > 1:
            return size, times
    return 1, 1
