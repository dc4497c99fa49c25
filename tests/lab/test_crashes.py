"""Games that break: told with seed and choices, saved as they were before, and no other game lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulewright
from rulewright.lab.batch import MOST_CRASHES
from rulewright.lab.playing import THINKING
from rulewright.lab.report import document
from rulewright.lab.simulate import Plan, Simulation
from rulewright.repl.cli import main

from .coins import compared

# Whoever leaps from three to five points divides by zero.
BRITTLE = """\
game "Brittle" for 2 players

option safe: yes or no, normally no

each player has:
    points: number, starts 0

play:
    each player clockwise from first_player has turns until there is a player p where p's points >= 6

turn:
    choose one of step, leap

action step:
    do: add 1 to your points

action leap:
    do:
        add 2 to your points
        if safe is no and your points is 5: set your points to 12 / (your points - 5) rounded down

ranking of player p:
    p's points, highest first
"""


@pytest.fixture
def brittle(tmp_path: Path) -> Path:
    path = tmp_path / "brittle.rules"
    path.write_text(BRITTLE)
    return path


@pytest.mark.parametrize("watched", [0, 100])
def test_the_choices_lead_to_the_crash(brittle: Path, watched: int) -> None:
    game = rulewright.load(brittle)
    simulation = Simulation.of(Plan(lambda: game, 2, ("random", "random"), 2, 60, watched=watched))
    simulation.play(game, 1)
    found = document(simulation, game, [])
    assert 0 < found["errors"] < 60 and found["errors"] + found["finished"] == 60
    for crash in found["crashes"]:
        assert "R602" in crash["message"] and "brittle.rules" in crash["message"]
        state = game.start(players=2, seed=crash["seed"])
        for choice in crash["choices"][:-1]:
            assert state.player == choice["seat"]
            state.choose(next(option for option in state.decision.options if option.text == choice["answer"]))
        assert crash["choices"][-1]["answer"] == "leap"
        with pytest.raises(rulewright.RunError, match="zero"):
            state.choose(1)


def test_a_bot_that_finds_the_crash_by_thinking(brittle: Path) -> None:
    game = rulewright.load(brittle)
    simulation = Simulation.of(Plan(lambda: game, 2, ("random", "greedy"), 2, 20))
    simulation.play(game, 1)
    for crash in simulation.total.crashes:
        assert crash.choices and (crash.choices[-1].answer in (THINKING, "leap"))
        assert (crash.choices[-1].answer == THINKING) <= (crash.choices[-1].seat == 1)


def test_processes_report_the_same_crashes(brittle: Path) -> None:
    game = rulewright.load(brittle)
    reports = []
    for jobs in (1, 2):
        simulation = Simulation.of(Plan(lambda: game, 2, ("random", "random"), 2, 300))
        simulation.play(game, jobs)
        reports.append([crash.to_json() for crash in simulation.total.crashes])
    assert reports[0] == reports[1]
    assert len(reports[0]) == MOST_CRASHES and all(crash["choices"] for crash in reports[0])


def test_saved_as_they_were_before(brittle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "broken"
    assert main(["sim", str(brittle), "-n", "30", "--seed", "2", "--crashes", str(folder)]) == 1
    told = capsys.readouterr()
    assert "then: leap" in told.err and "Traceback" not in told.err + told.out
    saved = sorted(folder.glob("crash-*.json"))
    assert saved
    script = tmp_path / "answers"
    script.write_text("leap\n")
    assert main(["play", str(brittle), "--load", str(saved[0]), "--script", str(script)]) == 1
    assert "R602" in capsys.readouterr().err


def test_comparisons_leave_broken_blocks_out(brittle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = rulewright.load(brittle), rulewright.load(brittle, options={"safe": "yes"})
    found = compared(games, 60)
    broken = found.total.sides[0].kinds["error"]
    assert broken and "error" not in found.total.sides[1].kinds
    pairs = {one.measure: one.pairs for one in found.differences}["turns"]
    assert 60 - broken <= pairs < 60
    words = [str(brittle), "--change", "safe=yes", "-n", "20", "--seed", "2", "--json", "--crashes", str(tmp_path / "c")]
    assert main(["compare", *words]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["base"]["crashes"][0]["choices"] and data["variant"]["crashes"] == []
    assert list((tmp_path / "c" / "base").glob("*.json"))


def test_a_report_on_a_rule_that_always_breaks_says_that_nothing_can_be_compared(
    brittle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rule, page = tmp_path / "worse.rules", tmp_path / "page.html"
    rule.write_text(
        f'variant "Worse" of "{brittle.name}":\n    change option safe, normally yes\n'
        "    insert at the end of turn:\n        add 1 / (your turns - your turns) rounded down to your points\n"
    )
    assert main(["compare", str(brittle), "--with", str(rule), "-n", "6", "--seed", "2", "--report", str(page)]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "No block is left in which both games could be compared." in told
    assert "within the intervals" not in told and "no longer reached" not in told and "changed: 12 games broke" in told
    shown = page.read_text()
    assert "Changed: 12 games of 12 broke; their blocks are left out" in shown and "Nothing has moved" not in shown
