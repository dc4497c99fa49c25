"""Small inputs that break engines like this one: dice without faces, rolls without end, asking whoever is not to move.

See test_cases.py.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.errors import IllegalChoice, RunError

from ..project import ROOT


def written(folder: Path, die: str, *lines: str) -> Path:
    """A game in which everybody does these lines three times."""
    path = folder / "dice.rules"
    body = "\n".join(f"        {line}" for line in lines)
    path.write_text(f"""
game "Dice" for 2 players

each player has:
    coins: number, starts 1

die cube: {die}

play:
    each player clockwise from first_player has turns until first_player's turns > 2

turn:
    act

action act:
    do:
{body}
        roll cube

ranking of player p:
    p's coins, highest first
""")
    return path


@pytest.mark.parametrize("die", ["1 to 0", "6 to 1", "0 to -1", "1 to 1000000000000", "1 to 0, 3 to 2"])
def test_b09_a_die_without_faces_or_with_too_many_is_an_error(tmp_path: Path, die: str) -> None:
    found = [d for d in rulewright.check_paths([written(tmp_path, die)]).diagnostics if d.severity == "error"]
    assert found
    assert all(d.span.line == 7 for d in found)


@pytest.mark.parametrize(("lines", "ending"), [
    (["repeat 0 times: roll cube"], "ranking"),
    (["repeat (0 - 2) times: roll cube"], "ranking"),
    (["repeat 999999999999 times: roll cube"], "limit"),
    (["roll cube", "repeat until cube's face is not 1: roll cube"], "endless"),
])  # fmt: skip
def test_b09_rolls_without_end_end(tmp_path: Path, lines: list[str], ending: str) -> None:
    game = rulewright.load(written(tmp_path, "1 to 1", *lines))
    for traced in (True, False):
        assert game.start(seed=1, traced=traced).outcome.kind == ending


def test_b09_chance_with_nothing_to_choose_from_says_where(tmp_path: Path) -> None:
    path = written(tmp_path, "1 to 6", "set your coins to a random number n from 1 to your coins - 1")
    with pytest.raises(RunError) as caught:
        rulewright.load(path).start(seed=1)
    assert caught.value.span is not None
    assert caught.value.span.line == 17


def test_b11_nobody_else_has_an_answer_and_nobody_after_the_end() -> None:
    game = rulewright.load(ROOT / "tests" / "fixtures" / "cases_boards.rules")
    state, rng = game.start(seed=2, traced=True), random.Random(2)
    while not state.is_over:
        for seat in range(2):
            state.view(seat)
            state.why("shove belt(1, 1)", seat)
        assert all(option.index < state.n_options for option in state.decision.options)
        state.choose_random(rng)
    assert state.n_options == 0
    assert state.decision is None
    for seat in range(2):
        state.view(seat)
        assert state.why("shove belt(1, 1)", seat) is not None
    with pytest.raises(IllegalChoice):
        state.choose(0)
