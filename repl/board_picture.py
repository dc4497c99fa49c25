"""Boards of rings, tracks and lines as a picture of signs, as big as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from attrs import frozen

from rulewright.repl.canvas import Line, Sheet, Signs
from rulewright.repl.reach import Reach

# Signs and lines from one space to the next: the size that is drawn where there is room, and from which on lines show.
_ACROSS, _DOWN = 8.0, 4.0
_LINES_FROM = 6.0
_SMALLEST = 3.0
# A line is drawn upright, slanting or level by how steep it looks.
_LEVEL, _UPRIGHT = 0.4, 2.5


@frozen
class _Space:
    sign: str
    style: str
    right: int
    down: int


def piece_signs(board: Any) -> dict[str, str]:
    """Give a short sign for each piece on a board: the owner's first letter, and more where that is not enough."""
    pieces = [piece for space in board.spaces for piece in space.pieces]
    short = [piece[:1] for piece in pieces]
    if len(set(short)) < len(pieces):
        short = [piece[:1] + piece.rpartition(" ")[2][:1] for piece in pieces]
    if len(set(short)) < len(pieces):
        short = [str(number) for number, _ in enumerate(pieces, 1)]
    return dict(zip(pieces, short, strict=True))


def board_picture(board: Any, reach: Reach, signs: Signs, width: int, height: int) -> list[Line] | None:
    """Give the lines of a picture no bigger than that, or None where the spaces would cover each other.

    A space is its number; `[A]` a piece with the way it faces; `*` behind it: in reach.
    """
    across = min(_ACROSS, (width - 4) / max(1.0, max(x for x, _ in board.places)))
    down = min(_DOWN, (height - 1) / max(1.0, max(y for _, y in board.places)))
    across, down = min(across, down * 2.5), min(down, across / 1.5)
    spaces = list(_spaces(board, reach, signs, across, down))
    if across < _SMALLEST or _covered(spaces):
        return None
    sheet = Sheet(max(s.right + len(s.sign) for s in spaces) + 1, max(s.down for s in spaces) + 1)
    for space in spaces:
        sheet.put(space.right, space.down, space.sign, space.style)
    for style in ("green", "dim"):
        for start, goal in board.joins:
            if (style == "green") != _in_reach(board, reach, start, goal):
                continue
            if style == "green" or across >= _LINES_FROM:
                _draw_line(sheet, spaces[start], spaces[goal], style, signs)
    return sheet.lines()


def _spaces(board: Any, reach: Reach, signs: Signs, across: float, down: float) -> Iterator[_Space]:
    pieces = piece_signs(board)
    for space, (x, y) in zip(board.spaces, board.places, strict=True):
        sign, style = space.name.partition("(")[2].removesuffix(")") or "o", ""
        if space.pieces:
            shown = [pieces[piece] + _facing(board, piece, signs) for piece in space.pieces]
            sign, style = f"[{' '.join(shown)}]", "bold"
        if space.values:
            sign += "!"
        if space.name in reach.spaces:
            sign, style = sign + "*", "green"
        right = round(x * across) - len(sign) // 2 + 2
        yield _Space(sign, style, max(0, right), round(y * down))


def _facing(board: Any, piece: str, signs: Signs) -> str:
    return signs.arrow(board.facing[piece]) if piece in board.facing else ""


def _covered(spaces: Sequence[_Space]) -> bool:
    rows: dict[int, list[_Space]] = {}
    for space in spaces:
        rows.setdefault(space.down, []).append(space)
    return any(
        one.right < other.right + len(other.sign) + 1 and other.right < one.right + len(one.sign) + 1
        for row in rows.values()
        for one, other in combinations(row, 2)
    )


def _in_reach(board: Any, reach: Reach, start: int, goal: int) -> bool:
    """Say whether an option leads along a line: it names the line, or the space at one end from a piece at the other."""
    one, other = board.spaces[start], board.spaces[goal]
    if f"{one.name} to {other.name}" in reach.lines:
        return True
    mine = reach.movers
    return (other.name in reach.spaces and bool(mine & set(one.pieces))) or (
        one.name in reach.spaces and bool(mine & set(other.pieces))
    )


def _draw_line(sheet: Sheet, one: _Space, other: _Space, style: str, signs: Signs) -> None:
    """Draw what lies between two spaces; signs that stand there already stay."""
    start = (one.right + len(one.sign) // 2, one.down)
    goal = (other.right + len(other.sign) // 2, other.down)
    wide, high = goal[0] - start[0], goal[1] - start[1]
    steps = max(abs(wide), abs(high))
    steep = abs(high) * 2 / max(1, abs(wide))
    sign = "-" if steep < _LEVEL else "|" if steep > _UPRIGHT else "\\" if (wide > 0) == (high > 0) else "/"
    for step in range(1, steps):
        place = (start[0] + round(wide * step / steps), start[1] + round(high * step / steps))
        if _beside_sign(place, one) or _beside_sign(place, other):
            continue
        sheet.put_below(*place, sign if style == "green" else signs.dot, style)


def _beside_sign(place: tuple[int, int], space: _Space) -> bool:
    return place[1] == space.down and space.right - 1 <= place[0] <= space.right + len(space.sign)
