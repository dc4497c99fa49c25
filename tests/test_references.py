"""The games written by hand play by the same rules as the files they are measured against, and in both their forms.

Random play of the same rules has the same statistics: so these compare the means of many games, all from fixed seeds.
How far two means may be apart comes from the spread of the games themselves.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Callable
from statistics import mean, variance
from types import ModuleType

import pytest

import rulewright
from rulewright.lab.streams import Stream

from .project import ROOT

# What each game gives: the decisions taken, and the scores in order.
Sample = tuple[int, list[int]]


def _reference(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "bench" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


eights = _reference("reference_crazy_eights")
hearts = _reference("reference_hearts")


def eights_by_hand(players: int, rng: random.Random) -> Sample:
    game = eights.CrazyEights(players, rng)
    game.play()
    return game.decisions, sorted(player.penalty for player in game.players)


def eights_fast(players: int, rng: random.Random) -> Sample:
    decisions, penalties = eights._fast_game(players, rng)
    return decisions, sorted(penalties)


def hearts_by_hand(players: int, rng: random.Random) -> Sample:
    game = hearts.Hearts(players, rng)
    game.play()
    return game.decisions, sorted(player.score for player in game.players)


def hearts_fast(players: int, rng: random.Random) -> Sample:
    decisions, scores = hearts._fast_game(players, rng)
    return decisions, sorted(scores)


def samples(play: Callable[[int, random.Random], Sample], players: int, games: int) -> list[Sample]:
    return [play(players, random.Random(seed)) for seed in range(games)]


def samples_of_rules(name: str, players: int, games: int) -> list[Sample]:
    """Play the rules file at random."""
    game = rulewright.load(name)
    found = []
    for seed in range(games):
        state = game.start(players=players, seed=seed)
        stream = Stream(seed, "references")
        while not state.is_over:
            state.choose_random(stream)
        assert state.outcome.kind not in ("limit", "endless")
        found.append((state.n_decisions, sorted(state.outcome.scores)))
    return found


def assert_alike(left: list[Sample], right: list[Sample]) -> None:
    """Every mean agrees within four standard errors."""
    for what in range(1 + len(left[0][1])):
        ours, theirs = ([float(one[0] if not what else one[1][what - 1]) for one in side] for side in (left, right))
        error = (variance(ours) / len(ours) + variance(theirs) / len(theirs)) ** 0.5
        assert abs(mean(ours) - mean(theirs)) <= 4 * error, f"measure {what}: {mean(ours)} against {mean(theirs)}"


@pytest.mark.parametrize("players", [2, 4, 6])
def test_both_forms_of_crazy_eights_agree(players: int) -> None:
    assert_alike(samples(eights_by_hand, players, 1500), samples(eights_fast, players, 1500))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_both_forms_of_hearts_agree(players: int) -> None:
    assert_alike(samples(hearts_by_hand, players, 150), samples(hearts_fast, players, 150))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_crazy_eights_by_hand_is_the_game_of_the_file(players: int) -> None:
    assert_alike(samples(eights_by_hand, players, 1500), samples_of_rules("crazy_eights", players, 400))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_hearts_by_hand_is_the_game_of_the_file(players: int) -> None:
    assert_alike(samples(hearts_by_hand, players, 150), samples_of_rules("hearts", players, 40))


def test_a_difference_in_the_rules_is_seen() -> None:
    assert_alike(samples(eights_by_hand, 4, 1500), samples(eights_by_hand, 4, 1500))
    with pytest.raises(AssertionError):
        assert_alike(samples(eights_by_hand, 4, 1500), samples(eights_by_hand, 3, 1500))
