"""Records as sentences: the ones that people read most, word by word; and every record of the table says something."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.dsl.plain import DEEPEST, Plain, parts, plain
from rulewright.dsl.records import families, rows, visit

from .samples import record
from .small import call, ev, field, game, num, stat, var
from .test_schema import STANDING


@pytest.fixture(scope="module")
def speaker() -> Plain:
    return Plain(game())


TAUNTS = {"op": "has", "of": var("it"), "ability": "p:taunt"}
SAID = {
    "/rules/0/checks/0": "whenever a hero c has damage at least its health: put c into the box",
    "/definitions/0/clauses/0": "hostile (x, y) cannot happen where the y is this",
    "/definitions/0/clauses/1": "armor of heroes that have colour blue changes by its damage",
    "/definitions/0/clauses/2": "attack, deal may happen at most 2 times per round fights, counted for the target",
    "/definitions/0/clauses/3": "attack may happen despite hidden one where the actor is this",
    "/definitions/0/clauses/4": "attack must be so that the target has tough if able",
    "/definitions/0/clauses/5": "Blade is without its text while round is running",
    "/definitions/2/faces/0/handlers/0": (
        "at the end of attack roll where count of the strikes is at least 1, once, its controller may, at the cost of: pay 1 tick:"
        " until the end of attack, the next deal where the target is owner, prevent 2 damage where the target is owner"
    ),
    "/definitions/2/faces/0/handlers/1": "before deal: if the tag is red: cancel it, else: take 1 from the amount",
    "/definitions/2/faces/0/members/0": "instant Freeze where who is a player: pay 2 tick",
    "/verbs/1": "to pay (amount): add amount to spent",
    "/always/0": "always not (all heroes is empty)",
    "/sequences/0/machine/children/1": "step roll: roll power d10, called strikes",
    "/tests/0/steps/3": "attack by r on r must be refused",
}


@pytest.mark.parametrize("path", SAID)
def test_sentences(path: str, speaker: Plain) -> None:
    for found, row, value in visit(game()):
        if "/" + "/".join(str(part) for part in found) == path:
            assert speaker.say(value, row.family) == SAID[path]
            return
    raise AssertionError(path)


@pytest.mark.parametrize(
    "value,family,said",
    [
        (call("p:deal", amount=num(3), target=var("c")), "statement", "deal (amount: 3, target: c)"),
        (call("p:destroy", target=var("c")), "statement", "destroy c"),
        ({"op": "mul", "left": {"op": "add", "left": num(1), "right": num(2)}, "right": num(3)}, "expr", "(1 plus 2) times 3"),
        ({"op": "chain", "args": [num(1), num(2), num(3)], "signs": ["sub", "up"]}, "expr", "(1 minus 2) divided by 3 rounded up"),
        ({"op": "not", "arg": {"op": "eq", "left": num(1), "right": num(2)}}, "expr", "not (1 is 2)"),
        ({"op": "ge", "left": field(ev("target"), "damage"), "right": stat(var("self"), "armor")}, "expr", "the target's damage is at least its armor"),
        (
            {"op": "filter", "of": {"op": "all", "kind": "p:hero"}, "var": "it", "where": {"op": "not", "arg": TAUNTS}},
            "expr",
            "all heros that do not have taunt",
        ),
        ({"op": "no such thing"}, "statement", "..."),
    ],
)  # fmt: skip
def test_sentences_without_a_ruleset(value: dict[str, Any], family: str, said: str) -> None:
    assert plain(value, family) == said


@pytest.mark.parametrize("row", STANDING, ids=lambda row: row.name)
def test_every_record_says_something(row: Any, speaker: Plain) -> None:
    for value in (record(row), record(row, 1)):
        said = speaker.say(value, row.family)
        assert said and "{" not in said and "}" not in said and "  " not in said and said == said.strip(), said


def test_every_template_names_fields_of_its_record() -> None:
    def fields(template: str) -> set[str]:
        found: set[str] = set()
        stack = list(parts(template))
        while stack:
            part = stack.pop()
            found |= {part.field, part.decides[:-1] if part.decides != "*" else ""} - {""}
            stack += part.inner
        return found

    for row in rows().values():
        for template in row.plain[1].values() if isinstance(row.plain, tuple) else [row.plain]:
            assert fields(template) <= set(row.by_name), row.name
    for name in ("expr", "statement", "clause", "node", "step", "until", "subject", "entry"):
        assert all(row.plain for row in families()[name].rows.values()), name


def test_what_nests_deeply_is_cut(speaker: Plain) -> None:
    value: dict[str, Any] = {"op": "bool", "value": True}
    for _ in range(5000):
        value = {"op": "not", "arg": value}
    assert speaker.say(value, "expr").count("not") == DEEPEST
