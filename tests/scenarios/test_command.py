"""The command `rulewright test`: what it prints, writes and gives back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rulewright.lab.simulate import Player
from rulewright.repl import progress
from rulewright.repl.cli import main

HERE = Path(__file__).parent
GOOD = str(HERE / "good" / "variants.rules")
BAD = str(HERE / "bad" / "chance.rules")

EXPERIMENT = """
game "Coin" for 2 players
die coin: 0 to 1
each player has:
    luck: number, starts 0
play:
    each player p:
        roll coin
        set p's luck to coin's face
ranking of player p:
    p's luck, highest first
experiment "luck":
    play {games} games with 2 players
    expect first_player's win_share is between {low}% and {high}%
"""


def test_all_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", GOOD, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["passed"], document["failed"], document["coverage"]) == (3, 0, None)
    assert set(document["results"][0]) == {"name", "kind", "file", "line", "outcome", "seconds", "message"}


def test_some_fail(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    assert main(["test", BAD, "--junit", str(report)]) == 1
    assert "gust is rolled" in capsys.readouterr().out
    (suite,) = ElementTree.parse(report).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("9", "9")


def test_filter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", BAD, "--filter", "A ROLL that", "--json"]) == 1
    assert [one["name"] for one in json.loads(capsys.readouterr().out)["results"]] == ["a roll that is never made"]


def test_coverage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", GOOD, "--coverage", "--json"]) == 0
    coverage = json.loads(capsys.readouterr().out)["coverage"]
    assert coverage["total"] > coverage["reached"] > 0
    assert "action hang" not in [one["name"] for one in coverage["missed"]]


MEADOW = """
game "Meadow" for 2 players
each player has:
    burrow: private zone
    field: public zone, in play
    fed: number, starts 0
keyword swift
keyword heavy:
    when this enters your field: add 1 to your fed
keyword shy:
    when this enters your field: add 2 to your fed
kind beast
card "Hare": swift beast
card "Elk": heavy beast
card "Newt": shy beast
rule calm:
    a player p cannot sigh if p's fed is 9
rule joy:
    when a player p sighs, first: add 1 to p's fed
to sigh: subtract 1 from your fed
setup:
    move all cards in box to first_player's burrow
play:
    first_player sighs
    first_player wins
scenario "two beasts come" with Ann, Bob:
    given Ann's burrow is "Hare" as hare, "Elk" as elk
    make Ann move hare and elk to Ann's field
    expect Ann's fed is 1
"""


def test_what_is_reached(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "meadow.rules"
    path.write_text(MEADOW, encoding="utf-8")
    assert main(["test", str(path), "--coverage", "--json"]) == 0
    coverage = json.loads(capsys.readouterr().out)["coverage"]
    # A keyword without text is reached by a card that comes into play; a rule that only forbids is no part to reach.
    assert [one["name"] for one in coverage["missed"]] == ["keyword shy"]


@pytest.mark.parametrize(
    ("low", "high", "outcome", "strict"),
    ((20, 80, "passed", 0), (70, 90, "failed", 1), (49, 51, "undecided", 1)),
)
def test_experiments(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, low: int, high: int, outcome: str, strict: int
) -> None:
    path = tmp_path / "coin.rules"
    path.write_text(EXPERIMENT.format(games=200, low=low, high=high), encoding="utf-8")
    assert main(["test", str(path), "--json"]) == (outcome == "failed")
    (found,) = json.loads(capsys.readouterr().out)["results"]
    assert (found["kind"], found["outcome"]) == ("experiment", outcome)
    assert "the win share of seat 1" in found["message"]
    assert main(["test", str(path), "--json", "--strict"]) == strict


def test_an_interrupted_experiment_tells_what_was_found_and_ends_the_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "coin.rules"
    text = EXPERIMENT.format(games=100_000, low=1, high=99)
    path.write_text(text + text[text.index("experiment") :].replace('"luck"', '"more luck"'))
    play, played = Player.play, []

    def interrupted(self: Player, index: int) -> Any:
        played.append(index)
        if len(played) > 50:
            raise KeyboardInterrupt
        return play(self, index)

    monkeypatch.setattr(Player, "play", interrupted)
    assert main(["test", str(path)]) == 130
    out, err = capsys.readouterr()
    assert "undecided experiment luck" in out and "then interrupted" in out and "more luck" not in out
    assert "interrupted after 1 of 2 tests" in err


def test_experiments_on_two_cores_end_alike(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "coin.rules"
    path.write_text(EXPERIMENT.format(games=100, low=1, high=99))
    said = []
    for jobs in ("1", "2"):
        assert main(["test", str(path), "--jobs", jobs]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


def test_a_long_part_of_the_work_has_a_bar_of_its_own_while_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    monkeypatch.setattr(progress, "_DELAY", 0.0)
    with progress.Progress("testing", 3) as bar:
        bar.update(1)
        with bar.part("luck") as update:
            update(5, 10)
            assert [(task.completed, task.total) for task in bar._bar.tasks] == [(1, 3), (5, 10)]
        assert [task.description for task in bar._bar.tasks] == ["testing"]
