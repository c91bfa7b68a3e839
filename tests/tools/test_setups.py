"""Games set up in every way that chance allows: what breaks, in how many set-ups with how many players, and what was not looked at."""
from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulewright.compiler import compile_packs
from rulewright.dsl.catalogue.chance import DRAWN, PLACES
from rulewright.dsl.examples import read_example
from rulewright.runtime.draws import Draws, TooMany
from rulewright.tools.cli import main
from rulewright.tools.setups import Ways, set_ups

from ..problems.compiling import set_up_text, shipped

LONG = "crypt \"Grave\" x40 { }\n"


def game(leave_out: str, more: str = "") -> str:
    return PLACES.replace("LEAVE_OUT", leave_out) + more


def ways(text: str, work: int = 600_000) -> list[Ways]:
    compiled = compile_packs([*(example.pack() for example in read_example(text)), shipped("core")])
    assert compiled.ruleset is not None, compiled.problems
    return list(set_ups(compiled.ruleset, work))


def shares(text: str) -> dict[int, Fraction]:
    found = ways(text)
    assert all(one.whole for one in found)
    return {one.seats: sum((share for share, _ in one.found.values()), Fraction(0)) for one in found}


def test_two_of_six_places_are_left_out_with_two_players() -> None:
    [finding] = set_up_text(game(DRAWN)).problems
    assert finding.code == "set-up-breaks"
    assert finding.message.endswith("with 2 players in 1 of 15 set-ups (6.67 %), with 3 and 4 players in none")
    assert [label.text for label in finding.labels] == ["with 2 players, for one, where this draws `Old Crypt`, `Deep Crypt`"]


@pytest.mark.parametrize(
    "leave_out",
    [
        "if count(players) is 2 { repeat 2 times { choose random crypt from crypts as lost; put lost into box } }",
        "if count(players) is 2 { leave_out; leave_out }",
        "if count(players) is 2 { for each c in crypts { put c into heap }; shuffle heap; put top(heap, 4) into table }",
        "step begin where count(players) is 2 { roll 1 d4; choose random 2 crypts from crypts as lost; for each c in lost { put c into box } }",
    ],
)
def test_however_they_are_drawn_it_is_as_likely(leave_out: str) -> None:
    more = "zone heap: list of crypt seen by nobody\nverb leave_out { choose random crypt from crypts as lost; put lost into box }\n"
    assert shares(game(leave_out.replace("into table", "into the table"), more)) == {2: Fraction(1, 15), 3: 0, 4: 0}


def test_what_is_likelier_counts_for_more() -> None:
    leave_out = "roll 1 d6 as d; if some(d where it.face <= 2) { put \"Old Crypt\" into box; choose random crypt from crypts as lost; put lost into box }"
    assert shares(game(leave_out)) == {2: Fraction(1, 15), 3: Fraction(1, 15), 4: Fraction(1, 15)}


def test_a_long_zone_that_is_shuffled_lies_in_one_order_and_the_rest_is_gone_through() -> None:
    more = LONG.replace("{ }", "{ starts_in: heap }") + "zone heap: list of crypt seen by nobody\n"
    text = game("shuffle heap; " + DRAWN, more)
    assert [(one.seats, one.looked, one.whole, one.orders) for one in ways(text)] == [(2, 15, True, False), (3, 1, True, False), (4, 1, True, False)]
    [finding] = set_up_text(text).problems
    assert "in 1 of 15 set-ups (6.67 %), with what is shuffled in one order each" in finding.message


def test_a_scenario_in_which_it_breaks() -> None:
    more = "option dire: bool = no\nscenario \"Dire\" { dire: yes }\n"
    [finding] = set_up_text(game("if dire { choose random 2 crypts from crypts as lost; put lost into box }", more)).problems
    assert finding.message.endswith("with 2, 3 and 4 players in 1 of 15 set-ups (6.67 %), in the scenario `Dire`")


def test_what_asks_first_draws_nothing_and_is_not_set_up() -> None:
    asked = "may \"begin?\" by \"North\" { choose random 2 crypts from crypts as lost; put lost into box }"
    assert set_up_text(game("choose a crypt from crypts by \"North\" as c; put c into box; " + DRAWN)).problems == []
    assert all(one.whole and not one.found for one in ways(game(asked)))


@pytest.mark.parametrize(
    "endless",
    [
        "repeat while some(crypts) { choose random crypt from crypts as c; put c into box; put c into the table }",
        "repeat while some(crypts) { turn_on }",
        "repeat 1000000 times { roll 1 d6 }",
        "choose random 3 crypts from crypts where it.name is \"Grave\" as c; put c into box; choose random 3 crypts from crypts as d; put d into box",
    ],
)
def test_what_never_ends_or_has_too_many_ways_ends_here_and_is_said(endless: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = LONG + "verb turn_on { choose random crypt from crypts as c; put c into box; put c into the table }\n"
    found = ways(game(endless, more), 20_000)
    assert found and all(not one.whole or one.found for one in found)
    assert sum(one.looked for one in found) <= 3000


def test_a_check_says_of_which_packs_not_all_was_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = "not every set-up that chance can make was looked at: small; `rulewright simulate . --check` plays random games"
    many = "choose random 30 crypts from crypts as c; put c into box"
    shuffled = "shuffle heap", LONG + "zone heap: list of crypt seen by nobody\n"
    for leave_out, more in (("repeat 1000 times { roll 1 d6 }\n  " + DRAWN, ""), shuffled, (many, LONG)):
        for name, data in read_example(game(leave_out, more))[0].files.items():
            (tmp_path / name).write_bytes(data)
        assert main(["check", "."]) == 0
        assert (said in capsys.readouterr().out) is (DRAWN in leave_out)


def test_draws_are_gone_through_once_each() -> None:
    def all_of(draws: Draws, play: Any) -> list[Any]:
        out = [(play(draws), draws.likely)]
        while draws.another():
            out.append((play(draws), draws.likely))
        return out

    def shuffled(draws: Draws) -> str:
        items = list("abcd")
        draws.shuffle(items)
        return "".join(items)

    orders = all_of(Draws(True), shuffled)
    assert len({order for order, _ in orders}) == 24 and {share for _, share in orders} == {Fraction(1, 24)}
    assert len(all_of(Draws(False), shuffled)) == 1
    picks = all_of(Draws(True), lambda draws: tuple(draws.pick([1, 2, 3, 4], 2)))
    assert len({pick for pick, _ in picks}) == len(picks) == 12
    sets = all_of(Draws(False), lambda draws: frozenset(draws.pick([1, 2, 3, 4], 2)))
    assert len({one for one, _ in sets}) == len(sets) == 6
    uneven = all_of(Draws(True), lambda draws: draws.draw(2) and draws.die(3))
    assert uneven == [(0, Fraction(1, 2)), (1, Fraction(1, 6)), (2, Fraction(1, 6)), (3, Fraction(1, 6))]
    with pytest.raises(TooMany):
        shuffled(Draws(True, most=23))
    with pytest.raises(TooMany):
        all_of(Draws(True, length=2), lambda draws: [draws.draw(2) for _ in range(3)])
    with pytest.raises(ValueError, match="5 of 4 cannot be drawn"):
        Draws(True).pick([1, 2, 3, 4], 5)
