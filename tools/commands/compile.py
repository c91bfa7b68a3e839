"""`rulewright compile`: a pack, and what it requires, to one ruleset file."""
from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

NAME = "compile"
HELP = "compile a pack to a ruleset file"
EXAMPLES = """
  rulewright compile mypack -o mypack.ruleset.json
  rulewright compile expansion --packs games -o game.ruleset.json
  rulewright compile mypack -o - | sha256sum
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("paths", nargs="+", metavar="PACK", help="the pack; several are compiled together into one ruleset")
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="where the ruleset goes; `-` is the standard output")
    parser.add_argument("--packs", action="append", default=[], metavar="DIR", help="a folder in which required packs are looked for (may be repeated)")


def run(args: Namespace) -> int:
    """Writes the ruleset, or the findings that forbid it; an old file stays as it is when there are errors."""
    import hashlib

    from ..findings import as_text, passed_lines, read_line, tally
    from ..front import compile_paths, ruleset_bytes
    from ..terminal import safe
    from ..writing import write_whole

    result = compile_paths(args.paths, args.packs)
    for problem in result.problems:
        print(as_text(problem, result.sources) + "\n", file=sys.stderr)
    if result.ruleset is None:
        print(f"{tally(result.problems)}; nothing was written", file=sys.stderr)
        return 1
    data = ruleset_bytes(result.ruleset)
    if args.output == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        write_whole(args.output, data)
        print(f"wrote {safe(args.output)}: {len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")
        print("\n".join([read_line(result.read), *passed_lines(result.read)]))
    return 1 if result.problems else 0
