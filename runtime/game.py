"""The live game: resolutions between checkpoints, answers, undo, look-ahead, tests.

A position is a checkpoint state and the answers since. On a question to an outside player the forward state stays as it is; the next answer rolls the journal
back to the checkpoint and runs the resolution again over the recorded answers. A resolution that ends without trouble ends in a checkpoint.
"""
from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from . import invariants, rehearsal, setup, taking_back
from .canon import ruleset_hash
from .checkpoint import Checkpoint, go_back, resume, running, settle, take
from .choose import Decision, Pick
from .core import Core, Env, Event, Player
from .expressions import Scope, expression
from .machines import Machine
from .names import identity, outward
from .operations import last_standing
from .program import Program, Record, program_of
from .rehearsal import Unanswered as Unanswered
from .report import event_record, inside, keep_digests, result_record, state_record, state_root, witness
from .stream import Stream
from .trouble import Diverged, Finished, Halt, Pause, Refused, fault
from .verbs import verb
from .view import Look

T = TypeVar("T")


class Game:
    """One game. `start=False` sets it up without running it (for tests and tools). `history=False` keeps neither undo nor events behind the last checkpoint.
    `watch=True` tests the ruleset's invariants before each checkpoint; a broken one stops the game as a trap does.

    `players` are functions by seat index that answer within this process; other seats are asked through `pending` and `apply`. Raises Refused for a ruleset,
    options or number of seats that do not fit, and with `start` for a set-up of which an invariant does not hold.
    """

    def __init__(
        self,
        ruleset: Record,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: str,
        players: Mapping[int, Player] | None = None,
        start: bool = True,
        history: bool = True,
        verified: bool = False,
        watch: bool = False,
        program: Program | None = None,
    ) -> None:
        if not verified:
            verified_or_refused(ruleset)
        self._build(program or Program(ruleset, options), Stream(seed), players, history)
        self.watch = watch
        setup.set_up(self.core, seats)
        if start:
            self._can_begin()
            self.begin()
        self.point = take(self.core)

    def _can_begin(self) -> None:
        """Raise Refused, in the words of the game, if what is always so is not so of the set-up."""
        reason = None if self.program.ruleset["game"] is None else self.unfit()
        if reason is not None:
            raise Refused(f"the set-up is not as it must always be: {reason}")

    def again(self, seed: str | Stream) -> None:
        """Start over with another seed: the same ruleset, options, seats and players. Much faster than a new game, because all stays compiled."""
        core, seats = self.core, len(self.core.seats)
        core.reset(Stream(seed) if isinstance(seed, str) else seed)
        self._clear()
        if core.fresh is None or len(core.fresh.seats) != seats:
            setup.set_up(core, seats)
            setup.remember(core)
        else:
            setup.set_up_again(core)
        self.begin()
        self.point = take(core)

    def _clear(self) -> None:
        self.machine = Machine(self.core, self.core.meta, "machines")
        self.decision: Decision | None = None
        self.halt: Halt | None = None
        self.held: Checkpoint | None = None
        """The checkpoint at which all invariants were found to hold."""
        self.past: list[Checkpoint] = []
        self.wall = taking_back.NOTHING  # why nothing before those can be taken back
        self.rewinds: list[int] = []  # the events from which on something was taken back, each time
        self.started = False
        self.names: dict[str, Record] = {}
        self._probing = False
        self.known_hash: str | None = None

    def _build(self, program: Program, stream: Stream, players: Mapping[int, Player] | None, history: bool) -> None:
        self.program = program
        self.core = Core(program, stream)
        self.core.players = dict(players or {})
        self.core.look = self._look
        self.history = self.core.undoable = history
        if self.program.veils and history:
            self.core.witness = witness(self.core)
        self.watch = False
        self.looking = 0
        """The steps that the last test of the invariants took."""
        self.heard: Callable[[list[Event]], None] | None = None
        """Takes the events of each resolution of a game without history before they are let go."""
        self._clear()

    @classmethod
    def from_state(
        cls,
        ruleset: Record,
        document: Record,
        answers: list[dict[str, Any]] | None = None,
        *,
        players: Mapping[int, Player] | None = None,
        inputs: int = 0,
        history: bool = True,
        verified: bool = False,
    ) -> Game:
        """A game at a checkpoint state and the answers since. Raises Refused for another ruleset, Diverged if the answers do not fit."""
        if not verified:
            verified_or_refused(ruleset)
        program = program_of(ruleset, document.get("options"))
        if document["ruleset"] != ruleset_hash(ruleset):
            raise Refused("the state belongs to another ruleset")
        game = cls.__new__(cls)
        game._build(program, Stream.of(document["rng"]["seed"], document["rng"]["pos"]), players, history)
        game._resume(document, answers, inputs)
        return game

    def restore(self, document: Record, answers: list[dict[str, Any]] | None = None, *, inputs: int = 0) -> None:
        """Go to a position of this game's ruleset and options, in place: as `from_state`, but all stays compiled. Raises as `from_state`."""
        if document["ruleset"] != ruleset_hash(self.program.source) or document.get("options") != dict(self.program.options):
            raise Refused("the state belongs to another ruleset, or to other options")
        keep_digests(self.core)
        self.core.reset(Stream.of(document["rng"]["seed"], document["rng"]["pos"]))
        self._clear()
        self._resume(document, answers, inputs)

    def _resume(self, document: Record, answers: list[dict[str, Any]] | None, inputs: int) -> None:
        core = self.core
        setup.load(core, document)
        core.events_cut = core.events_start = core.meta["events"]
        core.inputs = inputs
        if inputs:
            self.wall = taking_back.NOT_KEPT
        runs: dict[str, int] = core.meta["runs"]
        self.started = bool(core.meta["machines"]) or core.meta["result"] is not None
        core.checked = core.journal.mark() if runs else -1
        core.answers = [dict(answer) for answer in answers or ()]
        core.ending = True
        self.machine.check()
        self.machine.reopen()
        self.point = take(core)
        if core.answers:
            self._advance()
            asked = core.answer_at if self.halt is None else self.halt.answers
            if asked < len(core.answers):
                raise Diverged(f"only {asked} of {len(core.answers)} answers were asked for")

    def _look(self, seat: int) -> Any:
        return Look(self, self.core.seats.index(seat))

    # -- running

    def begin(self) -> None:
        """Put the game's start sequence on the machine. Raises Refused for a ruleset without a game."""
        game = self.program.ruleset["game"]
        if game is None:
            raise Refused("the ruleset is a library of rules without a game")
        self.machine.push_run(game["start"], verb(self.core, game["start"]).bound({}), None, game["start"])
        self.started = True

    def _ready(self) -> None:
        if self.decision is None and self.halt is None and self.started and self.core.meta["result"] is None:
            self._advance()

    def _advance(self) -> None:
        """Run until a decision, the result or a trouble."""
        core = self.core
        self.known_hash = None
        while True:
            try:
                ran = self.machine.advance()
            except Pause as pause:
                self.decision = pause.decision
                return
            except Finished:
                self.checkpoint()
                return
            except Halt as halt:
                self._stop(halt)
                return
            except (Diverged, Refused):
                go_back(core, self.machine, self.point)
                raise
            except Exception as cause:
                self._stop(fault(cause, core.rule()))
                return
            if self.watch:
                broken = self.broken(self.point.mark if self.held is self.point else None)
                if broken is not None:
                    self._stop(broken)
                    return
            if not ran:
                core.journal.write(core.meta, "result", {"winners": [], "losers": [], "why": "over", "rule": ""})
                self.checkpoint()
                return
            self.checkpoint()
            if self.watch:
                self.held = self.point
            if core.meta["result"] is not None:
                return

    def _stop(self, halt: Halt) -> None:
        """Roll back to the checkpoint and report; the answers stay, so that undo can take the last one back."""
        if halt.chain is None:
            halt.chain = self.core.chain()
        halt.answers = self.core.answer_at
        go_back(self.core, self.machine, self.point)
        self._rewound(self.point.events)
        core = self.core
        if self.program.policies.get("on_limit") == "draw" and halt.code == "limit":
            core.drop_answers(0)
            core.journal.write(core.meta, "result", {"winners": [], "losers": [], "why": "limit", "rule": halt.rule or ""})
            core.record("stopped", {"code": halt.code}, halt.rule or "")
            self.checkpoint()
        else:
            self.halt = halt

    def checkpoint(self) -> None:
        """The resolution is done: its answers go to the past, the journal is marked, or cut where nothing can be undone."""
        core, point = self.core, self.point
        core.journal.write(core.meta, "events", core.events_cut + len(core.events))
        seen = None if self._probing else taking_back.remember(self, point)
        core.inputs += len(core.answers)
        if core.answers or core.answer_marks:
            core.drop_answers(0)
        core.answer_at = core.steps = 0
        if not self._probing and not self.past:
            core.journal.forget()
            if core.checked > 0:
                core.checked = 0
            if not self.history:
                if self.heard is not None:
                    self.heard(core.events)
                core.events_cut += len(core.events)
                core.events.clear()
        core.events_start = core.events_cut + len(core.events)
        self.point = take(core, seen)

    # -- the border

    def pending(self) -> dict[str, Any]:
        """The decision that is asked, or `{"result": ...}`, or `{"stopped": ...}`; `{}` before a game that was set up with `start=False` has begun."""
        self._ready()
        result = result_record(self.core)
        if result is not None:
            return {"result": result}
        if self.halt is not None:
            return {"stopped": self.halt.record()}
        return {} if self.decision is None else self.decision.record()

    def apply(self, answer: Any, n: int | None = None) -> list[dict[str, Any]]:
        """Answer the pending decision (its number is `n`); the new events. Raises Refused, changing nothing, for an answer that is not offered."""
        self._ready()
        decision = self.decision
        if decision is None:
            raise Refused("nothing is asked")
        if n is not None and n != decision.record()["n"]:
            raise Refused("stale: another decision is asked now")
        core = self.core
        seen = core.events_cut + len(core.events)
        self.take(decision, decision.parse(answer), False)
        return self.events(seen)

    def take(self, decision: Decision, pick: Pick, in_process: bool) -> None:
        """Go on with an answer to the pending decision; `in_process`: it came from a player of this process, and an undo goes past it."""
        core = self.core
        core.answers.append({"site": decision.site, "seat": identity(core, decision.seat), "value": decision.written(pick)})
        core.picks.append(pick)
        core.in_process.append(in_process)
        self.rerun()

    def rerun(self) -> None:
        """Run the resolution again over the answers."""
        self.decision = self.halt = None
        go_back(self.core, self.machine, self.point)
        self._advance()

    def run(self, max_inputs: int | None = None) -> dict[str, Any]:
        """Let in-process players answer, at most `max_inputs` times; what is pending then."""
        core = self.core
        core.budget = max_inputs
        if self.decision is not None and core.seats.index(self.decision.seat) in core.players:
            self.rerun()
        pending = self.pending()
        core.budget = None
        return pending

    def events(self, since: int = 0) -> list[dict[str, Any]]:
        """The events from a number on, as far as they are kept."""
        core = self.core
        return [event_record(core, event) for event in core.events[max(0, since - core.events_cut) :]]

    def seat(self, name: int | str) -> int:
        """The entity of a seat by index or by name (`seat:0`). Raises Refused for an unknown one."""
        for at, eid in enumerate(self.core.seats):
            if name == at or name == f"seat:{at}":
                return eid
        raise Refused(f"there is no seat `{name}`")

    @property
    def inputs(self) -> int:
        """How many answers the game has had."""
        return self.core.inputs + len(self.core.answers)

    @property
    def ran(self) -> set[str]:
        """The ids of the verbs, handlers, checks, members and effects that have run, and of the clauses that have changed or decided something."""
        return self.core.ran

    # -- undo and concede

    def undo(self, name: int | str, consent: Collection[int | str] = ()) -> list[Record]:
        """A seat takes back its last answer and what followed: the answers that are gone (`seat`, `site`, `value`, `in_process`), the last one first.

        Raises Refused, changing nothing, where there is none, or dice or a reveal lie between; NeedsConsent (a Refused that has the `seats`) where another seat
        has answered since from outside that is not in `consent`.
        """
        self._ready()
        gone = taking_back.undo(self, identity(self.core, self.seat(name)), {identity(self.core, self.seat(other)) for other in consent})
        self._rewound(self.core.events_cut + len(self.core.events))
        return gone

    def _rewound(self, n: int) -> None:
        if not self._probing:
            self.rewinds.append(n)

    def concede(self, name: int | str) -> None:
        """A seat gives up, at any decision or after a stop. With one seat left the game ends; else the seat's later decisions are declined for it."""
        self._ready()
        core, seat = self.core, self.seat(name)
        if core.meta["result"] is not None or core.entities[seat]["status"] != "playing":
            raise Refused("the seat does not play any more")
        go_back(core, self.machine, self.point)
        self._rewound(self.point.events)
        core.drop_answers(0)
        self.decision = self.halt = None
        core.journal.write(core.entities[seat], "status", "conceded")
        core.record("concede", {"seat": seat}, "")
        last_standing(core, "")
        taking_back.close(self, taking_back.GIVEN_UP)
        self.checkpoint()

    # -- hash and state

    def hash(self) -> str:
        """The state's hash; within a resolution it covers the checkpoint, the answers and the forward state. Equal hashes have equal futures."""
        self._ready()
        if self.known_hash is None:
            core, point = self.core, self.point
            forward = state_root(core, core.stream.pos)
            if self.decision is None:
                self.known_hash = forward
            else:
                if point.root is None:
                    point.root = self.at_checkpoint(lambda: state_root(core, point.pos))
                self.known_hash = inside(point.root, core.answers, forward)
        return self.known_hash

    def at_checkpoint(self, look: Callable[[], T], point: Checkpoint | None = None) -> T:
        """What a function of the state sees at the last checkpoint, or at an older one that is kept; the forward state is put back."""
        journal = self.core.journal
        redo = journal.unwind((point or self.point).mark)
        try:
            return look()
        finally:
            journal.rewind(redo)

    def checkpoint_state(self) -> dict[str, Any]:
        """The last checkpoint's state as a document (`rulewright-state`); with `answers` it is the whole position."""
        self._ready()
        return self.state_at(self.point)

    def state_at(self, point: Checkpoint) -> dict[str, Any]:
        """The state at a checkpoint that is kept as a document."""
        name = ruleset_hash(self.program.source)
        return self.at_checkpoint(lambda: state_record(self.core, point.pos, name), point)

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The answers since the checkpoint: `site`, `seat`, `value`."""
        return [dict(answer) for answer in self.core.answers]

    # -- look-ahead

    def probe(self, explore: Callable[[Game], T]) -> T:
        """Let a function play on in place from the pending decision; then put everything back. Works in the middle of an in-process answer too."""
        core, machine = self.core, self.machine
        kept = running(core)
        mine = (self.decision, self.halt, self.point, self.past, self._probing, self.known_hash, machine.opened, machine.runs)
        redo = core.journal.unwind(self.point.mark)
        point = self.point
        core.events, core.answers = list(core.events), list(core.answers)
        core.picks, core.in_process, core.answer_marks = list(core.picks), list(core.in_process), list(core.answer_marks)
        core.players, core.script, core.budget = {}, None, None
        self.past, self._probing, self.decision, self.halt, self.known_hash = [], True, None, None, None
        settle(core, machine, point)
        self.point = Checkpoint(point.mark, point.checked, point.pos, point.script_at, point.events, point.seen, point.inputs)
        try:
            return explore(self)
        finally:
            core.journal.rollback(point.mark)
            self.decision, self.halt, self.point, self.past, self._probing, self.known_hash, opened, runs = mine
            machine.opened, machine.runs = opened, runs
            resume(core, kept)
            core.journal.rewind(redo)

    def expand(self) -> list[list[Any]]:
        """The whole actions of the pending offer, each as the answers that take it; none for other decisions. Found by `probe`."""
        self._ready()
        return rehearsal.expand(self)

    # -- tests and tools

    def perform(self, statements: list[Record], answers: list[Any] | None = None, env: Env | None = None) -> list[dict[str, Any]]:
        """Run statements as an outermost body, answered from the front of a list; the events. See `rehearsal.perform`."""
        return rehearsal.perform(self, statements, [] if answers is None else answers, {} if env is None else env)

    def play(self, answers: list[Any]) -> dict[str, Any]:
        """Start the game if it has not begun, and go on with answers from the front of a list until one is missing; what is pending then."""
        return rehearsal.play(self, answers)

    def evaluate(self, node: Record, env: Env | None = None) -> Any:
        """The value of an expression now, things as numbers. Raises Halt for a trap."""
        return expression(self.core, node, Scope("test", self.names))({} if env is None else env)

    def broken(self, held: int | None = None) -> Halt | None:
        """The first invariant of the ruleset that does not hold now, as the trouble that it is; None if all hold. `held`: a mark of the journal at which they
        did; then only those are tested that read what was written since.
        """
        core = self.core
        steps = core.steps
        found = invariants.broken(core, held)
        self.looking, core.steps = core.steps - steps, steps
        return found

    def unfit(self) -> str | None:
        """Why a game could not begin as it stands now: the first invariant that does not hold, with what breaks it; None if all hold."""
        steps = self.core.steps
        found = invariants.against(self.core)
        self.core.steps = steps
        return found

    def shown(self, node: Record, env: Env | None = None) -> Any:
        """The value of an expression now, things by identity."""
        return outward(self.core, self.evaluate(node, env), Scope("test", self.names).type(self.core, node))

    def permits(self, call: Record, env: Env | None = None) -> str | None:
        """Why a call (a statement record) is illegal, None if it is legal and obligations would leave it among the options."""
        return rehearsal.permits(self, call, env)

    def place(self, thing: int, place: int) -> None:
        """Put a thing somewhere without events or handlers. Raises Refused for what is no place."""
        rehearsal.place(self, thing, place)


def verified_or_refused(ruleset: Record) -> None:
    """Raise Refused with the first finding of the verifier."""
    from rulewright.dsl.verify import verify

    problems = list(verify(ruleset))
    if problems:
        first = problems[0]
        raise Refused(f"the ruleset is not sound: {getattr(first, 'message', first)}")
