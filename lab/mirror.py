"""The mirror check: bots that are alike win alike when they change seats.

In a block every bot has every seat once, with the same cards. Then the first bot must win its share of the victories,
whatever the game does to seats; where it does not, something is wrong with the bots or with how they are seated, and no
figure of theirs can be trusted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.lab.intervals import student

if TYPE_CHECKING:
    from rulewright.lab.pairs import Columns

LEVEL = 0.01  # a check in every report should rarely cry wolf


@frozen
class Mirror:
    """What the first of several alike bots won of all victories, and whether that is its share.

    low and high: the interval that misses with probability 0.01.
    """

    bot: str
    games: int
    share: float
    low: float
    high: float
    expected: float

    @property
    def fine(self) -> bool:
        """Say whether the share is what it has to be."""
        return self.low <= self.expected <= self.high

    def to_json(self) -> dict[str, Any]:
        """Give the document's part."""
        return {
            "bot": self.bot, "games": self.games, "share": self.share, "low": self.low, "high": self.high,
            "expected": self.expected, "fine": self.fine,
        }  # fmt: skip

    def line(self) -> str:
        """Give what a person reads."""
        says = "as it should be" if self.fine else "so something is wrong with these bots or their seats"
        return (
            f"mirror check: {self.bot} against itself in rotated seats, {self.games:,} games: the first wins "
            f"{self.share:.1%} ({self.low:.1%} to {self.high:.1%}) of the victories, {self.expected:.1%} is its "
            f"share, {says}"
        )


def mirror(bot: str, players: int, won: Sequence[float], victories: Sequence[float]) -> Mirror | None:
    """Give the check for blocks in which the first bot won so much of so many victories; None with fewer than two.

    The share is a ratio of means; its error is that of the residuals (the delta method).
    """
    pairs = [(a, b) for a, b in zip(won, victories, strict=True) if not isnan(a)]
    total = sum(b for _, b in pairs)
    if len(pairs) < 2 or not total:
        return None
    share = sum(a for a, _ in pairs) / total
    mean = total / len(pairs)
    residuals = [(a - share * b) / mean for a, b in pairs]
    deviation = (sum(r * r for r in residuals) / (len(pairs) - 1)) ** 0.5
    low, high, _ = student(share, deviation, len(pairs), LEVEL)
    return Mirror(bot, len(pairs) * players, share, max(0.0, low), min(1.0, high), 1 / players)


def mirror_of(bot: str, players: int, minds: Columns, side: int) -> Mirror | None:
    """Give the check of the games of one side of a comparison, all bots being alike."""
    if "won" not in minds.values:
        return None
    return mirror(bot, players, minds.values["won"][side], minds.values["all"][side])
