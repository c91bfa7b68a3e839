"""Parts spoiled: what belongs into a page is deleted, put into the wrong place, or said twice; labels are lost or exchanged; signs are lost."""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import syntax as s

from .mutation_page import Edit, Mutant, Page, top_items

KINDS = {
    "drop-field": "a field is deleted",
    "misplace-field": "a field stands in another declaration",
    "double-field": "a field is said twice",
    "drop-slot": "a row of a kind, or a counter, is deleted",
    "misplace-slot": "such a row stands in another declaration",
    "double-slot": "such a row is said twice",
    "drop-declaration": "a kind, enum, define, verb, sequence, ability or thing is deleted",
    "double-declaration": "it is said twice",
    "drop-argument": "a labelled argument is deleted",
    "double-argument": "a labelled argument is said twice",
    "drop-label": "only its label is deleted",
    "flip-label": "its label is exchanged for another",
    "drop-parameter": "a parameter is deleted",
    "drop-sign": "a bracket, comma or colon is deleted",
}
NOTES = {
    "drop-note": "what only people read is deleted: `text`, `source`, `expresses`, ...",
    "misplace-note": "such a note stands in another declaration",
}
LINKS = {
    "drop-link": "a link of a board is deleted",
    "redirect-link": "a link goes to another space",
    "reverse-link": "a link for one direction goes the other way",
}

LABELS = {"to": "from", "from": "to", "on": "at", "by": "with", "with": "by", "at": "on", "into": "onto", "onto": "into", "for": "against"}
READ_BY_PEOPLE = {"expresses", "source", "origin", "reason", "as_printed", "text"}
SIGNS = {"LBRACE", "RBRACE", "LPAR", "RPAR", "LSQB", "RSQB", "COMMA"}
Span = tuple[int, int]


def mutants(page: Page) -> Iterator[Mutant]:
    """Each part of the page spoiled in each way."""
    for node, above in page.rules():
        span = (node.span.start, node.span.end)
        match node:
            case s.Field():
                yield from _row(page, node, above, "field")
            case s.Slot():
                yield from _row(page, node, above, "slot")
            case s.Phrase(argument=s.Link()):
                yield from _link(page, node)
            case s.Phrase() | s.Cost():
                yield from _arguments(page, node.tails)
            case s.Verb() | s.Define() | s.Ability():
                for parameter in node.parameters:
                    yield page.mutant("drop-parameter", _listed(page, parameter.span.start, parameter.span.end))
            case _:
                pass
        if _declares(node, above):
            yield page.mutant("drop-declaration", (*span, ""))
            yield page.mutant("double-declaration", (span[1], span[1], "\n" + page.text[span[0] : span[1]]))
    yield from _signs(page)


def _declares(node: s.Node, above: tuple[s.Node, ...]) -> bool:
    """Whether a node at the top of a file gives something its name."""
    if any(not isinstance(one, s.When | s.Block) for one in above):
        return False
    named = isinstance(node, s.Phrase) and isinstance(node.argument, s.Text) and node.word.name not in ("rule", "test", "extend")
    return named or isinstance(node, s.Kind | s.Enum | s.Define | s.Verb | s.Ability)


def _row(page: Page, node: s.Field | s.Slot, above: tuple[s.Node, ...], what: str) -> Iterator[Mutant]:
    start, end = node.span.start, node.span.end
    said = page.text[start:end]
    yield page.mutant(f"double-{what}", (end, end, "\n" + said))
    if what == "field" and node.name in READ_BY_PEOPLE:
        what = "note"
    yield page.mutant(f"drop-{what}", (start, end, ""))
    place = _elsewhere(page, above)
    if place is not None:
        yield page.mutant(f"misplace-{what}", *sorted([(start, end, ""), (place, place, f"\n{said}\n")]))


def _elsewhere(page: Page, above: tuple[s.Node, ...]) -> int | None:
    """Behind the `{` of the next declaration that is of another sort."""
    items = list(top_items(page.file))
    home = next((item for item in items if item in above), None)
    if home is None:
        return None
    at = items.index(home)
    for item in items[at + 1 :] + items[:at]:
        place = page.opening(item)
        if _sort(item) != _sort(home) and place is not None and not page.judged(item.span.start):
            return place
    return None


def _sort(item: s.Item) -> str:
    return item.word.name if isinstance(item, s.Phrase) else type(item).__name__


def _arguments(page: Page, tails: list[s.Tail]) -> Iterator[Mutant]:
    for tail in tails:
        start, end = tail.span.start, tail.span.end
        if tail.word not in ("label", "named"):
            continue
        yield page.mutant("drop-argument", (start, end, ""))
        yield page.mutant("double-argument", (end, end, " " + page.text[start:end]))
        if tail.name_span is not None and tail.value is not None:
            yield page.mutant("drop-label", (start, tail.value.span.start, ""))
            if tail.word == "label":
                yield page.mutant("flip-label", (tail.name_span.start, tail.name_span.end, LABELS.get(tail.name or "", "against")))


def _listed(page: Page, start: int, end: int) -> Edit:
    """One of a list taken out, with the comma behind or before it."""
    text = page.text
    behind = end + len(text[end:]) - len(text[end:].lstrip())
    if text[behind : behind + 1] == ",":
        return start, behind + 1, ""
    before = len(text[:start].rstrip())
    return (before - 1, end, "") if text[before - 1 : before] == "," else (start, end, "")


def _link(page: Page, node: s.Phrase) -> Iterator[Mutant]:
    link = node.argument
    if not isinstance(link, s.Link):
        return
    left, right = link.left.span, link.right.span
    yield page.mutant("drop-link", (node.span.start, node.span.end, ""))
    others = sorted(page.words.places - {page.said(left).strip('"'), page.said(right).strip('"')})
    if others and isinstance(link.right, s.Text):
        yield page.mutant("redirect-link", (right.start, right.end, f'"{others[right.start % len(others)]}"'))
    if link.arrow == "->":
        yield page.mutant("reverse-link", (left.start, left.end, page.said(right)), (right.start, right.end, page.said(left)))


def _signs(page: Page) -> Iterator[Mutant]:
    for token in page.tokens:
        if page.judged(token.start):
            continue
        if token.kind == "FIELD":
            yield page.mutant("drop-sign", (token.end - 1, token.end, ""))
        elif token.kind in SIGNS:
            yield page.mutant("drop-sign", (token.start, token.end, ""))
