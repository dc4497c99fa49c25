"""One game between bots, from the deal to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from rulewright.interpreter.limits import LARGEST
from rulewright.lab.batch import Result
from rulewright.lab.bots import Bot, Position, RandomBot, make_bot
from rulewright.lab.streams import seat_streams

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game


@define
class Seating:
    """The bots of a match, by seat."""

    bots: tuple[Bot, ...]
    uniform: bool  # all play at random

    @classmethod
    def of(cls, game: Game, names: tuple[str, ...]) -> Seating:
        """Give the bots with these names, one for each seat."""
        bots = tuple(make_bot(game, name) for name in names)
        return cls(bots, all(isinstance(bot, RandomBot) for bot in bots))

    def play(self, game: Game, index: int, seed: int, limit: int | None) -> Result:
        """Play one game; with a limit it is cut off after so many decisions."""
        if not self.uniform:
            return self._play_with_bots(game, index, seed, limit)
        if limit is not None:
            return self._play_at_random(game, index, seed, limit)
        # By far the fastest; it makes the same choices.
        numbers = [stream.random for stream in seat_streams(seed, len(self.bots))]
        state = game.playout(len(self.bots), seed, numbers)
        return Result.of(state, index, state.n_options_seen, state.most_options)

    def _play_at_random(self, game: Game, index: int, seed: int, limit: int) -> Result:
        state = game.start(players=len(self.bots), seed=seed)
        streams = seat_streams(seed, len(self.bots))
        options = most = 0
        while not state.is_over and state.n_decisions < limit:
            n = min(state.n_options, LARGEST)
            options += n
            most = max(most, n)
            state.choose_random(streams[state.player])
        return Result.of(state, index, options + state.n_forced, most)

    def _play_with_bots(self, game: Game, index: int, seed: int, limit: int | None) -> Result:
        state = game.start(players=len(self.bots), seed=seed)
        asked = [0] * len(self.bots)
        options = most = 0
        while not state.is_over and (limit is None or state.n_decisions < limit):
            seat, n = state.player, min(state.n_options, LARGEST)
            options += n
            most = max(most, n)
            state.choose(self.bots[seat].answer(Position(state, seat), seed, asked[seat]))
            asked[seat] += 1
        return Result.of(state, index, options + state.n_forced, most)
