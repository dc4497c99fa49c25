"""What the bots of the rules make of a state. Ask it of a redeal, never of the real state: rules may read any hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.interpreter.decisions import KIND_NUMBER

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

_ACTION = KIND_NUMBER["action"]


def value_function(game: Game, bot: str) -> Callable[[State, int], int] | None:
    """How a bot values a position for a player; None if its description does not say."""
    if game.program.bots[bot].value is None:
        return None
    name = f"f_bot_value_{list(game.program.bots).index(bot)}"
    return lambda state, seat: state.g.namespace[name](state, seat)


def likings(state: State, bot: str) -> list[int] | None:
    """How much a bot likes each answer of the decision: preferences less aversions; None where no action is chosen."""
    program = state.g.program
    if state.is_over or not program.bots[bot].preferences or state.g.question_kinds[state.q] != _ACTION:
        return None
    liking = state.g.namespace[f"f_bot_liking_{list(program.bots).index(bot)}"]
    return [0 if data is None else liking(state, state.player, data) for data in state.opts]


def standing(state: State) -> list[int] | None:
    """The first line of the ranking for each player as it is now, high is good; None for games without a ranking."""
    if state.g.ranking is None:
        return None
    return [keys[0] for keys in state.g.ranking(state)]
