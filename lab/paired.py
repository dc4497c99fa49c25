"""How far a measure of two games lies apart, from blocks in which both were played with the same luck.

A block is one seed with every rotation of the seats; its value is the mean over its games. Blocks are independent,
games of one block are not: so blocks are what is counted, resampled and flipped.
"""

from __future__ import annotations

from math import asin, sqrt
from typing import Any

from attrs import evolve, frozen

from rulewright.lab.intervals import (
    LEVEL,
    bootstrap_interval,
    centre_bounds,
    holm,
    score_interval,
    share_bounds,
    sign_flip_test,
    sign_test,
    student,
)

# With fewer unequal blocks only exact methods; with more than so many a mean is as good as normal.
_FEW = 20
_MANY = 2_000


@frozen
class Difference:
    """A measure in both games and the difference, variant less base.

    low and high: where the difference lies but for `level` of all such intervals, None if too few blocks differ to say;
    effect: Cohen's h for shares, else Cohen's d of the blocks; p as it is, p_adjusted for all measures together.
    """

    measure: str
    base: float
    variant: float
    difference: float
    low: float | None
    high: float | None
    p: float
    p_adjusted: float
    effect: float | None
    method: str
    pairs: int
    unequal: int
    correlation: float | None
    note: str = ""
    spread: float | None = None  # standard deviation of the blocks, of both games together

    @property
    def half_width(self) -> float | None:
        """Give half the length of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    def moved(self, level: float = LEVEL) -> bool:
        """Say whether the measures differ, at this level for all of them together."""
        return self.p_adjusted < level


def paired(
    measure: str, base: Any, variant: Any, *, share: bool = False, level: float = LEVEL, seed: int = 0,
    medians: bool = False, quick: bool = False,
) -> Difference:  # fmt: skip
    """Give the difference of a measure whose values in the blocks are `base` and `variant`.

    share: the values are shares of games, from 0 to 1; medians: lengths are cut off in some games, so that no mean can
    be given; quick: Student's interval instead of a bootstrap, for looks on the way.
    """
    import numpy

    one, two = numpy.asarray(base, dtype=float), numpy.asarray(variant, dtype=float)
    apart = two - one
    n, unequal = len(apart), apart[apart != 0]
    middle = numpy.median if medians else numpy.mean
    difference = float(numpy.median(apart) if medians else apart.mean())
    found = _tests(apart, unequal, difference, share, level, seed, medians, quick)
    return Difference(
        measure,
        float(middle(one)),
        float(middle(two)),
        difference,
        *_with_nothing(*found[:3], level),
        found[2],
        found[2],
        _cohens_h(one, two) if share else _cohens_d(one, two),
        found[3],
        n,
        len(unequal),
        _correlation(one, two),
        found[4],
        _spread(one, two),
    )


def _tests(
    apart: Any, unequal: Any, difference: float, share: bool, level: float, seed: int, medians: bool, quick: bool
) -> tuple[float | None, float | None, float, str, str]:
    """Give low, high, p, the method, and what is to be said besides."""
    n, k = len(apart), len(unequal)
    more, less = int((unequal > 0).sum()), int((unequal < 0).sum())
    if share and bool((abs(unequal) == 1).all()):
        if not k:
            # Nothing differs; how much could differ without having shown itself?
            low, high = share_bounds(0, n, level)
            return -high, high, 1.0, "exact: no pair differs", ""
        return *score_interval(more, less, n, level), sign_test(more, less), "McNemar, score interval", ""
    if not k:
        return 0.0, 0.0, 1.0, "equal in every pair", ""
    if k < _FEW:
        p = sign_test(more, less) if share or medians else sign_flip_test(unequal, seed)
        bounds = _share_range(more, less, n, unequal, level) if share else _few_range(unequal, n, level)
        method = "exact sign test" if share or medians else "exact sign flips"
        if bounds is None or medians:
            few = f"only {n} pairs" if k == n else f"only {k} of {n} pairs differ"
            return None, None, p, method, f"{few}: too few for an interval"
        return *bounds, p, f"{method}, exact bounds", ""
    if medians:
        return *bootstrap_interval(apart, level, seed, "median"), sign_test(more, less), "medians, bootstrap", ""
    if quick or n > _MANY:
        return *student(difference, float(apart.std(ddof=1)), n, level), "Student's t of blocks", ""
    low, high = bootstrap_interval(apart, level, seed)
    return low, high, sign_flip_test(unequal, seed), "sign flips, bootstrap of blocks", ""


def _with_nothing(
    low: float | None, high: float | None, p: float, level: float
) -> tuple[float | None, float | None]:
    """Give the interval so that it holds 0 if the test does not rule it out: the two come from different methods, and
    near the level they may disagree."""
    if low is None or high is None or p < level:
        return low, high
    return min(low, 0.0), max(high, 0.0)


def _share_range(more: int, less: int, n: int, unequal: Any, level: float) -> tuple[float, float]:
    """Give bounds from the exact ones for how many blocks differ either way, and how far a block can differ."""
    least = float(abs(unequal).min())
    up, down = share_bounds(more, n, level / 2), share_bounds(less, n, level / 2)
    return up[0] * least - down[1], up[1] - down[0] * least


def _few_range(unequal: Any, n: int, level: float) -> tuple[float, float] | None:
    """Give bounds from the exact ones for how many blocks differ, and for the centre of those that do."""
    centre = centre_bounds([float(value) for value in unequal], level / 2)
    if centre is None:
        return None
    shares = share_bounds(len(unequal), n, level / 2)
    products = [share * bound for share in shares for bound in centre]
    return min(products), max(products)


def _spread(one: Any, two: Any) -> float | None:
    return sqrt((float(one.var(ddof=1)) + float(two.var(ddof=1))) / 2) if len(one) > 1 else None


def _cohens_d(one: Any, two: Any) -> float | None:
    spread = _spread(one, two)
    return float(two.mean() - one.mean()) / spread if spread else None


def _cohens_h(one: Any, two: Any) -> float:
    before, after = (min(1.0, max(0.0, float(values.mean()))) for values in (one, two))
    return 2 * asin(sqrt(after)) - 2 * asin(sqrt(before))


def _correlation(one: Any, two: Any) -> float | None:
    import numpy

    if len(one) < 2 or not one.std() or not two.std():
        return None
    return float(numpy.corrcoef(one, two)[0, 1])


def adjusted(differences: list[Difference]) -> list[Difference]:
    """Give the differences with their p values adjusted for how many there are."""
    ps = holm(difference.p for difference in differences)
    return [
        evolve(difference, p_adjusted=1.0 if p is None else p)
        for difference, p in zip(differences, ps, strict=True)
    ]
