"""The mutator on a small pack whose every mutant is known, and what its edits must be."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.compiler.parse import parse
from rulewright.dsl.source import Source
from rulewright.tools import mutation
from rulewright.tools.mutation_page import Mutant, Page
from rulewright.tools.mutation_trial import GROUPS, Workshop, choose, spoil
from rulewright.tools.reading import read

SMALL = Path(__file__).parent / "small"
MEANING = frozenset(kind for group in ("links", "numbers", "conditions", "references") for kind in GROUPS[group])


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    shop = Workshop(read([str(SMALL)]).packs)
    shop.open()
    return shop.pages(required=False)


@pytest.fixture(scope="module")
def mutants(pages: list[Page]) -> list[Mutant]:
    return [mutant for page in pages for mutant in spoil(page)]


def test_figures_of_the_small_pack() -> None:
    tally = mutation.measure(str(SMALL), kinds=MEANING)
    document = json.loads(mutation.as_json(tally))
    figures = {group: [document["groups"][group][key] for key in ("mutants", "check", "test", "same", "survived")] for group in GROUPS}
    assert figures["links"] == [10, 10, 0, 0, 0]
    assert figures["numbers"] == [15, 2, 12, 0, 1]
    assert figures["conditions"] == [3, 0, 3, 0, 0]
    assert figures["references"][1] + figures["references"][2] == figures["references"][0] == 10
    assert [(one["line"], one["kind"], one["text"]) for one in document["survivors"]] == [(55, "number-down", "`1` -> `0`")]
    assert "numbers                      15       2      12       0         1" in mutation.as_text(tally)


def test_misspelt_names_and_lost_parts_are_findings() -> None:
    kinds = frozenset(kind for group in ("names", "parts") for kind in GROUPS[group]) - {"drop-field", "drop-argument", "flip-label"}
    tally = mutation.measure(str(SMALL), sample=2, seed=3, kinds=kinds)
    assert len(tally.verdicts) > 25
    assert [(one.line, one.text, one.caught) for one in tally.verdicts if one.caught != "check"] == []


def test_every_mutant_changes_its_file_where_the_tree_says(pages: list[Page], mutants: list[Mutant]) -> None:
    texts = {page.path: page.text for page in pages}
    for mutant in mutants:
        text = texts[mutant.file]
        assert all(0 <= start <= end <= len(text) for start, end, _ in mutant.edits)
        assert mutant.apply(text) != text, mutant
        assert "`" in mutant.describe(Source(mutant.file, text))
    kinds = {mutant.kind for mutant in mutants}
    assert kinds <= {kind for group in GROUPS.values() for kind in group}
    assert {"misspell-hole", "misspell-thing", "drop-link", "reverse-link", "redirect-link", "drop-where", "flip-label"} <= kinds


def test_judges_keep_their_meaning(pages: list[Page], mutants: list[Mutant]) -> None:
    judges = {page.path: page for page in pages if page.judges}
    touched = {mutant.kind for mutant in mutants if mutant.file in judges and judges[mutant.file].judged(mutant.edits[0][0])}
    assert touched and all(kind.startswith("misspell-") for kind in touched)


def test_a_changed_meaning_still_reads_well(pages: list[Page], mutants: list[Mutant]) -> None:
    texts = {page.path: page.text for page in pages}
    for mutant in mutants:
        if mutant.kind in MEANING and mutant.kind != "negate":
            assert parse(Source(mutant.file, mutant.apply(texts[mutant.file])))[1] == [], mutant


def test_a_sample_is_drawn_by_its_seed(mutants: list[Mutant]) -> None:
    first = choose(mutants, 3, 7, frozenset())
    assert choose(mutants, 3, 7, frozenset()) == first
    assert choose(mutants, 3, 8, frozenset()) != first
    assert max(sum(one.kind == kind for one in first) for kind in {one.kind for one in first}) == 3
    assert {one.kind for one in choose(mutants, None, 1, frozenset({"drop-link"}))} == {"drop-link"}


def test_a_pack_that_is_required_is_judged_by_the_tests_of_the_one_above() -> None:
    tally = mutation.measure(str(SMALL), sample=1, kinds=frozenset({"number-up", "drop-require"}), of="core")
    assert {one.mutant.file.split("/")[-2] for one in tally.verdicts} == {"core"}


@pytest.mark.parametrize("arguments", [[str(SMALL), "--of", "cores"], ["nowhere"], [str(SMALL), "--kinds", "nonsense"], [str(SMALL / "rules.rw")]])
def test_what_cannot_be_spoiled_is_said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert mutation.main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("rulewright: ")


def test_content_that_is_not_clean_is_not_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in SMALL.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "tests.rw").write_text('test "wrong" {\n  expect "Ada".health is 4\n}\n', "utf-8")
    assert mutation.main([str(tmp_path), "--sample", "1"]) == 2
    assert "fails before anything is spoiled" in capsys.readouterr().err
