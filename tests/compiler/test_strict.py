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
    'hero "Bo" { after rest x3 where who is self { } }': "`x3`",
    'verb nap { rest "Ada" x2 }': "`x2`",
    'hero "Bo" { react foo after rest where who is self by controller { rest self } }': "an argument",
    'hero "Bo" { prevent 2 damage where any }': "`prevent`",
    'verb nap { prevent 2 fire damage where target is a hero until end of turn }': "`fire`",
    'verb nap { prevent 2 damage of "Ada" where target is a hero until end of turn }': "`of`",
    'hero "Bo" costs rest self { }': "`costs`",
    'hero "Bo" { } else { }': "`else`",
    'hero "Bo" { option loud: bool = no }': "the option `loud`",
    'hero "Bo" { stat loud: int = 1 }': "the stat `loud`",
    'hero "Bo" { face front where any { } }': "`where`",
    'kind big is hero { crit: effect of turn }\nbig "Bo" { crit where any { rest self } }': "`where`",
    'kind big is hero { option loud: bool = no }': "the option `loud`",
    'kind big is hero { zone deck: list of hero = "Ada" seen by all }': "a start",
    'kind big is hero { age: int = 2 per turn }': "`per`",
    'kind big is hero { age: int = 2 seen by all }': "`seen by`",
    'option loud: bool = no per turn': "`per`",
    'verb nap who: hero of tower { rest who }': "`tower`",
    'verb nap n: int of coin 1..3 { rest "Ada" }': "`coin`",
    'define f(x: int = 3) = x': "a start",
    'rule "R" where any { }': "`where`",
    'rule "R" as foo { }': "`as`",
    'group folk where any { members: players decider: the player }': "`where`",
    'group folk { members: players decider: the player\n counter c: int = 0 }': "the counter `c`",
    'policy where any { }': "`where`",
    'test "a" where any { expect "Ada".ready }': "`where`",
    'test "a" { answer "yes" where any }': "`where`",
    'test "a" { dice [1] twice }': "`twice`",
    'test "a" { start now }': "an argument",
    'family fam(x) where any': "`where`",
    'sequence long { step one x3 { } }': "`x3`",
    'sequence long { skip foo }': "an argument",
    'before hit where any { cancel foo }': "an argument",
    'verb nap { repeat 3 times of "Ada" { rest "Ada" } }': "`of`",
}
DOUBLED = (
    "after hit where target.ready where target is a hero { rest target }",
    'hero "Bo" { after hit once once where target is self { rest self } }',
    'hero "Bo" { react after hit after rest where target is self by controller { rest self } }',
    'hero "Bo" { action where self.ready where self.hurt > 2 costs rest self { rest self } }',
    'verb nap { choose a hero by "Ada" as h as k\n rest h }',
    'verb nap { modify armor +1 for "Ada" for "Ada" until end of turn }',
    'verb nap { modify armor +1 for "Ada" while "Ada".ready while "Ada".hurt > 2 }',
    'hero "Bo" { forbid rest where any unless self.ready unless self.ready as x }',
    'hero "Bo" { limit rest to 1 to 2 per turn }',
    'hero "Bo" { limit rest to 1 per turn per turn }',
)
FIELDS = {
    'hero "Bo" { plural: bos }': "unknown-field",
    'hero "Bo" { for: "Ada", "Ada" }': "one-value",
    'hero "Bo" { for: self }': "not-constant",
    'hero "Bo" { id: 3 }': "bad-id",
    'group folk { members: players decider: the player consent: 3 }': "unknown-name",
    'group folk { members: players decider: the player members: players }': "doubled-field",
    'group folk { members: players, players decider: the player }': "one-value",
    'group folk { members: 3 decider: the player }': "type-mismatch",
    'group folk { members: players decider: 3 }': "not-a-decider",
    'policy { on_limit: stop on_limit: draw }': "doubled-field",
    'policy { on_limit: stop, draw }': "one-value",
    'policy { target: affectd }': "unknown-policy",
    'kind big is hero { text: "hi" }': "unknown-field",
    'kind big is hero { source: "p. 1"\n source: "p. 2" }': "doubled-field",
}


@pytest.mark.parametrize(("text", "what"), UNREAD.items())
def test_what_is_not_read_is_found(text: str, what: str) -> None:
    problems = found(text)
    assert ("misplaced", what) in [(code, message.split(" has no meaning")[0]) for code, message in problems], problems


@pytest.mark.parametrize("text", DOUBLED)
def test_what_is_said_twice_is_found(text: str) -> None:
    assert [code for code, _ in found(text)] == ["doubled-tail"]


@pytest.mark.parametrize(("text", "code"), FIELDS.items())
def test_what_a_field_cannot_say_is_found(text: str, code: str) -> None:
    assert [found_code for found_code, _ in found(text)] == [code]


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
