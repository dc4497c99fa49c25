"""Figures that are added up, not kept."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.lab.counting import Counts, Moments, share_interval


@given(st.lists(st.integers(0, 50), min_size=1), st.lists(st.integers(0, 50)))
def test_counts_are_those_of_all_values(left: list[int], right: list[int]) -> None:
    counts, other = Counts(), Counts()
    for value in left:
        counts.add(value)
    for value in right:
        other.add(value)
    counts.merge(other)
    values = sorted(left + right)
    found = counts.summary()
    assert found["mean"] == pytest.approx(statistics.fmean(values))
    assert found["median"] == values[(len(values) - 1) // 2]
    assert found["p95"] == values[max(0, -(-len(values) * 95 // 100) - 1)]
    assert found["max"] == values[-1]


def test_nothing_has_no_figures() -> None:
    assert Counts().summary() == {"mean": None, "median": None, "p95": None, "max": None}
    assert Moments().summary() == {"n": 0, "mean": None, "sd": None, "min": None, "max": None}


@given(st.lists(st.floats(-100, 100), min_size=2), st.lists(st.floats(-100, 100)))
def test_moments_are_those_of_all_values(left: list[float], right: list[float]) -> None:
    moments, other = Moments(), Moments()
    for value in left:
        moments.add(value)
    for value in right:
        other.add(value)
    moments.merge(other)
    found = moments.summary()
    values = left + right
    assert found["n"] == len(values)
    assert found["mean"] == pytest.approx(statistics.fmean(values), abs=1e-9)
    assert found["sd"] == pytest.approx(statistics.stdev(values), abs=1e-4)
    assert (found["min"], found["max"]) == (min(values), max(values))


@pytest.mark.parametrize(
    ("times", "n", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (0, 0, 0.0, 1.0)],
)
def test_the_interval_is_right_at_the_edges_too(times: int, n: int, low: float, high: float) -> None:
    assert share_interval(times, n) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize("n", [1, 5, 10, 17, 400])
def test_the_interval_holds_the_share_itself(n: int) -> None:
    assert share_interval(0, n)[0] == 0 and share_interval(n, n)[1] == 1
