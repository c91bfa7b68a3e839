"""Long sequences, of which the journal keeps what was done to them: taken back, made again and compared they are what they were."""
from __future__ import annotations

import random
from typing import Any

import pytest

from rulewright.runtime.journal import LONG, Journal

Box = dict[str, Any]
SIZES = (0, LONG - 2, LONG + 40)


def boxes() -> list[Box]:
    """A list and a tuple of each size, short and long ones."""
    return [{"id": at, "kind": "pile", "holds": kind(range(size))} for at, (kind, size) in enumerate((k, s) for k in (list, tuple) for s in SIZES)]


def now(those: list[Box]) -> str:
    """All that is in the boxes, with its types."""
    return repr(those)


def change(journal: Journal, box: Box, rng: random.Random) -> None:
    """An item comes or goes; now and then the whole is replaced, or taken away until something comes again."""
    known = box.get("holds")
    what = rng.random()
    if known is None:
        journal.write(box, "holds", [rng.randrange(99) for _ in range(rng.choice(SIZES))])
    elif what < 0.03:
        journal.erase(box, "holds")
    elif what < 0.1:
        journal.write(box, "holds", known[::-1])
    elif what < 0.6 or not known:
        journal.insert(box, "holds", rng.randint(0, len(known)), rng.randrange(99))
    else:
        journal.remove(box, "holds", rng.randrange(len(known)))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_done_to_long_sequences_can_be_taken_back_and_made_again(seed: int) -> None:
    rng, journal, those = random.Random(seed), Journal(), boxes()
    seen: list[tuple[int, str]] = []
    for _ in range(300):
        if rng.random() < 0.2:
            seen.append((journal.mark(), now(those)))
        elif seen and rng.random() < 0.05:
            mark, before = rng.choice(seen)
            later = now(those)
            redo = journal.unwind(mark)
            assert now(those) == before
            journal.rewind(redo)
            assert now(those) == later
        else:
            change(journal, rng.choice(those), rng)
    for mark, before in reversed(seen):
        journal.rollback(mark)
        assert now(those) == before


@pytest.mark.parametrize("seed", range(8))
def test_what_has_changed_since_a_mark_is_told_by_what_it_is_now(seed: int) -> None:
    rng, journal, those = random.Random(seed), Journal(), boxes()
    for _ in range(40):
        mark, before = journal.mark(), [repr(box.get("holds")) for box in those]
        for _ in range(rng.randrange(4)):
            box = rng.choice(those)
            change(journal, box, rng)
            if "holds" in box and rng.random() < 0.3:  # it comes and goes
                journal.insert(box, "holds", 0, 7)
                journal.remove(box, "holds", 0)
        changed = {("holds", at) for at, box in enumerate(those) if repr(box.get("holds")) != before[at]}
        assert {key for key in journal.keys_since(mark) if key != "holds"} == changed


def test_a_sequence_that_was_there_stays_as_it_was_for_who_has_it() -> None:
    journal, box = Journal(), {"holds": list(range(LONG))}
    first = box["holds"]
    journal.insert(box, "holds", 0, 99)
    second = box["holds"]
    journal.rollback(0)
    assert (first, second, box["holds"]) == (list(range(LONG)), [99, *range(LONG)], list(range(LONG)))
