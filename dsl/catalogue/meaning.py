"""Names, types and meaning: what the compiler finds once a file can be read."""
from __future__ import annotations

from ..problems import ProblemKind

UNKNOWN_NAME = ProblemKind(
    "unknown-name",
    "error",
    "a word that means nothing here",
    "unknown name `{name}`",
    "{hint}",
    "A misspelt name that is read by nothing makes an effect hit everything, or nothing.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine hurt(h: hero) = h.damage > tretshold",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine hurt(h: hero, threshold: int) = h.damage > threshold",
)
UNKNOWN_THING = ProblemKind(
    "unknown-thing",
    "error",
    "a quoted name that no definition has",
    'no thing or space is called "{name}"',
    "{hint}",
    "A reference to a thing that does not exist would never do what the card says.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nkind item { owner_is: hero }\nhero \"Mírë\" { health: 3 }\nitem \"Ring\" { owner_is: \"Mire\" }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nkind item { owner_is: hero }\nhero \"Mírë\" { health: 3 }\nitem \"Ring\" { owner_is: \"Mírë\" }",
)
UNKNOWN_KIND = ProblemKind(
    "unknown-kind",
    "error",
    "a kind that is not declared",
    "unknown kind `{name}`",
    "{hint}",
    "A thing must be of a declared kind, so that its fields can be checked.",
    "kind hero is persn { }",
    "kind person { }\nkind hero is person { }",
)
UNKNOWN_TYPE = ProblemKind(
    "unknown-type",
    "error",
    "a type that is not declared",
    "unknown type `{name}`",
    "{hint}",
    "Only declared types can be checked.",
    "kind hero { health: integer }",
    "kind hero { health: int }",
)
UNKNOWN_FIELD = ProblemKind(
    "unknown-field",
    "error",
    "a field or part that does not exist",
    "`{kind}` has no `{name}`",
    "{hint}",
    "A misspelt field is read by nothing, so its restriction would silently be none.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { healht: 3 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 }",
)
UNKNOWN_STAT = ProblemKind(
    "unknown-stat",
    "error",
    "a stat that does not exist",
    "`{kind}` has no stat `{name}`",
    "{hint}",
    "A clause on a stat that nothing reads does nothing.",
    "kind hero { stat armor: int 0.. }\nrule \"Shield\" { modify armour +1 for heros }",
    "kind hero { stat armor: int 0.. }\nrule \"Shield\" { modify armor +1 for heros }",
)
UNKNOWN_VERB = ProblemKind(
    "unknown-verb",
    "error",
    "a statement whose word is no verb",
    "unknown verb `{name}`",
    "{hint}",
    "A statement that nothing carries out would be a silent hole in the rules.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nverb smash target: hero { hti target }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nverb smash target: hero { hit target }",
)
UNKNOWN_FUNCTION = ProblemKind(
    "unknown-function",
    "error",
    "a function that does not exist",
    "unknown function `{name}`",
    "{hint}",
    "Only declared defines and the built-in functions have a value.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine crowd = cuont(heros)",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine crowd = count(heros)",
)
UNKNOWN_ABILITY = ProblemKind(
    "unknown-ability",
    "error",
    "an ability that is not declared",
    "unknown ability `{name}`",
    "{hint}",
    "Abilities are named bundles; a misspelt one would be an ability that nobody has.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nability taunt { }\nhero \"Ada\" { health: 3 has: tuant }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nability taunt { }\nhero \"Ada\" { health: 3 has: taunt }",
)
UNKNOWN_FAMILY = ProblemKind(
    "unknown-family",
    "error",
    "a family that is not declared",
    "unknown family `{name}`",
    "{hint}",
    "A verb that joins a misspelt family would not be barred with it.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nfamily harm(x)\nverb hit target: hero is hram(target) { target.damage += 1 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nfamily harm(x)\nverb hit target: hero is harm(target) { target.damage += 1 }",
)
UNKNOWN_EVENT = ProblemKind(
    "unknown-event",
    "error",
    "a handler or clause on something that never happens",
    "nothing is called `{name}` that could happen",
    "{hint}",
    "A handler on a misspelt verb never runs.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nrule \"Ow\" { after htt where any { } }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nrule \"Ow\" { after hit where any { } }",
)
UNKNOWN_STEP = ProblemKind(
    "unknown-step",
    "error",
    "a step that a sequence does not have",
    "`{sequence}` has no step `{name}`",
    "{hint}",
    "A handler on a misspelt step never runs.",
    "sequence turn { step draw { } }\nrule \"R\" { at end of turn.drow where any { } }",
    "sequence turn { step draw { } }\nrule \"R\" { at end of turn.draw where any { } }",
)
UNKNOWN_DECLARATION = ProblemKind(
    "unknown-declaration",
    "error",
    "a line at top level whose word is no kind",
    "`{name}` declares nothing",
    "{hint}",
    "A definition must be of a declared kind, or nothing would check it.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nheor \"Ada\" { health: 3 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 }",
)
UNKNOWN_IN_DEFINITION = ProblemKind(
    "unknown-in-definition",
    "error",
    "a word that nothing in a definition begins with",
    "`{name}` means nothing in a {kind}",
    "{hint}",
    "What the compiler cannot place, no game would ever do.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3\n  befre turn where any { } }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nsequence turn { }\nhero \"Ada\" { health: 3\n  before turn where any { } }",
)
UNKNOWN_TAG = ProblemKind(
    "unknown-tag",
    "error",
    "a word before a unit that no enum lists",
    "unknown tag `{name}`",
    "{hint}",
    "A misspelt kind of damage would slip past every shield against it.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nenum damage_type { fire, frost }\nverb deal amount: int of damage, to target: hero { target.damage += amount }\nverb burn target: hero { deal 2 fier damage to target }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nenum damage_type { fire, frost }\nverb deal amount: int of damage, to target: hero { target.damage += amount }\nverb burn target: hero { deal 2 fire damage to target }",
)
UNKNOWN_PACK = ProblemKind(
    "unknown-pack",
    "error",
    "a pack that is not required",
    "pack `{pack}` is not among the packs that this one requires",
    "{hint}",
    "Only what pack.yaml requires is there when the pack is loaded.",
    "define n = nowhere:thing",
    "define n = 1",
)
UNKNOWN_TARGET = ProblemKind(
    "unknown-target",
    "error",
    "a change of something that does not exist",
    "nothing called `{name}` to {word}",
    "{hint}",
    "An override that hits nothing leaves the base as it was, without a word.",
    "override \"Ada\" { health: 4 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 4 }",
)
AMBIGUOUS_NAME = ProblemKind(
    "ambiguous-name",
    "error",
    "a name that two packs define",
    "`{name}` is ambiguous: {choices}",
    "write the pack before it",
    "Guessing which of two cards is meant would let an unrelated pack change a rule.",
    "",
    "",
)
AMBIGUOUS_VERB = ProblemKind(
    "ambiguous-verb",
    "error",
    "a call that two verbs fit equally well",
    "`{name}` could be any of {choices}",
    "use a label that only one of them has, or narrow the types",
    "A call must mean one verb.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero, other: thing? { }\nverb hit target: thing, other: hero? { }\nverb go h: hero { hit h }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { }\nverb hit target: thing { }\nverb go h: hero { hit h }",
)
SEVERAL_COPIES = ProblemKind(
    "several-copies",
    "error",
    "a name of several copies where one thing is wanted",
    'there are {copies} copies of "{name}"',
    'say which: `a`, `all`, or filter with `where it.name is "{name}"`',
    "A name must mean one thing.",
    "kind card { }\ncard \"Imp\" x2 { }\nverb drop { put \"Imp\" into box }",
    "kind card { }\ncard \"Imp\" { }\nverb drop { put \"Imp\" into box }",
)
DUPLICATE = ProblemKind(
    "duplicate",
    "error",
    "two declarations of one name",
    "`{name}` is defined twice",
    "rename one of them, or change the first with `extend` or `override`",
    "Of two definitions one would silently win.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 }\nhero \"Ada\" { health: 4 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 }\nhero \"Bea\" { health: 4 }",
)
NO_ID = ProblemKind(
    "no-id",
    "error",
    "a name without letters or digits",
    '"{name}" gives no id',
    "use letters or digits in the name",
    "Ids are made of the letters and digits of a name.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"!!\" { health: 3 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Oh!\" { health: 3 }",
)
BAD_ID = ProblemKind(
    "bad-id",
    "error",
    "an id that is no lower-case word",
    "an id is one lower-case word",
    "write it as `id: some_word`",
    "Ids name things in saves and logs and must be plain.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { id: \"Ada L\" health: 3 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { id: ada_l health: 3 }",
)
RESERVED_NAME = ProblemKind(
    "reserved-name",
    "error",
    "a kind with the name of an engine kind",
    "`{name}` is a kind of the engine",
    "choose another name, or make your kind `is {name}`",
    "The engine's own kinds mean the same in every game.",
    "kind zone { }",
    "kind vault { }",
)
NAME_MISSING = ProblemKind(
    "name-missing",
    "error",
    "a definition without a name",
    "this {kind} has no name",
    "write the name in quotes after `{kind}`",
    "A thing is spoken of by its name.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero { health: 3 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 }",
)
TYPE_MISMATCH = ProblemKind(
    "type-mismatch",
    "error",
    "a value of the wrong type",
    "{what} is {found}, expected {expected}",
    "give a value of that type",
    "A value of another type would be compared or counted as something that it is not.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: yes }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 }",
)
NOT_COMPARABLE = ProblemKind(
    "not-comparable",
    "error",
    "a comparison that can never hold",
    "{left} is never {right}",
    "compare values of one type",
    "Such a condition is always false, so the rule would never work.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine odd(h: hero) = h is h.damage",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine odd(h: hero, other: hero) = h is other",
)
MISSING_UNIT = ProblemKind(
    "missing-unit",
    "error",
    "a number without the unit that it needs",
    "{what} is an amount of {unit}",
    "write `n {unit}`",
    "The unit says what the number counts, so that gold is never dealt as damage.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb deal amount: int of damage, to target: hero { target.damage += amount }\nverb hit target: hero { deal 2 to target }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb deal amount: int of damage, to target: hero { target.damage += amount }\nverb hit target: hero { deal 2 damage to target }",
)
WRONG_UNIT = ProblemKind(
    "wrong-unit",
    "error",
    "a number with another unit",
    "{what} is an amount of {unit}, not of {found}",
    "write `n {unit}`",
    "The unit says what the number counts, so that gold is never dealt as damage.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb deal amount: int of damage, to target: hero { target.damage += amount }\nverb hit target: hero { deal 2 gold to target }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb deal amount: int of damage, to target: hero { target.damage += amount }\nverb hit target: hero { deal 2 damage to target }",
)
UNIT_OF_NOTHING = ProblemKind(
    "unit-of-nothing",
    "error",
    "`of` after an amount in the middle of an expression",
    "`{unit} of ...` gives an amount to somebody, and that is done by a verb",
    "write the call as a statement",
    "An expression has a value and does nothing.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine x(h: hero) = 1 + 2 damage of h",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine x(h: hero) = 1 + 2",
)
MAYBE_NONE = ProblemKind(
    "maybe-none",
    "error",
    "a value that may be none, used as if it were there",
    "`{found}` may be none",
    "test it first: `{path} is not none and ...`",
    "A card without the value would make the rule fail in the middle of a game.",
    "kind hero { mentor: hero? counter damage: int 0.. = 0 }\ndefine help(h: hero) = h.mentor.damage",
    "kind hero { mentor: hero? counter damage: int 0.. = 0 }\ndefine help(h: hero) = if h.mentor is not none then h.mentor.damage else 0",
)
FIELD_OF_LIST = ProblemKind(
    "field-of-list",
    "error",
    "a field asked of a list",
    "a list has no `{name}`",
    "go through it with `for each`, filter it with `where it.{name} ...`, or add up with `total(list, {name})`",
    "Each element has its own value.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine all_damage = heros.damage",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine all_damage = total(heros, damage)",
)
MISSING_FIELD = ProblemKind(
    "missing-field",
    "error",
    "a definition without a field that its kind asks for",
    '"{definition}" has no `{name}`, which every {kind} needs',
    "write `{name}: ...`",
    "A value left out is never read as nothing or zero.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 }",
)
DOUBLED_FIELD = ProblemKind(
    "doubled-field",
    "error",
    "a field given twice",
    "`{name}` is given twice",
    "keep one of them",
    "Of two values one would silently win.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 health: 4 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 }",
)
ONE_VALUE = ProblemKind(
    "one-value",
    "error",
    "several values for a field that takes one",
    "`{name}` takes one value",
    "keep one, or declare the slot as a list",
    "A list must be declared as one.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3, 4 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 }",
)
NOT_CONSTANT = ProblemKind(
    "not-constant",
    "error",
    "a printed value that is only known in play",
    "`{name}` must be a constant",
    "write the value itself, or use a `stat` with a `modify` clause",
    "Printed data can be shown and checked without playing.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: count(heros) }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 }",
)
NOT_A_TEXT = ProblemKind(
    "not-a-text",
    "error",
    "something else where a text in quotes belongs",
    "`{name}` takes a text in quotes",
    "put it in quotes",
    "A text is shown to people as it stands.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 source: page }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 3 source: \"page 4\" }",
)
OUT_OF_RANGE = ProblemKind(
    "out-of-range",
    "error",
    "a number outside the declared range",
    "`{name}` is {value}, outside {low}..{high}",
    "give a number in the range, or widen the range where the slot is declared",
    "The range is a promise to every rule that reads the value.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 0 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nhero \"Ada\" { health: 1 }",
)
EMPTY_RANGE = ProblemKind(
    "empty-range",
    "error",
    "a range that contains nothing",
    "the range {low}..{high} is empty",
    "write the smaller number first",
    "Both ends of a range belong to it; the wrong way round nothing does.",
    "kind hero { health: int 5..1 }",
    "kind hero { health: int 1..5 }",
)
RANGE_OF_NOTHING = ProblemKind(
    "range-of-nothing",
    "error",
    "a range after a type that has none",
    "`{type}` has no range",
    "take the range out",
    "Only numbers and dials have ranges.",
    "kind hero { brave: bool 0..1 }",
    "kind hero { brave: bool }",
)
TYPE_NEEDS_OF = ProblemKind(
    "type-needs-of",
    "error",
    "a list or effect without its element",
    "`{type}` needs `of` and a type",
    "write `{type} of ...`",
    "What a list holds must be known to check its use.",
    "kind hero { friends: list }",
    "kind hero { friends: list of hero }",
)
DIAL_RANGE = ProblemKind(
    "dial-range",
    "error",
    "a dial without its range",
    "a dial needs both ends of its range",
    "write `dial 1..10`",
    "A dial wraps at its ends, so both must be known; `dial` alone means the only dial of a game.",
    "counter clock: dial = 1",
    "counter clock: dial 1..10 = 1\nverb tick { clock += 1 }",
)
ZONE_TYPE = ProblemKind(
    "zone-type",
    "error",
    "a zone that is no list",
    "the zone `{name}` holds things: its type is a list, not `{type}`",
    "write `zone {name}: list of card`",
    "A zone is an ordered container of things.",
    "zone deck: int",
    "kind card { }\nzone deck: list of card\nverb mix { shuffle deck }",
)
NO_START = ProblemKind(
    "no-start",
    "error",
    "a counter without a start",
    "the counter `{name}` has no start value",
    "write `counter {name}: type = start`",
    "No value is ever guessed.",
    "verb count_up { counter n: int }",
    "verb count_up { counter n: int = 0  n += 1 }",
)
NOT_WRITABLE = ProblemKind(
    "not-writable",
    "error",
    "a change of something that never changes",
    "`{name}` cannot be set: {why}",
    "{hint}",
    "Printed values, stats and options keep their meaning through a game.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb heal h: hero { h.health += 1 }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb heal h: hero { h.damage -= 1 }",
)
SLOT_WITHOUT_ROLE = ProblemKind(
    "slot-without-role",
    "error",
    "a slot inside a definition without its role",
    "`{name}` is declared without a role",
    "write `{name}: value` for a value, `counter {name}: ...` for a counter of its own",
    "In a definition a name and a type alone say neither.",
    "",
    "",
)
NOT_A_STAT = ProblemKind(
    "not-a-stat",
    "error",
    "a clause on something that is no stat",
    "`{name}` is a {role}, not a stat",
    "declare it with `stat`, or change it with an assignment if it is a counter",
    "Clauses change what reading a stat gives, never the printed value and never a counter.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nrule \"R\" { modify damage +1 for heros }",
    "kind hero { stat health: int 1.. }\nrule \"R\" { modify health +1 for heros }",
)
MODIFY_FORM = ProblemKind(
    "modify-form",
    "error",
    "a clause whose change cannot be read",
    "`{word}` needs a stat and a change",
    "write `modify armor +1 for ...`, `modify armor to 0 for ...`, `cap armor at 3 for ...`",
    "The clause must say what changes and by how much.",
    "kind hero { stat armor: int 0.. }\nrule \"R\" { modify armor for heros }",
    "kind hero { stat armor: int 0.. }\nrule \"R\" { modify armor +1 for heros }",
)
NO_WHERE = ProblemKind(
    "no-where",
    "error",
    "a handler or restriction that does not say when",
    "`{word}` has no `where`",
    "say when it applies, or write `where any` if it is every time",
    "A filter that is left out must never mean everything by accident.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nrule \"Ow\" { after hit { } }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nrule \"Ow\" { after hit where any { } }",
)
NO_DURATION = ProblemKind(
    "no-duration",
    "error",
    "a lasting effect without an end",
    "`{word}` inside a body has no end",
    "say `until end of ...`, `until next ...`, `while ...` or `once`",
    "An effect that nothing ends would outlive its card without anybody having said so.",
    "kind hero { stat armor: int 0.. }\nverb shield h: hero { modify armor +1 for h }",
    "kind hero { stat armor: int 0.. }\nsequence turn { }\nverb shield h: hero { modify armor +1 for h until end of turn }",
)
UNTIL_FORM = ProblemKind(
    "until-form",
    "error",
    "an end that cannot be read",
    "an end is `end of ...`, `start of ...` or `next ...`",
    "write `until end of turn`",
    "An effect must know when to stop.",
    "kind hero { stat armor: int 0.. }\nsequence turn { }\nverb shield h: hero { modify armor +1 for h until turn }",
    "kind hero { stat armor: int 0.. }\nsequence turn { }\nverb shield h: hero { modify armor +1 for h until end of turn }",
)
AT_FORM = ProblemKind(
    "at-form",
    "error",
    "`at` without start or end",
    "`at` needs `start of` or `end of`",
    "write `at start of turn` or `at end of turn`",
    "A sequence has two moments of its own.",
    "sequence turn { }\nrule \"R\" { at turn where any { } }",
    "sequence turn { }\nrule \"R\" { at end of turn where any { } }",
)
NOT_A_PERIOD = ProblemKind(
    "not-a-period",
    "error",
    "a period that does not last",
    "`{name}` is no sequence or step",
    "{hint}",
    "Only sequences and steps last long enough to end, limit or count by.",
    "verb turn { }\nverb go { }\nlimit go to 1 per turn",
    "sequence turn { }\nverb go { }\nlimit go to 1 per turn",
)
WRONG_LABELS = ProblemKind(
    "wrong-labels",
    "error",
    "a label that a verb does not have",
    "{reason}",
    "use the labels of its declaration",
    "A label that is not read would be a target that is not hit.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb deal amount: int of damage, to target: hero { target.damage += amount }\nverb hit h: hero { deal 2 damage at h }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb deal amount: int of damage, to target: hero { target.damage += amount }\nverb hit h: hero { deal 2 damage to h }",
)
DOUBLED_LABEL = ProblemKind(
    "doubled-label",
    "error",
    "a label or parameter given twice",
    "`{name}` is given twice",
    "keep one of them",
    "Of two values one would silently win.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nverb go h: hero { hit target: h target: h }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nverb go h: hero { hit h }",
)
MISSING_ARGUMENT = ProblemKind(
    "missing-argument",
    "error",
    "a call or form without a part that it needs",
    "`{name}` needs {missing}",
    "add it",
    "Nothing that a rule needs is ever guessed.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb deal amount: int of damage, to target: hero { target.damage += amount }\nverb hit h: hero { deal 2 damage }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb deal amount: int of damage, to target: hero { target.damage += amount }\nverb hit h: hero { deal 2 damage to h }",
)
ARGUMENT_COUNT = ProblemKind(
    "argument-count",
    "error",
    "a function with too many or too few arguments",
    "`{name}` takes {wanted}, not {found}",
    "give one value for each parameter",
    "Each parameter needs its value.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine big(h: hero, n: int) = h.health > n\ndefine any_big(h: hero) = big(h)",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine big(h: hero, n: int) = h.health > n\ndefine any_big(h: hero) = big(h, 3)",
)
NO_RESULT = ProblemKind(
    "no-result",
    "error",
    "the result of a verb that has none",
    "`{name}` has no result",
    "give the verb `counter result: type = start`, or leave `as` out",
    "There is no value to remember.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nverb go h: hero { hit h as r }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nverb go h: hero { hit h }",
)
RECURSIVE_DEFINE = ProblemKind(
    "recursive-define",
    "error",
    "a define that needs itself",
    "`{name}` needs its own value",
    "break the ring; what must repeat is a `repeat` in a verb",
    "A value that needs itself would never be found.",
    "define a = b + 1\ndefine b = a + 1",
    "define a = b + 1\ndefine b = 1",
)
KIND_RING = ProblemKind(
    "kind-ring",
    "error",
    "kinds that descend from each other",
    "these kinds descend from each other: {ring}",
    "take one `is` out of the ring",
    "A kind must end at `thing`.",
    "kind a is b { }\nkind b is a { }",
    "kind a { }\nkind b is a { }",
)
DIVISION_BY_ZERO = ProblemKind(
    "division-by-zero",
    "error",
    "a division by zero",
    "division by zero",
    "divide by something that is never 0",
    "There is no such number.",
    "define x = 4 / 0 rounded down",
    "define x = 4 / 2 rounded down",
)
TABLE_ROWS = ProblemKind(
    "table-rows",
    "error",
    "rows of a table that leave a gap or overlap",
    "the row that begins at {low} does not follow {after}",
    "let each row begin one after the end of the row before",
    "A number between two rows would have no value, one in two rows would have two.",
    "define hand(n: int) = table n [1..3 -> 5, 5 -> 4, else -> 3]",
    "define hand(n: int) = table n [1..3 -> 5, 4..5 -> 4, else -> 3]",
)
MISPLACED = ProblemKind(
    "misplaced",
    "error",
    "something in a place where it means nothing",
    "{what} has no meaning in {where}",
    "{hint}",
    "What is written where nobody reads it is a rule that never works.",
    "sequence turn { }\nverb go { step roll { } }",
    "sequence turn { step roll { } }\nverb go { }",
)
MISPLACED_RANGE = ProblemKind(
    "misplaced-range",
    "error",
    "a range that stands alone",
    "a range stands only after `in`",
    "write `x in 1..3`",
    "A range is a test, not a value.",
    "",
    "",
)
MISPLACED_LINK = ProblemKind(
    "misplaced-link",
    "error",
    "a link outside a board",
    "`--` and `->` link spaces of a board",
    "write the link in the block of a board",
    "Links are the board's data.",
    "define x(a: space, b: space) = a -- b",
    "define x(a: space, b: space) = a is b",
)
STOP_OUTSIDE = ProblemKind(
    "stop-outside",
    "error",
    "`stop` outside a loop",
    "`stop` leaves a loop, and there is none here",
    "take it out, or put the statements into an `if`",
    "Outside a loop there is nothing to leave.",
    "verb go { stop }",
    "verb go { repeat 3 times { stop } }",
)
NOT_TIMES = ProblemKind(
    "not-times",
    "error",
    "`repeat` without a number or a condition",
    "`repeat` needs to know how often",
    "write `repeat 3 times`, `repeat up to 9 times while ...` or `repeat until ...`",
    "A loop must have an end.",
    "verb go { repeat { } }",
    "verb go { repeat 3 times { } }",
)
NOT_DICE = ProblemKind(
    "not-dice",
    "error",
    "a roll without dice",
    "`roll` needs a number of dice",
    "write `roll 2 d6 as dice` or `roll (n) d10 as dice`",
    "Dice have a number of sides, from 2 to 1000.",
    "verb go { roll 2 dice as d }",
    "verb go { roll 2 d6 as d }",
)
NOT_A_SELECTION = ProblemKind(
    "not-a-selection",
    "error",
    "a choice that does not say of what",
    "this does not say what is chosen",
    "write `a hero`, `2 heroes`, `up to 2 heroes`, `any number of q`",
    "A choice needs its options.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nsequence turn by h: hero { choose 3 as x }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nsequence turn by h: hero { choose a hero as x }",
)
CHOICE_OF_NOTHING = ProblemKind(
    "choice-of-nothing",
    "error",
    "a choice without options",
    "there is nothing to choose",
    "give it at least one option",
    "A choice without an option can never be made.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nsequence turn by h: hero { choose a hero from [] as x }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nsequence turn by h: hero { choose a hero as x }",
)
CHOICE_UNUSED = ProblemKind(
    "choice-unused",
    "error",
    "a choice that nothing uses",
    "what is chosen has no name",
    "add `as x` and use `x` below",
    "A choice without consequences is a slip.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nsequence turn by h: hero { choose a hero }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nsequence turn by h: hero { choose a hero as x }",
)
CHOICE_IN_EXPRESSION = ProblemKind(
    "choice-in-expression",
    "error",
    "a choice inside an expression",
    "an expression cannot ask",
    "choose in a statement before: `choose a hero as x`",
    "Expressions only read; decisions stand in statements, so that they can be recorded and undone.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine x = a hero",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\ndefine x = first(heros)",
)
WRONG_ELSE = ProblemKind(
    "wrong-else",
    "error",
    "an `else` that a choice does not know",
    "`else {found}` is not an answer to too few options",
    "write `else skip` or `else fail`",
    "Too few options must have a stated outcome.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nsequence turn by h: hero { choose a hero as x else pass }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nsequence turn by h: hero { choose a hero as x else skip }",
)
NO_DECIDER = ProblemKind(
    "no-decider",
    "error",
    "a decision that does not say whose it is",
    "nobody is named to decide",
    "add `by` and a seat, a group or a thing whose controller decides",
    "A decision without a person cannot be asked.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb go { choose a hero as x }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb go by h: hero { choose a hero as x }",
)
NOT_A_DECIDER = ProblemKind(
    "not-a-decider",
    "error",
    "a decision given to something that cannot decide",
    "a {found} cannot decide",
    "name a seat, a group, or a thing whose controller decides",
    "Only people decide.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb go { choose a hero by 3 as x }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb go by h: hero { choose a hero by h as x }",
)
NOT_OFFERED = ProblemKind(
    "not-offered",
    "error",
    "an offer of something that cannot be done",
    "`{name}` cannot be offered",
    "{hint}",
    "An offer lists verbs, sequences and classes.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nsequence turn by h: hero { offer [atack] by h else pass }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb attack by h: hero { h.damage += 1 }\nsequence turn by h: hero { offer [attack] by h else pass }",
)
NO_VERB_OF_UNIT = ProblemKind(
    "no-verb-of-unit",
    "error",
    "an amount that no verb deals out",
    "{count} verbs give {unit} to a {item}; there must be one",
    "declare `verb gain amount: int of {unit}, who: {item} {{ }}`",
    "Each part of a shared amount goes to its receiver by a verb, so that it can be hooked.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nsequence turn by h: hero { share 4 gold among heros by h }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb earn amount: int of gold, who: hero { who.damage -= amount }\nsequence turn by h: hero { share 4 gold among heros by h }",
)
HIDES_NAME = ProblemKind(
    "hides-name",
    "error",
    "a variable that hides another",
    "`{name}` is already a variable here",
    "choose another name",
    "Two values under one name are a trap for the reader.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb go h: hero { for each h in heros { h.damage += 1 } }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb go h: hero { for each other in heros { other.damage += 1 } }",
)
WHEN_NOT_OPTION = ProblemKind(
    "when-not-option",
    "error",
    "`when` on something that changes",
    "`when` may only look at options",
    "use `if` or `where` for what changes in play",
    "What `when` switches on is fixed when a game starts.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nwhen count(heros) > 2 { rule \"R\" { } }",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\noption hard: bool = no\nwhen hard { rule \"R\" { } }",
)
OVERRIDE_CONFLICT = ProblemKind(
    "override-conflict",
    "error",
    "two packs that override the same field",
    "`{one}` and `{two}` both override `{name}`",
    "let one of them require the other, so that the order is stated",
    "Without an order, which of them wins would be luck.",
    "",
    "",
)
CANNOT_CHANGE = ProblemKind(
    "cannot-change",
    "error",
    "a change that this thing does not allow",
    "{what} `{name}` cannot be changed by `{word}`",
    "override its fields, or remove it and define it anew",
    "Only definitions, rules, verbs and options can be changed by another pack.",
    "",
    "",
)
POLICY_NOT_SET = ProblemKind(
    "policy-not-set",
    "error",
    "a policy that a game leaves open",
    "the policy `{name}` is not set",
    "add `{name}: ...` to `policy {{ }}`: one of {choices}",
    "Two games may want opposite things; there is no silent default.",
    "",
    "",
)
UNKNOWN_POLICY = ProblemKind(
    "unknown-policy",
    "error",
    "a policy or a policy's word that does not exist",
    "unknown policy `{name}`",
    "{hint}",
    "A misspelt policy would leave the real one unset.",
    "policy { simultanous: printed_order }",
    "policy { simultaneous: printed_order }",
)
UNCLAIMED_FILE = ProblemKind(
    "unclaimed-file",
    "error",
    "a file in a pack that nothing reads",
    "nothing reads `{name}`",
    "rename it to end in .rw, move it out of the pack, or put it under art/",
    "A file with a wrong ending would silently not be part of the game.",
    "",
    "",
)
MISSING_PACK = ProblemKind(
    "missing-pack",
    "error",
    "a required pack that cannot be found",
    "pack `{pack}` is required and not found",
    "put it beside this pack, or name its folder with --packs",
    "A game cannot run without the packs that it builds on.",
    "",
    "",
)
PACK_VERSION = ProblemKind(
    "pack-version",
    "error",
    "a required pack of another version",
    "pack `{pack}` is version {found}, not {wanted}",
    "use a version that fits, or change `requires`",
    "The pack was written for another version.",
    "",
    "",
)
PACK_RING = ProblemKind(
    "pack-ring",
    "error",
    "packs that require each other",
    "these packs require each other: {ring}",
    "take one `requires` out of the ring",
    "A pack must be complete before one that builds on it.",
    "",
    "",
)
DUPLICATE_PACK = ProblemKind(
    "duplicate-pack",
    "error",
    "two packs with one id",
    "two packs are called `{pack}`",
    "rename one, or leave one out",
    "Which of the two is meant would be luck.",
    "",
    "",
)
CONFLICTING_PACKS = ProblemKind(
    "conflicting-packs",
    "error",
    "two packs that exclude each other",
    "pack `{one}` conflicts with `{two}`",
    "leave one of them out",
    "The author of one says that they do not work together.",
    "",
    "",
)
START_NOT_SEQUENCE = ProblemKind(
    "start-not-sequence",
    "error",
    "a game that starts with something that is no sequence",
    "the game starts with `{name}`, which is no sequence",
    "name a sequence without parameters",
    "A game runs from the beginning to the end of its start sequence.",
    "",
    "",
)
RULE_NOT_COVERED = ProblemKind(
    "rule-not-covered",
    "error",
    "a rule of the source that nothing expresses",
    "{count} rules of the source are expressed by nothing: {ids}",
    "name them in an `expresses:` of the definition, verb or rule that does it, or take them out of `covers`",
    "A rulebook that is said to be covered must be.",
    "",
    "",
)
RULE_UNKNOWN = ProblemKind(
    "rule-unknown",
    "error",
    "a rule id that the pack does not cover",
    "`{id}` is not among the rules that this pack covers",
    "{hint}",
    "A misspelt rule id leaves the real rule uncovered.",
    "",
    "",
)
UNKNOWN_DESPITE = ProblemKind(
    "unknown-despite",
    "error",
    "an `allow` that lifts nothing",
    "no `forbid` is called `{name}`",
    "{hint}",
    "An `allow` undoes exactly the `forbid` that it names.",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nforbid hit as truce where any\nallow hit where any despite truc",
    "kind hero { health: int 1.. counter damage: int 0.. = 0 counter ready: bool = yes }\nverb hit target: hero { target.damage += 1 }\nforbid hit as truce where any\nallow hit where any despite truce",
)
