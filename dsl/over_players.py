"""Who plays, as far as it is known before a game begins: how many of which kind, and with which options they go.

Seats are taken in the order of their definitions. So how many of each kind play hangs on nothing but their number, and on options that take a definition away.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .over_options import asked_of, constant, said

Record = Mapping[str, Any]
Printed = tuple[str, str, Record | None]


@dataclass(frozen=True)
class Unfit:
    """What speaks against some options with a number of players: the invariant, the options that it looks at, and how many of which kind play."""

    record: Record
    options: frozenset[str]
    counts: Mapping[str, int]


@dataclass(frozen=True)
class Players:
    """The seats of a game, and the invariants that count them.

    `lines`: each kind of seats with all that it descends from; `named`: id and kind of the printed seats, each with the condition under which it is there.
    """

    low: int
    high: int
    kind: str
    lines: Mapping[str, frozenset[str]]
    named: tuple[Printed, ...]
    rules: tuple[Record, ...]

    @classmethod
    def of(cls, ruleset: Record, named: Iterable[Printed] | None = None) -> Players:
        """The players of a ruleset. `named`: id, kind and condition of its printed things, where the ruleset does not hold all their records."""
        game = ruleset["game"]
        seats: Record = {"kind": "seat", "min": 1, "max": 1000} if game is None else game["seats"]
        lines = seat_kinds(ruleset["kinds"])
        rules = tuple(record for record in ruleset["always"] if _counts_seats(record["test"], lines))
        printed = [(one["id"], one["of"], one.get("when")) for one in ruleset["definitions"]] if named is None else named
        chairs = tuple((id_, kind, when) for id_, kind, when in printed if seats["kind"] in lines.get(kind, ()))
        return cls(seats["min"], seats["max"], seats["kind"], lines, chairs, rules)

    def unfit(self, options: Mapping[str, Any], many: int) -> Iterator[Unfit]:
        """What the game says against so many players with these options."""
        if not self.rules:
            return
        counts = self.counts(options, many)
        for record in self.rules:
            if record.get("when") is None or constant(record["when"], options):
                asked, counted = asked_of(record["test"], self.lines)
                if constant(record["test"], options, counts) is not True:
                    yield Unfit(record, frozenset(asked), {kind: counts[kind] for kind in sorted(counted)})

    def numbers(self, options: Mapping[str, Any]) -> list[int]:
        """With how many players the game can be played with these options."""
        return [many for many in range(self.low, self.most(options) + 1) if not any(self.unfit(options, many))]

    def most(self, options: Mapping[str, Any]) -> int:
        """For how many there are seats with these options."""
        return min(self.high, len(self._there(options))) if self.named else self.high

    def usual(self, options: Mapping[str, Any]) -> int:
        """How many play where nobody says it: all for whom there is a printed seat, else the fewest."""
        return len(self._there(options)) or self.low

    def counts(self, options: Mapping[str, Any], many: int) -> dict[str, int]:
        """How many of each kind of seats there are if so many play."""
        there = self._there(options)[:many] if self.named else [self.kind] * many
        return {kind: sum(kind in self.lines[one] for one in there) for kind in self.lines}

    def _there(self, options: Mapping[str, Any]) -> list[str]:
        return list({id_: kind for id_, kind, when in self.named if when is None or constant(when, options)}.values())


def seat_kinds(kinds: Iterable[Record]) -> dict[str, frozenset[str]]:
    """The kinds of seats, each with those that it descends from."""
    parents = {kind["id"]: kind["parent"] for kind in kinds}
    out = {"seat": frozenset({"seat"})}
    for start in parents:
        line: list[str] = []
        at: str | None = start
        while at is not None and at in parents and at not in line:
            line.append(at)
            at = parents[at]
        if at == "seat":
            out[start] = frozenset((*line, "seat"))
    return out


def _counts_seats(test: Record, lines: Mapping[str, frozenset[str]]) -> bool:
    return bool(asked_of(test, lines)[1])


def why(unfit: Unfit, ruleset: Record, options: Mapping[str, Any]) -> str:
    """What speaks against it, in words: "`heroic` is yes, `raiders` are 5"."""
    names = {slot["id"]: slot["name"] for slot in ruleset["slots"] if slot["role"] == "option"}
    plurals = {kind["id"]: kind["plural"] or f"{kind['name']}s" for kind in ruleset["kinds"]} | {"seat": "seats"}
    words = [f"`{names[id_]}` is {said(options[id_])}" for id_ in names if id_ in unfit.options]
    return ", ".join([*words, *(f"`{plurals[kind]}` are {many}" for kind, many in unfit.counts.items())])


def in_words(numbers: Iterable[int]) -> str:
    """Numbers of players: `4`, `2, 3 or 5`."""
    words = [str(one) for one in numbers]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
