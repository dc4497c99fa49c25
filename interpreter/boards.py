"""Boards laid out: spaces, lines, neighbours, headings and distances as tables. Grids, rings, tracks, single spaces and
lines.

A grid of squares joins each space to the four beside it, with diagonals to the eight around it; a grid of hexes (rows
shifted, as Hex is drawn) to six. Headings are whole degrees, 0 up, 90 to the right; nothing is measured (semantics 37).
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import Any

from attrs import define, field

from rulewright.dsl import bound as b
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.source import Span
from rulewright.interpreter.constants import Constants, NotConstant
from rulewright.interpreter.errors import RulesError, UsageError

MAX_SPACES = 10_000
FULL_TURN = 360
# Steps of a grid by their headings: (down, right).
_SQUARES = {(-1, 0): 0, (0, -1): 270, (0, 1): 90, (1, 0): 180}
_DIAGONALS = {**_SQUARES, (-1, -1): 315, (-1, 1): 45, (1, -1): 225, (1, 1): 135}
_HEXES = {(-1, 0): 330, (-1, 1): 30, (0, -1): 270, (0, 1): 90, (1, -1): 210, (1, 0): 150}
_STEPS = {"squares": _SQUARES, "squares with diagonals": _DIAGONALS, "hexes": _HEXES}


@define(eq=False)
class BoardLayout:
    """neighbours: for each space the spaces next to it; names: how a space is written, `field(2, 5)` or `outer(3)`.

    lines: the two ends of each line; line_between: its number by two neighbours; heading: which way a line leaves its
    first space for its second, where that is known.
    """

    names: list[str] = field(factory=list)
    rows: list[int] = field(factory=list)
    columns: list[int] = field(factory=list)
    indices: list[int] = field(factory=list)
    neighbours: list[tuple[int, ...]] = field(factory=list)
    parts: dict[str | None, list[int]] = field(factory=dict)  # grid (None), ring, track or single -> its spaces
    shape: tuple[int, int] | None = None
    hexes: bool = False
    rings: frozenset[str] = frozenset()  # the parts that close
    lines: list[tuple[int, int]] = field(factory=list)
    line_spans: list[Span | None] = field(factory=list)
    line_between: dict[tuple[int, int], int] = field(factory=dict)
    heading: dict[tuple[int, int], int] = field(factory=dict)

    @property
    def size(self) -> int:
        return len(self.names)

    @property
    def line_names(self) -> list[str]:
        """How a line is written: its two ends."""
        return [f"{self.names[a]} to {self.names[b]}" for a, b in self.lines]

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

    def arriving(self, start: int, goal: int) -> int | None:
        """Which way one flies when coming from `start` to its neighbour `goal`."""
        back = self.heading.get((goal, start))
        return None if back is None else (back + FULL_TURN // 2) % FULL_TURN

    def straight_runs(self) -> list[tuple[tuple[int, ...], ...]]:
        """For each space the runs that leave it and never turn: the spaces on each,
        until it ends or comes round again."""
        onward: dict[tuple[int, int], int] = {}
        for start, goal in self.line_between:
            there = self.arriving(start, goal)
            for after in self.neighbours[goal]:
                if there is not None and after != start and self.heading.get((goal, after)) == there:
                    onward[start, goal] = after
        table = []
        for start in range(self.size):
            runs = []
            for goal in self.neighbours[start]:
                run, here, there = [goal], start, goal
                while (here, there) in onward and onward[here, there] not in (start, *run):
                    here, there = there, onward[here, there]
                    run.append(there)
                runs.append(tuple(run))
            table.append(tuple(runs))
        return table

    def straight_ways(self) -> dict[tuple[int, int], tuple[tuple[int, ...], int]]:
        """For two spaces with a straight way from the first to the second: the run that leads there, the shortest
        of several, and the place of the second on it."""
        ways: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}
        for start, runs in enumerate(self.straight_runs()):
            for run in runs:
                for at, goal in enumerate(run):
                    if (start, goal) not in ways or ways[start, goal][1] > at:
                        ways[start, goal] = (run, at)
        return ways

    # ------------------------------------------------------------ building

    def add_space(self, name: str, part: str | None, index: int, row: int = 0, column: int = 0) -> int:
        """A new space; its number."""
        self.names.append(name)
        self.rows.append(row)
        self.columns.append(column)
        self.indices.append(index)
        self.neighbours.append(())
        self.parts.setdefault(part, []).append(self.size - 1)
        return self.size - 1

    def add_line(self, start: int, goal: int, headings: tuple[int, ...], span: Span | None) -> None:
        """Join two spaces; headings: leaving `start`, and leaving `goal`."""
        for one, other in ((start, goal), (goal, start)):
            self.line_between[one, other] = len(self.lines)
            self.neighbours[one] = (*self.neighbours[one], other)
        if headings:
            self.heading[start, goal], self.heading[goal, start] = headings
        self.lines.append((start, goal))
        self.line_spans.append(span)


def lay_out(board: b.Board, constants: Constants) -> BoardLayout:
    """The board with these option values; UsageError if it is empty or too big,
    RulesError if it does not hang together."""
    maker = _Maker(board, constants)
    layout = maker.made()
    if not layout.size:
        raise UsageError(f"the board {board.name} has no spaces")
    if maker.problems:
        raise RulesError(tuple(maker.problems))
    return layout


class _Maker:
    """Builds one layout and notes everything that is wrong with it."""

    def __init__(self, board: b.Board, constants: Constants) -> None:
        self.board = board
        self.constants = constants
        self.layout = BoardLayout()
        self.problems: list[Diagnostic] = []

    def made(self) -> BoardLayout:
        for part in self.board.parts:
            if part.sort == "grid":
                self._grid(part)
            elif part.sort in ("ring", "track"):
                self._row(part)
            elif part.sort == "single":
                assert part.name is not None
                self.layout.add_space(part.name, part.name, 0)
        for part in self.board.parts:
            if part.sort == "line":
                self._lines(part)
        if not self.problems:
            self._headings_missing()
            self._unconnected()
        return self.layout

    def _number(self, expr: b.Expr, env: dict[b.Var, Any] | None = None) -> Any:
        try:
            return self.constants.value(expr, env)
        except NotConstant:
            raise UsageError(
                f"`{expr.span.text}` of the board {self.board.name} is not known before the game"
            ) from None

    def _problem(self, message: str, span: Span | None, hint: str | None = None) -> None:
        place = span or self.board.span
        assert place is not None
        if len(self.problems) < 20:
            self.problems.append(Diagnostic("E493", "error", message, place, hint=hint))

    def _grid(self, part: b.BoardPart) -> None:
        rows, columns = (self._number(e) for e in part.numbers)
        name, layout = self.board.name, self.layout
        if rows < 1 or columns < 1 or rows * columns > MAX_SPACES:
            raise UsageError(f"the board {name} has {rows} by {columns} spaces; from 1 to {MAX_SPACES} are possible")
        layout.shape, layout.hexes = (rows, columns), part.shape == "hexes"
        first = layout.size
        for row in range(1, rows + 1):
            for column in range(1, columns + 1):
                layout.add_space(f"{name}({row}, {column})", None, layout.size - first + 1, row, column)
        for (down, right), heading in sorted(_STEPS[part.shape or "squares"].items()):
            if (down, right) < (0, 0):
                continue
            for row in range(1, rows + 1):
                for column in range(1, columns + 1):
                    if 1 <= row + down <= rows and 1 <= column + right <= columns:
                        here = first + (row - 1) * columns + column - 1
                        layout.add_line(
                            here, here + down * columns + right, (heading, (heading + 180) % FULL_TURN), part.span
                        )
        # Neighbours in the order of rows and columns, whichever way the line was drawn.
        layout.neighbours = [tuple(sorted(near)) for near in layout.neighbours]

    def _row(self, part: b.BoardPart) -> None:
        (count,) = (self._number(e) for e in part.numbers)
        assert part.name is not None
        if not 1 <= count <= MAX_SPACES:
            raise UsageError(f"the {part.sort} {part.name} has {count} spaces; from 1 to {MAX_SPACES} are possible")
        for index in range(count):
            self.layout.add_space(f"{part.name}({index})", part.name, index)
        if part.sort == "ring":
            self.layout.rings |= {part.name}
        if any(other.sort == "line" for other in self.board.parts):
            return
        # A board that names no line: each space is joined to the next one.
        spaces = self.layout.parts[part.name]
        ends = [*spaces, spaces[0]] if part.sort == "ring" and count > 2 else spaces
        for one, other in pairwise(ends):
            self.layout.add_line(one, other, (), part.span)

    # ------------------------------------------------------------ lines

    def _lines(self, part: b.BoardPart) -> None:
        if part.series is None:
            self._line(part, {}, "")
            return
        var, low, high = part.series
        first, last = self._number(low), self._number(high)
        if last - first > MAX_SPACES:
            raise UsageError(f"more than {MAX_SPACES} lines")
        for k in range(first, last + 1):
            self._line(part, {var: k}, f" for {var.name} = {k}")

    def _line(self, part: b.BoardPart, env: dict[b.Var, Any], where: str) -> None:
        assert part.ends is not None
        start, goal = (self._space(end, env, where) for end in part.ends)
        if start is None or goal is None:
            return
        names = f"{self.layout.names[start]} and {self.layout.names[goal]}"
        if start == goal:
            self._problem(f"this line leads from {self.layout.names[start]} to itself{where}", part.span)
            return
        if (start, goal) in self.layout.line_between:
            self._problem(f"there are two lines between {names}{where}", part.span)
            return
        headings = [self._heading(e, env, where) for e in part.headings]
        if len(headings) == 1:
            headings.append((headings[0] + FULL_TURN // 2) % FULL_TURN)
        self.layout.add_line(start, goal, tuple(headings), part.span)

    def _heading(self, expr: b.Expr, env: dict[b.Var, Any], where: str) -> int:
        """A heading; in a series they go round, so 390 is 30."""
        value = int(self._number(expr, env))
        if not env and not 0 <= value < FULL_TURN:
            self._problem(f"a heading goes from 0 to {FULL_TURN - 1}, and this is {value}{where}", expr.span)
        return value % FULL_TURN

    def _space(self, expr: b.Expr, env: dict[b.Var, Any], where: str) -> int | None:
        if not isinstance(expr, b.SpaceAt):
            self._problem("the end of a line must be a space by its name, `outer(3)`", expr.span)
            return None
        if expr.board is not self.board:
            self._problem(f"this space is of the board {expr.board.name}", expr.span)
            return None
        found = space_number(self.layout, expr.part, tuple(self._number(e, env) for e in expr.indices))
        if found is None:
            what = ", ".join(str(self._number(e, env)) for e in expr.indices)
            self._problem(f"there is no {self.board.noun} {expr.part or self.board.name}({what}){where}", expr.span,
                          self._range(expr.part))
        return found

    def _range(self, part: str | None) -> str:
        if part is None:
            rows, columns = self.layout.shape or (0, 0)
            return f"rows go from 1 to {rows}, columns from 1 to {columns}"
        return f"{part} has {len(self.layout.parts.get(part, ()))} {self.board.noun}s, from {part}(0)"

    # ------------------------------------------------------------ the whole

    def _headings_missing(self) -> None:
        """Either no line of a board has headings, or each has."""
        layout = self.layout
        if not layout.heading:
            return
        seen: set[Span | None] = set()
        for (start, goal), span in zip(layout.lines, layout.line_spans, strict=True):
            if (start, goal) not in layout.heading and span not in seen:
                seen.add(span)
                self._problem(f"the line from {layout.names[start]} to {layout.names[goal]} has no heading, and others "
                              "have", span,
                              "`, headings A and B`: which way it leaves each end; `, heading A` if it is straight")

    def _unconnected(self) -> None:
        layout = self.layout
        if layout.size == 1:
            return
        reached = {0}
        queue = deque(reached)
        while queue:
            for there in layout.neighbours[queue.popleft()]:
                if there not in reached:
                    reached.add(there)
                    queue.append(there)
        lost = [layout.names[s] for s in range(layout.size) if s not in reached]
        if lost:
            more = f" and {len(lost) - 3} more" if len(lost) > 3 else ""
            self._problem(f"no lines lead from {layout.names[0]} to {', '.join(lost[:3])}{more}", self.board.span)


def space_number(layout: BoardLayout, part: str | None, indices: tuple[int, ...]) -> int | None:
    """The space with these numbers; None if there is none. The numbers of a ring go round."""
    spaces = layout.parts.get(part)
    if spaces is None:
        return None
    if part is None:
        rows, columns = layout.shape or (0, 0)
        row, column = indices
        return spaces[(row - 1) * columns + column - 1] if 1 <= row <= rows and 1 <= column <= columns else None
    if not indices:
        return spaces[0]
    if part in layout.rings:
        return spaces[indices[0] % len(spaces)]
    return spaces[indices[0]] if 0 <= indices[0] < len(spaces) else None
