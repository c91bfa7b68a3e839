"""What set-ups left to chance come to, as findings of a check, in the words of the author."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulewright.dsl.catalogue import chance as rows
from rulewright.dsl.packfiles import PackFiles
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.source import Source, Span

from .coverage import place
from .names import Names

if TYPE_CHECKING:
    from rulewright.compiler import Compiled
    from rulewright.compiler.kept import Kept

    from .setups import Drawn, Fault, Ways

MOST_TOLD = 6
"""So many draws of a set-up are told, and so many things of a draw."""


def check_with_chance(packs: Sequence[PackFiles], kept: Kept) -> tuple[Compiled, list[str]]:
    """`check_packs` with the findings of set-ups, and the ids of the packs whose set-ups were begun and not all gone through."""
    from rulewright.compiler.pipeline import check_packs

    compiled = check_packs(packs, kept)
    if not compiled.chance or any(problem.severity == "error" for problem in compiled.problems):
        return compiled, []
    found, partly = chance_findings(compiled.chance, compiled.sources)
    compiled.problems += found
    return compiled, partly


def chance_findings(chance: Sequence[tuple[str, str, list[PackFiles]]], sources: Mapping[str, Source]) -> tuple[list[Problem], list[str]]:
    """The findings of games whose set-ups leave few ways to chance, and the ids of those whose ways were not all looked at. Of a game that leaves more to
    chance nothing is said: that is so of most games of cards.

    `chance` is `Compiled.chance` of a check that has found no error.
    """
    from rulewright.compiler import compile_packs

    from .setups import set_ups

    problems: list[Problem] = []
    partly = []
    for ident, few, packs in chance:
        ruleset = compile_packs([replace(pack, given=pack is packs[-1]) for pack in packs]).ruleset if few == "few" else None
        if ruleset is None:
            continue
        ways = list(set_ups(ruleset))
        problems += _Told(ruleset, sources).problems(ways)
        if not all(one.whole and one.orders for one in ways):
            partly.append(ident)
    return problems, partly


class _Told:
    def __init__(self, ruleset: Mapping[str, Any], sources: Mapping[str, Source]) -> None:
        self.ruleset = ruleset
        self.sources = sources
        self.names = Names(ruleset)
        self.because = {record["id"]: record["because"] for record in ruleset["always"]}

    def problems(self, ways: Sequence[Ways]) -> Iterator[Problem]:
        """A finding for each fault; what a fault does in a scenario is told where it does nothing as the options begin."""
        told: set[Fault] = set()
        for scenario in dict.fromkeys(one.scenario for one in ways):
            here = [one for one in ways if one.scenario == scenario]
            for fault in dict.fromkeys(fault for one in here for fault in one.found):
                if fault not in told:
                    told.add(fault)
                    yield self.problem(fault, scenario, here)

    def problem(self, fault: Fault, scenario: str, ways: Sequence[Ways]) -> Problem:
        """The finding of a fault: how likely it is with how many players, and the draws of one set-up that it stops."""
        code, rule, text = fault
        shares = ", ".join(_shares(fault, ways)) + (f", in the scenario `{scenario}`" if scenario else "")
        first = next(one for one in ways if fault in one.found)
        labels = [Label(span, self.drawn(one, first.seats)) for one in first.found[fault][1][:MOST_TOLD] if (span := self.span(one.rule)) is not None]
        span = self.span(rule) or Span(self.ruleset["game"]["pack"], 0, 0)
        if code == "invariant":
            because = self.because[rule]
            return rows.SET_UP_BREAKS.at(span, because=f", \"{because}\"" if because else "", shares=shares, labels=labels)
        return rows.SET_UP_STOPS.at(span, text=text, shares=shares, labels=labels)

    def drawn(self, one: Drawn, seats: int) -> str:
        """What a draw of a set-up came to."""
        names = [f"`{self.names.of(found)}`" for found in one.found[:MOST_TOLD]]
        more = f" and {len(one.found) - MOST_TOLD} more" if len(one.found) > MOST_TOLD else ""
        words = {"things": "draws", "order": "lays, the top last,"}
        return f"with {seats} players, for one, where this {words.get(one.sort, 'comes to')} {', '.join(names)}{more}"

    def span(self, ident: str) -> Span | None:
        """The first line of a record in its file."""
        file, line = place(self.ruleset, ident)
        source = self.sources.get(file or "")
        if source is None or line is None:
            return None
        text = source.line(line)
        start = source.starts[line - 1] + len(text) - len(text.lstrip())
        return Span(source.path, start, start + len(text.strip()))


def _shares(fault: Fault, ways: Sequence[Ways]) -> Iterator[str]:
    """For each number of players in how many of its set-ups a fault is met; those that are alike together."""
    said: dict[str, list[int]] = {}
    for one in ways:
        said.setdefault(_share(one, one.found[fault][0] if fault in one.found else Fraction(0)), []).append(one.seats)
    for words, seats in said.items():
        many = [str(count) for count in seats]
        yield f"with {' and '.join([', '.join(many[:-1]), many[-1]] if len(many) > 1 else many)} player{'' if seats == [1] else 's'} {words}"


def _share(one: Ways, share: Fraction) -> str:
    if not one.whole:
        return f"in some of the {one.looked} set-ups looked at" if share else f"in none of the {one.looked} set-ups looked at"
    orders = "" if one.orders else ", with what is shuffled in one order each"
    if share in (0, 1):
        return f"in {'every one' if share else 'none'}{orders}"
    return f"in {share.numerator} of {share.denominator} set-ups ({float(100 * share):.2f} %){orders}"
