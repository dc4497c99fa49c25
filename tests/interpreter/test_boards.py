"""Boards laid out: what joins what, which way lines lead, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.interpreter import scenario
from rulewright.interpreter.boards import BoardLayout

GAME = """\
game "Board" for 2 players

option size: 1 to 9, normally 4

board sky of dots:
{board}

each player has:
    flyer: piece on sky

play:
    each player clockwise from first_player has turns until there is a player p where p's turns > 3

turn:
    fly

action fly to (goal: a dot next to your flyer):
    do: move your flyer to goal

ranking of player p:
    p's seat, highest first
"""


def text_of(board: str) -> str:
    return GAME.format(board="\n".join(f"    {line}" for line in board.split("; ")))


def problems(tmp_path: Path, board: str) -> list[str]:
    path = tmp_path / "board.rules"
    path.write_text(text_of(board))
    return [f"{one.code} {one.message}" for one in rulewright.check_paths([path]).diagnostics]


def layout(tmp_path: Path, board: str, **options: Any) -> BoardLayout:
    path = tmp_path / "board.rules"
    path.write_text(text_of(board))
    compiled = rulewright.load(path, options=options).compiled(2)
    return next(iter(compiled.instance.boards.values()))


def names(board: BoardLayout, space: str) -> list[str]:
    return [board.names[s] for s in board.neighbours[board.names.index(space)]]


def test_squares_with_diagonals_touch_with_their_corners(tmp_path: Path) -> None:
    board = layout(tmp_path, "grid: 2 by 3 squares, with diagonals")
    assert names(board, "sky(1, 2)") == ["sky(1, 1)", "sky(1, 3)", "sky(2, 1)", "sky(2, 2)", "sky(2, 3)"]
    assert len(board.lines) == 3 + 4 + 4


def test_squares_and_hexes_have_the_neighbours_of_their_shape(tmp_path: Path) -> None:
    assert len(layout(tmp_path, "grid: 3 by 3 squares").lines) == 12
    assert names(layout(tmp_path, "grid: 3 by 3 hexes"), "sky(2, 2)") == [
        "sky(1, 2)", "sky(1, 3)", "sky(2, 1)", "sky(2, 3)", "sky(3, 1)", "sky(3, 2)"]  # fmt: skip


def test_a_ring_closes_and_a_track_does_not(tmp_path: Path) -> None:
    assert names(layout(tmp_path, "ring road: 4 dots"), "road(0)") == ["road(1)", "road(3)"]
    assert names(layout(tmp_path, "track road: 4 dots"), "road(0)") == ["road(1)"]
    assert len(layout(tmp_path, "ring road: 2 dots").lines) == 1


def test_options_make_boards_larger(tmp_path: Path) -> None:
    assert layout(tmp_path, "ring road: size dots", size=9).size == 9


def test_one_heading_makes_a_straight_line_and_two_an_arc(tmp_path: Path) -> None:
    board = layout(
        tmp_path,
        "single dot north; single dot south; single dot east; line from north to south, heading "
        "350; "
        "line from south to east, headings 350 and 120",
    )
    assert (board.heading[0, 1], board.heading[1, 0]) == (350, 170)
    assert board.arriving(0, 1) == 350
    assert board.arriving(1, 2) == 300
    assert board.straight_runs()[0] == ((1, 2),)  # south is left as it was reached
    assert board.straight_runs()[2] == ((1, 0),)  # and the same way back


def test_headings_of_a_series_go_round(tmp_path: Path) -> None:
    ring = (
        "ring outer: 12 dots; line from outer(k) to outer(k + 1), headings 30 * k + 90 and 30 * k + 300,"
        " for k from 0 to 11"
    )
    board = layout(tmp_path, ring)
    assert board.heading[11, 0] == 60
    assert {len(run) for runs in board.straight_runs() for run in runs} == {11}


WRONG = [
    ("ring road: 3 dots; single dot south", "E493 no lines lead from road(0) to south"),
    (
        "single dot north; single dot south; line from north to south; line from south to north",
        "E493 there are two lines between south and north",
    ),
    (
        "single dot north; single dot south; line from north to south, heading 360",
        "E493 a heading goes from 0 to 359, and this is 360",
    ),
    (
        "single dot north; single dot south; single dot east; line from north to south, heading 30; line from south to "
        "east",
        "E493 the line from south to east has no heading, and others have",
    ),
    (
        "track road: 3 dots; line from road(k) to road(k + 1), for k from 0 to 2",
        "E493 there is no dot road(3) for k = 2",
    ),
    (
        "ring road: 3 dots; line from road(k) to road(k + 3), for k from 0 to 2",
        "E493 this line leads from road(0) to itself for k = 0",
    ),
    ("grid: 2 by 2 squares; single dot south; line from sky(1, 3) to south", "E493 there is no dot sky(1, 3)"),
    ("grid: 2 by 2 hexes, with diagonals", "E410 a grid of hexes has no `diagonals`"),
    ("grid: 2 by 2 squares, with corners", "E410 a grid of squares has no `corners`"),
]


@pytest.mark.parametrize(("board", "message"), WRONG, ids=[message for _, message in WRONG])
def test_what_is_wrong_with_a_board_is_said(tmp_path: Path, board: str, message: str) -> None:
    assert message in problems(tmp_path, board)


@pytest.mark.parametrize(
    "board", ["ring road: 3 dots", "track road: 1 dots", "grid: 1 by 1 squares", "single dot north"]
)
def test_small_boards_are_sound(tmp_path: Path, board: str) -> None:
    assert not [one for one in problems(tmp_path, board) if one.startswith("E")]


def test_each_board_is_laid_out_by_itself() -> None:
    game = rulewright.load(Path(__file__).parents[1] / "fixtures" / "two_boards.rules")
    assert {name: layout.size for name, layout in game.boards(2).items()} == {"island": 20, "ascent": 10, "sky": 7}
    state = game.start(players=2, seed=1)
    assert [(board.name, len(board.spaces)) for board in state.view(0).boards] == [("island", 20), ("ascent", 10), ("sky", 7)]


RINGS = (
    "ring outer: size dots; track path: 3 dots; single dot centre; "
    "line from outer(k) to outer(k + 1), for k from 0 to size - 1; line from path(k) to path(k + 1), for k from 0 to 1; "
    "line from path(0) to outer(0); line from path(2) to centre"
)


def outcomes(folder: Path, text: str) -> list[tuple[str, str]]:
    """How the scenarios of a game end."""
    file = folder / "board.rules"
    file.write_text(text)
    checked = rulewright.check_paths([file])
    assert not [one for one in checked.diagnostics if one.severity == "error"], checked.diagnostics
    ran = [scenario.run(item) for item in scenario.collect(checked) if item.kind == "scenario"]
    return [(one.outcome, one.message) for one in ran]


@pytest.mark.parametrize("size", [4, 7])
def test_a_ring_or_track_is_all_of_its_spaces_and_a_piece_is_where_its_space_is(tmp_path: Path, size: int) -> None:
    said = (
        f"count of dots in outer is {size}", "count of dots in path is 3", "outer(1) is in outer", "centre is not in outer",
        "Ann's flyer is in path", "Ann's flyer is not in outer", "Bob's flyer's dot is in outer",
        "(count of dots d in outer where d is next to Ann's flyer) is 0",
        "path(1) is in path",
    )  # fmt: skip
    text = text_of(RINGS).replace("normally 4", f"normally {size}") + (
        '\nscenario "it" with Ann, Bob:\n    given Ann\'s turn\n    given Ann\'s flyer is on path(1)\n'
        "    given Bob's flyer is on outer(2)\n" + "".join(f"    expect {one}\n" for one in said)
    )
    assert outcomes(tmp_path, text) == [("passed", "")]


def test_a_region_of_the_name_of_a_ring_is_what_it_says(tmp_path: Path) -> None:
    text = text_of(RINGS + "; region outer: dots d where d is centre") + (
        '\nscenario "it" with Ann, Bob:\n    given Ann\'s turn\n    given Ann\'s flyer is on centre\n'
        "    expect count of dots in outer is 1\n    expect Ann's flyer is in outer\n    expect outer(0) is not in outer\n"
    )
    assert outcomes(tmp_path, text) == [("passed", "")]
