"""Decisions: what is chosen, from what, by whom."""
from __future__ import annotations

from ..problems import ProblemKind
from .sources import HERO

NOT_A_SELECTION = ProblemKind(
    code="not-a-selection",
    severity="error",
    title="a choice that does not say of what",
    message="this does not say what is chosen",
    help="write `a hero`, `2 heroes`, `up to 2 heroes`, `any number of q`",
    why="A choice needs its options.",
    bad=HERO + "sequence turn by h: hero { choose 3 as x }\n",
    good=HERO + "sequence turn by h: hero { choose a hero as x }\n",
)
_SLEEVES = """\
kind sleeve is card { good: bool = no }
zone deck: list of sleeve seen by nobody
sleeve "Ace" x4 { starts_in: deck   good: yes }
verb draw_it what: sleeve? = none { if what is not none { put what into the table } }
"""
CHOICE_OF_NOTHING = ProblemKind(
    code="choice-of-nothing",
    severity="error",
    title="a choice without options",
    message="there is nothing to choose",
    help="give it at least one option",
    why="A choice without an option can never be made.",
    bad=HERO + "sequence turn by h: hero { choose a hero from [] as x }\n",
    good=HERO + "sequence turn by h: hero { choose a hero as x }\n",
)
TELLING_CHOICE = ProblemKind(
    code="telling-choice",
    severity="warning",
    title="a choice that tells what nobody sees",
    message="whoever chooses learns which things of `{name}` fit, and nobody sees them",
    help="write `reveal_to {name} to [who]` before, choose `random`, or choose without asking what they are",
    why="Of hidden things a choice offers those that fit, so that the number and the places of them are told.",
    bad=_SLEEVES + 'verb seek by who: player { choose a sleeve from deck where it.good by who as s else skip; draw_it s }\n',
    good=_SLEEVES + "verb seek by who: player {\n  reveal_to deck to [who]\n  choose a sleeve from deck where it.good by who as s else skip\n  draw_it s\n}\n",
)
CHOICE_UNUSED = ProblemKind(
    code="choice-unused",
    severity="error",
    title="a choice that nothing uses",
    message="what is chosen has no name",
    help="add `as x` and use `x` below",
    why="A choice without consequences is a slip.",
    bad=HERO + "sequence turn by h: hero { choose a hero }\n",
    good=HERO + "sequence turn by h: hero { choose a hero as x }\n",
)
CHOICE_IN_EXPRESSION = ProblemKind(
    code="choice-in-expression",
    severity="error",
    title="a choice inside an expression",
    message="an expression cannot ask",
    help="choose in a statement before: `choose a hero as x`",
    why="Expressions only read; decisions stand in statements, so that they can be recorded and undone.",
    bad=HERO + "define x = a hero\n",
    good=HERO + "define x = first(heros)\n",
)
WRONG_ELSE = ProblemKind(
    code="wrong-else",
    severity="error",
    title="an `else` that a choice does not know",
    message="`else {found}` is not an answer to too few options",
    help="write `else skip` or `else fail`",
    why="Too few options must have a stated outcome.",
    bad=HERO + "sequence turn by h: hero { choose a hero as x else pass }\n",
    good=HERO + "sequence turn by h: hero { choose a hero as x else skip }\n",
)
NO_DECIDER = ProblemKind(
    code="no-decider",
    severity="error",
    title="a decision that does not say whose it is",
    message="nobody is named to decide",
    help="add `by` and a seat, a group or a thing whose controller decides",
    why="A decision without a person cannot be asked.",
    bad=HERO + "verb go { choose a hero as x }\n",
    good=HERO + "verb go by h: hero { choose a hero as x }\n",
)
NOT_A_DECIDER = ProblemKind(
    code="not-a-decider",
    severity="error",
    title="a decision given to something that cannot decide",
    message="a {found} cannot decide",
    help="name a seat, a group, or a thing whose controller decides",
    why="Only people decide.",
    bad=HERO + "verb go { choose a hero by 3 as x }\n",
    good=HERO + "verb go by h: hero { choose a hero by h as x }\n",
)
NOT_OFFERED = ProblemKind(
    code="not-offered",
    severity="error",
    title="an offer of something that cannot be done",
    message="`{name}` cannot be offered",
    help="{hint}",
    why="An offer lists verbs, sequences and classes.",
    bad=HERO + "sequence turn by h: hero { offer [atack] by h else pass }\n",
    good=HERO + """\
verb attack by h: hero { h.damage += 1 }
sequence turn by h: hero { offer [attack] by h else pass }
""",
)
NO_VERB_OF_UNIT = ProblemKind(
    code="no-verb-of-unit",
    severity="error",
    title="an amount that no verb deals out",
    message="{count} verbs give {unit} to a {item}; there must be one",
    help="declare `verb gain amount: int of {unit}, who: {item} {{ }}`",
    why="Each part of a shared amount goes to its receiver by a verb, so that it can be hooked.",
    bad=HERO + "sequence turn by h: hero { share 4 gold among heros by h }\n",
    good=HERO + """\
verb earn amount: int of gold, who: hero { who.damage -= amount }
sequence turn by h: hero { share 4 gold among heros by h }
""",
)
TWO_VALUES = ProblemKind(
    code="two-values",
    severity="error",
    title="two parts of a `together` that set one value differently",
    message="`{name}` cannot become two values at once",
    help="set it once; or leave out `together`, if one comes after the other",
    why="In a `together` everything changes at the same moment, so there is no last one that would hold.",
    bad=HERO + "verb rest h: hero { together { h.damage = 0; h.damage = 1 } }\n",
    good=HERO + "verb rest h: hero { together { h.damage = 0 } }\n",
)
UNKNOWN_ANSWER = ProblemKind(
    code="unknown-answer",
    severity="error",
    title="an answer in a test that nothing in the game is called",
    message="nothing is called `{name}`, so it can never be an answer",
    help="{hint}",
    why="`refuse` with a misspelt answer would hold whatever the rules say.",
    bad=HERO + """\
hero "Ada" { health: 3 }
verb pick chooser: hero { choose a hero from heros by chooser as h; h.damage = 1 }
test "picking" {
  answer ["Adda"]
  pick chooser: "Ada"
}
""",
    good=HERO + """\
hero "Ada" { health: 3 }
verb pick chooser: hero { choose a hero from heros by chooser as h; h.damage = 1 }
test "picking" {
  answer ["Ada"]
  pick chooser: "Ada"
}
""",
)
