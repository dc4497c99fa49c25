"""Intervals and tests for paired differences. scipy is imported where it is used, and of it no more than is needed:
`scipy.stats` takes ten times as long to import as the functions of `scipy.special`.

Every function takes the differences of blocks, or counts of them, and gives plain numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf, pi, sqrt
from typing import Any

LEVEL = 0.05  # how often an interval may miss what it is to hold
# Sign flips drawn where there are too many to try all; resamples of a bootstrap.
_FLIPS = 9_999
_RESAMPLES = 1_999
_ALMOST = 1e-9


def sign_test(more: int, less: int) -> float:
    """Give the two-sided p of the exact sign test; for yes/no measures it is McNemar's exact test."""
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(more, less), more + less, 0.5))) if more + less else 1.0


def share_bounds(times: int, n: int, level: float) -> tuple[float, float]:
    """Give the exact (Clopper-Pearson) interval of a share that misses it with probability `level` at most."""
    from scipy.special import betaincinv

    low = float(betaincinv(times, n - times + 1, level / 2)) if times else 0.0
    high = float(betaincinv(times + 1, n - times, 1 - level / 2)) if times < n else 1.0
    return low, high


def score_interval(more: int, less: int, n: int, level: float) -> tuple[float, float]:
    """Give the score interval of a difference of paired shares, (more - less) / n.

    T. Tango, Equivalence test and confidence interval for the difference in proportions for the paired-sample design,
    Statistics in Medicine 17 (1998), 891-908. It is right near 0 and 1 too.
    """
    from scipy.optimize import brentq
    from scipy.special import ndtri

    z = -float(ndtri(level / 2))

    def score(delta: float) -> float:
        a = 2 * n
        b = -more - less + (2 * n - more + less) * delta
        c = -less * delta * (1 - delta)
        share = (sqrt(max(0.0, b * b - 4 * a * c)) - b) / (2 * a)
        spread = n * (2 * share + delta * (1 - delta))
        distance = more - less - n * delta
        return distance / sqrt(spread) if spread > 0 else inf if distance > 0 else -inf if distance < 0 else 0.0

    middle, edge = (more - less) / n, 1 - _ALMOST
    low = -1.0 if score(-edge) < z else float(brentq(lambda delta: score(delta) - z, -edge, middle))
    high = 1.0 if score(edge) > -z else float(brentq(lambda delta: score(delta) + z, middle, edge))
    return low, high


def sign_flip_test(differences: Any, seed: int) -> float:
    """Give the two-sided p of the test that flips the signs of the differences: all ways if there are few, else many.

    Differences of 0 change nothing and should be left out.
    """
    import numpy

    found = numpy.asarray(differences, dtype=float)
    observed = abs(found.sum()) - _ALMOST * (1 + numpy.abs(found).sum())
    if len(found) < 20:
        sums = numpy.zeros(1)
        for value in found:
            sums = numpy.concatenate((sums + value, sums - value))
        return float((numpy.abs(sums) >= observed).mean())
    random = numpy.random.default_rng(seed)
    beyond = 0
    for start in range(0, _FLIPS, 500):
        signs = random.integers(0, 2, (min(500, _FLIPS - start), len(found)), dtype=numpy.int8) * 2 - 1
        beyond += int((numpy.abs(signs @ found) >= observed).sum())
    return (beyond + 1) / (_FLIPS + 1)


def centre_bounds(differences: Sequence[float], level: float) -> tuple[float, float] | None:
    """Give an exact interval for the centre of symmetric differences, fewer than 20; None if they are too few for one.

    The means of all subsets cut the line into equally likely pieces (J. Hartigan, Using subsample values as typical
    values, Journal of the American Statistical Association 64 (1969), 1303-1317).
    """
    import numpy

    sums, sizes = numpy.zeros(1), numpy.zeros(1)
    for value in differences:
        sums, sizes = numpy.concatenate((sums, sums + value)), numpy.concatenate((sizes, sizes + 1))
    means = numpy.sort(sums[1:] / sizes[1:])
    outside = int(level / 2 * (len(means) + 1))
    if outside < 1:
        return None
    return float(means[outside - 1]), float(means[len(means) - outside])


def bootstrap_interval(differences: Any, level: float, seed: int, middle: str = "mean") -> tuple[float, float]:
    """Give the bootstrap interval of the mean (BCa) or the median (percentiles) of the differences of blocks."""
    import numpy
    from scipy.stats import bootstrap

    statistic = numpy.mean if middle == "mean" else numpy.median
    found = bootstrap(
        (numpy.asarray(differences, dtype=float),),
        statistic,
        n_resamples=_RESAMPLES,
        batch=max(1, 1_000_000 // len(differences)),
        confidence_level=1 - level,
        method="BCa" if middle == "mean" else "percentile",
        random_state=numpy.random.default_rng(seed),
    ).confidence_interval
    return float(found.low), float(found.high)


def student(mean: float, deviation: float, n: int, level: float) -> tuple[float, float, float]:
    """Give low, high and the two-sided p of Student's t for a mean of n values."""
    from scipy.special import stdtr, stdtrit

    error = deviation / sqrt(n)
    half = -float(stdtrit(n - 1, level / 2)) * error
    p = 2 * float(stdtr(n - 1, -abs(mean) / error)) if error else float(mean == 0)
    return mean - half, mean + half, p


def holm(ps: Iterable[float | None]) -> list[float | None]:
    """Give the p values adjusted for their number (S. Holm, Scandinavian Journal of Statistics 6 (1979), 65-70)."""
    known = list(ps)
    order = sorted((p, place) for place, p in enumerate(known) if p is not None)
    adjusted: list[float | None] = [None] * len(known)
    most = 0.0
    for rank, (p, place) in enumerate(order):
        most = max(most, min(1.0, p * (len(order) - rank)))
        adjusted[place] = most
    return adjusted


def boundary(looks: int, level: float) -> float:
    """Give how many standard errors an interval reaches to either side when there are so many looks."""
    if looks == 1 and level == LEVEL:
        return 1.959964  # so that scipy need not be imported for it
    from scipy.special import ndtri

    return -float(ndtri(shared_level(looks, level) / 2))


@lru_cache(maxsize=32)
def shared_level(looks: int, level: float) -> float:
    """Give the level for each of `looks` looks, each after twice as many blocks as the one before, so that an alarm at
    any of them has probability `level`.

    The boundary is the same at every look (S. J. Pocock, Biometrika 64 (1977), 191-199). The chance to stay inside is
    integrated look by look, as in P. Armitage, C. K. McPherson and B. C. Rowe, Journal of the Royal Statistical Society
    A 132 (1969), 235-244: at look k the sum of 2^k terms is the sum before it plus that of as many new ones.
    """
    if looks == 1:
        return level
    from scipy.optimize import brentq
    from scipy.special import ndtr

    z = float(brentq(lambda z: 1 - _inside(looks, z) - level, 1.0, 6.0))
    return 2 * float(ndtr(-z))


def _inside(looks: int, z: float) -> float:
    """Give the probability that the standardised sums stay within z at every look."""
    import numpy
    from scipy.integrate import simpson

    def normal(x: Any) -> Any:
        return numpy.exp(-x * x / 2) / sqrt(2 * pi)

    # In units of the standard deviation at each look; doubling makes the old sum 1 / sqrt(2) of the new unit.
    points = numpy.linspace(-z, z, 401)
    density = normal(points)
    step = sqrt(0.5)
    for _ in range(looks - 1):
        spread = normal((points[:, None] - points[None, :] * step) / step) / step
        density = simpson(spread * density[None, :], x=points, axis=1)
    return float(simpson(density, x=points))
