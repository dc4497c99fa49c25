"""Bots. Whatever thinks for a player gets that player's view and redeals, never the state itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

from rulewright.interpreter.errors import UsageError
from rulewright.lab.streams import Stream

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

BUILT_IN = ("random", "greedy")

# What greedy looks at: answers of one decision, and redeals for each answer.
_MOST_ANSWERS = 48
_REDEALS = 4
_PLAYOUTS = 2
_PLAYOUT_DECISIONS = 2_000


@frozen
class Position:
    """What a bot is given: the question, its player's view, and states that fit what that player knows."""

    _state: State
    seat: int

    @property
    def decision(self) -> Any:
        """The question with its options, which are the player's own and so may be seen."""
        return self._state.decision

    @property
    def n_options(self) -> int:
        """How many answers there are."""
        return self._state.n_options

    def view(self) -> Any:
        """Give what the player sees."""
        return self._state.view(self.seat)

    def redeal(self, seed: int) -> State:
        """Give a state that could be the real one, as far as the player knows; chance falls anew in it."""
        return self._state.redeal(self.seat, seed)


class Bot(Protocol):
    """Answers decisions for a player."""

    name: str

    def answer(self, position: Position, seed: int, number: int) -> int:
        """Give the index of the answer to the seat's decision `number` (from 0) of the match with that seed.

        All randomness comes from streams of seed, seat and number: asked again, a bot answers the same.
        """


@frozen
class RandomBot:
    """Takes each answer with the same probability."""

    name: str = "random"

    def answer(self, position: Position, seed: int, number: int) -> int:
        """Give the index of one of the answers."""
        return Stream(seed, "bot", position.seat, start=number).below(position.n_options)


Evaluate = Callable[["State", int, int], float]
"""(state, seat, seed of its playouts) -> how good it is for the seat."""


@frozen
class GreedyBot:
    """Looks one step ahead: tries its answers on redeals and takes the one that leaves it best off."""

    evaluate: Evaluate
    name: str = "greedy"

    def answer(self, position: Position, seed: int, number: int) -> int:
        """Give the index of the best answer; among equals one by the stream."""
        stream = Stream(seed, "bot", position.seat, number)
        candidates = answers_to_try(position.n_options, stream)
        if len(candidates) == 1:
            return candidates[0]
        totals = [0.0] * len(candidates)
        for _ in range(_REDEALS):
            deal, playout = stream.below(1 << 64), stream.below(1 << 64)
            dealt = position.redeal(deal)
            for place, answer in enumerate(candidates):
                # Every answer is tried on the same deals and playouts, so that luck does not decide between them.
                after = dealt.fork()
                after.choose(answer)
                totals[place] += self.evaluate(after, position.seat, playout)
        best = max(totals)
        return stream.pick([answer for answer, total in zip(candidates, totals, strict=True) if total == best])


def answers_to_try(n: int, stream: Stream) -> Sequence[int]:
    """Give all answers of a decision, or a sample where there are too many to try."""
    if n <= _MOST_ANSWERS:
        return range(n)
    return sorted({stream.below(n) for _ in range(_MOST_ANSWERS)})


def by_playouts(state: State, seat: int, seed: int) -> float:
    """Give what random play from here brings the seat, on average over a few playouts."""
    if state.is_over:
        return result_for(state, seat)
    total = 0.0
    for number in range(_PLAYOUTS):
        played = state.fork()
        stream = Stream(seed, "playout", number)
        for _ in range(_PLAYOUT_DECISIONS):
            if played.is_over:
                break
            played.choose_random(stream)
        total += result_for(played, seat)
    return total / _PLAYOUTS


def result_for(state: State, seat: int) -> float:
    """Give what a game brought a seat; 0 for one that is not over or ran into a limit."""
    outcome = state.outcome
    if outcome is None or outcome.kind in ("limit", "endless"):
        return 0.0
    return outcome.returns()[seat]


def bot_names(game: Game) -> list[str]:
    """Give the names that `make_bot` takes for this game."""
    return [*BUILT_IN, *(name for name in game.program.bots if name not in BUILT_IN)]


def check_bot(game: Game, name: str) -> None:
    """Raise UsageError if there is no bot with that name."""
    make_bot(game, name)


def make_bot(game: Game, name: str) -> Bot:
    """Give a bot by name: a built-in one, or one that the rules describe."""
    if name == "random":
        return RandomBot()
    if name == "greedy":
        return GreedyBot(by_playouts)
    if name == "mcts" or name.startswith("mcts:"):
        raise UsageError(f"the bot '{name}' is not there yet; there are: {', '.join(bot_names(game))}")
    raise UsageError(f"there is no bot '{name}'; there are: {', '.join(bot_names(game))}")
