"""What a place lies in, in the author's spelling: one row for each sort of place. The place is where `@` stands in the text."""
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.compiler.inside import NOWHERE, inside
from rulewright.dsl.source import Source, Span

ROWS = [
    # text; owner; path; what is said besides the line
    ('scout "Mouse" { weapon: @"ZapGun" }', 'scout "Mouse"', "Mouse.weapon", 'scout "Mouse".weapon'),
    ('scout Mouse { @weapno: "ZapGun" }', "scout Mouse", "Mouse.weapno", "scout Mouse.weapno"),
    ('event Fire Storm { size: @big }', "event Fire Storm", "Fire Storm.size", "event Fire Storm.size"),
    ('unit "Mire\u0301" x3 { cost: 1   size: @"b" }', 'unit "Mire\u0301"', "Mire\u0301.size", 'unit "Mire\u0301".size'),
    ('gate "G" { needs: ["Alta", @, "Bree"] }', 'gate "G"', "G.needs[2]", 'gate "G".needs, item 2'),
    ('gate "G" { needs: ["Alta", "Bree",@] }', 'gate "G"', "G.needs[3]", 'gate "G".needs, item 3'),
    ('gate "G" { needs: "Alta", @"Bree"   size: 1 }', 'gate "G"', "G.needs[2]", 'gate "G".needs, item 2'),
    ('gate "G" { needs: [1, f(2, 3), [4, @5]] }', 'gate "G"', "G.needs[3][2]", 'gate "G".needs, item 3, item 2'),
    ('gate "G" { needs: f(1, @2) }', 'gate "G"', "G.needs", 'gate "G".needs'),
    ('@scout "Mouse" { }', 'scout "Mouse"', "Mouse", ""),
    ('scout @"Mouse" { }', 'scout "Mouse"', "Mouse", ""),
    ('scout "Mouse" where @x { }', 'scout "Mouse"', "Mouse", 'scout "Mouse"'),
    ('scout "Mouse" {@}', 'scout "Mouse"', "Mouse", 'scout "Mouse"'),
    ('rule "E" { after deal where amount > @, 3 { } }', 'rule "E"', "E.after deal", 'rule "E", after deal'),
    ('rule "E" { @after deal { } }', 'rule "E"', "E.after deal", 'rule "E"'),
    ('rule "E" { instead of deal where x { if y { let z = @w } } }', 'rule "E"', "E.instead of deal", 'rule "E", instead of deal'),
    ('rule "E" { react before deal by a { choose option by a { option "b" { @c } } } }', 'rule "E"', "E.react before deal", 'rule "E", react before deal'),
    ('rule "E" { at start of turn where a { look by @b } }', 'rule "E"', "E.at start of turn", 'rule "E", at start of turn'),
    ('rule "E" { after deal: target @is self { } }', 'rule "E"', "E.after deal", 'rule "E", after deal'),
    ('rule "E" { modify armor +1 for @heros }', 'rule "E"', "E.modify armor +1", 'rule "E", modify armor +1'),
    ('card "A" { say "b" to @c }', 'card "A"', "A", 'card "A"'),
    ('board "B" { area "A" { region "R" hidden: @yse } }', 'region "R"', "B.A.R.hidden", 'board "B", area "A", region "R".hidden'),
    ('when long { card "A" { cost: @b } }', 'card "A"', "when long.A.cost", 'when long, card "A".cost'),
    ("kind hero is creature { stat armor: int 0..4 = @9 }", "kind hero", "hero.armor", "kind hero.armor"),
    ("extend kind hero { @zonk: it }", "extend kind hero", "hero.zonk", "extend kind hero.zonk"),
    ('override card "A" { cost: @b }', 'override card "A"', "A.cost", 'override card "A".cost'),
    ("verb deal amount: int, to target: @thnig { }", "verb deal", "deal.target", "verb deal.target"),
    ("verb deal by who: hero costs exhaust @him { }", "verb deal", "deal", "verb deal"),
    ("define due(now: dial) = heroes where it.clock is @nwo", "define due", "due", "define due"),
    ("counter story: int = @x", "counter story", "story", "counter story"),
    ('test "t" { expect "A".cost is @x }', 'test "t"', "t", 'test "t"'),
    ("whenever count(heroes) > 3 { deal @x }", "whenever count(heroes) > 3", "whenever count(heroes) > 3", "whenever count(heroes) > 3"),
    ("cost: @3", "", "cost", ""),
    ('# a @comment\ncard "A" { }', "", "", ""),
    ('card "A" { }@\n', 'card "A"', "A", 'card "A"'),
    ('card "A" {\n  cost: 1\n\n\ncard "B" { cost: @x }\n', 'card "B"', "B.cost", 'card "B".cost'),
    ('card "A" { cost: (1 }\ncard "B" { cost: @x }\n', 'card "B"', "B.cost", 'card "B".cost'),
]


@pytest.mark.parametrize(("text", "owner", "path", "said"), ROWS, ids=[row[0] for row in ROWS])
def test_where_a_place_lies(text: str, owner: str, path: str, said: str) -> None:
    at = text.index("@")
    found = inside(Source("a.rw", text.replace("@", "", 1) + "\n"), Span("a.rw", at, at + 1))
    assert (found.owner, found.path, found.said()) == (owner, path, said)


def test_a_long_heading_is_cut() -> None:
    text = f'whenever {"heroes and " * 20}heroes {{ x }}\n'
    assert inside(Source("a.rw", text), Span("a.rw", text.index("x"), len(text))).owner == "whenever heroes and heroes and heroes and heroes and heroes…"


def test_where_a_place_of_a_manifest_lies() -> None:
    text = "id: small\nrequires: [core, ohter]\ngame:\n  seats: {sides: each, mni: 2}\n"
    for word, path, said in (("ohter", "requires[2]", "requires, item 2"), ("mni", "game.seats.mni", "game.seats.mni"), ("small", "id", "")):
        found = inside(Source("small/pack.yaml", text), Span("small/pack.yaml", text.index(word), len(text)))
        assert (found.owner, found.path, found.said()) == ("", path, said)
    assert inside(Source("small/pack.yaml", "a: [*b]\n"), Span("small/pack.yaml", 3, 5)) == NOWHERE


def test_a_whole_file_and_what_is_not_there_lie_in_nothing() -> None:
    source = Source("a.rw", 'card "A" { }\n')
    assert inside(source, Span("a.rw", 0, 0)) == inside(None, Span("a.rw", 3, 4)) == inside(source, Span("a.rw", 50, 51)) == NOWHERE
    assert inside(Source("notes.txt", "abc"), Span("notes.txt", 1, 2)) == NOWHERE


def test_what_is_long_or_deep_is_said_in_short() -> None:
    deep = Source("a.rw", "".join(f'card "C{n}" {{ ' for n in range(100)) + "cost: x\n")
    said = inside(deep, Span("a.rw", len(deep.text) - 2, len(deep.text) - 1)).path
    assert said == "C0.C93.C94.C95.C96.C97.C98.C99.cost"
    words = Source("a.rw", "card " * 1000 + '"A" { cost: x }\n')
    assert inside(words, Span("a.rw", 4000, 4004)).said() == "card card card card card card card card card card card card…"


def test_the_items_of_a_long_list_in_any_order() -> None:
    items = [f'"C{n:05}"' for n in range(20_000)]
    source = Source("a.rw", 'card "A" { needs: [' + ", ".join(items) + "] }\n")
    for n in (*range(0, 20_000, 50), 7, 19_999, 3):
        at = source.text.index(items[n])
        assert inside(source, Span("a.rw", at, at + 1)).path == f"A.needs[{n + 1}]"


PARTS = st.lists(st.sampled_from([
    'card "A" ', "{", "}", "[", "]", "(", ")", "cost: ", "1, ", "after deal ", "\n", "x ", '"t', ";", "stat ", "override ", "é", "\0",
]))  # fmt: skip


@given(PARTS.map("".join), st.integers(0, 60))
def test_any_text_has_an_answer(text: str, at: int) -> None:
    found = inside(Source("a.rw", text), Span("a.rw", at, at + 1))
    assert "\n" not in found.said() and (found.path or not found.said())


@given(PARTS.map("".join), st.lists(st.integers(0, 60)))
def test_what_was_asked_before_changes_no_answer(text: str, places: list[int]) -> None:
    source = Source("a.rw", text)
    for at in places:
        assert inside(source, Span("a.rw", at, at + 1)) == inside(Source("a.rw", text), Span("a.rw", at, at + 1))
