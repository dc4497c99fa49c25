"""A name may be bound in a group that is listed inside another: in parameters, counts, and what was counted there."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

GAME = """\
game "Men" for 2 to 3 players

board field of squares:
    grid: 4 by 4 squares, with diagonals

each square has:
    man: player or nobody, starts nobody

setup:
    each square s:
        if s's row is 1: set s's man to first_player
        if s's row is 3: set s's man to first_player's left

play:
    each player clockwise from first_player has turns until there is a player p where p's turns > 5

turn:
    choose one of capture, step

action step (s: a square where s's man is you) to (t: a square next to s where t's man is nobody):
    do: go s to t

action capture (s: a square where s's man is you) against (e: a square next to s where {enemy}) to (t: a square next
        to e where t's man is nobody):
    do:
        set e's man to nobody
        go s to t

to go (s: square) to (t: square):
    set t's man to s's man
    set s's man to nobody

define player p's threats: number
    = count of squares s where s's man is p and (there is a square e next to s where {enemy_of_p})

ranking of player p:
    p's threats, highest first
    count of squares s where s's man is p, highest first
"""
BOUND = {"enemy": "e's man is a player q and q is enemy", "enemy_of_p": "e's man is a player r and r is not p"}
PLAIN = {
    "enemy": "e's man is not nobody and e's man is not you",
    "enemy_of_p": "e's man is not nobody and e's man is not p",
}


def play(path: Path, text: str, seed: int, traced: bool) -> list[str]:
    """Everything that was offered in a game of some choices, and how it ended."""
    path.write_text(text)
    state = rulewright.load(path).start(players=2, seed=seed, traced=traced)
    seen: list[str] = []
    while not state.is_over:
        seen += [option.text for option in state.decision.options]
        state.choose(seed % len(state.decision.options))
    return [*seen, str(state.outcome)]


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_bound_name_means_what_the_long_way_means(tmp_path: Path, seed: int, traced: bool) -> None:
    path = tmp_path / "men.rules"
    assert play(path, GAME.format(**BOUND), seed, traced) == play(path, GAME.format(**PLAIN), seed, traced)
