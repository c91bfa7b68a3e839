"""The reserved words: each with where it stands and what it means, in one line.

A word is reserved only where the grammar allows it; everywhere else it is an ordinary name, so a field may be called `order` or `text`. `explain WORD`,
the reference and completion read this table, and a test proves that it holds exactly the words of the grammar.
"""
from __future__ import annotations

from typing import Literal, NamedTuple

Place = Literal["declaration", "role", "label", "tail", "statement", "operator", "article", "type"]


class Word(NamedTuple):
    """One reserved word: the places it may stand at, and its meaning."""

    word: str
    places: tuple[Place, ...]
    meaning: str


_ROWS: tuple[tuple[str, str, str], ...] = (
    ("kind", "declaration", "declares a type of things and the fields that each of them has"),
    ("extend kind", "declaration", "adds rows to a kind of another pack"),
    ("enum", "declaration", "declares a closed list of names"),
    ("extend enum", "declaration", "adds names to an enum of another pack"),
    ("define", "declaration", "gives a value a name; it has no effects and draws no dice"),
    ("verb", "declaration", "declares one indivisible change, which is also an event that anything may hook"),
    ("sequence", "declaration", "declares a verb with steps; its running is a period that durations and limits can name"),
    ("override", "declaration", "replaces a verb, sequence, define, ability or definition of another pack"),
    ("ability", "declaration", "declares a named bundle of clauses and handlers that things can have"),
    ("option", "declaration role", "a choice that is fixed when a game starts, or one line of a menu"),
    ("when", "declaration", "switches declarations on by the options of a game"),
    ("whenever", "declaration", "runs at each stable point at which its condition holds"),
    ("as soon as", "declaration", "runs at the stable point at which its condition has become true"),
    ("always", "declaration", "states what must be true of every state; a test and a check"),
    ("because", "declaration", "gives the reason that is printed when an `always` fails"),
    ("stat", "role", "a printed value that clauses may modify while the thing is in play"),
    ("counter", "role", "a value that changes during a game"),
    ("zone", "role", "a place that holds things"),
    ("seen", "role", "`seen by G` says who sees what lies in a zone"),
    ("without", "role", "`without rings`: no thing leads back to itself by way of what this row names"),
    ("rings", "role", "the second word of `without rings`"),
    ("per", "role tail", "`per P`: back to its start, or counted anew, when the period P begins"),
    ("to", "label operator", "label: what it is done to, or where it goes; `up to n` is any number not above n"),
    ("from", "label", "label: where it comes from, or who does it"),
    ("on", "label", "label: what it is done on"),
    ("onto", "label", "label: what it is put on"),
    ("into", "label", "label: what it is put in or turned into"),
    ("at", "label", "label: where or when"),
    ("with", "label", "label: what it is done with"),
    ("by", "label role", "label: who does it or decides it; `seen by` says who sees a zone"),
    ("among", "label", "label: between whom"),
    ("against", "label", "label: the other side"),
    ("for", "label", "label: whom it is for, or which things a clause changes"),
    ("before", "label", "label: before what"),
    ("after", "label", "label: after what"),
    ("under", "label", "label: below what"),
    ("as", "tail", "gives the result, the found thing or the clause a name"),
    ("where", "tail operator", "keeps only what fits the condition; `it` is each of the things"),
    ("unless", "tail", "does not apply where the condition holds"),
    ("until", "tail", "says when it ends"),
    ("next", "tail", "`until next V`: ends with the next V"),
    ("while", "tail", "applies as long as the condition holds"),
    ("so", "tail", "`so that C`: only options for which C holds"),
    ("that", "tail", "the second word of `so that`"),
    ("once", "tail", "used up after one time"),
    ("twice", "tail", "used up after two times"),
    ("for each", "tail statement", "one after the other, for each thing of a set; in a limit: counted apart for each"),
    ("despite", "tail", "names the `forbid` that an `allow` lifts"),
    ("able", "tail", "`if able`: an obligation that gives way when nothing can meet it"),
    ("costs", "tail", "what must be paid; it stands last before the block"),
    ("instead", "tail", "`instead of V`: replaces V by the block"),
    ("let", "statement", "gives a value that will not change a name"),
    ("if", "statement operator", "runs a block, or takes a value, if the condition holds"),
    ("then", "operator", "the value of an `if` whose condition holds"),
    ("else", "statement operator tail", "what is taken or done otherwise"),
    ("in order of", "statement", "says in which order a `for each` takes its things"),
    ("require", "statement", "what must hold for the verb to be legal"),
    ("expect", "statement", "what a test says must be true now"),
    ("together", "statement", "reads everything first, then changes everything at once"),
    ("stop", "statement", "leaves the nearest loop"),
    ("is", "operator declaration", "the same as; `is a K` asks for the kind; in a declaration: has this parent or family"),
    ("not", "operator", "the opposite of a condition"),
    ("and", "operator", "both conditions"),
    ("or", "operator", "at least one of two conditions"),
    ("in", "operator", "is one of a set, a list or a range such as `1..3`"),
    ("has", "operator", "has the ability"),
    ("empty", "operator", "`is empty`: holds nothing"),
    ("mod", "operator", "the rest of a division"),
    ("rounded", "operator", "says how a division rounds: `up`, `down` or `nearest`"),
    ("up", "operator", "`up to n`: any number not above n; `rounded up`: to the next whole number above"),
    ("down", "operator", "`rounded down`: to the next whole number below"),
    ("nearest", "operator", "`rounded nearest`: to the nearer whole number, a half upwards"),
    ("of", "operator type", "`f of x` is the field f of x; `list of T` is a type"),
    ("table", "operator", "looks a number up in rows such as `1..4 -> 10`"),
    ("any number of", "article", "as many as the chooser likes, none too"),
    ("all", "article", "every thing of a set"),
    ("the", "article", "the only thing of that kind"),
    ("random", "article", "drawn by chance"),
    ("a", "article", "one thing of that kind"),
    ("an", "article", "one thing of that kind"),
)

WORDS: dict[str, Word] = {word: Word(word, tuple(places.split()), meaning) for word, places, meaning in _ROWS}  # type: ignore[arg-type]
LABELS: tuple[str, ...] = tuple(word for word, row in WORDS.items() if "label" in row.places)
ROLES: tuple[str, ...] = ("stat", "counter", "zone", "option")
UNSAYABLE: frozenset[str] = frozenset({"a", "an", "all", "the", "random", "not", "if", "table", "up"})
"""Words that begin a value of their own, so that nothing that a value would name by its bare name can be called so."""
OF_SELF: dict[str, str] = {"owner": "owner", "controller": "controller", "host": "host", "here": "place"}
"""Bare words in the text of a thing that ask something of the thing itself, and what they ask."""
KIND_FIELDS: frozenset[str] = frozenset({"plural", "works_in"})
"""Rows of a kind that say something about the kind itself. All other rows without a role are printed data of its things."""
