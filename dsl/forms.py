"""Words that are no reserved words, and that the language itself gives a meaning: clauses, handlers, statements, declarations, and what only tests say.

Each with how it is written and what it means, for `explain` and the reference. A test proves that the compiler knows exactly these words.
"""
from __future__ import annotations

from typing import Literal, NamedTuple

What = Literal["clause", "handler", "statement", "declaration", "in tests", "in bots"]


class Form(NamedTuple):
    """One word: what it begins, how it is written, what that means."""

    word: str
    what: What
    use: str
    meaning: str


_ROWS: tuple[tuple[str, What, str, str], ...] = (
    ("modify", "clause", "modify STAT +n for THINGS", "changes what reading a stat gives: by `+n` or `-n`, or `to v`; the printed value stays"),
    ("cap", "clause", "cap STAT at n for THINGS", "reading the stat gives at most n"),
    ("floor", "clause", "floor STAT at n for THINGS", "reading the stat gives at least n"),
    ("forbid", "clause", "forbid VERB where C unless D as NAME", "the verb, or every verb of a family, cannot happen while the conditions hold"),
    ("allow", "clause", "allow VERB where C despite NAME", "lifts the one `forbid` of that name, and no other"),
    ("oblige", "clause", "oblige VERB where C so that D if able", "narrows the options of the verb to those for which D holds"),
    ("limit", "clause", "limit VERB to n per PERIOD for each NAME", "the verb happens at most n times in one running of the period"),
    ("prevent", "clause", "prevent n UNIT where C", "a shield: lowers the amount of matching verbs until it is used up"),
    ("mute", "clause", "mute THINGS", "they lose their abilities, clauses, handlers and members, and can get none"),
    ("grant", "clause", "grant ABILITY for THINGS", "they have the ability as long as the clause holds"),
    ("before", "handler", "before VERB where C { ... }", "runs before the verb; may change its parameters, or `cancel` it"),
    ("after", "handler", "after VERB where C { ... }", "runs after the verb has happened"),
    ("instead of", "handler", "instead of VERB where C { ... }", "runs in the place of the verb, if its own body is possible"),
    ("at", "handler", "at start of SEQUENCE where C { ... }", "runs first in a sequence or step; `at end of` runs last"),
    ("on", "handler", "on VERB { ... }", "after the verb, when its first parameter is this card"),
    ("react", "handler", "react before VERB where C by WHO costs COST { ... }", "the same, offered to somebody who may decline"),
    ("choose", "statement", "choose up to 2 cards from q where C by who as x else skip", "somebody decides; `choose option by who { ... }` is a menu"),
    ("offer", "statement", "offer [VERBS, CLASSES] by who until pass", "lists everything legal with its targets and costs, and runs what is taken"),
    ("may", "statement", "may \"question\" by who { ... } else { ... }", "asks for yes or no"),
    ("repeat", "statement", "repeat up to n times while C { ... }", "runs its block again; it always has an end"),
    ("share", "statement", "share n UNIT among THINGS by who", "deals an amount out in equal parts; who decides says who gets what is left"),
    ("spread", "statement", "spread n UNIT among THINGS by who", "deals an amount out as who decides likes"),
    ("do", "statement", "do EFFECT", "runs an effect that a thing carries in a slot"),
    ("end", "statement", "end SEQUENCE", "ends the running of a sequence after what runs now"),
    ("skip", "statement", "skip", "leaves the rest of the running step out"),
    ("cancel", "statement", "cancel", "in a `before` handler: the verb does not happen"),
    ("continue", "statement", "continue NAME: value", "in an `instead of` handler: goes on with the verb, changed"),
    ("advance", "statement", "advance DIAL by n", "moves a dial on; it wraps and counts its laps"),
    ("step", "statement", "step NAME where C while D { ... }", "a part of a sequence that handlers, limits and durations can name"),
    ("rule", "declaration", "rule \"Name\" { ... }", "clauses and handlers that belong to no card"),
    ("group", "declaration", "group NAME { members: q   decider: who   consent: none }", "several who decide together"),
    ("family", "declaration", "family NAME(x, y)", "a name for many verbs, so that one clause reaches all of them"),
    ("board", "declaration", "board \"Name\" { ... }", "spaces and the links between them"),
    ("bot", "declaration", "bot \"NAME\" for K { prefer V by N where C }", "a player that is a program: what it thinks of answers"),
    ("prefer", "in bots", "prefer V by N where C", "adds to the worth of an answer; `at V` says inside of which V the question is asked"),
    ("policy", "declaration", "policy { NAME: WORD }", "settles what games do differently; a game leaves none open"),
    ("test", "declaration", "test \"name\" { ... }", "a scripted piece of a game, with what is expected of it"),
    ("box", "declaration", "box { KIND: n }", "how many of each component the box holds; compared with what the rules need"),
    ("scenario", "declaration", "scenario \"Name\" { OPTION: value }", "options that belong together, by a name that people choose before a game"),
    ("given", "in tests", "given THING at SPACE", "puts a thing somewhere before the test begins"),
    ("dice", "in tests", "dice [1, 6, 3]", "what the next dice show"),
    ("answer", "in tests", "answer [\"pass\"]", "what the next decisions are"),
    ("start", "in tests", "start", "runs the game from its beginning until an answer is missing"),
    ("refuse", "in tests", "refuse VERB ...", "the verb must be impossible here"),
    ("permit", "in tests", "permit VERB ...", "the verb must be possible here"),
)

FORMS: dict[str, Form] = {row[0]: Form(*row) for row in _ROWS}
