"""Intervals and percentiles against published figures."""
from __future__ import annotations

import pytest

from rulewright.tools.statistics import percentile, wilson


# Newcombe, Statistics in Medicine 17 (1998), table I, method 3: 81/263, 15/148, 0/20, 1/29.
@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
)
def test_wilson(hits: int, tries: int, low: float, high: float) -> None:
    assert wilson(hits, tries) == pytest.approx((low, high), abs=0.00006)


def test_wilson_of_all_and_of_nothing() -> None:
    assert wilson(20, 20)[1] == 1.0
    assert wilson(20, 20)[0] == pytest.approx(1 - wilson(0, 20)[1])
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("percent", "value"), [(5, 15), (30, 20), (40, 20), (50, 35), (100, 50)])
def test_nearest_rank(percent: int, value: int) -> None:
    assert percentile([50, 15, 40, 20, 35], percent) == value


def test_a_percentile_of_one_value() -> None:
    assert [percentile([7], percent) for percent in (0, 5, 50, 95, 100)] == [7] * 5
