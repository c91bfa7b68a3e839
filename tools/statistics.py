"""The few numbers that a simulation reports: shares with their 95 % intervals, and percentiles."""
from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

_Z = 1.959963984540054  # the normal quantile of 97.5 %


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score; (0, 1) of no tries."""
    if tries == 0:
        return (0.0, 1.0)
    share, spread = hits / tries, _Z * _Z / tries
    middle = share + spread / 2
    half = _Z * sqrt(share * (1 - share) / tries + spread / (4 * tries))
    low = 0.0 if hits == 0 else max(0.0, (middle - half) / (1 + spread))
    high = 1.0 if hits == tries else min(1.0, (middle + half) / (1 + spread))
    return (low, high)


def percentile(values: Sequence[int], percent: int) -> int:
    """The nearest-rank percentile of the values, which must not be empty: always one of them, so it is exact and the same everywhere."""
    ordered = sorted(values)
    rank = -(-percent * len(ordered) // 100)
    return ordered[max(1, rank) - 1]
