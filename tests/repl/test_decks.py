"""Decks on the command line: named, in files, for one or for all; and what is said when that cannot be."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from rulewright.repl.cli import main

FIXTURE = str(Path(__file__).parent.parent / "fixtures" / "brought_decks.rules")


def sim(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["sim", FIXTURE, "-n", "2", "--seed", "4", *words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_other_decks_make_other_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    mine = tmp_path / "mine.rules"
    mine.write_text('deck mine, for one player:\n    4 "Ant"\n    4 "Bee"\n    2 "Dog"\n')
    digests = set()
    for decks in ([], ["reds"], ["blues"], ["reds", str(mine)]):
        status, out, _ = sim(capsys, "--json", *(word for deck in decks for word in ("--deck", deck)))
        assert status == 0
        digests.add(json.loads(out)["digest"])
    assert len(digests) == 4
    _, out, _ = sim(capsys, "--json", "--jobs", "2", "--deck", "reds", "--deck", str(mine))
    assert json.loads(out)["digest"] in digests


@pytest.mark.parametrize(
    ("decks", "said"),
    [
        (["greens"], "has no deck 'greens'; its decks are: reds, blues"),
        (["reds", "blues", "reds"], "2 players need a deck each, or one for all; here are 3"),
        (["no.rules"], "there is no file 'no.rules' (--deck)"),
    ],
)
def test_what_cannot_be_says_so(decks: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = sim(capsys, *(word for deck in decks for word in ("--deck", deck)))
    assert status == 2
    assert said in err
    assert "Traceback" not in err


def test_a_save_keeps_the_decks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "match.json"
    for words, typed in (
        ([FIXTURE, "--deck", "blues", "--players", "2"], f"1\nsave {save}\nquit\n"),
        ([FIXTURE, "--load", str(save)], f"save {tmp_path / 'again.json'}\nquit\n"),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = main(["play", *words])
        printed = capsys.readouterr()
        assert status == 0, printed.err
        assert "Traceback" not in printed.err
    kept, again = json.loads(save.read_text()), json.loads((tmp_path / "again.json").read_text())
    assert [deck["name"] for deck in kept["decks"]] == ["blues", "blues"]
    assert again["decks"] == kept["decks"] and again["digest"] == kept["digest"]


def test_two_games_are_compared_with_the_same_decks(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", FIXTURE, "--change", "strict=yes", "-n", "2", "--seed", "1", "--deck", "reds"]
    assert main(words) == 2
    assert 'it has 2 "Fox", and at most 1 of each rare card are allowed' in capsys.readouterr().err
    assert main([*words[:-1], "blues"]) == 0
