"""Uniform play, measured: how many choices there are and who wins. The figures are known from other programs.

From as many games as here they are sure to about a hundredth; a figure may be four standard errors off.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import pytest
from attrs import define

from rulewright.interpreter.state import State
from rulewright.lab.streams import seat_streams

from .matches import Match, game_of

GAMES = 20_000
_ERRORS = 4.0
# The figures are given to so many places.
_ROUNDED = 0.005


@define
class Mean:
    """A running mean with its standard error."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    def is_about(self, expected: float, rounded: float = _ROUNDED) -> bool:
        mean = self.total / self.count
        variance = max(0.0, self.squares / self.count - mean * mean)
        return abs(mean - expected) <= rounded + _ERRORS * sqrt(variance / self.count)

    def __str__(self) -> str:
        return f"{self.total / self.count:.4f}"


def followers_choices(match: Match, tricks: int, games: int) -> tuple[list[Mean], list[State]]:
    """For each trick how many cards those who follow may choose from, forced ones included; and the ends."""
    means = [Mean() for _ in range(tricks)]
    ends = []
    for seed in range(games):
        state = match.start(seed, auto=False)
        streams = seat_streams(seed, match.players)
        # The choices of one trick depend on each other: a trick is one observation.
        for trick in range(tricks):
            choices = 0
            for place in range(match.players):
                if place:
                    choices += state.n_options
                state.choose_random(streams[state.player])
            means[trick].add(choices / (match.players - 1))
        ends.append(state)
    return means, ends


@pytest.mark.long
def test_agram() -> None:
    means, ends = followers_choices(Match("agram", 4), 6, GAMES)
    first = Mean()
    for state in ends:
        assert state.is_over
        first.add(state.outcome.winners == (0,))
    for mean, expected in zip(means, (2.47, 2.49, 2.37, 2.11, 1.67, 1.0), strict=True):
        assert mean.is_about(expected), ", ".join(map(str, means))
    assert first.is_about(0.25, 0.0), str(first)


@pytest.mark.long
def test_hearts() -> None:
    options = {"passing": "no", "lead": "any", "points_at_once": "yes", "deals": "1"}
    means, ends = followers_choices(Match("hearts", 4, tuple(options.items())), 13, GAMES)
    assert all(state.is_over for state in ends)
    expected = (3.30, 3.34, 3.40, 3.47, 3.52, 3.54, 3.48, 3.33, 3.07, 2.73, 2.29, 1.73, 1.0)
    for mean, figure in zip(means, expected, strict=True):
        assert mean.is_about(figure), ", ".join(map(str, means))


@pytest.mark.long
@pytest.mark.parametrize(("king", "expected"), [("ninety_eight", 12.13), ("zero", 36.0)])
def test_ninety_eight(king: str, expected: float) -> None:
    game = game_of("ninety_eight", (("king_value", king),))
    plays = Mean()
    for seed in range(GAMES):
        state = game.playout(4, seed, [stream.random for stream in seat_streams(seed, 4)])
        assert state.outcome.kind == "win"
        assert len(state.outcome.winners) == 3
        plays.add(state.n_decisions)
    assert plays.is_about(expected, 0.05 if king == "zero" else _ROUNDED), str(plays)


def some_games(match: Match, games: int) -> Iterator[State]:
    for seed in range(games):
        yield match.game.playout(match.players, seed, [s.random for s in seat_streams(seed, match.players)])


def test_a_few_games_of_each_are_about_right() -> None:
    """The same with few games, so that a gross mistake shows at once."""
    means, _ = followers_choices(Match("agram", 4), 6, 300)
    for mean, expected in zip(means, (2.47, 2.49, 2.37, 2.11, 1.67, 1.0), strict=True):
        assert mean.is_about(expected), ", ".join(map(str, means))
    plays = Mean()
    for state in some_games(Match("ninety_eight", 4), 600):
        plays.add(state.n_decisions)
    assert plays.is_about(12.13), str(plays)
