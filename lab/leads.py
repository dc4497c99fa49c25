"""Who was ahead when, and what that says about the course of a game: lead changes, drama, comebacks, when it was decided.

Moments are the beginnings of turns (the choices, where a game has no turns). How good each player's position is at a
moment comes from the rules where they say so, else from random games played on from the first choice after it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

from rulewright.interpreter.bots import standing, value_function
from rulewright.interpreter.errors import RunError
from rulewright.interpreter.faults import FAULTS
from rulewright.lab.streams import Stream

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

Values = Sequence[float | None]  # for each seat; None for one that is out of the game
# For games whose rules do not say who is ahead: moments looked at, games played on from each, decisions in all.
_MOMENTS = 10
_MOST_PLAYOUTS = 12
_FEWEST_PLAYOUTS = 4
_DECISIONS = 2_000


def evaluator(game: Game) -> tuple[str, Callable[[State], Values | None] | None]:
    """Give where the values come from, in words, and what gives them; None where games must be played on.

    What gives them gives None for a position in which the rules cannot say: a ranking may divide by what is still 0.
    """
    if game.program.ranking is not None:
        return "the first line of the ranking", partial(_if_known, _ranked)
    for name in game.program.bots:
        value = value_function(game, name)
        if value is not None:
            return f"the value of bot {name}", partial(_if_known, partial(_valued, value))
    return "random games played on from what the player to move knows", None


def _ranked(state: State) -> Values:
    values = standing(state) or ()
    return [value if seat in state.alive else None for seat, value in enumerate(values)]


def _valued(value: Callable[[State, int], int], state: State) -> Values:
    # Of who is out the rules may not say what such a player's things are worth.
    return [value(state, seat) if seat in state.alive else None for seat in range(state.players)]


def _if_known(values: Callable[[State], Values], state: State) -> Values | None:
    try:
        return values(state)
    except (RunError, *FAULTS):
        return None


def by_playouts(moments: list[State], decisions: int, seed: int) -> list[Values]:
    """Give each player's share of victories in random games from some of the moments of a match that took so many
    decisions; nothing for matches too long to be played on often enough."""
    step = max(1, -(-len(moments) // _MOMENTS))
    chosen = moments[::step]
    times = min(_MOST_PLAYOUTS, 2 * _DECISIONS // max(1, len(chosen) * decisions))
    if times < _FEWEST_PLAYOUTS:
        return []
    found: list[Values] = []
    for number, moment in enumerate(chosen):
        shares = [0.0] * moment.players
        for playout in range(times):
            state, stream = moment.fork(), Stream(seed, "lead", number, playout)
            # What is to come must not be what really came: chance falls anew.
            state = state.redeal(state.player or 0, stream.below(1 << 64)) if state.player is not None else state
            try:
                for _ in range(3 * decisions):
                    if state.is_over:
                        break
                    state.choose_random(stream)
            except RunError:
                continue  # nobody has won a game that breaks; the one that is watched did not
            winners = () if state.outcome is None else state.outcome.winners
            for seat in winners:
                shares[seat] += 1 / len(winners) / times
        found.append(shares)
    return found


def course(moments: Sequence[Values], winners: Sequence[int]) -> dict[str, float]:
    """Give the measures of a game's course: values of all seats at each moment, and who won in the end.

    Who is out of the game is not compared with.

    lead changes: how often another player came to be ahead alone; the end counts as a moment.
    drama: how far behind the winner was, on average over the moments when it was behind: the root of the distance to
    the leader, as a part of the greatest distance in the game (C. Browne, Automatic generation and evaluation of
    recombination games, thesis, Queensland University of Technology 2008).
    decided at: which part of the game was over when the winner was ahead, or level, for good.
    comeback: whether all winners were behind at half time.
    """
    if not moments:
        return {}
    found = {"lead changes": float(_lead_changes(moments, winners))}
    if not winners:
        return found
    distances = [_behind(values, winners) for values in moments]
    widest = max(max(there) - min(there) for there in map(_there, moments))
    behind = [sqrt(distance / widest) for distance in distances if distance > 0]
    found["drama"] = sum(behind) / len(behind) if behind else 0.0
    last = max((place for place, distance in enumerate(distances) if distance > 0), default=-1)
    found["decided at"] = (last + 1) / len(distances)
    found["comeback"] = float(distances[len(distances) // 2] > 0)
    return found


def _there(values: Values) -> list[float]:
    """The values of those who are in the game."""
    return [value for value in values if value is not None] or [0.0]


def _behind(values: Values, winners: Sequence[int]) -> float:
    """How far the best of the winners is behind whoever leads; 0 where none of them is in the game."""
    best = max((value for seat in winners if (value := values[seat]) is not None), default=None)
    return 0.0 if best is None else max(_there(values)) - best


def _lead_changes(moments: Sequence[Values], winners: Sequence[int]) -> int:
    changes = 0
    ahead: int | None = None
    leaders = [[seat for seat, value in enumerate(values) if value == max(_there(values))] for values in moments]
    for leading in (*leaders, list(winners)):
        if len(leading) == 1 and leading[0] != ahead:
            changes += ahead is not None
            ahead = leading[0]
    return changes
