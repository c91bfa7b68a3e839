"""Handlers that are said to commute: both orders are run, and give the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rulewright.runtime.commute import commute
from rulewright.runtime.game import Game
from rulewright.runtime.rules import heard
from rulewright.runtime.trouble import Halt

from .build import (
    ANN,
    ARMOR,
    BOB,
    DAMAGE,
    HERO,
    INT,
    Json,
    add,
    call,
    each,
    ev,
    field,
    glob,
    handler,
    let,
    modify,
    op,
    param,
    put,
    rule,
    slot,
    stat,
    var,
    verb,
    when,
    whole,
    x,
)
from .playing import HEROES, A, B, game

CLOCK, MARKS, LUCK = "t:hero/clock", "t:hero/marks", "t:hero/luck"
RED = {"op": "thing", "id": "t:red"}
POINTS = field(RED, "t:player/points")
KINDS = [
    {
        "kind": "kind", "id": "t:omen", "name": "omen", "plural": "omens", "parent": "t:hero",
        "slots": [slot(MARKS, "counter", {"type": "list", "of": INT}), slot(LUCK, "counter", whole(0, 4), 2)],
    },
]  # fmt: skip
MARK = verb("t:mark", [param("who", HERO), param("by", INT)], [add(field(var("who"), MARKS), var("by"))])
WOUND = verb("t:wound", [param("who", HERO), param("by", INT)], [add(field(var("who"), DAMAGE), var("by"))])
TOO_LITTLE = x("lt", field(var("who"), LUCK), 3)
LUCKY = verb("t:lucky", [param("who", HERO)], [when(TOO_LITTLE, [put(field(var("who"), LUCK), 3)], [put(field(var("who"), CLOCK), 1)])])
SLOTS = [slot("t:wind", "counter", INT, 1), slot("t:tide", "counter", whole(0, 9), 3)]
OMENS = [{**ANN, "of": "t:omen"}, {**BOB, "of": "t:omen"}]


def built(one: list[Json], other: list[Json], moment: str, *more: Json, turned: bool = False) -> Game:
    """A game with two handlers of one moment, Ann's and Bob's; they run in this order, or the other way round."""
    texts = zip(OMENS, ("one", "other"), (one, other), strict=True)
    omens = [{**omen, "handlers": [handler(f"{omen['id']}/{name}", moment, "t:deal", body)]} for omen, name, body in texts]
    made = game(
        kinds=KINDS, definitions=omens, slots=SLOTS, verbs=[MARK, WOUND, LUCKY], rules=list(more), policies={"simultaneous": "printed_order"}
    )  # fmt: skip
    if turned:
        made.core.tables[moment]["t:deal"] = made.core.tables[moment]["t:deal"][::-1]
    return made


def said_to_commute(made: Game, moment: str) -> bool:
    works = list(heard(made.core, moment, "t:deal"))
    assert len(works) == 2
    return commute(made.core, works)


def outcome(made: Game) -> Any:
    """All counters after an event that both handlers hear, by what they are of; or the code of what stopped it."""
    try:
        made.perform([call("t:deal", amount=2, target=A)])
    except Halt as halt:
        return halt.code
    counters = ((str(one.get("def")), sorted((key, str(value)) for key, value in one.items() if ":" in key)) for one in made.core.entities)
    return sorted(counters)


def both_orders(one: list[Json], other: list[Json], moment: str, *more: Json) -> tuple[bool, Any, Any]:
    forth, back = built(one, other, moment, *more), built(one, other, moment, *more, turned=True)
    said = said_to_commute(forth, moment)
    assert said_to_commute(back, moment) == said
    return said, outcome(forth), outcome(back)


# ---------------------------------------------------------------- any two bodies

ME = var("self")
WHO = st.sampled_from([A, B, ME, ev("target")])
NUMBERS = st.one_of(
    st.integers(-2, 3),
    st.sampled_from([ev("amount"), glob("wind"), glob("tide"), field(A, DAMAGE), field(B, LUCK), field(A, CLOCK), field(ME, LUCK), stat(A, ARMOR), POINTS]),
)
NUMBER_PLACES = st.one_of(
    st.sampled_from([glob("wind"), glob("tide"), POINTS, ev("amount")]),
    st.builds(field, WHO, st.sampled_from([DAMAGE, CLOCK, LUCK])),
)
SIMPLE = st.one_of(
    st.builds(put, NUMBER_PLACES, NUMBERS, st.sampled_from(["=", "+=", "-="])),
    st.builds(lambda who, value: add(field(who, MARKS), value), WHO, NUMBERS),
    st.builds(lambda value: call("t:score", amount=value, who=RED), NUMBERS),
    st.builds(lambda who: call("t:lucky", who=who), WHO),
    st.builds(lambda name, who, value: call(name, who=who, by=value), st.sampled_from(["t:mark", "t:wound"]), WHO, NUMBERS),
)
STATEMENTS = st.one_of(
    SIMPLE,
    st.builds(lambda number, bound, then, other: when(x("ge", number, bound), [then], [other]), NUMBERS, st.integers(0, 4), SIMPLE, SIMPLE),
    st.builds(lambda value, place: let("kept", value) | {"then": place}, NUMBERS, NUMBER_PLACES),
    st.builds(lambda slot_, value: each("h", HEROES, [add(field(var("h"), slot_), value)]), st.sampled_from([DAMAGE, MARKS]), NUMBERS),
)


def flat(body: list[Json]) -> list[Json]:
    """A `let` with what uses its value after it."""
    out = []
    for one in body:
        then = one.get("then") if one["op"] == "let" else None
        out += [one] if then is None else [{key: value for key, value in one.items() if key != "then"}, add(then, var("kept"))]
    return out


BODIES = st.lists(STATEMENTS, min_size=1, max_size=2).map(flat)


def test_what_is_said_to_commute_gives_the_same_in_both_orders() -> None:
    commuting = 0

    @settings(max_examples=100, deadline=None, derandomize=True, phases=[Phase.generate])
    @given(BODIES, BODIES, st.sampled_from(["before", "after"]))
    def any_two(one: list[Json], other: list[Json], moment: str) -> None:
        nonlocal commuting
        said, forth, back = both_orders(one, other, moment)
        if said:
            commuting += 1
            assert forth == back

    any_two()
    assert commuting > 10


# ---------------------------------------------------------------- known pairs

COMMUTE: list[tuple[str, list[Json], list[Json]]] = [
    ("additions to a number without bounds", [add(glob("wind"), 1)], [put(glob("wind"), 2, "-=")]),
    ("additions upwards to a number with bounds", [add(field(A, DAMAGE), 1)], [add(field(A, DAMAGE), 2)]),
    ("counters of different slots", [put(glob("wind"), 4)], [put(field(A, CLOCK), 3)]),
    ("calls of verbs that nothing hooks", [call("t:score", amount=1, who=RED)], [call("t:score", amount=2, who=RED)]),
    ("each its own counter", [put(field(ME, LUCK), 1)], [put(field(ME, LUCK), 4)]),
    ("each its own list", [add(field(ME, MARKS), 1)], [add(field(ME, MARKS), 2)]),
    ("each what it has counted itself", [put(field(ME, CLOCK), field(ME, LUCK))], [put(field(ME, CLOCK), field(ME, LUCK))]),
    ("each its own, by a verb that looks at it", [call("t:lucky", who=ME)], [call("t:lucky", who=ME)]),
    ("one constant", [put(glob("tide"), 4)], [put(glob("tide"), 4)]),
    ("a condition over what the other does not write", [when(x("ge", glob("wind"), 1), [add(POINTS, 1)])], [add(glob("tide"), 1)]),
]
DIFFER: list[tuple[str, list[Json], list[Json]]] = [
    ("a write and a read", [put(glob("wind"), field(A, DAMAGE))], [add(field(A, DAMAGE), 1)]),
    ("two writes", [put(glob("wind"), 4)], [put(glob("wind"), 5)]),
    ("a write and an addition", [put(glob("wind"), 4)], [add(glob("wind"), 5)]),
    ("additions to a list", [add(field(A, MARKS), 1)], [add(field(A, MARKS), 2)]),
    ("additions to a list in a verb", [call("t:mark", who=A, by=1)], [call("t:mark", who=A, by=2)]),
    ("up and down at a bound", [put(glob("tide"), 4, "-=")], [add(glob("tide"), 2)]),
    ("up and down at a bound in a verb", [call("t:wound", who=B, by=-1)], [call("t:wound", who=B, by=1)]),
    ("a condition and what it reads", [when(x("ge", glob("tide"), 4), [add(POINTS, 1)])], [add(glob("tide"), 1)]),
    ("its own, and the same by name", [put(field(ME, LUCK), 1)], [put(field(A, LUCK), 4)]),
    ("its own, and one that is the other", [put(field(ME, LUCK), 1)], [put(field(ev("target"), LUCK), 4)]),
    ("its own, and all of them", [put(field(ME, CLOCK), 1)], [each("h", HEROES, [put(field(var("h"), CLOCK), 4)])]),
    ("its own by a verb, and what the other looks at", [call("t:lucky", who=ME)], [put(POINTS, field(A, LUCK))]),
    ("a constant and another", [put(glob("tide"), 4)], [put(glob("tide"), 4), put(glob("tide"), 3)]),
    ("a constant that is looked at", [put(glob("tide"), 4)], [add(POINTS, glob("tide")), put(glob("tide"), 4)]),
    ("the event's amount", [put(ev("amount"), 7)], [add(POINTS, ev("amount"))]),
    ("a loop that ends in what the other reads", [each("h", HEROES, [put(field(var("h"), CLOCK), 4)])], [add(POINTS, field(B, CLOCK))]),
]
HOOK = rule("t:hook", handler("t:hook/1", "after", "t:score", [put(glob("wind"), 2)], where=x("ge", ev("amount"), 2)))


@pytest.mark.parametrize(("what", "one", "other"), COMMUTE, ids=[what for what, _, _ in COMMUTE])
def test_these_commute(what: str, one: list[Json], other: list[Json]) -> None:
    said, forth, back = both_orders(one, other, "before")
    assert said and forth == back


@pytest.mark.parametrize(("what", "one", "other"), DIFFER, ids=[what for what, _, _ in DIFFER])
def test_these_do_not_and_the_orders_differ(what: str, one: list[Json], other: list[Json]) -> None:
    said, forth, back = both_orders(one, other, "before")
    assert forth != back
    assert not said


def test_a_verb_that_something_hooks_is_asked_about() -> None:
    one, other = [call("t:score", amount=2, who=RED)], [add(glob("wind"), 5)]
    said, forth, back = both_orders(one, other, "before", HOOK)
    assert not said and forth != back
    assert both_orders(one, other, "before")[0]


def test_a_stat_is_read_through_what_modifies_it() -> None:
    aura = rule("t:aura", modify("t:aura/1", ARMOR, "add", glob("tide"), {"of": "t:hero", "where": None}))
    one, other = [add(POINTS, stat(A, ARMOR))], [add(glob("tide"), 1)]
    said, forth, back = both_orders(one, other, "before", aura)
    assert not said and forth != back
    assert both_orders(one, other, "before")[0]


def test_what_draws_moves_or_makes_is_asked_about() -> None:
    other = [add(glob("wind"), 1)]
    for body in ([op("roll", count=1, sides=6, keep="d")], [op("put", things=B, place={"op": "box"})], [op("create", thing=B, place={"op": "table"})]):
        assert not both_orders(body, other, "after")[0]
