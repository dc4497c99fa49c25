"""The mirror check: bots that are alike win alike when they change seats.

In a block every bot has every seat once, with the same cards. Then the first bot must win its share of the victories,
whatever the game does to seats; where it does not, something is wrong with the bots or with how they are seated, and no
figure of theirs can be trusted.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import partial
from math import ceil, floor, isnan, nan
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from rulewright.interpreter.chance import derive_seed
from rulewright.lab.batch import Result
from rulewright.lab.engines import Work, run
from rulewright.lab.intervals import share_bounds, student
from rulewright.lab.simulate import Plan, Player

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.lab.pairs import Columns

_MOST_BLOCKS = 50

LEVEL = 0.01  # a check in every report should rarely cry wolf
_FEW = 20  # blocks that can be alike by chance, so that how they differ says nothing


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
    """Give the check for blocks in which the first bot won so much of so many victories; None with fewer than two,
    and for one player, who has nobody to change seats with.

    The share is a ratio of means; its error is that of the residuals (the delta method). Of few blocks, and of blocks
    that are all alike, the interval is the exact one of as many games: what is won in a block varies no more than that.
    """
    pairs = [(a, b) for a, b in zip(won, victories, strict=True) if not isnan(a)]
    total = sum(b for _, b in pairs)
    if len(pairs) < 2 or not total or players < 2:
        return None
    share = sum(a for a, _ in pairs) / total
    mean = total / len(pairs)
    residuals = [(a - share * b) / mean for a, b in pairs]
    deviation = (sum(r * r for r in residuals) / (len(pairs) - 1)) ** 0.5
    if len(pairs) < _FEW or not deviation:
        won_of_blocks = round(share * len(pairs), 9)
        low = share_bounds(floor(won_of_blocks), len(pairs), LEVEL)[0]
        high = share_bounds(ceil(won_of_blocks), len(pairs), LEVEL)[1]
    else:
        low, high, _ = student(share, deviation, len(pairs), LEVEL)
    return Mirror(bot, len(pairs) * players, share, max(0.0, low), min(1.0, high), 1 / players)


def mirror_of(bot: str, players: int, minds: Columns, side: int) -> Mirror | None:
    """Give the check of the games of one side of a comparison, all bots being alike."""
    if "won" not in minds.values:
        return None
    return mirror(bot, players, minds.values["won"][side], minds.values["all"][side])


# ================================================================== games played for the check alone


@define
class MirrorPart:
    """What the first bot won in some blocks, and all victories there were; nan where a game broke."""

    won: list[float] = field(factory=list)
    victories: list[float] = field(factory=list)
    seconds: float = 0.0


@define
class MirrorPlayer:
    """Plays blocks in which the same bot has every seat."""

    player: Player

    @classmethod
    def anew(cls, plan: Plan) -> MirrorPlayer:
        """Give the player of a plan in another process: the game is loaded there."""
        return cls(Player.anew(plan))

    def play_chunk(self, first: int, count: int) -> MirrorPart:
        """Play `count` blocks from number `first` on."""
        started, part = time.perf_counter(), MirrorPart()
        plan = self.player.plan
        for block in range(first, first + count):
            seed = derive_seed(plan.seed, "mirror", plan.bots[0], block)
            results = [self.player.play_seed(block, seed, rotation) for rotation in range(plan.players)]
            won, victories = victories_of_first(results)
            part.won.append(won)
            part.victories.append(victories)
        part.seconds = time.perf_counter() - started
        return part


def victories_of_first(results: Sequence[Result]) -> tuple[float, float]:
    """Give what the first bot won of a block's games, in the order of their rotations, and all victories; nan where a
    game broke."""
    if any(result.kind == "error" for result in results):
        return nan, nan
    won = [0.0] * len(results)
    for rotation, result in enumerate(results):
        for seat in result.winners:
            won[(seat - rotation) % len(results)] += 1 / len(result.winners)
    return won[0], sum(won)


def mirrors(
    plan: Plan, game: Game, games: int, jobs: int = 1, engine: str = "local", bots: Iterable[str] | None = None
) -> tuple[Mirror, ...]:
    """Play the check for each bot of a plan: a quarter as many games as were played, and not more than 50 blocks.

    An interrupt ends the check; what was not checked is left out.
    """
    if plan.players < 2:
        return ()
    blocks = max(2, min(_MOST_BLOCKS, games // (4 * plan.players)))
    found = []
    try:
        for bot in sorted(set(plan.bots if bots is None else bots)):
            alike = evolve(plan, bots=(bot,) * plan.players, rows=False, watched=0)
            work = Work(partial(MirrorPlayer.anew, alike), MirrorPlayer(Player.of(alike, game)), blocks)
            won: list[float] = []
            victories: list[float] = []
            for part in run(work, jobs, engine):
                won += part.won
                victories += part.victories
            found.append(mirror(bot, plan.players, won, victories))
    except KeyboardInterrupt:
        pass
    return tuple(check for check in found if check is not None)
