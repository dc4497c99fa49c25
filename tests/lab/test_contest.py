"""Bots against each other: what plays better wins more, and the same bot on all seats wins the same."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rulewright
from rulewright.lab.contest import contest


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts:8"])
@pytest.mark.parametrize("players", [2, 3])
def test_a_mirror_shows_the_same_on_every_side(bot: str, players: int) -> None:
    game = rulewright.load("storm_dragons")
    found = contest(game, (bot,) * players, 2 * players, 11)
    assert found.games == 2 * players
    assert found.won == [Fraction(2)] * players
    assert sum(found.seats) == found.games


def test_games_without_a_winner_are_shared() -> None:
    found = contest(rulewright.load("tic_tac_toe"), ("random", "greedy"), 20, 3)
    assert sum(found.won) == found.games == 20
    assert found.share(0) + found.share(1) == pytest.approx(1.0)


@pytest.mark.long
@pytest.mark.parametrize("name", ["storm_dragons", "dragon_flight"])
def test_greedy_beats_random(name: str) -> None:
    """60% or more of 200 games are wanted; 40 games at a share of 75% or more say so with little doubt."""
    found = contest(rulewright.load(name), ("greedy", "random"), 40, 5)
    assert found.unfinished == 0
    assert found.share(0) >= 0.75


@pytest.mark.long
@pytest.mark.parametrize(("name", "iterations", "games"), [("storm_dragons", 60, 24), ("dragon_flight", 100, 10)])
def test_search_beats_greedy(name: str, iterations: int, games: int) -> None:
    """With a part of the 500 iterations of the figures in docs/how-to/bots.md, and fewer games."""
    found = contest(rulewright.load(name), (f"mcts:{iterations}", "greedy"), games, 5)
    assert found.unfinished == 0
    assert found.share(0) >= 0.6
