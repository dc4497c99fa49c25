"""The course of games whose every step is known: who was ahead at the beginning of each turn, also where nobody chooses,
where the rules cannot say yet, and where somebody has fallen out."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from pathlib import Path

import pytest

import rulewright
from rulewright.lab.simulate import Plan, Player
from rulewright.lab.watch import Watcher

HEAD = """\
game "Course" for 2 to 3 players

each player has:
    points: number, starts 0

the table has:
    t: number, starts 0

action go:
    do: add 9 to your points

action stay:
    \"\"\"Nothing.\"\"\"

bot steady:
    prefer go

"""
# Nobody chooses but the first player before the first turn, and the second player in the seventh turn.
FALL = """\
setup:
    first_player chooses a player q
    add 0 to q's points

play:
    each player clockwise from first_player has turns until t >= 8

turn:
    add 1 to t
    if t is 1: add 10 to your points
    if t is 2: add 2 to your points
    if t is 3: add 1 to your points
    if t is 4: eliminate you
    if t is 6: add 4 to your points
    if t is 7: choose one of go, stay
    if t is 8: add 1 to your points

ranking of player p:
    p's points, highest first
"""
# The third turn, the last with a choice, is the first player's; six turns without any follow.
ALONE = """\
play:
    each player clockwise from first_player has turns until t >= 9

turn:
    add 1 to t
    if t <= 3: choose one of go, stay

ranking of player p:
    p's points, highest first
"""
# Points a turn cannot be told of somebody who has had none.
RATIO = """\
play:
    each player clockwise from first_player has turns until t >= 6

turn:
    add 1 to t
    choose one of go, stay

ranking of player p:
    p's points / p's turns rounded down, highest first
"""

Figures = Callable[[str, int], dict[str, float]]


@pytest.fixture
def figures(tmp_path: Path) -> Figures:
    """Gives the course of a game between players who go wherever they can."""

    def found(text: str, players: int) -> dict[str, float]:
        path = tmp_path / "course.rules"
        path.write_text(HEAD + text)
        game = rulewright.load(path)
        player = Player.of(Plan(lambda: game, players, ("steady",) * players, 1, 1), game)
        watched = player.watch_seed(0, 5)
        assert watched.result.message == ""
        assert watched.result == player.play_seed(0, 5)
        return watched.figures

    return found


def test_who_has_fallen_out_leads_no_longer(figures: Figures) -> None:
    # Before the turns: 0 0 0, 10 0 0, 10 2 0, 10 2 1, - 2 1, - 2 1, - 2 5, - 11 5; the second player wins.
    found = figures(FALL, 3)
    assert found["lead changes"] == 3
    assert found["drama"] == pytest.approx((1 + 2 * sqrt(0.8) + sqrt(0.3)) / 4)
    assert found["decided at"] == 7 / 8
    assert found["comeback"] == 0


def test_who_never_chooses_waits_for_the_whole_game(figures: Figures) -> None:
    assert figures(FALL, 3)["longest wait"] == 2
    assert figures(ALONE.replace("t <= 3", "you are first_player"), 2)["longest wait"] == 5


def test_a_wait_may_last_until_the_end(figures: Figures) -> None:
    assert figures(ALONE, 2)["longest wait"] == 1
    assert figures(ALONE.replace("t <= 3", "t <= 3 or you are first_player"), 2)["longest wait"] == 4


def test_games_in_which_nobody_chooses_have_a_course(figures: Figures) -> None:
    # Before the turns: 0 0, 1 0, 1 2, 4 2, 4 6: the lead changes at every turn from the third on, and then the game is over.
    found = figures(
        "play:\n    each player clockwise from first_player has turns until t >= 4\n\n"
        "turn:\n    add 1 to t\n    add t to your points\n\nranking of player p:\n    p's points, highest first\n",
        2,
    )
    assert found["lead changes"] == 3 and found["decided at"] == 1 and found["longest wait"] == 0


def test_where_the_ranking_cannot_be_told_yet_the_game_goes_on(figures: Figures) -> None:
    # From the second turn on everybody has had one, the one that begins included: 9 0, 4 9, 9 4, 6 9, 9 6, and 9 9.
    assert figures(RATIO, 2) == {"lead changes": 4, "drama": 0, "decided at": 0, "comeback": 0, "longest wait": 1}


def test_a_game_played_on_to_see_who_is_ahead_may_break(tmp_path: Path) -> None:
    path = tmp_path / "course.rules"
    path.write_text(HEAD.partition("bot steady")[0] + (
        "play:\n    each player clockwise from first_player has turns until t >= 6\n    first_player wins\n\n"
        "turn:\n    choose one of go, stay\n    add 1 to t\n    if your points is 9: add 1 / (t - 5) rounded down to t\n"
    ))  # fmt: skip
    game = rulewright.load(path)
    assert Watcher.of(game).value is None
    player = Player.of(Plan(lambda: game, 2, ("random", "random"), 1, 1), game)
    results = [player.watch_seed(0, seed).result for seed in range(12)]
    assert results == [player.play_seed(0, seed) for seed in range(12)]
