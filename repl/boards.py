"""Boards as lines of text: grids as they lie, other boards as a picture, and in words what stands where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.repl.board_picture import board_picture, piece_signs
from rulewright.repl.canvas import ASCII, Line, Signs, wrapped
from rulewright.repl.reach import NOTHING, Reach

_WIDEST = 8
_MOST_DRAWN = 60
_MOST_NAMED = 12
_ROOM = (110, 40)
_COMPASS = ("up", "up and right", "right", "down and right", "down", "down and left", "left", "up and left")


def is_grid(board: Any) -> bool:
    """Say whether a board is a full grid of rows and columns."""
    return bool(board.rows and board.columns and len(board.spaces) == board.rows * board.columns)


def board_lines(
    board: Any,
    *,
    hexes: bool = False,
    reach: Reach = NOTHING,
    signs: Signs = ASCII,
    room: tuple[int, int] = _ROOM,
    words: bool = False,
    strict: bool = False,
) -> Iterator[Line]:
    """Give the lines of a board; of one of hexes each row lies half a cell to the right of the one above it.

    room: how wide and high all of it may be; words: no picture, but everything said; strict: nothing at all instead of words
    where there is no room for a picture.
    """
    width, height = room
    if is_grid(board):
        yield from _words(board, reach, width) if words else _grid_lines(board, hexes, reach, signs, width)
        return
    drawn = None
    if not words and len(board.spaces) <= _MOST_DRAWN:
        drawn = board_picture(board, reach, signs, width - 4, height - 1)
    if drawn is not None:
        yield [("bold", f"  {board.name}"), *([("green", "  (* in reach)")] if reach.spaces else [])]
        for line in drawn:
            yield ["    ", *line] if line else []
        named = list(_legend(board, width))
        yield from named if len(drawn) + 1 + len(named) <= height else []
        return
    if not strict:
        yield from _words(board, reach, width)


def _legend(board: Any, width: int) -> Iterator[Line]:
    """Give what the signs of a picture stand for, and what else is said of its spaces and lines."""
    signs = piece_signs(board)
    items: list[Line] = []
    for space in board.spaces:
        items += [[f"{signs[piece]} {piece} on {space.name}{_faces(board, piece)}"] for piece in space.pieces]
        if space.values:
            items.append([f"{space.name}! {_values(space)}"])
    items += [[f"the line from {line.name}: {_values(line)}"] for line in board.lines]
    if items:
        yield from wrapped(["    "], items, width, 4)


def _words(board: Any, reach: Reach, width: int) -> Iterator[Line]:
    """Give a board without a picture: what stands where, which way it faces, and what is in reach."""
    yield [("bold", f"  {board.name}")]
    taken = [space for space in board.spaces if space.pieces or space.values]
    for space in taken:
        said = [f"{piece}{_faces(board, piece)}" for piece in space.pieces]
        yield [f"    {space.name}: {', '.join([*said, _values(space)] if space.values else said)}"]
    if not taken:
        yield ["    nothing stands on it"]
    for line in board.lines:
        yield [f"    the line from {line.name}: {_values(line)}"]
    near = [space.name for space in board.spaces if space.name in reach.spaces]
    if near:
        shown = near if len(near) <= _MOST_NAMED else [*near[:_MOST_NAMED], f"{len(near) - _MOST_NAMED} more"]
        yield from wrapped(["    ", ("green", "in reach: ")], [[name] for name in shown], width, 6)


def _faces(board: Any, piece: str) -> str:
    if piece not in board.facing:
        return ""
    heading = board.facing[piece]
    return f", facing {_COMPASS[round(heading / 45) % 8]} ({heading})"


def _values(thing: Any) -> str:
    return ", ".join(f"{name} {value}" for name, value in thing.values.items())


# ------------------------------------------------------------------ grids


def _cell_text(space: Any, empty: str) -> str:
    """Give a cell of a grid in few signs: what stands there, else its values without their names."""
    return ", ".join([*space.pieces, *space.values.values()]) or empty


def _grid_lines(board: Any, hexes: bool, reach: Reach, signs: Signs, room: int) -> Iterator[Line]:
    texts = [_cell_text(space, ".") for space in board.spaces]
    marks = [_mark(space, reach) for space in board.spaces]
    margin = len(str(board.rows))
    legend: dict[str, str] = {}
    width = _cell_width(board, texts, marks)
    if width > _WIDEST or _grid_width(board, width, hexes) > room:
        legend = _short(sorted(set(texts) - {"."}))
        texts = [legend.get(text, text) for text in texts]
        width = _cell_width(board, texts, marks)
    yield [
        ("bold", f"  {board.name}"), f", {board.rows} rows and {board.columns} columns",
        *([("green", "  (* in reach)")] if reach.spaces else []),
    ]  # fmt: skip
    step = (width + 1) / 2 if hexes else 0.0
    yield [f"    {' ' * margin} " + " ".join(str(column).center(width) for column in range(1, board.columns + 1))]
    for row in range(board.rows):
        line: Line = [f"    {row + 1:>{margin}} " + " " * int(row * step)]
        for at in range(row * board.columns, (row + 1) * board.columns):
            line += _cell(texts[at], marks[at], width)
        yield line
    if legend:
        yield from wrapped(["    "], [[f"{sign} is {text}"] for text, sign in legend.items()], room, 4)


def _mark(space: Any, reach: Reach) -> str:
    return "*" if space.name in reach.spaces else ""


def _cell(text: str, mark: str, width: int) -> Line:
    """Give a cell and the blank behind it; an empty one in reach is nothing but the mark."""
    shown = (mark if mark and text == "." else text + mark).center(width) + " "
    return [("green", shown)] if mark else [("dim", shown)] if text == "." else [shown]


def _cell_width(board: Any, texts: Sequence[str], marks: Sequence[str]) -> int:
    sizes = (len(text) + (len(mark) if text != "." else 0) for text, mark in zip(texts, marks, strict=True))
    return max(len(str(board.columns)), *sizes)


def _grid_width(board: Any, width: int, hexes: bool) -> int:
    shift = (board.rows - 1) * (width + 1) // 2 if hexes else 0
    return int(5 + len(str(board.rows)) + board.columns * (width + 1) + shift)


def _short(texts: list[str]) -> dict[str, str]:
    """Give a sign for each text: its first letter if no other has that, else a number."""
    found: dict[str, str] = {}
    for text in texts:
        sign = text[:1].upper()
        found[text] = sign if sign not in found.values() else str(len(found) + 1)
    return found
