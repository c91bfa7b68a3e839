"""Problems: every finding has a code, a severity, places, a cause and a remedy.

The kinds of problem are rows of one table, gathered from the modules of `dsl/catalogue/` (adding one touches one file). A row carries a Bad and a Good
example, which the tests compile: Bad must raise exactly that code, Good must be silent. The voice: lower case, one line, the author's words in
backticks, no Python names, no grammar terminals, no full stop at the end of the message.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Literal

from .source import Span

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that a finding speaks of."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. `message` and `help` are finished texts; `help` names the remedy."""

    code: str
    severity: Severity
    message: str
    span: Span
    help: str = ""
    labels: tuple[Label, ...] = ()

    def sort_key(self) -> tuple[str, int, int, str]:
        """File, place, code: the order in which findings are printed."""
        return (self.span.file, self.span.start, self.span.end, self.code)


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """One row of the catalogue.

    `message` and `help` are `str.format` templates over the named values given to `at`. `bad` and `good` are examples in the form of `examples.py`: one
    file, or several files and packs under headings such as `# file: notes.txt` and `# pack: frost`. The tests compile them over the core pack: Bad raises
    this code once and no other error, Good raises none. What only a disk can do wrong (a link, a pipe) has headings of its own and is tested on one.
    """

    code: str
    severity: Severity
    title: str
    message: str
    help: str
    why: str
    bad: str
    good: str

    def at(self, span: Span, /, *, labels: Iterable[Label] = (), help: str | None = None, **values: object) -> Problem:
        """A finding of this kind at a place. `help` replaces the row's remedy when a better one is known."""
        remedy = self.help if help is None else help
        return Problem(
            self.code,
            self.severity,
            _line(self.message.format(**values)),
            span,
            _line(remedy.format(**values) if help is None else remedy),
            tuple(labels),
        )


def _line(text: str) -> str:
    """The text on one line, whatever the author's words in it hold."""
    return text.replace("\n", "\\n")


@cache
def catalogue() -> dict[str, ProblemKind]:
    """All kinds by code, gathered from every module of `dsl/catalogue/`, in code order."""
    package = import_module(__package__ + ".catalogue")
    rows: dict[str, ProblemKind] = {}
    for info in iter_modules(package.__path__):
        module = import_module(f"{package.__name__}.{info.name}")
        for value in vars(module).values():
            if isinstance(value, ProblemKind):
                if value.code in rows and rows[value.code] is not value:
                    raise AssertionError(f"two problem kinds are called {value.code}")
                rows[value.code] = value
    return dict(sorted(rows.items()))
