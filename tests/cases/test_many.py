"""Mistakes among many: what is too long to be written out as a case, and what two packs give together."""
from __future__ import annotations

from collections import Counter

from rulewright.compiler.emit import emit
from rulewright.compiler.pipeline import Compiled, compile_packs
from rulewright.dsl.examples import read_example
from rulewright.dsl.packfiles import PackFiles
from rulewright.tools.findings import as_record

from ..problems.compiling import Found, compile_text, shipped


def lines_of(found: Found) -> list[tuple[str, int]]:
    return [(problem.code, int(found.place(problem).split(":")[1])) for problem in found.problems]


def packs(text: str) -> Compiled:
    return compile_packs([*(example.pack() for example in read_example(text)), shipped("core")])


def test_two_bad_events_among_three_hundred() -> None:
    """The others are read and checked in the same run: a misspelt name among them is the third finding."""
    events = ["counter story: int = 0"]
    events += [f'rule "Event {n}" {{ after deal where amount > {n} {{ story = {n} }} }}' for n in range(300)]
    events[41] = 'rule "Event 40" { after deal where amount > 40 { story == 1 } }'
    events[252] = 'rule "Event 251" { after deal where amount > , 251 { story = 1 } }'
    events[270] = events[270].replace("amount", "amuont")
    events.append("define told = story")
    found = compile_text("\n".join(events) + "\n")
    assert [line for _, line in lines_of(found)] == [42, 253, 271]
    owners = [as_record(problem, found.sources)["owner"] for problem in found.problems]
    assert owners == ['rule "Event 40"', 'rule "Event 251"', 'rule "Event 269"']
    assert "`amount`" in found.problems[2].help and not found.compiled


def test_a_half_empty_pack_is_one_finding_and_hides_nothing_of_another() -> None:
    empty, whole = '# pack: empty, no manifest\ncard "One" { }\n', '# pack: whole\ncard "Two" { }\n'
    assert [problem.code for problem in packs(empty + whole.replace("{ }", "{ cots: 3 }")).problems] == ["manifest-missing", "unknown-field"]
    assert [problem.code for problem in packs(empty + whole).problems] == ["manifest-missing"]
    assert packs(whole).rulesets.keys() == {"whole"}


def test_a_stray_sign_in_each_of_forty_cards_is_forty_findings() -> None:
    """Nothing is read in silence: a file whose cards are spoiled gives no ruleset with fewer cards."""
    found = compile_text("\n".join(f'card "Card {n}" }} {{ }}' for n in range(40)) + "\n")
    assert lines_of(found) == [("extra-brace", n + 1) for n in range(40)]
    assert not found.compiled


def test_two_records_written_twice_among_six_thousand() -> None:
    """159 files, 5,930 records, two of them in one file twice, field for field: two findings that say so, and no other."""
    files: dict[str, bytes] = {}
    for number in range(159):
        records = [f'site "Site {number}-{n}" {{ size: {n % 9} }}' for n in range(37 if number < 158 else 82)]
        if number == 77:
            records += records[3:5]
        files[f"sites/{number:03}.rw"] = ("\n".join(records) + "\n").encode()
    manifest = b'id: many\ntitle: Many\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\nrequires: [core]\n'
    out = compile_packs([PackFiles("many", {"pack.yaml": manifest, "kinds.rw": b"kind site { size: int }\n", **files}, True), shipped("core")])
    assert sum(data.count(b"\n") for data in files.values()) == 5930
    assert [(problem.code, problem.span.file) for problem in out.problems] == [("duplicate", "many/sites/077.rw")] * 2
    assert all("identical" in label.text and label.span.file == "many/sites/077.rw" for problem in out.problems for label in problem.labels)


def test_a_mistake_in_a_card_that_nothing_uses_is_found() -> None:
    cards = [f'spell "Spell {n}" {{ cost: {n} }}' for n in range(1500)]
    cards[1234] = 'spell "Spell 1234" { cots: 3 }'
    found = compile_text("kind spell { cost: int }\n" + "\n".join(cards) + "\n")
    assert Counter(problem.code for problem in found.problems) == {"unknown-field": 1}


def test_a_name_of_two_packs_means_the_one_that_is_there() -> None:
    """With one of the two switched off the bare name is the other one's, with its figures."""
    both = "# pack: frost\ncard \"Shock\" { }\n# pack: storm\nkind bolt is card { power: int }\nbolt \"Shock\" { power: 4 }\n"
    home = "# pack: home, requires {needs}\nverb fizzle {{ discard \"Shock\" into box }}\ndefine power = {value}\n"
    assert [problem.code for problem in packs(both + home.format(needs="frost, requires storm", value="1")).problems] == ["ambiguous-name"]
    alone = packs(both + home.format(needs="storm", value='"Shock".power')).rulesets["home"]
    assert [one["fields"] for one in alone["definitions"] if one["name"] == "Shock"] == [{"power": 4}]


def test_a_mark_at_the_start_moves_no_column_and_line_ends_may_be_mixed() -> None:
    manifest = b'id: small\ntitle: Small\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\nrequires: [core]\n'
    text = 'fighter "Ada" { healht: 3 }\nrule "R" { at end of round where any { say "one\\ntwo" } }\nsequence round { }\n'
    for data in (text, text.replace("\n", "\r\n"), text.replace("\n", "\r\n", 1), text.replace("\n", "\r", 2).removesuffix("\n")):
        out = compile_packs([PackFiles("small", {"pack.yaml": manifest, "page.rw": b"\xef\xbb\xbf" + data.encode()}, True), shipped("core")])
        assert [(p.code, out.sources[p.span.file].position(p.span.start)) for p in out.problems if p.code == "unknown-field"] == [("unknown-field", (1, 17))]
        assert all("\r" not in source.text for source in out.sources.values())


def test_what_two_packs_require_is_there_once() -> None:
    """A diamond: a requires b and c, both of which require d."""
    text = '# pack: d\ncard "Four" { }\n# pack: b, requires d\ncard "Two" { }\n# pack: c, requires d\ncard "Three" { }\n'
    found = packs(text + '# pack: a, requires b, requires c\ncard "One" { }\n')
    assert found.problems == []
    assert sorted(one["name"] for one in found.rulesets["a"]["definitions"]) == ["Four", "One", "Three", "Two"]
    assert sorted(one["id"] for one in found.rulesets["a"]["packs"]) == ["a", "b", "c", "core", "d"]


def test_line_ends_of_all_sorts_give_one_ruleset() -> None:
    """Also mixed in one file, with the two signs for a line break in a text, and without a line end at the end."""
    manifest = b'id: small\ntitle: Small\nversion: "1.0.0"\nlanguage: 1\nlicence: MIT\nrequires: [core]\n'
    text = 'card "One" {\n  text: "one\\ntwo"\n}\nverb v { say "a\\nb" }\n\ncard "Two" { text: "end" }'

    def digest(data: str) -> bytes:
        out = compile_packs([PackFiles("small", {"pack.yaml": manifest, "page.rw": data.encode()}, True), shipped("core")])
        assert out.problems == []
        return emit(out.rulesets["small"])

    plain = digest(text)
    assert b"\\r" not in plain and b"one\\ntwo" in plain
    assert {digest(text.replace("\n", "\r\n")), digest(text.replace("\n", "\r\n", 2)), digest(text.replace("\n", "\r"))} == {plain}


UNIT = "kind unit is piece { upgrades: unit? = none without rings   after: list of unit = [] without rings }\n"


def test_a_ring_of_ten_thousand_is_one_finding_and_blames_nobody_who_leads_into_it() -> None:
    ring = [f'unit "U{n}" {{ upgrades: "U{(n + 1) % 10_000}" }}' for n in range(10_000)]
    found = compile_text(UNIT + "\n".join([*ring, *(f'unit "V{n}" {{ upgrades: "U{n}" }}' for n in range(10))]) + "\n")
    assert lines_of(found) == [("field-ring", 2)]
    assert "`U0` -> `U1` -> `U2` -> `U3` -> `U4` -> `U5` -> 9993 more -> `U9999` -> `U0`" in found.problems[0].message
    assert [label.text for label in found.problems[0].labels] == [*(f"`U{n}` leads on" for n in (1, 2, 3, 4, 5, 9999)), "the row that has no rings"]


def test_a_chain_that_ends_is_none_and_rings_that_overlap_a_thousandfold_are_few_findings() -> None:
    chain = [f'unit "U{n}" {{ upgrades: "U{n + 1}" }}' for n in range(1000)]
    assert compile_text(UNIT + "\n".join([*chain, 'unit "U1000" { }']) + "\n").problems == []
    spokes = [f'unit "S{n}" {{ after: ["Hub"] }}' for n in range(1000)]
    hub = 'unit "Hub" { after: [' + ", ".join(f'"S{n}"' for n in range(1000)) + "] }"
    found = compile_text(UNIT + "\n".join([hub, *spokes]) + "\n")
    assert lines_of(found) == [("field-ring", 2)] * 20
