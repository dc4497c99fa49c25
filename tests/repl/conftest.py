"""A game, a table and an output that remembers, for the tests of the terminal."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.repl.cli import main
from rulewright.repl.output import Output
from rulewright.repl.reader import PlainReader
from rulewright.repl.session import Session
from rulewright.repl.table import Table

from ..three_cards import Game
from .magpies import MAGPIES

Play = Callable[..., str]
Type = Callable[..., list[str]]


@pytest.fixture
def game() -> Game:
    return Game(deal=[[1, 5, 9], [2, 3, 4]])


@pytest.fixture
def play(game: Game) -> Play:
    """Play the lines given and give what was printed."""

    def run(*lines: str, seats: str = "human,random", seed: int | None = 7, newline: str = "\n") -> str:
        printed = io.StringIO()
        out = Output(printed, printed)
        session = Session.start(game, len(seats.split(",")), seats.split(","), seed)
        typed = io.StringIO("".join(line + newline for line in lines), newline="")
        assert Table(session, PlainReader(typed, out), out).run() == 0
        return printed.getvalue()

    return run


@pytest.fixture
def magpies(tmp_path: Path) -> Path:
    path = tmp_path / "magpies.rules"
    path.write_text(MAGPIES)
    return path


@pytest.fixture
def typed(magpies: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Type:
    """Play with these lines typed; give what was printed after each of them."""

    def run(*lines: str, words: tuple[str, ...] = ("--seed", "7")) -> list[str]:
        monkeypatch.chdir(magpies.parent)
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", "magpies.rules", *words]) == 0
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        answers: list[str] = re.split(r"^(?:what if)?> .*\n", printed.out, flags=re.MULTILINE)[1:]
        assert len(answers) >= len(lines)
        return answers[: len(lines)]

    return run
