"""What to write instead of a token that fits nowhere: the remedies of faults that no case of `explain_syntax.py` knows."""
from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from .fault import ENDS, Fault

OTHER_WORDS = {"elseif": "else if", "elif": "else if", "elsif": "else if", "endif": "}", "foreach": "for each"}
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MOMENTS = ("before", "after", "on")
CHANGES = ("extend", "override", "remove")

Hint = Callable[[Fault], str | None]
"""The remedy of a fault, or None if this is not what its author meant."""


def hint(fault: Fault) -> str:
    """The remedy: the most particular one that is known."""
    return next(found for found in (row(fault) for row in HINTS) if found is not None)


def _of_other_languages(fault: Fault) -> str | None:
    """Words that mean something elsewhere."""
    word, opening, before = _word(fault), fault.spelled(fault.first), fault.index - 1
    if fault.index > fault.first and fault.spelled(before) in NUMBER_WORDS and fault.token.kind == "NAME":
        return f"write the number in digits: `{NUMBER_WORDS.index(fault.spelled(before))} {fault.spelled(fault.index)}`"
    if word in OTHER_WORDS:
        return f"write `{OTHER_WORDS[word]}`"
    costs = next((at for at in range(fault.first, fault.index) if fault.spelled(at) == "costs"), None)
    if word == "costs":
        return "`costs ...` stands after all labels and before the block"
    if costs is not None and word in ("and", "where", "["):
        return {"and": "part costs with a comma", "[": "write costs without brackets, parted by commas",
            "where": "a cost has no condition: say `require` in the block, or let a define list what is to be paid"}[word]
    if opening == "when" and word == "where" and fault.before is not None:
        return f"`when` is for options; a handler says `after {fault.spelled(before)} where ...` or `before ...`"
    if opening == "for" and fault.tokens[fault.first].kind == "NAME":
        return "write `for each x in ...`"
    if fault.index > fault.first + 1 and fault.spelled(before) == "in" and fault.spelled(before - 1) in ("is", "not"):
        return f"write `x {'not ' if fault.spelled(before - 1) == 'not' else ''}in y`, without `is`"
    if opening == "if" and word == "then":
        return "as a statement an `if` has blocks: `if ... { ... } else { ... }`"
    if opening in ("verb", "sequence") and word == "(":
        return f"what a verb takes stands without brackets: `{opening} name x: int, to target: thing {{ ... }}`"
    return None


def _of_colons_and_blocks(fault: Fault) -> str | None:
    word, opening, expected = _word(fault), fault.spelled(fault.first), fault.expected
    if opening in MOMENTS and fault.index > fault.first + 1 and fault.tokens[fault.first + 1].kind == "FIELD":
        return f"write `{opening} {fault.spelled(fault.first + 1)[:-1]} where ...`, without `:`"
    if fault.token.kind == "FIELD" and fault.before is not None and fault.before.kind == "COMMA":
        return "fields stand side by side without a comma: delete the `,` before it"
    if fault.token.kind == "FIELD" and {"NAME", "INT"} <= expected:
        return f"a name with a colon begins a field; if a block is meant, write `{word[:-1]} {{ ... }}`"
    if word in ("(", "[") and "LBRACE" in expected and "COMMA" not in expected and "\n" in fault.source.text[fault.token.end:fault.token.end + 1]:
        return "write `{` if a block begins here"
    return None


def _of_names(fault: Fault) -> str | None:
    word, opening, expected, before = _word(fault), fault.spelled(fault.first), fault.expected, fault.before
    if fault.token.kind == "NAME":
        words = [fault.grammar.spelled[name] for name in expected if fault.grammar.spelled.get(name, "").isalpha()]
        near = get_close_matches(word, sorted(words), n=1, cutoff=0.7)
        if near and near[0] != word:
            return f"write `{near[0]}` if that is meant"
        if "FIELD" in expected and ("NAME" not in expected or opening in ("verb", "sequence")) and "_NL" not in expected:
            return f"write `{word}: ` and its type, as in `{word}: int`"
    if opening in CHANGES and fault.token.kind == "STRING" and fault.index == fault.first + 2:
        return f"write `{opening} {fault.spelled(fault.index)} {{ ... }}`: its name alone says what is meant"
    if expected <= {"NAME", "QNAME", "_NL"} and fault.token.kind == "STRING":
        return f"write the name without quotes, in one word: `{'_'.join(word.strip(chr(34)).lower().split())}`"
    if before is not None and before.word in ("A", "AN") and expected == {"NAME"}:
        article = fault.spelled(fault.index - 1)
        return f"`{article}` is an article, as in `{article} hero`; nothing can be called so"
    return None


def _of_what_is_expected(fault: Fault) -> str:
    expected, ending = fault.expected, fault.token.kind in ENDS
    if "_NL" in expected and not ending:
        return "if something new begins here, put it on a line of its own, or write `;` before it"
    if "NAME" in expected and fault.token.word:
        return f"`{_word(fault)}` is a reserved word at this place; choose another name, or put the name between quotes"
    if "LBRACE" in expected and ending:
        return "write the block that belongs to it: `{ ... }`"
    if len(expected) == 1 and next(iter(expected)) in fault.grammar.spelled:
        return f"write `{fault.grammar.spelled[next(iter(expected))]}` here"
    if expected and ending and fault.before is not None and fault.before.word == "TABLE":
        return "write `the table` if the place is meant; `table` alone begins a lookup"
    if expected and ending:
        return "write what is missing, or delete the beginning"
    return "delete it, or write what is expected before it"


def _word(fault: Fault) -> str:
    return fault.source.text[fault.token.start:fault.token.end]


HINTS: tuple[Hint, ...] = (_of_other_languages, _of_colons_and_blocks, _of_names, _of_what_is_expected)
