"""`expect Ann's hand is "Spy"`: a zone or list, and the one thing that it is to hold."""

from __future__ import annotations

from rulewright.dsl import nodes as n
from rulewright.dsl.context import Game
from rulewright.dsl.scope import Scope
from rulewright.dsl.types import ListType, ZoneType

_NOTHING = ("nothing", "nobody", "none")


def several_alone(game: Game, left: n.Expr, right: n.Expr, scope: Scope) -> bool:
    """Whether `left is right` says of several things that they are this one alone (or none)."""
    known = scope.child()
    if isinstance(left, n.NameExpr) and not scope.knows(left.name) and not game.expressions.is_value(left.name):
        return False  # a word, which is compared with something
    if not _holds_several(game, left, known):
        return False
    inner = right.inner if isinstance(right, n.ParenExpr) else right
    if isinstance(inner, n.TextExpr | n.PersonExpr | n.NumberExpr):
        return True
    if isinstance(inner, n.NameExpr):
        if inner.name in _NOTHING:
            return True
        if not scope.knows(inner.name) and not game.expressions.is_value(inner.name):
            return True
    return not _holds_several(game, inner, known)


def _holds_several(game: Game, node: n.Expr, scope: Scope) -> bool:
    return isinstance(game.expressions.resolve(node, scope).type, ZoneType | ListType)
