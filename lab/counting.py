"""Figures of many games in constant memory: values are counted, not kept."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import fsum, sqrt
from typing import Any

from attrs import define, field


@define
class Counts:
    """How often each whole number came up; gives mean and quantiles exactly."""

    times: Counter[int] = field(factory=Counter)

    def add(self, value: int) -> None:
        """Count one value."""
        self.times[value] += 1

    def merge(self, other: Counts) -> None:
        """Count everything that another has counted."""
        self.times.update(other.times)

    @property
    def n(self) -> int:
        """How many values were counted."""
        return self.times.total()

    def mean(self) -> float | None:
        """Give the mean, or None of nothing."""
        n = self.n
        return sum(value * times for value, times in self.times.items()) / n if n else None

    def quantile(self, share: float) -> int | None:
        """Give the least value that `share` of the values do not exceed; None of nothing."""
        n = self.n
        below = 0
        for value in sorted(self.times):
            below += self.times[value]
            if below >= share * n:
                return value
        return None

    def summary(self) -> dict[str, Any]:
        """Give mean, median, p95 and max."""
        return {
            "mean": self.mean(),
            "median": self.quantile(0.5),
            "p95": self.quantile(0.95),
            "max": max(self.times, default=None),
        }


def _grow(partials: list[float], value: float) -> None:
    """Add a value to a sum that is kept exactly, as numbers that do not overlap (J. Shewchuk, Adaptive precision
    floating-point arithmetic, 1997): so no order of adding changes what comes out."""
    kept = 0
    for other in partials:
        if abs(value) < abs(other):
            value, other = other, value
        high = value + other
        low = other - (high - value)
        if low:
            partials[kept] = low
            kept += 1
        value = high
    partials[kept:] = [value]


@define
class Moments:
    """Mean and spread of numbers that need not be whole; the same however the numbers came in."""

    n: int = 0
    low: float | None = None
    high: float | None = None
    _total: list[float] = field(factory=list)
    _squares: list[float] = field(factory=list)

    def add(self, value: float) -> None:
        """Take one value in."""
        self.n += 1
        _grow(self._total, value)
        _grow(self._squares, value * value)
        self.low = value if self.low is None or value < self.low else self.low
        self.high = value if self.high is None or value > self.high else self.high

    def merge(self, other: Moments) -> None:
        """Take in all that another has taken in."""
        self.n += other.n
        for part in other._total:
            _grow(self._total, part)
        for part in other._squares:
            _grow(self._squares, part)
        self.low = other.low if self.low is None else self.low if other.low is None else min(self.low, other.low)
        self.high = other.high if self.high is None else self.high if other.high is None else max(self.high, other.high)

    @property
    def total(self) -> float:
        """The sum."""
        return fsum(self._total)

    def summary(self) -> dict[str, Any]:
        """Give n, mean, standard deviation, least and greatest."""
        mean = self.total / self.n if self.n else None
        spread = None
        if mean is not None and self.n > 1:
            spread = sqrt(max(0.0, (fsum(self._squares) - self.n * mean * mean) / (self.n - 1)))
        return {"n": self.n, "mean": mean, "sd": spread, "min": self.low, "max": self.high}


@define
class Use:
    """What a card or action came to in some games: counted over seats, `won` their shares of victories.

    had: seats that held the card, or could take the action; used: that played or took it; times: how often in all;
    ran: how often the card's own text took effect.
    """

    games: int = 0
    had: int = 0
    won_had: Fraction = Fraction(0)  # exact: no order of adding changes it
    used: int = 0
    won_used: Fraction = Fraction(0)
    times: int = 0
    ran: int = 0

    def merge(self, other: Use) -> None:
        """Take in what it came to in other games."""
        self.games += other.games
        self.had += other.had
        self.won_had += other.won_had
        self.used += other.used
        self.won_used += other.won_used
        self.times += other.times
        self.ran += other.ran


def share_interval(times: float, n: int, z: float = 1.959964) -> tuple[float, float]:
    """Give the 95% score (Wilson) interval of a share; it is right near 0 and 1 too."""
    if not n:
        return 0.0, 1.0
    p = times / n
    scale = 1 + z * z / n
    middle = (p + z * z / (2 * n)) / scale
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale
    # The share itself lies inside, which rounding must not undo at the edges.
    return max(0.0, min(middle - half, p)), min(1.0, max(middle + half, p))


def games(count: int, what: str = "game") -> str:
    """Give `1 game`, `2,000 games`."""
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"
