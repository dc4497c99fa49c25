"""Pictures of boards: as SVG, and in the terminal."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

import rulewright
from rulewright.interpreter.pictures import places
from rulewright.interpreter.state import State
from rulewright.repl.board_picture import board_picture
from rulewright.repl.boards import board_lines
from rulewright.repl.canvas import ASCII, UNICODE, Line, text_of
from rulewright.repl.cli import main
from rulewright.repl.reach import reach_of

SVG = "{http://www.w3.org/2000/svg}"


def test_every_space_and_line_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sky.svg"
    assert main(["board", "dragon_flight", "-o", str(path)]) == 0
    assert "31 spaces, 66 lines" in capsys.readouterr().out
    picture = ElementTree.parse(path).getroot()
    circles = picture.findall(f"{SVG}circle")
    assert (len(circles), len(picture.findall(f"{SVG}line"))) == (31, 66)
    titles = [circle.findtext(f"{SVG}title") for circle in circles]
    assert titles[0] == "outer(0)" and titles[-1] == "centre"
    width, height = float(picture.get("width", "0")), float(picture.get("height", "0"))
    for circle in circles:
        assert 0 < float(circle.get("cx", "0")) < width and 0 < float(circle.get("cy", "0")) < height


def test_without_a_file_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "hex", "--set", "size=3"]) == 0
    assert len(ElementTree.fromstring(capsys.readouterr().out).findall(f"{SVG}circle")) == 9


def test_a_game_without_a_board_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "hearts"]) == 2
    assert "Hearts has no board" in capsys.readouterr().err


def test_of_several_boards_the_one_is_drawn_that_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = str(Path(__file__).parents[1] / "fixtures" / "two_boards.rules")
    assert main(["board", rules]) == 2
    assert "say which with --board island or ascent or sky" in capsys.readouterr().err
    assert main(["board", rules, "--board", "skye"]) == 2
    assert "did you mean 'sky'?" in capsys.readouterr().err
    assert main(["board", rules, "--board", "sky", "-o", str(tmp_path / "sky.svg")]) == 0
    assert "7 spaces, 7 lines" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["dragon_flight", "hex", "breakthrough"])
def test_no_space_hides_another(name: str) -> None:
    (layout,) = rulewright.load(name).boards(2).values()
    for (x, y), (left, down) in combinations(places(layout), 2):
        assert (x - left) ** 2 + (y - down) ** 2 > 0.5


def test_dragons_are_where_they_fly() -> None:
    state = rulewright.load("dragon_flight").start(players=4, seed=2)
    while state.phase_name is None:
        state.choose(0)
    (board,) = state.view(0).boards
    drawn = text_of_lines(board_lines(board))
    for sign in ("[A]", "[B]", "[C]", "[D]"):
        assert drawn.count(sign) == 1
    assert "A Ann's dragon on outer(0)" in drawn


def text_of_lines(lines: Iterable[Line]) -> str:
    return "\n".join("".join(text_of(part) for part in line) for line in lines)


@pytest.fixture(scope="module")
def in_flight() -> State:
    """Four dragons in the air, one of them asked where it flies after it has flown."""
    state = rulewright.load("dragon_flight").start(players=4, seed=2, traced=True)
    flown = 0
    while flown < 9:
        flights = [o.index for o in state.decision.options if o.action == "fly"]
        flown += bool(flights)
        state.choose(flights[0] if flights else len(state.decision.options) - 1)
    while not any(option.action == "fly" for option in state.decision.options):
        state.choose(len(state.decision.options) - 1)
    return state


def test_what_is_in_reach_is_what_the_options_lead_to(in_flight: State) -> None:
    (board,) = in_flight.view(in_flight.player).boards
    reach = reach_of(in_flight.decision, board, in_flight.names)
    goals = {option.args["goal"] for option in in_flight.decision.options if option.action == "fly"}
    assert goals and reach.spaces == goals
    assert reach.movers == {f"{in_flight.names[in_flight.player]}'s dragon"}
    drawn = text_of_lines(board_lines(board, reach=reach))
    assert len(re.findall(r"(?:\d|o|\])\*", drawn)) == len(goals)
    assert len(re.findall(r"(?:\d|o|\])\*", text_of_lines(board_lines(board)))) == 0
    # A way that is open is drawn as a line, the others as dots.
    assert re.search(r"[-|/\\]", "\n".join(drawn.split("\n")[1:-2]))


def test_dragons_face_the_way_they_came(in_flight: State) -> None:
    (board,) = in_flight.view(None).boards
    layout = rulewright.load("dragon_flight").boards(4)["sky"]
    assert board.facing
    for piece, heading in board.facing.items():
        where = next(at for at, space in enumerate(board.spaces) if piece in space.pieces)
        assert heading in {layout.arriving(start, where) for start in layout.neighbours[where]}
    for signs in (ASCII, UNICODE):
        drawn = text_of_lines(board_lines(board, signs=signs))
        for piece, heading in board.facing.items():
            assert f"{piece[0]}{signs.arrow(heading)}" in drawn
            assert f"{piece} on" in drawn and f"({heading})" in drawn


@pytest.mark.parametrize("room", [(110, 40), (76, 22), (40, 14), (40, 10), (30, 8), (10, 3)])
def test_a_picture_keeps_to_its_room_or_is_put_in_words(in_flight: State, room: tuple[int, int]) -> None:
    (board,) = in_flight.view(in_flight.player).boards
    reach = reach_of(in_flight.decision, board, in_flight.names)
    width, height = room
    picture = board_picture(board, reach, ASCII, width, height)
    if picture is not None:
        text = text_of_lines(picture)
        assert text.isascii()
        assert max(map(len, text.split("\n"))) <= width and len(picture) <= height
        assert all(re.search(rf"\[(\w\S* )*{name[0]}", text) for name in in_flight.names)
    else:
        assert width < 40 or height < 12
    said = text_of_lines(board_lines(board, reach=reach, room=room))
    for name in in_flight.names:
        assert f"{name}'s dragon" in said or re.search(rf"\[(\w\S* )*{name[0]}", said)


def test_a_board_in_words_says_what_the_picture_shows(in_flight: State) -> None:
    (board,) = in_flight.view(in_flight.player).boards
    reach = reach_of(in_flight.decision, board, in_flight.names)
    said = text_of_lines(board_lines(board, reach=reach, words=True))
    assert all(space in said for space in reach.spaces) and "in reach: " in said
    for piece, heading in board.facing.items():
        assert re.search(rf"{piece}, facing [a-z ]+ \({heading}\)", said)


def test_goals_on_a_grid_are_marked() -> None:
    state = rulewright.load("breakthrough").start(seed=1, traced=True)
    (board,) = state.view(0).boards
    reach = reach_of(state.decision, board, state.names)
    assert reach.spaces == {f"field(3, {column})" for column in range(1, 9)}
    drawn = text_of_lines(board_lines(board, reach=reach)).split("\n")
    assert drawn[4].split() == ["3", *["*"] * 8]
    assert all("*" not in line for line in [*drawn[1:4], *drawn[5:]])
    assert max(map(len, drawn)) <= 40 + 5
    narrow = text_of_lines(board_lines(board, reach=reach, room=(36, 20))).split("\n")
    assert max(map(len, narrow[1:])) <= 36 and "A is Ann" in narrow[-1]


def test_a_line_that_is_tried_knows_which_way_pieces_face(in_flight: State) -> None:
    """A redeal has no past of its own; what all have seen of the board stays, also in a redeal of a redeal."""
    (board,) = in_flight.view(in_flight.player).boards
    tried = in_flight.redeal(in_flight.player, 3)
    assert tried.view(in_flight.player).boards == (board,)
    tried.choose_random(random.Random(3))
    again = tried.redeal(tried.player, 4)
    assert again.view(None).boards == tried.view(None).boards
    assert again.view(None).boards[0].facing
