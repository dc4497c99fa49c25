"""Several boards in one game: which one is meant, and that what is said of two spaces is said of one board."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.scope import Scope
from rulewright.dsl.source import Span
from rulewright.dsl.symbols import Noun
from rulewright.dsl.type_rules import ERROR
from rulewright.dsl.types import LineType, ListType, PieceType, SpaceType, Type, bare


def on_one_board(game: Game, one: bound.Expr, other: bound.Expr, span: Span) -> None:
    """Complain where two spaces, pieces or lists of spaces are of two boards."""
    boards = [_board_of(of.type) for of in (one, other)]
    if None not in boards and boards[0] != boards[1]:
        game.error("E301", span, f"these are of two boards, `{boards[0]}` and `{boards[1]}`",
                   hint="no way leads from one board to the other")  # fmt: skip


def _board_of(of: Type) -> str | None:
    """Give the board of a space, of a piece, or of a list of spaces."""
    inner = bare(of.element if isinstance(of, ListType) else of)
    return inner.board if isinstance(inner, SpaceType | PieceType) else None


def means_on_boards(game: Game, means: Noun | None, node: n.GroupExpr, scope: Scope) -> Noun | None:
    """Give what a noun means: `a line of BOARD`, where several boards have lines, means those of that board."""
    boards = game.symbols.boards_with_lines
    if means is None or not isinstance(means.type, LineType) or len(boards) < 2:
        return means
    owners = [place.owner for place in node.places if isinstance(place, n.OfItem)]
    named = [o.name for o in owners if isinstance(o, n.NameExpr) and scope.find(o.name) is None]
    board = next((one for one in boards if one.name in named), None)
    if board is None:
        game.error("E301", node.span, several_with_lines(game))
        return evolve(means, type=ERROR)
    return evolve(means, type=LineType(board.name), board=board)


def several_with_lines(game: Game) -> str:
    """Say that `line` alone may be one of several boards."""
    said = " or ".join(f"`line of {board.name}`" for board in game.symbols.boards_with_lines)
    return f"several boards have lines: say {said}"


def board_of_lines(game: Game, owner: n.GroupExpr) -> bound.Board | None:
    """Give the board of `each line of BOARD has:`; None (and an error) if it is not said."""
    boards = game.symbols.boards_with_lines
    named = [
        place.owner.name if isinstance(place, n.OfItem) and isinstance(place.owner, n.NameExpr) else None
        for place in owner.places
    ]
    found = next((board for board in boards if named == [board.name]), None)
    if found is None:
        said = " or ".join(f"`each line of {board.name} has:`" for board in boards)
        game.error("E203", owner.span, "say of which board the lines are", hint=f"write {said}" if said else None)
    return found
