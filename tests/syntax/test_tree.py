"""What the nodes hold: places, documentation, names in one form, and the shapes that later passes rely on."""
from __future__ import annotations

import unicodedata

from rulewright.compiler.parse import parse
from rulewright.dsl import syntax as ast
from rulewright.dsl.source import Source
from rulewright.dsl.walk import same_tree, walk


def items(text: str) -> list[ast.Item]:
    file, problems = parse(Source("x.rw", text))
    assert problems == []
    return file.items


def test_a_phrase_has_its_parts_and_places() -> None:
    text = 'card "A" x2 { deal (n) fire damage to x from self where y once per turn costs 1 tick of z, exhaust self { stop } else { p } }'
    (card,) = items(text)
    assert isinstance(card, ast.Phrase) and card.count == 2 and isinstance(card.argument, ast.Text) and card.block
    (deal,) = card.block.items
    assert isinstance(deal, ast.Phrase) and isinstance(deal.argument, ast.Quantity)
    assert deal.argument.tag and deal.argument.tag.name == "fire" and deal.argument.unit.name == "damage"
    assert [(tail.word, tail.name) for tail in deal.tails] == [("label", "to"), ("label", "from"), ("where", None), ("once", None), ("per", None)]
    per = deal.tails[-1].value
    assert isinstance(per, ast.Name) and per.name == "turn"
    assert [cost.word.name if cost.word else None for cost in deal.costs] == [None, "exhaust"]
    assert deal.block and deal.otherwise
    for node in walk(card):
        assert 0 <= node.span.start <= node.span.end <= len(text)
    assert text[deal.argument.span.start:deal.argument.span.end] == "(n) fire damage"


def test_documentation_stays_with_the_item_that_follows() -> None:
    kind, card = items(
        "## A kind.\n## Of cards.\nkind card {\n  ## What it costs.\n  cost: int\n}\n"
        '# none\n\n## The first.\ncard "A" {\n  ## Cheap.\n  cost: 1\n}'
    )
    assert isinstance(kind, ast.Kind) and kind.doc == "A kind.\nOf cards."
    assert isinstance(kind.rows[0], ast.Slot) and kind.rows[0].doc == "What it costs."
    assert isinstance(card, ast.Phrase) and card.doc == "The first." and card.block
    assert isinstance(card.block.items[0], ast.Field) and card.block.items[0].doc == "Cheap."


def test_composed_and_decomposed_names_are_one() -> None:
    text = 'card "Mírë" { é: ähnlich }'
    (composed,) = items(unicodedata.normalize("NFC", text))
    (decomposed,) = items(unicodedata.normalize("NFD", text))
    assert same_tree(composed, decomposed)
    assert isinstance(composed, ast.Phrase) and isinstance(composed.argument, ast.Text) and composed.argument.value == "M\u00edr\u00eb"


def test_escapes() -> None:
    (field,) = items('a: "1\\"2\\\\n3\\n4"')
    assert isinstance(field, ast.Field) and isinstance(field.values[0], ast.Text) and field.values[0].value == '1"2\\n3\n4'


def test_what_overrides_and_extends() -> None:
    kind, enum, verb, define = items("extend kind core:hero { }\nextend enum e { a, b }\noverride sequence s { }\noverride define f = 1")
    assert isinstance(kind, ast.Kind) and kind.extends and (kind.pack, kind.name.name) == ("core", "hero")
    assert isinstance(enum, ast.Enum) and enum.extends and [name.name for name in enum.members] == ["a", "b"]
    assert isinstance(verb, ast.Verb) and verb.overrides and verb.word == "sequence"
    assert isinstance(define, ast.Define) and define.overrides


def test_ranges_and_rows() -> None:
    (kind,) = items("kind k { low: int -3..3 = -1   open: int 2..   t: int = table n [1..4 -> 10, 5 -> 8, 6.. -> 7, else -> 0] }")
    assert isinstance(kind, ast.Kind)
    low, high, table = kind.rows
    assert isinstance(low, ast.Slot) and (low.type.low, low.type.high) == (-3, 3)
    assert isinstance(high, ast.Slot) and high.type.has_range and (high.type.low, high.type.high) == (2, None)
    assert isinstance(table, ast.Slot) and isinstance(table.start, ast.Table)
    assert [(row.low, row.high) for row in table.start.rows] == [(1, 4), (5, 5), (6, None), (None, None)]


def test_a_definition_with_a_fault_is_a_hole_with_its_name() -> None:
    file, problems = parse(Source("x.rw", 'card "A" = 1\ncard "B" { cost: 1 }'))
    assert len(problems) == 1
    hole, card = file.items
    assert isinstance(hole, ast.Hole) and hole.guess == "A"
    assert isinstance(card, ast.Phrase)


def test_comments_are_kept_in_order() -> None:
    text = '# a\ncard "A" { # b\n  ## c\n  cost: 1 # d "x" {\n}\n#e'
    file, problems = parse(Source("x.rw", text))
    assert problems == []
    assert [text[span.start:span.end] for span in file.comments] == ["# a", "# b", "## c", '# d "x" {', "#e"]
