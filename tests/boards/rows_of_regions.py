"""Maps of a given size: regions in rows, each row linked with the next, so that the length of the map is known; links by chance until there are enough."""
from __future__ import annotations

import random
from itertools import pairwise

Pair = tuple[int, int]


def long_map(regions: int, links: int, length: int, degree: int) -> list[Pair]:
    """Pairs of numbers below `regions`: so many, the farthest two regions `length` steps apart, and one region with `degree` links, which is the most."""
    dice = random.Random(regions)
    between = length - 1
    rows = [[0], *([number for number in range(1, regions - 1) if number % between == row % between] for row in range(1, length)), [regions - 1]]
    have, pairs = [0] * regions, dict[Pair, None]()

    def join(a: int, b: int, most: int) -> bool:
        pair = (min(a, b), max(a, b))
        if a == b or pair in pairs or max(have[a], have[b]) >= most:
            return False
        pairs[pair] = None
        have[a] += 1
        have[b] += 1
        return True

    for left, right in pairwise(rows):
        for number in range(max(len(left), len(right))):
            join(left[number % len(left)], right[number % len(right)], degree - 1)
    while len(pairs) < links - 1:
        row = dice.randrange(1, length)
        join(dice.choice(rows[row]), dice.choice(rows[min(row + dice.randrange(2), between)]), degree - 1)
    assert any(join(0, other, degree) for other in rows[1])
    return list(pairs)
