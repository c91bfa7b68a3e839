"""Sources with something lost, doubled or swapped: reading, checking and drawing never fail, and a mistake in a link or a name is always noticed."""
from __future__ import annotations

import random
import re

import pytest

from rulewright.tools.board_picture import draw

from .reading import read
from .test_cases import CASES

SOURCES = [path.read_text("utf-8").rpartition("\n----\n")[0] for path in CASES]
WORD = re.compile(r'"[^"\n]*"|\w+:?|--|->')


def spoiled(source: str, dice: random.Random) -> str:
    """The source with one word of its boards taken out, doubled, or put in the place of another."""
    start = source.index("board")
    words = [match for match in WORD.finditer(source, start) if match.group() != "board"]
    one, other = dice.sample(words, 2)
    new = dice.choice(["", f"{one.group()} {one.group()}", other.group()])
    return source[:one.start()] + new + source[one.end():]


@pytest.mark.parametrize("seed", range(20))
def test_no_source_breaks_the_reader(seed: int) -> None:
    dice = random.Random(seed)
    judged = 0
    for source in SOURCES:
        result = read(spoiled(source, dice), parses=False)
        judged += len(result.records)
        for record in result.records:
            assert draw(record, result.records).endswith("</svg>\n")
    assert judged > len(SOURCES) // 2


MAP = [f'  path "{a}" -- "{b}"' for a, b in ("AB", "BC", "CD", "DE", "EA", "BF", "FG")]


@pytest.mark.parametrize("line", range(len(MAP)))
def test_a_misspelt_end_is_noticed_wherever_it_is(line: int) -> None:
    lines = list(MAP)
    lines[line] = lines[line][:-1] + 'x"'
    rooms = "\n".join(f'  room "{name}"' for name in "ABCDEFG")
    found = read(f'kind room is space {{ }}\nboard "M" {{\n{rooms}\n' + "\n".join(lines) + "\n}\n")
    assert found.codes() == ["link-end-unknown"]
    assert found.lines(found.problems[0])[0] == line + 10
