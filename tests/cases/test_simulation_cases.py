"""What goes wrong in other simulators, tried on `sim` and `compare`: the cases numbered D and X of the collection, as far
as they are about many games, their figures and their reports."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rulewright.lab.pairs import PairPlayer
from rulewright.repl.cli import main

from ..hostile.shell import steering
from ..lab.coins import COINS

# Both may pass for ever; only walking on ends the game.
IDLE = """\
game "Idle" for 2 players

option ends: yes or no, normally no

each player has:
    steps: number, starts 0

play:
    each player clockwise from first_player has turns until ends is yes and there is a player p where p's steps >= 3

turn:
    choose one of walk, pass_on

action walk:
    do: add 1 to your steps

action pass_on:
    \"\"\"Nothing.\"\"\"

ranking of player p:
    p's steps, highest first
"""


@pytest.fixture
def coins(tmp_path: Path) -> str:
    path = tmp_path / "coins.rules"
    path.write_text(COINS)
    return str(path)


@pytest.fixture
def idle(tmp_path: Path) -> str:
    path = tmp_path / "idle.rules"
    path.write_text(IDLE)
    return str(path)


def process(*words: str, **environment: str) -> dict[str, Any]:
    """Give the document of a command run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", *words, "--json"],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def here(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> dict[str, Any]:
    """Give the document of a command run in this process."""
    assert main([*words, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def without_clock(document: Any) -> Any:
    """Give a document without what a clock decides."""
    if isinstance(document, dict):
        return {key: without_clock(value) for key, value in document.items() if "second" not in key}
    return [without_clock(one) for one in document] if isinstance(document, list) else document


# ------------------------------------------------------------------ D01: the same in every process


@pytest.mark.long
def test_hash_seeds_and_processes_change_no_figure(coins: str) -> None:
    words = ["compare", coins, "--change", "favour=yes", "-n", "60", "--seed", "3", "--watch", "20"]
    found = [
        without_clock(process(*words, "--jobs", jobs, PYTHONHASHSEED=seed))
        for jobs, seed in (("1", "0"), ("2", "1"), ("1", "random"))
    ]
    assert found[0] == found[1] == found[2]


# ------------------------------------------------------------------ D03: what is looked at changes nothing


def test_watching_and_files_change_no_game(coins: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sim", coins, "-n", "80", "--seed", "3"]
    digests = {
        here(capsys, *words, *more)["digest"]
        for more in (
            ["--watch", "0"], ["--watch", "80"], ["--no-mirror"], ["--csv", str(tmp_path / "rows.csv")],
            ["--limit", "1000"],
        )
    }  # fmt: skip
    assert len(digests) == 1


# Points a turn cannot be told of who has had no turn: whoever looks in the middle of a game must not break it.
RATIO = (
    IDLE.replace("ends is yes and there is a player p where p's steps >= 3", "there is a player p where p's turns >= 4")
    .replace("    p's steps, highest first", "    p's steps / p's turns rounded down, highest first")
    .replace("option ends: yes or no, normally no\n", "option stride: 1 to 2, normally 1\n")
    .replace("add 1 to", "add stride to")
)


@pytest.mark.parametrize("command", ["sim", "compare"])
def test_looking_at_who_is_ahead_breaks_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    path = tmp_path / "ratio.rules"
    path.write_text(RATIO)
    found = [
        here(capsys, command, str(path), *(["--change", "stride=2"] if command == "compare" else []), "-n", "12", "--seed", "3",
             "--watch", watched)
        for watched in ("0", "12")
    ]  # fmt: skip
    sides = [[one] if command == "sim" else [one["base"], one["variant"]] for one in found]
    assert [side["errors"] for one in sides for side in one] == [0] * len(sides) * len(sides[0])
    assert [side["digest"] for side in sides[0]] == [side["digest"] for side in sides[1]]


# ------------------------------------------------------------------ D05: budgets are counts


def test_thinking_bots_play_the_same_however_busy_the_machine(coins: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sim", coins, "-n", "6", "--seed", "3", "--bots", "mcts:30,greedy"]
    alone = here(capsys, *words)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        crowded = here(capsys, *words, "--jobs", "2")
    finally:
        for one in busy:
            one.kill()
            one.wait()
    assert alone["digest"] == crowded["digest"]
    assert alone["bots"] == ["mcts:30", "greedy"], "every figure names its bot and budget"


# ------------------------------------------------------------------ D09: games that never end


def test_games_that_never_end_are_counted_apart(idle: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = here(capsys, "sim", idle, "-n", "10", "--seed", "3", "--limit", "300")
    assert found["hit_limit"] == 10 and found["finished"] == found["draws"] == 0
    assert sum(found["wins_by_seat"]) == 0


def test_lengths_of_games_cut_off_are_compared_by_medians(idle: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", idle, "--change", "ends=yes", "-n", "40", "--seed", "3", "--limit", "100", "--watch", "0"]
    found = here(capsys, *words)
    measures = {one["measure"]: one for one in found["differences"]}
    assert measures["stopped by a limit"]["base"] == 1 and measures["stopped by a limit"]["variant"] == 0
    assert measures["decisions"]["base"] == 100 and "median" in measures["decisions"]["method"]
    assert main(words) == 0
    assert "lengths are compared by their medians" in " ".join(capsys.readouterr().out.split())


# ------------------------------------------------------------------ D11: memory does not grow


@pytest.mark.long
def test_ten_times_the_games_take_no_more_memory(coins: str) -> None:
    script = (
        "import resource, sys; from rulewright.repl.cli import main; main(sys.argv[1:]); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    peaks = []
    for games in ("3000", "30000"):
        words = ["sim", coins, "-n", games, "--seed", "3", "--watch", "50", "--json"]
        done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        peaks.append(int(done.stderr.split()[-1]))
    assert peaks[1] < peaks[0] + 4_000, "kilobytes"


# ------------------------------------------------------------------ D13: no percentage without how sure it is


def test_twenty_games_say_how_little_they_say(coins: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", coins, "-n", "20", "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    assert "20 games" in shown and "95% interval" in shown
    low, high = (float(text) for text in re.findall(r"([\d.]+)% to ([\d.]+)%", shown)[0])
    assert high - low > 35
    found = here(capsys, "compare", coins, "--change", "favour=yes", "-n", "5", "--seed", "3")
    wins = next(one for one in found["differences"] if one["measure"] == "wins of seat 1")
    assert wins["pairs"] == 5 and wins["high"] - wins["low"] > 0.5 and not wins["moved"]


def test_of_what_always_happens_the_interval_does_not_reach_beyond(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "first.rules"
    path.write_text(IDLE.replace("    do: add 1 to your steps", "    do: you win").replace("one of walk, pass_on", "one of walk"))
    assert main(["sim", str(path), "-n", "20", "--seed", "3"]) == 0
    first, second = re.findall(r"([\d.]+)% to ([\d.]+)%", capsys.readouterr().out)[:2]
    assert first == ("83.9", "100.0") and second == ("0.0", "16.1")
    found = here(capsys, "compare", str(path), "--change", "ends=yes", "-n", "20", "--seed", "3")
    assert found["same"] and all(one["low"] >= -1 and one["high"] <= 1 for one in found["differences"] if one["share"])


SOLO = """\
game "Solo" for 1 players

the table has:
    pile: number, starts 0

play:
    repeat until pile is 5: pile_up

round pile_up:
    first_player chooses one of lay, push

action lay:
    do: add 1 to pile

action push:
    do:
        add 1 to pile
        if pile is 3: you lose

ranking of player p:
    pile, highest first
"""


def test_one_player_alone_has_nobody_to_change_seats_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = tmp_path / "solo.rules", tmp_path / "page.html"
    path.write_text(SOLO)
    assert main(["sim", str(path), "-n", "30", "--seed", "3"]) == 0
    shown = capsys.readouterr().out
    assert "30 games, 1 player, seed 3" in shown and "mirror" not in shown and "nobody won" in shown
    assert main(["compare", str(path), "-n", "4", "--seed", "3", "--independent", "--report", str(page)]) == 0
    shown = capsys.readouterr().out
    assert "4 blocks of 1 game, each with seeds of its own; 1 player," in " ".join(shown.split()) and "mirror" not in shown
    assert "4 blocks of 1 game each way" in page.read_text()


# ------------------------------------------------------------------ an interrupt loses nothing


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_gives_the_report_of_what_was_played(coins: str, tmp_path: Path, jobs: str) -> None:
    rows = tmp_path / "rows.csv"
    words = ["sim", coins, "-n", "100000000", "--csv", str(rows), "--seed", "3", "--jobs", jobs, "--json"]
    running = subprocess.Popen(
        [sys.executable, "-m", "rulewright", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        while running.poll() is None and not (rows.exists() and rows.stat().st_size > 100_000):
            time.sleep(0.05)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=120)
    finally:
        running.kill()
    assert running.returncode == 130, err
    assert "Traceback" not in err and "interrupted after" in err
    found = json.loads(out)
    assert found["interrupted"] and found["digest"]
    # Every game that was counted has its row.
    assert found["games"] == len(rows.read_text().splitlines()) - 1 > 1_000


def test_an_interrupted_comparison_reports_what_was_played(
    coins: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play, played = PairPlayer._play_block, 0

    def interrupted(self: PairPlayer, part: Any, block: int) -> None:
        nonlocal played
        played += 1
        if played > 200:
            raise KeyboardInterrupt
        play(self, part, block)

    monkeypatch.setattr(PairPlayer, "_play_block", interrupted)
    found = here(capsys, "compare", coins, "--change", "favour=yes", "-n", "100000", "--seed", "3", status=130)
    assert found["interrupted"] and 0 < found["blocks"] <= 200
    assert found["differences"] and found["base"]["digest"]


# ------------------------------------------------------------------ X03, X05, X07: files of strangers


def test_names_that_steer_stay_out_of_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "coins.rules"
    path.write_text(COINS.replace('measure "calls"', 'measure "A\u202egnp [red]b[/red]"'))
    for words in (["sim"], ["compare", "--change", "favour=yes", "--report", str(tmp_path / "page.html")]):
        assert main([words[0], str(path), *words[1:], "-n", "300", "--seed", "3"]) == 0
        shown = capsys.readouterr()
        assert not steering(shown.out + shown.err)
        assert "[red]b[/red]" in shown.out
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "\u202e" not in page


def test_a_game_without_end_does_not_hang_a_comparison(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "coins.rules"
    endless = "    if favour:\n        repeat 1000000000 times: roll grace\n    roll coin\n"
    path.write_text(COINS.replace("    roll coin\n", endless))
    found = here(capsys, "compare", str(path), "--change", "favour=yes", "-n", "2", "--seed", "3", "--watch", "1")
    assert found["variant"]["hit_limit"] + found["variant"]["errors"] == 4
    assert found["base"]["finished"] == 4


def test_titles_name_no_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    path = folder / "coins.rules"
    path.write_text(COINS.replace('game "Coins"', 'game "../../owned"'))
    before = set(tmp_path.rglob("*"))
    report = folder / "report.html"
    assert main(["compare", str(path), "-n", "4", "--seed", "3", "--report", str(report)]) == 0
    assert set(tmp_path.rglob("*")) - before == {report}
