"""The parse tables: takes the grammar file, gives plain dictionaries that the parser's loop runs on.

Lark builds the LALR(1) tables. That takes half a second, so they are shipped as data beside the grammar, with its hash: Lark is imported only when the
grammar has been changed since. A rule is turned into a `Plan`: which node function builds it, which
of its children are kept, which are spliced into their parent's children (rules whose name begins with `_`), and where an absent optional part puts `None`.
"""
from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

GRAMMAR = Path(__file__).resolve().parent.parent / "grammar" / "rulewright.lark"
SHIPPED = GRAMMAR.with_name("tables.json")
END = "$END"


@dataclass(frozen=True, slots=True)
class Plan:
    """How one rule is reduced. `name` is the node to build, or None for a rule that gives its children on as a list.

    `whole` says that all children are kept as they are.
    `grows` is how much deeper the node is than its deepest child: 0, 1, `EACH_CHILD` for a node for each child, or `SPINE`: 1, but 0 for the left side if the
    node goes on with the chain of operators that it is.
    """

    origin: str
    size: int
    name: str | None
    passes: bool
    parts: tuple[tuple[int, bool, int], ...]
    nones: int
    grows: int
    whole: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """`states[s][symbol]` is the next state (0 or more) or the reduction of rule `-n - 1`."""

    states: list[dict[str, int]]
    plans: list[Plan]
    start: int
    end: int
    pattern: str
    words: dict[str, str]
    symbols: dict[str, str]
    spelled: dict[str, str]

    @property
    def scanner(self) -> re.Pattern[str]:
        """The pattern of all words, with a group for each terminal."""
        return re.compile(self.pattern)


CHAINS = frozenset({"dotted"})
EACH_CHILD = 2
SPINES = frozenset({"either", "both", "add", "subtract", "multiply", "divide", "modulo"})
SPINE = 3
FLAT = frozenset({"link", "item", "word", "number", "text", "qualified", "fields", "slots", "start"})


def _plan(rule: Any) -> Plan:
    options = rule.options
    marks = [bool(flag) for flag in options.empty_indices] or [False] * len(rule.expansion)
    gaps = [len(ones) for ones in "".join("1" if mark else "0" for mark in marks).split("0")]
    parts: list[tuple[int, bool, int]] = []
    nones = 0
    for index, symbol in enumerate(rule.expansion):
        nones += gaps[index]
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            spliced = not symbol.is_term and symbol.name.startswith("_")
            parts.append((index, spliced, nones))
            nones = 0
    nones += gaps[len(rule.expansion)]
    origin = str(rule.origin.name)
    name = str(rule.alias) if rule.alias else None if origin.startswith("_") else "item" if options.expand1 else origin
    single = len(parts) == 1 and not parts[0][1] and parts[0][2] == 0 and nones == 0
    passes = bool(options.expand1) and not rule.alias and single and len(rule.expansion) == 1
    grows = EACH_CHILD if name in CHAINS else SPINE if name in SPINES else int(name is not None and name not in FLAT)
    whole = nones == 0 and len(parts) == len(rule.expansion) and not any(spliced or empty for _, spliced, empty in parts)
    return Plan(origin, len(rule.expansion), name, passes, tuple(parts), nones, grows, whole)


def _scanner(terminals: Any) -> tuple[str, dict[str, str], dict[str, str], dict[str, str]]:
    patterns: list[tuple[int, int, str, str]] = []
    words: dict[str, str] = {}
    symbols: dict[str, str] = {}
    spelled: dict[str, str] = {}
    for order, terminal in enumerate(terminals):
        value = str(terminal.pattern.value)
        if type(terminal.pattern).__name__ == "PatternRE":
            patterns.append((-terminal.priority, order, str(terminal.name), value))
        elif value.isalpha():
            words[value] = str(terminal.name)
            spelled[str(terminal.name)] = value
        else:
            symbols[value] = str(terminal.name)
            spelled[str(terminal.name)] = value
    parts = [f"(?P<{name}>{value})" for _, _, name, value in sorted(patterns)]
    longest = sorted(symbols, key=lambda symbol: (-len(symbol), symbol))
    parts.append("(?P<SYMBOL>" + "|".join(re.escape(symbol) for symbol in longest) + ")")
    return "|".join(parts), words, symbols, spelled


@cache
def tables() -> Tables:
    """The tables of the grammar: those that are shipped beside it if they were made from it, else built anew."""
    text = GRAMMAR.read_text(encoding="utf-8")
    try:
        record = json.loads(SHIPPED.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return build_tables()
    return from_record(record) if record["grammar"] == digest(text) else build_tables()


def digest(text: str) -> str:
    """What the shipped tables say about the grammar they were made from."""
    return hashlib.sha256(text.encode()).hexdigest()


def build_tables() -> Tables:
    """The tables of `grammar/rulewright.lark`, from Lark: half a second, so they are shipped."""
    from lark import Lark

    parser: Any = Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", lexer="contextual", maybe_placeholders=True)
    return from_lark(parser)


def to_record(made: Tables) -> dict[str, Any]:
    """The JSON form of tables. Symbols are numbered; a state is a flat list of symbol, action, symbol, action."""
    symbols = sorted({symbol for row in made.states for symbol in row})
    number = {symbol: at for at, symbol in enumerate(symbols)}
    rows = [[part for symbol in sorted(row) for part in (number[symbol], row[symbol])] for row in made.states]
    plans = [[p.origin, p.size, p.name, p.passes, p.parts, p.nones, p.grows, p.whole] for p in made.plans]
    return {
        "note": "generated from rulewright.lark by `python -m rulewright.tools.grammar_tables`; the tests prove that both agree",
        "grammar": digest(GRAMMAR.read_text(encoding="utf-8")),
        "start": made.start, "end": made.end, "scanner": made.pattern,
        "words": made.words, "signs": made.symbols, "spelled": made.spelled,
        "symbols": symbols, "rules": plans, "states": rows,
    }


def from_record(record: dict[str, Any]) -> Tables:
    """The tables that `to_record` wrote."""
    symbols = record["symbols"]
    states = [{symbols[row[at]]: row[at + 1] for at in range(0, len(row), 2)} for row in record["states"]]
    plans = [
        Plan(origin, size, name, passes, tuple((at, spliced, empty) for at, spliced, empty in parts), nones, grows, whole)
        for origin, size, name, passes, parts, nones, grows, whole in record["rules"]
    ]
    return Tables(states, plans, record["start"], record["end"], record["scanner"], record["words"], record["signs"], record["spelled"])


def _symbol(entry: tuple[str, Any]) -> str:
    return entry[0]


def from_lark(parser: Any) -> Tables:
    """Plain tables from a Lark parser. States and rules are numbered in the order in which they are reached, so that the same grammar gives the same."""
    table = parser.parser.parser.parser.parse_table
    plans: list[Plan] = []
    numbers: dict[Any, int] = {}
    states: list[dict[str, int]] = []
    start, end = table.start_states["start"], table.end_states["start"]
    order = {start: 0}
    for state in (reached := [start]):
        row: dict[str, int] = {}
        for symbol, (action, target) in sorted(((str(symbol), entry) for symbol, entry in table.states[state].items()), key=_symbol):
            if str(action) == "Shift":
                if target not in order:
                    order[target] = len(order)
                    reached.append(target)
                row[symbol] = order[target]
                continue
            if target not in numbers:
                numbers[target] = len(plans)
                plans.append(_plan(target))
            row[symbol] = -numbers[target] - 1
        states.append(row)
    pattern, words, symbols, spelled = _scanner(parser.terminals)
    return Tables(states, plans, 0, order[end], pattern, words, symbols, spelled)
