"""The commands as a shell sees them: what they print where, and with which exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.repl.cli import COMMANDS, command_parser, main
from rulewright.repl.commands.new import TEMPLATE

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process; give status, output and errors."""

    def of(*words: str) -> tuple[int, str, str]:
        status = main(words)
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return of


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.rules"
    path.write_text(TEMPLATE.format(title="Tiny"))
    return path


def shell(
    words: list[str], *, stdin: Any = subprocess.DEVNULL, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "rulewright", *words],
        stdin=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )


# ------------------------------------------------------------------ usage


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, name: str) -> None:
    status, printed, _ = run(name, "--help")
    assert status == 0
    assert "example" in printed
    assert f"rulewright {name}" in printed.partition("example")[2]


def test_every_option_is_explained() -> None:
    for name in COMMANDS:
        parser, _ = command_parser(name)
        assert all(action.help for action in parser._actions), name


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tset"], "did you mean 'test'?"),
        (["--frob"], "unknown option '--frob'"),
        (["play"], "GAME"),
        (["play", "nosuch.rules"], "there is no file 'nosuch.rules'"),
        (["play", "heart"], "did you mean 'hearts'?"),
        (["play", "hearts", "--sets", "human"], "did you mean '--seats'?"),
        (["play", "hearts", "--players", "9"], "is for 3 to 5 players, not 9"),
        (["play", "hearts", "--seats", "human,grredy,random"], "there is no bot 'grredy'"),
        (["play", "hearts", "--script", "nosuch"], "there is no file 'nosuch'"),
        (["play", "hearts", "--load", "nosuch"], "there is no file 'nosuch'"),
        (["sim", "hearts", "-n", "0"], "1 or more"),
        (["sim", "hearts", "-n", "many"], "is not a whole number"),
        (["sim", "hearts", "--seed", "-3"], "seed"),
        (["sim", "hearts", "--bots", "random,random"], "2"),
        (["sim", "hearts", "--set", "goal"], "--set option=value"),
        (["sim", "hearts", "--set", "gaol=50"], "goal"),
        (["sim", "hearts", "--set", "goal=many"], "not 'many'"),
        (["sim", "hearts", "--with", "nosuch.rules"], "there is no file 'nosuch.rules'"),
        (["sim", "hearts", "extra"], "one word too many: 'extra'"),
        (["tree", "goofspiel", "--max-nodes", "100"], "more than 100 nodes"),
        (["new", "../x"], "is no name"),
        (["explain", "E7777"], "there is no code"),
        (["explain", "what"], "is no code"),
        (["check"], "PATH"),
        (["check", "nosuch.rules"], "there is no file"),
    ],
)
def test_wrong_usage_is_said_in_one_line(run: Run, words: list[str], says: str) -> None:
    status, printed, errors = run(*words)
    assert status == 2
    assert printed == ""
    assert says in errors
    assert errors.count("\n") == 1


def test_without_words_there_is_help(run: Run) -> None:
    status, printed, _ = run()
    assert status == 0
    assert all(f"  {name} " in printed for name in COMMANDS)


def test_the_version(run: Run) -> None:
    assert run("--version")[1].startswith("rulewright ")


# ------------------------------------------------------------------ rules files


def test_a_new_game_is_complete(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "two-crows")[0] == 0
    assert 'game "Two Crows"' in Path("two-crows.rules").read_text()
    status, printed, errors = run("check", "two-crows.rules")
    assert (status, errors) == (0, "")
    assert "1 file: no errors" in printed
    assert run("fmt", "--check", "two-crows.rules")[0] == 0
    before = Path("two-crows.rules").read_bytes()
    assert run("new", "two-crows")[0] == 2
    assert Path("two-crows.rules").read_bytes() == before


def test_errors_of_the_rules(run: Run, tiny: Path) -> None:
    tiny.write_text(tiny.read_text().replace("shine: number", "shine: nubmer"))
    status, printed, errors = run("check", str(tiny))
    assert status == 1
    assert "did you mean `number`?" in errors
    assert "^^^^^^" in errors
    for command in (["sim", str(tiny)], ["play", str(tiny)], ["tree", str(tiny)]):
        status, printed, errors = run(*command)
        assert (status, printed) == (1, "")
        assert "nubmer" in errors
    status, printed, errors = run("check", str(tiny), "--json")
    found = json.loads(printed)
    assert (status, errors, found["errors"], found["files"]) == (1, "", 1, 1)
    keys = {"code", "severity", "message", "file", "line", "column", "end_line", "end_column", "hint", "related"}
    assert set(found["diagnostics"][0]) == keys
    assert found["diagnostics"][0]["line"] == tiny.read_text().split("nubmer")[0].count("\n") + 1


def test_formatting(run: Run, tiny: Path) -> None:
    good = tiny.read_text()
    tiny.write_text(good.replace("    shine: number", "  shine:   number  "))
    assert run("fmt", "--check", str(tiny))[0] == 1
    assert run("fmt", str(tiny))[0] == 0
    assert tiny.read_text() == good
    tiny.write_text(good.replace("setup:", "setup"))
    broken = tiny.read_bytes()
    status, _, errors = run("fmt", str(tiny))
    assert status == 1
    assert "setup" in errors
    assert tiny.read_bytes() == broken


def test_explaining(run: Run) -> None:
    status, printed, _ = run("explain")
    codes = [line.split()[0] for line in printed.splitlines()]
    assert status == 0
    assert len(codes) > 20
    for code in codes:
        status, printed, _ = run("explain", code.lower())
        assert status == 0
        assert code in printed


# ------------------------------------------------------------------ many games


def test_the_document_of_sim(run: Run, tiny: Path) -> None:
    status, printed, errors = run("sim", str(tiny), "-n", "30", "--players", "3", "--seed", "5", "--json")
    found = json.loads(printed)
    assert (status, errors) == (0, "")
    wanted = {
        "game", "variants", "players", "games", "finished", "hit_limit", "seed", "wins_by_seat", "shared", "draws",
        "endless", "errors", "forced", "decisions", "turns", "options", "measures", "seconds", "games_per_second",
        "decisions_per_second", "digest",
    }  # fmt: skip
    assert wanted <= set(found)
    assert (found["game"], found["players"], found["games"], found["seed"]) == ("Tiny", 3, 30, 5)
    assert set(found["decisions"]) == {"mean", "median", "p95", "max"}
    again = json.loads(run("sim", str(tiny), "-n", "30", "--players", "3", "--seed", "5", "--json")[1])
    assert again["digest"] == found["digest"]


def test_a_row_for_each_game(run: Run, tiny: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    assert run("sim", str(tiny), "-n", "12", "--csv", str(file))[0] == 0
    assert len(file.read_text().splitlines()) == 13
    assert run("sim", str(tiny), "-n", "12", "--csv", str(tmp_path / "no" / "games.csv"))[0] == 2


def test_digests_do_not_depend_on_the_process(tiny: Path) -> None:
    digests = set()
    for hash_seed, jobs in (("0", "1"), ("1", "2"), ("random", "1")):
        done = shell(["sim", str(tiny), "-n", "40", "--seed", "9", "--jobs", jobs, "--json"], PYTHONHASHSEED=hash_seed)
        digests.add(json.loads(done.stdout)["digest"])
    assert len(digests) == 1


# ------------------------------------------------------------------ terminals, pipes, encodings


def test_a_reader_that_has_seen_enough(tiny: Path) -> None:
    command = f'"{sys.executable}" -m rulewright explain | head -n 1'
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_every_encoding_gets_through(tiny: Path, encoding: str) -> None:
    tiny.write_text(tiny.read_text().replace("Button", "Knöpfchen → ★"), encoding="utf-8")
    for words in (["check", str(tiny)], ["sim", str(tiny), "-n", "3"], ["play", str(tiny), "--seats", "random,random"]):
        done = shell(words, PYTHONIOENCODING=encoding, LC_ALL="C")
        assert done.returncode == 0, done.stderr
        assert b"Traceback" not in done.stderr
        done.stdout.decode(encoding)


def test_bots_are_named_in_one_go_or_one_after_the_other(tiny: Path) -> None:
    words = ["sim", str(tiny), "-n", "6", "--seed", "1", "--players", "2", "--no-mirror", "--json"]
    digests = [
        json.loads(shell([*words, *named]).stdout)["digest"]
        for named in (["--bots", "random,greedy"], ["--bots", "random", "--bots", "greedy"], ["--bots", "greedy,random"])
    ]
    assert digests[0] == digests[1] != digests[2]


def test_names_that_steer_a_terminal(tiny: Path) -> None:
    tiny.write_text(tiny.read_text().replace("Tiny", "Ti\x1b[2Jny\u202e"), encoding="utf-8")
    for words in (["sim", str(tiny), "-n", "3"], ["play", str(tiny)], ["check", str(tiny)]):
        done = shell(words)
        assert b"\x1b" not in done.stdout + done.stderr
        assert "\u202e".encode() not in done.stdout + done.stderr


def test_play_says_which_house_rules_are_played(tmp_path: Path) -> None:
    wind = tmp_path / "wind.rules"
    wind.write_text('variant "Wind" of "tic_tac_toe.rules":\n    """It blows."""\n    add to blow:\n        stop\n')
    done = shell(["play", "tic_tac_toe", "--with", str(wind)])
    assert b"with Wind\n  It blows.\n" in done.stdout
