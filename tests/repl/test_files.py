"""What is written: never over rules, never in the place of a device, and refused before anything long begins."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from rulewright.repl.cli import main

from .magpies import MAGPIES

THIEVES = 'variant "Thieves" of "magpies.rules":\n    change option reach, normally 3\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a game, a house rule and a file of tests."""
    (tmp_path / "magpies.rules").write_text(MAGPIES)
    (tmp_path / "thieves.rules").write_text(THIEVES)
    (tmp_path / "magpies.tests.rules").write_text('use "magpies.rules"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


COMMANDS = [
    ("fmt", "magpies.rules", "--merged", "--with", "thieves.rules", "-o"),
    ("fuzz", "magpies.rules", "--with", "thieves.rules", "--games", "1", "--out"),
    ("compare", "magpies.rules", "--with", "thieves.rules", "-n", "2", "--report"),
    ("compare", "magpies.rules", "--with", "thieves.rules", "-n", "2", "--csv"),
    ("compare", "magpies.rules", "--with", "thieves.rules", "-n", "2", "--parquet"),
    ("sim", "magpies.rules", "-n", "2", "--csv"),
    ("sim", "magpies.rules", "-n", "2", "--parquet"),
    ("test", "magpies.rules", "--junit"),
    ("test", "magpies.rules", "--with", "thieves.rules", "--junit"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", ["magpies.rules", "thieves.rules", "./link.rules"])
def test_rules_are_not_written_over(
    folder: Path, command: tuple[str, ...], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if name == "thieves.rules" and name not in command:
        return
    (folder / "link.rules").symlink_to("magpies.rules")
    assert main([*command, name]) == 2
    told = capsys.readouterr()
    assert "would be lost; give the file another name" in told.err and not told.out
    assert (folder / "magpies.rules").read_text() == MAGPIES
    assert (folder / "thieves.rules").read_text() == THIEVES


def test_what_is_found_is_not_written_over_the_tests_of_the_game(folder: Path) -> None:
    assert main(["fuzz", "magpies.rules", "--games", "1", "--out", "magpies.tests.rules"]) == 2


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    ("name", "why"), [(".", "Is a directory"), ("no/x", "No such file or directory"), ("thing/x", "Not a directory")]
)
def test_what_cannot_be_written_is_told_before_anything_is_played(
    folder: Path, command: tuple[str, ...], name: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "thing").write_text("")
    assert main([*command, name]) == 2
    told = capsys.readouterr()
    assert f"{Path(name)} cannot be written: {why}" in told.err and not told.out


def test_a_folder_for_games_that_broke_is_looked_at_first(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "thing").write_text("")
    assert main(["sim", "magpies.rules", "-n", "2", "--crashes", "thing/inside"]) == 2
    told = capsys.readouterr()
    assert "thing/inside cannot be written: Not a directory" in told.err and not told.out


def test_two_files_of_one_name(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "magpies.rules", "--with", "thieves.rules", "-n", "2"]
    assert main([*words, "--report", "x.html", "--csv", "./x.html"]) == 2
    assert "x.html is named twice" in capsys.readouterr().err


def test_what_is_no_plain_file_is_written_into_and_stays(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append((folder / "pipe").read_text()))
    reader.start()
    assert main(["fmt", "magpies.rules", "--merged", "-o", "pipe"]) == 0
    reader.join(timeout=20)
    assert (folder / "pipe").is_fifo() and read[0].startswith('game "Magpies"')


def test_a_merged_game_may_be_written_anew(folder: Path) -> None:
    words = ["fmt", "magpies.rules", "--merged", "--with", "thieves.rules", "-o", "ours.rules"]
    assert main(words) == 0
    first = (folder / "ours.rules").read_text()
    assert main(words) == 0 and (folder / "ours.rules").read_text() == first
