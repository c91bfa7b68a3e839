"""Board sources to records and findings, without the rest of the compiler: kinds are the file's own, and values stay the words that they are."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rulewright.compiler.board_draft import BoardContext, BoardDraft
from rulewright.compiler.boards import link_boards, read_board
from rulewright.compiler.graphs import check_graphs
from rulewright.compiler.parse import parse
from rulewright.dsl import syntax as s
from rulewright.dsl.problems import Problem
from rulewright.dsl.source import Source

ROUTES = frozenset(("step", "path", "flight", "portal", "sea"))


class Read(NamedTuple):
    """What became of a source."""

    source: Source
    records: list[dict[str, Any]]
    problems: list[Problem]

    def codes(self) -> list[str]:
        return [problem.code for problem in self.problems]

    def lines(self, problem: Problem) -> list[int]:
        """The lines that a finding names, its own first."""
        return [self.source.position(span.start).line for span in (problem.span, *(label.span for label in problem.labels))]

    def board(self) -> dict[str, Any]:
        (record,) = self.records
        return record


def read(text: str, name: str = "board.rw", parses: bool = True) -> Read:
    """All boards of a source, checked; `parses`: the parser must have nothing against it."""
    source = Source(name, text)
    file, problems = parse(source)
    assert not (parses and problems), problems
    kinds = {"space": "space"}
    for item in file.items:
        if isinstance(item, s.Kind) and isinstance(item.parent, s.Name) and item.parent.name in kinds:
            kinds[item.name.name] = f"t:{item.name.name}"
    drafts: list[BoardDraft] = []
    for item in file.items:
        if isinstance(item, s.Phrase) and item.word.name == "board":
            draft, found = read_board(item, BoardContext("t", kinds, ROUTES))
            problems += found
            for space in draft.spaces:
                space.values = {field.name: value(field.values) for field in space.fields}
            drafts.append(draft)
    linked = link_boards(drafts, lambda expr, draft: lists(file, expr))
    problems += linked.problems
    # `starts_in: "C"` of a definition stands for what the compiler knows of placing.
    for item in file.items:
        for field in item.block.items if isinstance(item, s.Phrase) and item.block is not None else ():
            if isinstance(field, s.Field) and field.name == "starts_in" and isinstance(field.values[0], s.Text):
                for names in linked.facts.names.values():
                    if field.values[0].value in names:
                        linked.facts.placed.setdefault(names[field.values[0].value], []).append(field.span)
    linked.facts.revealed = frozenset()
    problems += check_graphs(linked.records, linked.facts)
    return Read(source, linked.records, sorted(problems, key=Problem.sort_key))


def value(values: Sequence[s.Expr]) -> Any:
    """A constant as the ruleset writes it."""
    found: list[Any] = []
    for item in values:
        if isinstance(item, s.ListOf):
            found.append([value([part]) for part in item.items])
        elif isinstance(item, s.Name):
            found.append({"yes": True, "no": False, "none": None}.get(item.name, item.name))
        else:
            found.append(item.value if isinstance(item, s.Number | s.Text) else None)
    return found[0] if len(found) == 1 else found


def lists(file: s.File, expr: s.Expr) -> list[str] | None:
    """A `define` whose value is a list of names stands for the lists that the compiler computes."""
    for item in file.items:
        if isinstance(item, s.Define) and isinstance(expr, s.Name) and item.name.name == expr.name and isinstance(item.value, s.ListOf):
            return [part.value for part in item.value.items if isinstance(part, s.Text)]
    return None
