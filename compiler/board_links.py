"""Drafts of boards to finished boards: links find their two spaces, also on other boards.

An end is looked for, in this order: a space of the same board by name or id, a cell `hex(1, 2)`, a space of one other board by name; what is none of these
(a define, a list, a word of the game) goes to the caller, who answers with the ids of its spaces. A list makes one link for each of its spaces. Repeats and
contradictions between links are found here, because a picture or a distance never shows them.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulewright.dsl import syntax as s
from rulewright.dsl.catalogue import boards as rows
from rulewright.dsl.catalogue import maps
from rulewright.dsl.catalogue.values import REASON_MISSING
from rulewright.dsl.problems import Label, Problem, ProblemKind
from rulewright.dsl.source import Span

from .board_draft import BoardDraft, LinkDraft, SpaceDraft, Under
from .names import did_you_mean, slug

MAX_LINKS = 60_000
"""Links of all boards together, those between the cells of grids included."""
SHOWN = 6
"""Labels of one finding that speaks of many links."""

When = Callable[[Under], "dict[str, Any] | None"]
"""The record of the conditions under which a part of a board is there, None if it always is."""
Lasts = Callable[[s.Expr, BoardDraft], "dict[str, Any] | None"]
"""The record of the condition after `while`, None if it could not be understood (reported)."""
Resolve = Callable[[s.Expr, BoardDraft], "Sequence[str] | None"]
"""Answers which spaces an end means: their ids, an empty list when the caller has reported the fault, None when it is nothing that it knows."""


class Claim(NamedTuple):
    """One `always` line of a board, and the condition under which it is made."""

    board: str
    node: s.Always
    when: dict[str, Any] | None = None


@dataclass(slots=True)
class BoardFacts:
    """What the graph checks know besides the records: places in files, names, and what content says of spaces.

    `spaces`: the place of each space, area and board by id. `links`: the place of each link of a board, parallel to its record's `links`. `needs`: the spaces
    that must have been reached before link `(board, index)` opens. `names`: for each board the ids of its spaces by name. `broken`: boards that have errors,
    so that judging the map would report them again.

    The caller adds: `starts` (space id to a text that says what begins there), `placed` (space id to the places in files where content puts something there)
    and `revealed` (ids of hidden spaces that some rule opens or lets in, None: not looked at).
    """

    spaces: dict[str, Span] = field(default_factory=dict)
    links: dict[str, list[Span]] = field(default_factory=dict)
    needs: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    claims: list[Claim] = field(default_factory=list)
    broken: set[str] = field(default_factory=set)
    starts: dict[str, str] = field(default_factory=dict)
    placed: dict[str, list[Span]] = field(default_factory=dict)
    revealed: frozenset[str] | None = None


class LinkedBoards(NamedTuple):
    """The finished records in the order of the drafts, the findings, and what the graph checks need."""

    records: list[dict[str, Any]]
    problems: list[Problem]
    facts: BoardFacts


@dataclass(slots=True)
class _Found:
    """One finished link and where it stands; `guessed`: an end is only what was probably meant, which is reported already."""

    start: str
    end: str
    route: str
    both: bool
    only: list[str] | None
    span: Span
    draft: LinkDraft
    guessed: bool
    when: dict[str, Any] | None
    lasts: dict[str, Any] | None

    def pair(self) -> tuple[str, str]:
        return (self.start, self.end) if self.start <= self.end else (self.end, self.start)

    def words(self, names: Mapping[str, str]) -> str:
        text = f"{self.route} {names[self.start]} {'--' if self.both else '->'} {names[self.end]}"
        return text + (f" for {', '.join(self.only)}" if self.only else "")


def link_boards(
    drafts: Sequence[BoardDraft], resolve_space: Resolve, when: When = lambda under: None, lasts: Lasts = lambda condition, draft: None
) -> LinkedBoards:
    """Board records with their links, and what is wrong with the links."""
    return _Linker(drafts, resolve_space, when, lasts).run()


class _Linker:
    def __init__(self, drafts: Sequence[BoardDraft], resolve: Resolve, when: When, lasts: Lasts) -> None:
        self.drafts = drafts
        self.when = when
        self.lasts = lasts
        self.resolve = resolve
        self.problems: list[Problem] = []
        self.misread: set[Span] = set()
        self.facts = BoardFacts()
        self.names: dict[str, str] = {}
        self.total = 0
        self.elsewhere: dict[str, list[str]] = {}
        for draft in drafts:
            local = {space.name: space.id for space in draft.spaces}
            self.facts.names[draft.id] = local
            self.facts.spaces[draft.id] = draft.span
            self.facts.spaces |= {space.id: space.span for space in draft.spaces} | {area.id: area.span for area in draft.areas}
            self.names |= {space.id: space.name for space in draft.spaces}
            for name, ident in local.items():
                self.elsewhere.setdefault(name, []).append(ident)
            if draft.broken or draft.faulty:
                self.facts.broken.add(draft.id)

    def run(self) -> LinkedBoards:
        records = [self.board(draft) for draft in self.drafts]
        return LinkedBoards(records, self.problems, self.facts)

    def board(self, draft: BoardDraft) -> dict[str, Any]:
        links = [found for link in draft.links for found in self.link(link, draft)]
        links = self.without_repeats(draft, links)
        grid = list(self.grid_links(draft))
        self.facts.links[draft.id] = [found.span for found in links] + [draft.span] * len(grid)
        for index, found in enumerate(links):
            needs = [ident for need in found.draft.needs for ident in self.end(need, draft)]
            if needs:
                self.facts.needs[(draft.id, index)] = needs
        self.facts.claims += [Claim(draft.id, claim, self.when(under)) for claim, under in draft.claims]
        shape = None if draft.grid is None else {"shape": draft.grid.shape, "columns": draft.grid.columns, "rows": draft.grid.rows}
        record: dict[str, Any] = {
            "kind": "board",
            "id": draft.id,
            "name": draft.name,
            "grid": shape,
            "areas": [{"id": area.id, "name": area.name} for area in draft.areas],
            "spaces": [self.space(space) for space in draft.spaces],
            "links": [self.link_record(found) for found in links] + grid,
        }
        return record | self.notes(draft)

    def link_record(self, found: _Found) -> dict[str, Any]:
        record: dict[str, Any] = {"from": found.start, "to": found.end, "route": found.route, "both": found.both, "for": found.only}
        return record | {key: value for key, value in (("while", found.lasts), ("when", found.when)) if value is not None} | self.notes(found.draft)

    def space(self, space: SpaceDraft) -> dict[str, Any]:
        at = list(space.at) if space.at is not None else None
        record = {"id": space.id, "of": space.kind or "space", "name": space.name, "area": space.area, "at": at, "fields": space.values}
        when = self.when(space.under)
        return record | ({} if when is None else {"when": when}) | self.notes(space)

    def notes(self, draft: BoardDraft | SpaceDraft | LinkDraft) -> dict[str, Any]:
        """What any record may carry. The notes of a chain of links are said once and read for each of them."""
        found: dict[str, Any] = {"doc": draft.doc} if not isinstance(draft, LinkDraft) and draft.doc else {}
        for note in draft.notes:
            words = [value.value if isinstance(value, s.Text) else value.name if isinstance(value, s.Name) else None for value in note.values]
            if note.span in self.misread:
                continue
            if note.name == "origin" and words not in (["printed"], ["homebrew"]):
                self.misread.add(note.span)
                self.problems.append(rows.BOARD_FIELD_VALUE.at(note.span, name="origin", wanted="`printed` or `homebrew`"))
            elif None in words or (note.name != "expresses" and len(words) != 1):
                self.misread.add(note.span)
                self.problems.append(rows.BOARD_FIELD_VALUE.at(note.span, name=note.name, wanted="names" if note.name == "expresses" else "a text in quotes"))
            elif words == ["homebrew"] and note.name == "origin" and all(other.name != "reason" for other in draft.notes):
                self.misread.add(note.span)
                self.problems.append(REASON_MISSING.at(note.span))
            else:
                found[note.name] = words if note.name == "expresses" else words[0]
        return found

    # ------------------------------------------------------------ ends

    def link(self, link: LinkDraft, draft: BoardDraft) -> list[_Found]:
        """The links that one arrow stands for: one, or one for each space of a list."""
        before = len(self.problems)
        starts, ends = self.end(link.left, draft), self.end(link.right, draft)
        guessed = len(self.problems) > before
        if len(starts) == 1 and starts == ends:
            self.problems.append(maps.LINK_SELF.at(link.span, name=self.names.get(starts[0], starts[0])))
            return []
        only = sorted({word for word, _ in link.only}) if link.only else None
        when = self.when(link.under)
        lasts = None if link.lasts is None else self.lasts(link.lasts, draft)
        found: dict[tuple[str, str], _Found] = {}
        for start in starts:
            for end in ends:
                if start == end or (link.both and (end, start) in found):
                    continue
                self.total += 1
                if self.total > MAX_LINKS:
                    return self.too_many(link.span)
                found[(start, end)] = _Found(start, end, link.route, link.both, only, link.span, link, guessed, when, lasts)
        return list(found.values())

    def too_many(self, span: Span) -> list[_Found]:
        if self.total == MAX_LINKS + 1:
            self.problems.append(rows.BOARD_TOO_LARGE.at(span, what="the boards", limit=f"{MAX_LINKS} links"))
        return []

    def end(self, expr: s.Expr, draft: BoardDraft) -> Sequence[str]:
        """The spaces that an end means; none and a finding if it means nothing."""
        while isinstance(expr, s.Paren):
            expr = expr.value
        local = self.facts.names[draft.id]
        if isinstance(expr, s.ListOf):
            return [ident for item in expr.items for ident in self.end(item, draft)]
        if isinstance(expr, s.Text) and expr.value in local:
            return [local[expr.value]]
        if isinstance(expr, s.Name) and (ident := f"{draft.id}/{expr.name}") in self.names:
            return [ident]
        if isinstance(expr, s.Call) and expr.name.name in ("hex", "square") and draft.grid is not None:
            return self.cell(expr, draft)
        if isinstance(expr, s.Text) and (others := self.elsewhere.get(expr.value)):
            if len(others) == 1:
                return others
            boards = ", ".join(f"`{other.name}`" for other in self.drafts if expr.value in self.facts.names[other.id])
            self.facts.broken.add(draft.id)
            self.problems.append(maps.LINK_END_AMBIGUOUS.at(expr.span, name=expr.value, boards=boards))
            return []
        answer = self.resolve(expr, draft)
        if answer is None:
            near = self.unknown(expr, draft)
            if near is None:
                self.facts.broken.add(draft.id)
            return [] if near is None else [near]
        return [ident for ident in answer if ident in self.names]

    def cell(self, expr: s.Call, draft: BoardDraft) -> list[str]:
        numbers = [part.value for part in expr.arguments if isinstance(part, s.Number)]
        at = (numbers[0], numbers[1]) if len(numbers) == len(expr.arguments) == 2 else None
        for space in draft.spaces:
            if space.at is not None and space.at == at and draft.grid is not None and expr.name.name == draft.grid.shape:
                return [space.id]
        self.facts.broken.add(draft.id)
        self.problems.append(maps.LINK_END_CELL.at(expr.span, board=draft.name))
        return []

    def unknown(self, expr: s.Expr, draft: BoardDraft) -> str | None:
        """Reports an end that is nothing; gives the space that was most likely meant, so that the rest of the map can be judged in the same run."""
        name = expr.value if isinstance(expr, s.Text) else expr.name if isinstance(expr, s.Name) else None
        if name is None:
            self.problems.append(maps.LINK_END_VALUE.at(expr.span))
            return None
        if draft.broken:
            return None
        area = next((area for area in draft.areas if name in (area.name, slug(area.name))), None)
        if area is not None:
            self.problems.append(maps.LINK_END_AREA.at(expr.span, name=name, labels=[Label(area.span, "the area")]))
            return None
        known = self.facts.names[draft.id]
        words = known if isinstance(expr, s.Text) else [ident.rpartition("/")[2] for ident in known.values()]
        help_ = did_you_mean(name, words) or did_you_mean(name, self.elsewhere)
        near = next((ident for word, ident in known.items() if help_ and (f"`{word}`" in help_ or f"`{ident.rpartition('/')[2]}`" in help_)), None)
        labels = [Label(self.facts.spaces[near], "this one")] if near is not None else []
        self.problems.append(maps.LINK_END_UNKNOWN.at(expr.span, name=name, board=draft.name, help=help_ or None, labels=labels))
        return near

    # ------------------------------------------------------------ repeats and contradictions

    def without_repeats(self, draft: BoardDraft, links: Sequence[_Found]) -> list[_Found]:
        """The links without those that say again what an earlier one says; each kind of repeat is one finding for a board."""
        first: dict[tuple[str, tuple[str, str]], list[_Found]] = {}
        repeated: list[tuple[_Found, _Found]] = []
        reversed_: list[tuple[_Found, _Found]] = []
        kept: list[_Found] = []
        for link in links:
            if link.guessed:
                kept.append(link)
                continue
            earlier = first.setdefault((link.route, link.pair()), [])
            earlier = [old for old in earlier if self.at_once(old, link)]
            clash = next((old for old in earlier if self.contradict(old, link)), None)
            same = next((old for old in earlier if (old.both, old.only) == (link.both, link.only) and (link.both or old.start == link.start)), None)
            if same is not None:
                (repeated if same.start == link.start else reversed_).append((same, link))
                continue
            if clash is not None:
                label = Label(clash.span, clash.words(self.names))
                self.problems.append(maps.LINK_CONTRADICTS.at(link.span, link=link.words(self.names), other=clash.words(self.names), labels=[label]))
                continue
            first[link.route, link.pair()].append(link)
            kept.append(link)
        self.summary(maps.LINK_REPEATED, draft, repeated)
        self.summary(maps.LINK_REVERSED, draft, reversed_)
        self.one_sided(draft, kept)
        return kept

    @staticmethod
    def at_once(old: _Found, new: _Found) -> bool:
        """Whether two links can be there at the same time, as far as their conditions tell."""
        return (old.when is None or new.when is None or old.when == new.when) and (old.lasts == new.lasts or old.lasts is None or new.lasts is None)

    @staticmethod
    def contradict(old: _Found, new: _Found) -> bool:
        """Whether two links of one route between one pair cannot both be meant."""
        if old.both != new.both:
            return old.only is None or new.only is None or bool(set(old.only) & set(new.only))
        if not old.both and old.start != new.start:
            return False
        return old.only != new.only and (old.only is None or new.only is None or bool(set(old.only) & set(new.only)))

    def summary(self, row: ProblemKind, draft: BoardDraft, pairs: Sequence[tuple[_Found, _Found]]) -> None:
        if not pairs:
            return
        old, new = pairs[0]
        labels = [Label(old.span, f"`{old.words(self.names)}` stands here already")]
        labels += [Label(again.span, f"again: {again.words(self.names)}") for _, again in pairs[1:SHOWN]]
        if len(pairs) > 1:
            what = f"{len(pairs)} links of `{draft.name}`, the first `{new.words(self.names)}`, are"
        else:
            what = f"`{new.words(self.names)}` is"
        self.problems.append(row.at(new.span, what=what, labels=labels))

    def one_sided(self, draft: BoardDraft, links: Sequence[_Found]) -> None:
        """Where an author writes both ways of most links as two arrows, an arrow without its way back was forgotten."""
        arrows: dict[str, dict[tuple[str, str], _Found]] = {}
        for link in links:
            if not link.both:
                arrows.setdefault(link.route, {})[(link.start, link.end)] = link
        for known in arrows.values():
            alone = [link for (start, end), link in known.items() if (end, start) not in known]
            if 2 * len(alone) > len(known):
                continue
            for link in alone:
                start, end = self.names[link.start], self.names[link.end]
                self.problems.append(maps.LINK_NO_WAY_BACK.at(link.span, start=start, end=end, route=link.route, board=draft.name))

    # ------------------------------------------------------------ grids

    def grid_links(self, draft: BoardDraft) -> Iterator[dict[str, Any]]:
        """Neighbouring cells, each pair once, in the order of the cells."""
        grid = draft.grid
        if grid is None:
            return
        at = {space.at: space.id for space in draft.spaces if space.at is not None}
        done: set[tuple[int, int]] = set()
        for cell, ident in at.items():
            done.add(cell)
            for near in grid.neighbours(cell):
                if near in at and near not in done:
                    self.total += 1
                    if self.total > MAX_LINKS:
                        self.too_many(draft.span)
                        return
                    yield {"from": ident, "to": at[near], "route": "step", "both": True, "for": None}
