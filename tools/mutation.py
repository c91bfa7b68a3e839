"""How much of a pack's text is proved: every name, part, number and condition is spoiled, one at a time, and somebody must notice.

    python -m rulewright.tools.mutation PACK [--sample N] [--seed S] [--kinds WORDS] [--required] [--of ID] [--jobs J] [--format text|json]

What `check` can know it must find (names, parts); what only play can show, the tests of the content must find (numbers, conditions). A mutant that compiles
to the very same ruleset is counted apart: nothing could notice it.
"""
from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from .mutation_page import Mutant
from .mutation_trial import GROUPS, Verdict, Workshop, choose, spoil
from .reading import read
from .terminal import harden, safe
from .usage import UsageError

COLUMNS = ("check", "test", "same", "survived")


@dataclass
class Tally:
    """The verdicts of one run and what can be said of them."""

    verdicts: list[Verdict]

    def counts(self, kinds: Sequence[str]) -> dict[str, int]:
        """How many mutants of these kinds there were, and what became of them."""
        chosen = [one for one in self.verdicts if one.mutant.kind in kinds]
        return {"mutants": len(chosen), **{column: sum(one.caught == column for one in chosen) for column in COLUMNS}}

    def survivors(self) -> list[Verdict]:
        """What nobody noticed."""
        return [one for one in self.verdicts if one.caught == "survived"]


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the figures: 0 if every mutant was caught, 1 if some were not, 2 if nothing could be spoiled."""
    harden(sys.stdout)
    args = _parser().parse_args(argv)
    try:
        tally = measure(args.path, args.packs, args.sample, args.seed, _kinds(args.kinds), args.required, args.jobs, args.of)
    except UsageError as fault:
        print(f"rulewright: {safe(str(fault))}", file=sys.stderr)
        return 2
    print(as_json(tally) if args.format == "json" else as_text(tally))
    return 1 if tally.survivors() else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rulewright.tools.mutation", description="Spoil a pack in every small way and see what notices.")
    parser.add_argument("path", metavar="PACK", help="a pack that is clean and whose tests pass")
    parser.add_argument("--packs", action="append", default=[], metavar="DIR", help="a folder in which required packs are looked for (may be repeated)")
    parser.add_argument("--sample", type=int, metavar="N", help="at most N mutants of each kind (all, if it is not said)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="which ones a sample takes")
    parser.add_argument("--kinds", default="", metavar="WORDS", help="only these kinds or groups, with commas between them")
    parser.add_argument("--required", action="store_true", help="spoil the packs that PACK requires as well")
    parser.add_argument("--of", default="", metavar="ID", help="spoil only this one of the packs that PACK requires")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="how many processes")
    parser.add_argument("--format", choices=["text", "json"], default="text", help="the form of the report")
    return parser


def _kinds(text: str) -> frozenset[str]:
    chosen: set[str] = set()
    for word in filter(None, (part.strip() for part in text.split(","))):
        kinds = GROUPS.get(word) or {word: ""}
        if not any(kinds.keys() <= group.keys() for group in GROUPS.values()):
            raise UsageError(f"`{word}` is no kind of mutant: the groups are {', '.join(GROUPS)}")
        chosen |= kinds.keys()
    return frozenset(chosen)


def measure(
    path: str, packs: Sequence[str] = (), sample: int | None = None, seed: int = 1, kinds: frozenset[str] = frozenset(), required: bool = False, jobs: int = 1,
    of: str = "",
) -> Tally:
    """Spoil the pack at `path`, or the one called `of` that it requires, and judge each mutant. Raises UsageError if it is not clean to begin with."""
    shop = _open(path, packs)
    if of and of not in shop.ids():
        raise UsageError(f"`{of}` is no pack that is read here: there are " + ", ".join(f"`{ident}`" for ident in shop.ids()))
    mutants = choose((mutant for page in shop.pages(required, of) for mutant in spoil(page)), sample, seed, kinds)
    if jobs <= 1:
        return Tally([shop.judge(mutant) for mutant in mutants])
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=(path, packs)) as pool:
        return Tally(list(pool.map(_judge, mutants, chunksize=8)))


def _open(path: str, packs: Sequence[str]) -> Workshop:
    reading = read([path], packs)
    given = [pack for pack in reading.packs if pack.given]
    if reading.problems or len(given) != 1 or reading.only:
        raise UsageError(f"`{path}` is not one whole pack that can be read")
    shop = Workshop(reading.packs)
    shop.open()
    return shop


_SHOP: list[Workshop] = []
"""The workshop of a process that judges for another."""


def _begin(path: str, packs: Sequence[str]) -> None:
    _SHOP[:] = [_open(path, packs)]


def _judge(mutant: Mutant) -> Verdict:
    return _SHOP[0].judge(mutant)


# ---------------------------------------------------------------- reports


def as_text(tally: Tally) -> str:
    """A table by kind, and every survivor with its place."""
    lines = [f"{'':22}{'mutants':>9}{'check':>8}{'tests':>8}{'same':>8}{'survived':>10}   by check   caught"]
    for group, kinds in GROUPS.items():
        rows = [(kind, tally.counts([kind])) for kind in kinds]
        lines += [_row(f"  {kind}", counts) for kind, counts in rows if counts["mutants"]]
        whole = tally.counts(list(kinds))
        if whole["mutants"]:
            lines += [_row(group, whole), ""]
    survivors = tally.survivors()
    lines.append(f"survivors: {len(survivors)}")
    lines += [f"{safe(one.mutant.file)}:{one.line}: {one.mutant.kind}: {safe(one.text)}" for one in survivors]
    return "\n".join(lines)


def _row(name: str, counts: dict[str, int]) -> str:
    judged = counts["mutants"] - counts["same"]
    shares = [f"{100 * part / judged:.1f} %" if judged else "-" for part in (counts["check"], counts["check"] + counts["test"])]
    figures = "".join(f"{counts[key]:>{width}}" for key, width in (("mutants", 9), ("check", 8), ("test", 8), ("same", 8), ("survived", 10)))
    return f"{name:22}{figures}{shares[0]:>11}{shares[1]:>9}"


def as_json(tally: Tally) -> str:
    """`{"kinds": {kind: counts}, "groups": {group: counts}, "by": {finding or test: n}, "survivors": [...]}`."""
    by: dict[str, int] = {}
    for one in tally.verdicts:
        if one.by:
            by[one.by] = by.get(one.by, 0) + 1
    document: dict[str, Any] = {
        "kinds": {kind: tally.counts([kind]) for kinds in GROUPS.values() for kind in kinds},
        "groups": {group: tally.counts(list(kinds)) for group, kinds in GROUPS.items()},
        "by": dict(sorted(by.items())),
        "survivors": [{"file": one.mutant.file, "line": one.line, "kind": one.mutant.kind, "text": one.text} for one in tally.survivors()],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
