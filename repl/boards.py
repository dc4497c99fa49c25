"""Boards as lines of text: grids as they lie, other boards as a list of what stands where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_WIDEST = 8
_EMPTY = "."
_MOST_DRAWN = 60
_ACROSS, _DOWN = 8, 4  # signs and lines from one space to the next


def board_lines(board: Any, *, hexes: bool = False) -> Iterator[str]:
    """Give the lines of a board; of one of hexes each row lies half a cell to the right of the one above it."""
    if board.rows and board.columns and len(board.spaces) == board.rows * board.columns:
        yield from _grid_lines(board, hexes)
        return
    yield f"  {board.name}"
    if len(board.spaces) <= _MOST_DRAWN:
        yield from _drawn(board)
    shown = False
    for space in board.spaces:
        text = _space_text(space)
        if text:
            shown = True
            yield f"    {space.name}: {text}"
    if not shown:
        yield "    nothing stands on it"
    for line in board.lines:
        yield f"    the line from {line.name}: {', '.join(f'{name} {value}' for name, value in line.values.items())}"


def _drawn(board: Any) -> Iterator[str]:
    """Give the spaces where they lie: their numbers, or in brackets the first letters of whose pieces stand there."""
    right = [round(x * _ACROSS) for x, _ in board.places]
    down = [round(y * _DOWN) for _, y in board.places]
    rows = [[" "] * (max(right) + _ACROSS) for _ in range(max(down) + 1)]
    for space, x, y in zip(board.spaces, right, down, strict=True):
        sign = space.name.partition("(")[2].removesuffix(")") or "o"
        if space.pieces:
            sign = "[" + "".join(piece[:1] for piece in space.pieces) + "]"
        start = max(0, x - len(sign) // 2 + 1)
        rows[y][start : start + len(sign)] = sign
    for row in rows:
        yield ("    " + "".join(row)).rstrip()


def _space_text(space: Any) -> str:
    """Give what stands on a space and what is said of it."""
    return ", ".join([*space.pieces, *(f"{name} {value}" for name, value in space.values.items())])


def _cell_text(space: Any) -> str:
    """Give a cell of a grid in few signs: what stands there, else its values without their names."""
    return ", ".join([*space.pieces, *space.values.values()]) or _EMPTY


def _grid_lines(board: Any, hexes: bool) -> Iterator[str]:
    texts = [_cell_text(space) for space in board.spaces]
    width = max(len(str(board.columns)), *(len(text) for text in texts))
    legend: dict[str, str] = {}
    if width > _WIDEST or board.columns * (width + 1) > 100:
        legend = _short(sorted(set(texts) - {_EMPTY}))
        texts = [legend.get(text, text) for text in texts]
        width = max(len(str(board.columns)), *(len(text) for text in texts))
    margin = len(str(board.rows))
    yield f"  {board.name}, {board.rows} rows and {board.columns} columns"
    step = (width + 1) / 2 if hexes else 0.0
    yield f"    {' ' * margin} " + " ".join(str(column).center(width) for column in range(1, board.columns + 1))
    for row in range(board.rows):
        cells = texts[row * board.columns : (row + 1) * board.columns]
        indent = " " * int(row * step)
        yield f"    {row + 1:>{margin}} {indent}" + " ".join(text.center(width) for text in cells)
    for text, sign in legend.items():
        yield f"    {sign} is {text}"


def _short(texts: list[str]) -> dict[str, str]:
    """Give a sign for each text: its first letter if no other has that, else a number."""
    found: dict[str, str] = {}
    for text in texts:
        sign = text[:1].upper()
        found[text] = sign if sign not in found.values() else str(len(found) + 1)
    return found
