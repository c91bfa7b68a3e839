"""A token that fits nowhere: what surrounds it, what could stand there, and the words for that."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rulewright.dsl.source import Source, Span
from rulewright.dsl.words import LABELS

from .scan import Token
from .tables import END, Tables

ENDS = frozenset({"_NL", END, "RBRACE"})
VALUE_STARTS = frozenset({"NAME", "STRING", "INT", "LPAR", "LSQB", "QNAME", "ANY_NUMBER_OF"})
SPOKEN = {
    "NAME": "a name",
    "STRING": "a text between quotes",
    "INT": "a number",
    "QNAME": "a name of another pack",
    "FIELD": "a field such as `name: ...`",
    "COUNT": "a count such as `x2`",
    "FOR_EACH": "`for each`",
    "IN_ORDER_OF": "`in order of`",
    "AS_SOON_AS": "`as soon as`",
    "ANY_NUMBER_OF": "`any number of`",
    "EXTEND_KIND": "`extend kind`",
    "EXTEND_ENUM": "`extend enum`",
    "OVERRIDE": "`override`",
    "_NL": "the end of the line",
    END: "the end of the file",
}


@dataclass
class Fault:
    """A token that fits nowhere, and what surrounds it. `first` is the first token of its item."""

    source: Source
    grammar: Tables
    states: Sequence[int]
    tokens: list[Token]
    index: int
    first: int

    @property
    def token(self) -> Token:
        """The token that does not fit."""
        return self.tokens[self.index]

    @property
    def before(self) -> Token | None:
        """The token before it."""
        return self.tokens[self.index - 1] if self.index else None

    def spelled(self, index: int) -> str:
        """A token as it is written, shortened if it is long."""
        token = self.tokens[index]
        text = self.source.text[token.start:token.end]
        return text if len(text) <= 40 else text[:37] + "..."

    def span(self, first: int, last: int | None = None) -> Span:
        """The stretch of some tokens."""
        token = self.tokens[first if last is None else last]
        return Span(self.source.path, self.tokens[first].start, token.end)

    @cached_property
    def expected(self) -> frozenset[str]:
        """The terminals that could stand here."""
        return frozenset(name for name in self.grammar.states[self.states[-1]] if self._is_terminal(name) and self._fits(name))

    def _is_terminal(self, name: str) -> bool:
        return name in self.grammar.spelled or name in SPOKEN

    def _fits(self, name: str) -> bool:
        """Would the tables shift this terminal, after what they reduce before it?"""
        stack = list(self.states[-60:])
        while True:
            action = self.grammar.states[stack[-1]].get(name)
            if action is None:
                return False
            if action >= 0:
                return True
            plan = self.grammar.plans[-action - 1]
            if plan.size >= len(stack):
                return True
            if plan.size:
                del stack[-plan.size:]
            target = self.grammar.states[stack[-1]].get(plan.origin)
            if target is None:
                return False
            stack.append(target)
            if name == END and target == self.grammar.end:
                return True


def spoken(expected: frozenset[str], grammar: Tables) -> str:
    """A set of terminals as an author would say it, the likely ones first and not too many."""
    rest = set(expected)
    parts: list[str] = []
    if {"NAME", "INT", "STRING"} <= rest:
        rest -= VALUE_STARTS | {"MINUS", "A", "AN", "ALL", "THE", "RANDOM", "UP", "TABLE", "IF", "NOT"}
        parts.append("a value")
    if {"NAME", "LET", "KIND"} <= expected:
        return "a field, a statement or a declaration"
    if {"TO", "FROM"} <= rest:
        parts.append("a label such as `to` or `name: ...`")
        rest -= {"FIELD"}
        rest -= {label.upper() for label in LABELS}
    parts += [SPOKEN[name] for name in ("NAME", "INT", "STRING", "FIELD") if name in rest]
    if {"WHERE", "UNLESS"} <= rest:
        parts.append("a condition such as `where ...`")
        rest -= {"WHERE", "UNLESS", "WHILE", "UNTIL", "SO", "ONCE", "TWICE", "PER", "DESPITE", "ELSE", "IF", "AS", "FOR_EACH", "COSTS", "COUNT"}
    if {"PLUS", "STAR"} <= rest:
        rest -= {"PLUS", "STAR", "MINUS", "SLASH", "MOD", "__ANON_0"} | {name for name in rest if name.startswith("__ANON")} | {"MORETHAN", "LESSTHAN"}
        rest -= {"IS", "IN", "HAS", "NOT", "AND", "OR", "DOT"}
        parts.append("an operator")
    rest -= {"NAME", "INT", "STRING", "FIELD", "QNAME", "DOT", "OF"} if parts else set()
    singles = [f"`{grammar.spelled[name]}`" for name in grammar.spelled if name in rest]
    singles += [SPOKEN[name] for name in ("_NL", END) if name in rest]
    parts += singles
    parts = parts[:6]
    if not parts:
        return "nothing more"
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " or " + parts[-1]
