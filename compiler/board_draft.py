"""What is known of a board after it is read and before its links are resolved.

Names are still the author's words and values are still syntax: the caller checks the fields of each space against its kind and leaves the constants in
`SpaceDraft.values`; `link_boards` then makes the records of grammar/ruleset.md section 4.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl.source import Span
from rulewright.dsl.syntax import Always, Expr

from .grids import Cell, Grid

NOTES = ("source", "origin", "expresses", "reason")
"""What an author may note on any record: where it is printed, or that and why it is homebrew."""


@dataclass(frozen=True, slots=True)
class Under:
    """The conditions over options under which a part of a board is there, outermost first, and the pack whose text they are."""

    pack: str = ""
    when: tuple[Expr, ...] = ()


ALWAYS = Under()


@dataclass(frozen=True, slots=True)
class BoardContext:
    """What reading a board needs to know of the rest of a game.

    `pack`: the id of the pack whose board it is; `text`: of the one whose text it is, if that is another. `kinds`: the words for kinds that descend from
    `space`, with their ids. `routes`: the declared kinds of route, or None when any word may be one.
    """

    pack: str
    kinds: Mapping[str, str]
    routes: frozenset[str] | None = None
    text: str = ""


@dataclass(slots=True)
class FieldDraft:
    """`name: value, value` of a space, unchecked; `span` is the name's place, or the whole field's where the syntax keeps no more."""

    name: str
    values: list[Expr]
    span: Span


@dataclass(slots=True)
class AreaDraft:
    """An area; `id` is a whole id (`pack:board/area.name`)."""

    id: str
    name: str
    span: Span


@dataclass(slots=True)
class SpaceDraft:
    """A space. `kind` is a kind id, or None when the author's word is none (already reported: skip its fields); `area` is an area's id.

    `values` is the caller's to fill: the constants of its fields by slot name.
    """

    id: str
    name: str
    kind: str | None
    kind_span: Span
    span: Span
    fields: list[FieldDraft] = field(default_factory=list)
    at: Cell | None = None
    area: str | None = None
    values: dict[str, Any] = field(default_factory=dict)
    notes: list[FieldDraft] = field(default_factory=list)
    doc: str = ""
    under: Under = ALWAYS


@dataclass(slots=True)
class LinkDraft:
    """One link of a chain. `only` are the words after `for`; `needs` names the spaces where what opens it lies; `notes` are fields of any record.

    `lasts` is the condition after `while`.
    """

    left: Expr
    right: Expr
    route: str
    route_span: Span
    both: bool
    span: Span
    only: list[tuple[str, Span]] | None = None
    needs: list[Expr] = field(default_factory=list)
    notes: list[FieldDraft] = field(default_factory=list)
    under: Under = ALWAYS
    lasts: Expr | None = None


@dataclass(slots=True)
class BoardDraft:
    """A board.

    `notes` are fields that any record may carry (`NOTES`); `claims` are its `always` lines; `broken`: a part of it did not parse,
    so that names may be missing; `faulty`: something else in it is wrong, so that the map is not judged.
    """

    id: str
    name: str
    pack: str
    span: Span
    grid: Grid | None = None
    areas: list[AreaDraft] = field(default_factory=list)
    spaces: list[SpaceDraft] = field(default_factory=list)
    links: list[LinkDraft] = field(default_factory=list)
    claims: list[tuple[Always, Under]] = field(default_factory=list)
    notes: list[FieldDraft] = field(default_factory=list)
    doc: str = ""
    broken: bool = False
    faulty: bool = False

    def space(self, name: str) -> SpaceDraft | None:
        """The space of a name."""
        return next((space for space in self.spaces if space.name == name), None)
