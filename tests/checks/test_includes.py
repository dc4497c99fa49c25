"""What `use` reads, and what it refuses: a rules file may come from anybody."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright.dsl.loading import CheckResult, check_paths, load_program
from rulewright.dsl.source import MAX_BYTES
from rulewright.interpreter.builtins import BUILTINS

GAME = """game "Small" for 2 players

use "{used}"

each player has:
    score: number, starts 0

play:
    each player p: add 1 to p's score

ranking of player p:
    p's score, highest first
"""


def check(folder: Path, used: str) -> CheckResult:
    """Give what is found in a game of this folder that uses a file."""
    path = folder / "game.rules"
    path.write_text(GAME.format(used=used))
    return check_paths([path], BUILTINS)


def codes(result: CheckResult) -> list[str]:
    return [one.code for one in result.diagnostics]


def test_a_file_beside_the_game_is_used(tmp_path: Path) -> None:
    (tmp_path / "more.rules").write_text("the table has:\n    time: day or night, starts day\n")
    result = load_program(tmp_path / "game.rules", BUILTINS)
    assert result.program is None and [one.code for one in result.diagnostics] == ["E221"]
    assert codes(check(tmp_path, "more.rules")) == []


def test_a_file_in_the_folder_beside_is_used(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "more.rules").write_text("word colour: red or blue\n")
    assert codes(check(tmp_path / "games", "common/more.rules")) == []


def test_a_file_used_twice_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "words.rules").write_text("word colour: red or blue\n")
    (tmp_path / "more.rules").write_text('use "words.rules"\n')
    path = tmp_path / "game.rules"
    path.write_text(GAME.format(used='more.rules"\nuse "words.rules'))
    assert codes(check_paths([path], BUILTINS)) == []


@pytest.mark.parametrize(
    "used",
    [
        "../secret.rules",
        "/etc/passwd",
        "/etc/secret.rules",
        "C:/secret.rules",
        "\\\\host\\share.rules",
        "a/../../b.rules",
        "",
        " ",
        "a.txt",
        "..\\x.rules",
    ],
)
def test_paths_that_lead_out_are_refused(tmp_path: Path, used: str) -> None:
    result = check(tmp_path, used.replace("\\", "\\\\"))
    assert codes(result) == ["E222"]
    assert result.diagnostics[0].span.text.startswith('"')


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.rules").write_text("word colour: red or blue\n")
    inside = tmp_path / "library" / "game"
    inside.mkdir(parents=True)
    os.symlink(tmp_path / "outside" / "secret.rules", inside / "more.rules")
    assert codes(check(inside, "more.rules")) == ["E222"]


def test_folders_pipes_and_missing_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.rules").mkdir()
    assert codes(check(tmp_path, "folder.rules")) == ["E221"]
    assert codes(check(tmp_path, "nowhere.rules")) == ["E221"]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.rules")
        assert codes(check(tmp_path, "pipe.rules")) == ["E221"]


def test_a_file_that_is_too_big_is_refused(tmp_path: Path) -> None:
    with open(tmp_path / "big.rules", "wb") as file:
        file.truncate(MAX_BYTES + 1)
    result = check(tmp_path, "big.rules")
    assert codes(result) == ["E221"]
    assert "bytes" in result.diagnostics[0].message


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "picture.rules").write_bytes(b"\x89PNG\0\0")
    assert codes(check(tmp_path, "picture.rules")) == ["E108"]


def test_files_that_use_each_other_are_refused_once(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text('use "b.rules"\n')
    (tmp_path / "b.rules").write_text('use "a.rules"\n')
    assert codes(check(tmp_path, "a.rules")) == ["E220"]


def test_a_missing_game_is_one_error(tmp_path: Path) -> None:
    assert codes(check_paths([tmp_path / "none.rules"], BUILTINS)) == ["E221"]


def test_a_folder_is_its_games(tmp_path: Path) -> None:
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "words.rules").write_text("word colour: red or blue\n")
    (tmp_path / "one.rules").write_text(GAME.format(used="common/words.rules"))
    (tmp_path / "two.rules").write_text(GAME.format(used="common/words.rules"))
    result = check_paths([tmp_path], BUILTINS)
    assert (result.files, codes(result)) == (2, [])
    assert {Path(source.name).name for source in result.sources} == {"one.rules", "two.rules", "words.rules"}


def test_a_fault_of_a_shared_file_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "words.rules").write_text("word colour: red or red\n")
    (tmp_path / "one.rules").write_text(GAME.format(used="words.rules"))
    (tmp_path / "two.rules").write_text(GAME.format(used="words.rules"))
    assert codes(check_paths([tmp_path], BUILTINS)) == ["E213"]
