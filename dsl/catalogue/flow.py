"""Data flow: what is never used, never written, never read, never true, never ends."""
from __future__ import annotations

from ..problems import ProblemKind
from .sources import GAME, HERO, POLICIES

_PLAY = GAME + POLICIES
_HIT = HERO + "verb hit target: hero { target.damage += 1 }\n"
_PURSE = "kind hero { counter gold: int 0.. = 5 }\n"

UNUSED = ProblemKind(
    code="unused",
    severity="warning",
    title="a declaration that a game never uses",
    message="the {what} `{name}` is used by nothing",
    help="use it, or take it out; what other packs are meant to use belongs into a pack without a game",
    why="Often a reference to it was misspelt or forgotten, and a rule is missing from the game.",
    bad=_PLAY + "sequence play { }\ndefine twice(n: int) = n + n\n",
    good=_PLAY + "sequence play { many = twice(many) }\ncounter many: int = 1\ndefine twice(n: int) = n + n\n",
)
NEVER_READ = ProblemKind(
    code="never-read",
    severity="warning",
    title="a counter that nothing looks at",
    message="the counter `{name}` is written and never read",
    help="let a rule look at it, or take it out",
    why="What nobody looks at changes nothing: the rule that should look at it is missing.",
    bad=_PLAY + "sequence play { rounds += 1 }\ncounter rounds: int = 0\n",
    good=_PLAY + "sequence play { repeat up to 9 times while rounds < 5 { rounds += 1 } }\ncounter rounds: int = 0\n",
)
NEVER_WRITTEN = ProblemKind(
    code="never-written",
    severity="warning",
    title="a counter that nothing changes",
    message="the counter `{name}` is read and never written",
    help="let a rule change it, or declare it as printed data (without `counter`)",
    why="It keeps its start for ever, so every rule that looks at it always finds the same.",
    bad=_PLAY + "sequence play { repeat up to 9 times while rounds < 5 { for each p in players { score 1 point for p } } }\ncounter rounds: int = 0\n",
    good=_PLAY + "sequence play { repeat up to 9 times while rounds < 5 { rounds += 1 } }\ncounter rounds: int = 0\n",
)
ALWAYS_TRUE = ProblemKind(
    code="always-true",
    severity="warning",
    title="a condition that always holds",
    message="this is always true: {reason}",
    help="take the condition out, or compare with what was meant",
    why="A condition that never stops anything usually compares the wrong things.",
    bad=HERO + "define whole(h: hero) = h.damage >= 0",
    good=HERO + "define whole(h: hero) = h.damage > 0",
)
ALWAYS_FALSE = ProblemKind(
    code="always-false",
    severity="warning",
    title="a condition that never holds",
    message="this is never true: {reason}",
    help="compare with a value that can occur",
    why="A rule under such a condition never works.",
    bad=HERO + "define dead(h: hero) = h.health < 1",
    good=HERO + "define dead(h: hero) = h.damage >= h.health",
)
DICE_NEVER = ProblemKind(
    code="dice-never",
    severity="warning",
    title="dice that can never succeed",
    message="a d{sides} never shows this: {reason}",
    help="the faces are 1 to {sides}",
    why="The roll has no effect: the number or the die is wrong.",
    bad=HERO + "verb strike target: hero { roll 2 d6 as dice; target.damage += count(dice where it.face >= 7) }",
    good=HERO + "verb strike target: hero { roll 2 d6 as dice; target.damage += count(dice where it.face >= 5) }",
)
DICE_ALWAYS = ProblemKind(
    code="dice-always",
    severity="warning",
    title="dice that always succeed",
    message="a d{sides} always shows this: {reason}",
    help="the faces are 1 to {sides}",
    why="The roll decides nothing: the number or the die is wrong.",
    bad=HERO + "verb strike target: hero { roll 2 d6 as dice; target.damage += count(dice where it.face >= 1) }",
    good=HERO + "verb strike target: hero { roll 2 d6 as dice; target.damage += count(dice where it.face >= 2) }",
)
NO_OPTION = ProblemKind(
    code="no-option",
    severity="warning",
    title="a choice among things of which there are none",
    message="there is never a {kind} to choose: nothing of that kind is defined or made",
    help="define one, or choose from something else",
    why="A choice without an option is a dead end, or a rule that does nothing.",
    bad=_PLAY + "kind gem is token { }\nsequence play { choose a gem by first(players) as found; exhaust found }\n",
    good=_PLAY + 'kind gem is token { }\ngem "Ruby" { }\nsequence play { choose a gem by first(players) as found; exhaust found }\n',
)
TRIGGER_RING = ProblemKind(
    code="trigger-ring",
    severity="warning",
    title="handlers that set each other off without end",
    message="these set each other off without end: {ring}",
    help="add `once per PERIOD`, a `limit`, or a condition that what happens makes false",
    why="At the table such a loop never ends; a game stops at its limit and says so.",
    bad=_HIT + 'rule "Thorns" { after hit where target.health > 2 { hit target } }',
    good=_HIT + 'sequence turn { }\nrule "Thorns" { after hit where target.health > 2 once per turn { hit target } }',
)
TOO_EARLY = ProblemKind(
    code="too-early",
    severity="error",
    title="a handler that speaks of what is not there yet",
    message="`{name}` has no value yet: this runs before the body of `{verb}`, which gives it one",
    help="hook a step inside (`at start of {verb}.STEP`), or let the verb take it as a parameter with a start",
    why="What the handler sets would be overwritten when the body begins, and what it reads is nothing.",
    bad=HERO + "sequence hunt by who: hero {\n  counter luck: int = 1\n  step search { who.damage += luck }\n}\n"
    'rule "Clover" { before hunt where any { luck = 2 } }',
    good=HERO + "sequence hunt by who: hero {\n  counter luck: int = 1\n  step search { who.damage += luck }\n}\n"
    'rule "Clover" { before hunt.search where any { luck = 2 } }',
)
FIELD_RING = ProblemKind(
    code="field-ring",
    severity="error",
    title="things that lead back to themselves",
    message="`{name}` leads in a ring: {ring}",
    help="let one of them name something else, or nothing",
    why="Whoever follows a row that is declared `without rings` from thing to thing must come to an end, and what starts in itself would be nowhere.",
    bad="kind unit is piece { upgrades: unit? = none without rings }\n"
    'unit "Squire" { upgrades: "Knight" }\nunit "Knight" { upgrades: "Squire" }\nunit "Page" { upgrades: "Squire" }\n',
    good="kind unit is piece { upgrades: unit? = none without rings }\n"
    'unit "Squire" { upgrades: "Knight" }\nunit "Knight" { }\nunit "Page" { upgrades: "Squire" }\n',
)
STAT_RING = ProblemKind(
    code="stat-ring",
    severity="warning",
    title="stats that are worked out from each other",
    message="these stats are worked out from each other: {ring}",
    help="let one of them look at something else, such as a printed row or a counter",
    why="None of them can be worked out first, so the age of the clauses decides: each sees what the older ones have made. It changes when a card comes later.",
    bad="kind hero { stat armor: int 0..   stat power: int 0.. }\n"
    "modify armor +it.power for heros\nmodify power +it.armor for heros\n",
    good="kind hero { stat armor: int 0..   stat power: int 0..   might: int 0.. }\n"
    "modify armor +it.power for heros\nmodify power +it.might for heros\n",
)
GRANT_RING = ProblemKind(
    code="grant-ring",
    severity="error",
    title="abilities that give each other",
    message="these abilities give each other without end: {ring}",
    help="let the last one give nothing, or say with one `grant` at top level who has it",
    why="Nobody could say who has them: having it would be the reason for having it.",
    bad="kind hero { colour: colour }\nenum colour { red, blue }\nability plague { grant plague for heros where it.colour is red }\n",
    good="kind hero { colour: colour }\nenum colour { red, blue }\nability plague { grant cough for heros where it.colour is red }\nability cough { }\n",
)
COST_RING = ProblemKind(
    code="cost-ring",
    severity="warning",
    title="verbs that cost each other",
    message="these verbs cost each other without end: {ring}",
    help="let one of them cost something else, or do in its block what it now costs",
    why="Whether one of them can be paid would have to be known before it is asked: a game stops there.",
    bad=_PURSE + "verb spend who: hero costs trade by who { who.gold -= 1 }\nverb trade by who: hero costs spend who { who.gold += 2 }\n",
    good=_PURSE + "verb spend who: hero { who.gold -= 1 }\nverb trade by who: hero costs spend who { who.gold += 2 }\n",
)
_SHOP = _PURSE + """player "North" { }
hero "Ada" { for: "North" }
verb pay amount: int of coin, holder: hero { require holder.gold >= amount; holder.gold -= amount }
sequence day by who: hero { offer [buy, beg] by who else pass }
verb beg by who: hero costs 1 coin of who { say "{who} begs" }
"""
PAID_IN_BLOCK = ProblemKind(
    code="paid-in-block",
    severity="warning",
    title="a verb that pays in its block what others cost",
    message="`{name}` is offered also to who cannot pay: `{paid}` stands in its block",
    help="say it in the head, `costs ...` before the block, as others do",
    why="What a verb costs is asked before it is offered. A call in its block that cannot be done is left out, and the rest happens without being paid for.",
    bad=_SHOP + "verb buy by who: hero { pay 2 coins of who; say \"{who} buys\" }\n",
    good=_SHOP + "verb buy by who: hero costs 2 coins of who { say \"{who} buys\" }\n",
)
DEFINE_TOO_HEAVY = ProblemKind(
    code="define-too-heavy",
    severity="error",
    title="a define that asks thousands of others",
    message="`{name}` asks {count} defines, those that these ask included; {limit} is the most",
    help="work a value out once, with `let` in a verb or as the parameter of a define, and use it as often as you like",
    why="Each define that asks the one before it twice doubles the work: after thirty of them nobody would live to see the value.",
    bad="counter seeds: int = 1\ndefine d0(n: int) = n + seeds\n" + "".join(f"define d{n}(n: int) = d{n - 1}(n) + d{n - 1}(n)\n" for n in range(1, 15)),
    good="counter seeds: int = 1\ndefine d0(n: int) = n + seeds\n" + "".join(f"define d{n}(n: int) = 2 * d{n - 1}(n)\n" for n in range(1, 15)),
)
OPTIONS_CLASH = ProblemKind(
    code="options-clash",
    severity="error",
    title="options that the game says do not go together",
    message="the options {who} do not go together: {options}",
    help="choose others, or change what `always` says",
    why="An `always` over options, and how many play (`count` of a kind of players), says which games there are; another one is refused before it begins.",
    bad="""\
option day: bool = no
option night: bool = no
always not (day and night) because "it is one of the two"
scenario "Dusk" {
  day: yes
  night: yes
}
when day { rule "Sun" { } }
when night { rule "Moon" { } }
""",
    good="""\
option day: bool = no
option night: bool = no
always not (day and night) because "it is one of the two"
scenario "Noon" { day: yes }
when day { rule "Sun" { } }
when night { rule "Moon" { } }
""",
)
ABSENT_UNDER_OPTIONS = ProblemKind(
    code="absent-under-options",
    severity="error",
    title="text that speaks of something which the options take out of the game",
    message="`{name}` speaks of `{other}`, which is not in the game when {options}",
    help="put this text under the same `when`, or take the other out of it",
    why="In a game with those options the rule would look for something that is not there, and the game would stop.",
    bad='option hard: bool = no\nkind hero { health: int 1..   counter damage: int 0.. = 0 }\nhero "Ada" { health: 3 }\n'
    'when hard { hero "Ogre" { health: 9 } }\nverb hunt h: hero { h.damage = "Ogre".damage }\n',
    good='option hard: bool = no\nkind hero { health: int 1..   counter damage: int 0.. = 0 }\nhero "Ada" { health: 3 }\n'
    'when hard {\n  hero "Ogre" { health: 9 }\n  verb hunt h: hero { h.damage = "Ogre".damage }\n}\n',
)
