"""A board's syntax to a board: areas, spaces and links as drafts.

Takes the phrase `board "Name" { ... }` and gives a `BoardDraft` and what is wrong with the text. First the block's items are sorted by what they are; then
the grid's letters become cells; then named spaces are added or put on their cells; links keep their ends as syntax, because an end may lie on another
board. `link_boards` (in `board_links`) resolves them. Whatever is wrong becomes a finding and is left out; names of broken spaces are kept, so that a link
to one is not reported again.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import boards as rows
from rulewright.dsl.catalogue import maps
from rulewright.dsl.problems import Label, Problem
from rulewright.dsl.source import Span

from .board_cells import Cells, read_cell
from .board_draft import ALWAYS, NOTES, AreaDraft, BoardContext, BoardDraft, FieldDraft, LinkDraft, SpaceDraft, Under
from .board_links import LinkedBoards, link_boards
from .board_syntax import chain, extras, id_tail, listed, one_of, phrase_fields, spoken, word_of
from .grids import Cell, Grid
from .names import did_you_mean, slug

__all__ = ["BoardContext", "BoardDraft", "LinkedBoards", "link_boards", "read_board"]

FIELDS = ("id", "grid", "space_kind", "wrap", "diagonal", "areas", *NOTES)
WORDS = ("area", "legend", "row", "space")
COMMON_ROUTES = ("path", "flight", "portal")


def read_board(phrase: s.Phrase, context: BoardContext, into: BoardDraft | None = None) -> tuple[BoardDraft, list[Problem]]:
    """The draft of a board and the findings; with `into` the phrase's items (of an `extend`) are added to that board instead.

    A board without a name is for the caller to report.
    """
    reader = _Reader(phrase, context, into)
    reader.read()
    return reader.draft, reader.problems


class _Reader:
    """One reading. `named` holds every space by name, `ids` every id with the place that gave it."""

    def __init__(self, phrase: s.Phrase, context: BoardContext, into: BoardDraft | None) -> None:
        self.context = context
        self.problems: list[Problem] = []
        self.block = phrase.block
        self.fresh = into is None
        self.fields = {} if phrase.block is None else self.board_fields(phrase.block)
        self.draft = into if into is not None else self.start(phrase)
        self.named = {space.name: space for space in self.draft.spaces}
        self.ids = {space.id: space.span for space in self.draft.spaces}
        self.cells: dict[Cell, SpaceDraft] = {space.at: space for space in self.draft.spaces if space.at is not None}
        self.claimed = {at: space.span for at, space in self.cells.items() if not is_cell_name(space.name)}
        self.area_of: dict[Span, str | None] = {}
        self.grid_cells = Cells(self.problems)
        self.under: dict[Span, Under] = {}
        self.kind, self.kind_span = self.default_kind()

    def read(self) -> None:
        """Reads the block's items; a board without a block has none."""
        if self.fresh:
            self.areas_field()
        items = [] if self.block is None else list(self.items(self.block, None))
        self.letters(items)
        for item, area in items:
            self.item(item, area)
        self.close()

    def say(self, problem: Problem) -> None:
        self.problems.append(problem)

    # ------------------------------------------------------------ the board itself

    def board_fields(self, block: s.Block) -> dict[str, s.Field]:
        found: dict[str, s.Field] = {}
        for item in block.items:
            if not isinstance(item, s.Field):
                continue
            if item.name not in FIELDS:
                self.say(rows.BOARD_FIELD_UNKNOWN.at(item.name_span, name=item.name, help=did_you_mean(item.name, FIELDS) or None, known=listed(FIELDS)))
            elif not self.fresh and item.name != "areas":
                help_ = "an `extend` adds spaces, areas and links; this belongs to the board itself"
                self.say(rows.BOARD_ITEM.at(item.name_span, what=f"{item.name}:", help=help_))
            elif item.name in found:
                self.say(rows.BOARD_FIELD_TWICE.at(item.name_span, name=item.name, labels=[Label(found[item.name].name_span, "the first one")]))
            else:
                found[item.name] = item
        return found

    def start(self, phrase: s.Phrase) -> BoardDraft:
        name = phrase.argument.value if isinstance(phrase.argument, s.Text) else ""
        for span in extras(phrase, ()):
            self.say(rows.BOARD_EXTRA.at(span, what=f'board "{name}"'))
        ident = self.word_field("id") or slug(name) or "board"
        draft = BoardDraft(f"{self.context.pack}:{ident}", name or ident, self.context.pack, phrase.argument.span if phrase.argument else phrase.word.span)
        draft.doc = phrase.doc
        draft.grid = self.grid_field()
        draft.notes = [FieldDraft(f.name, f.values, f.name_span) for key in NOTES if (f := self.fields.get(key)) is not None]
        return draft

    def word_field(self, name: str, allowed: Sequence[str] | None = None) -> str | None:
        """The one word that a field of the board holds, None if there is no such field or it is not one of the allowed words."""
        item = self.fields.get(name)
        if item is None:
            return None
        value = item.values[0] if len(item.values) == 1 else None
        word = value.name if isinstance(value, s.Name) else None
        if word is not None and (allowed is None or word in allowed):
            return word
        wanted = "one word" if allowed is None else one_of(allowed)
        guess = did_you_mean(word, allowed) if word is not None and allowed else ""
        self.say(rows.BOARD_FIELD_VALUE.at(item.values[0].span if item.values else item.span, name=name, wanted=wanted, help=guess or None))
        return None

    def grid_field(self) -> Grid | None:
        shape = self.word_field("grid", ("hex", "square"))
        wrap = self.word_field("wrap", ("columns", "none"))
        diagonal = self.word_field("diagonal", ("yes", "no"))
        if "grid" not in self.fields:
            for name in ("wrap", "diagonal"):
                if name in self.fields:
                    self.say(rows.BOARD_GRID_MISSING.at(self.fields[name].name_span, what=f"{name}:"))
            return None
        if shape == "hex":
            if diagonal == "yes":
                help_ = "hexes touch along sides only: remove the line"
                self.say(rows.BOARD_FIELD_VALUE.at(self.fields["diagonal"].span, name="diagonal", wanted="`no` on a hex grid", help=help_))
            return Grid("hex", 0, 0, wrap == "columns")
        return Grid("square", 0, 0, wrap == "columns", diagonal == "yes") if shape else None

    def default_kind(self) -> tuple[str | None, Span]:
        """The kind of cells and of what the word `space` makes, and where it is said."""
        item = self.fields.get("space_kind")
        if item is None:
            return "space", self.draft.span
        word = word_of(item.values[0]) if len(item.values) == 1 else None
        kind = self.context.kinds.get(word) if word is not None else None
        if kind is None:
            guess = did_you_mean(word or "", self.context.kinds) or None
            place = item.values[0].span if item.values else item.span
            self.say(rows.BOARD_FIELD_VALUE.at(place, name="space_kind", wanted="a kind of space", help=guess))
        return kind, item.span

    def areas_field(self) -> None:
        item = self.fields.get("areas")
        for value in item.values if item is not None else ():
            if isinstance(value, s.Text) and slug(value.value):
                self.area(value.value, value.span)
            else:
                self.say(rows.BOARD_FIELD_VALUE.at(value.span, name="areas", wanted="names in quotes"))

    def area(self, name: str, span: Span) -> str:
        """The id of a new area, or of the one that has the name already."""
        ident = f"{self.draft.id}/area.{slug(name)}"
        for known in self.draft.areas:
            if known.id == ident:
                self.say(rows.BOARD_AREA_TWICE.at(span, name=name, labels=[Label(known.span, "the first one")]))
                return ident
        self.draft.areas.append(AreaDraft(ident, name, span))
        return ident

    # ------------------------------------------------------------ items

    def items(self, block: s.Block, area: str | None, when: tuple[s.Expr, ...] = ()) -> Iterator[tuple[s.Item, str | None]]:
        """The items of a block with the id of the area that they stand in; `when` are the conditions around them."""
        for item in block.items:
            if when:
                self.under[item.span] = Under(self.context.text or self.context.pack, when)
            if isinstance(item, s.When):
                yield from self.items(item.block, area, (*when, item.condition))
                continue
            if when and not self.may_be_switched(item):
                continue
            if isinstance(item, s.Field):
                if area is not None:
                    self.say(rows.BOARD_ITEM.at(item.name_span, what=f"{item.name}:", help="an area has a name and spaces, no fields"))
            elif isinstance(item, s.Phrase) and item.word.name == "area" and area is None:
                yield from self.area_block(item, when)
            else:
                yield item, area

    def may_be_switched(self, item: s.Item) -> bool:
        """Whether an item may stand in a `when`: what the grid and the board are made of may not."""
        at_cell = isinstance(item, s.Phrase) and any(tail.word == "label" and tail.name == "at" for tail in item.tails)
        lines = isinstance(item, s.Phrase) and item.word.name in ("legend", "row")
        if isinstance(item, s.Field) or lines or at_cell:
            what = f"{item.name}:" if isinstance(item, s.Field) else spoken(item)
            self.say(rows.BOARD_ITEM.at(item.span, what=what, help="options switch spaces, areas, links and claims; the board and its grid are always there"))
            return False
        return True

    def area_block(self, phrase: s.Phrase, when: tuple[s.Expr, ...]) -> Iterator[tuple[s.Item, str | None]]:
        if not isinstance(phrase.argument, s.Text) or not slug(phrase.argument.value):
            self.say(rows.BOARD_SPACE_UNNAMED.at(phrase.word.span, word="area"))
        for span in extras(phrase, ()):
            self.say(rows.BOARD_EXTRA.at(span, what="an area"))
        name = phrase.argument.value if isinstance(phrase.argument, s.Text) else ""
        ident = self.area(name, phrase.argument.span if phrase.argument else phrase.word.span) if slug(name) else None
        if phrase.block is None or not phrase.block.items:
            self.say(rows.BOARD_AREA_EMPTY.at(phrase.span, name=name))
        else:
            yield from self.items(phrase.block, ident or "", when)

    def letters(self, items: Sequence[tuple[s.Item, str | None]]) -> None:
        """The grid from its `legend` and `row` lines; they may stand in any order."""
        phrases = [item for item, _ in items if isinstance(item, s.Phrase) and item.word.name in ("legend", "row")]
        if not phrases:
            if self.fresh and self.draft.grid is not None:
                self.draft.grid = sparse(self.draft.grid, items)
            return
        if self.draft.grid is None or not self.fresh:
            if "grid" not in self.fields or not self.fresh:
                self.say(rows.BOARD_GRID_MISSING.at(phrases[0].word.span, what=phrases[0].word.name))
            return
        for phrase in phrases:
            for span in extras(phrase, ("named",) if phrase.word.name == "legend" else ()):
                self.say(rows.BOARD_EXTRA.at(span, what=f"a `{phrase.word.name}`"))
        lines = self.grid_cells.read(phrases)
        columns = max((len(line) for line in lines), default=0)
        self.draft.grid = self.draft.grid._replace(columns=columns, rows=len(lines))
        for row, line in enumerate(lines):
            for column, cell in enumerate(line):
                if cell is not None:
                    self.cell((column, row), self.kind, self.kind_span, cell.span, self.grid_cells.fields_of(cell))

    def cell(self, at: Cell, kind: str | None, kind_span: Span, span: Span, fields: list[FieldDraft]) -> SpaceDraft:
        grid = self.draft.grid
        name = f"{grid.shape if grid else 'hex'}({at[0]}, {at[1]})"
        space = SpaceDraft(f"{self.draft.id}/{slug(name)}", name, kind, kind_span, span, [], at)
        self.draft.spaces.append(space)
        self.cells[at] = space
        self.ids[space.id] = span
        self.take_fields(space, fields)
        return space

    def item(self, item: s.Item, area: str | None) -> None:
        """One item that is neither a field nor an area."""
        if isinstance(item, s.Hole):
            self.draft.broken = True
        elif isinstance(item, s.Always):
            self.draft.claims.append((item, self.under.get(item.span, ALWAYS)))
        elif not isinstance(item, s.Phrase):
            self.say(rows.BOARD_ITEM.at(item.span, what=spoken(item)))
        elif isinstance(item.argument, s.Link):
            self.links(item)
        elif item.word.name in ("legend", "row"):
            if area is not None:
                help_ = "a grid's lines stand in the board itself, not in an area; say `area: \"Name\"` in its legend"
                self.say(rows.BOARD_ITEM.at(item.word.span, what=item.word.name, help=help_))
        elif item.word.name == "area":
            self.say(rows.BOARD_ITEM.at(item.word.span, what="area", help="areas do not lie in areas: end the outer one first"))
        else:
            self.space(item, area)

    # ------------------------------------------------------------ spaces

    def space(self, phrase: s.Phrase, area: str | None) -> None:
        """`region "Name" at hex(1, 2) field: value { field: value }`."""
        word = phrase.word.name
        kind = self.kind_of(phrase)
        if kind is None and self.not_a_space(phrase):
            return
        if not isinstance(phrase.argument, s.Text) or not slug(phrase.argument.value):
            self.say(rows.BOARD_SPACE_UNNAMED.at(phrase.word.span, word=word))
            return
        name = phrase.argument.value
        place: s.Tail | None = None
        for tail in phrase.tails:
            if tail.word == "label" and tail.name == "at" and place is None:
                place = tail
            elif tail.word != "named":
                self.say(rows.BOARD_EXTRA.at(tail.span, what=f'`{word} "{name}"`'))
        for span in extras(phrase, None):
            self.say(rows.BOARD_EXTRA.at(span, what=f'`{word} "{name}"`'))
        space = self.placed(place, phrase, kind) if place is not None else None
        if space is None:
            space = SpaceDraft("", "", kind, phrase.word.span, phrase.argument.span)
        if not self.name_space(space, name, phrase):
            return
        if place is None or space.at is None:
            self.draft.spaces.append(space)
        if area:
            space.area = area
        space.doc = phrase.doc
        space.under = self.under.get(phrase.span, ALWAYS)
        self.take_fields(space, list(phrase_fields(phrase, self.problems)))

    def kind_of(self, phrase: s.Phrase) -> str | None:
        word = phrase.word.name
        return self.kind if word == "space" else self.context.kinds.get(word)

    def not_a_space(self, phrase: s.Phrase) -> bool:
        """Whether the phrase is to be left out; says what its word should have been. A misspelt kind still gives its space a name."""
        word = phrase.word.name
        if word == "space":
            return False
        linked = [item.word.name for item in self.block.items if isinstance(item, s.Phrase) and isinstance(item.argument, s.Link)] if self.block else []
        if word in (self.context.routes if self.context.routes is not None else (*COMMON_ROUTES, *linked)):
            self.say(maps.LINK_ENDS.at(phrase.span, word=word))
            return True
        guess = did_you_mean(word, [*self.context.kinds, *WORDS, *(self.context.routes or ())])
        self.say(rows.BOARD_WORD_UNKNOWN.at(phrase.word.span, word=word, help=guess or None))
        return not isinstance(phrase.argument, s.Text) or (bool(guess) and guess.split("`")[1] in ("area", "legend", "row"))

    def placed(self, tail: s.Tail, phrase: s.Phrase, kind: str | None) -> SpaceDraft | None:
        """The cell that `at` names; None if there is none, which is reported."""
        grid = self.draft.grid
        if grid is None:
            if "grid" not in self.fields:
                self.say(rows.BOARD_GRID_MISSING.at(tail.span, what="at"))
            return None
        at = read_cell(tail.value, grid, self.problems) if tail.value is not None else None
        if at is None:
            return None
        if at not in self.cells and (self.grid_cells.lines or not self.fresh):
            row = rows.BOARD_CELL_EMPTY if grid.holds(at) else rows.BOARD_CELL_OUTSIDE
            self.say(row.at(tail.span, cell=f"{grid.shape}({at[0]}, {at[1]})", columns=grid.columns - 1, rows=grid.rows - 1))
            return None
        if at in self.claimed:
            self.say(rows.BOARD_CELL_TWICE.at(tail.span, cell=f"{grid.shape}({at[0]}, {at[1]})", labels=[Label(self.claimed[at], "the first one")]))
            return None
        span = phrase.argument.span if phrase.argument is not None else phrase.span
        self.claimed[at] = span
        space = self.cells.get(at) or self.cell(at, kind, phrase.word.span, span, [])
        if phrase.word.name != "space":
            space.kind, space.kind_span = kind, phrase.word.span
        return space

    def name_space(self, space: SpaceDraft, name: str, phrase: s.Phrase) -> bool:
        """Gives a space its name and id; False if another one has the name."""
        span = phrase.argument.span if phrase.argument is not None else phrase.span
        if name in self.named:
            self.say(rows.BOARD_NAME_TWICE.at(span, name=name, labels=[Label(self.named[name].span, "the first one")]))
            return False
        ident = f"{self.draft.id}/{id_tail(phrase) or slug(name)}"
        if ident in self.ids:
            self.say(rows.BOARD_ID_TWICE.at(span, name=name, id=ident.rpartition("/")[2], labels=[Label(self.ids[ident], "the first one")]))
            return False
        space.name, space.id, space.span = name, ident, span
        self.named[name], self.ids[ident] = space, span
        return True

    def take_fields(self, space: SpaceDraft, fields: list[FieldDraft]) -> None:
        """Adds fields to a space: later ones stand in for those of the legend; `area` and `id` are the board's own."""
        seen: dict[str, Span] = {}
        for item in fields:
            if item.name in seen:
                self.say(rows.BOARD_FIELD_TWICE.at(item.span, name=item.name, labels=[Label(seen[item.name], "the first one")]))
                continue
            seen[item.name] = item.span
            if item.name == "area":
                if item.span not in self.area_of:
                    self.area_of[item.span] = self.area_named(item)
                space.area = self.area_of[item.span]
            elif item.name in NOTES:
                space.notes = [old for old in space.notes if old.name != item.name] + [item]
            elif item.name != "id":
                space.fields = [old for old in space.fields if old.name != item.name] + [item]

    def area_named(self, item: FieldDraft) -> str | None:
        value = item.values[0] if len(item.values) == 1 else None
        if isinstance(value, s.Text):
            ident = f"{self.draft.id}/area.{slug(value.value)}"
            if any(area.id == ident for area in self.draft.areas):
                return ident
            guess = did_you_mean(value.value, [area.name for area in self.draft.areas])
            self.say(rows.BOARD_AREA_UNKNOWN.at(value.span, name=value.value, help=guess or None))
            return None
        self.say(rows.BOARD_FIELD_VALUE.at(item.span, name="area", wanted="an area's name in quotes"))
        return None

    # ------------------------------------------------------------ links

    def links(self, phrase: s.Phrase) -> None:
        """`path A -- B -- C for G needs: D`: one draft for each arrow."""
        routes = self.context.routes
        if routes is not None and phrase.word.name not in routes:
            guess = did_you_mean(phrase.word.name, routes)
            self.say(maps.LINK_ROUTE_UNKNOWN.at(phrase.word.span, word=phrase.word.name, help=guess or None, known=listed(sorted(routes))))
        only: list[tuple[str, Span]] | None = None
        needs: list[s.Expr] = []
        lasts: s.Expr | None = None
        for tail in phrase.tails:
            if tail.word == "label" and tail.name == "for" and only is None and tail.value is not None:
                only = self.groups(tail.value)
            elif tail.word == "named" and tail.name == "needs" and tail.value is not None:
                needs += tail.value.items if isinstance(tail.value, s.ListOf) else [tail.value]
            elif tail.word == "while" and lasts is None:
                lasts = tail.value
            elif tail.word != "named":
                self.say(maps.LINK_EXTRA.at(tail.span))
        for span in extras(phrase, None):
            self.say(maps.LINK_EXTRA.at(span))
        notes = self.notes_of(phrase)
        for left, right, both in chain(phrase.argument):
            span = Span(left.span.file, min(left.span.start, right.span.start), max(left.span.end, right.span.end))
            under = self.under.get(phrase.span, ALWAYS)
            self.draft.links.append(LinkDraft(left, right, phrase.word.name, phrase.word.span, both, span, only, needs, notes, under, lasts))

    def notes_of(self, phrase: s.Phrase) -> list[FieldDraft]:
        """What any record may carry, as fields on the line of a link or in its block; anything else is reported."""
        notes: list[FieldDraft] = []
        for item in phrase_fields(phrase, self.problems):
            first = [Label(note.span, "the first one") for note in notes if note.name == item.name]
            if first:
                self.say(rows.BOARD_FIELD_TWICE.at(item.span, name=item.name, labels=first))
            elif item.name in NOTES:
                notes.append(item)
            elif item.name != "needs":
                self.say(maps.LINK_EXTRA.at(item.span))
        return notes

    def groups(self, value: s.Expr) -> list[tuple[str, Span]] | None:
        found: list[tuple[str, Span]] = []
        for item in value.items if isinstance(value, s.ListOf) else [value]:
            if isinstance(item, s.Name):
                found.append((item.name, item.span))
            else:
                self.say(maps.LINK_FOR.at(item.span))
        return found or None

    def routes_alike(self) -> None:
        """Where no routes are declared: a route that is spelt almost as a commoner one is a slip, because nobody could tell the two apart."""
        if self.context.routes is not None:
            return
        used: dict[str, list[Span]] = {}
        for link in self.draft.links:
            places = used.setdefault(link.route, [])
            if link.route_span not in places:
                places.append(link.route_span)
        for word, places in used.items():
            for near in get_close_matches(word, [*COMMON_ROUTES, *used], n=3, cutoff=0.8):
                if near != word and (near in COMMON_ROUTES or len(used[near]) > len(places)) and word not in COMMON_ROUTES:
                    help_ = f"did you mean `{near}`?"
                    self.problems += [maps.LINK_ROUTE_UNKNOWN.at(place, word=word, help=help_) for place in places]
                    break

    # ------------------------------------------------------------ the end

    def close(self) -> None:
        """What can only be said when everything is read."""
        grid = self.draft.grid
        self.routes_alike()
        self.draft.faulty |= any(problem.severity == "error" for problem in self.problems)
        if not self.fresh or self.draft.broken:
            return
        self.grid_cells.unused()
        if grid is not None and not self.draft.spaces and not self.problems:
            self.say(rows.BOARD_EMPTY.at(self.fields["grid"].span, name=self.draft.name))
        elif not self.draft.spaces and not self.problems:
            self.say(rows.BOARD_EMPTY.at(self.draft.span, name=self.draft.name))


def is_cell_name(name: str) -> bool:
    """Whether a name is the one that a cell has as long as nobody names it."""
    return name.startswith(("hex(", "square("))


def sparse(grid: Grid, items: Sequence[tuple[s.Item, str | None]]) -> Grid:
    """The size of a grid without `row` lines: as large as the cells that its spaces name."""
    columns = lines = 0
    for item, _ in items:
        for tail in item.tails if isinstance(item, s.Phrase) else ():
            at = read_cell(tail.value, grid, []) if tail.word == "label" and tail.name == "at" and tail.value is not None else None
            if at is not None:
                columns, lines = max(columns, at[0] + 1), max(lines, at[1] + 1)
    return grid._replace(columns=columns, rows=lines)
