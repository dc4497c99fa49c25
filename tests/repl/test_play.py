"""`rulewright play` as a shell sees it: pipes, files of answers, saves, and terminals."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen

import rulewright
from rulewright.repl.cli import main
from rulewright.repl.commands.new import TEMPLATE

PLAY = [sys.executable, "-m", "rulewright", "play"]


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.rules"
    path.write_text(TEMPLATE.format(title="Tiny"))
    return path


@frozen
class Done:
    """What came of a run."""

    returncode: int
    stdout: str
    stderr: str


Play = Callable[..., Done]


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """Run the command in this process with what is typed."""

    def run(*words: object, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed, newline=""))
        status = main(["play", *map(str, words)])
        printed = capsys.readouterr()
        return Done(status, printed.out, printed.err)

    return run


def sound(done: Done | subprocess.CompletedProcess[str], status: int = 0) -> str:
    """Give what was printed, after the things that hold for every run."""
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    return done.stdout


def test_one_answer_a_line_to_the_end(play: Play, tiny: Path) -> None:
    printed = sound(play(tiny, "--seed", "7", typed="1\n" * 200))
    assert "wins." in printed or "share the victory" in printed
    assert "the rest of the input was not read" in printed
    assert printed == sound(play(tiny, "--seed", "7", typed="1\n" * 200))


@pytest.mark.parametrize(
    "typed", ["", "help\n", "help", "look\nhand\nlog\nhint\noptions\n", "1\r\n1\r\n", "\ufeff1\n", "\0\n"]
)
def test_input_that_ends_early(play: Play, tiny: Path, typed: str) -> None:
    printed = sound(play(tiny, "--seed", "7", typed=typed))
    assert "The input ended before the game did." in printed


def test_no_input_at_all(tiny: Path) -> None:
    for closed in ("</dev/null", "<&-"):
        done = subprocess.run(
            ["sh", "-c", f'exec "$@" {closed}', "sh", *PLAY, str(tiny)],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert "The input ended" in sound(done)


def test_bytes_that_are_no_text(tiny: Path) -> None:
    done = subprocess.run([*PLAY, str(tiny)], input=b"\xff\xfe\n1\n", capture_output=True, timeout=60, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("game", sorted(rulewright.shipped_games()))
def test_bots_play_every_game_that_ships(play: Play, game: str) -> None:
    players = rulewright.load(game).min_players
    printed = sound(play(game, "--seats", ",".join(["random"] * players), "--seed", "3"))
    assert "seed 3" in printed


def test_a_file_of_answers(play: Play, tiny: Path, tmp_path: Path) -> None:
    script = tmp_path / "answers.txt"
    script.write_text("# a note\n\n1\n1\nlook\n")
    printed = sound(play(tiny, "--seed", "7", "--script", script))
    assert "The input ended before the game did." in printed
    script.write_text("1\n\nnonsense\n")
    done = play(tiny, "--seed", "7", "--script", script)
    sound(done, 2)
    assert f"{script}:3: " in done.stderr


def test_save_and_go_on(play: Play, tiny: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    before = sound(play(tiny, "--seed", "7", typed=f"1\n1\nsave {file}\nlook\n"))
    save = json.loads(file.read_text())
    assert save["rules"] == rulewright.load(tiny).hash
    after = sound(play(tiny, "--load", file, typed="look\n"))
    assert before.split("> look\n")[1] == after.split("> look\n")[1]
    assert "cannot" not in after


def test_saves_of_other_rules_say_what_changed(play: Play, tiny: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    sound(play(tiny, "--seed", "7", typed=f"1\n1\nsave {file}\n"))
    good = tiny.read_text()
    tiny.write_text(good.replace('"Button"', '"Knob"').replace('"Coin"', '"Penny"').replace('"Ring"', '"Band"'))
    done = play(tiny, "--load", file)
    sound(done, 2)
    assert "the rules have changed" in done.stderr
    assert "at answer" in done.stderr
    tiny.write_text(good.replace("is not much brighter out of it.", "shines."))
    done = play(tiny, "--load", file)
    sound(done)
    assert "every answer still fits" in done.stderr


def test_options_come_with_the_save(play: Play, tiny: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    sound(play(tiny, "--seed", "7", "--set", "reach=3", typed=f"1\nsave {file}\n"))
    assert json.loads(file.read_text())["options"] == {"reach": "3"}
    assert play(tiny, "--load", file).stderr == ""
    done = play(tiny, "--load", file, "--set", "reach=2")
    assert "option reach was 3 and is 2" in done.stderr


def test_secrets_of_bots_are_not_shown(play: Play, tiny: Path) -> None:
    tiny.write_text(tiny.read_text().replace('"Pearl"       2', '"Pearl"      40'))
    for seed in range(4):
        printed = sound(play(tiny, "--seed", seed, typed="look\nhand\nlog all\nhint\n"))
        shown = printed.split("\n")
        assert not any("Bob" in line and "Pearl" in line for line in shown)
        assert any("3 hidden" in line for line in shown)


def test_a_broken_rule_in_the_middle_of_a_game(play: Play, tiny: Path) -> None:
    nothing = "count of cards in your hoard - count of cards in your hoard"
    broken = f"add 1 / ({nothing}) rounded down to tally"
    text = tiny.read_text().replace("move the first card in nest to your hand", broken)
    tiny.write_text(text.replace("each player has:", "the table has:\n    tally: number, starts 0\n\neach player has:"))
    done = play(tiny, "--seed", "7", typed="1\n1\n")
    sound(done, 1)
    assert "error R6" in done.stderr
    assert str(tiny) in done.stderr


def test_what_nobody_has_learned_from_is_taken_back(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "numbers.rules"
    path.write_text(
        """\
game "Numbers" for 2 players

the table has:
    sum: number, starts 0

play:
    each player p clockwise from first_player:
        repeat 2 times:
            p chooses a number n from 1 to 5
            add n to sum

ranking of player p:
    sum, highest first
"""
    )
    printed = sound(play(path, "--seats", "human,human", typed="4\nundo\nredo\nundo\n2\n3\nundo\nundo!\nlook\n"))
    steps = printed.split("> ")
    assert "sum 4" in steps[1]
    assert "Taken back: 4." in steps[2]
    assert "sum 0" in steps[2]
    assert "sum 4" in steps[3]
    assert "sum 2" in steps[5]
    assert "something became known" in steps[7]
    assert "sum 2" in steps[8]
    assert "1 to 5" in steps[0]


def test_asking_why(play: Play, tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "evening.json"
    typed = f"why trade\nwhy hoard it Diamond\nwhy shine on\nwhy\nsave {file}\n"
    printed = sound(play(tiny, "--seed", "7", typed=typed))
    assert "> why trade\n'trade' is not offered\n" in printed
    assert "tiny.rules:" in printed
    assert "is no move and no number" in printed
    assert "> why\n3 cards: nest to Bob's hand\n  move the first 3" in printed  # what happened last
    assert main(["why", str(tiny), "--load", str(file), "trade", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert not found["offered"]
    assert all(set(reason) == {"text", "file", "line"} for reason in found["reasons"])
    assert main(["why", str(tiny), "--load", str(file), "hoard it", "--player", "Bob"]) == 0
    assert main(["why", str(tiny), "--load", str(file), "hoard it", "--player", "Bop"]) == 2
    assert "did you mean 'Bob'" in capsys.readouterr().err
    assert main(["why", str(tiny), "--load", str(file), "tarde"]) == 2
    assert "did you mean 'trade'" in capsys.readouterr().err
