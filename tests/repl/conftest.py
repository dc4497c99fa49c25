"""A game, a table and an output that remembers, for the tests of the terminal."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from rulewright.repl.output import Output
from rulewright.repl.reader import PlainReader
from rulewright.repl.session import Session
from rulewright.repl.table import Table

from ..three_cards import Game

Play = Callable[..., str]


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
