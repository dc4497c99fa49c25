"""Bots. Whatever thinks for a player gets that player's view and redeals, never the state itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from attrs import define, field, frozen

from rulewright.interpreter.bots import likings, standing, value_function
from rulewright.interpreter.decisions import uniform
from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.luck import seat_number
from rulewright.interpreter.search import carry_out
from rulewright.lab.streams import Stream

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

BUILT_IN = ("random", "greedy", "mcts")

# What a look-ahead spends on a decision: answers tried, positions looked at in all, redeals for each answer.
_MOST_ANSWERS = 32
_POSITIONS = 64
_MOST_REDEALS = 8
# An answer that was the best on so many deals in a row is taken, where luck is small.
_ENOUGH_WINS = 3
# How far a playout goes: where a ranking says who is ahead, a short one tells enough.
_TO_THE_END = 400
_TO_A_STANDING = 60
_WON = 1_000_000


@define
class Position:
    """What a bot is given: the question, its player's view, and states that fit what that player knows."""

    _state: State
    seat: int
    _deals: Any = field(default=None, repr=False, eq=False)  # made with the first redeal

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

    @property
    def players(self) -> int:
        """How many players began."""
        return self._state.players

    def record(self) -> Any:
        """Give what the player was asked, answered and saw so far; UsageError in a match that was made up."""
        return self._state.information_state(self.seat)

    def redeal(self, seed: int) -> State:
        """Give a state that could be the real one, as far as the player knows; chance falls anew in it."""
        if self._deals is None:
            self._deals = self._state.redeals(self.seat)
        dealt: State = self._deals.deal(seed)
        return dealt


class Bot(Protocol):
    """Answers decisions for a player."""

    @property
    def name(self) -> str:
        """What the bot is called where seats are given."""

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
        return uniform(seat_number(seed, position.seat, number), position.n_options)


Evaluate = Callable[["State", int, int], float]
"""(state, seat, seed of its playouts) -> how good it is for the seat."""


@frozen
class LookAhead:
    """Looks one step ahead: tries its answers on redeals and takes the one that leaves it best off.

    `likings` gives for each answer of a decision how much it is preferred before anything is tried; None for all alike.
    """

    evaluate: Evaluate | None
    likings: Callable[[State], list[int] | None] = lambda state: None
    name: str = "greedy"

    def answer(self, position: Position, seed: int, number: int) -> int:
        """Give the index of the best answer; among equals one by the stream."""
        stream = Stream(seed, "bot", position.seat, number)
        return stream.pick(self.weighed(position, stream).best)

    def weighed(self, position: Position, stream: Stream) -> Weighed:
        """Try the answers, as far as they are not told apart by liking alone."""
        candidates = answers_to_try(position.n_options, stream)
        liked = self.likings(position.redeal(stream.below(1 << 64))) if len(candidates) > 1 else None
        if liked is not None:
            most = max(liked[answer] for answer in candidates)
            candidates = [answer for answer in candidates if liked[answer] == most]
        if len(candidates) == 1 or self.evaluate is None:
            return Weighed(candidates, liked, None, [], 0)
        return self._tried(position, stream, candidates, liked)

    def _tried(self, position: Position, stream: Stream, candidates: list[int], liked: list[int] | None) -> Weighed:
        """Try answers on one redeal after another.

        Where values come from the rules, luck is small: after each deal the better half goes on, and an answer that
        was the best often enough is taken. Playouts are mostly luck: there all answers get all deals.
        """
        assert self.evaluate is not None
        narrows = self.evaluate is not by_playout
        left = list(range(len(candidates)))
        totals = [0.0] * len(candidates)
        tries = [0] * len(candidates)
        seen: list[float] | None = None
        rounds = spent = wins = 0
        winner: int | None = None
        while rounds < _MOST_REDEALS and (not rounds or spent + len(left) <= _POSITIONS):
            rounds += 1
            spent += len(left)
            deal, playout = stream.below(1 << 64), stream.below(1 << 64)
            dealt = position.redeal(deal)
            values = []
            for place in left:
                # Every answer is tried on the same deals and playouts, so that luck does not decide between them.
                after = dealt.fork()
                after.choose(candidates[place])
                values.append(self.evaluate(after, position.seat, playout))
                totals[place] += values[-1]
                tries[place] += 1
            if values == seen:
                break  # what is hidden and what chance brings make no difference here: other deals would say the same
            if narrows:
                best = [place for place, value in zip(left, values, strict=True) if value == max(values)]
                wins = wins + 1 if best == [winner] else 1
                winner = best[0] if len(best) == 1 else None
                if winner is not None and wins >= _ENOUGH_WINS:
                    break
                enough = sorted((totals[place] for place in left), reverse=True)[max(2, (len(left) + 1) // 2) - 1]
                kept = [totals[place] >= enough for place in left]
                left = [place for place, stays in zip(left, kept, strict=True) if stays]
                values = [value for value, stays in zip(values, kept, strict=True) if stays]
            seen = values
        means = [total / number for total, number in zip(totals, tries, strict=True)]
        return Weighed(candidates, liked, means, tries, rounds)


@frozen
class Weighed:
    """What a look-ahead made of the answers: the liked ones it went on with, and for each of them what it brought on
    average and on how many deals it was tried, at most so many rounds; means: None where nothing was tried."""

    candidates: list[int]
    liked: list[int] | None
    means: list[float] | None
    tries: list[int]
    rounds: int

    @property
    def ranked(self) -> list[tuple[float, int, int]]:
        """Give what each answer brought, on how many deals, and the answer; those that went on longest come first."""
        assert self.means is not None
        rows = zip(self.means, self.tries, self.candidates, strict=True)
        return sorted(rows, key=lambda row: (-row[1], -row[0]))

    @property
    def best(self) -> list[int]:
        """Give the best answers, all as good as each other."""
        if self.means is None:
            return self.candidates
        mean, tried, _ = self.ranked[0]
        return [answer for value, tries, answer in self.ranked if value == mean and tries == tried]


def answers_to_try(n: int, stream: Stream) -> list[int]:
    """Give all answers of a decision, or a sample where there are too many to try."""
    if n <= _MOST_ANSWERS:
        return list(range(n))
    return sorted({stream.below(n) for _ in range(_MOST_ANSWERS)})


def by_playout(state: State, seat: int, seed: int) -> float:
    """Give what random play from here brings the seat, against the best of the others."""
    stream = Stream(seed, "playout")
    for _ in range(_TO_THE_END if standing(state) is None else _TO_A_STANDING):
        if state.is_over:
            break
        state.choose_random(stream)
    return result_for(state, seat)


def result_for(state: State, seat: int) -> float:
    """Give how far a seat is ahead: at the end of a game by its result, before that by the ranking as it is now."""
    outcome = state.outcome
    values: Sequence[float] | None
    if outcome is None or outcome.kind in ("limit", "endless"):
        values = standing(state)
    else:
        values = [float(value) for value in outcome.returns()]
    if values is None:
        return 0.0
    return values[seat] - max((value for other, value in enumerate(values) if other != seat), default=0.0)


def by_rules(game: Game, bot: str) -> Bot:
    """Give the bot that the rules describe under that name."""
    value = value_function(game, bot)

    def evaluate(state: State, seat: int, seed: int) -> float:
        if game.program.stacks:
            carry_out(state, Stream(seed, "through").random)
        if state.is_over:
            return _WON * result_for(state, seat)
        assert value is not None
        return value(state, seat)

    return LookAhead(None if value is None else evaluate, lambda state: likings(state, bot), bot)


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
    if name in game.program.bots:
        return by_rules(game, name)
    if name == "greedy":
        # The rules know best what is worth striving for.
        first = next(iter(game.program.bots), None)
        return LookAhead(by_playout) if first is None else by_rules(game, first)
    if name == "mcts" or name.startswith("mcts:"):
        # Imported late: the search is built on this module.
        from rulewright.lab.mcts import search_bot

        return search_bot(name, game)
    raise UsageError(f"there is no bot '{name}'; there are: {', '.join(bot_names(game))}, mcts:ITERATIONS")
