"""Exact counts and values of small games, as `rulewright tree --json` gives them; they are known from elsewhere."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

import rulewright
from rulewright.repl.cli import main


def ways(state: rulewright.State, turns: int) -> int:
    """In how many ways a game can go on until so many turns are over; ways that end it earlier count where it ends."""
    if state.turn > turns or state.is_over:
        return int(state.turn >= turns)
    found = 0
    for answer in range(state.n_options):
        after = state.fork()
        after.choose(answer)
        found += ways(after, turns)
    return found


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        ("connect_four", (7, 49, 343, 2_401)),
        ("draughts", (7, 49, 302, 1_469)),
        ("othello", (4, 12, 56, 244, 1_396)),
    ],
)
def test_ways_to_go_on(game: str, counts: tuple[int, ...]) -> None:
    """Known from many programs: a move with several captures counts as one."""
    state = rulewright.load(game).start(players=2, seed=1)
    assert tuple(ways(state, turns) for turns in range(1, len(counts) + 1)) == counts


@pytest.mark.long
@pytest.mark.parametrize(("game", "turns", "count"), [("draughts", 6, 36_768), ("othello", 6, 8_200), ("connect_four", 5, 16_807)])
def test_many_ways_to_go_on(game: str, turns: int, count: int) -> None:
    assert ways(rulewright.load(game).start(players=2, seed=1), turns) == count


@pytest.fixture
def tree(capsys: pytest.CaptureFixture[str]) -> Any:
    """The document of the command."""

    def of(*words: str) -> dict[str, Any]:
        assert main(["tree", *words, "--json"]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        assert found["uniform_value"] == [float(Fraction(value)) for value in found["uniform_value_exact"]]
        return found

    return of


def values(document: dict[str, Any]) -> list[Fraction]:
    return [Fraction(value) for value in document["uniform_value_exact"]]


def test_kuhn_poker(tree: Any) -> None:
    found = tree("kuhn_poker", "--players", "2")
    assert (found["terminal_histories"], found["decision_nodes"]) == (30, 24)
    assert sum(found["information_sets"]) == 12
    assert values(found) == [Fraction(1, 8), Fraction(-1, 8)]


def test_kuhn_poker_with_three(tree: Any) -> None:
    found = tree("kuhn_poker", "--players", "3")
    assert (found["terminal_histories"], found["decision_nodes"]) == (312, 288)
    assert sum(found["information_sets"]) == 48
    assert values(found) == [Fraction(15, 64), Fraction(-3, 64), Fraction(-3, 16)]


def test_leduc_poker(tree: Any) -> None:
    found = tree("leduc_poker")
    assert (found["terminal_histories"], found["decision_nodes"]) == (5_520, 3_780)
    assert sum(found["information_sets"]) == 936
    assert values(found) == [Fraction(-5, 64), Fraction(5, 64)]


def test_goofspiel(tree: Any) -> None:
    found = tree("goofspiel", "--players", "2", "--set", "top=4", "--set", "prize_order=descending")
    assert found["terminal_histories"] == 576
    assert sum(found["information_sets"]) == 162
    # The command reports scores; they are as even as wins and losses are.
    assert values(found)[0] == values(found)[1]


@pytest.mark.long
def test_tic_tac_toe(tree: Any) -> None:
    found = tree("tic_tac_toe")
    assert (found["terminal_histories"], found["decision_nodes"], found["chance_nodes"]) == (255_168, 294_778, 0)
    assert values(found) == [Fraction(187, 630), Fraction(-187, 630)]
