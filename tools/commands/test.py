"""`rulewright test`: plays the tests that stand in the content."""
from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..testing import Report

NAME = "test"
HELP = "play the tests in packs"
EXAMPLES = """
  rulewright test content/mygame               all tests of a pack
  rulewright test mygame/cards.rw              the tests in one file
  rulewright test mygame -k "two towers"      tests whose name has these words
  rulewright test mygame --coverage            also say which rules no test came by
  rulewright test mygame --full --games 200    and fail if some ran neither in a test nor in 200 random games
  rulewright test mygame --format junit > tests.xml
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    from ..usage import positive

    parser.add_argument("paths", nargs="+", metavar="PATH", help="a pack, a folder of packs, a file in a pack, or a compiled ruleset")
    parser.add_argument("-k", dest="words", default="", metavar="TEXT", help="only tests whose name has this text")
    parser.add_argument("--packs", action="append", default=[], metavar="DIR", help="a folder in which required packs are looked for (may be repeated)")
    parser.add_argument("--format", choices=["text", "json", "junit"], default="text", help="the form of the report")
    parser.add_argument("--coverage", action="store_true", help="name the clauses, handlers and bodies that never ran in any of the tests played")
    parser.add_argument("--games", type=positive, default=0, metavar="N", help="with --coverage: also play N random games of each pack, its scenarios by turns")
    parser.add_argument("--full", action="store_true", help="as --coverage, and 1 when something never ran")


def run(args: Namespace) -> int:
    """Prints the report; 1 for a failed test, for content with errors, when no test was found, and with `--full` when something never ran."""
    from .. import testing
    from ..loading import Faulty
    from ..usage import UsageError

    args.coverage |= args.full
    if args.games and not args.coverage:
        raise UsageError("`--games` plays games for the sake of coverage: add `--coverage` or `--full`")

    reports: list[Report] = []
    broken = False
    for path in args.paths:
        for pack in _packs(path):
            try:
                reports.append(_report(pack, path, args))
            except Faulty as faulty:
                broken = True
                print(faulty, file=sys.stderr)
    ran = {ident for report in reports for ran in (report.explored, *(outcome.ran for outcome in report.outcomes)) for ident in ran}
    for report in reports:
        report.ran = ran
    shape = {"text": testing.as_text, "json": testing.as_json, "junit": testing.as_junit}[args.format]
    print(shape(reports))
    found = sum(len(report.outcomes) for report in reports)
    if not found and not broken:
        print("rulewright: no test was found" + (f" with `{args.words}` in its name" if args.words else ""), file=sys.stderr)
    missed = args.full and any(report.never_ran() for report in reports)
    return 1 if broken or not found or missed or any(report.failed or report.faults for report in reports) else 0


def _packs(path: str) -> list[str]:
    """The packs and files to load one by one: packs of one folder may be different games."""
    from ..reading import read

    if Path(path).is_file() and Path(path).suffix not in (".rw", ".yaml"):
        return [path]
    return [pack.root or "." for pack in read([path]).packs if pack.given]


def _report(pack: str, path: str, args: Namespace) -> Report:
    from rulewright.runtime.trial import Trials

    from ..coverage import parts, place
    from ..exploring import explore
    from ..loading import load_ruleset
    from ..names import Names
    from ..narration import Narrator
    from ..players import seat_names
    from ..testing import Report

    ruleset = load_ruleset(pack, args.packs)
    own = _own_packs(ruleset, pack)
    tests = [test for test in ruleset["tests"] if test["id"].partition(":")[0] in own and args.words.casefold() in test["name"].casefold()]
    if Path(path).is_file() and pack != path:
        tests = [test for test in tests if _same(place(ruleset, test["id"])[0], path)]
    names = Names(ruleset, seat_names(ruleset))
    report = Report(", ".join(own), names=names, narrator=lambda: Narrator(ruleset, names))
    trials = Trials(ruleset)
    report.outcomes = [trials.run(test) for test in tests]
    report.parts = parts(ruleset, own) if args.coverage else None
    if args.games:
        explored = explore(ruleset, args.games)
        report.games, report.explored, report.faults = args.games if ruleset["game"] is not None else 0, explored.ran, explored.faults
    return report


def _own_packs(ruleset: dict[str, Any], path: str) -> list[str]:
    """The packs whose tests are meant: that of the folder (the last in load order), or all of a compiled ruleset."""
    packs = [str(pack["id"]) for pack in ruleset["packs"]]
    return packs if Path(path).is_file() else packs[-1:]


def _same(file: str | None, path: str) -> bool:
    return file is not None and Path(file).resolve() == Path(path).resolve()
