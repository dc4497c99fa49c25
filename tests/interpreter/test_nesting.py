"""Groups inside groups inside groups: they count against the limit on steps in every form of the code, others do not."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.game import Game

from ..hostile.test_bombs import STOPPED

NESTED = ("questions in questions", "definitions in definitions", "an action with two numbers")


@pytest.fixture(params=NESTED)
def endless(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    """A game one of whose questions would take longer than anybody waits."""
    file = tmp_path / "it.rules"
    file.write_text(STOPPED[request.param], encoding="utf-8")
    return rulewright.load(file)


def test_every_form_ends_in_the_report_of_the_limit(endless: Game) -> None:
    found = []
    for traced in (False, True):
        state = endless.start(players=2, seed=1, traced=traced)
        while not state.is_over:
            state.choose(0)
        found.append((state.outcome.kind, state.outcome.reason))
    played = endless.playout(2, 1, [lambda: 0.0] * 2)
    found.append((played.outcome.kind, played.outcome.reason))
    assert found == [("limit", "100000 steps for one answer")] * 3


@pytest.mark.parametrize("name", ["storm_dragons", "dragon_flight", "hearts", "hex"])
def test_everyday_rules_are_not_counted(name: str) -> None:
    game = rulewright.load(name)
    assert "counted(S" not in game.compiled(game.min_players).source
