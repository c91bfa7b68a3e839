"""The table of records: types and expressions."""

from __future__ import annotations

from .records_model import Family, Field, f, family, one, row

_OPTIONAL = f("optional", "bool", "whether `null` is a value too", optional=True)

TYPE = family(
    "type",
    "type",
    "the type of a value",
    row(
        "int",
        "a whole number",
        f("low", "int?", "the smallest value"),
        f("high", "int?", "the largest value"),
        f("unit", "name?", "what is counted"),
        plain="number[ of {unit}]",
    ),
    row(
        "dial",
        "a number that wraps and counts its laps",
        f("low", "int", "the first number on the dial"),
        f("high", "int", "the last one"),
        plain="dial {low} to {high}",
    ),
    row("bool", "yes or no", plain="yes or no"),
    row("text", "any text", plain="text"),
    row("word", "a member of an enum", f("of", "ref enum?", "the enum; null for a word of no known enum"), plain="{of}"),
    row("thing", "an instance of a kind", f("of", "ref kind", "the kind"), plain="{of}"),
    row("die", "a rolled die", plain="die"),
    row("effect", "a block that is run later", f("of", "ref verb|sequence", "the verb or sequence inside which it runs"), plain="effect of {of}"),
    row("list", "a list", f("of", "type", "the type of its elements"), plain="list of {of}"),
    row("group", "a list of things of a kind", f("of", "ref kind", "the kind"), plain="group of {of}"),
    row("path", "a way over spaces", plain="path"),
    row("function", "a define, given to a function that takes one", plain="function"),
    row("none", "nothing but `null`", plain="nothing"),
    row("any", "any value", plain="anything"),
    last=(_OPTIONAL,),
)

LOOKUP_ROW = one(
    "lookup_row",
    "one row of a lookup",
    f("low", "int?", "the lowest number of the row; null: no lower end"),
    f("high", "int?", "the highest; null: no upper end"),
    f("value", "expr", "the value of the row"),
    plain="{low} to {high}: {value}",
)

_LEFT = f("left", "expr", "the left side")
_RIGHT = f("right", "expr", "the right side")
_OF = f("of", "expr", "what it is asked of")
_ARGS = f("args", "[expr]", "the values, left to right")
_SLOT = f("slot", "ref slot", "the slot")


def _two(op: str, doc: str, words: str, level: int) -> tuple[str, str, tuple[Field, ...], object, int]:
    return row(op, doc, _LEFT, _RIGHT, plain="{left} " + words + " {right}", level=level)


EXPR = family(
    "expr",
    "op",
    "a pure expression: it never asks, draws or writes",
    row("int", "a constant number", f("value", "int", "the number"), plain="{value}"),
    row("bool", "a constant truth", f("value", "bool", "the truth"), plain="{value}"),
    row("text", "a constant text", f("value", "text", "the text"), plain='"{value}"'),
    row("word", "a constant word: a member of an enum, a route, a tag", f("value", "name", "the word"), plain="{value}"),
    row("none", "null", plain="none"),
    row(
        "var", "a variable of the running body", f("name", "name", "`self`, `who`, `it`, `viewer`, a parameter, a slot, a let, a loop variable"), plain="{name}"
    ),
    row(
        "event",
        "a variable of the call that the clause or handler looks at",
        f("name", "name", "a parameter, a slot, a family's name, or `tag`"),
        plain="the {name}",
    ),
    row(
        "frame",
        "a variable of the innermost running call of a verb or sequence; null if there is none",
        f("of", "ref verb|sequence", "the verb or sequence"),
        f("name", "name", "the variable, or `number`: how many runs have begun"),
        plain="the {name} of {of}",
    ),
    row("running", "whether a verb or sequence is running", f("of", "ref verb|sequence|step", "the verb or sequence"), plain="{of} is running", level=1),
    row("thing", "the only instance of a definition; a trap if there is not exactly one", f("id", "ref definition", "the definition"), plain="{id}"),
    row("space", "a space of a board", f("id", "ref space", "the space"), plain="{id}"),
    row("table", "the table as a place", plain="the table"),
    row("box", "the box as a place", plain="the box"),
    row("global", "a counter of the table; for a zone slot the zone", f("name", "ref table_slot", "the slot"), plain="{name}"),
    row("option", "an option of the game", f("name", "ref table_slot", "the option's slot"), plain="{name}"),
    row("field", "a printed value, a counter, or for a zone slot the zone", _OF, _SLOT, plain="{of:whose} {slot}"),
    row("stat", "a stat, read through clauses", _OF, _SLOT, plain="{of:whose} {slot}"),
    row("printed", "a stat without clauses", _OF, _SLOT, plain="{of:whose} printed {slot}"),
    row(
        "relation",
        "what every thing has without declaring it",
        _OF,
        f("name", "word place|owner|controller|host|name|face|area|board|next|playing|number|definition|holder|exists", "which of them"),
        plain="{of:whose} {name}",
    ),
    row(
        "die",
        "what a die shows",
        f("of", "expr", "the die"),
        f("name", "word face|sides|rerolled", "its face, its number of sides, whether it was rolled again"),
        plain="{of:whose} {name}",
    ),
    row("contents", "the things in a place, bottom to top", f("of", "expr", "the place"), plain="the things in {of}"),
    row(
        "held",
        "the things of a kind that are in, on, attached to or owned by a thing",
        f("of", "expr", "the thing"),
        f("kind", "ref kind", "the kind"),
        plain="{of:whose} {kind:many}",
    ),
    row(
        "all",
        "the instances of a kind in play, in id order",
        f("kind", "ref kind", "the kind"),
        f("everywhere", "bool", "whether those that are not in play count too", optional=True),
        plain="all {kind:many}[everywhere? everywhere]",
    ),
    row("members", "the members of a group", f("group", "ref group", "the group"), plain="the {group}"),
    row(
        "filter",
        "the elements of a list that pass a test",
        f("of", "expr", "the list"),
        f("var", "bind", "the element in the test", over="where"),
        f("where", "expr", "the test"),
        plain="{of} {where:that}",
    ),
    row(
        "sum",
        "the sum of a number over a list",
        f("of", "expr", "the list"),
        f("var", "bind", "the element in the number", over="value"),
        f("value", "expr", "the number"),
        plain="the sum of {value} over {of}",
    ),
    row(
        "highest",
        "the greatest value of a number over a list",
        f("of", "expr", "the list"),
        f("var", "bind", "the element in the number", over="value"),
        f("value", "expr", "the number"),
        f("else", "expr", "the value if the list is empty"),
        plain="the greatest of {value} over {of}, {else} if there is none",
    ),
    row(
        "lowest",
        "the least value of a number over a list",
        f("of", "expr", "the list"),
        f("var", "bind", "the element in the number", over="value"),
        f("value", "expr", "the number"),
        f("else", "expr", "the value if the list is empty"),
        plain="the least of {value} over {of}, {else} if there is none",
    ),
    row("list", "a list of values", f("items", "[expr]", "its elements"), plain="{items:list}"),
    row(
        "if",
        "one of two values",
        f("test", "expr", "the test"),
        f("then", "expr", "the value if it holds"),
        f("else", "expr", "the value if not"),
        plain="{then} if {test}, else {else}",
        level=0,
    ),
    row("and", "whether all hold; stops early", _ARGS, plain="{args:and}", level=0),
    row("or", "whether one holds; stops early", _ARGS, plain="{args:or}", level=0),
    row("not", "the contrary", f("arg", "expr", "what must not hold"), plain="not {arg}", level=1),
    _two("eq", "equal", "is", 1),
    _two("ne", "not equal", "is not", 1),
    _two("lt", "less", "is less than", 1),
    _two("le", "at most", "is at most", 1),
    _two("gt", "more", "is more than", 1),
    _two("ge", "at least", "is at least", 1),
    _two("in", "an element of a list, or in a place", "is in", 1),
    _two("not_in", "no element of it", "is not in", 1),
    row(
        "between",
        "in a range, both ends included",
        f("of", "expr", "the number"),
        f("low", "expr", "the lowest"),
        f("high", "expr", "the highest"),
        plain="{of} is from {low} to {high}",
        level=1,
    ),
    row("is_kind", "whether it is of a kind; `null` is of no kind", _OF, f("kind", "ref kind", "the kind"), plain="{of} is {kind:a}", level=1),
    row("has", "whether a thing has an ability", _OF, f("ability", "ref ability", "the ability"), plain="{of} has {ability}", level=1),
    row("empty", "whether a list or a place has no element", _OF, plain="{of} is empty", level=1),
    _two("add", "the sum; also joins two lists", "plus", 2),
    _two("sub", "the difference", "minus", 2),
    _two("mul", "the product", "times", 2),
    _two("mod", "the rest of the division, never negative for a positive divisor", "modulo", 2),
    row(
        "div",
        "the quotient, rounded; a trap when dividing by zero",
        _LEFT,
        _RIGHT,
        f("rounding", "word up|down|nearest", "towards plus infinity, minus infinity, or the nearest with halves up"),
        plain="{left} divided by {right} rounded {rounding}",
        level=2,
    ),
    row(
        "chain",
        "many operations, one after the other: (((first sign second) sign third) ...), with the meaning and the traps of each alone",
        f("args", "[expr]", "the values, left to right"),
        f("signs", "[word add|sub|mul|mod|up|down|nearest]", "what joins each value but the first to all before it; the last three divide and round"),
        plain="{args:chain}",
        level=2,
    ),
    row("neg", "the negative", f("arg", "expr", "the number"), plain="minus {arg}", level=2),
    row(
        "lookup",
        "a table of values by number",
        f("of", "expr", "the number that is looked up"),
        f("rows", "[lookup_row]", "the rows; no two overlap"),
        f("else", "expr?", "the value where no row fits; null: a trap"),
        plain="the entry of {of} in the table {rows:list}[ or else {else}]",
    ),
    row(
        "call",
        "the value of a define",
        f("define", "ref define", "the define"),
        f("args", "[expr]", "the arguments, in the order of its parameters"),
        plain="{define}[ ({args})]",
    ),
    row("apply", "the value of a built-in function", f("function", "ref function", "its name in the table of functions"), _ARGS, plain="{function}[ ({args})]"),
    row("name_of_define", "a define as a value, for functions that take one", f("define", "ref define", "the define"), plain="{define}"),
    row(
        "can",
        "whether a verb is legal now",
        f("verb", "ref verb|sequence", "the verb"),
        f("args", "{name -> expr}", "its arguments by parameter"),
        plain="{verb}[ ({args})] is possible",
        level=1,
    ),
)

FAMILIES: tuple[Family, ...] = (TYPE, LOOKUP_ROW, EXPR)
