"""`rulewright graph`: a board as a picture, as text for Graphviz, or as figures."""
from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from typing import Any

NAME = "graph"
HELP = "draw a board, or give its figures"
EXAMPLES = """
  rulewright graph mypack                              which boards there are, with their figures
  rulewright graph mypack Glen -o glen.svg
  rulewright graph mypack Glen --way "North Gate" Mill -o way.svg
  rulewright graph mypack Glen --format dot -o - | dot -Tpdf -o glen.pdf
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("pack", metavar="PACK", help="a pack, or a compiled ruleset")
    parser.add_argument("board", metavar="BOARD", nargs="?", help="the board's name or id; may be left out when there is only one")
    parser.add_argument("-o", "--output", metavar="FILE", help="where the picture goes; `-` is the standard output")
    parser.add_argument("--format", choices=["svg", "dot", "json"], default="svg", help="the form: a picture, Graphviz, or figures and nodes as JSON")
    parser.add_argument("--colour", metavar="FIELD", help="the field of the spaces that colours them")
    parser.add_argument("--way", nargs=2, metavar=("FROM", "TO"), help="draw a shortest way between two spaces, over all routes")
    parser.add_argument("--packs", action="append", default=[], metavar="DIR", help="a folder in which required packs are looked for (may be repeated)")


def run(args: Namespace) -> int:
    """Writes the picture and prints the figures; 1 when the content has errors or there is no such way."""
    from ..board_figures import as_dot, as_json, find_board, find_way, in_words
    from ..loading import Faulty, load_ruleset
    from ..usage import UsageError

    try:
        ruleset = load_ruleset(args.pack, args.packs)
    except Faulty as faulty:
        print(faulty, file=sys.stderr)
        return 1
    boards: Sequence[Mapping[str, Any]] = ruleset["boards"]
    if args.board is None and args.output is None:
        if not boards:
            raise UsageError(f"`{args.pack}` has no board")
        print("\n\n".join(in_words(board, boards) for board in boards))
        return 0
    board = find_board(boards, args.board, args.pack)
    way = find_way(board, boards, args.way) if args.way else []
    if way is None:
        print(f"no way leads from `{args.way[0]}` to `{args.way[1]}`", file=sys.stderr)
        return 1
    if args.format == "svg":
        from ..board_picture import draw

        _field(board, args.colour)
        whole = draw(board, boards, args.colour, way)
    else:
        whole = as_dot(board, boards) if args.format == "dot" else as_json(board, boards, way)
    return _write(args, whole, in_words(board, boards, way))


def _field(board: Mapping[str, Any], name: str | None) -> None:
    from rulewright.compiler.names import did_you_mean

    from ..usage import UsageError

    known = sorted({key for space in board["spaces"] for key in space["fields"]})
    if name is not None and name not in known:
        raise UsageError(f"no space of `{board['name']}` has a field `{name}`: {did_you_mean(name, known) or 'the fields are ' + (', '.join(known) or 'none')}")


def _write(args: Namespace, whole: str, words: str) -> int:
    from ..terminal import safe
    from ..writing import write_whole

    if args.output in (None, "-"):
        sys.stdout.flush()
        sys.stdout.buffer.write(whole.encode())
    else:
        write_whole(args.output, whole.encode())
        print(words)
        print(f"wrote {safe(args.output)}")
    return 0
