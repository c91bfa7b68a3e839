"""Meaning spoiled: numbers, comparisons and references are changed, conditions and statements dropped; the page still reads well."""
from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import syntax as s

from .mutation_page import Edit, Mutant, Page

NUMBERS = {
    "number-up": "a number is one more",
    "number-down": "a number is one less",
    "range-bound": "the bound of a type is one more",
    "boundary": "`<` for `<=`, `>` for `>=`, and the reverse",
    "reverse-comparison": "`<` for `>`, and the reverse",
    "negate": "`is` for `is not`, `in` for `not in`, a `not` dropped",
    "sign": "`+` for `-`, `+=` for `-=`, and the reverse",
}
CONDITIONS = {
    "connective": "`and` for `or`, and the reverse",
    "drop-operand": "one side of an `and` or `or` is dropped",
    "drop-where": "a `where`, `while` or `unless` is dropped, or made `any` where it must be said",
    "drop-require": "a `require` is dropped",
    "negate-test": "the test of an `if` is negated",
}
REFERENCES = {
    "yes-no": "`yes` for `no`, and the reverse",
    "word": "a word of an enum for the next one",
    "thing": "a thing for another of its sort",
    "parameter": "a parameter for another of its declaration",
    "slot": "a field for another of its kind and type",
    "define": "a function for another with the same parameters",
}
STATEMENTS = {"drop-statement": "a statement, clause, handler or rule is dropped"}

OTHER_SIDE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
REVERSED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
TURNED = {"+": "-", "-": "+", "+=": "-=", "-=": "+=", "and": "or", "or": "and"}
HANDLERS = {"before", "after", "instead of", "at", "on", "react", "forbid", "allow", "oblige", "limit"}


def mutants(page: Page) -> Iterator[Mutant]:
    """Each value and condition of the page changed in each way."""
    types = [node.span for node, _ in page.rules() if isinstance(node, s.TypeExpr)]
    for token in page.tokens:
        if token.kind == "INT" and not page.judged(token.start):
            number = int(page.text[token.start : token.end])
            if any(span.start <= token.start < span.end for span in types):
                yield page.mutant("range-bound", (token.start, token.end, str(number + 1)))
                continue
            yield page.mutant("number-up", (token.start, token.end, str(number + 1)))
            if number:
                yield page.mutant("number-down", (token.start, token.end, str(number - 1)))
    for node, above in page.rules():
        yield from _signs(page, node)
        yield from _conditions(page, node)
        yield from _references(page, node, above)
        if _is_statement(node, above):
            yield page.mutant("drop-statement", (node.span.start, node.span.end, ""))


def _between(page: Page, left: s.Node, right: s.Node, old: str, new: str) -> Edit:
    """The word `old` that stands between two nodes, exchanged."""
    at = page.text.index(old, left.span.end, right.span.start)
    return at, at + len(old), new


def _signs(page: Page, node: s.Node) -> Iterator[Mutant]:
    match node:
        case s.Binary(op=op) if op in OTHER_SIDE:
            yield page.mutant("boundary", _between(page, node.left, node.right, op, OTHER_SIDE[op]))
            yield page.mutant("reverse-comparison", _between(page, node.left, node.right, op, REVERSED[op]))
        case s.Binary(op=op) if op in TURNED:
            yield page.mutant("connective" if op in ("and", "or") else "sign", _between(page, node.left, node.right, op, TURNED[op]))
            if op in ("and", "or"):
                yield page.mutant("drop-operand", (node.left.span.end, node.right.span.end, ""))
                yield page.mutant("drop-operand", (node.left.span.start, node.right.span.start, ""))
        case s.Is():
            yield page.mutant("negate", _between(page, node.left, node.right, *(("is not", "is") if node.negated else ("is", "is not"))))
        case s.In():
            yield page.mutant("negate", _between(page, node.left, node.right, *(("not in", "in") if node.negated else ("in", "not in"))))
        case s.Unary(op="not"):
            yield page.mutant("negate", (node.span.start, node.value.span.start, ""))
        case s.Assign(op=sign) if sign in TURNED:
            yield page.mutant("sign", _between(page, node.target, node.value, sign, TURNED[sign]))
        case _:
            pass


def _conditions(page: Page, node: s.Node) -> Iterator[Mutant]:
    match node:
        case s.Filter():
            yield page.mutant("drop-where", (node.base.span.end, node.span.end, ""))
        case s.Phrase():
            for tail in node.tails:
                if tail.word in ("where", "while", "unless"):
                    any_time = tail.word == "where" and node.word.name in HANDLERS
                    if any_time and page.said(tail.span).endswith(" any"):
                        continue
                    yield page.mutant("drop-where", (tail.span.start, tail.span.end, "where any" if any_time else ""))
        case s.ForEach(condition=condition) if condition is not None:
            yield page.mutant("drop-where", (node.source.span.end, condition.span.end, ""))
        case s.Check(condition=condition) if condition is not None:
            start = page.text.rindex("where", node.span.start, condition.span.start)
            yield page.mutant("drop-where", (start, condition.span.end, ""))
        case s.Require():
            yield page.mutant("drop-require", (node.span.start, node.span.end, ""))
        case s.If() | s.Conditional():
            start, end = node.test.span.start, node.test.span.end
            yield page.mutant("negate-test", (start, end, f"not ({page.text[start:end]})"))
        case _:
            pass


def _references(page: Page, node: s.Node, above: tuple[s.Node, ...]) -> Iterator[Mutant]:
    words = page.words
    start, end = node.span.start, node.span.end
    match node:
        case s.Text(value=value) if value in words.things and not _names_itself(node, above):
            same = [name for name, word in words.things.items() if word == words.things[value]]
            if len(same) > 1:
                yield page.mutant("thing", (start, end, f'"{_next(value, same)}"'))
        case s.Name(name="yes" | "no"):
            yield page.mutant("yes-no", (start, end, "no" if node.name == "yes" else "yes"))
        case s.Name() if above and not isinstance(above[-1], s.Enum):
            yield from _named(page, node, above)
        case s.Dot() if node.name in words.slots:
            same = words.slots[node.name][0]
            if len(same) > 1:
                yield page.mutant("slot", (node.name_span.start, node.name_span.end, _next(node.name, same)))
        case _:
            pass


def _named(page: Page, node: s.Name, above: tuple[s.Node, ...]) -> Iterator[Mutant]:
    """A bare name: a parameter of the declaration around it, a function that is called, a word of an enum, a field of the table."""
    name, where, words = node.name, node.span, page.words
    holder = next((one for one in above if isinstance(one, s.Verb | s.Define | s.Ability)), None)
    own = [] if holder is None else [p for p in holder.parameters if p.name != name]
    mine = None if holder is None else next((p for p in holder.parameters if p.name == name), None)
    parent = above[-1]
    if isinstance(parent, s.Call) and node is parent.name:
        same = [other for other, shape in words.defines.items() if shape == words.defines.get(name)]
        if len(same) > 1:
            yield page.mutant("define", (where.start, where.end, _next(name, same)))
    elif isinstance(parent, s.Phrase | s.Define | s.Verb | s.Kind | s.Ability | s.Quantity | s.One) and node is not getattr(parent, "argument", None):
        return
    elif mine is not None and own:
        alike = [p.name for p in own if p.type.word == mine.type.word] or [p.name for p in own]
        yield page.mutant("parameter", (where.start, where.end, alike[0]))
    else:
        enums = [members for members in words.enums.values() if name in members and len(members) > 1]
        if enums and mine is None:
            yield page.mutant("word", (where.start, where.end, _next(name, enums[0])))


def _names_itself(node: s.Text, above: tuple[s.Node, ...]) -> bool:
    """A definition's own name, and text that only people read, are no references."""
    holder = above[-1] if above else None
    if isinstance(holder, s.Field):
        return holder.name in ("text", "reason", "source", "expresses", "as_printed")
    return isinstance(holder, s.Phrase) and node is holder.argument


def _next(name: str, among: list[str]) -> str:
    return among[(among.index(name) + 1) % len(among)]


def _is_statement(node: s.Node, above: tuple[s.Node, ...]) -> bool:
    """What a body, a card or a file does, and what is no declaration with a name and no row of a board."""
    if isinstance(node, s.Phrase) and node.word.name == "rule":
        return True
    if not above or not isinstance(above[-1], s.Block) or isinstance(node, s.Field | s.Slot | s.Require):
        return False
    top = above[0] if not isinstance(above[0], s.When) else above[2] if len(above) > 2 else node
    if isinstance(top, s.Phrase) and top.word.name in ("board", "policy"):
        return False
    return node is not top and isinstance(node, s.Item) and not isinstance(node, s.Always)
