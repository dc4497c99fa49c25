"""Two bots against each other on the same deals with the seats rotated: who plays better, and whether seats are even.

A game for two or more is played once with each rotation of the bots on the same seed, so that a good seat or a good
deal is worth the same to both. With the same bot on all seats every share is 1 / players, exactly, if nothing but bot,
seat and seed decides.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.interpreter.chance import derive_seed
from rulewright.lab.playing import Seating

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.lab.batch import Result


@define
class Contest:
    """What came of a contest. won: for each of the bots, in the order given, its wins with shared ones in parts."""

    bots: tuple[str, ...]
    games: int = 0
    unfinished: int = 0
    won: list[Fraction] = field(factory=list)
    seats: list[Fraction] = field(factory=list)  # wins by seat, whoever sat there

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


def contest(
    game: Game,
    bots: tuple[str, ...],
    games: int,
    seed: int,
    on_game: Callable[[Contest], None] = lambda so_far: None,
) -> Contest:
    """Play (at least) so many games, every deal once with each rotation of the bots, one bot for each seat."""
    players = len(bots)
    found = Contest(bots, won=[Fraction(0)] * players, seats=[Fraction(0)] * players)
    seatings = [Seating.of(game, tuple(bots[(seat - turn) % players] for seat in range(players)))
                for turn in range(players)]  # fmt: skip
    for index in range(0, games, players):
        for rotation, seating in enumerate(seatings):
            result = seating.play(game, index + rotation, derive_seed(seed, "contest", index // players), None)
            found.add(result, rotation)
            on_game(found)
    return found
