"""Measures of a game, counted in every form of the code."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.errors import RulesError
from rulewright.interpreter.measures import measure_titles
from rulewright.lab.report import document
from rulewright.lab.simulate import Plan, Simulation

RULES = """\
game "Steps" for 2 players

the table has:
    far: number, starts 0

each player has:
    rests: number, starts 0

play:
    repeat 3 times: march

round march:
    each player p clockwise from first_player: p chooses one of step, rest

action step:
    do: stride

action rest:
    do: add 1 to your rests

to stride: add 1 to far

ranking of player p:
    far, highest first

measure "how far": far
measure "steps": count of steps
measure "strides": count of strides
measure "steps in a march": count of steps over each march
measure "rounds": count of marches
measure "rests" of player p: p's rests
measure "far when a march begins": far over each march
measure "rests so far" of player p: p's rests over each march
"""


@pytest.mark.parametrize("limit", [None, 1000])
def test_measures_add_up(tmp_path: Path, limit: int | None) -> None:
    path = tmp_path / "steps.rules"
    path.write_text(RULES)
    game = rulewright.load(path)
    titles = ["how far", "steps", "strides", "steps in a march", "rounds", "rests", "rests, seat 1", "rests, seat 2"]
    titles += ["far when a march begins", "rests so far", "rests so far, seat 1", "rests so far, seat 2"]
    assert measure_titles(game, 2) == titles
    plan = Plan(lambda: game, 2, ("random", "random"), 5, 200, limit, rows=True)
    simulation = Simulation.of(plan)
    rows = []
    simulation.play(game, 1, lambda batch, _: rows.extend(batch.rows or ()))
    for row in rows:
        found = dict(row.measures)
        assert list(found) == titles
        assert found["how far"] == found["steps"] == found["strides"] == found["steps in a march"] * 3
        assert found["rounds"] == 3
        assert found["rests, seat 1"] + found["rests, seat 2"] == found["rests"] * 2 == 6 - found["steps"]
        # Before a march each player has either gone or rested in every march so far: 0, 2 and 4 times in all.
        assert found["far when a march begins"] + 2 * found["rests so far"] == pytest.approx(2)
        assert found["rests so far, seat 1"] + found["rests so far, seat 2"] == pytest.approx(2 * found["rests so far"])
    assert len({row.measures for row in rows}) > 3
    measures = document(simulation, game, [])["measures"]
    assert measures["how far"]["n"] == 200
    assert measures["how far"]["mean"] == pytest.approx(3, abs=0.3)


def test_only_players_are_measured_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "steps.rules"
    path.write_text(RULES.replace('"rests" of player p: p\'s rests', '"rests" of card c: 1'))
    assert [one.code for one in rulewright.check_paths([path]).diagnostics if one.severity == "error"] == ["E410"]


@pytest.mark.parametrize("second", ['"points": count of turns', '"points, seat 2": 3', '"points" of player q: 3'])
def test_two_measures_of_one_title_would_be_one_column(tmp_path: Path, second: str) -> None:
    path = tmp_path / "two.rules"
    path.write_text(
        'game "Two" for 2 players\n\neach player has:\n    points: number, starts 0\n\n'
        "play:\n    each player clockwise from first_player has a turn\n\nturn:\n    add 1 to your points\n\n"
        "ranking of player p:\n    p's points, highest first\n\n"
        f'measure "points" of player p: p\'s points\nmeasure {second}\n'
    )
    with pytest.raises(RulesError) as found:
        rulewright.load(path)
    assert [one.code for one in found.value.diagnostics if one.severity == "error"] == ["E213"]
