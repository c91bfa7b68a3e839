"""`rulewright explain`: what a finding's code or a word of the language means."""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from textwrap import indent

from rulewright.dsl.problems import ProblemKind, catalogue

NAME = "explain"
HELP = "explain the code of a finding or a word of the language"
EXAMPLES = """
  rulewright explain manifest-quote          the code that `check` printed in brackets
  rulewright explain before                  a word of the language
  rulewright explain                         all codes and words
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("what", nargs="?", metavar="CODE|WORD", help="without it, everything that can be explained is listed")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="the form of the answer")


def run(args: Namespace) -> int:
    """Prints the page; an unknown word is a mistake in the command."""
    from ..terminal import safe
    from ..usage import UsageError

    codes, words = catalogue(), language_words()
    if args.what is None:
        pages = {code: row.title for code, row in codes.items()} | {word: text.splitlines()[0] for word, text in words.items()}
        print(json.dumps(pages, indent=2) if args.format == "json" else "\n".join(f"{name:<28} {said}" for name, said in pages.items()))
        return 0
    name = args.what.strip()
    row, text = codes.get(name.lower()), words.get(name)
    if row is None and text is None:
        near = get_close_matches(name.lower(), [*codes, *words], 3, 0.5)
        remedy = "did you mean " + " or ".join(f"`{word}`" for word in near) + "?" if near else "`rulewright explain` lists everything"
        raise UsageError(f"nothing is called `{safe(name)}`: {remedy}")
    if args.format == "json":
        print(json.dumps({"code": asdict(row)} if row else {"word": name, "text": text}, indent=2))
    else:
        print("\n\n".join(part for part in (code_page(row) if row else "", f"{name}\n\n{text}" if text else "") if part))
    return 0


def code_page(row: ProblemKind) -> str:
    """The manual page of one kind of finding."""
    from ..terminal import paint

    parts = [paint(f"{row.severity}[{row.code}]", "bold") + f": {row.title}", row.why]
    if row.bad:
        parts += [paint("reported:", "bold"), indent(row.bad.rstrip("\n"), "    ")]
    if row.good:
        parts += [paint("accepted:", "bold"), indent(row.good.rstrip("\n"), "    ")]
    return "\n\n".join(parts)


def language_words() -> dict[str, str]:
    """The words of the language and the primitives, each with its page."""
    pages: dict[str, str] = {}
    if find_spec("rulewright.dsl.registry"):
        registry = import_module("rulewright.dsl.registry")
        for table, what in ((registry.FUNCTIONS, "a function"), (registry.OPERATIONS, "an operation")):
            for row in table.values():
                parts = [f"{row.name}: {what}: {row.doc}", ""]
                parts += [f"  {p.label + ' ' if p.label else ''}{p.name}: {p.type}{' (may be left out)' if p.optional else ''}" for p in row.params]
                parts += [f"  gives {row.result}"] if row.result else []
                pages[row.name] = "\n".join(parts).rstrip()
    if find_spec("rulewright.dsl.words"):
        words = import_module("rulewright.dsl.words").WORDS
        for word, entry in words.items():
            pages[word] = entry if isinstance(entry, str) else str(getattr(entry, "doc", entry))
    return pages
