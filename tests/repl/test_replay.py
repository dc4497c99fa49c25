"""`rulewright replay`: a save played again on the rules of today."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.repl.cli import main

from .magpies import MAGPIES

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process; give status, output and errors."""

    def of(*words: object) -> tuple[int, str, str]:
        status = main([str(word) for word in words])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return of


@pytest.fixture
def save(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    rules = tmp_path / "magpies.rules"
    rules.write_text(MAGPIES)
    path = tmp_path / "game.json"
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"1\n1\nsave {path}\n"))
    assert run("play", rules, "--seed", "7")[0] == 0
    return path


def test_to_the_end_of_what_was_played(run: Run, save: Path) -> None:
    status, printed, _ = run("replay", save)
    assert status == 0
    assert printed.startswith("4 answers, and each fits the rules.\nIt comes to turn 5 with 4 decisions.\nAnn is asked: ")


def test_as_json(run: Run, save: Path) -> None:
    status, printed, _ = run("replay", save, "--json")
    assert status == 0
    assert json.loads(printed) == {"decisions": 4, "outcome": None, "diverged_at": None, "why": None}


def test_step_by_step_each_thing_is_told_once(run: Run, save: Path) -> None:
    _, printed, _ = run("replay", save, "--steps")
    assert printed.count("   1  Ann: hoard it ") == 1
    assert "3 cards: nest" not in printed
    assert "a card: nest" not in printed


def test_rules_that_changed_say_where_it_parts_from_them(run: Run, save: Path) -> None:
    (save.parent / "magpies.rules").write_text(MAGPIES.replace("the first 3 cards", "the first 1 cards"))
    status, printed, _ = run("replay", save)
    assert status == 1
    assert "it parts from the rules: " in printed
    status, printed, _ = run("replay", save, "--json")
    assert status == 1
    assert json.loads(printed)["diverged_at"] in (1, 2, 3, 4)


def test_what_cannot_be_replayed(run: Run, save: Path) -> None:
    (save.parent / "magpies.rules").unlink()
    assert "magpies.rules" in run("replay", save)[2]
    data = json.loads(save.read_text())
    save.write_text(json.dumps({**data, "from": None}))
    status, _, said = run("replay", save)
    assert (status, "name them with --game" in said) == (2, True)
    assert run("replay", save.parent / "no.json")[0] == 2


def test_the_rules_of_the_save_are_kept_in_it(run: Run, save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = save.parent / "magpies.rules"
    rules.write_text(MAGPIES.replace("the first 3 cards", "the first 1 cards"))
    assert run("replay", save)[0] == 1
    status, printed, _ = run("replay", save, "--old-rules")
    assert status == 0
    assert "each fits the rules" in printed
    monkeypatch.setattr(sys, "stdin", io.StringIO("look\n"))
    status, printed, said = run("play", rules, "--load", save, "--old-rules")
    assert (status, said) == (0, "")
    assert "turn 5" in printed
    status, _, said = run("play", rules, "--load", save)
    assert status == 2
    assert "--old-rules plays by the rules of the save" in said


@pytest.mark.parametrize("game", ["hearts", "storm_dragons"])
def test_shared_files_and_shipped_games_are_kept_too(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    path = tmp_path / "game.json"
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"1\nsave {path}\n"))
    assert run("play", game, "--seed", "7")[0] == 0
    files = json.loads(path.read_text())["pinned"]["files"]
    assert f"{game}.rules" in files
    assert all(not name.startswith("/") for name in files)
    assert run("replay", path, "--old-rules")[0] == 0


@pytest.mark.parametrize("name", ["../x.rules", "/tmp/x.rules", "x.txt", "a/../../x.rules", "c:x.rules", ""])
def test_a_save_writes_nothing_outside_its_folder(run: Run, save: Path, name: str) -> None:
    data = json.loads(save.read_text())
    data["pinned"]["files"][name] = "x"
    save.write_text(json.dumps(data))
    status, _, said = run("replay", save, "--old-rules")
    assert status == 2
    assert "the rules in it are not what they should be" in said
