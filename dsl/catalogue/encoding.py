"""Findings about the characters of a file."""
from __future__ import annotations

from ..problems import ProblemKind

NOT_UTF8 = ProblemKind(
    "not-utf8", "error", "the file is not UTF-8",
    "{what}",
    "save the file as UTF-8 in the editor",
    "A file that is read in the wrong encoding has other names in it than its author wrote; guessing would hide that.",
    bad='# file: page.rw, saved as latin-1\ncard "Café" { }\n', good='# file: page.rw\ncard "Café" { }\n',
)
LOST_CHARACTER = ProblemKind(
    "lost-character", "error", "a character was lost in an earlier conversion",
    "{number} stands where an earlier conversion lost a character",
    "write the character that was meant",
    "U+FFFD is what a program writes when it cannot read a character; it is never part of a name.",
    bad='card "M\ufffdre" { }', good='card "Mire" { }',
)
CONTROL_CHARACTER = ProblemKind(
    "control-character", "error", "a control character",
    "{number} ({name}) cannot stand in a file",
    "delete it, or write a blank; a file that is full of them is no text, or was cut short",
    "Control characters are invisible, break other tools, and are nearly always left over from a copy.",
    bad='card "A" { }\x0b', good='card "A" { }',
)
MISPLACED_BOM = ProblemKind(
    "misplaced-bom", "error", "a byte-order mark in the middle of a file",
    "a byte-order mark stands in the middle of the file",
    "delete it; files that were pasted together often hold one",
    "The mark is allowed as the first character only; anywhere else it is an invisible letter.",
    bad='card "A" { }\n\ufeffcard "B" { }', good='card "A" { }\ncard "B" { }',
)
DIRECTION_CHARACTER = ProblemKind(
    "direction-character", "error", "a character that turns the direction of writing",
    "{number} ({name}) makes the text look other than it is",
    "delete it",
    "With such characters a line can show one rule and mean another; no rule needs them.",
    bad='# \u202e\ncard "A" { }', good='card "A" { }',
)
INVISIBLE_CHARACTER = ProblemKind(
    "invisible-character", "error", "an invisible character",
    "{number} ({name}) cannot be seen, but makes a different name",
    "delete it",
    "Two names that look the same would be two things.",
    bad='card "A\u200bB" { }', good='card "AB" { }',
)
MIXED_SCRIPTS = ProblemKind(
    "mixed-scripts", "error", "letters of two scripts in one word",
    "`{word}` mixes scripts: {odd} only looks familiar",
    "type the letter again on the keyboard of the rest of the word",
    "A Cyrillic or Greek letter that looks like a Latin one makes a second name that nobody can tell from the first.",
    bad='card "Bl\u0430de" { }', good='card "Blade" { }',
)
