"""`rulewright explain`: what a finding's code or a word of the language means."""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from difflib import get_close_matches

from rulewright.dsl.problems import catalogue

NAME = "explain"
HELP = "explain the code of a finding or a word of the language"
EXAMPLES = """
  rulewright explain no-where                the code that `check` printed in brackets
  rulewright explain before                  a word of the language
  rulewright explain deal                    a name of the core pack
  rulewright explain                         all that can be explained
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("what", nargs="?", metavar="CODE|WORD", help="without it, everything that can be explained is listed")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="the form of the answer")


def run(args: Namespace) -> int:
    """Prints the page; an unknown word is a mistake in the command."""
    from ..manual import code_page, word_pages
    from ..terminal import safe
    from ..usage import UsageError

    codes, words = catalogue(), word_pages()
    if args.what is None:
        pages = {code: row.title for code, row in codes.items()} | {word: text.splitlines()[2] for word, text in words.items()}
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
        print("\n\n".join(part for part in (code_page(row) if row else "", text or "") if part))
    return 0
