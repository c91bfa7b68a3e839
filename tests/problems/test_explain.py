"""The pages of `explain`: complete, honest about what `check` says, and readable in a terminal."""
from __future__ import annotations

import pytest

from rulewright.compiler import clauses, collect, handlers, statements, trials
from rulewright.dsl.catalogue import reading
from rulewright.dsl.forms import FORMS
from rulewright.dsl.problems import ProblemKind, catalogue
from rulewright.dsl.words import WORDS
from rulewright.tools import cli
from rulewright.tools.manual import WIDEST, code_page, finding, word_pages

ON_DISK = {row.code for row in vars(reading).values() if isinstance(row, ProblemKind)}


def test_the_forms_are_what_the_compiler_knows() -> None:
    known = {
        "clause": set(clauses.CLAUSE_WORDS), "handler": set(handlers.HANDLER_WORDS), "statement": set(statements._PHRASES),
        "declaration": set(collect._WORDS), "in tests": set(trials._STEPS),
    }  # fmt: skip
    assert {what: {form.word for form in FORMS.values() if form.what == what} for what in known} == known


@pytest.mark.parametrize("row", catalogue().values(), ids=lambda row: row.code)
def test_a_page_shows_what_check_says(row: ProblemKind) -> None:
    page = code_page(row)
    assert row.title in page and row.why in page
    assert "reported:\n\n    " in page and "accepted:\n\n    " in page
    assert row.code in ON_DISK or finding(row).count("\nhelp: ") == 1
    lines = page.split("\n")
    assert all(line.isprintable() for line in lines) and len(lines) < 110
    example = page[page.index("reported:"):]
    assert max(len(line) for line in example.split("\n") if line.startswith("    ") and not line.startswith("    help: ")) <= WIDEST + 110


def test_every_word_has_a_page_that_says_more_than_its_name() -> None:
    pages = word_pages()
    assert set(pages) >= {*WORDS, *FORMS}
    assert all(page.startswith(f"{word} (") and len(page.splitlines()[2]) > 5 for word, page in pages.items())


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("where", "`it` is each of the things"), ("modify", "modify STAT +n for THINGS"), ("deal", "target.damage += amount"), ("shuffle", "it draws"),
        ("count", "count(items: list of any) gives int"), ("NO-WHERE", "error[no-where]"), ("fighter", "counter damage"),
        ("windows", "policy { windows: always }"),
    ],
)  # fmt: skip
def test_explain_prints_the_page(word: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain", word]) == 0
    assert said in capsys.readouterr().out


def test_the_list_has_a_line_for_everything(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= len(catalogue()) + len(WORDS) and all(line.split()[1:] for line in lines)
