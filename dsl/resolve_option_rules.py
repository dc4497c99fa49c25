"""`options:`, which says which option values go together, and with how many players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import bound
from rulewright.dsl import nodes as n
from rulewright.dsl.bound_walk import walk
from rulewright.dsl.scope import Scope
from rulewright.dsl.types import BOOL, PlayerType

if TYPE_CHECKING:
    from rulewright.dsl.context import Game

_KNOWN = (bound.Const, bound.OptionValue, bound.Arith, bound.Divide, bound.Compare, bound.Equal, bound.And, bound.Or,
          bound.Not, bound.Between, bound.Aggregate, bound.CallFunction, bound.Group)  # fmt: skip


def resolve_option_rules(game: Game, found: list[n.OptionsDecl]) -> None:
    """Check the conditions, and keep them in the program."""
    rules: list[bound.OptionRule] = []
    for decl in found:
        for item in decl.conditions:
            assert isinstance(item, n.OnlyIfItem)
            scope = Scope(nobody_acts="no game has begun")
            condition = game.want_condition(game.expressions.condition(item.condition, scope).expr)
            if isinstance(condition, bound.Const) and condition.type == BOOL:
                said = "yes" if condition.value else "no"
                game.error("E414", item.condition.span, f"this is always {said}, whatever is chosen")
            for part in walk(condition):
                if isinstance(part, bound.Expr) and not _is_known(part):
                    game.error("E411", item.condition.span, "before the game only options and `count of players` are known")
                    break
            text = " ".join(item.condition.span.text.split())
            said = f"{item.label.text.replace('_', ' ')}: {text}" if item.label is not None else text
            rules.append(bound.OptionRule(said, condition, item.span))
    game.program.option_rules = tuple(rules)


def _is_known(part: bound.Expr) -> bool:
    if isinstance(part, bound.Aggregate | bound.Group):
        group = part.group if isinstance(part, bound.Aggregate) else part
        return isinstance(group.var.type, PlayerType) and not group.conditions
    return isinstance(part, _KNOWN)
