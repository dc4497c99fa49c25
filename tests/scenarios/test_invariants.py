"""Invariants: read in scenarios, in random games, and by whoever watches a match."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulewright
from rulewright.dsl.loading import check_paths
from rulewright.interpreter import scenario
from rulewright.interpreter.builtins import BUILTINS
from rulewright.interpreter.invariants import InvariantWatch

GAME = """
game "Pots" for 2 players
the table has:
    pot: number, starts 0
play:
    each player clockwise from first_player has turns until pot > 5
turn:
    choose one of give, wait
action give:
    do: add 1 to pot
action wait:
    do: add 2 to pot
ranking of player p:
    pot, highest first
invariant "the pot is small":
    pot < {limit}
scenario "it is small at first" with Ann, Bob:
    expect pot is 0
"""


def written(folder: Path, limit: int) -> Path:
    """A file of the game with this invariant."""
    path = folder / "pots.rules"
    path.write_text(GAME.format(limit=limit), encoding="utf-8")
    return path


def result(path: Path) -> scenario.TestResult:
    """What comes of the invariant as a test."""
    (item,) = (one for one in scenario.collect(check_paths([path], BUILTINS)) if one.kind == "invariant")
    return scenario.run(item)


def test_random_games_keep_it(tmp_path: Path) -> None:
    assert result(written(tmp_path, 8)).outcome == "passed"


def test_a_random_game_breaks_it(tmp_path: Path) -> None:
    found = result(written(tmp_path, 3))
    assert found.outcome == "failed"
    assert "seed" in found.message and "after answer" in found.message


@pytest.mark.parametrize("limit", (3, 4))
def test_watching_a_match(tmp_path: Path, limit: int) -> None:
    game = rulewright.load(written(tmp_path, limit))
    watch = InvariantWatch(game)
    state = game.start(seed=1)
    rng = random.Random(1)
    while watch.broken(state) is None:
        state.choose_random(rng)
    broken = watch.broken(state)
    assert broken is not None and broken.title == "the pot is small"
    assert "pot" in state.g.program.table_members[0].name
    assert state.v[state.g.slots[state.g.program.table_members[0]]] >= limit
