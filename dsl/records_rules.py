"""The table of records: clauses, handlers, checks, verbs, sequences and their machines."""

from __future__ import annotations

from .records_model import Family, Field, f, family, one, row

SUBJECT = family(
    "subject",
    "?",
    "what a clause is about",
    row("is", "one thing", f("is", "expr", "the thing"), plain="{is}"),
    row(
        "of",
        "the instances of a kind that pass a test, read anew each time",
        f("of", "ref kind", "the kind"),
        f("where", "expr?", "the test over `it`; null: all", sees="it"),
        plain="{of:many}[ {where:that}]",
    ),
)

_SUBJECT = f("subject", "subject", "whom it is about")
_TARGETS = f("targets", "[ref verb|sequence|step|family|class]", "the verbs, sequences, steps, families or option classes")
_WHERE = f("where", "expr?", "when it applies, over the event; null: always", hears=True)
_NAMES = f("names", "[name]", "names for the arguments of a family; else empty")

CLAUSE = family(
    "clause",
    "kind",
    "text that works as long as its thing does",
    row(
        "modify",
        "changes what reading a stat gives",
        f("slot", "ref slot or 'controller'", "the stat; or `controller`, who decides for a thing"),
        f("change", "word add|to|cap|floor", "add to it, set it, hold it down, hold it up"),
        f("value", "expr", "by how much, to what", sees="it"),
        _SUBJECT,
        plain=(
            "change",
            {
                "add": "{slot} of {subject} changes by {value}[ while {while}]",
                "to": "{slot} of {subject} is {value}[ while {while}]",
                "cap": "{slot} of {subject} is at most {value}[ while {while}]",
                "floor": "{slot} of {subject} is at least {value}[ while {while}]",
            },
        ),
    ),
    row(
        "forbid",
        "makes calls impossible",
        f("targets", "[ref verb|sequence|step|family|class|engine_event]",
            "the verbs, sequences, steps, families or option classes; or `prevent`, a shield at work"),
        _NAMES,
        _WHERE,
        f("name", "text?", "its name, for `despite`"),
        f("despite_unless", "expr?", "it does not apply when this holds", hears=True),
        plain="{targets}[ ({names})] cannot happen[ where {where}][ unless {despite_unless}][ while {while}]",
    ),
    row(
        "allow",
        "lifts one `forbid` and no other",
        _TARGETS,
        _NAMES,
        _WHERE,
        f("despite", "ref forbid", "the forbid that it lifts"),
        plain="{targets} may happen despite {despite}[ where {where}][ while {while}]",
    ),
    row(
        "oblige",
        "narrows the options of a verb, or bars passing while it can be done",
        _TARGETS,
        _NAMES,
        _WHERE,
        f("so_that", "expr?", "what the options must fulfil", hears=True),
        f("by", "expr?", "who may not pass", hears=True),
        f("if_able", "bool", "whether it is dropped where it cannot be fulfilled"),
        plain="[{by} must do ]{targets}[ must be so that {so_that}][ where {where}][if_able? if able][ while {while}]",
    ),
    row(
        "limit",
        "bounds how often its targets happen, which share one count",
        _TARGETS,
        _NAMES,
        f("to", "expr", "how often", hears=True),
        f("per", "ref sequence|step", "the period"),
        f("keys", "[expr]", "one count for each value of these", hears=True),
        _WHERE,
        plain="{targets} may happen at most {to} times per {per}[, counted for {keys}][ where {where}][ while {while}]",
    ),
    row(
        "prevent",
        "a shield: only as an effect with a duration",
        f("unit", "name", "the unit of the amounts that it lowers"),
        f("amount", "expr or 'all'", "how much it holds"),
        _WHERE,
        plain="prevent {amount} {unit}[ where {where}][ while {while}]",
    ),
    row("mute", "takes abilities, clauses, handlers and members away", _SUBJECT, plain="{subject} is without its text[ while {while}]"),
    row(
        "grant",
        "gives an ability",
        f("ability", "ref ability", "the ability"),
        f("args", "[expr]", "its arguments", sees="it"),
        _SUBJECT,
        plain="{subject} has {ability}[ ({args})][ while {while}]",
    ),
    shared=(f("id", "id clause", "its id"),),
    last=(f("while", "expr?", "it works only while this holds"),),
    declares=True,
)

ADVICE = family(
    "advice",
    "about",
    "what a bot thinks of some answers",
    row("call", "of the options that carry out, or come to, one of its targets", plain="prefer {targets}[ ({names})] by {by}[ where {where}]"),
    row("thing", "of a thing among the options", f("of", "ref kind", "its kind"), plain="prefer {of:a}[ at {targets}] by {by}[ where {where}]"),
    row("word", "of a word among the options", f("enum", "ref enum", "its enum"), plain="prefer {enum}[ at {targets}] by {by}[ where {where}]"),
    row("die", "of a rolled die among the options", plain="prefer a die[ at {targets}] by {by}[ where {where}]"),
    row("number", "of a number that may be said", plain="prefer a number[ at {targets}] by {by}[ where {where}]"),
    row("answer", "of a word of the asking itself", f("answer", "word yes|no|pass", "the word; `pass` is the taking of none"),
        plain="prefer {answer}[ at {targets}] by {by}[ where {where}]"),
    row("text", "of a line of a menu", f("said", "text", "the line, or its key in `texts`"), plain="prefer {said}[ at {targets}] by {by}[ where {where}]"),
    shared=(f("id", "id advice", "its id"),),
    last=(
        f("targets", "[ref verb|sequence|step|family|class]", "of `call`: what is carried out; else: inside of which the question is asked, empty: anywhere"),
        _NAMES,
        f("where", "expr?", "when it counts, over the event and `it`; null: always", sees="it", hears=True),
        f("by", "expr", "what is added to the worth of the answer", sees="it", hears=True),
    ),
    declares=True,
)

BOT = one(
    "bot",
    "a player that is a program, as data",
    f("id", "id bot", "its id"),
    f("name", "text", "its name"),
    f("for", "ref kind", "the kind of the seats that it plays; `self` is the seat"),
    f("value", "expr?", "how well the seat stands: decides between answers of equal worth, each tried out; null: the draw decides", sees="self"),
    f("advice", "[advice]", "what it thinks of answers", sees="self"),
    kind="bot",
    declares=True,
)

_COSTS = f("costs", "[call]", "all are tested, then all are paid", sees="who")

REACT = one(
    "react",
    "makes a handler optional",
    f("by", "expr?", "who is asked; null: the controller of `self`"),
    _COSTS,
    plain="[{by}][by! its controller] may[, at the cost of: {costs}]",
)

HANDLER = one(
    "handler",
    "text that runs when something happens",
    f("id", "id handler", "its id"),
    f("moment", "word before|after|instead|start|end", "when"),
    f("event", "ref verb|sequence|step|family|class", "what happens"),
    _NAMES,
    f("where", "expr?", "which ones; null: each", hears=True),
    f("once", "ref sequence|step? or 'ever'", "runs once ever, or once per running of a sequence or step; null: each time"),
    f("react", "react?", "null: it must run", hears=True),
    f("text", "text?", "what a player is told, or its key in `texts`"),
    f("body", "[statement]", "what it does", sees="who", hears=True),
    kind="handler",
    declares=True,
    plain="{moment:moment} {event}[ ({names})][ where {where}][once? , once][, {react}]: {body}",
)

CHECK = one(
    "check",
    "a state check: looked at when all is stable",
    f("id", "id check", "its id"),
    f("edge", "bool", "whether it runs when the test has become true, not while it is true"),
    f("var", "bind?", "the element; null without a list", over="where body"),
    f("of", "expr?", "the list, one look for each element"),
    f("where", "expr", "the test"),
    f("body", "[statement]", "what it does"),
    kind="check",
    declares=True,
    plain="[edge? as soon as][edge! whenever] [{of:a} {var} ]{where:has}: {body}",
)

MEMBER = one(
    "member",
    "something that an offer of its class can list",
    f("id", "id member", "its id"),
    f("class", "ref class", "the option class"),
    f("name", "text", "its name"),
    f("where", "expr?", "when it may be used", sees="who"),
    _COSTS,
    f("body", "[statement]", "what it does", sees="who"),
    kind="member",
    declares=True,
    plain="{class} {name}[ where {where}][, at the cost of: {costs}]: {body}",
)

ABILITY_USE = one(
    "ability_use",
    "an ability that a definition or face has",
    f("ability", "ref ability", "the ability"),
    f("args", "[expr]", "its arguments"),
    plain="{ability}[ ({args})]",
)

TYPED = one(
    "param",
    "a parameter",
    f("name", "name", "its name"),
    f("label", "name?", "the word before its argument"),
    f("type", "type", "its type"),
    f("start", "expr?", "its value when none is given, over earlier parameters; null: it must be given"),
    f("domain", "expr?", "the values that an offer tries, over earlier parameters; null: all of its type"),
    plain="{name}",
)

SLOT = one(
    "slot",
    "a named value that a kind, a verb, a sequence or the table has",
    f("id", "id slot", "its id"),
    f("name", "name", "its name"),
    f("role", "word printed|stat|counter|zone|option", "printed data, a stat, changing state, a container, an option of the game"),
    f("type", "type", "the type of its values"),
    f("start", "expr?", "its value when none is given"),
    f("required", "bool", "whether each definition must give it"),
    f("per", "ref sequence|step?", "it goes back to its start when this begins"),
    f("seen_by", "expr?", "who sees a card in the zone; null: everybody", sees="it self viewer"),
    declares=True,
    plain="{name}",
)

FAMILY_USE = one(
    "family_use",
    "a family that a verb belongs to",
    f("family", "ref family", "the family"),
    f("args", "[expr]", "the values of the family's arguments, over the parameters"),
    plain="{family}",
)

REQUIRE = one(
    "require",
    "a condition of legality",
    f("test", "expr", "what must hold"),
    f("needs", "[name]", "the parameters that must be known before it can be tested"),
    plain="{test}",
)


def _head(word: str, last: Field) -> tuple[Field, ...]:
    return (
        f("id", f"id {word}", "its id"),
        f("name", "text", "its name"),
        f("params", "[param]", "its parameters"),
        f("families", "[family_use]", "the families that it belongs to"),
        f("requires", "[require]", "the conditions under which it is legal"),
        f("slots", "[slot]", "values that last as long as the call; the one named `result` is its result"),
        last,
        f("text", "text?", "the sentence of the log, or its key in `texts`"),
    )


VERB = one(
    "verb",
    "one indivisible change, which anything may hook",
    *_head("verb", f("body", "[statement]", "what it does")),
    kind="verb",
    declares=True,
    plain="to {name}[ ({params})]: [only if {requires}; ]{body}",
)

SEQUENCE = one(
    "sequence",
    "a verb with steps; its running is a period",
    *_head("sequence", f("machine", "node", "its steps")),
    kind="sequence",
    declares=True,
    plain="to {name}[ ({params})]: [only if {requires}; ]{machine}",
)

_CHILD = f("child", "node", "what runs inside")

NODE = family(
    "node",
    "node",
    "a node of a machine",
    row("seq", "in order", f("children", "[node]", "the nodes"), plain="{children}"),
    row("do", "one resolution; a checkpoint follows", f("body", "[statement]", "the statements"), plain="{body}"),
    row(
        "call",
        "run another sequence",
        f("sequence", "ref sequence", "the sequence"),
        f("args", "{name -> expr}", "its arguments by parameter"),
        f("as", "bind?", "the variable that gets its result", over="after"),
        plain="{sequence}[ ({args})][, called {as}]",
    ),
    row(
        "step",
        "a named step: its start and end are moments",
        f("name", "id step", "its name; `sequence.name` is its id"),
        f("where", "expr?", "whether it runs at all"),
        f("while", "expr?", "it runs again and again while this holds; null: once"),
        _CHILD,
        plain="step {name}[ if {where}][ while {while}]: {child}",
    ),
    row(
        "loop",
        "again and again",
        f("count", "expr?", "at most so often"),
        f("while", "expr?", "tested before each turn"),
        f("until", "expr?", "tested after each turn"),
        _CHILD,
        plain="repeat[ {count} times][ while {while}][ until {until}]: {child}",
    ),
    row(
        "each",
        "for each element of a list, which is fixed at the start",
        f("var", "bind", "the element", over="where order child"),
        f("of", "expr", "the list"),
        f("where", "expr?", "which elements; null: all"),
        f("order", "expr?", "the number by which they are put in order; null: as the list is"),
        _CHILD,
        plain="for each {var} of {of}[ where {where}][ in order of {order}]: {child}",
    ),
    row(
        "branch",
        "one of two nodes",
        f("test", "expr", "the test"),
        f("then", "node?", "the node if it holds"),
        f("else", "node?", "the node if not"),
        plain="if {test}: {then}[, else: {else}]",
    ),
    row("let", "a variable of the sequence", f("name", "bind", "its name", over="after"), f("value", "expr", "its value"), plain="let {name} be {value}"),
)

FAMILIES: tuple[Family, ...] = (
    SUBJECT, CLAUSE, ADVICE, BOT, REACT, HANDLER, CHECK, MEMBER, ABILITY_USE, TYPED, SLOT, FAMILY_USE, REQUIRE, VERB, SEQUENCE, NODE,
)  # fmt: skip
