"""How good a position is for each seat, as a part of victory from 0 to 1.

At the end the result says it. A game that goes on for long is cut off: then what a bot of the rules values, or else the
ranking as it is now, says who is ahead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import tanh
from typing import TYPE_CHECKING

from attrs import define

from rulewright.interpreter.bots import standing, value_function

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

# How many decisions a playout takes: by what can be said of a position that is not the last.
_TO_THE_END = 2_000
_TO_A_STANDING = 80
# A lead counts between these bounds of a victory: less than having won, more than having lost.
_AHEAD, _BEHIND = 0.9, 0.1
# How far victory itself counts where there are scores; the rest is by how much.
_BY_RESULT = 0.9


@define
class Judge:
    """Judges the positions of one game."""

    value: Callable[[State, int], int] | None
    bot: str | None
    ranked: bool
    liking: float = 0.75

    @classmethod
    def of(cls, game: Game) -> Judge:
        """Give the judge of a game: by its first bot that values positions, else by its ranking."""
        valued = next((name for name, bot in game.program.bots.items() if bot.value is not None), None)
        liked = next((name for name, bot in game.program.bots.items() if bot.preferences), None)
        value = None if valued is None else value_function(game, valued)
        return cls(value, liked, game.program.ranking is not None)

    @property
    def decisions(self) -> int:
        """How many decisions a playout takes at most, where nothing is valued."""
        return _TO_A_STANDING if self.ranked else _TO_THE_END

    def rewards(self, state: State) -> list[float]:
        """Give each seat's part of the victory, as far as it can be told."""
        outcome = state.outcome
        if outcome is None or outcome.kind in ("limit", "endless"):
            return self.leads(state)
        players = state.players
        if not outcome.winners:
            shares = [1.0 / players] * players
        else:
            shares = [1.0 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(players)]
        scores = None if outcome.scores is None else standing(state)
        if scores is None:
            return shares
        return [_BY_RESULT * share + (1 - _BY_RESULT) * lead for share, lead in zip(shares, _leads(scores), strict=True)]

    def values(self, state: State) -> list[float] | None:
        """Give how far each seat is ahead of the best of the others in what the bot values; None where the game is
        over or nothing is valued."""
        outcome = state.outcome
        if self.value is None or not (outcome is None or outcome.kind in ("limit", "endless")):
            return None
        values = self._valued(state)
        return [
            value - max((other for place, other in enumerate(values) if place != seat), default=0.0)
            for seat, value in enumerate(values)
        ]

    def _valued(self, state: State) -> list[float]:
        assert self.value is not None
        # Who is out has nothing to look forward to, and rules may not say what such a player's things are worth.
        values = [float(self.value(state, seat)) if seat in state.alive else None for seat in range(state.players)]
        lowest = min((x for x in values if x is not None), default=0.0) - 1
        return [lowest if x is None else x for x in values]

    def leads(self, state: State) -> list[float]:
        """Give how far each seat is ahead, for a game that is not over."""
        values: Sequence[float] | None = standing(state) if self.value is None else self._valued(state)
        if values is None:
            return [1.0 / state.players] * state.players
        return [_BEHIND + (_AHEAD - _BEHIND) * lead for lead in _leads(values)]


def _leads(values: Sequence[float]) -> list[float]:
    """For each of the values how far it is ahead of the best of the others, from 0 to 1."""
    found = []
    for seat, value in enumerate(values):
        best = max((other for place, other in enumerate(values) if place != seat), default=0.0)
        size = 1.0 + abs(value) + abs(best)
        found.append(0.5 + 0.5 * tanh(2.0 * (value - best) / size))
    return found
