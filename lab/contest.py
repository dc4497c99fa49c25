"""Two bots against each other on the same deals with the seats rotated: who plays better, and whether seats are even.

A game for two or more is played once with each rotation of the bots on the same seed, so that a good seat or a good
deal is worth the same to both. With the same bot on all seats every share is 1 / players, exactly, if nothing but bot,
seat and seed decides.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.interpreter.chance import derive_seed
from rulewright.lab.playing import Seating

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.lab.batch import Result

_BETS = 20

@define
class Contest:
    """What came of a contest. won: for each of the bots, in the order given, its wins with shared ones in parts."""

    bots: tuple[str, ...]
    games: int = 0
    unfinished: int = 0
    won: list[Fraction] = field(factory=list)
    seats: list[Fraction] = field(factory=list)  # wins by seat, whoever sat there
    deals: list[Fraction] = field(factory=list)  # for each deal played with all rotations, the first bot's share


    def add(self, result: Result, rotation: int) -> None:
        """Take in a game in which bot number b sat at seat (b + rotation) mod players."""
        players = len(self.bots)
        self.games += 1
        if result.kind in ("limit", "endless", "error"):
            self.unfinished += 1
        winners = result.winners or tuple(range(players))
        for seat in winners:
            self.won[(seat - rotation) % players] += Fraction(1, len(winners))
            self.seats[seat] += Fraction(1, len(winners))

    def share(self, bot: int) -> float:
        """Give the part of the games that a bot has won, from 0 to 1; a game without a winner is shared by all."""
        return float(self.won[bot] / self.games) if self.games else 0.0

    def evidence(self, bound: float) -> tuple[float, float]:
        """How much speaks for the first bot's share being above the bound, and below it.

        Each is what somebody who began with 1 would have now after betting on every deal that it is so, averaged over
        bets of all sizes. If it is not so, that never reaches 1 / p with a probability of more than p, however often
        one looks and whenever one stops, and whether or not the games of a deal go together.
        I. Waudby-Smith, A. Ramdas: Estimating means of bounded random variables by betting (2023).
        """
        shares = [float(share) - bound for share in self.deals]
        return _capital(shares, bound), _capital([-share for share in shares], 1 - bound)

    def settled(self, bound: float, level: float = 0.05) -> bool:
        """Whether it is known, but for an error with at most this probability, on which side of the bound the share is."""
        return max(self.evidence(bound)) >= 1 / level


def _capital(gains: list[float], most_lost: float) -> float:
    """What 1 becomes by betting on gains, of which none is less than -most_lost; the mean over bets of many sizes."""
    bets = [size / (_BETS * most_lost) for size in range(1, _BETS)] if most_lost else []
    return sum(prod(1 + bet * gain for gain in gains) for bet in bets) / len(bets) if bets else 1.0


def _goes_on(so_far: Contest) -> bool:
    return False


def contest(
    game: Game,
    bots: tuple[str, ...],
    games: int,
    seed: int,
    on_game: Callable[[Contest], None] = lambda so_far: None,
    enough: Callable[[Contest], bool] = _goes_on,
    limit: int | None = None,
) -> Contest:
    """Play (at least) so many games, every deal once with each rotation of the bots, one bot for each seat.

    enough: is asked after each deal whether that will do. limit: decisions after which a game counts as shared by all.
    """
    players = len(bots)
    found = Contest(bots, won=[Fraction(0)] * players, seats=[Fraction(0)] * players)
    seatings = [Seating.of(game, tuple(bots[(seat - turn) % players] for seat in range(players)))
                for turn in range(players)]  # fmt: skip
    for index in range(0, games, players):
        before = found.won[0]
        for rotation, seating in enumerate(seatings):
            result = seating.play(game, index + rotation, derive_seed(seed, "contest", index // players), limit)
            found.add(result, rotation)
            on_game(found)
        found.deals.append((found.won[0] - before) / players)
        if enough(found):
            break
    return found
