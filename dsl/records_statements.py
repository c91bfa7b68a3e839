"""The table of records: statements, and the steps that only a test may take."""

from __future__ import annotations

from .records_model import Family, f, family, one, row

_OFFERED_WHEN = f("when", "expr", "an expression over options; a game in which it is false does not contain the entry", optional=True, fresh=True)

ENTRY = family(
    "entry",
    "?",
    "one line of an offer",
    row(
        "verb",
        "every legal call of a verb or sequence",
        f("verb", "ref verb|sequence", "the verb"),
        f("bind", "{name -> expr}", "parameters that are already fixed"),
        _OFFERED_WHEN,
        plain="{verb}[ with {bind}]",
    ),
    row("class", "every member of an option class that may be used", f("class", "ref class", "the class"), _OFFERED_WHEN, plain="{class:any}"),
)

MENU_OPTION = one(
    "menu_option",
    "one line of a menu",
    f("text", "text", "the line"),
    f("where", "expr?", "whether it is there"),
    f("body", "[statement]", "what is done when it is taken"),
    plain='"{text}"[ if {where}]: {body}',
)

_FITS = f("where", "expr?", "which ones; null: the first", hears=True)

UNTIL = family(
    "until",
    "?",
    "what ends a lasting effect",
    row("end", "the end of a period", f("end", "ref sequence|step", "the period"), _FITS, plain="the end of {end}[ where {where}]"),
    row("start", "the start of a period", f("start", "ref sequence|step", "the period"), _FITS, plain="the start of {start}[ where {where}]"),
    row(
        "next",
        "the next event that fits",
        f("next", "[ref verb|sequence|step|family]", "the events"),
        _FITS,
        plain="the next {next}[ where {where}]",
    ),
)

_BODY = f("body", "[statement]", "the statements, in order")
_WHERE = f("where", "expr?", "which elements; null: all")
_ORDER = f("order", "expr?", "the number by which they are put in order; null: as the list is")
_SITE = f("site", "id site", "names the place in saves and logs")
_WHO = f("who", "expr", "the seat or group that decides")
_TEXT = f("text", "text?", "the question, or its key in `texts`")
_AS = f("as", "bind?", "the variable that gets the result", over="after")

STATEMENT = family(
    "statement",
    "op",
    "a statement of a body",
    row(
        "call",
        "call a verb, or run a sequence inside this resolution",
        f("verb", "ref verb|sequence", "the verb or sequence"),
        f("args", "{name -> expr}", "its arguments by parameter"),
        f("tag", "expr?", "the tag of its unit: `shadow` in `4 shadow damage`"),
        f("each", "name?", "the parameter whose argument is a list: one event for each element, in one sweep"),
        _AS,
        plain="{verb}[ {tag}][ ({args})][each? for each {each}][, called {as}]",
    ),
    row(
        "pay",
        "pay what a verb or sequence costs, whose body begins with it: it is legal only if all these calls can be made, one after the other",
        f("calls", "[call]", "the costs; if one of them cannot be made when its turn comes, the verb is given up"),
        plain="pay: {calls}",
    ),
    row(
        "set",
        "change a variable, a counter, a relation or a die",
        f("target", "expr", "a `var`, `event`, `frame`, `global`, `field`, `relation` (`owner`, `controller`, `face`) or `die` (`face`)"),
        f("change", "word =|+=|-=", "set; add or take away (on a list: an element)"),
        f("value", "expr", "the value"),
        plain=("change", {"=": "set {target} to {value}", "+=": "add {value} to {target}", "-=": "take {value} from {target}"}),
    ),
    row("let", "a fixed value under a name", f("name", "bind", "the name", over="after"), f("value", "expr", "the value"), plain="let {name} be {value}"),
    row(
        "if",
        "one of two blocks",
        f("test", "expr", "the test"),
        f("then", "[statement]", "the block if it holds"),
        f("else", "[statement]", "the block if not"),
        plain="if {test}: {then}[, else: {else}]",
    ),
    row(
        "each",
        "a block for each element of a list, which is fixed at the start",
        f("var", "bind", "the element", over="where order body"),
        f("of", "expr", "the list"),
        _WHERE,
        _ORDER,
        _BODY,
        plain="for each {var} of {of}[ where {where}][ in order of {order}]: {body}",
    ),
    row(
        "repeat",
        "a block again and again",
        f("count", "expr?", "at most so often"),
        f("while", "expr?", "tested before each turn"),
        f("until", "expr?", "tested after each turn"),
        _BODY,
        plain="repeat[ {count} times][ while {while}][ until {until}]: {body}",
    ),
    row("stop", "leave the nearest `each`, `repeat` or `loop`", plain="stop"),
    row(
        "choose",
        "choose from a list",
        _SITE,
        _WHO,
        f("from", "expr", "the list"),
        f("min", "expr", "the fewest"),
        f("max", "expr?", "the most; null: all"),
        f("single", "bool", "whether the variable is one element, not a list"),
        f("as", "bind?", "the variable that gets the choice", over="after"),
        f(
            "else",
            "word skip|fail?",
            "what happens when there are too few: `skip`: the variable is null or empty; `fail` the verb; null: a dead end that must not occur",
        ),
        _TEXT,
        plain="{who} chooses[single? one of][single! {min} to {max:all} of] {from}[, called {as}][ or else {else}]",
    ),
    row(
        "offer",
        "let somebody take one of the legal options",
        _SITE,
        _WHO,
        f("entries", "[entry]", "what is offered"),
        f("as", "bind?", "the variable that gets the word `pass` or the entry's name", over="after"),
        f("pass", "bool", "whether none may be taken"),
        f("repeat", "bool", "whether it is offered again until nothing is taken"),
        plain="{who} may do[pass! one of][repeat? again and again] {entries}[, called {as}]",
    ),
    row(
        "may",
        "a question with yes or no",
        _SITE,
        _WHO,
        f("text", "text?", "the question, or its key in `texts`"),
        f("then", "[statement]", "the block for yes"),
        f("else", "[statement]", "the block for no"),
        plain='{who} may[ ("{text}")]: {then}[, else: {else}]',
    ),
    row("menu", "one of several blocks, by choice", _SITE, _WHO, f("options", "[menu_option]", "the lines"), plain="{who} chooses: {options}"),
    row(
        "share",
        "divide an amount among elements",
        _SITE,
        _WHO,
        f("amount", "expr", "what is divided"),
        f("among", "expr", "the list"),
        f("even", "bool", "whether parts differ by at most one"),
        f("var", "bind", "the element", over="body"),
        f("count", "bind", "its part", over="body"),
        _BODY,
        plain="{who} shares {amount} among {among}[even? evenly]: {body}",
    ),
    row("together", "read everything first, ask, then write", _BODY, plain="all at once: {body}"),
    row("do", "run an effect value", f("effect", "expr", "the effect"), plain="do {effect}"),
    row(
        "begin",
        "make a lasting effect",
        f("clauses", "[clause]", "its clauses", sees="self", fresh=True),
        f("handlers", "[handler]", "its handlers", sees="self", fresh=True),
        f("until", "[until]", "what ends it, whichever comes first", sees="self", fresh=True),
        f("while", "expr?", "it ends when this is false", sees="self", fresh=True),
        f("once", "bool", "whether it ends when it was used"),
        f("bind", "{bind -> expr}", "its variables and their values, fixed now", over="clauses handlers until while"),
        f("host", "expr?", "it ends when this thing is gone"),
        _TEXT,
        plain="[until {until}, ][while {while}, ][once? once: ][{clauses}][{handlers}]",
    ),
    row(
        "operation",
        "a primitive of the table of operations",
        f("name", "ref operation", "its name"),
        f("args", "{name -> expr}", "its arguments by parameter"),
        _AS,
        plain="{name}[ ({args})][, called {as}]",
    ),
    row(
        "random",
        "draw elements of a list at random",
        f("of", "expr", "the list"),
        f("count", "expr", "how many"),
        f("single", "bool", "whether the variable is one element, not a list"),
        f("min", "expr", "the fewest; missing: `count`", optional=True),
        f("else", "word skip|fail?", "what happens when there are too few, as for `choose`; missing: they stop the game", optional=True),
        _AS,
        plain="draw {count} of {of} at random[, called {as}]",
    ),
    row("end", "ask a period to end at its next checkpoint or step", f("scope", "ref sequence|step", "the period"), plain="end {scope}"),
    row("skip", "skip the current step", plain="skip this step"),
    row("cancel", "in a `before` handler: the event does not happen", plain="cancel it"),
    row(
        "continue",
        "in an `instead` handler: go on with the verb, changed",
        f("args", "{name -> expr}", "the parameters that change"),
        plain="go on[ with {args}]",
    ),
)

PART = one("part", "a value that a failed test shows", f("text", "text", "the author's words"), f("value", "expr", "the value"), plain="{text}")

STEP = family(
    "step",
    "op",
    "a step of a test: one of these, or a statement",
    row("given", "put a thing somewhere, without events", f("thing", "expr", "the thing"), f("place", "expr", "the place"), plain="given {thing} at {place}"),
    row("dice", "the next dice, in order", f("faces", "[int]", "their faces"), plain="the dice show {faces}"),
    row(
        "answer",
        "the next answers, in order",
        f("values", "[answer]", "a text, a number, `yes`, `no`, `pass`, or a list of those"),
        plain="the answers are {values}",
    ),
    row("start", "run the game from its start until an answer is missing", plain="start the game"),
    row("refuse", "a call that must be illegal", f("call", "call", "the call"), plain="{call} must be refused"),
    row("permit", "a call that must be legal", f("call", "call", "the call"), plain="{call} must be allowed"),
    row(
        "offered",
        "whether the decision that is asked has an answer",
        f("value", "answer", "the answer"),
        f("holds", "bool", "whether it must be among the legal answers, or must not"),
        plain="{value} must[holds! not] be offered",
    ),
    row(
        "begins",
        "whether the game can begin as it stands: whether all is so that is always so",
        f("holds", "bool", "whether it must be possible, or must not"),
        plain="the game must[holds! not] be able to begin",
    ),
    row(
        "expect",
        "a test that must hold",
        f("test", "expr", "the test"),
        f("text", "text?", "the author's words"),
        f("parts", "[part]", "values that say what was found"),
        plain="expect that {test}",
    ),
)

FAMILIES: tuple[Family, ...] = (ENTRY, MENU_OPTION, UNTIL, STATEMENT, PART, STEP)
