"""The letters of a grid: `legend` and `row` lines to cells with their fields.

Cells of a row are separated by blanks, so a "letter" may have more than one character. `-` is no space, `.` is a space without fields (it needs no legend).
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import boards as rows
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.source import Span
from rulewright.dsl.walk import same_tree

from .board_draft import FieldDraft
from .board_syntax import phrase_fields
from .grids import Cell, Grid
from .names import did_you_mean

GAP, PLAIN = "-", "."
MAX_SIDE = 500
"""Columns or rows of a grid."""


@dataclass(slots=True)
class Letter:
    """One `legend` line."""

    text: str
    span: Span
    fields: list[FieldDraft]
    used: bool = False


@dataclass(slots=True)
class Mark:
    """One cell of a row: its letter and place."""

    text: str
    span: Span


@dataclass(slots=True)
class Cells:
    """The grid of one board: `lines` are its rows, None for a gap."""

    problems: list[Problem]
    letters: dict[str, Letter] = field(default_factory=dict)
    lines: list[list[Mark | None]] = field(default_factory=list)
    unknown: dict[str, Span] = field(default_factory=dict)

    def read(self, phrases: Sequence[s.Phrase]) -> list[list[Mark | None]]:
        """The rows of the grid; a row that cannot be read is reported and counts as empty, so that the others keep their numbers."""
        for phrase in phrases:
            if phrase.word.name == "legend":
                self.legend(phrase)
        places: list[Span] = []
        for phrase in phrases:
            if phrase.word.name == "row":
                self.lines.append(self.row(phrase))
                places.append(phrase.argument.span if phrase.argument is not None else phrase.word.span)
        self.same_length(places)
        return self.lines

    def legend(self, phrase: s.Phrase) -> None:
        """Takes one `legend` line."""
        text = phrase.argument.value if isinstance(phrase.argument, s.Text) else ""
        span = phrase.argument.span if phrase.argument is not None else phrase.word.span
        if not text or text == GAP or re.search(r"\s", text):
            self.problems.append(rows.BOARD_LETTER_INVALID.at(span, letter=text))
            return
        if text in self.letters:
            self.problems.append(rows.BOARD_LETTER_TWICE.at(span, letter=text, labels=[Label(self.letters[text].span, "the first one")]))
            return
        seen: dict[str, FieldDraft] = {}
        for item in phrase_fields(phrase, self.problems):
            if item.name in seen:
                self.problems.append(rows.BOARD_FIELD_TWICE.at(item.span, name=item.name, labels=[Label(seen[item.name].span, "the first one")]))
            seen.setdefault(item.name, item)
        self.letters[text] = Letter(text, span, list(seen.values()))

    def row(self, phrase: s.Phrase) -> list[Mark | None]:
        """The cells of one `row` line."""
        if not isinstance(phrase.argument, s.Text) or not phrase.argument.value.strip():
            self.problems.append(rows.BOARD_ROW_EMPTY.at(phrase.span))
            return []
        if phrase.block is not None:
            self.problems.append(rows.BOARD_EXTRA.at(phrase.block.span, what="a `row`"))
        text, start = phrase.argument, phrase.argument.span.start + 1
        found: list[Mark | None] = []
        for match in re.finditer(r"\S+", text.value):
            span = Span(text.span.file, start + match.start(), start + match.end())
            found.append(None if match.group() == GAP else self.mark(match.group(), span))
        return found

    def mark(self, text: str, span: Span) -> Mark:
        """One cell; an unknown letter is reported the first time."""
        if text in self.letters:
            self.letters[text].used = True
        elif text != PLAIN and text not in self.unknown:
            self.unknown[text] = span
            if len(text) > 1 and all(letter in self.letters or letter in (GAP, PLAIN) for letter in text):
                help_ = f"put blanks between the cells: `{' '.join(text)}`"
            else:
                help_ = did_you_mean(text, self.letters) or f'add `legend "{text}" ...`, or write `.` for a plain space and `-` for none'
            self.problems.append(rows.BOARD_LETTER_UNKNOWN.at(span, letter=text, help=help_))
        return Mark(text, span)

    def same_length(self, places: Sequence[Span]) -> None:
        """Reports each row that differs from the usual length: the commonest, the first of those that are equally common."""
        lengths = [len(line) for line in self.lines if line]
        if not lengths:
            return
        usual = max(lengths, key=lambda length: (lengths.count(length), -lengths.index(length)))
        first = next(place for place, line in zip(places, self.lines, strict=True) if len(line) == usual)
        for number, (place, line) in enumerate(zip(places, self.lines, strict=True)):
            if line and len(line) != usual:
                label = Label(first, f"this row has {usual}")
                self.problems.append(rows.BOARD_ROW_LENGTH.at(place, number=number, cells=len(line), usual=usual, labels=[label]))
        if max(lengths) > MAX_SIDE or len(lengths) > MAX_SIDE:
            self.problems.append(rows.BOARD_TOO_LARGE.at(places[0], what="this grid", limit=f"{MAX_SIDE} columns and {MAX_SIDE} rows"))
            self.lines = [line[:MAX_SIDE] for line in self.lines[:MAX_SIDE]]

    def fields_of(self, mark: Mark) -> list[FieldDraft]:
        """The fields that a cell's letter gives it."""
        letter = self.letters.get(mark.text)
        return list(letter.fields) if letter is not None else []

    def unused(self) -> None:
        """Reports letters that no row uses."""
        for letter in self.letters.values():
            if not letter.used and letter.text != PLAIN:
                self.problems.append(rows.BOARD_LETTER_UNUSED.at(letter.span, letter=letter.text))
        self.alike([letter for letter in self.letters.values() if letter.used or letter.text == PLAIN])

    def alike(self, letters: Sequence[Letter]) -> None:
        """Reports each letter that says the same as one before it: something that tells them apart has been lost."""
        for at, letter in enumerate(letters):
            twin = next((one for one in letters[:at] if _said(one) == _said(letter) and _same(one, letter)), None)
            if twin is not None and letter.fields:
                first = Label(twin.span, "the first one")
                self.problems.append(rows.BOARD_LETTER_ALIKE.at(letter.span, letter=letter.text, other=twin.text, labels=[first]))


def _said(letter: Letter) -> set[str]:
    return {item.name for item in letter.fields}


def _same(one: Letter, two: Letter) -> bool:
    values = {item.name: item.values for item in two.fields}
    return all(
        len(item.values) == len(values[item.name]) and all(map(same_tree, item.values, values[item.name])) for item in one.fields
    )


def read_cell(value: s.Expr, grid: Grid, problems: list[Problem]) -> Cell | None:
    """The cell of `hex(column, row)`; None and a finding for anything else."""
    numbers: list[int] = []
    if isinstance(value, s.Call):
        numbers = [part.value for part in value.arguments if isinstance(part, s.Number)]
    if not isinstance(value, s.Call) or value.name.name not in ("hex", "square") or len(numbers) != 2 or len(value.arguments) != 2:
        problems.append(rows.BOARD_CELL_VALUE.at(value.span, shape=grid.shape))
        return None
    if value.name.name != grid.shape:
        problems.append(rows.BOARD_CELL_SHAPE.at(value.name.span, shape=grid.shape, found=value.name.name))
    if max(numbers) >= MAX_SIDE:
        problems.append(rows.BOARD_TOO_LARGE.at(value.span, what="this grid", limit=f"{MAX_SIDE} columns and {MAX_SIDE} rows"))
        return None
    return (numbers[0], numbers[1])
