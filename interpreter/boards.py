"""Boards laid out: spaces, neighbours and distances as tables. Grids of squares or hexes, rings, single spaces and lines.

A grid of squares joins each space to the four beside it; a grid of hexes (rows shifted, as Hex is drawn) to six.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from attrs import define, field

from rulewright.dsl import bound as b
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.interpreter.constants import Constants, NotConstant
from rulewright.interpreter.errors import RulesError, UsageError

MAX_SPACES = 10_000
_SQUARES = ((-1, 0), (0, -1), (0, 1), (1, 0))
_HEXES = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


@define(eq=False)
class BoardLayout:
    """neighbours: for each space the spaces next to it; names: how a space is written, `field(2, 5)`."""

    names: list[str] = field(factory=list)
    rows: list[int] = field(factory=list)
    columns: list[int] = field(factory=list)
    neighbours: list[tuple[int, ...]] = field(factory=list)
    parts: dict[str | None, list[int]] = field(factory=dict)  # grid (None), ring or single -> its spaces
    shape: tuple[int, int] | None = None
    rings: dict[str, int] = field(factory=dict)

    @property
    def size(self) -> int:
        return len(self.names)

    def distances(self) -> list[list[int]]:
        """Fewest steps between any two spaces; -1 where there is no way."""
        table = []
        for start in range(self.size):
            row = [-1] * self.size
            row[start] = 0
            queue = deque([start])
            while queue:
                here = queue.popleft()
                for there in self.neighbours[here]:
                    if row[there] < 0:
                        row[there] = row[here] + 1
                        queue.append(there)
            table.append(row)
        return table


def lay_out(board: b.Board, constants: Constants) -> BoardLayout:
    """The board with these option values; UsageError if it is empty or too big."""
    layout = BoardLayout()

    def number(expr: b.Expr) -> Any:
        try:
            return constants.value(expr)
        except NotConstant:
            raise UsageError(f"the size of the board {board.name} is not known before the game") from None

    for part in board.parts:
        if part.sort == "grid":
            rows, columns = (number(e) for e in part.numbers)
            if rows < 1 or columns < 1 or rows * columns > MAX_SPACES:
                raise UsageError(f"the board {board.name} has {rows} by {columns} spaces; from 1 to {MAX_SPACES} are possible")
            _grid(layout, board.name, rows, columns, _HEXES if part.shape == "hexes" else _SQUARES)
        else:
            what = "a line between spaces" if part.sort == "line" else f"a board with a {part.sort}"
            place = part.span or board.span
            assert place is not None
            raise RulesError((Diagnostic("E490", "error", f"this version cannot play {what} yet", place),))
    if not layout.size:
        raise UsageError(f"the board {board.name} has no spaces")
    return layout


def _grid(layout: BoardLayout, name: str, rows: int, columns: int, steps: tuple[tuple[int, int], ...]) -> None:
    layout.shape = (rows, columns)
    layout.parts[None] = list(range(rows * columns))
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            layout.names.append(f"{name}({row}, {column})")
            layout.rows.append(row)
            layout.columns.append(column)
            layout.neighbours.append(tuple(
                (row + dr - 1) * columns + column + dc - 1
                for dr, dc in steps if 1 <= row + dr <= rows and 1 <= column + dc <= columns))
