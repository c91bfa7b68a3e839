"""Names spoiled: each word of a page is misspelt, by the part that it plays.

What a word is comes from the tree: a name that is declared, a name that is used, the name of a thing in quotes, the hole in a text; the words that are left
over among the tokens are those of the language itself.
"""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import syntax as s

from .mutation_page import Mutant, Page

KINDS = {
    "misspell-use": "a name that is used",
    "misspell-declaration": "a name where it is declared",
    "misspell-thing": "the name of a thing or place, in quotes",
    "misspell-field": "the name of a field or of a labelled value",
    "misspell-type": "the word of a type",
    "misspell-hole": "a name in the braces of a text",
    "misspell-word": "a word of the language",
}


def mutants(page: Page) -> Iterator[Mutant]:
    """Each name of the page misspelt once."""
    seen: set[int] = set()
    for kind, start, end in [*_from_tree(page), *_from_tokens(page)]:
        if start in seen:
            continue
        seen.add(start)
        if kind:
            word = page.text[start:end]
            yield page.mutant(kind, (start, end, misspell(word, page.words.words | page.words.things.keys(), start)))


def misspell(word: str, known: set[str], salt: int) -> str:
    """The word with a slip of the finger: two letters swapped, one lost, one doubled or one changed; never another word that is known."""
    inside = [at for at in range(1, len(word)) if word[at - 1].isalpha() and word[at].isalpha()]
    middle = inside[len(inside) // 2] if inside else len(word)
    before, letter, behind = word[: middle - 1], word[middle - 1], word[middle:]
    slips = [
        before + behind[:1] + letter + behind[1:],
        before + behind if len(word) > 3 else "",
        before + letter + letter + behind,
        before + ("q" if letter != "q" else "z") + behind,
    ]
    turned = slips[salt % 4 :] + slips[: salt % 4]
    return next(slip for slip in [*turned, word + "zz"] if slip and slip != word and slip not in known)


def _from_tree(page: Page) -> Iterator[tuple[str, int, int]]:
    """Kind (empty for what is no name), start and end of each word that a node stands for."""
    text = page.text
    for node, above in page.nodes:
        start, end = node.span.start, node.span.end
        match node:
            case s.Name():
                yield _name_kind(node, above[-1] if above else None), start, end
            case s.QName():
                colon = text.index(":", start) + 1
                quoted = text[colon] == '"'
                yield "misspell-use", colon + quoted, end - quoted
            case s.Dot():
                yield "misspell-use", node.name_span.start, node.name_span.end
            case s.Field() | s.Slot():
                where = node.name_span
                kind = "misspell-field" if isinstance(node, s.Field) else "misspell-declaration"
                yield kind, where.start, where.start + len(text[where.start : where.end].rstrip(" :"))
            case s.Tail(name_span=where) if where is not None:
                word = text[where.start : where.end].rstrip(" :")
                kinds = {"as": "misspell-declaration", "label": "misspell-word", "named": "misspell-field"}
                yield kinds.get(node.word, "misspell-use"), where.start, where.start + len(word)
            case s.TypeExpr():
                begin = start + (len(node.pack) + 1 if node.pack else 0)
                yield "misspell-type", begin, begin + len(node.word)
            case s.Parameter():
                at = text.index(node.name, start + (len(node.label) if node.label else 0), end)
                yield "misspell-declaration", at, at + len(node.name)
            case s.Text():
                yield from _in_text(page, node, above)
            case _:
                pass


def _name_kind(node: s.Name, holder: s.Node | None) -> str:
    match holder:
        case s.Kind() | s.Enum() | s.Define() | s.Verb() | s.Ability() | s.Let() | s.ForEach() | s.Check() | s.Phrase() if _declares(holder, node):
            return "misspell-declaration"
        case _:
            return "misspell-use"


def _declares(holder: s.Node, node: s.Name) -> bool:
    if isinstance(holder, s.Enum) and not holder.extends:
        return node is holder.name or node in holder.members
    if isinstance(holder, s.Enum):
        return node in holder.members
    if isinstance(holder, s.Phrase):
        return holder.word.name in ("step", "face", "group", "family") and node is holder.argument
    if isinstance(holder, s.Kind | s.Define | s.Verb | s.Ability | s.Let | s.ForEach):
        return node is holder.name and not getattr(holder, "extends", False) and not getattr(holder, "overrides", False)
    return isinstance(holder, s.Check) and node is holder.bind


def _in_text(page: Page, node: s.Text, above: tuple[s.Node, ...]) -> Iterator[tuple[str, int, int]]:
    """A thing's or place's name is one word; of a free text only what stands in braces is a name."""
    start, end = node.span.start, node.span.end
    holder = above[-1] if above else None
    if isinstance(holder, s.Field) and holder.name == "text":
        at = page.text.find("{", start, end)
        while at >= 0:
            close = page.text.index("}", at, end)
            yield "misspell-hole", at + 1, close
            at = page.text.find("{", close, end)
    elif isinstance(holder, s.Field) and holder.name in ("reason", "source", "expresses", "as_printed"):
        return
    elif node.value in page.words.things or node.value in page.words.places:
        if isinstance(holder, s.Phrase) and holder.word.name == "rule":
            return  # a heading: nothing speaks of a rule by its name
        own = isinstance(holder, s.Phrase) and len(above) < 3 and holder.word.name in (page.words.things.get(node.value), "space", "region", "area", "board")
        yield "misspell-declaration" if own else "misspell-thing", start + 1, end - 1


def _from_tokens(page: Page) -> Iterator[tuple[str, int, int]]:
    for token in page.tokens:
        word = page.text[token.start : token.end].rstrip(" :")
        if word.replace("_", "").isalpha():
            yield "misspell-word", token.start, token.start + len(word)
