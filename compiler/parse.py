"""Tokens -> tree: takes a source, gives its file node and every finding of its syntax in one run.

A text without a fault is read by `quick.py`; what is told here is how every other one is, and gives the same.

The loop runs the grammar's tables over the scanned tokens with its own stack, so no text can exhaust Python's. When a token fits nowhere, the finding is
explained (compiler/explain_syntax.py) and the item it lies in becomes a hole: the stack is cut back to the list of items of the innermost block, the
rest of the item is skipped, and parsing goes on behind it. If the fault lies in the first line of an item with a block, the block is still read.
One cause gives one finding: an item in which the scanner has found a fault already is skipped in silence.
"""
from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, TypeAlias

from rulewright.dsl.catalogue import syntax
from rulewright.dsl.limits import MAX_DEPTH, MAX_FILE, MAX_TOKENS
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Source, Span
from rulewright.dsl.syntax import File, Hole, Item

from . import quick
from .brackets import match_brackets
from .build import BROKEN, Build
from .chains import goes_on
from .explain_syntax import explain
from .scan import Faults, Scan, Token, join_lines
from .tables import EACH_CHILD, END, SPINE, Tables, tables

Maker: TypeAlias = Callable[[Build, list[Any]], Any]
"""A node function."""
Step: TypeAlias = tuple[str, int, bool, tuple[tuple[int, bool, int], ...], int, int, Maker | None]
"""A plan of the tables (origin, size, whole, parts, nones, grows) with its node function."""
STEPS: dict[int, tuple[Tables, list[Step | None]]] = {}
"""The steps of each tables that have been used; they hold the tables, so that no others come to be in their place."""
PASSED: dict[tuple[int, int, str], int] = {}
"""What `Run.pass_on` has found: a fact of the grammar's tables, and as bounded as they are."""
NONES = [[None] * count for count in range(12)]
WITHOUT_ITEMS = frozenset({"kind", "enum", "extend", "define"})


def parse(source: Source) -> tuple[File, list[Problem]]:
    """The file of a source and its findings in the order of their places. Never raises, whatever the text."""
    found = quick.read(source, tables(), 0, len(source.text))
    if found is not None:
        return File(source.path, found.items, found.comments), []
    file, _, problems = parse_with_tokens(source)
    return file, problems


def parse_with_tokens(source: Source) -> tuple[File, list[Token], list[Problem]]:
    """As `parse`, and the tokens that the tree was built from: brackets mended, without the line ends that end nothing."""
    size = len(source.text)
    if size > MAX_FILE:
        problem = syntax.FILE_TOO_LARGE.at(Span(source.path, 0, 0), size=size, what="characters", limit=MAX_FILE)
        return File(source.path, [], []), [], [problem]
    grammar = tables()
    faults = Faults(source)
    scan = Scan(source, grammar, faults)
    scan.run()
    if len(scan.tokens) > MAX_TOKENS:
        problem = syntax.FILE_TOO_LARGE.at(Span(source.path, 0, 0), size=len(scan.tokens), what="words, signs and line ends", limit=MAX_TOKENS)
        return File(source.path, [], []), [], [problem]
    items, tokens = _items(scan, size)
    faults.found.sort(key=Problem.sort_key)
    return File(source.path, items, scan.comments), tokens, faults.found


def parse_piece(source: Source, start: int, stop: int) -> tuple[list[Item], bool]:
    """The items of a stretch of a source as if the source ended with it, and whether nothing is wrong with them."""
    found = quick.read(source, tables(), start, stop)
    if found is not None:
        return found.items, True
    faults = Faults(source)
    scan = Scan(source, tables(), faults)
    scan.run(start, stop)
    items, _ = _items(scan, stop)
    return items, not faults.found


def _items(scan: Scan, size: int) -> tuple[list[Item], list[Token]]:
    source, faults = scan.source, scan.faults
    tokens, inside = match_brackets(scan.tokens, source.text, faults)
    tokens = join_lines(tokens, source.text, inside, size)
    kinds, words = [token.word or token.kind for token in tokens], [source.text[token.start : token.end] for token in tokens]
    build = Build(source, kinds, words, [token.start for token in tokens], [token.end for token in tokens], scan.docs)
    return Run(source, scan.tables, tokens, build, faults).run(), tokens


def _maker(name: str | None) -> Maker | None:
    """The node function of a rule; one whose name would hide a word of Python has a `_` at its end."""
    if name is None:
        return None
    made: Maker = getattr(Build, name + "_", None) or getattr(Build, name)
    return made


def _steps(grammar: Tables) -> list[Step | None]:
    """What is to be done at each reduction, by the number of the rule."""
    known = STEPS.get(id(grammar))
    if known is None:
        plans = [None if p.passes else (p.origin, p.size, p.whole, p.parts, p.nones, p.grows, _maker(p.name)) for p in grammar.plans]
        STEPS[id(grammar)] = known = (grammar, plans)
    return known[1]


class Run:
    """One run of the tables over the tokens of one file.

    Four stacks grow together: states, the values built so far, the first token of each value, and how deep each value is. `frames` holds, for the file
    and each open `{`, the height of the stack above which its items lie.
    """

    def __init__(self, source: Source, grammar: Tables, tokens: list[Token], build: Build, faults: Faults) -> None:
        self.source = source
        self.grammar = grammar
        self.tokens = tokens
        self.build = build
        self.faults = faults
        self.known = sorted(problem.span.start for problem in faults.found)
        self.states = [grammar.start]
        self.values: list[Any] = [None]
        self.firsts = [0]
        self.depths = [0]
        self.frames = [1]
        self.deep = -1
        self.steps = _steps(grammar)

    def run(self) -> list[Any]:
        """The items of the file."""
        rows, steps, tokens = self.grammar.states, self.steps, self.tokens
        states, values, firsts, depths = self.states, self.values, self.firsts, self.depths
        end, build = self.grammar.end, self.build
        index = 0
        while True:
            kind, word, _, _ = tokens[index]
            row = rows[states[-1]]
            if word in row:
                kind = word
            while True:
                action = row.get(kind)
                if action is None:
                    index = self.recover(index, None)
                    break
                if action >= 0:
                    states.append(action)
                    values.append(index)
                    firsts.append(index)
                    depths.append(0)
                    index += 1
                    if kind == "LBRACE":
                        self.frames.append(len(states))
                    elif kind == "RBRACE":
                        self.frames.pop()
                    break
                step = steps[-action - 1]
                if step is None:
                    states[-1] = self.pass_on(states[-2], states[-1], kind)
                elif step[1] == 1 and step[2]:
                    # Half of all reductions build on one value, which they take the place of.
                    maker = step[6]
                    if maker is None:
                        values[-1] = [values[-1]]
                    else:
                        build.first = first = firsts[-1]
                        build.last = index - 1 if index > first else first
                        values[-1] = maker(build, [values[-1]])
                        if step[5]:
                            depths[-1] += 1
                            if depths[-1] > MAX_DEPTH:
                                states[-1] = rows[states[-2]][step[0]]
                                index = self.recover(index, self._too_deep(first))
                                break
                    states[-1] = rows[states[-2]][step[0]]
                elif self.reduce(step, index) > MAX_DEPTH:
                    index = self.recover(index, self._too_deep(firsts[-1]))
                    break
                if states[-1] == end and kind == END:
                    return list(values[-1])
                row = rows[states[-1]]

    def pass_on(self, below: int, top: int, kind: str) -> int:
        """The state after all reductions that leave their one value as it is: a name that is a sum that is a value, and so on."""
        known = PASSED.get((below, top, kind))
        if known is None:
            rows, plans = self.grammar.states, self.grammar.plans
            known = top
            while True:
                action = rows[known].get(kind, 0)
                if action >= 0 or not plans[-action - 1].passes:
                    break
                known = rows[below][plans[-action - 1].origin]
            PASSED[below, top, kind] = known
        return known

    def reduce(self, step: Step, index: int) -> int:
        """Replace the last values by the one that is built from them; gives its depth."""
        origin, size, whole, parts, nones_at_end, grows, maker = step
        states, values, firsts, depths = self.states, self.values, self.firsts, self.depths
        first, deep = index, [0]
        popped: list[Any] = []
        if size:
            first, deep = firsts[-size], depths[-size:]
            popped = values[-size:]
            del states[-size:], values[-size:], firsts[-size:], depths[-size:]
        if whole:
            children = popped
        else:
            children = []
            for at, spliced, nones in parts:
                if nones:
                    children.extend(NONES[nones])
                if not spliced:
                    children.append(popped[at])
                elif children:
                    children.extend(popped[at])
                else:
                    children = popped[at]
            if nones_at_end:
                children.extend(NONES[nones_at_end])
        depth = max(deep)
        if maker is not None:
            build = self.build
            build.first = first
            build.last = index - 1 if index > first else first
            made = maker(build, children)
            values.append(made)
            if grows != SPINE:
                depth += grows if grows < EACH_CHILD else len(children)
            elif goes_on(made, children[0]):
                depth = max(deep[0], *(one + 1 for one in deep[1:]))
            else:
                depth += 1
        else:
            values.append(children)
        states.append(self.grammar.states[states[-1]][origin])
        firsts.append(first)
        depths.append(depth)
        return depth

    # ---------------------------------------------------------------- recovery

    def recover(self, index: int, problem: Problem | None) -> int:
        """Report the fault at a token, make its item a hole, and return the token to go on with."""
        outer = 0
        rows, states = self.grammar.states, self.states
        while True:
            height = self.frames[-1]
            row = rows[states[height - 1]]
            items = "_items" if "_items" in row else "_rows" if "_rows" in row else None
            if items:
                break
            self.frames.pop()
            outer += 1
        first = self.firsts[height + 1] if len(states) > height + 1 else index
        stop, header = self._skip(index, outer, items == "_items" and self._may_have_items(first))
        if not self.faults.full and not self._is_known(first, stop) and not (problem and self._holds_a_deep_one(first, problem)):
            self.faults.add(problem or explain(self.source, self.grammar, states, self.tokens, index, first))
        if len(states) == height:
            self._push(items, [], index, 0)
        del states[height + 1:], self.values[height + 1:], self.firsts[height + 1:], self.depths[height + 1:]
        if header:
            self._push("head", BROKEN, first, 0)
            return stop
        start = self.tokens[first].start
        finish = max(start, self.tokens[stop - 1].end if stop > 0 else start)
        self._push("item" if items == "_items" else "_row", self._hole(items, start, finish, first), first, 0)
        return stop

    def _hole(self, items: str, start: int, finish: int, first: int) -> Any:
        hole = Hole(Span(self.source.path, start, finish), self.build.guess(first))
        return hole if items == "_items" else [hole]

    def _push(self, symbol: str, value: Any, first: int, depth: int) -> None:
        self.states.append(self.grammar.states[self.states[-1]][symbol])
        self.values.append(value)
        self.firsts.append(first)
        self.depths.append(depth)

    def _skip(self, index: int, outer: int, block_is_read: bool) -> tuple[int, bool]:
        """The token that ends the item, or the `{` of its block if that is to be read."""
        tokens = self.tokens
        level = outer
        while True:
            kind = tokens[index].kind
            if kind == END:
                return index, False
            if kind == "LBRACE":
                if level == 0 and block_is_read:
                    return index, True
                level += 1
            elif kind == "RBRACE":
                if level == 0:
                    return index, False
                level -= 1
            elif kind == "_NL" and level == 0:
                return index, False
            index += 1

    def _too_deep(self, first: int) -> Problem:
        token = self.tokens[first]
        chain = first > 0 and (token.word, self.tokens[first - 1].word) == ("IF", "ELSE")
        help_ = "each `else if` lies inside the one before it: look a value up with `table x [...]`, or part the chain in two" if chain else None
        return syntax.TOO_DEEP.at(self.faults.span(token.start, token.end), limit=MAX_DEPTH, help=help_)

    def _holds_a_deep_one(self, first: int, problem: Problem) -> bool:
        """Lies what was found too deep before within this item? Then both have one cause."""
        held = self.deep >= self.tokens[first].start
        self.deep = problem.span.start
        return held

    def _spelled(self, index: int) -> str:
        token = self.tokens[index]
        return self.source.text[token.start:token.end]

    def _may_have_items(self, first: int) -> bool:
        return self._spelled(first).split(" ")[0] not in WITHOUT_ITEMS

    def _is_known(self, first: int, stop: int) -> bool:
        """Has a fault been reported between two tokens already?"""
        start, end = self.tokens[first].start, max(self.tokens[first].end, self.tokens[stop - 1].end if stop else 0)
        at = bisect_left(self.known, start)
        return at < len(self.known) and self.known[at] <= end
