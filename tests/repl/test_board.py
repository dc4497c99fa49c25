"""Pictures of boards: as SVG, and in the terminal."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

import rulewright
from rulewright.interpreter.pictures import places
from rulewright.repl.boards import board_lines
from rulewright.repl.cli import main

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
    drawn = "\n".join(board_lines(board))
    for sign in ("[A]", "[B]", "[C]", "[D]"):
        assert drawn.count(sign) == 1
    assert "outer(0): Ann's dragon" in drawn
