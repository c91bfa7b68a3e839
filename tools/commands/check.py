"""`rulewright check`: every finding in the content, in one run."""
from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..usage import UsageError, positive

if TYPE_CHECKING:
    from ..homebrew import Marked

NAME = "check"
HELP = "say everything that is wrong with packs"
EXAMPLES = """
  rulewright check content                   every pack in a folder
  rulewright check mypack/cards.rw           findings in one file, read together with its pack
  rulewright check mypack --format json      for programs
  rulewright check mypack --format github    beside the lines of a pull request; `sarif` for all else that shows findings
  rulewright check mypack --quiet            nothing but findings, as for a hook before a commit
  rulewright check mypack --homebrew         also list what is marked `origin: homebrew`, with its place and its reason
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a pack, a folder of packs, or a file in a pack")
    parser.add_argument("--packs", action="append", default=[], metavar="DIR", help="a folder in which required packs are looked for (may be repeated)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="how many processes read what is new; the findings are the same (1)")
    parser.add_argument("--no-cache", action="store_true", help="find everything out anew, and leave nothing for the next check")
    parser.add_argument("--homebrew", action="store_true", help="also list everything that says `origin: homebrew`, with its place and its reason")
    parser.add_argument("--format", choices=["text", "json", "github", "sarif"], default="text", help="the form of the findings")
    parser.add_argument("--quiet", action="store_true", help="as text, say nothing where nothing is wrong")


def run(args: Namespace) -> int:
    """Prints the findings and what was read; 1 when there is a finding."""
    from ..cache import default_folder
    from ..checking import check_paths
    from ..findings import as_json, as_text, passed_lines, plural, read_line, set_up_lines, tally

    if args.homebrew and args.format in ("github", "sarif"):
        raise UsageError(f"`--homebrew` is a list of its own, which `{args.format}` has no place for: leave one of the two out")
    result = check_paths(args.paths, args.packs, None if args.no_cache else default_folder(), args.jobs)
    marked = _marked(args) if args.homebrew else None
    if args.format == "json":
        read = result.read | {"findings_elsewhere": result.elsewhere}
        print(as_json(result.problems, result.sources, read, None if marked is None else {"homebrew": marked}))
    elif args.format != "text":
        from ..ci_forms import as_github, as_sarif

        said = (as_github if args.format == "github" else as_sarif)(result.problems, result.sources)
        print(said, end="\n" if said else "")
    elif args.quiet and not result.problems and marked is None:
        pass
    else:
        for problem in result.problems:
            print(as_text(problem, result.sources) + "\n")
        print(f"{tally(result.problems)}; {read_line(result.read)}")
        for line in (*passed_lines(result.read), *set_up_lines(result.read)):
            print(line)
        if result.elsewhere:
            print(f"{plural(result.elsewhere, 'finding')} in other files of the pack; check the pack to see them")
        if marked is not None:
            from ..homebrew import as_text as as_list

            print("\n" + as_list(marked))
    return 1 if result.problems else 0


def _marked(args: Namespace) -> list[Marked]:
    from ..homebrew import homebrew
    from ..reading import read

    reading = read(args.paths, args.packs)
    return [one for one in homebrew(reading.packs) if not reading.only or one["file"] in reading.only]
