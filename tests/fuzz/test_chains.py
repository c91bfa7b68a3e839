"""Chains of ten thousand operators: what they are worth, and that no pass of the compiler, of the runtime or of a tool follows them inwards."""
from __future__ import annotations

import json
from typing import Any

import pytest

from rulewright.compiler.emit import emit
from rulewright.compiler.parse import parse, parse_with_tokens
from rulewright.compiler.pipeline import compile_packs
from rulewright.dsl.limits import MAX_DEPTH
from rulewright.dsl.packfiles import MANIFEST, PackFiles
from rulewright.dsl.plain import plain
from rulewright.dsl.source import Source
from rulewright.dsl.walk import same_tree
from rulewright.runtime.trial import run_test
from rulewright.tools.fmt import format_source
from rulewright.tools.mutation_page import descend

from .chain import played, with_needed

Json = dict[str, Any]
LONG, DEEP = 10_000, 1_200
"""The second is more than Python lets lie inside one another, too."""
MANIFEST_TEXT = b"""id: small
title: Small
version: "1.0.0"
language: 1
licence: MIT
requires: [core]
game: {title: Small, start: main, seats: {kind: player, min: 1, max: 1, sides: each}}
"""
PAGE = """
policy {
  simultaneous: printed_order   watchers: present   step_handlers: fixed   impossible: skip   target: any_part   attachments: box   windows: able
  on_limit: stop
}
kind player is seat { }
player "Ann" { }
kind hero {
  plural: heroes
  stat armor: int = 1
  counter damage: int 0.. = 0
  counter friend: hero? = none
}
hero "H" { damage: 3 }
option wide: int 0..9 = 1
sequence main { }
"""


def chain(count: int, first: str, *more: str) -> str:
    """A chain of that many operations, which repeat."""
    return " ".join([first, *(more * (count // len(more)))])


def compiled(text: str) -> tuple[Json | None, list[str]]:
    """The ruleset of a page, and the codes of its findings."""
    out = compile_packs(with_needed(PackFiles("small", {MANIFEST: MANIFEST_TEXT, "page.rw": (PAGE + text).encode()}, True)))
    return out.rulesets.get("small"), [problem.code for problem in out.problems if problem.severity == "error"]


def sound(text: str) -> Json:
    """The ruleset of a page after all that is done with rulesets: written, verified, read, said in words, started, its tests played."""
    ruleset, codes = compiled(text)
    assert codes == [] and ruleset is not None
    again: Json = json.loads(emit(ruleset))
    assert again == ruleset
    assert all(plain(step, "step") for test in again["tests"] for step in test["steps"])
    played(again)
    for test in again["tests"]:
        assert run_test(again, test).passed, test["id"]
    return again


VALUES = [
    (chain(LONG, "1", "+ 1"), 10_001),
    (chain(DEEP, "1", "- 1"), -1_199),
    (chain(DEEP, "7", "+ 3", "- 2"), 607),
    (chain(DEEP, "1", "* 1") + " * 6", 6),
    (chain(DEEP, '"H".damage', "* 3", "/ 2 rounded down", "mod 7"), 3),
    (chain(DEEP, '"H".damage', "- 9 * 2 / 3 rounded up", "+ 1"), -2_997),
    ("count(" + chain(DEEP, "[1, 2]", "+ [3]") + ")", 1_202),
    (chain(DEEP, '"H".armor', '+ "H".damage * 2', '- "H".damage'), 1_801),
]
PLACES = f"""
define long_sum(x: int) = {chain(DEEP, "x", "+ 1")}
define wide_enough = {chain(DEEP, "wide", "+ 1")} > 1200
when {chain(DEEP, "wide is 1", "or wide is 2")} {{ hero "I" {{ }} }}
always {chain(DEEP, "wide", "+ 0")} < 9 because "it is narrow"
hero "J" {{
  modify armor +(1) for self while {chain(DEEP, "self.friend is none", "or self.friend.damage > 3")}
  modify armor +({chain(DEEP, "self.damage", "+ 0")}) for self
}}
verb hurt h: hero {{
  require {chain(DEEP, "h.damage < 90", "and h.armor > 0")}
  h.damage += {chain(DEEP, "h.damage", "- 1", "+ 1")}
  if {chain(DEEP, "h.friend is not none", "and h.friend.damage > 3")} {{ h.damage = 1 }}
  for each o in heroes where {chain(DEEP, "o is h", "or o is h")} in order of {chain(DEEP, "o.damage", "+ 1")} {{ o.damage += 1 }}
}}
test "in every place" {{
  hurt "H"
  expect {chain(DEEP, '"H".damage is 7', 'and "H".damage is not 8')}
  expect long_sum(1) is 1201 and wide_enough and "J".armor is 2 and "I".exists
}}
"""


@pytest.mark.parametrize(("text", "value"), VALUES, ids=lambda value: str(value)[:20])
def test_a_chain_is_worth_what_its_operations_give_one_after_the_other(text: str, value: int) -> None:
    sound(f'test "t" {{ expect {text} is {value} }}\n')


def test_a_chain_may_stand_in_every_place() -> None:
    sound(PLACES)


def test_a_short_chain_and_a_long_one_are_the_same_operations() -> None:
    nested = sound("define a = " + " + ".join("1" * 17) + "\n")["defines"][-1]["value"]
    flat = sound("define a = " + " + ".join("1" * 18) + "\n")["defines"][-1]["value"]
    assert nested["op"] == "add" and flat["op"] == "chain" and flat["signs"] == ["add"] * 17 and len(flat["args"]) == 18


@pytest.mark.parametrize(("text", "words"), [
    ("h.damage * 999999999 * 999999 * 2 - h.damage * 999999999 * 999999 * 2", "a number went beyond 1000000000000000"),
    ("h.damage + 1 / (1 - h.armor) rounded up", "a number was divided by zero"),
])  # fmt: skip
@pytest.mark.parametrize("more", [0, 40])
def test_a_chain_traps_where_its_operations_would(text: str, words: str, more: int) -> None:
    ruleset, codes = compiled(f'verb spoil h: hero {{ h.damage = {text}{" + 1" * more} }}\ntest "t" {{ spoil "H" }}\n')
    assert codes == [] and ruleset is not None
    message = run_test(ruleset, ruleset["tests"][0]).message
    assert words in message


def test_a_wrong_value_in_a_chain_is_one_finding() -> None:
    _, codes = compiled("define a = " + chain(DEEP, "1", "+ 1") + " + (1 is 2)" + " + 1" * DEEP + "\n")
    assert codes == ["type-mismatch"]


def test_readers_and_tools_go_along_a_chain() -> None:
    source = Source("page.rw", PLACES[: PLACES.index("verb")])
    tree, problems = parse(source)
    assert not problems and same_tree(tree, parse_with_tokens(source)[0])
    assert max(len(above) for _, above in descend(tree)) < 20
    laid_out, _ = format_source(source)
    assert same_tree(parse(Source("page.rw", laid_out))[0], tree)


@pytest.mark.parametrize("depth", [50, MAX_DEPTH - 1, MAX_DEPTH, 5_000, 100_000])
@pytest.mark.parametrize("signs", ["()", "[]"])
def test_brackets_are_read_up_to_the_limit_and_are_one_finding_beyond_it(signs: str, depth: int) -> None:
    ruleset, codes = compiled(f"define a = {signs[0] * depth}1{signs[1] * depth}\n")
    assert codes == ([] if depth < MAX_DEPTH else ["too-deep"]) and (ruleset is not None) is (depth < MAX_DEPTH)


def test_a_chain_in_brackets_is_one_deeper_than_they_are() -> None:
    inner = "(" * (MAX_DEPTH - 2) + "1 + 1" + ")" * (MAX_DEPTH - 2)
    assert [compiled(f"define a = {text}\n")[1] for text in (inner, f"({inner})", f"{inner} + 1")] == [[], ["too-deep"], ["too-deep"]]
