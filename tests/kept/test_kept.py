"""What is kept from one check to the next changes no finding: after any edit a check that knows the text before it says what a compile says."""
from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.compiler import compile_packs
from rulewright.compiler.collect import NOT_A_DEFINITION
from rulewright.compiler.kept import Kept
from rulewright.compiler.parse import parse, parse_piece
from rulewright.compiler.pieces import pieces
from rulewright.compiler.pipeline import check_packs
from rulewright.compiler.shares import Share
from rulewright.dsl.catalogue import flow
from rulewright.dsl.examples import read_example
from rulewright.dsl.packfiles import PackFiles
from rulewright.dsl.problems import Problem, ProblemKind
from rulewright.dsl.source import Source
from rulewright.dsl.walk import same_tree
from rulewright.tools.reading import read

ROOT = Path(__file__).resolve().parents[2]
CORE = read([str(ROOT / "content" / "core")]).packs
SMALL = """
enum tag { undead, beast }
player "North" { }
player "South" { }
kind creature is fighter {
  tags: list of tag
  rank: int 0..9 = 1
  stat attack: int 0..99
  starts_in: box
}
ability taunt(n: int) { modify attack +n for self }
verb hit amount: int of damage, to target: creature, from source: thing is interaction(source, target) { target.damage += amount }
verb mend amount: int of health, target: creature { target.damage -= min(amount, target.damage) }
sequence turn for who: player { for each c in creatures { hit 1 damage to c from c } }
"""
CARDS = """
# The lesser ones.

creature "Grim Golem" {
  id: golem
  tags: [undead]   attack: 3   health: 5
  has: taunt(2)
  after hit where target is self { mend 1 health of self }
}

## Rides at dawn.
creature "Bold Drake" x2 {
  tags: [beast]   attack: 2   health: 4
  modify attack +1 for creatures where undead in it.tags
  at end of turn where who is self.controller { for each c in creatures where c is not self { hit (self.rank + 1) damage to c from self } }
}

creature "Old Oracle" {
  expresses: "R-1"
  tags: [beast, undead]   attack: 1   health: 4   rank: 4
  at start of turn where any { if "Grim Golem".damage > 2 { mend 2 health of "Grim Golem" } }
}

rule "Rest" { at end of turn where any { for each c in creatures { mend 1 health of c } } }

creature "Feral Shade" { tags: []   attack: 0   health: 1 }
"""
MANIFEST = 'id: small\ntitle: Small\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\nrequires: [core]\n'


def packs(cards: str, rules: str = SMALL) -> list[PackFiles]:
    files = {"cards.rw": cards.encode(), "pack.yaml": MANIFEST.encode(), "rules.rw": rules.encode()}
    return [PackFiles("small", files), *(PackFiles(pack.root, pack.files, given=False) for pack in CORE)]


def checked(given: list[PackFiles], earlier: Any = None) -> tuple[list[Problem], Kept]:
    kept = Kept(NOT_A_DEFINITION)
    if earlier is not None:
        kept.add(json.loads(json.dumps(earlier)))
    return check_packs(given, kept).problems, kept


@cache
def before() -> Any:
    return checked(packs(CARDS))[1].record()


def test_an_unchanged_definition_is_not_made_again() -> None:
    problems, kept = checked(packs(CARDS), before())
    assert problems == [] and kept.fresh == 0 and sum(map(len, kept.seen_made.values())) == 4


def test_one_edit_makes_one_definition_again() -> None:
    edited = CARDS.replace("attack: 2", "attack: 9")
    _, kept = checked(packs(edited), before())
    assert kept.fresh == 2, "the piece that was edited and its one definition"


def test_a_new_definition_leaves_the_others_alone() -> None:
    _, kept = checked(packs(CARDS + '\ncreature "New" { tags: []   attack: 0   health: 1 }\n'), before())
    assert kept.fresh == 2


def test_what_is_always_so_of_what_a_thing_names_is_asked_again() -> None:
    """The drake names the golem, and must not be of a higher rank: the golem's rank is edited, the drake is not."""
    rules = SMALL.replace("  rank: int", "  follows: creature? = none\n  rank: int")
    rules += "for each c in creatures where c.follows is not none { always c.rank <= c.follows.rank }\n"
    named = CARDS.replace("tags: [beast]   attack: 2", 'follows: "Grim Golem"   tags: [beast]   attack: 2')
    named = named.replace("attack: 3   health: 5", "attack: 3   health: 5   rank: 2")
    problems, kept = checked(packs(named, rules))
    assert problems == []
    lower = named.replace("rank: 2", "rank: 0")
    found = checked(packs(lower, rules), kept.record())[0]
    assert [problem.code for problem in found] == ["always-broken"]
    assert found == list(compile_packs(packs(lower, rules)).problems)
    again, _ = checked(packs(named, rules), kept.record())
    assert again == []


def test_a_ring_is_found_where_all_but_one_of_it_are_kept() -> None:
    rules = SMALL.replace("  rank: int", "  follows: creature? = none without rings\n  rank: int")
    leading = CARDS.replace(' x2', '').replace("tags: [beast]   attack: 2", 'follows: "Grim Golem"   tags: [beast]   attack: 2')
    problems, kept = checked(packs(leading, rules))
    assert problems == []
    ring = leading.replace("attack: 3   health: 5", 'attack: 3   health: 5   follows: "Bold Drake"')
    found, after = checked(packs(ring, rules), kept.record())
    assert [problem.code for problem in found] == ["field-ring"]
    assert found == list(compile_packs(packs(ring, rules)).problems) == checked(packs(ring, rules), after.record())[0]
    assert checked(packs(leading, rules), after.record())[0] == []


def test_what_is_asked_for_by_name_is_looked_at_again() -> None:
    """The oracle names the golem: two golems of that name are no golem."""
    edited = CARDS.replace('"Grim Golem" {', '"Grim Golem" x2 {')
    assert "several-copies" in {problem.code for problem in checked(packs(edited), before())[0]}


def edit(draw: random.Random, text: str) -> str:
    """One slip or change: a token or a line gone, doubled or elsewhere, another number, items in another order."""
    tokens = [found.span() for found in re.finditer(r"\w+|[^\w\s]|\n", text)]
    (start, end), (other_start, other_end) = draw.choice(tokens), draw.choice(tokens)
    lines, items = text.split("\n"), text.split("\n\n")
    match draw.randrange(8):
        case 0:
            return text[:start] + text[end:]
        case 1:
            return text[:start] + text[other_start:other_end] + text[end:]
        case 2:
            return text[:start] + draw.choice(["{", "}", '"', "(", ",", " 9 ", " self ", "#", "## ", "\n", "\n\n", "-"]) + text[start:]
        case 3:
            return re.sub(r"\d", lambda found: str(draw.randrange(9)), text, count=draw.randrange(1, 4))
        case 4:
            lines.insert(draw.randrange(len(lines)), draw.choice(lines))
            return "\n".join(lines)
        case 5:
            del lines[draw.randrange(len(lines))]
            return "\n".join(lines)
        case 6:
            items.insert(draw.randrange(len(items)), draw.choice(items))
            return "\n\n".join(items)
        case _:
            draw.shuffle(items)
            return "\n\n".join(items)


@pytest.mark.parametrize("seed", range(6))
def test_after_any_edit_the_findings_are_those_of_a_compile(seed: int) -> None:
    draw = random.Random(seed)
    found = 0
    for _ in range(12):
        cards, rules = CARDS, SMALL
        for _ in range(draw.choice((1, 1, 2))):
            if draw.random() < 0.75:
                cards = edit(draw, cards)
            else:
                rules = edit(draw, rules)
        wanted = compile_packs(packs(cards, rules)).problems
        assert checked(packs(cards, rules), before())[0] == wanted, cards + rules
        assert checked(packs(cards, rules))[0] == wanted, cards + rules
        found += bool(wanted)
    assert 0 < found < 12


FINISHED = [row for row in vars(flow).values() if isinstance(row, ProblemKind)]


@pytest.mark.parametrize("row", FINISHED, ids=lambda row: row.code)
def test_what_is_found_in_finished_games_needs_no_records(row: Any) -> None:
    """The passes over finished games see a kept definition only through its facts."""
    for text in (row.bad, row.good):
        given = [*(one.pack() for one in read_example(text)), *(PackFiles(pack.root, pack.files, given=False) for pack in CORE)]
        problems, kept = checked(given)
        assert problems == compile_packs(given).problems
        assert checked(given, kept.record())[0] == problems


def test_pieces_read_alone_are_the_file() -> None:
    whole = 0
    for path in sorted((ROOT / "content").rglob("*.rw")):
        source = Source("x.rw", path.read_text("utf-8"))
        found = [parse_piece(source, start, stop) for start, stop in pieces(source.text)]
        items = [item for items, sound in found if sound for item in items]
        assert all(sound for _, sound in found)
        file, _ = parse(source)
        assert len(items) == len(file.items) and all(map(same_tree, items, file.items))
        assert [item.span for item in items] == [item.span for item in file.items]
        whole += len(found)
    assert whole > 50


def test_shares_find_out_what_one_process_does() -> None:
    given = packs(CARDS)
    shares = [Share(given, Kept(NOT_A_DEFINITION), number, 2) for number in range(2)]
    read_by = [json.loads(json.dumps(share.read())) for share in shares]
    for number, share in enumerate(shares):
        share.kept.add(read_by[1 - number])
    made_by = [json.loads(json.dumps(share.make())) for share in shares]
    kept = Kept(NOT_A_DEFINITION)
    for record in (*read_by, *made_by):
        kept.add(record)
    assert check_packs(given, kept).problems == [] and kept.fresh == 0
    assert kept.record() == before()


@pytest.mark.parametrize("record", [
    None, [], {}, {"parsed": {}}, {"parsed": {}, "made": {"x": []}}, {"parsed": {"x": 1}, "made": {}}, {"parsed": {"x": [[1]]}, "made": {}},
    {"parsed": {}, "made": {"x": {"y": []}}}, {"parsed": {}, "made": {"x": {"y": [[], [], [], True, "", [], [], []]}}},
])  # fmt: skip
def test_what_is_no_record_is_refused(record: Any) -> None:
    with pytest.raises(ValueError, match="no record"):
        Kept(NOT_A_DEFINITION).add(record)
