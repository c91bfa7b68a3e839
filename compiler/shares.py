"""A check in several processes: each reads a share of the files, all tell each other what is declared, and each makes the definitions of its share.

What a share finds out is what a check keeps (`kept.py`), so whoever has all shares checks as if it had kept all; the findings and their order are the same.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.dsl.packfiles import PackFiles

from .decode import decode
from .kept import Kept
from .packs import closure, order_packs
from .pipeline import Compiled, declared, load, surroundings


class Share:
    """Share `number` of `count`. Call `read`, hand its answer to the others, call `make` with theirs."""

    def __init__(self, packs: Sequence[PackFiles], kept: Kept, number: int, count: int) -> None:
        self.packs = packs
        self.kept = kept
        self.number = number
        self.count = count
        self.mine: set[str] = set()

    def read(self) -> Mapping[str, Any]:
        """The signatures of the share."""
        before = set(self.kept.seen_parsed)
        for at, (pack, name) in enumerate(files(self.packs)):
            if at % self.count == self.number:
                source, problems = decode(pack.display(name), pack.files[name])
                if source is not None:
                    self.kept.read(source, not problems)
        self.mine = self.kept.seen_parsed.keys() - before
        self.kept.parsed |= self.kept.seen_parsed
        return {"parsed": self.kept.seen_parsed, "made": {}}

    def make(self) -> Mapping[str, Any]:
        """What is known of the definitions of the share. What the other shares have read must have been added to `kept`."""
        from .elaborate import before_definitions
        from .watch import Watch

        out = Compiled()
        loaded = [one for one in (load(pack, out, self.kept) for pack in self.packs) if one is not None]
        ordered, _ = order_packs(loaded)
        given = [pack for pack in ordered if pack.files.given]
        for pack in given:
            self.kept.last = pack is given[-1]
            needed = closure(pack, ordered)
            if needed is not None:
                world, _ = declared(needed, ordered)
                watch = Watch(world, self.kept, surroundings(needed))
                before_definitions(world)
                watch.definitions(self.mine)
        return {"parsed": {}, "made": self.kept.seen_made}


def files(packs: Sequence[PackFiles]) -> list[tuple[PackFiles, str]]:
    """All files of rules, the largest first, so that shares are alike."""
    found = [(pack, name) for pack in packs for name in pack.files if name.endswith(".rw")]
    return sorted(found, key=lambda one: (-len(one[0].files[one[1]]), one[0].root, one[1]))
