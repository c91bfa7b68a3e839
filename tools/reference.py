"""The page docs/reference.md, made from the tables that the code itself reads: `python -m rulewright.tools.reference` writes it, `--check` only compares.

Words come from `dsl/words.py` and `dsl/forms.py`, functions and operations from `dsl/registry.py`, findings from the catalogue, policies and limits from
the table of records, commands from the modules of `tools/commands/`. The page belongs to the checkout and is not installed.
"""
from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rulewright.dsl import limits
from rulewright.dsl.forms import FORMS
from rulewright.dsl.problems import catalogue
from rulewright.dsl.records import LIMITS, POLICIES, Field, rows
from rulewright.dsl.registry import FUNCTIONS, OPERATIONS, Operation, Param
from rulewright.dsl.words import WORDS

from .cli import command, command_names

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference.md"
REMAKE = "python -m rulewright.tools.reference"
TEXT_LIMITS = (
    ("MAX_FILE", "characters in a file"),
    ("MAX_NAME", "characters in a name without quotes"),
    ("MAX_TEXT", "characters between quotes"),
    ("MAX_NUMBER", "the largest number that may be written"),
    ("MAX_DEPTH", "things inside things"),
    ("MAX_TOKENS", "words, signs and line ends in a file"),
    ("MAX_ANCESTORS", "kinds that a kind descends from"),
    ("MAX_FAULTS", "findings of the parser in one file; then it stops"),
)


def page() -> str:
    """The whole page."""
    parts = (_head(), _words(), _forms(), _functions(), _operations(), _findings(), _policies(), _limits(), _commands())
    return "\n".join("\n".join(part) + "\n" for part in parts)


def stale() -> bool:
    """Whether the file is not what the tables say."""
    return not PAGE.is_file() or PAGE.read_text("utf-8") != page()


def main(arguments: list[str]) -> int:
    """Write the page, or with `--check` only say whether it is stale. Exit codes: 0 clean, 1 stale, 2 usage."""
    if arguments not in ([], ["--check"]) or not PAGE.parent.is_dir():
        print(f"usage: {REMAKE} [--check], in a checkout that has the folder docs", file=sys.stderr)
        return 2
    if not stale():
        return 0
    if arguments:
        print(f"docs/{PAGE.name} is not what the tables say; run `{REMAKE}`")
        return 1
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    print(f"wrote docs/{PAGE.name}")
    return 0


# ---------------------------------------------------------------- tables


def _cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def _table(heads: Iterable[str], lines: Iterable[Iterable[object]]) -> Iterator[str]:
    names = list(heads)
    yield "| " + " | ".join(names) + " |"
    yield "| " + " | ".join("---" for _ in names) + " |"
    for line in lines:
        yield "| " + " | ".join(map(_cell, line)) + " |"


def _head() -> Iterator[str]:
    yield "# Reference"
    yield ""
    yield f"Made by `{REMAKE}` from the tables that the compiler, the runtime and the tools read; do not edit it."
    yield "What the words mean together is said in [the language](language.md)."


def _words() -> Iterator[str]:
    yield "## Words"
    yield ""
    yield "A word is reserved only at the places where it stands; everywhere else it is an ordinary name."
    yield ""
    yield from _table(("word", "place", "meaning"), ((f"`{row.word}`", ", ".join(row.places), row.meaning) for row in WORDS.values()))


def _forms() -> Iterator[str]:
    yield "## Clauses, handlers, statements"
    yield ""
    yield "These words are not reserved: they mean this where they begin a line, and are ordinary names elsewhere."
    yield ""
    yield from _table(("word", "sort", "written", "meaning"), ((f"`{row.word}`", row.what, f"`{row.use}`", row.meaning) for row in FORMS.values()))


def _functions() -> Iterator[str]:
    yield "## Functions"
    yield ""
    yield "Pure functions of expressions: they change nothing and draw nothing. `...`: the last argument may be repeated; `T?`: or `none`; `same`: the type of"
    yield "the elements that are given."
    yield ""
    for row in FUNCTIONS.values():
        given = ", ".join(f"{param.name}: {param.type}" for param in row.params) + (", ..." if row.many else "")
        yield f"- `{row.name}({given})` gives `{row.result}`: {row.doc}"


def _operations() -> Iterator[str]:
    yield "## Operations"
    yield ""
    yield "The primitives of bodies. They cannot be hooked or forbidden: wrap them in a verb. One that draws or reveals is a barrier that undo does not cross."
    yield ""
    lines = ((f"`{row.name}`", "; ".join(map(_parameter, row.params)), row.doc, _notes(row)) for row in OPERATIONS.values())
    yield from _table(("operation", "parameters", "meaning", "notes"), lines)


def _parameter(param: Param) -> str:
    shown = f"`{param.label + ' ' if param.label else ''}{param.name}: {param.type}`"
    return f"perhaps {shown}" if param.optional else shown


def _notes(row: Operation) -> str:
    notes = [f"gives `{row.result}`"] if row.result else []
    notes += ["draws"] if row.draws else []
    notes += ["reveals"] if row.reveals else []
    return ", ".join(notes)


def _findings() -> Iterator[str]:
    yield "## Findings"
    yield ""
    yield "`rulewright explain CODE` shows why, with an example that is reported and one that is accepted. An error forbids a ruleset; a warning and an info"
    yield "do not, but `rulewright check` ends with 1 for each of them."
    yield ""
    yield from _table(("code", "severity", "what it is"), ((f"`{row.code}`", row.severity, row.title) for row in catalogue().values()))


def _policies() -> Iterator[str]:
    yield "## Policies"
    yield ""
    yield "Each game sets all of them; see [the language](language.md#policies)."
    yield ""
    docs = _docs("policies")
    lines = ((f"`{name}`", docs[name].doc, ", ".join(f"`{word}`" for word in words)) for name, words in POLICIES.items())
    yield from _table(("policy", "what it settles", "words"), lines)


def _limits() -> Iterator[str]:
    yield "## Limits"
    yield ""
    yield "Of a running game: the usual value, and the most that a ruleset may ask for."
    yield ""
    docs = _docs("limits")
    lines = ((f"`{name}`", docs[name].doc, f"{usual:,}", f"{most:,}") for name, (usual, most) in LIMITS.items())
    yield from _table(("limit", "what it counts", "usual", "most"), lines)
    yield ""
    yield "Of a source text:"
    yield ""
    yield from _table(("limit", "value"), ((doc, f"{getattr(limits, name):,}") for name, doc in TEXT_LIMITS))


def _docs(record: str) -> dict[str, Field]:
    return {field.name: field for field in rows()[record].own}


# ---------------------------------------------------------------- commands


def _commands() -> Iterator[str]:
    yield "## Commands"
    yield ""
    yield "Exit codes: 0 clean, 1 findings, 2 the command was not understood, 70 a bug of Rulewright, 130 interrupted, 141 the reader of the pipe went away."
    for name in command_names():
        yield from _command(name)


def _command(name: str) -> Iterator[str]:
    module = command(name)
    parser = argparse.ArgumentParser(prog=f"rulewright {name}", add_help=False)
    module.arguments(parser)
    yield ""
    yield f"### {name}"
    yield ""
    yield f"`rulewright {name}`: {module.HELP}."
    yield ""
    yield from _table(("argument", "meaning"), ((f"`{_argument(action)}`", action.help or "") for action in parser._actions))
    yield ""
    yield "```text"
    yield from (line[2:] if line.startswith("  ") else line for line in module.EXAMPLES.strip("\n").splitlines())
    yield "```"


def _argument(action: argparse.Action) -> str:
    shown = action.metavar if isinstance(action.metavar, str) else "|".join(map(str, action.choices)) if action.choices else action.dest.upper()
    if not action.option_strings:
        return f"{shown} ..." if action.nargs in ("+", "*") else f"[{shown}]" if action.nargs == "?" else shown
    names = ", ".join(action.option_strings)
    return names if action.nargs == 0 else f"{names} {shown}" if not isinstance(action.metavar, tuple) else f"{names} {' '.join(action.metavar)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
