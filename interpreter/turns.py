"""A traced match that says when a turn begins, before anything is done or asked in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.state import State

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game


class TurnsTold(State):
    """Calls `told` with itself at the beginning of each turn. Its forks are ordinary states and tell nothing."""

    __slots__ = ("told",)

    told: Callable[[State], None]

    def note(self, entry: Any) -> None:
        super().note(entry)
        if entry[0] == "turn":
            self.told(self)


def start_told(game: Game, players: int, seed: int, told: Callable[[State], None]) -> State:
    """Give the match that `Game.start` would give, traced, telling of its turns from the first one on.

    `told` may read the state and must not change or keep it: the match is in the middle of its run.
    """
    compiled = game.compiled(players, traced=True)
    state = game.blank(compiled, seed, sort=TurnsTold)
    assert isinstance(state, TurnsTold)
    state.told = told
    state.log_entries = ()
    state.frames.append((compiled.namespace["r_main"], 0, *compiled.namespace["L_main"]))
    state.run()
    return state
