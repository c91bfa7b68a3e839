"""The manual pages of `rulewright explain`: kinds of finding, words of the language, functions and operations, and what the core pack declares.

Pages are made from the tables that the compiler itself reads, and from the core pack: nothing is said twice.
"""
from __future__ import annotations

import re
from functools import cache
from importlib.resources import files as resources
from textwrap import indent

from rulewright.dsl import syntax as s
from rulewright.dsl.examples import read_example
from rulewright.dsl.forms import FORMS
from rulewright.dsl.problems import ProblemKind
from rulewright.dsl.records import POLICIES, rows
from rulewright.dsl.registry import FUNCTIONS, OPERATIONS, Param
from rulewright.dsl.source import Source
from rulewright.dsl.words import WORDS

from .terminal import paint, safe

CORE = "core"
WIDEST = 110
LONGEST = 40


# ---------------------------------------------------------------- findings


def code_page(row: ProblemKind) -> str:
    """The page of one kind of finding: why it is one, an example with what `check` says of it, and the example put right."""
    parts = [paint(f"{row.severity}[{row.code}]", "bold") + f": {row.title}", row.why, paint("reported:", "bold"), example(row.bad)]
    said = finding(row)
    if said:
        parts += [paint("as:", "bold"), indent(said, "    ")]
    return "\n\n".join([*parts, paint("accepted:", "bold"), example(row.good)])


def example(text: str) -> str:
    """The source of an example, indented; nothing in it steers a terminal, and what is long is cut."""
    lines = [line if len(line) <= WIDEST else line[: WIDEST - 4] + " ..." for line in map(safe, text.rstrip("\n").split("\n"))]
    shown = lines if len(lines) <= LONGEST else [*lines[:LONGEST], "..."]
    return indent("\n".join(shown), "    ")


def finding(row: ProblemKind) -> str:
    """What `check` says of the Bad example; a fault that needs a disk only has its general remedy."""
    from rulewright.compiler.collect import NOT_A_DEFINITION
    from rulewright.compiler.kept import Kept

    from .reading import read_pack
    from .setup_findings import check_with_chance

    examples = read_example(row.bad)
    if not any(one.on_disk for one in examples):
        core, _ = read_pack(str(resources("rulewright.content").joinpath(CORE)), CORE, given=False)
        for problem in check_with_chance([*(one.pack() for one in examples), core], Kept(NOT_A_DEFINITION))[0].problems:
            if problem.code == row.code:
                return safe(problem.message) + (f"\nhelp: {safe(problem.help)}" if problem.help else "")
    return "" if "{" in row.help else f"help: {row.help}"


# ---------------------------------------------------------------- words


@cache
def word_pages() -> dict[str, str]:
    """Every word that has a page, with the page. A word of several sorts has one page with a part for each."""
    pages: dict[str, list[str]] = {}
    for word in WORDS.values():
        pages.setdefault(word.word, []).append(f"{word.word} ({', '.join(word.places)})\n\n{word.meaning}")
    for form in FORMS.values():
        pages.setdefault(form.word, []).append(f"{form.word} ({form.what})\n\n{form.meaning}\n\n    {form.use}")
    for function in FUNCTIONS.values():
        given = ", ".join(f"{param.name}: {param.type}" for param in function.params) + (", ..." if function.many else "")
        pages.setdefault(function.name, []).append(f"{function.name} (function)\n\n{function.doc}\n\n    {function.name}({given}) gives {function.result}")
    for operation in OPERATIONS.values():
        given = " ".join([operation.name, *map(_parameter, operation.params)])
        notes = [note for note, holds in (("it draws", operation.draws), ("it reveals", operation.reveals)) if holds]
        after = f"\n\n{' and '.join(notes)}, so undo stops there" if notes else ""
        pages.setdefault(operation.name, []).append(f"{operation.name} (operation)\n\n{operation.doc}\n\n    {given}{after}")
    for policy in rows()["policies"].own:
        words = "\n".join(f"    policy {{ {policy.name}: {word} }}" for word in POLICIES[policy.name])
        pages.setdefault(policy.name, []).append(f"{policy.name} (policy)\n\n{policy.doc}; each game says one of\n\n{words}")
    sources = core_sources()
    for name, page in declared(sources):
        pages.setdefault(name, []).append(page)
    return {name: "\n\n".join([*parts, *used(name, sources)]) for name, parts in sorted(pages.items())}


def _parameter(param: Param) -> str:
    return f"{param.label + ' ' if param.label else ''}({param.name}: {param.type}{', may be left out' if param.optional else ''})"


@cache
def core_sources() -> tuple[Source, ...]:
    """The files of the core pack."""
    folder = resources("rulewright.content").joinpath(CORE)
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".rw")), key=lambda entry: entry.name)
    return tuple(Source(f"{CORE}/{entry.name}", entry.read_text("utf-8")) for entry in found)


def declared(sources: tuple[Source, ...]) -> list[tuple[str, str]]:
    """What the core pack declares: the name, and its documentation and text."""
    from rulewright.compiler.parse import parse

    out: list[tuple[str, str]] = []
    for source in sources:
        for item in parse(source)[0].items:
            if isinstance(item, (s.Verb, s.Define, s.Kind, s.Enum)):
                what = item.word if isinstance(item, s.Verb) else type(item).__name__.lower()
                text = source.text[item.span.start:item.span.end]
                head = f"{item.name.name} ({what} of {source.path})"
                out.append((item.name.name, "\n\n".join(part for part in (head, item.doc, example(text)) if part)))
    return out


def used(word: str, sources: tuple[Source, ...]) -> list[str]:
    """The two shortest lines of the core pack in which a word is used."""
    pattern = re.compile(rf"(?<![\w.\"]){re.escape(word)}(?![\w:\"])")
    lines: dict[str, str] = {}
    for source in sources:
        for number, line in enumerate(source.text.splitlines(), 1):
            bare = line.strip()
            own = tuple(f"{what} {word}" for what in ("verb", "define", "kind", "sequence", "enum"))
            if not bare.startswith(("#", "text:", *own)) and pattern.search(bare):
                lines.setdefault(bare, f"{source.path}:{number}")
    shown = sorted(lines, key=lambda line: (len(line), line))[:2]
    return ["used, for example:\n\n" + "\n".join(f"    {line}    # {lines[line]}" for line in shown)] if shown else []
