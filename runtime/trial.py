"""Tests that stand in the content: scripted games, played one step after the other.

A step that fails ends the test with a message in the author's words. Answers and dice that nobody asked for fail it too: they are a mistake in the script.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .choose import Decision
from .core import Env
from .game import Game, Unanswered
from .program import Program, Record
from .trouble import Diverged, Halt, Refused, fault


@dataclass
class Outcome:
    """What became of a test: `message` is empty if it passed; `events` are those of its game, as records; `ran` the ids of what ran in it."""

    id: str
    name: str
    passed: bool
    message: str
    file: str | None
    line: int | None
    ran: set[str] = field(default_factory=set)
    events: list[Record] = field(default_factory=list)


class Failed(Exception):
    """A step of the test does not hold; the text says why."""


class Trials:
    """The tests of a ruleset that has been verified. What is worked out of the ruleset for some options serves all tests that have the same."""

    def __init__(self, ruleset: Record) -> None:
        self.ruleset = ruleset
        self._programs: dict[str, Program] = {}

    def run(self, test: Record) -> Outcome:
        """Play one of the tests."""
        return run_test(self.ruleset, test, self._program)

    def _program(self, options: Record) -> Program:
        key = repr(sorted(options.items()))
        if key not in self._programs:
            self._programs[key] = Program(self.ruleset, options)
        return self._programs[key]


def run_test(ruleset: Record, test: Record, program: Callable[[Record], Program] | None = None) -> Outcome:
    """Play one test of a ruleset that has been verified; `program` gives what was worked out of the ruleset for a set of options."""
    file, line = _place(ruleset, test["id"])
    outcome = Outcome(test["id"], test["name"], False, "", file, line)
    game: Game | None = None
    try:
        worked_out = program(test["options"]) if program is not None else None
        game = Game(ruleset, seats=test["seats"], options=test["options"], seed=f"test/{test['id']}", start=False, verified=True, program=worked_out)
        _Trial(game).play(test["steps"])
        outcome.passed = True
    except Failed as failed:
        outcome.message = str(failed)
    except (Refused, Diverged) as refused:
        outcome.message = str(refused)
    except Halt as halt:
        outcome.message = stopped(halt.record())
    except RecursionError as deep:
        outcome.message = stopped(fault(deep, None).record())
    if game is not None:
        outcome.ran = game.ran
        outcome.events = game.events()
    return outcome


def stopped(report: Record) -> str:
    """The report of a trouble in a few lines: what happened, by which rule, inside which events."""
    lines = [f"the rules were stopped: {report['text']}" + (f" in `{report['rule']}`" if report["rule"] else "")]
    for link in report["chain"]:
        times = f" x {link['times']}" if "times" in link else ""
        lines.append(f"  in `{link['event']}`" + (f", because of `{link['rule']}`" if link["rule"] and link["rule"] != link["event"] else "") + times)
    return "\n".join(lines)


class _Trial:
    """One test on its way: the game, its variables, the answers that are still to come."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.env: Env = {}
        self.answers: list[Any] = []

    def play(self, steps: list[Record]) -> None:
        """All steps. Raises Failed, or what the game raises."""
        self._sound(steps, 0)
        for at, step in enumerate(steps, 1):
            meaning: Callable[[Record], None] | None = getattr(self, f"_{step['op']}", None)
            if meaning is not None and step["op"] in STEPS:
                meaning(step)
            else:
                self._statement(step)
            if meaning is None or step["op"] == "start":
                self._sound(steps, at)
        if self.answers:
            raise Failed(f"nothing asked for the answers {', '.join(_said(one) for one in self.answers)}")
        stream = self.game.core.stream
        if stream.script_at < len(stream.script):
            raise Failed(f"nobody rolled the dice {', '.join(map(str, stream.script[stream.script_at :]))}")

    def _sound(self, steps: list[Record], at: int) -> None:
        """What the game has done by itself leaves every invariant whole; what a test puts on the table is the test's own. A test that goes on to
        `refuse { start }` says that one does not hold.
        """
        if any(step["op"] == "begins" and not step["holds"] for step in steps[at:]):
            return
        broken = self.game.broken()
        if broken is not None:
            raise Failed(f"{broken.text} (`{broken.rule}`)")

    def _given(self, step: Record) -> None:
        thing, place = self.game.evaluate(step["thing"], self.env), self.game.evaluate(step["place"], self.env)
        for one in thing if type(thing) is list else [thing]:
            if one is None or place is None:
                raise Failed(f"`given` needs a thing and a place, but {'the thing' if one is None else 'the place'} is `none`")
            self.game.place(one, place)

    def _dice(self, step: Record) -> None:
        self.game.core.stream.script = [*self.game.core.stream.script, *step["faces"]]

    def _answer(self, step: Record) -> None:
        self.answers += step["values"]

    def _start(self, step: Record) -> None:
        pending = self.game.play(self.answers)
        if "stopped" in pending:
            raise Failed(stopped(pending["stopped"]))
        if self.answers and "result" not in pending:
            raise Failed(f"`{_said(self.answers[0])}` does not answer {_asked(pending)}")

    def _refuse(self, step: Record) -> None:
        if self.game.permits(step["call"], self.env) is None:
            raise Failed(f"`{step['call']['verb']}` must be impossible, but nothing forbids it")

    def _permit(self, step: Record) -> None:
        reason = self.game.permits(step["call"], self.env)
        if reason is not None:
            called = step["call"]["verb"]
            known = {called: "a `require` of its own does not hold", "gone": "something that it needs is `none`"}
            raise Failed(f"`{called}` must be possible, but {known.get(reason, f'`{reason}` forbids it')}")

    def _offered(self, step: Record) -> None:
        self.game.pending()
        decision = self.game.decision
        if decision is None:
            raise Failed("nothing is asked, so nothing is offered")
        try:
            decision.parse(step["value"])
        except Refused:
            if step["holds"]:
                raise Failed(f"`{_said(step['value'])}` must be offered, but it does not answer {_asked(decision)}") from None
        else:
            if not step["holds"]:
                raise Failed(f"`{_said(step['value'])}` must not be offered, but it answers {_asked(decision)}")

    def _begins(self, step: Record) -> None:
        reason = self.game.unfit()
        if reason is None and not step["holds"]:
            raise Failed("the game must not be able to begin, but all is so that is always so")
        if reason is not None and step["holds"]:
            raise Failed(f"the game must be able to begin, but it cannot: {reason}")

    def _expect(self, step: Record) -> None:
        if self.game.evaluate(step["test"], self.env) is True:
            return
        found = [f"{part['text']} is {_said(self.game.shown(part['value'], self.env))}" for part in step["parts"]]
        raise Failed((step["text"] or "an expectation does not hold") + "".join(f"\n  found: {one}" for one in found))

    def _statement(self, step: Record) -> None:
        try:
            self.game.perform([step], self.answers, self.env)
        except Unanswered as missing:
            raise Failed(f"the test has no answer for {_asked(missing.record)}") from None


STEPS = frozenset(("given", "dice", "answer", "start", "refuse", "permit", "offered", "begins", "expect"))
"""The steps that are no statements."""


def _asked(decision: Record | Decision) -> str:
    options = ", ".join(f"`{option['text']}`" for option in decision["options"][:8])
    more = f", and {len(decision['options']) - 8} more" if len(decision["options"]) > 8 else ""
    return f"`{decision['text'] or decision['site']}`, asked of {decision['seat']}" + (f": the options are {options}{more}" if options else "")


def _said(value: Any) -> str:
    if type(value) is bool:
        return "yes" if value else "no"
    if value is None:
        return "none"
    if type(value) is list:
        return "[" + ", ".join(map(_said, value)) + "]"
    if type(value) is dict:
        return str(value.get("face", value))
    return str(value)


def _place(ruleset: Record, ident: str) -> tuple[str | None, int | None]:
    source_map = ruleset.get("source_map")
    if not source_map or ident not in source_map["at"]:
        return None, None
    file, line, _ = source_map["at"][ident]
    return source_map["files"][file], line
