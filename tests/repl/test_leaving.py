"""How a game is left, and how it is not: Ctrl-C and Ctrl-D at every kind of prompt, input that ends, what is kept."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulewright.repl.cli import main

from .magpies import MAGPIES
from .terminal import Terminal

Run = Callable[..., Terminal]
HOW = "Ctrl-D or `quit` leaves the game."


@pytest.fixture
def play(tmp_path: Path, magpies: Path) -> Iterator[Run]:
    running: list[Terminal] = []

    def run(*words: str, size: tuple[int, int] = (80, 40), **env: str) -> Terminal:
        running.append(Terminal(tmp_path, *size, "play", str(magpies), "--seed", "7", *words, env=env))
        return running[-1]

    yield run
    for one in running:
        if one.child.isalive():
            one.kill()


# ------------------------------------------------------------------ Ctrl-C and Ctrl-D


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_control_c_with_nothing_typed_says_how_to_leave(play: Run, plain: tuple[str, ...]) -> None:
    terminal = play(*plain).until(lambda t: t.here == ">")
    for times in (1, 2, 3):
        terminal.keys("\x03").until(lambda t, times=times: t.plain.count(HOW) == times and t.here == ">")
    terminal.keys("1\r").until(lambda t: "turn 3" in t.plain and t.here == ">")
    terminal.keys("\x04").until(lambda t: t.here.startswith("Leave the game?"))
    terminal.keys("\x03").until(lambda t: t.here == ">")
    terminal.keys("\x04").until(lambda t: t.here.startswith("Leave the game?"))
    terminal.keys("\x04")
    assert terminal.ended() == 0
    assert "Traceback" not in terminal.plain


def test_what_is_left_is_kept_and_where_is_said(play: Run, tmp_path: Path) -> None:
    terminal = play().asked().types("1").asked()
    terminal.keys("quit\r")
    assert terminal.ended() == 0
    (file,) = (tmp_path / "state" / "rulewright" / "games").glob("*.json")
    assert file.name in "".join(terminal.plain.split())
    assert "`load` goes on with it" in " ".join(terminal.plain.split())


def test_nothing_is_said_to_be_kept_where_nothing_was_played(play: Run) -> None:
    terminal = play().asked()
    terminal.keys("quit\r")
    assert terminal.ended() == 0
    assert "is kept" not in terminal.plain


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_nobody_leaves_while_the_keyboard_is_passed(play: Run, plain: tuple[str, ...]) -> None:
    terminal = play("--seats", "human,human", *plain).until(lambda t: t.here.startswith("Then press Enter."))
    terminal.keys("\x03").until(lambda t: HOW in t.plain and t.here.startswith("Then press Enter."))
    terminal.keys("\x04").until(lambda t: t.here.startswith("Leave the game?"))
    terminal.keys("no\r").until(lambda t: t.here.startswith("Then press Enter."))
    assert "hand (3)" not in terminal.plain
    terminal.keys("\r").until(lambda t: t.here == ">")
    assert "hand (3)" in terminal.plain


def test_control_c_is_a_no_to_a_question(play: Run, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text("mine")
    terminal = play().asked()
    terminal.keys(f"save {kept}\r").until(lambda t: t.here.endswith("(yes or no)"))
    terminal.keys("\x03").until(lambda t: "Nothing was written." in t.plain and t.here == ">")
    assert kept.read_text() == "mine"


def test_control_c_while_bots_play_asks_and_loses_nothing(play: Run, tmp_path: Path) -> None:
    terminal = play("--seats", "human,greedy").asked().types("speed slow").asked()
    terminal.keys("1\r").until(lambda t: "Ann: hoard it" in t.plain)
    terminal.keys("\x03").until(lambda t: t.here.startswith("Leave the game?"))
    assert len(list((tmp_path / "state" / "rulewright" / "games").glob("*.json"))) == 1
    terminal.keys("no\r").until(lambda t: t.here == ">" and "turn 3" in t.plain)
    terminal.keys("quit\r")
    assert terminal.ended() == 0


# ------------------------------------------------------------------ terminals that can do little


def test_a_dumb_terminal_shows_each_answer_once(play: Run) -> None:
    terminal = play(TERM="dumb").until(lambda t: t.here == ">")
    terminal.keys("hoard it Ring\r").until(lambda t: "turn 3" in t.plain and t.here == ">")
    assert b"\x1b" not in terminal.whole
    assert terminal.plain.count("> hoard it Ring") == 1
    assert "warning" not in terminal.plain.lower()
    terminal.keys("quit\r")
    assert terminal.ended() == 0


def test_plain_lines_are_pushed_out_of_sight_for_the_next_person(play: Run) -> None:
    terminal = play("--seats", "human,human", "--plain", size=(80, 24)).until(lambda t: t.here.startswith("Then"))
    terminal.keys("\r").until(lambda t: t.here == ">")
    terminal.keys("1\r").until(lambda t: "Pass the keyboard to Bob." in t.text and t.here.startswith("Then"))
    assert "hand (" not in terminal.text


# ------------------------------------------------------------------ input that ends


def test_input_that_ends_says_who_was_asked(
    magpies: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    assert main(["play", str(magpies), "--seed", "7"]) == 0
    said = capsys.readouterr().out
    assert said.endswith(
        "The input ended before the game did.\nAnn is asked: What do you do? Nothing was kept; `save FILE` keeps a game.\n"
    )


@pytest.mark.parametrize(
    ("script", "says"),
    [(".", "is a folder, and --script takes a file"), ("none.txt", "there is no file"), ("/dev/zero", "is a device")],
)
def test_scripts_that_are_none(
    magpies: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, script: str, says: str
) -> None:
    monkeypatch.chdir(magpies.parent)
    assert main(["play", str(magpies), "--script", script]) == 2
    error = capsys.readouterr().err
    assert says in error and error.count("\n") == 1


# ------------------------------------------------------------------ dealing again


def test_restart_says_whether_chance_brings_the_same(
    magpies: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def typed(*lines: str) -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", str(magpies), "--seed", "7"]) == 0
        return re.split(r"^> .*\n", capsys.readouterr().out, flags=re.MULTILINE)

    first, _, same, other, _, known, wrong = typed("1", "restart", "restart new", "seed", "restart 7", "restart x")[:7]
    assert "from the same seed (7), so chance brings the same" in same
    hand = re.compile(r"^    hand \(3\): .*$", re.MULTILINE)
    assert hand.findall(same) == hand.findall(first)
    assert other.startswith("A new game.\n")
    assert "dealt from seed 7" in known
    assert hand.findall(known) == hand.findall(first)
    assert "'x' is not a seed" in wrong


# ------------------------------------------------------------------ errors on a narrow screen


def test_errors_of_saved_rules_are_broken_between_words(play: Run, magpies: Path) -> None:
    terminal = play("--watch", size=(40, 30)).asked()
    magpies.write_text(MAGPIES.replace("move c to your hoard", "move c to your hoarrd, and then to nowhere in particular"))
    terminal.until(lambda t: "The old rules stay" in t.plain).asked()
    lines = terminal.plain.replace("\r", "").split("\n")
    begin = next(at for at, line in enumerate(lines) if "was saved" in line)
    end = next(at for at, line in enumerate(lines) if "The old rules stay" in line)
    report = lines[begin:end]
    assert all(len(line) < 40 or " " not in line.strip() for line in report), report
    marks = next(at for at, line in enumerate(report) if re.fullmatch(r" +\| +\^+", line.rstrip()))
    start, stop = re.search(r"\^+", report[marks]).span()  # type: ignore[union-attr]
    assert report[marks - 1][start:stop].strip()
