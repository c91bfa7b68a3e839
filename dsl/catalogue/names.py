"""Names: what nothing defines, what two things define, what gives no name."""
from __future__ import annotations

from ..problems import ProblemKind
from .sources import HERO

UNKNOWN_NAME = ProblemKind(
    code="unknown-name",
    severity="error",
    title="a word that means nothing here",
    message="unknown name `{name}`",
    help="{hint}",
    why="A misspelt name that is read by nothing makes an effect hit everything, or nothing.",
    bad=HERO + "define hurt(h: hero) = h.damage > tretshold\n",
    good=HERO + "define hurt(h: hero, threshold: int) = h.damage > threshold\n",
)
UNKNOWN_THING = ProblemKind(
    code="unknown-thing",
    severity="error",
    title="a quoted name that no definition has",
    message='no thing or space is called "{name}"',
    help="{hint}",
    why="A reference to a thing that does not exist would never do what the card says.",
    bad=HERO + """\
kind item { owner_is: hero }
hero "Mírë" { health: 3 }
item "Ring" { owner_is: "Mire" }
""",
    good=HERO + """\
kind item { owner_is: hero }
hero "Mírë" { health: 3 }
item "Ring" { owner_is: "Mírë" }
""",
)
NAME_OF_NOTHING = ProblemKind(
    code="name-of-nothing",
    severity="warning",
    title="a name is compared with a text that nothing is called",
    message='nothing is called "{name}", so this is never its name',
    help="{hint}",
    why="What is chosen by its name would silently never be found.",
    bad=HERO + """\
hero "Ada" { health: 3 }
define leads(h: hero) = h.name is "Adah"
""",
    good=HERO + """\
hero "Ada" { health: 3 }
define leads(h: hero) = h.name is "Ada"
""",
)
UNKNOWN_KIND = ProblemKind(
    code="unknown-kind",
    severity="error",
    title="a kind that is not declared",
    message="unknown kind `{name}`",
    help="{hint}",
    why="A thing must be of a declared kind, so that its fields can be checked.",
    bad="kind hero is persn { }\n",
    good="""\
kind person { }
kind hero is person { }
""",
)
UNKNOWN_TYPE = ProblemKind(
    code="unknown-type",
    severity="error",
    title="a type that is not declared",
    message="unknown type `{name}`",
    help="{hint}",
    why="Only declared types can be checked.",
    bad="kind hero { health: integer }\n",
    good="kind hero { health: int }\n",
)
UNKNOWN_FIELD = ProblemKind(
    code="unknown-field",
    severity="error",
    title="a field or part that does not exist",
    message="`{kind}` has no `{name}`",
    help="{hint}",
    why="A misspelt field is read by nothing, so its restriction would silently be none.",
    bad=HERO + 'hero "Ada" { healht: 3 }\n',
    good=HERO + 'hero "Ada" { health: 3 }\n',
)
UNKNOWN_STAT = ProblemKind(
    code="unknown-stat",
    severity="error",
    title="a stat that does not exist",
    message="`{kind}` has no stat `{name}`",
    help="{hint}",
    why="A clause on a stat that nothing reads does nothing.",
    bad="""\
kind hero { stat armor: int 0.. }
rule "Shield" { modify armour +1 for heros }
""",
    good="""\
kind hero { stat armor: int 0.. }
rule "Shield" { modify armor +1 for heros }
""",
)
UNKNOWN_VERB = ProblemKind(
    code="unknown-verb",
    severity="error",
    title="a statement whose word is no verb",
    message="unknown verb `{name}`",
    help="{hint}",
    why="A statement that nothing carries out would be a silent hole in the rules.",
    bad=HERO + """\
verb hit target: hero { target.damage += 1 }
verb smash target: hero { hti target }
""",
    good=HERO + """\
verb hit target: hero { target.damage += 1 }
verb smash target: hero { hit target }
""",
)
UNKNOWN_FUNCTION = ProblemKind(
    code="unknown-function",
    severity="error",
    title="a function that does not exist",
    message="unknown function `{name}`",
    help="{hint}",
    why="Only declared defines and the built-in functions have a value.",
    bad=HERO + "define crowd = cuont(heros)\n",
    good=HERO + "define crowd = count(heros)\n",
)
UNKNOWN_ABILITY = ProblemKind(
    code="unknown-ability",
    severity="error",
    title="an ability that is not declared",
    message="unknown ability `{name}`",
    help="{hint}",
    why="Abilities are named bundles; a misspelt one would be an ability that nobody has.",
    bad=HERO + """\
ability taunt { }
hero "Ada" { health: 3   has: tuant }
""",
    good=HERO + """\
ability taunt { }
hero "Ada" { health: 3   has: taunt }
""",
)
UNKNOWN_FAMILY = ProblemKind(
    code="unknown-family",
    severity="error",
    title="a family that is not declared",
    message="unknown family `{name}`",
    help="{hint}",
    why="A verb that joins a misspelt family would not be barred with it.",
    bad=HERO + """\
family harm(x)
verb hit target: hero is hram(target) { target.damage += 1 }
""",
    good=HERO + """\
family harm(x)
verb hit target: hero is harm(target) { target.damage += 1 }
""",
)
UNKNOWN_EVENT = ProblemKind(
    code="unknown-event",
    severity="error",
    title="a handler or clause on something that never happens",
    message="nothing is called `{name}` that could happen",
    help="{hint}",
    why="A handler on a misspelt verb never runs.",
    bad=HERO + """\
verb hit target: hero { target.damage += 1 }
rule "Ow" { after htt where any { } }
""",
    good=HERO + """\
verb hit target: hero { target.damage += 1 }
rule "Ow" { after hit where any { } }
""",
)
UNKNOWN_STEP = ProblemKind(
    code="unknown-step",
    severity="error",
    title="a step that a sequence does not have",
    message="`{sequence}` has no step `{name}`",
    help="{hint}",
    why="A handler on a misspelt step never runs.",
    bad="""\
sequence turn { step draw { } }
rule "R" { at end of turn.drow where any { } }
""",
    good="""\
sequence turn { step draw { } }
rule "R" { at end of turn.draw where any { } }
""",
)
UNKNOWN_DECLARATION = ProblemKind(
    code="unknown-declaration",
    severity="error",
    title="a line at top level whose word is no kind",
    message="`{name}` declares nothing",
    help="{hint}",
    why="A definition must be of a declared kind, or nothing would check it.",
    bad=HERO + 'heor "Ada" { health: 3 }\n',
    good=HERO + 'hero "Ada" { health: 3 }\n',
)
UNKNOWN_IN_DEFINITION = ProblemKind(
    code="unknown-in-definition",
    severity="error",
    title="a word that nothing in a definition begins with",
    message="`{name}` means nothing in a {kind}",
    help="{hint}",
    why="What the compiler cannot place, no game would ever do.",
    bad=HERO + """\
hero "Ada" {
  health: 3
  befre turn where any { }
}
""",
    good=HERO + """\
sequence turn { }
hero "Ada" {
  health: 3
  before turn where any { }
}
""",
)
UNKNOWN_TAG = ProblemKind(
    code="unknown-tag",
    severity="error",
    title="a word before a unit that no enum lists",
    message="unknown tag `{name}`",
    help="{hint}",
    why="A misspelt kind of damage would slip past every shield against it.",
    bad=HERO + """\
enum damage_type { fire, frost }
verb deal amount: int of damage, to target: hero { target.damage += amount }
verb burn target: hero { deal 2 fier damage to target }
""",
    good=HERO + """\
enum damage_type { fire, frost }
verb deal amount: int of damage, to target: hero { target.damage += amount }
verb burn target: hero { deal 2 fire damage to target }
""",
)
UNKNOWN_SCENARIO = ProblemKind(
    code="unknown-scenario",
    severity="error",
    title="a scenario that is not there",
    message="no scenario is called `{name}`",
    help="{hint}",
    why="A test of a scenario is played with exactly the options that the scenario sets.",
    bad=HERO + """\
hero "Ada" { health: 3 }
option hard: bool = no
scenario "Siege" { hard: yes }
test "a hard game" { scenario: "Seige"; expect "Ada".health is 3 and hard }
""",
    good=HERO + """\
hero "Ada" { health: 3 }
option hard: bool = no
scenario "Siege" { hard: yes }
test "a hard game" { scenario: "Siege"; expect "Ada".health is 3 and hard }
""",
)
UNKNOWN_DESPITE = ProblemKind(
    code="unknown-despite",
    severity="error",
    title="an `allow` that lifts nothing",
    message="no `forbid` is called `{name}`",
    help="{hint}",
    why="An `allow` undoes exactly the `forbid` that it names.",
    bad=HERO + """\
verb hit target: hero { target.damage += 1 }
forbid hit as truce where any
allow hit where any despite truc
""",
    good=HERO + """\
verb hit target: hero { target.damage += 1 }
forbid hit as truce where any
allow hit where any despite truce
""",
)
THE_ONE_OF_SEVERAL = ProblemKind(
    code="the-one-of-several",
    severity="error",
    title="`the` where several could be meant",
    message="`the {name}` could be {choices}",
    help="say which of them by its name",
    why="`the` means the only one in sight; with two of them a rule would silently be about one, or about none.",
    bad="""\
verb fence attacker: fighter, on target: fighter { destroy the fighter }
""",
    good="""\
verb fence attacker: fighter, on target: fighter { destroy target }
verb strike by attacker: player, on target: fighter { destroy the fighter }
""",
)
AMBIGUOUS_NAME = ProblemKind(
    code="ambiguous-name",
    severity="error",
    title="a name that two packs define",
    message="`{name}` is ambiguous: {choices}",
    help="write the pack before it",
    why="Guessing which of two cards is meant would let an unrelated pack change a rule.",
    bad="""\
# pack: frost
card "Shock" { }
# pack: storm
card "Shock" { }
# pack: home, requires frost, requires storm
verb fizzle { discard "Shock" into box }
""",
    good="""\
# pack: frost
card "Shock" { }
# pack: storm
card "Shock" { }
# pack: home, requires frost, requires storm
verb fizzle { discard frost:"Shock" into box }
""",
)
AMBIGUOUS_VERB = ProblemKind(
    code="ambiguous-verb",
    severity="error",
    title="a call that two verbs fit equally well",
    message="`{name}` could be any of {choices}",
    help="use a label that only one of them has, or narrow the types",
    why="A call must mean one verb.",
    bad=HERO + """\
verb hit target: hero, other: thing? { }
verb hit target: thing, other: hero? { }
verb go h: hero { hit h }
""",
    good=HERO + """\
verb hit target: hero { }
verb hit target: thing { }
verb go h: hero { hit h }
""",
)
SEVERAL_COPIES = ProblemKind(
    code="several-copies",
    severity="error",
    title="a name of several copies where one thing is wanted",
    message='there are {copies} copies of "{name}"',
    help='say which: `a`, `all`, or filter with `where it.name is "{name}"`',
    why="A name must mean one thing.",
    bad="""\
kind card { }
card "Rat" x2 { }
verb drop { put "Rat" into box }
""",
    good="""\
kind card { }
card "Rat" { }
verb drop { put "Rat" into box }
""",
)
DUPLICATE = ProblemKind(
    code="duplicate",
    severity="error",
    title="two declarations of one name",
    message="`{name}` is defined twice",
    help="rename one of them, or change the first with `extend` or `override`",
    why="Of two definitions one would silently win.",
    bad=HERO + """\
hero "Ada" { health: 3 }
hero "Ada" { health: 4 }
""",
    good=HERO + """\
hero "Ada" { health: 3 }
hero "Bea" { health: 4 }
""",
)
UNKNOWN_HOLE = ProblemKind(
    code="unknown-hole",
    severity="error",
    title="a name in the braces of a text that nothing there has",
    message="the text of `{verb}` asks for `{name}`, which is nothing of it",
    help="{hint}",
    why="A log would show the misspelt word to everybody who plays, and no test looks at it.",
    bad=HERO + """\
verb hit amount: int of damage, to target: hero {
  text: "{amount} for {traget}"
  target.damage += amount
}
""",
    good=HERO + """\
verb hit amount: int of damage, to target: hero {
  text: "{amount} for {target}"
  target.damage += amount
}
""",
)
NO_ID = ProblemKind(
    code="no-id",
    severity="error",
    title="a name without letters or digits",
    message='"{name}" gives no id',
    help="use letters or digits in the name",
    why="Ids are made of the letters and digits of a name.",
    bad=HERO + 'hero "!!" { health: 3 }\n',
    good=HERO + 'hero "Oh!" { health: 3 }\n',
)
BAD_ID = ProblemKind(
    code="bad-id",
    severity="error",
    title="an id that is no lower-case word",
    message="an id is one lower-case word",
    help="write it as `id: some_word`",
    why="Ids name things in saves and logs and must be plain.",
    bad=HERO + 'hero "Ada" { id: "Ada L"   health: 3 }\n',
    good=HERO + 'hero "Ada" { id: ada_l   health: 3 }\n',
)
RESERVED_NAME = ProblemKind(
    code="reserved-name",
    severity="error",
    title="a kind with the name of an engine kind",
    message="`{name}` is a kind of the engine",
    help="choose another name, or make your kind `is {name}`",
    why="The engine's own kinds mean the same in every game.",
    bad="kind zone { }\n",
    good="kind vault { }\n",
)
NOT_A_DEFINE = ProblemKind(
    code="not-a-define",
    severity="error",
    title="something else where a define is wanted",
    message="`{name}` of `{of}` is to be a define",
    help="{hint}",
    why="What takes a function works values out with it, so it needs one that is known when the pack is compiled.",
    bad="define sum_of(q: list of fighter, value: function) = total(q, value)\ndefine all_damage = sum_of(fighters, 3)\n",
    good="""\
define hurt(f: fighter) = f.damage
define sum_of(q: list of fighter, value: function) = total(q, value)
define all_damage = sum_of(fighters, hurt)
""",
)
UNSAYABLE_NAME = ProblemKind(
    code="unsayable-name",
    severity="error",
    title="a name that no rule could say",
    message="nothing can be called `{name}`: where a value stands, the word means something else",
    help="choose another name, such as `{name}_1`, or a word that says what it is",
    why="`a` begins `a hero`, `all` begins `all heroes`: a value of that name could never be asked for.",
    bad="verb swap a: fighter, b: fighter { exhaust b }\n",
    good="verb swap one: fighter, other: fighter { exhaust one; exhaust other }\n",
)
WORD_OF_THINGS = ProblemKind(
    code="word-of-things",
    severity="error",
    title="a name that means something else in the text of things",
    message="a {role} of the table cannot be called `{name}`: in the text of a thing or rule that is its own {meaning}",
    help="choose another name, such as `{name}_now`",
    why="A verb would see the one and a rule the other, and nothing would say so.",
    bad="counter here: int = 0\nverb step_on { if here < 9 { here += 1 } }\n",
    good="counter here_now: int = 0\nverb step_on { if here_now < 9 { here_now += 1 } }\n",
)
NAME_MISSING = ProblemKind(
    code="name-missing",
    severity="error",
    title="a definition without a name",
    message="this {kind} has no name",
    help="write the name in quotes after `{kind}`",
    why="A thing is spoken of by its name.",
    bad=HERO + "hero { health: 3 }\n",
    good=HERO + 'hero "Ada" { health: 3 }\n',
)
HIDES_NAME = ProblemKind(
    code="hides-name",
    severity="error",
    title="a variable that hides another",
    message="`{name}` is already a variable here",
    help="choose another name",
    why="Two values under one name are a trap for the reader.",
    bad=HERO + "verb go h: hero { for each h in heros { h.damage += 1 } }\n",
    good=HERO + "verb go h: hero { for each other in heros { other.damage += 1 } }\n",
)
KIND_RING = ProblemKind(
    code="kind-ring",
    severity="error",
    title="kinds that descend from each other",
    message="these kinds descend from each other: {ring}",
    help="take one `is` out of the ring",
    why="A kind must end at `thing`.",
    bad="""\
kind a is b { }
kind b is a { }
""",
    good="""\
kind a { }
kind b is a { }
""",
)
