"""What looks as if it meant something and is read by nothing is a finding; what is only known of some things may not be asked of all."""
from __future__ import annotations

from typing import Any

import pytest

from rulewright.compiler.pipeline import Compiled, compile_packs
from rulewright.dsl.packfiles import PackFiles

MANIFEST = b'id: small\ntitle: Small\nversion: "1.0.0"\nlanguage: 1\nlicence: CC0-1.0\n'
WORLD = """
enum option_class { action }
enum tag { fire, frost }
kind player is seat { }
kind thing_on_table is thing { stat armor: int 0.. = 0   counter hurt: int 0.. = 0   counter ready: bool = yes }
kind hero is thing_on_table { }
kind tower is thing_on_table { }
hero "Ada"
sequence turn for player: player { step main { offer [action] by player until pass } }
verb hit amount: int of damage, target: thing_on_table { target.hurt += amount }
verb rest who: thing_on_table { who.ready = yes }
verb move mover: hero, to spot: thing { put mover into spot }
"""


def compiled(text: str) -> Compiled:
    return compile_packs([PackFiles("small", {"pack.yaml": MANIFEST, "world.rw": WORLD.encode(), "text.rw": text.encode()})])


def found(text: str) -> list[tuple[str, str]]:
    return [(p.code, p.message) for p in compiled(text).problems if p.severity == "error"]


UNREAD = {
    'hero "Bo" { modify armor +1 for self until end of turn }': "`until`",
    'hero "Bo" { modify armor +1 for self unless self.ready }': "`unless`",
    'hero "Bo" { modify armor +1 for self once }': "`once`",
    'hero "Bo" { modify armor +1 for self by self }': "`by`",
    'hero "Bo" { modify armor +1 for self costs rest self }': "`costs`",
    'hero "Bo" { modify armor +1 for self { rest self } }': "a block",
    'hero "Bo" { forbid rest where who is self once }': "`once`",
    'hero "Bo" { after rest as nap where who is self { } }': "`as`",
    'hero "Bo" { after rest where who is self unless self.ready { } }': "`unless`",
    'hero "Bo" { after rest where who is self per turn { } }': "`per`",
    'hero "Bo" { after rest where who is self twice { } }': "`twice`",
    'hero "Bo" { after rest where who is self { } else { } }': "`else`",
    'hero "Bo" { action until end of turn { rest self } }': "`until`",
    'verb nap { choose a hero by "Ada" as h until h.ready { rest h } }': "`until`",
    'sequence long for player: player { offer [action] by player until player.exists }': "`until`",
    'sequence long for player: player { offer [action] by player else skip }': "`else`",
    'sequence long { step one once { rest "Ada" } }': "`once`",
    'verb nap { rest "Ada" until end of turn }': "`until`",
    "extend kind hero { plural: heroes }": "`plural`",
}


@pytest.mark.parametrize(("text", "what"), UNREAD.items())
def test_what_is_not_read_is_found(text: str, what: str) -> None:
    problems = found(text)
    assert ("misplaced", what) in [(code, message.split(" has no meaning")[0]) for code, message in problems], problems


def test_the_world_itself_is_clean() -> None:
    assert found('verb nap { rest "Ada" }') == []


WRONG = {
    # an ability may ask of its bearer what everything that has it can answer
    'ability nimble { after rest where any { rest self } }\ntower "Keep" { has: nimble }\nkind card is thing { }\ncard "C" { has: nimble }': "type-mismatch",
    'ability nimble { after rest where who is self { } }\nhero "Bo" { has: nimble }\nrule "R" { grant nimble for towers }': "type-mismatch",
    'ability nimble(n: int) { modify armor +n for self }\nhero "Bo" { has: nimble(1) }\nrule "R" { grant nimble for heros }': "argument-count",
    # a counter starts somewhere
    "counter marker: int 1..": "no-start",
    "kind flag is thing { counter up: bool }": "no-start",
    # a face that nothing has
    'rule "R" { forbid rest where who.face is backk }\nhero "Bo" { face front { } face back { } }': "unknown-name",
    # only a shield at work is barred by its name
    'rule "R" { after prevent where any { } }': "unknown-event",
    'rule "R" { limit prevent to 1 per turn }': "unknown-event",
    # dice are dice
    'verb nap { choose 2 dice from heros by "Ada" as d\n rest d }': "type-mismatch",
    # an adjective of another kind
    'define sleepy(h: hero) = not h.ready\nrule "R" { forbid rest where who is sleepy }': "type-mismatch",
    # two verbs could get the parts
    'verb heal n: int of life, who: hero { }\nverb harm n: int of life, who: hero { }\nverb nap { share 3 life among heros by "Ada" }': "no-verb-of-unit",
    # what may not be there has no adjectives
    'rule "R" { forbid rest where first(heros) is ready }': "maybe-none",
    # a list orders its own
    'verb nap { for each h in heros in order of [1, 2] { rest h } }': "not-comparable",
    # a counter gets what it can hold
    'verb find { counter result: hero? = none }\nverb nap { counter n: int = 0\n find as n }': "type-mismatch",
}


@pytest.mark.parametrize(("text", "code"), WRONG.items())
def test_what_cannot_be_is_found(text: str, code: str) -> None:
    problems = found(text)
    assert code in [c for c, _ in problems], problems


def lasting(text: str) -> dict[str, Any]:
    made = compiled(text)
    assert made.ruleset is not None, made.problems
    (verb,) = [v for v in made.ruleset["verbs"] if v["name"] == "nap"]
    begun: dict[str, Any] = verb["body"][-1]
    return begun


def test_an_end_keeps_what_it_names() -> None:
    """The hero that an effect waits for is the one that was meant when it was made."""
    begun = lasting("verb nap who: hero { modify armor +1 for heros until next move where mover is who }")
    assert begun["bind"] == {"who": {"op": "var", "name": "who"}}
    assert begun["until"] == [{"next": ["small:move"], "where": {"op": "eq", "left": {"op": "event", "name": "mover"}, "right": {"op": "var", "name": "who"}}}]


def test_several_ends() -> None:
    begun = lasting("verb nap who: hero { after move where mover is who once until end of turn until next rest where any { rest who } }")
    assert begun["once"] and [list(end) for end in begun["until"]] == [["end", "where"], ["next", "where"]]
