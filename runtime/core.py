"""The live parts of one game, held together: state, journal, indexes, open events, answers.

`Core` has no behaviour of its own but the small things that every part needs. The parts are modules of functions that take it: `state` writes, `index` finds,
`call` carries events out, `choose` asks, `machines` drives, `game` keeps checkpoints.

`meta` is what the state holds besides the entities, as JSON: the machines, counters for ids, the result. `frames` lists the open calls and periods by id,
innermost last; `stack` is the chain of causes.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .journal import Journal
from .program import Program, Record
from .stream import Stream
from .trouble import Chain, LimitMet

if TYPE_CHECKING:
    from .choose import Decision
    from .graph import Graph
    from .machines import Machine, Sequence
    from .rules import Clause, Work
    from .setup import Fresh
    from .sight import Mark
    from .stats import Reading
    from .verbs import Verb
    from .ways import Ways

Entity = dict[str, Any]
Env = dict[str, Any]
Fn = Callable[[Env], Any]
"""A compiled expression."""
Do = Callable[[Env], "int | None"]
"""A compiled statement: a signal, or None to go on."""
Said = dict[int, "tuple[str, ...]"]
"""What viewers (`sight.viewers`) call the things of an event, where it is not for all of them the identity; under -1 `rule` for those who may know the rule,
under -2 for those who may know what has barred it."""
Event = tuple[int, "int | None", str, dict[str, Any], str, "tuple[int, ...] | None", "Said | None"]
"""Number, parent's number, event id, values by parameter, the rule that caused it, the seats that see it (None: all), the names when it was made."""
Player = Callable[[Any, "Decision"], Any]

STOP, SKIP, CANCEL, FAIL, CONTINUE = 1, 2, 3, 4, 5
"""Signals of statements: leave the loop, the step, the event, the verb; go on with a changed event."""

TABLE, BOX = 0, 1
OVERHEAD = 2
"""What a body weighs besides its nesting: see the limit `depth`."""
EVENT = "$"
"""The key of an environment under which the variables of the event stand that a clause or handler looks at."""

MODE_KEYS = ("before", "after", "instead", "start", "end", "forbid", "allow", "limit", "oblige", "modify", "prevent", "mute", "grant", "check", "member")


class Frame:
    """One open call of a verb, run of a sequence, or pass of a step.

    `record` is the frame's record in the state for what a machine runs, else a dict that dies with the call. `vars` are the body's variables. `n` is the number
    of its event, once that is recorded; `above` that of the event around it.
    """

    above: int | None = None
    cancelled = False
    changed = False
    args: dict[str, Any] | None = None

    def __init__(self, id: str, vars: Env, rule: str, record: dict[str, Any]) -> None:
        self.id = id
        self.vars = vars
        self.rule = rule
        self.record = record
        self.n: int | None = record.get("event")


class Core:
    """See the module's text."""

    def __init__(self, program: Program, stream: Stream) -> None:
        self.program = program
        self.journal = Journal()
        # Closures hold on to these containers: they are emptied, never replaced.
        self.entities: list[Entity] = []
        self.printed: list[dict[str, Any]] = []
        self.meta: dict[str, Any] = {}
        self.tables: dict[str, dict[str, tuple[Work, ...]]] = {key: {} for key in MODE_KEYS}
        self.in_play: dict[str, tuple[int, ...]] = {}
        self.lined_up: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        """What was in play of a kind, and the same in the order of `lineup`."""
        self.owned: dict[int, tuple[int, ...]] = {}
        self.copies: dict[str, tuple[int, ...]] = {}
        self.ends: dict[str, tuple[int, ...]] = {}
        self.works: dict[int, tuple[tuple[str, str, Work], ...]] = {}
        self.naming: dict[int, tuple[str, ...]] = {}
        self.spaces: dict[str, int] = {}
        self.frames: dict[str, list[Frame]] = {}
        self.stack: list[Frame] = []
        self.stat_readings: list[Reading] = []
        self.stat_before: dict[tuple[tuple[str, int], tuple[int, int, int]], Any] = {}
        self.stat_cache: dict[tuple[str, int], Any] = {}
        self.given: set[tuple[str, str]] = set()
        """The tables with their keys in which a work may be that an ability gives."""
        self.kept: dict[tuple[Any, ...], tuple[Any, int, Any]] = {}
        # What is compiled stays compiled from game to game.
        self.graph: Graph | None = None
        self.ways: Ways | None = None
        self.clauses: dict[int, Clause] = {}
        self.verbs: dict[str, Verb] = {}
        self.sequences: dict[str, Sequence] = {}
        self.compiled: dict[tuple[str, str], Any] = {}
        self.own_zones: dict[tuple[str, str | None], tuple[str, ...]] = {}
        self.checks_read: tuple[tuple[Work, ...], set[Any] | None] = ((), set())
        self.fresh: Fresh | None = None
        self.digested: tuple[list[Entity], list[str]] = ([], [])
        """Entities as they once were, with their digests: one that is the same has the same."""
        self.ran: set[str] = set()
        self.undoable = True
        self.players: dict[int, Player] = {}
        self.look: Callable[[int], Any] = lambda seat: None
        self.witness: Callable[[str, dict[str, Any], tuple[int, ...] | None], Said | None] = lambda event, values, see: None
        watchers = program.policies.get("watchers")
        self.watchers_present = watchers not in ("before_sweep", "either")
        self.watchers_either = watchers == "either"
        self.steps_open = program.policies.get("step_handlers") == "open"
        self.printed_order = program.policies.get("simultaneous") == "printed_order"
        everybody = program.policies.get("windows") == "always"
        self.asks_anyway = everybody and bool(program.veils)
        """Whether questions are put that leave nothing to decide, see `anyway`."""
        self.hoists = True
        """Whether a sequence that the last statement of a node begins goes on by itself (see `nodes`); a test compares with the other way."""
        self.windows = {moment: frozenset(program.reacts.get(moment, ()) if everybody else ()) for moment in MODE_KEYS[:5]}
        """The events at which everybody is asked, by moment: whether somebody could reply must not show, so any text of the ruleset that may reply counts."""
        limits = program.limits
        self.max_steps = limits["steps"]
        self.max_depth = limits["depth"]
        self.max_events = limits["events"]
        self.max_checks = limits["checks"]
        self.max_entities = limits["entities"]
        self.max_answers = limits["answers"]
        self.max_inputs = limits["inputs"]
        self.reset(stream)

    def reset(self, stream: Stream) -> None:
        """Empty everything that belongs to one game."""
        self.stream = stream
        self.journal.start_over()
        for box in (self.entities, self.printed, self.stack, self.stat_readings):
            box.clear()
        for index in (self.meta, self.in_play, self.owned, self.copies, self.ends, self.works, self.naming, self.spaces, self.frames, self.stat_before):
            index.clear()
        self.stat_cache.clear()
        self.lined_up.clear()
        self.kept.clear()
        for table in self.tables.values():
            table.clear()
        self.seats: tuple[int, ...] = ()
        self.events: list[Event] = []
        self.events_cut = self.events_start = 0
        self.answers: list[dict[str, Any]] = []
        self.picks: list[Any] = []
        self.in_process: list[bool] = []
        self.answer_marks: list[Mark] = []
        self.answer_at = 0
        self.script: list[Any] | None = None
        self.declines = False
        self.budget: int | None = None
        self.inputs = 0
        self.reveals = 0
        self.steps = 0
        self.depth = 0
        self.inside = 0
        self.checked = -1
        self.muting = False
        self.having: set[tuple[int, str]] = set()
        self.ending = False
        self.tail: Machine | None = None
        self.begun = False
        self.rights: dict[tuple[str, int | None], tuple[int, ...]] = {}
        self.veiled = False
        """Whether anything has lain in a hidden zone in this game; until then everybody sees everything. It may be true for longer: nothing hangs on it."""
        self.shown = False
        """Whether a hidden thing was shown to somebody in this game; it may be true for longer."""
        self.hazy: list[tuple[int, list[int]]] = []
        """Events whose things some viewers did not see when they were recorded, with these things."""
        self.source: int | None = None
        """The thing whose text is at work."""
        self.barred: tuple[str, int | None] = ("", None)
        """The clause that last barred something, and the thing whose text it is."""
        self.waits: list[Any] | None = None
        self.sweep: tuple[int, list[Any], dict[str, Any], int] | None = None
        self.stat_stamp = self.stat_base = -1
        self.stat_at = 0
        self.stat_reached = 0
        self.digests: list[str] = []

    def chain(self) -> Chain:
        """The open events from the outermost."""
        return [(frame.n, frame.id, frame.rule) for frame in self.stack]

    def rule(self) -> str:
        """The rule that caused the innermost open event."""
        return self.stack[-1].rule if self.stack else ""

    def met(self, limit: str, bound: int) -> LimitMet:
        """The report of a limit, to be raised."""
        return LimitMet(limit, bound, self.rule() or None, self.chain())

    def count(self, steps: int) -> None:
        """Count steps of the resolution. Raises LimitMet beyond the limit."""
        self.steps += steps
        if self.steps > self.max_steps:
            raise self.met("steps", self.max_steps)

    def deeper(self, weight: int) -> None:
        """Go down into a body. Raises LimitMet when rules are nested too deeply."""
        self.depth += weight
        if self.depth > self.max_depth:
            raise self.met("depth", self.max_depth)

    def record(self, event: str, values: dict[str, Any], rule: str, see: tuple[int, ...] | None = None) -> int:
        """Record an event under the innermost open one; its number."""
        events, stack = self.events, self.stack
        n = self.events_cut + len(events)
        if n - self.events_start >= self.max_events:
            raise self.met("events", self.max_events)
        parent = None
        if stack:  # as `parent`
            top = stack[-1]
            parent = top.above if top.n is None else top.n
        events.append((n, parent, event, values, rule, see, self.witness(event, values, see) if self.veiled else None))
        return n

    def parent(self) -> int | None:
        """The number of the innermost open event that has been recorded."""
        if not self.stack:
            return None
        top = self.stack[-1]
        return top.above if top.n is None else top.n

    def top(self, id: str) -> Frame | None:
        """The innermost open frame of a verb, sequence or step."""
        frames = self.frames.get(id)
        return frames[-1] if frames else None

    def open(self, frame: Frame) -> None:
        """Put a frame on the stack."""
        stack = self.stack
        if stack:
            top = stack[-1]
            frame.above = top.above if top.n is None else top.n
        stack.append(frame)
        open_ = self.frames.get(frame.id)
        if open_ is None:
            self.frames[frame.id] = [frame]
        else:
            open_.append(frame)

    def close(self, frame: Frame) -> None:
        """Take the innermost frame from the stack."""
        self.stack.pop()
        self.frames[frame.id].pop()

    def drop_answers(self, left: int) -> None:
        """Keep only the first answers of the resolution. The lists are new: a past checkpoint may hold the old ones."""
        if left == 0:
            self.answers, self.picks, self.in_process, self.answer_marks = [], [], [], []
            return
        self.answers, self.picks = self.answers[:left], self.picks[:left]
        self.in_process, self.answer_marks = self.in_process[:left], self.answer_marks[:left]

    def entity(self, id: int) -> Entity:
        """An entity by number."""
        return self.entities[id]

    def kind_of(self, id: int) -> str:
        """The kind of an entity."""
        kind: str = self.entities[id]["kind"]
        return kind

    def is_a(self, id: int | None, kind: str) -> bool:
        """Whether an entity is of a kind; nothing is of no kind."""
        return id is not None and kind in self.program.ancestors[self.entities[id]["kind"]]

    def slot(self, id: str) -> Record | None:
        """A slot of a kind or of the table."""
        return self.program.slots.get(id)
