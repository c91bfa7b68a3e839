"""A text without a fault -> its tree: what `parse.py` does, in as few steps as there can be, for texts that need no finding.

It gives up (`None`) at the first thing that is not right, or that takes a second look, and `parse.py` does all of it again and says what is wrong. What it
gives is what `parse.py` gives; a test holds that over all texts there are. The tables are the same; two things make it quick. All reductions that build on one
value alone (a name that is a sum that is a value) are one move. And lines of one shape, that is of the same terminals met in the same state, are led through
the tables once: what that builds out of which words is written down (`Shape`) and only built again for the others.
"""
from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from rulewright.dsl.limits import MAX_DEPTH, MAX_TOKENS
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax import Item

from .build import Build
from .quick_words import Known, Words, read_words
from .tables import END, Plan, Tables

Maker: TypeAlias = Callable[[Build, list[Any]], Any]
"""A node function."""
Move: TypeAlias = tuple[int, tuple[Maker | None, ...], str]
"""The state that a value ends in, the node functions that build on it alone (None: a list of it), and the terminal that the next word is."""
Step: TypeAlias = tuple[str, int, tuple[int, ...] | None, tuple[tuple[int, bool, int], ...], int, Maker | None]
"""A reduction: symbol, size, the values that are its children where nothing is spliced or absent, else the parts and nones of its plan; its function."""
NONES = [[None] * count for count in range(12)]
BORDERS = frozenset(("_NL", "LBRACE", "RBRACE", END))
MAX_SHAPES = 20_000


class Quick(NamedTuple):
    """What a text without a fault gives."""

    items: list[Item]
    comments: list[Span]


Op: TypeAlias = tuple[Maker | None, int, int, int, Callable[[list[Any]], tuple[Any, ...]] | None]
"""A node function (None: a list), the first and the last word, and the child, or what picks the children if there is not one."""


class Shape(NamedTuple):
    """What a line of words builds.

    Values are numbered: 0 is an absent one, then come the words of the line, then those of them that are `names` by themselves, then what the `ops` build.
    `states`, `values` (their numbers) and `firsts` are what comes to lie on the stacks; `kind` is what the word behind the line is. If that is a line end
    which closes an item, `ended` is the state behind it and `grows` the reduction that adds the item to the list of items on which it lies.
    """

    names: list[int]
    ops: list[Op]
    states: list[int]
    values: list[int]
    firsts: list[int]
    kind: str
    ended: int
    grows: Step | None


class Moves:
    """What the tables say, in the form of the loop; it fills up with what has been met."""

    def __init__(self, grammar: Tables) -> None:
        self.grammar = grammar
        self.known = Known(grammar)
        self.weak = frozenset((*grammar.words.values(), "COUNT"))
        self.steps: list[Step | None] = [None if plan.passes else _step(plan) for plan in grammar.plans]
        self.shifts: dict[tuple[int, str, str], Move] = {}
        self.gotos: dict[tuple[int, str, str], Move] = {}
        self.shapes: dict[tuple[int, tuple[str, ...]], Shape | None] = {}

    def resolved(self, state: int, kind: str) -> str:
        """The terminal that a word is in a state: a keyword where one may stand there, else a name."""
        return "NAME" if kind in self.weak and kind not in self.grammar.states[state] else kind

    def shift(self, state: int, kind: str, following: str) -> Move | None:
        """What becomes of a state when a terminal is shifted; None for a fault."""
        found = self.shifts.get((state, kind, following))
        if found is None:
            top = self.grammar.states[state][kind]
            found = self._upwards(state, top, self.resolved(top, following))
            if found is not None:
                self.shifts[state, kind, following] = found
        return found

    def goto(self, state: int, symbol: str, kind: str) -> Move | None:
        """What becomes of a state when a value has been built before a terminal; None for a fault."""
        found = self.gotos.get((state, symbol, kind))
        if found is None:
            found = self._upwards(state, self.grammar.states[state][symbol], kind)
            if found is not None:
                self.gotos[state, symbol, kind] = found
        return found

    def _upwards(self, below: int, top: int, kind: str) -> Move | None:
        """The state after all reductions of one value alone."""
        rows, plans = self.grammar.states, self.grammar.plans
        makers: list[Maker | None] = []
        while top != self.grammar.end:
            action = rows[top].get(kind)
            if action is None:
                return None
            if action >= 0:
                break
            plan = plans[-action - 1]
            if not plan.passes:
                if plan.size != 1 or not plan.whole:
                    break
                makers.append(_maker(plan.name))
            top = rows[below][plan.origin]
        return top, tuple(makers), kind

    def shape(self, state: int, kinds: tuple[str, ...]) -> Shape | None:
        """What a line builds on a state; the last of its terminals is the one behind it. None where it needs more than that state, or has a fault."""
        key = (state, kinds)
        if key not in self.shapes:
            if len(self.shapes) > MAX_SHAPES:
                self.shapes.clear()
            self.shapes[key] = _Tracing(self, state, kinds).run()
        return self.shapes[key]


def _maker(name: str | None) -> Maker | None:
    """The node function of a rule; one whose name would hide a word of Python has a `_` at its end."""
    if name is None:
        return None
    made: Maker = getattr(Build, name + "_", None) or getattr(Build, name)
    return made


def _step(plan: Plan) -> Step:
    simple = plan.nones == 0 and not any(spliced or nones for _, spliced, nones in plan.parts)
    return plan.origin, plan.size, tuple(at for at, _, _ in plan.parts) if simple else None, plan.parts, plan.nones, _maker(plan.name)


def _children(step: Step, popped: list[Any], absent: Any) -> list[Any]:
    """The children of a node out of the values that it is reduced from."""
    _, _, picked, parts, nones_at_end, _ = step
    if picked is not None:
        return [popped[at] for at in picked]
    children: list[Any] = []
    for at, spliced, nones in parts:
        if nones:
            children += [absent] * nones
        if not spliced:
            children.append(popped[at])
        elif children:
            children += popped[at]
        else:
            children = popped[at]
    if nones_at_end:
        children += [absent] * nones_at_end
    return children


_MOVES: dict[int, Moves] = {}


def _moves(grammar: Tables) -> Moves:
    """The moves of some tables, which hold the tables, so that no others come to be in their place."""
    found = _MOVES.get(id(grammar))
    if found is None:
        found = _MOVES[id(grammar)] = Moves(grammar)
    return found


def read(source: Source, grammar: Tables, start: int, stop: int) -> Quick | None:
    """The items and comments of a stretch of a source, as if the source ended with it; None where there may be anything to report."""
    if stop - start > MAX_TOKENS:
        return None
    moves = _moves(grammar)
    words = read_words(source, moves.known, start, stop)
    if words is None or 2 * words.deep >= MAX_DEPTH:
        return None
    items = _tree(source, words, moves)
    return None if items is None else Quick(items, words.comments)


def _tree(source: Source, words: Words, moves: Moves) -> list[Item] | None:
    """The items that the tables build from words; None if they do not fit."""
    kinds = words.kinds
    rows, steps, end = moves.grammar.states, moves.steps, moves.grammar.end
    shapes = moves.shapes
    build = Build(source, kinds, words.written, words.starts, words.ends, words.docs)
    state = moves.grammar.start
    states, values, firsts = [state], [None], [0]
    borders = iter([at for at, kind in enumerate(kinds) if kind in BORDERS])
    kind = moves.resolved(state, kinds[0])
    index = border = 0
    fresh = True
    move: Move | None
    value: Any
    while True:
        action = rows[state].get(kind)
        if action is None:
            return None
        if action >= 0:
            if fresh:
                # The first word of a line.
                fresh = False
                border = next(borders)
                if border > index:
                    line = tuple(kinds[index : border + 1])
                    shape = shapes.get((state, line)) or moves.shape(state, line)
                    if shape is not None:
                        made = _built(build, shape, index, border)
                        index = border
                        if shape.grows is None:
                            states += shape.states
                            values += map(made.__getitem__, shape.values)
                            firsts += [border - len(line) + 1 + at for at in shape.firsts]
                            state, kind = states[-1], shape.kind
                            continue
                        fresh = True
                        index += 1
                        kind = moves.resolved(shape.ended, kinds[index])
                        if kind not in rows[shape.ended]:
                            return None
                        states.pop()
                        first = firsts.pop()
                        value = _children(shape.grows, [values.pop(), made[shape.values[0]], border], None)
                        move = moves.goto(states[-1], shape.grows[0], kind)
                        if move is None:
                            return None
                        state, makers, kind = move
                        assert not makers
                        states.append(state)
                        values.append(value)
                        firsts.append(first)
                        continue
            following = kinds[index + 1]
            move = moves.shift(state, kind, following)
            if move is None:
                return None
            value = first = index
            if index == border:
                fresh = True
            index += 1
        else:
            step = steps[-action - 1]
            assert step is not None
            size = step[1]
            if size:
                first = firsts[-size]
                popped: list[Any] = values[-size:]
                del states[-size:], values[-size:], firsts[-size:]
            else:
                first, popped = index, []
            value = _children(step, popped, None)
            maker = step[5]
            if maker is not None:
                build.first = first
                build.last = index - 1 if index > first else first
                value = maker(build, value)
            move = moves.goto(states[-1], step[0], kind)
            if move is None:
                return None
        state, makers, kind = move
        if makers:
            build.first = first
            build.last = index - 1 if index > first else first
            for maker in makers:
                value = [value] if maker is None else maker(build, [value])
        if state == end and kind == END:
            return list(value)
        states.append(state)
        values.append(value)
        firsts.append(first)


def _built(build: Build, shape: Shape, index: int, border: int) -> list[Any]:
    """All values of a shape, by their numbers, for the words from `index` on."""
    made: list[Any] = [None, *range(index, border)]
    name, add = build.name, made.append
    for at in shape.names:
        add(name(index + at))
    for maker, first, last, child, children in shape.ops:
        found = [made[child]] if children is None else [*children(made)]
        if maker is not None:
            build.first = index + first
            build.last = index + last
            found = maker(build, found)
        add(found)
    return made


def _nothing(_: list[Any]) -> tuple[Any, ...]:
    return ()


class _Tracing:
    """One line led through the tables, with numbers in the place of values: below 0 for what is built, which only gets its number at the end."""

    def __init__(self, moves: Moves, state: int, kinds: tuple[str, ...]) -> None:
        self.moves = moves
        self.kinds = kinds
        self.states = [state]
        self.values: list[Any] = [0]
        self.firsts = [0]
        self.ops: list[tuple[Maker | None, int, int, list[int]]] = []

    def run(self) -> Shape | None:
        """See `Moves.shape`."""
        moves, kinds, last = self.moves, self.kinds, len(self.kinds) - 1
        rows = moves.grammar.states
        kind = moves.resolved(self.states[0], kinds[0])
        index = 0
        while True:
            state = self.states[-1]
            action = rows[state].get(kind)
            if action is None:
                return None
            if action >= 0:
                if index == last:
                    return self.shape(kind)
                move = moves.shift(state, kind, kinds[index + 1])
                value: Any = index + 1
                first = index
                index += 1
            else:
                step = moves.steps[-action - 1]
                size = step[1] if step is not None else 0
                if step is None or size >= len(self.states):
                    return None
                first = self.firsts[-size] if size else index
                value = _children(step, self.values[-size:] if size else [], 0)
                if size:
                    del self.states[-size:], self.values[-size:], self.firsts[-size:]
                if step[5] is not None:
                    value = self.made(step[5], first, index, value)
                move = moves.goto(self.states[-1], step[0], kind)
            if move is None:
                return None
            top, makers, kind = move
            for maker in makers:
                value = [value] if maker is None else self.made(maker, first, index, [value])
            self.states.append(top)
            self.values.append(value)
            self.firsts.append(first)

    def made(self, maker: Maker | None, first: int, index: int, children: list[Any]) -> int:
        """Write a node down; its number."""
        numbers = [self.number(child) for child in children]
        self.ops.append((maker, first, index - 1 if index > first else first, numbers))
        return -len(self.ops)

    def number(self, value: Any) -> int:
        """The number of a value; a list becomes one that is built."""
        return value if isinstance(value, int) else self.made(None, 0, 0, value)

    def shape(self, kind: str) -> Shape:
        """What has been written down. A name that stands alone is a node of a word, without a call of the function for dotted names."""
        stack = [self.number(value) for value in self.values[1:]]
        alone = {-at - 1: op for at, op in enumerate(self.ops) if op[0] is Build.dotted and len(op[3]) == 1 and op[3][0] > 0}
        others = [-at - 1 for at in range(len(self.ops)) if -at - 1 not in alone]
        final = {number: at for at, number in enumerate([*alone, *others], len(self.kinds))}

        def numbered(number: int) -> int:
            return final[number] if number < 0 else number

        ops: list[Op] = []
        for number in others:
            maker, first, last, children = self.ops[-number - 1]
            found = [numbered(child) for child in children]
            ops.append((maker, first, last, found[0], None) if len(found) == 1 else (maker, first, last, 0, itemgetter(*found) if found else _nothing))
        ended, grows = self.growing(kind)
        values = [numbered(number) for number in stack]
        return Shape([op[1] for op in alone.values()], ops, self.states[1:], values, self.firsts[1:], kind, ended, grows)

    def growing(self, kind: str) -> tuple[int, Step | None]:
        """The state behind the line end, and the reduction by which the item goes into the list on which it lies, if that is all that comes next."""
        if kind != "_NL" or len(self.states) != 2:
            return 0, None
        rows = self.moves.grammar.states
        ended = rows[self.states[1]][kind]
        actions = set(rows[ended].values())
        step = self.moves.steps[-max(actions) - 1] if max(actions) < 0 else None
        return (ended, step) if len(actions) == 1 and step is not None and step[1] == 3 and step[5] is None else (0, None)
