"""Why a token fits nowhere: takes the parser's stack and the token, gives one finding in an author's words.

The slips that authors make most are functions of one table, tried in order; each looks at the words round the fault and at what the tables would have
allowed. What none of them knows is told as found and expected.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches

from rulewright.dsl.catalogue import names, syntax, values
from rulewright.dsl.forms import FORMS
from rulewright.dsl.problems import Problem
from rulewright.dsl.registry import OPERATIONS
from rulewright.dsl.source import Source, Span
from rulewright.dsl.words import LABELS, UNSAYABLE, WORDS

from .fault import ENDS, SPOKEN, VALUE_STARTS, Fault, spoken
from .scan import OPERATORS, Token
from .syntax_hints import hint
from .tables import END, Tables

LOOKED_BACK = 2_000
"""Tokens before a fault among which the declaration of a name is looked for."""
COMPARISONS = frozenset({"<", ">", "<=", ">=", "is", "in", "has"})
OPENINGS = tuple(word for word, row in WORDS.items() if {"declaration", "role"} & set(row.places) and word.isalpha())
BEGINNINGS = frozenset({"let", "if", "for", "stop", "together", "instead", *FORMS, *OPERATIONS})
"""Words that begin an item where another word follows them."""
SMALL_WORDS = frozenset({"on", "at", "for", "before", "after", "if"})
"""Those of them that stand in the middle of a name of several words too."""
TYPE_WORDS = frozenset(("int", "dial", "bool", "text", "list", "effect"))

Case = Callable[[Fault], Problem | None]


def explain(source: Source, grammar: Tables, states: Sequence[int], tokens: list[Token], index: int, first: int) -> Problem:
    """The finding for a token that fits nowhere."""
    fault = Fault(source, grammar, states, tokens, index, first)
    for case in CASES:
        problem = case(fault)
        if problem is not None:
            return problem
    return _generic(fault)


# ---------------------------------------------------------------- the slips that have a name


def _name_for_field(fault: Fault) -> Problem | None:
    if fault.token.kind != "QNAME":
        return None
    text = fault.source.text[fault.token.start:fault.token.end]
    pack, name = text.split(":", 1)
    return syntax.FIELD_NEEDS_BLANK.at(fault.span(fault.index), text=text, pack=pack, name=name)


def _decimal_point(fault: Fault) -> Problem | None:
    tokens, index = fault.tokens, fault.index
    if fault.token.kind != "DOT" or not index or index + 1 >= len(tokens):
        return None
    before, after = tokens[index - 1], tokens[index + 1]
    if before.kind == after.kind == "INT" and before.end == fault.token.start and after.start == fault.token.end:
        return syntax.NOT_WHOLE.at(fault.span(index - 1, index + 1), number=fault.source.text[before.start:after.end])
    return None


def _range(fault: Fault) -> Problem | None:
    if fault.spelled(fault.index) != ".." or _type_of_slot(fault, 2):
        return None
    return values.MISPLACED_RANGE.at(fault.span(fault.index))


def _unsayable(fault: Fault) -> Problem | None:
    """A parameter or variable called `a`, `the`, `all`, ..., where its value is asked for: the name is at fault, not what follows it."""
    back = next((back for back in (1, 2) if fault.index >= back and fault.spelled(fault.index - back) in UNSAYABLE), 0)
    if not back or (back == 2 and fault.spelled(fault.index - 1) not in COMPARISONS):
        return None
    word = fault.spelled(fault.index - back)
    for at in range(fault.index - 2, max(-1, fault.index - LOOKED_BACK), -1):
        token = fault.tokens[at]
        named = token.kind == "NAME" and fault.spelled(at) == word and at > 0 and (
            fault.spelled(at - 1) in ("let", "as") or fault.tokens[at - 1].word == "FOR_EACH" or fault.tokens[at - 1].kind == "FOR_EACH"
        )
        if named or (token.kind == "FIELD" and fault.spelled(at).rstrip(": ") == word):
            span = Span(fault.source.path, token.start, token.start + len(word))
            return names.UNSAYABLE_NAME.at(span, name=word)
    return None


def _misspelt_opening(fault: Fault) -> Problem | None:
    """`knid wall is token`, `conuter cracks: int = 0`: a word near to one that opens a declaration, and a name without quotes after it."""
    first = fault.first
    if fault.index < first + 2 or fault.tokens[first].kind != "NAME" or fault.tokens[first].word or fault.tokens[first + 1].kind not in ("NAME", "FIELD"):
        return None
    word = fault.spelled(first)
    near = get_close_matches(word, OPENINGS, n=1, cutoff=0.7) if word not in OPENINGS else []
    return names.UNKNOWN_DECLARATION.at(fault.span(first), name=word, hint=f"did you mean `{near[0]}`?") if near else None


def _slot_for_value(fault: Fault) -> Problem | None:
    """`mood: int 0..5` where a definition gives values: kinds declare slots, definitions fill them."""
    if not _type_of_slot(fault, 1) or fault.tokens[fault.first].kind != "FIELD" or "COMMA" not in fault.expected or _in_kind(fault):
        return None
    return values.SLOT_WITHOUT_ROLE.at(fault.span(fault.index - 2, fault.index - 1), name=fault.spelled(fault.index - 2).rstrip(": "))


def _in_kind(fault: Fault) -> bool:
    """Whether the block around the item is that of a `kind`."""
    depth, at = 0, fault.first - 1
    while at >= 0 and depth >= 0:
        depth += {"RBRACE": 1, "LBRACE": -1}.get(fault.tokens[at].kind, 0)
        at -= 1
    while at > 0 and fault.tokens[at - 1].kind not in ("_NL", "LBRACE", "RBRACE"):
        at -= 1
    return at >= 0 and fault.spelled(at) == "kind"


def _type_of_slot(fault: Fault, back: int) -> bool:
    """Whether the token so many places before the fault is the type in `name: type`."""
    at = fault.index - back
    return at >= 1 and fault.spelled(at) in TYPE_WORDS and fault.tokens[at - 1].kind == "FIELD"


def _empty_item(fault: Fault) -> Problem | None:
    before = fault.before
    if before is None:
        return None
    word = fault.spelled(fault.index) if fault.token.kind not in ("_NL", END) else "the end of the line"
    shown = f"`{word}`" if fault.token.kind not in ("_NL", END) else word
    if fault.token.kind == "COMMA" and before.kind in ("COMMA", "LSQB", "LPAR", "LBRACE", "FIELD"):
        return syntax.EMPTY_ITEM.at(fault.span(fault.index), where=f"before this comma, after `{fault.spelled(fault.index - 1)}`")
    if before.kind == "COMMA" and fault.token.kind in ("RSQB", "RPAR", "RBRACE", "_NL", END):
        return syntax.EMPTY_ITEM.at(Span(fault.source.path, before.end, max(before.end, fault.token.start)), where=f"between `,` and {shown}")
    return None


def _arguments_in_brackets(fault: Fault) -> Problem | None:
    first = fault.first
    if fault.token.kind != "COMMA" or first + 2 >= fault.index or fault.tokens[first].kind != "NAME" or fault.tokens[first + 1].kind != "LPAR":
        return None
    depth = 0
    for token in fault.tokens[first:fault.index]:
        depth += (token.kind in ("LPAR", "LSQB")) - (token.kind in ("RPAR", "RSQB"))
    if depth != 1:
        return None
    return syntax.VERB_NEEDS_LABELS.at(fault.span(fault.index), verb=fault.spelled(first), first=fault.spelled(first + 2))


def _no_rounding(fault: Fault) -> Problem | None:
    if "ROUNDED" not in fault.expected:
        return None
    slash = max((at for at in range(fault.first, fault.index) if fault.tokens[at].kind == "SLASH"), default=fault.index)
    return syntax.DIVISION_NEEDS_ROUNDING.at(fault.span(slash))


def _chain(fault: Fault) -> Problem | None:
    word = fault.spelled(fault.index)
    if word in COMPARISONS and "AND" in fault.expected and "IS" not in fault.expected:
        return syntax.CHAINED_COMPARISON.at(fault.span(fault.index), sign=word)
    return None


def _second_setting(fault: Fault) -> Problem | None:
    """`x = 3 y = 4`: the number takes the second name for its unit."""
    settings = ("=", "+=", "-=")
    at = fault.index - 1
    if fault.spelled(fault.index) not in settings or at < fault.first + 3 or (fault.tokens[at].kind, fault.tokens[at - 1].kind) != ("NAME", "INT"):
        return None
    if not any(fault.spelled(before) in settings for before in range(fault.first, at)):
        return None
    return syntax.TWO_ON_A_LINE.at(fault.span(at), word=fault.spelled(at))


def _equals(fault: Fault) -> Problem | None:
    if fault.token.kind != "EQUAL" or fault.before is None:
        return None
    if "IS" in fault.expected and fault.index - 1 != fault.first:
        return syntax.FOREIGN_SIGN.at(fault.span(fault.index), sign="=", native="is")
    if fault.before.kind == "NAME":
        return syntax.EQUALS_FOR_COLON.at(fault.span(fault.index), name=fault.spelled(fault.index - 1))
    return None


def _field_with_equals(fault: Fault) -> Problem | None:
    """`honor = 4   armor: 2`: the first of several fields on a line has an equals sign."""
    first = fault.first
    if fault.token.kind != "FIELD" or fault.tokens[first].kind != "NAME" or first + 1 >= fault.index or fault.tokens[first + 1].kind != "EQUAL":
        return None
    return syntax.EQUALS_FOR_COLON.at(fault.span(first + 1), name=fault.spelled(first))


def _line_goes_on(fault: Fault) -> Problem | None:
    """`cost: 1,` or `x =` and a statement on the next line, which is read as one more value: the fault is at the end of the first line."""
    tokens, text = fault.tokens, fault.source.text
    for begin in range(fault.index, max(fault.first, fault.index - 3), -1):
        last = tokens[begin - 1]
        if "\n" not in text[last.end:tokens[begin].start]:
            continue
        if last.kind == "COMMA":
            return syntax.EMPTY_ITEM.at(Span(fault.source.path, last.end, last.end), where="between `,` and the end of the line")
        if fault.spelled(begin - 1) in OPERATORS:
            return syntax.STOPS_EARLY.at(fault.span(begin - 1), place="the line", expected="a value", help="write the value after it, or delete it")
        return None
    return None


def _quote_inside(fault: Fault) -> Problem | None:
    """`"Tom's "big" hat"`: a text that ends where its author only quotes a word in it."""
    before, at = fault.before, fault.index
    if before is None or before.kind != "STRING" or fault.token.kind != "NAME" or before.end != fault.token.start:
        return None
    while fault.tokens[at].kind in ("NAME", "INT"):
        at += 1
    return syntax.QUOTE_INSIDE.at(fault.span(fault.index - 1), word=fault.spelled(fault.index)) if fault.tokens[at].kind == "STRING" else None


def _unquoted(fault: Fault) -> Problem | None:
    """`name: Old Tom`: words beside each other where a value stands are a text whose quotes were forgotten, unless they begin a new item."""
    kinds = ("NAME", "INT")
    if fault.token.kind not in kinds:
        return None
    compared = _name_in_condition(fault)
    if compared is not None:
        return compared
    if "COMMA" not in fault.expected or _is_type(fault):
        return None
    first, last = fault.index, fault.index
    while first > fault.first and fault.tokens[first - 1].kind in kinds:
        first -= 1
    while fault.tokens[last + 1].kind in kinds and not _item_begins(fault, last + 1):
        last += 1
    is_value = fault.tokens[first].kind == "NAME" and fault.spelled(first) not in TYPE_WORDS and fault.tokens[first - 1].kind in ("FIELD", "LSQB", "COMMA")
    if first == fault.index or not is_value or _item_begins(fault, fault.index):
        return None
    words = [fault.spelled(at) for at in range(first, last + 1)]
    return syntax.WORDS_WITHOUT_QUOTES.at(fault.span(first, last), text=" ".join(words), commas=", ".join(words))


def _name_in_condition(fault: Fault) -> Problem | None:
    """`where target is Old Tom {`: words with capitals beside each other where one thing is compared, named or meant by a label."""
    first, last = fault.index - 1, fault.index
    while first > fault.first and fault.tokens[first - 1].kind == "NAME" and fault.spelled(first)[:1].islower() and fault.spelled(first - 1)[:1].isupper():
        first -= 1
    while fault.tokens[last + 1].kind in ("NAME", "INT") and fault.spelled(last + 1)[:1].isupper():
        last += 1
    before = fault.spelled(first - 1) if first > fault.first else ""
    capitals = first >= fault.first and fault.tokens[first].kind == "NAME" and fault.spelled(first)[:1].isupper() and fault.spelled(last)[:1].isupper()
    if not capitals or (before not in ("is", "not", "in", "[", "for") and before not in LABELS):
        return None
    text = " ".join(fault.spelled(at) for at in range(first, last + 1))
    help_ = f"write `\"{text}\"`: a name of several words stands between quotes"
    return syntax.WORDS_WITHOUT_QUOTES.at(fault.span(first, last), text=text, commas="", help=help_)


def _is_type(fault: Fault) -> bool:
    """Whether what stands after a colon is a type, as in the head of a verb and in the rows of a kind."""
    return "WITHOUT" in fault.expected or not {fault.spelled(at) for at in range(fault.first, min(fault.first + 2, fault.index))}.isdisjoint(OPENINGS)


def _item_begins(fault: Fault, index: int) -> bool:
    """Whether a word among words begins an item: `after` in `rank: high after deal { }`, and not in `title: Morning after Rain`."""
    if not _begins_anew(fault, index):
        return False
    at = index
    while fault.tokens[at].kind in ("NAME", "INT") and fault.spelled(at) != "where":
        at += 1
    return fault.spelled(index) not in SMALL_WORDS or fault.tokens[at].kind not in (*ENDS, "FIELD", "COMMA", "RSQB")


def _two_on_a_line(fault: Fault) -> Problem | None:
    """`text: "x" after deal where ...`: what was complete before it, and begins anew here."""
    if fault.spelled(fault.index) == "costs":
        return None
    if fault.token.kind == "NAME" and fault.index > fault.first and {"_NL", "RBRACE"} & fault.expected and _begins_anew(fault):
        return syntax.TWO_ON_A_LINE.at(fault.span(fault.index), word=fault.spelled(fault.index))
    return None


def _no_comma(fault: Fault) -> Problem | None:
    before = fault.before
    if before is None or "COMMA" not in fault.expected or before.kind in ("COMMA", "LBRACE"):
        return None
    kind = fault.token.kind
    if kind == "NAME" and not {"RSQB", "RPAR"} & set(fault.expected) and _begins_anew(fault):
        return None
    if kind == "FIELD" or (kind in VALUE_STARTS and (kind != "NAME" or not fault.token.word)):
        place = Span(fault.source.path, before.end, max(before.end, fault.token.start))
        return syntax.MISSING_COMMA.at(place, before=fault.spelled(fault.index - 1), after=fault.spelled(fault.index))
    return None


def _begins_anew(fault: Fault, index: int | None = None) -> bool:
    """Whether the name at the fault begins an item of its own, `say "..."`, `x += 1` or `after deal where ...`, rather than being one more value."""
    at = fault.index if index is None else index
    after = fault.tokens[at + 1] if at + 1 < len(fault.tokens) else None
    if after is None or fault.tokens[at].kind != "NAME":
        return False
    if after.kind in ("NAME", "LBRACE") and fault.spelled(at) in BEGINNINGS:
        return True
    if after.kind == "DOT":
        while fault.tokens[at + 1].kind == "DOT" and fault.tokens[at + 2].kind == "NAME":
            at += 2
    return after.kind in ("STRING", "INT") or fault.spelled(at + 1) in ("=", "+=", "-=")


def _label(fault: Fault) -> Problem | None:
    index, tokens = fault.index, fault.tokens
    if index - fault.first < 3 or fault.token.kind not in VALUE_STARTS or "TO" not in fault.expected:
        return None
    unit, amount = tokens[index - 1], tokens[index - 2]
    if unit.kind != "NAME" or not (amount.kind in ("INT", "RPAR") or (amount.kind == "NAME" and tokens[index - 3].kind in ("INT", "RPAR"))):
        return None
    at = index if fault.token.kind == "NAME" and not fault.token.word and tokens[index + 1].kind in VALUE_STARTS and not tokens[index + 1].word else index - 1
    word = fault.spelled(at)
    near = get_close_matches(word, LABELS, n=3, cutoff=0.5) or ["to"]
    suggestion = "` or `".join(f"{label} {fault.spelled(at + 1)}" for label in near)
    return syntax.UNKNOWN_LABEL.at(fault.span(at), word=word, suggestion=suggestion)


def _stops_early(fault: Fault) -> Problem | None:
    kind, before = fault.token.kind, fault.before
    if kind not in ENDS or before is None:
        return None
    place = {"_NL": "the line", END: "the file", "RBRACE": "the block"}[kind]
    span = Span(fault.source.path, before.end, max(before.end, fault.token.end if kind == "RBRACE" else before.end))
    return syntax.STOPS_EARLY.at(span, place=place, expected=spoken(fault.expected, fault.grammar), help=hint(fault))


CASES: tuple[Case, ...] = (
    _unsayable,
    _misspelt_opening,
    _name_for_field,
    _decimal_point,
    _range,
    _slot_for_value,
    _empty_item,
    _arguments_in_brackets,
    _no_rounding,
    _chain,
    _second_setting,
    _equals,
    _field_with_equals,
    _line_goes_on,
    _quote_inside,
    _unquoted,
    _two_on_a_line,
    _no_comma,
    _label,
    _stops_early,
)


# ---------------------------------------------------------------- all others


def _generic(fault: Fault) -> Problem:
    expected = spoken(fault.expected, fault.grammar)
    word = fault.spelled(fault.index)
    found = f"`{word}`" if fault.token.kind not in ENDS or word == "}" else SPOKEN.get(fault.token.kind, "this")
    return syntax.UNEXPECTED.at(fault.span(fault.index), found=found, expected=expected, help=hint(fault))
