"""Clauses, handlers and statements: what applies when, to what, for how long, and what a verb is given."""
from __future__ import annotations

from ..problems import ProblemKind
from .sources import HERO

NOT_A_STAT = ProblemKind(
    code="not-a-stat",
    severity="error",
    title="a clause on something that is no stat",
    message="`{name}` is a {role}, not a stat",
    help="declare it with `stat`, or change it with an assignment if it is a counter",
    why="Clauses change what reading a stat gives, never the printed value and never a counter.",
    bad=HERO + 'rule "R" { modify damage +1 for heros }\n',
    good="""\
kind hero { stat health: int 1.. }
rule "R" { modify health +1 for heros }
""",
)
MODIFY_FORM = ProblemKind(
    code="modify-form",
    severity="error",
    title="a clause whose change cannot be read",
    message="`{word}` needs a stat and a change",
    help="write `modify armor +1 for ...`, `modify armor to 0 for ...`, `cap armor at 3 for ...`",
    why="The clause must say what changes and by how much.",
    bad="""\
kind hero { stat armor: int 0.. }
rule "R" { modify armor for heros }
""",
    good="""\
kind hero { stat armor: int 0.. }
rule "R" { modify armor +1 for heros }
""",
)
NO_WHERE = ProblemKind(
    code="no-where",
    severity="error",
    title="a handler or restriction that does not say when",
    message="`{word}` has no `where`",
    help="say when it applies, or write `where any` if it is every time",
    why="A filter that is left out must never mean everything by accident.",
    bad=HERO + """\
verb hit target: hero { target.damage += 1 }
rule "Ow" { after hit { } }
""",
    good=HERO + """\
verb hit target: hero { target.damage += 1 }
rule "Ow" { after hit where any { } }
""",
)
RESTRICTION_AS_FIELD = ProblemKind(
    code="restriction-as-field",
    severity="error",
    title="a restriction written like a field",
    message="`{name}:` has no meaning in `{word}`: what restricts it is a condition",
    help="{hint}",
    why="A restriction that nobody reads is none, so the rule would work on everything.",
    bad=HERO + """\
verb hit target: hero { target.damage += 1 }
hero "Ann" {
  health: 3
  after hit target: self { }
}
""",
    good=HERO + """\
verb hit target: hero { target.damage += 1 }
hero "Ann" {
  health: 3
  after hit where target is self { }
}
""",
)
NO_DURATION = ProblemKind(
    code="no-duration",
    severity="error",
    title="a lasting effect without an end",
    message="`{word}` inside a body has no end",
    help="say `until end of ...`, `until next ...`, `while ...` or `once`",
    why="An effect that nothing ends would outlive its card without anybody having said so.",
    bad="""\
kind hero { stat armor: int 0.. }
verb shield h: hero { modify armor +1 for h }
""",
    good="""\
kind hero { stat armor: int 0.. }
sequence turn { }
verb shield h: hero { modify armor +1 for h until end of turn }
""",
)
UNTIL_FORM = ProblemKind(
    code="until-form",
    severity="error",
    title="an end that cannot be read",
    message="an end is `end of ...`, `start of ...` or `next ...`",
    help="write `until end of turn`",
    why="An effect must know when to stop.",
    bad="""\
kind hero { stat armor: int 0.. }
sequence turn { }
verb shield h: hero { modify armor +1 for h until turn }
""",
    good="""\
kind hero { stat armor: int 0.. }
sequence turn { }
verb shield h: hero { modify armor +1 for h until end of turn }
""",
)
AT_FORM = ProblemKind(
    code="at-form",
    severity="error",
    title="`at` without start or end",
    message="`at` needs `start of` or `end of`",
    help="write `at start of turn` or `at end of turn`",
    why="A sequence has two moments of its own.",
    bad="""\
sequence turn { }
rule "R" { at turn where any { } }
""",
    good="""\
sequence turn { }
rule "R" { at end of turn where any { } }
""",
)
NOT_A_PERIOD = ProblemKind(
    code="not-a-period",
    severity="error",
    title="a period that does not last",
    message="`{name}` is no sequence or step",
    help="{hint}",
    why="Only sequences and steps last long enough to end, limit or count by.",
    bad="""\
verb turn { }
verb go { }
limit go to 1 per turn
""",
    good="""\
sequence turn { }
verb go { }
limit go to 1 per turn
""",
)
WRONG_LABELS = ProblemKind(
    code="wrong-labels",
    severity="error",
    title="a label that a verb does not have",
    message="{reason}",
    help="use the labels of its declaration",
    why="A label that is not read would be a target that is not hit.",
    bad=HERO + """\
verb deal amount: int of damage, to target: hero { target.damage += amount }
verb hit h: hero { deal 2 damage at h }
""",
    good=HERO + """\
verb deal amount: int of damage, to target: hero { target.damage += amount }
verb hit h: hero { deal 2 damage to h }
""",
)
DOUBLED_LABEL = ProblemKind(
    code="doubled-label",
    severity="error",
    title="a label or parameter given twice",
    message="`{name}` is given twice",
    help="keep one of them",
    why="Of two values one would silently win.",
    bad=HERO + """\
verb hit target: hero { target.damage += 1 }
verb go h: hero { hit target: h target: h }
""",
    good=HERO + """\
verb hit target: hero { target.damage += 1 }
verb go h: hero { hit h }
""",
)
MISSING_ARGUMENT = ProblemKind(
    code="missing-argument",
    severity="error",
    title="a call or form without a part that it needs",
    message="`{name}` needs {missing}",
    help="add it",
    why="Nothing that a rule needs is ever guessed.",
    bad=HERO + """\
verb deal amount: int of damage, to target: hero { target.damage += amount }
verb hit h: hero { deal 2 damage }
""",
    good=HERO + """\
verb deal amount: int of damage, to target: hero { target.damage += amount }
verb hit h: hero { deal 2 damage to h }
""",
)
NO_RESULT = ProblemKind(
    code="no-result",
    severity="error",
    title="the result of a verb that has none",
    message="`{name}` has no result",
    help="give the verb `counter result: type = start`, or leave `as` out",
    why="There is no value to remember.",
    bad=HERO + """\
verb hit target: hero { target.damage += 1 }
verb go h: hero { hit h as r }
""",
    good=HERO + """\
verb hit target: hero { target.damage += 1 }
verb go h: hero { hit h }
""",
)
DOUBLED_TAIL = ProblemKind(
    code="doubled-tail",
    severity="error",
    title="a condition, a duration or another tail given twice",
    message="`{name}` is given twice",
    help="keep one of them; conditions are joined with `and`",
    why="Of two conditions only one would be looked at.",
    bad=HERO + """\
verb hit target: hero { target.damage += 1 }
after hit where target.damage > 1 where target.damage < 3 { hit target }
""",
    good=HERO + """\
verb hit target: hero { target.damage += 1 }
after hit where target.damage > 1 and target.damage < 3 { hit target }
""",
)
MISPLACED = ProblemKind(
    code="misplaced",
    severity="error",
    title="something in a place where it means nothing",
    message="{what} has no meaning in {where}",
    help="{hint}",
    why="What is written where nobody reads it is a rule that never works.",
    bad="""\
sequence turn { }
verb go { step roll { } }
""",
    good="""\
sequence turn { step roll { } }
verb go { }
""",
)
STOP_OUTSIDE = ProblemKind(
    code="stop-outside",
    severity="error",
    title="`stop` outside a loop",
    message="`stop` leaves a loop, and there is none here",
    help="take it out, or put the statements into an `if`",
    why="Outside a loop there is nothing to leave.",
    bad="verb go { stop }\n",
    good="verb go { repeat 3 times { stop } }\n",
)
NOT_TIMES = ProblemKind(
    code="not-times",
    severity="error",
    title="`repeat` without a number or a condition",
    message="`repeat` needs to know how often",
    help="write `repeat 3 times`, `repeat up to 9 times while ...` or `repeat until ...`",
    why="A loop must have an end.",
    bad="verb go { repeat { } }\n",
    good="verb go { repeat 3 times { } }\n",
)
NOT_DICE = ProblemKind(
    code="not-dice",
    severity="error",
    title="a roll without dice",
    message="`roll` needs a number of dice",
    help="write `roll 2 d6 as dice` or `roll (n) d10 as dice`",
    why="Dice have a number of sides, from 2 to 1000.",
    bad="verb go { roll 2 dice as d }\n",
    good="verb go { roll 2 d6 as d }\n",
)
WHEN_NOT_OPTION = ProblemKind(
    code="when-not-option",
    severity="error",
    title="`when` on something that changes",
    message="`when` may only look at options",
    help="use `if` or `where` for what changes in play",
    why="What `when` switches on is fixed when a game starts.",
    bad=HERO + 'when count(heros) > 2 { rule "R" { } }\n',
    good=HERO + """\
option hard: bool = no
when hard { rule "R" { } }
""",
)

FAMILY_INCLUDES = ProblemKind(
    code="family-includes",
    severity="error",
    title="a family that includes clauses without a source and a subject",
    message="a family that includes `modify` or `prevent` has two names",
    help="write `family name(source, subject) {{ includes: modify, prevent }}`",
    why="A clause reaches from the thing whose text it is to the thing that it changes: two names, in this order.",
    bad="family harm(x) { includes: modify }\n",
    good="family harm(x, y) { includes: modify }\n",
)
