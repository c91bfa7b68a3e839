"""The grammar file: free of conflicts, the same as the tables that are shipped, and its words those of the table of words."""
from __future__ import annotations

from pathlib import Path

from lark import Lark

from rulewright.compiler.build import Build
from rulewright.compiler.scan import CONTINUING_WORDS, FOREIGN
from rulewright.compiler.tables import GRAMMAR, build_tables, tables
from rulewright.dsl.source import Source
from rulewright.dsl.words import LABELS, ROLES, WORDS


def test_the_grammar_has_no_conflict_and_no_terminals_that_collide() -> None:
    Lark(GRAMMAR.read_text("utf-8"), parser="lalr", lexer="contextual", strict=True, maybe_placeholders=True)


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    """If not: `python -m rulewright.tools.grammar_tables` writes them anew."""
    agree = tables() == build_tables()
    assert agree


def test_every_word_of_the_grammar_has_a_meaning_and_the_reverse() -> None:
    spaced = {"FOR_EACH", "IN_ORDER_OF", "AS_SOON_AS", "ANY_NUMBER_OF", "EXTEND_KIND", "EXTEND_ENUM", "OVERRIDE"}
    used = {name for state in tables().states for name in state}
    assert spaced <= used
    assert set(WORDS) == set(tables().words) | {name.replace("_", " ").lower() for name in spaced}
    for word in WORDS.values():
        assert word.meaning and "\n" not in word.meaning and word.places


def test_the_lists_of_words_agree_with_the_grammar() -> None:
    grammar = tables()
    assert len([plan for plan in grammar.plans if plan.origin == "label"]) == len(LABELS)
    assert len([plan for plan in grammar.plans if plan.origin == "role"]) == len(ROLES)
    assert set(grammar.words) >= CONTINUING_WORDS
    for _, read_as in FOREIGN.values():
        assert all(word in grammar.words or word in grammar.symbols or word == "#" for word in read_as)


def test_every_rule_has_its_node_function() -> None:
    build = Build(Source("x", ""), [], [], [], [], {})
    for plan in tables().plans:
        assert plan.name is None or hasattr(build, plan.name) or hasattr(build, plan.name + "_")


def test_the_grammar_lies_where_the_package_says() -> None:
    assert Path(__file__).resolve().parents[2] / "grammar" / "rulewright.lark" == GRAMMAR
