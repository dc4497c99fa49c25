"""One game between bots, from the deal to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from rulewright.lab.batch import Result
from rulewright.lab.bots import Bot, Position, RandomBot, make_bot
from rulewright.lab.streams import seat_streams

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

_NO_LIMIT = 1 << 62


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
        """Play one game; `limit` decisions that are not forced end it as the engine's own limits do."""
        if self.uniform:
            return self._play_at_random(game, index, seed, limit)
        state = game.start(players=len(self.bots), seed=seed)
        options = most = 0
        asked = [0] * len(self.bots)
        for _ in range(_NO_LIMIT if limit is None else limit):
            if state.is_over:
                break
            seat = state.player
            n = state.n_options
            options += n
            most = max(most, n)
            state.choose(self.bots[seat].answer(Position(state, seat), seed, asked[seat]))
            asked[seat] += 1
        return Result.of(state, index, options + state.n_forced, most)

    def _play_at_random(self, game: Game, index: int, seed: int, limit: int | None) -> Result:
        state = game.start(players=len(self.bots), seed=seed)
        streams = seat_streams(seed, len(self.bots))
        choose = state.choose_random
        options = most = 0
        for _ in range(_NO_LIMIT if limit is None else limit):
            if state.is_over:
                break
            n = state.n_options
            options += n
            if n > most:
                most = n
            choose(streams[state.player])
        return Result.of(state, index, options + state.n_forced, most)
