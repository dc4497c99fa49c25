"""What went wrong in other programs of this sort, each tried as a person or a shell would."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import rulewright
from rulewright.repl.cli import main

from ..golden import Golden
from .magpies import MAGPIES
from .terminal import Terminal

HERE = Path(__file__).parent
Play = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays here sits in the folder of the rules."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def play(magpies: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """Play in this process with what is typed; give status, output and errors."""

    def run(*words: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed, newline=""))
        status = main(["play", *(words or ("magpies.rules", "--seed", "7"))])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return status, printed.out, printed.err

    return run


def shell(magpies: Path, line: str) -> subprocess.CompletedProcess[bytes]:
    program = f'"{sys.executable}" -m rulewright play magpies.rules --seed 7'
    return subprocess.run(
        ["sh", "-c", line.format(play=program)], capture_output=True, timeout=60, check=False, cwd=magpies.parent
    )


# ------------------------------------------------------------------ input that is no terminal


@pytest.mark.parametrize("line", ['echo help | {play} > out.txt', "{play} </dev/null >out.txt", "{play} <&- >out.txt"])
def test_pipes_give_plain_text_and_end_well(magpies: Path, line: str) -> None:
    done = shell(magpies, line)
    text = (magpies.parent / "out.txt").read_bytes()
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"\x1b" not in text
    assert b"The input ended before the game did." in text


def test_a_paste_of_several_lines_is_several_lines(tmp_path: Path, magpies: Path) -> None:
    terminal = Terminal(tmp_path, 80, 40, "play", str(magpies), "--seed", "7").asked()
    try:
        # A bracketed paste: what a terminal sends between these marks was pasted.
        terminal.keys("\x1b[200~seats\nset\nspeed\n\x1b[201~\r")
        terminal.shows("Bob: greedy", "reach: 1", "Bots wait 0 seconds")
    finally:
        terminal.kill()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_what_a_stream_cannot_say_is_said_otherwise(magpies: Path, encoding: str) -> None:
    magpies.write_text(MAGPIES.replace("Pearl", "P\u00e9arl \u2640"), encoding="utf-8")
    typed = "designer\\nzones\\nsave kept.json\\n"
    done = shell(magpies, f"printf '{typed}' | PYTHONIOENCODING={encoding} {{play}}")
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    assert (magpies.parent / "kept.json").exists()


# ------------------------------------------------------------------ wrong input


LONG = "x" * 10_000


@pytest.mark.parametrize("wrong", ["frobnicate", "0", "-1", "99", "1.5", "", "   ", LONG, "trade", "\x07", "load"])
@pytest.mark.parametrize("before", [[], ["1"], ["designer"]])
def test_wrong_input_is_told_in_a_line_and_changes_nothing(play: Play, wrong: str, before: list[str]) -> None:
    lines = [*before, "save a.json", wrong, "save b.json"]
    status, printed, _ = play(typed="".join(f"{line}\n" for line in lines))
    assert status == 0
    one, other = (json.loads(Path(name).read_text()) for name in ("a.json", "b.json"))
    assert one == other
    for name in ("a.json", "b.json"):
        Path(name).unlink()
    said = printed.partition("a.json. It holds the whole table, hidden cards included.\n")[2].partition("> save")[0]
    assert said.strip()
    assert max(map(len, said.splitlines())) <= 220


# ------------------------------------------------------------------ taking back


def test_what_was_drawn_is_not_taken_back(play: Play) -> None:
    _, printed, _ = play(typed="1\nundo\nundo!\nlook\n")
    assert "it cannot be taken back: something became known" in printed
    assert "Taken back: hoard it" in printed


def test_a_game_that_was_won_goes_on_after_undo(play: Play) -> None:
    _, printed, _ = play(typed="1\n" * 7 + "undo!\nlog\n1\n")
    first, _, then = printed.partition("Taken back: ")
    assert "wins" in first or "share" in first
    assert "What do you do?" in then
    assert "wins" in then or "share" in then
    assert "something was taken back after it had become known" in then


# ------------------------------------------------------------------ saves and rules that changed


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"Button"', '"Knob"', "no longer offered"),
        ("action hoard_it", "action keep_it", "no longer offered"),
        ("each player clockwise from first_player", "each player counterclockwise from first_player", ""),
        ("option reach: 0 to 5, normally 1", "option reach: 0 to 9, normally 1", ""),
    ],
)
def test_a_save_of_other_rules_says_what_changed(play: Play, magpies: Path, old: str, new: str, says: str) -> None:
    play(typed="hoard it Button\nsave a.json\n")
    before = Path("a.json").read_bytes()
    assert old in MAGPIES
    magpies.write_text(MAGPIES.replace(old, new).replace("choose one of hoard_it", "choose one of keep_it")
                       if "keep_it" in new else MAGPIES.replace(old, new))  # fmt: skip
    status, printed, err = play("magpies.rules", "--load", "a.json", typed="look\n")
    assert Path("a.json").read_bytes() == before
    if says:
        assert status == 2
        assert "the rules have changed since it was saved; at answer 1 of 2" in err
        assert says in err
        status, printed, err = play("magpies.rules", "--load", "a.json", "--go-on", typed="look\n")
        assert "the game goes on from there" in err
        assert "turn 1" in printed
    assert status == 0
    assert "the rules have changed" in err


# ------------------------------------------------------------------ transcripts


SCRIPT = """\
# a first look
help trade
zones
hint
why trade
1
why Ring
log
# cards by hand
designer
give Pearl to Ann
what-if
hoard it Pearl
back
undo
set reach to 3
seats Bob human
hoard it Ring
1
export
quit
"""


def test_a_script_gives_the_same_transcript_every_time(play: Play, golden: Golden) -> None:
    Path("script.txt").write_text(SCRIPT)
    words = ("magpies.rules", "--seed", "11", "--script", "script.txt")
    status, printed, err = play(*words)
    assert (status, err) == (0, "")
    assert "\x1b" not in printed
    golden.check(HERE / "script.golden", printed)
    assert play(*words)[1] == printed


@pytest.mark.parametrize("game", ["storm_dragons", "dragon_flight"])
def test_a_script_of_a_large_game(play: Play, game: str) -> None:
    lines = ["zones", "hint", "why", "1", "1", "log", "what-if", "1", "back", "1", "seats", "help " + game.split("_")[0]]
    Path("script.txt").write_text("".join(f"{line}\n" for line in lines[:-1]))
    words = (game, "--seed", "5", "--players", str(rulewright.load(game).min_players), "--script", "script.txt")
    status, printed, _ = play(*words)
    assert status == 0
    assert play(*words)[1] == printed


def test_a_line_that_is_not_understood_ends_a_script_with_its_place(play: Play) -> None:
    Path("script.txt").write_text("look\n\nwhy trade\nfrobnicate\n1\n")
    status, printed, err = play("magpies.rules", "--seed", "7", "--script", "script.txt")
    assert status == 2
    assert err.startswith("error: script.txt:4: 'frobnicate' is no option")
    assert "'trade' is not offered" in printed
