"""`rulewright explain`: what a finding's code, a word of the language, or a name of a pack means."""
from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from dataclasses import asdict
from difflib import get_close_matches

from rulewright.dsl.problems import catalogue

NAME = "explain"
HELP = "explain the code of a finding, a word of the language, or a name of a pack"
EXAMPLES = """
  rulewright explain no-where                the code that `check` printed in brackets
  rulewright explain before                  a word of the language
  rulewright explain deal                    a name of the core pack
  rulewright explain hero --pack mypack      a name of a pack or of what it requires: of a kind all fields, and a thing to copy
  rulewright explain --pack mypack           all that a pack and what it requires declare
  rulewright explain                         all that can be explained
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("what", nargs="?", metavar="CODE|WORD", help="without it, everything that can be explained is listed")
    parser.add_argument("--pack", metavar="PACK", help="a pack: what it and the packs that it requires declare is explained too")
    parser.add_argument("--packs", action="append", default=[], metavar="DIR", help="a folder in which required packs are looked for (may be repeated)")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="the form of the answer")


def run(args: Namespace) -> int:
    """Prints the page; an unknown word is a mistake in the command."""
    from ..manual import code_page, word_pages
    from ..terminal import safe
    from ..usage import UsageError

    codes, words = catalogue(), word_pages()
    declared = _declared(args.pack, args.packs) if args.pack is not None else {}
    if args.what is None:
        titles = {code: row.title for code, row in codes.items()} if args.pack is None else {}
        pages = titles | {word: text.splitlines()[2].strip() for word, text in (words if args.pack is None else declared).items()}
        print(json.dumps(pages, indent=2) if args.format == "json" else "\n".join(f"{name:<28} {said}" for name, said in pages.items()))
        return 0
    name = args.what.strip()
    row, text = codes.get(name.lower()), declared.get(name) or words.get(name)
    if row is None and text is None:
        called = {known.casefold(): known for known in (*codes, *words, *declared)}
        near = [called[word] for word in get_close_matches(name.casefold(), called, 3, 0.5)]
        listed = "explain" if args.pack is None else f"explain --pack {safe(args.pack)}"
        remedy = "did you mean " + " or ".join(f"`{word}`" for word in near) + "?" if near else f"`rulewright {listed}` lists everything"
        if args.pack is None:
            remedy += " `--pack PACK` explains what a pack declares"
        raise UsageError(f"nothing is called `{safe(name)}`: {remedy}")
    if args.format == "json":
        print(json.dumps({"code": asdict(row)} if row else {"word": name, "text": text}, indent=2))
    else:
        print("\n\n".join(part for part in (code_page(row) if row else "", text or "") if part))
    return 0


def _declared(path: str, packs: list[str]) -> dict[str, str]:
    """The pages of what a pack and those that it requires declare."""
    from pathlib import Path

    from rulewright.dsl.packfiles import decode
    from rulewright.dsl.source import Source

    from ..loading import pack_folder
    from ..pack_manual import pages
    from ..reading import read
    from ..usage import UsageError

    if not Path(path).exists() and path.isidentifier():
        with suppress(UsageError):
            path = pack_folder(path)
    reading = read([path], packs)
    own = {pack.display(name) for pack in reading.packs for name in pack.files if pack.given}
    files = [(pack.display(name), data) for pack in reading.packs for name, data in sorted(pack.files.items()) if name.endswith(".rw")]
    return pages([Source(shown, decode(data)[0]) for shown, data in files], own)
