"""Are the statistics what they say? Hundreds of repetitions of experiments whose truth is known exactly.

The repetitions are stretches of one long run: blocks are independent of each other. How many of 200 repetitions may go
wrong is the exact binomial interval that holds 99.9% of the time.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from scipy.stats import binom

import rulewright
from rulewright.interpreter.chance import branches, roots
from rulewright.lab.counting import Counts, share_interval
from rulewright.lab.experiments import _mean_interval, _spread
from rulewright.lab.intervals import boundary, shared_level
from rulewright.lab.mirror import mirror
from rulewright.lab.paired import LEVEL, Difference, paired
from rulewright.lab.pairs import Columns
from rulewright.lab.simulate import Plan, Player
from rulewright.lab.tree import walk

from .coins import coins, compared

pytestmark = pytest.mark.long

REPETITIONS = 200
FIRST, SECOND = 100, 200  # the looks
WINS, CALLS = "wins of seat 1", "calls"


def plausible(times: int, n: int, share: float) -> bool:
    """Say whether so many of n are what a share allows."""
    return binom.ppf(0.0005, n, share) <= times <= binom.ppf(0.9995, n, share)


def stretch(columns: Columns, measure: str, number: int, blocks: int, every: int = SECOND) -> tuple[Any, Any]:
    """Give the values of a measure in the first blocks of repetition `number`."""
    start = number * every
    one, two = columns.values[measure]
    return one[start : start + blocks], two[start : start + blocks]


def differences(columns: Columns, measure: str, blocks: int) -> list[Difference]:
    return [
        paired(measure, *stretch(columns, measure, number, blocks), share=measure == WINS, seed=number)
        for number in range(REPETITIONS)
    ]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[rulewright.Game, rulewright.Game]:
    folder = tmp_path_factory.mktemp("coins")
    return coins(folder), coins(folder, favour="yes")


@pytest.fixture(scope="module")
def same(pair: Any) -> Columns:
    """A game against itself, each with luck of its own."""
    return compared((pair[0], pair[0]), REPETITIONS * SECOND, seed=1, jobs=2, independent=True).total.columns


@pytest.fixture(scope="module")
def planted(pair: Any) -> Columns:
    """Five points for the first player, with the same luck."""
    return compared(pair, 50 * SECOND, seed=2, jobs=2).total.columns


class TestFalseAlarms:
    @pytest.mark.parametrize("measure", [WINS, CALLS])
    def test_at_one_look(self, same: Columns, measure: str) -> None:
        found = differences(same, measure, FIRST)
        alarms = sum(one.p < LEVEL for one in found)
        misses = sum(one.low is None or one.high is None or not one.low <= 0 <= one.high for one in found)
        print(f"{measure}: {alarms} alarms and {misses} intervals without 0 in {REPETITIONS}")
        assert plausible(alarms, REPETITIONS, LEVEL)
        assert plausible(misses, REPETITIONS, LEVEL)

    @pytest.mark.parametrize("measure", [WINS, CALLS])
    def test_at_any_of_several_looks(self, same: Columns, measure: str) -> None:
        level = shared_level(2, LEVEL)
        alarms = unshared = 0
        for number in range(REPETITIONS):
            ps = [
                paired(measure, *stretch(same, measure, number, blocks), share=measure == WINS, quick=True).p
                for blocks in (FIRST, SECOND)
            ]
            alarms += min(ps) < level
            unshared += min(ps) < LEVEL
        print(f"{measure}: {alarms} of {REPETITIONS} with the level shared, {unshared} without")
        assert plausible(alarms, REPETITIONS, LEVEL)
        assert unshared >= alarms

    def test_of_the_whole_report(self, same: Columns) -> None:
        """At least one measure of several is called moved in 5% of the reports at most (Holm)."""
        alarms = 0
        for number in range(REPETITIONS):
            ps = [
                paired(name, *stretch(same, name, number, FIRST), share=name.startswith("wins"), quick=True).p
                for name in (WINS, "wins of seat 2", CALLS)
            ]
            alarms += min(ps) * len(ps) < LEVEL
        assert alarms <= binom.ppf(0.9995, REPETITIONS, LEVEL)

    def test_looks_of_many_normal_sums(self) -> None:
        """The boundary itself, without games: sums of normal terms after 1, 2, 4, 8 parts."""
        import numpy

        random = numpy.random.default_rng(5)
        parts = random.standard_normal((40_000, 4)) * numpy.sqrt([1, 1, 2, 4])
        sums = parts.cumsum(axis=1) / numpy.sqrt([1, 2, 4, 8])
        alarms = int((abs(sums) > boundary(4, LEVEL)).any(axis=1).sum())
        assert plausible(alarms, 40_000, LEVEL)


class TestPlanted:
    def test_pairs_need_far_fewer_games(self, planted: Columns, pair: Any) -> None:
        blocks = 400
        repetitions = planted.blocks // blocks
        alone = compared(pair, repetitions * blocks, seed=3, jobs=2, independent=True).total.columns
        found, independent = (
            [
                paired(WINS, *stretch(columns, WINS, number, blocks, blocks), share=True, seed=number)
                for number in range(repetitions)
            ]
            for columns in (planted, alone)
        )
        hits, others = (sum(one.p < LEVEL for one in some) for some in (found, independent))
        correlation = sorted(one.correlation or 0.0 for one in found)[repetitions // 2]
        spread, other = (
            sum((one.half_width or 0.0) ** 2 for one in some) / repetitions for some in (found, independent)
        )
        print(
            f"5 points found in {hits} of {repetitions} comparisons of {blocks} blocks with the same luck, in {others} "
            f"with luck of their own; correlation {correlation:.2f}, so {other / spread:.1f} times fewer games"
        )
        assert hits == repetitions
        assert others < repetitions / 2
        assert correlation == pytest.approx(0.9, abs=0.05)
        assert other > 6 * spread

    def test_the_intervals_hold_the_truth(self, planted: Columns) -> None:
        repetitions = planted.blocks // FIRST
        found = [
            paired(WINS, *stretch(planted, WINS, number, FIRST, FIRST), share=True, seed=number)
            for number in range(repetitions)
        ]
        held = sum(one.low is not None and one.high is not None and one.low <= 0.05 <= one.high for one in found)
        print(f"{held} of {repetitions} intervals hold the 5 points")
        assert held >= binom.ppf(0.0005, repetitions, 1 - LEVEL)


# ================================================================== exact values of small games


def exactly(game: rulewright.Game, players: int, value: Callable[[Any], Fraction]) -> Fraction:
    """Give the mean of a value of finished games under uniform play, over every way chance and players can fall."""
    pending = [(weight, state) for weight, state in roots(game, players)]
    total = Fraction(0)
    while pending:
        weight, state = pending.pop()
        if state.is_over:
            total += weight * value(state)
            continue
        n = state.n_options
        for answer in range(n):
            pending += [(weight * share / n, after) for share, after in branches(state, answer)]
    return total


def wins(seat: int) -> Callable[[Any], Fraction]:
    def share(state: Any) -> Fraction:
        winners = state.outcome.winners
        return Fraction(seat in winners, len(winners) or 1)

    return share


SMALL = [("kuhn_poker", 2, {}), ("goofspiel", 2, {"top": "3"}), ("leduc_poker", 2, {})]


@pytest.mark.parametrize(("name", "players", "options"), SMALL)
def test_intervals_of_small_games_hold_the_exact_values(name: str, players: int, options: dict[str, str]) -> None:
    game = rulewright.load(name, options=options)
    share = float(exactly(game, players, wins(0)))
    length = float(exactly(game, players, lambda state: Fraction(state.n_decisions)))
    n = 60
    player = Player.of(Plan(lambda: game, players, ("random",) * players, 9, 0), game)
    held = lengths = 0
    for repetition in range(REPETITIONS):
        batch = player.play_chunk(repetition * n, n)
        low, high = share_interval(batch.wins_by_seat()[0], n)
        held += low <= share <= high
        counts: Counts = batch.decisions
        _, low, high, _ = _mean_interval(counts.mean(), _spread(counts), n, boundary(1, LEVEL))
        lengths += low - 1e-9 <= length <= high + 1e-9
    print(f"{name}: wins {share:.4f} held by {held}, length {length:.4f} by {lengths} of {REPETITIONS}")
    assert held >= binom.ppf(0.0005, REPETITIONS, 1 - LEVEL)
    assert lengths >= binom.ppf(0.0005, REPETITIONS, 1 - LEVEL)


def test_the_tree_agrees(pair: Any) -> None:
    """The game with five points planted: by the tree, by its closed form, and by what was played."""
    for game, share in zip(pair, (Fraction(1, 2), Fraction(11, 20)), strict=True):
        first = walk(game, 2, 10_000, lambda done: None).uniform_value()[0]
        assert (1 + first) / 2 == share == exactly(game, 2, wins(0))


def test_the_mirror_check_rarely_cries_wolf(pair: Any) -> None:
    minds = compared((pair[0], pair[0]), 100 * 50, seed=8, jobs=2, independent=True).total.minds
    cries = 0
    for number in range(100):
        won, victories = (
            [*minds.values[name][0][number * 50 : (number + 1) * 50]] for name in ("won", "all")
        )
        check = mirror("random", 2, won, victories)
        assert check is not None
        cries += not check.fine
    assert cries <= binom.ppf(0.9995, 100, 0.01)
    assert mirror("stronger", 2, [2.0, 1.0] * 30, [2.0] * 60).fine is False  # type: ignore[union-attr]
