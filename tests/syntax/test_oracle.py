"""Three readers of one grammar give one tree: plain Lark, which is the oracle; the loop that explains faults; the quick way for texts without one."""
from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Token, Tree

from rulewright.compiler import quick
from rulewright.compiler.build import Build
from rulewright.compiler.parse import parse, parse_with_tokens
from rulewright.compiler.tables import GRAMMAR, tables
from rulewright.dsl.limits import MAX_DEPTH
from rulewright.dsl.source import Source
from rulewright.dsl.syntax import File
from rulewright.dsl.walk import walk

ROOT = Path(__file__).resolve().parents[2]
CONTENT = sorted((ROOT / "content").rglob("*.rw"))
OTHERS = sorted({*(ROOT / "tests").rglob("*.rw"), *(ROOT / "tests").rglob("*.txt")})


def everything(file: File) -> list[Any]:
    """All that is in a tree, places and documentation too."""
    names = ("span", "name_span", "doc", "name", "value", "word", "op")
    said = [(type(node).__name__, *(str(getattr(node, name, None)) for name in names if not hasattr(getattr(node, name, None), "span"))) for node in walk(file)]
    return [*said, file.comments]


# ---------------------------------------------------------------- plain Lark


@cache
def oracle() -> Any:
    return Lark(GRAMMAR.read_text("utf-8"), parser="lalr", lexer="contextual", maybe_placeholders=True, propagate_positions=True)


def by_lark(source: Source) -> File:
    """The tree that Lark's own lexer and parser give for a text without a fault, built by our node functions."""
    file, tokens, problems = parse_with_tokens(source)
    assert problems == []
    text = "".join(joined(source, tokens))
    number = {token.start: at for at, token in enumerate(tokens)}
    last = {token.end: at for at, token in enumerate(tokens)}
    docs = {node.span.start: node.doc for node in walk(file) if getattr(node, "doc", "")}
    kinds, words = [token.word or token.kind for token in tokens], [source.text[token.start : token.end] for token in tokens]
    build = Build(source, kinds, words, [token.start for token in tokens], [token.end for token in tokens], docs)
    tree = oracle().parse(text)
    values: dict[int, Any] = {}
    for node in tree.iter_subtrees():
        children = [values[id(child)] if isinstance(child, Tree) else number[child.start_pos] if isinstance(child, Token) else child for child in node.children]
        if not node.meta.empty:
            build.first, build.last = number[node.meta.start_pos], last[node.meta.end_pos]
        values[id(node)] = getattr(Build, f"{node.data}_", None) or getattr(Build, str(node.data))
        values[id(node)] = values[id(node)](build, children)
    return File(source.path, values[id(tree)], file.comments)


def joined(source: Source, tokens: list[Any]) -> list[str]:
    """The text with a blank for each sign of a comment and for each line end that ends nothing, which the grammar knows nothing of."""
    out = [" "] * len(source.text)
    for token in tokens:
        out[token.start : token.end] = source.text[token.start : token.end]
    return out


@pytest.mark.parametrize("path", CONTENT[::5], ids=lambda path: str(path.relative_to(ROOT)))
def test_lark_gives_the_same_tree(path: Path) -> None:
    source = Source("x.rw", path.read_text("utf-8"))
    assert everything(by_lark(source)) == everything(parse(source)[0])


# ---------------------------------------------------------------- the quick way


def agree(text: str) -> bool:
    """Whether the quick way has read a text; if so it has read what the other way reads, and if that has found something, it has not."""
    source = Source("x.rw", text)
    found = quick.read(source, tables(), 0, len(text))
    file, _, problems = parse_with_tokens(source)
    assert found is None or (problems == [] and everything(File("x.rw", found.items, found.comments)) == everything(file)), text
    return found is not None


def test_the_quick_way_reads_all_content() -> None:
    assert sum(agree(path.read_text("utf-8")) for path in CONTENT) >= len(CONTENT) * 19 // 20, "a few may be too deep for it"


def test_the_quick_way_leaves_what_it_does_not_read() -> None:
    for path in OTHERS[::3]:
        agree(path.read_text("utf-8", "replace").replace("\r", ""))


SIGNS = [
    "{", "}", '"', "(", ")", "]", ",", " 9 ", " 9x ", " self ", "#", "## d\n", "\n", "\n\n", ";", "-", "==", "++", "<>", "...", "//", ".", ":", "é", "\t",
    "\u0301", " where ", " override ", " else ", "x2", "\u200b", "12345678901", "\\",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_the_quick_way_is_right_after_any_slip(seed: int) -> None:
    draw = random.Random(seed)
    texts = [text for path in CONTENT if 200 < len(text := path.read_text("utf-8")) < 4000]
    read = 0
    for _ in range(80):
        text = draw.choice(texts)
        for _ in range(draw.choice((1, 1, 2))):
            at, size = draw.randrange(len(text)), draw.choice((0, 0, 1, 1, 5))
            text = text[:at] + draw.choice([*SIGNS, "", ""]) + text[at + size :]
        read += agree(text)
    assert 10 < read < 75


@pytest.mark.parametrize("depth", [MAX_DEPTH // 4, MAX_DEPTH // 2, MAX_DEPTH - 2, MAX_DEPTH, MAX_DEPTH + 2])
@pytest.mark.parametrize("parts", [
    ("a: ", "1 + ", "1", ""), ("a: ", "(", "1", ")"), ("", "if x { ", "stop", " }"), ("a: ", "not ", "x", ""), ("a: x", ".x", "", ""),
    ("", "if x { } else ", "{ }", ""),
])  # fmt: skip
def test_what_is_too_deep_is_not_for_the_quick_way(parts: tuple[str, str, str, str], depth: int) -> None:
    before, opens, middle, closes = parts
    agree(before + opens * depth + middle + closes * depth)


def test_a_stretch_is_read_as_if_the_text_ended_with_it() -> None:
    text = 'card "A" { cost: 1 }\n\ncard "B" { cost: 2 } x'
    source = Source("x.rw", text)
    found = quick.read(source, tables(), 22, len(text) - 2)
    assert found is not None and [item.span for item in found.items] == [("x.rw", 22, len(text) - 2)]
    assert quick.read(source, tables(), 22, len(text)) is None
