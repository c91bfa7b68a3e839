"""The table of records: the document, kinds, definitions, boards, tests and what belongs to them."""

from __future__ import annotations

from .records_model import Family, Field, f, one

FORMAT = "rulewright-ruleset"
VERSION = 1
SEMANTICS = 1

POLICIES: dict[str, tuple[str, ...]] = {
    "simultaneous": ("active_player_first", "printed_order", "leader"),
    "watchers": ("present", "before_sweep", "either"),
    "step_handlers": ("fixed", "open"),
    "impossible": ("skip",),
    "target": ("any_part", "affected"),
    "attachments": ("box", "owner_discard"),
    "windows": ("able", "always"),
    "on_limit": ("stop", "draw"),
}
"""Every policy and its words."""

LIMITS: dict[str, tuple[int, int]] = {
    "steps": (200_000, 10_000_000),
    "depth": (500, 1_000),
    "answers": (2_000, 100_000),
    "events": (20_000, 1_000_000),
    "checks": (100, 10_000),
    "entities": (10_000, 1_000_000),
    "inputs": (100_000, 10_000_000),
}
"""Every limit: its usual value and the highest that a ruleset may ask for."""

_POLICY_DOC = {
    "simultaneous": "the order of handlers of one moment",
    "watchers": "whether a handler needs its thing in play now, before the event, or at one of the two",
    "step_handlers": "whether a handler that arrives during a moment joins it",
    "impossible": "what becomes of an impossible part of an effect",
    "target": "whether a choice may name a target to which nothing can be done, if another part of the effect can be",
    "attachments": "where attachments go when their host leaves",
    "windows": "whether only seats with a legal reply are asked",
    "on_limit": "how a game ends that met a limit",
}
_LIMIT_DOC = {
    "steps": "calls, tests of handlers, turns of loops and items scanned in a resolution",
    "depth": "the weight of nested bodies",
    "answers": "answers in a resolution",
    "events": "events in a resolution",
    "checks": "rounds of state checks at one stable point",
    "entities": "things in the game",
    "inputs": "inputs in a game",
}

_CLAUSES = f("clauses", "[clause]", "its clauses", sees="self")
_HANDLERS = f("handlers", "[handler]", "its handlers", sees="self")
_MEMBERS = f("members", "[member]", "what an offer can list of it", sees="self")
_CHECKS = f("checks", "[check]", "its state checks", sees="self")
_TEXTS = (_CLAUSES, _HANDLERS, _MEMBERS, _CHECKS)
_ABILITIES = f("abilities", "[ability_use]", "the abilities that it has", sees="self")


def _many(name: str, record: str, doc: str) -> Field:
    return f(name, f"[{record}]", doc)


DOCUMENT = one(
    "ruleset",
    "a whole game as data",
    f("format", f"= {FORMAT}", "read it first"),
    f("version", "int 1..", f"the format's version, now {VERSION}"),
    f("semantics", "int 1..", f"what the records mean, now {SEMANTICS}"),
    _many("packs", "pack", "the packs in load order"),
    f("game", "game?", "the game; null for a library of rules"),
    f("policies", "policies", "declared choices of the game"),
    f("limits", "limits", "what a running game may use"),
    _many("enums", "enum", "closed sets of words"),
    _many("kinds", "kind", "the types of things"),
    _many("definitions", "definition", "the printed objects"),
    _many("boards", "board", "the boards"),
    _many("groups", "group", "who decides when several do"),
    _many("families", "family", "sets of verbs"),
    _many("classes", "class", "the option classes"),
    _many("slots", "slot", "counters, zones and options of the table itself"),
    _many("verbs", "verb", "the verbs"),
    _many("sequences", "sequence", "the sequences"),
    _many("defines", "define", "pure functions"),
    _many("abilities", "ability", "named bundles of text"),
    _many("rules", "rule", "text without a card"),
    _many("effects", "effect", "the values of `effect` slots"),
    _many("always", "always", "invariants"),
    _many("tests", "test", "scripted games"),
    f("policy_changes", "[policy_change]", "policies under options; missing if none hangs on one", optional=True),
    f("components", "[component]", "how many of each component there are; missing if no pack says", optional=True),
    f("scenarios", "[scenario]", "sets of options by name; missing if there are none", optional=True),
    f("bots", "[bot]", "players that are programs; missing if there are none", optional=True),
    f("trace", "trace", "which rule of the source is expressed where"),
    f("texts", "{text -> text}", "texts by key"),
    f("source_map", "source_map", "where in the source a record stands; may be stripped", optional=True),
)

PACK = one(
    "pack",
    "a pack that the ruleset was made of",
    f("id", "id pack", "its id"),
    f("title", "text", "its title"),
    f("version", "text", "its version"),
    f("hash", "text", "the hash of its content"),
    f("requires", "[ref pack]", "the packs that it builds on"),
)

SEATS = one(
    "seats",
    "who plays",
    f("kind", "ref kind", "the kind of the players' seats"),
    f("min", "int 1..", "the fewest seats"),
    f("max", "int 1..", "the most"),
    f("sides", "expr", "whether two seats, `one` and `other`, win together", sees="one other", fresh=True),
)

GAME = one(
    "game",
    "how a game begins",
    f("pack", "ref pack", "the pack that is the game"),
    f("title", "text", "its title"),
    f("start", "ref sequence", "the sequence that is the game"),
    f("seats", "seats", "who plays"),
)

POLICY = one(
    "policies",
    "declared choices; all are present in a game, a library may leave them out",
    *(f(name, "word " + "|".join(words), _POLICY_DOC[name], optional=True) for name, words in POLICIES.items()),
)

POLICY_CHANGE = one(
    "policy_change",
    "other words for policies in some games; of two that hold the later one counts",
    f("policies", "policies", "the words"),
    f("when", "expr", "an expression over options; in the games in which it holds the policies have these words", fresh=True),
)

LIMIT = one("limits", "what a running game may use", *(f(name, f"int 1..{most}", _LIMIT_DOC[name]) for name, (_, most) in LIMITS.items()))

ENUM = one("enum", "a closed set of words", f("id", "id enum", "its id"), f("members", "[name]", "its words, in order"), declares=True)

KIND = one(
    "kind",
    "a type of things",
    f("id", "id kind", "its id"),
    f("name", "name", "its name"),
    f("plural", "name", "the name of the set of its instances"),
    f("parent", "ref kind?", "the kind that it is a special case of; null: `thing`"),
    f("slots", "[slot]", "what its things have besides those of the parent", sees="self"),
    f("starts_in", "expr?", "where its instances are put at the start; null: as the parent, else the table", sees="self"),
    f("works_in", "[ref slot]", "the zones in which the text of its things works"),
    kind="kind",
    declares=True,
)

FACE = one(
    "face",
    "text that works only while this face shows; the first one shows at the start",
    f("name", "text", "its name"),
    _ABILITIES,
    *_TEXTS,
    kind="face",
    declares=True,
)

DEFINITION = one(
    "definition",
    "a printed object",
    f("id", "id definition", "its id"),
    f("of", "ref kind", "its kind"),
    f("name", "text", "its name"),
    f("copies", "int 0..", "how many instances a game has"),
    f("fields", "{name -> value}", "its printed values by slot name"),
    f("owner", "ref definition?", "the definition that it belongs to"),
    f("starts_in", "expr?", "where its instances are put at the start; null: as its kind says", sees="self"),
    f("slots", "[slot]", "counters and zones that only this thing has", sees="self"),
    f("faces", "[face]", "its faces; none: it has one, which is always shown"),
    _ABILITIES,
    *_TEXTS,
    f("text", "text?", "the text of the card, or its key in `texts`", optional=True),
    kind="definition",
    declares=True,
)

GRID = one(
    "grid",
    "a regular board",
    f("shape", "word hex|square", "the form of its spaces"),
    f("columns", "int 1..1000", "how many columns"),
    f("rows", "int 1..1000", "how many rows"),
)

AREA = one("area", "a named part of a board", f("id", "id area", "its id"), f("name", "text", "its name"), declares=True)

SPACE = one(
    "space",
    "a node of a board",
    f("id", "id space", "its id"),
    f("of", "ref kind", "its kind, a kind of `space`"),
    f("name", "text", "its name"),
    f("area", "ref area?", "the area in which it lies"),
    f("at", "[int 0..]*2?", "column and row on the grid, from 0"),
    f("fields", "{name -> value}", "its printed values by slot name"),
    declares=True,
)

LINK = one(
    "link",
    "a way from one space to another",
    f("from", "ref space", "one end"),
    f("to", "ref space", "the other end"),
    f("route", "name", "the kind of way: `step` between neighbours of a grid, `path`, `flight`, ..."),
    f("both", "bool", "whether it can be gone both ways"),
    f("for", "[name]?", "who may use it; null: everybody"),
    f("while", "expr", "the way is there while this holds; missing: always. It asks nothing of the map itself", optional=True),
    declares=True,
)

BOARD = one(
    "board",
    "spaces and the ways between them",
    f("id", "id board", "its id"),
    f("name", "text", "its name"),
    f("grid", "grid?", "its grid; null: a board of regions"),
    f("areas", "[area]", "its areas"),
    f("spaces", "[space]", "its spaces"),
    f("links", "[link]", "the ways"),
    kind="board",
    declares=True,
)

GROUP = one(
    "group",
    "several that decide together",
    f("id", "id group", "its id"),
    f("members", "expr", "who belongs to it"),
    f("decider", "expr", "who is asked"),
    f("consent", "word none|majority|all", "who else must agree"),
    declares=True,
)

FAMILY = one(
    "family",
    "a set of verbs that one clause or handler can reach",
    f("id", "id family", "its id"),
    f("includes", "[word modify|prevent]", "what else it reaches: `modify` clauses and shields, from their source to the thing that they are for"),
    declares=True,
)
CLASS = one("class", "a class of options that an offer can list", f("id", "id class", "its id"), declares=True)

DEFINE = one(
    "define",
    "a pure function",
    f("id", "id define", "its id"),
    f("params", "[param]", "its parameters"),
    f("value", "expr", "its value"),
    f("result", "type", "the type of its value"),
    declares=True,
    plain="{id}[ of ({params})] is {value}",
)

ABILITY = one("ability", "a named bundle of text", f("id", "id ability", "its id"), f("params", "[param]", "its parameters"), *_TEXTS, declares=True)
RULE = one(
    "rule", "text without a card; it has one entity, which is `self`", f("id", "id rule", "its id"), f("name", "text", "its name"), *_TEXTS, declares=True
)

EFFECT = one(
    "effect",
    "a block that a field of type `effect` names",
    f("id", "id effect", "its id"),
    f("scope", "ref verb|sequence", "the verb or sequence inside which it runs"),
    f("body", "[statement]", "what it does", sees="self"),
    declares=True,
    plain="inside {scope}: {body}",
)

ALWAYS = one(
    "always",
    "an invariant",
    f("id", "id always", "its id"),
    f("test", "expr", "what always holds"),
    f("because", "text?", "the reason"),
    declares=True,
    plain="always {test}",
)

TEST = one(
    "test",
    "a scripted game",
    f("id", "id test", "its id"),
    f("name", "text", "its name"),
    f("options", "{ref table_slot -> value}", "the options of its game"),
    f("seats", "int 1..?", "how many play; null: the fewest"),
    f("steps", "[step]", "what happens"),
    kind="test",
    declares=True,
    plain="{name}: {steps}",
)

COMPONENT = one(
    "component",
    "a line of a list of components",
    f("id", "id component", "its id"),
    f("of", "ref kind|definition", "the kind, or the definition, of which there are so many"),
    f("count", "int 0..", "how many; lines of several packs add up"),
    declares=True,
    plain="{count} of {of}",
)

SCENARIO = one(
    "scenario",
    "a set of options that people choose by its name",
    f("id", "id scenario", "its id"),
    f("name", "text", "its name"),
    f("options", "{ref table_slot -> value}", "the options that it sets; the others are as they begin"),
    f("text", "text?", "what it is about", optional=True),
    kind="scenario",
    declares=True,
    plain="{name}",
)

TRACE = one(
    "trace",
    "which rule of the source is expressed where",
    f("covers", "[name]", "the rules of the source that the packs mean to express"),
    f("expressed", "{name -> [name]}", "for each of them the ids of the records that do"),
)

SOURCE_MAP = one(
    "source_map",
    "where in the source a record stands",
    f("files", "[text]", "the files"),
    f("at", "{name -> [int 0..]*3}", "by the id of a record or site: file index from 0, line and column from 1"),
)

FAMILIES: tuple[Family, ...] = (
    DOCUMENT,
    PACK,
    SEATS,
    GAME,
    POLICY,
    LIMIT,
    ENUM,
    KIND,
    FACE,
    DEFINITION,
    GRID,
    AREA,
    SPACE,
    LINK,
    BOARD,
    GROUP,
    FAMILY,
    CLASS,
    DEFINE,
    ABILITY,
    RULE,
    EFFECT,
    ALWAYS,
    TEST,
    POLICY_CHANGE,
    COMPONENT,
    SCENARIO,
    TRACE,
    SOURCE_MAP,
)
