"""Bots against each other: what plays better wins more, and the same bot on all seats wins the same."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rulewright
from rulewright.lab.contest import Contest, contest
from rulewright.lab.streams import Stream


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


def played(deals: list[Fraction]) -> Contest:
    return Contest(("one", "other"), deals=deals)


def test_when_it_is_known_who_wins_more() -> None:
    best, half, none = Fraction(1), Fraction(1, 2), Fraction(0)
    assert not played([]).settled(0.6)
    assert not played([best] * 4).settled(0.6), "(1 / 0.6) to the 4th is less than 20, whatever one bets"
    assert played([best] * 9).settled(0.6)
    assert played([none] * 6).settled(0.6)
    above, below = played([best, best, half, best] * 6).evidence(0.6)
    assert above > 20 > 1 > below
    assert max(played([best, none, half, half, best] * 20).evidence(0.6)) < 2


def test_looking_all_the_time_deceives_seldom() -> None:
    """At a share of exactly the bound, with games of a deal that go together: at most one in twenty of a level of 5%."""
    wrong = 0
    for seed in range(400):
        stream = Stream(seed, "deals")
        found = played([])
        for _ in range(15):
            found.deals += [Fraction(stream.random() < 0.6) for _ in range(4)]
            if found.evidence(0.6)[0] >= 20:
                wrong += 1
                break
    assert 0 < wrong <= 28, "400 times 5%, and two standard deviations more"


def test_a_game_that_takes_too_long_is_shared() -> None:
    found = contest(rulewright.load("storm_dragons"), ("greedy", "random"), 4, 5, limit=3)
    assert (found.games, found.unfinished, found.won) == (4, 4, [2, 2])


def test_a_contest_stops_when_it_is_enough() -> None:
    found = contest(rulewright.load("storm_dragons"), ("greedy", "random"), 200, 5, enough=lambda so_far: so_far.settled(0.6))
    assert found.games == 2 * len(found.deals) < 100
    assert sum(found.deals) * 2 == found.won[0]


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
