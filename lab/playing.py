"""One game between bots, from the deal to the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define

from rulewright.interpreter.chance import derive_seed
from rulewright.interpreter.limits import LARGEST
from rulewright.interpreter.luck import SeatNumbers
from rulewright.interpreter.saves import answers_with_decisions
from rulewright.interpreter.turns import start_told
from rulewright.lab.batch import Choice, Result
from rulewright.lab.bots import Bot, Position, RandomBot, make_bot
from rulewright.lab.streams import seat_streams

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State


def bots_seed(seed: int, rotation: int) -> int:
    """Give the seed of the bots' randomness: the match's own, or another for each rotation of the seats."""
    return seed if not rotation else derive_seed(seed, "rotated", rotation)


# In the place of the last choice, where a bot tried answers out and one of them broke the game.
THINKING = "(it broke while the bot was thinking)"


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

    def play(self, game: Game, index: int, seed: int, limit: int | None, rotation: int = 0) -> Result:
        """Play one game; with a limit it is cut off after so many decisions.

        rotation: by how many seats the bots have moved on, their randomness with them, while the chance of the game
        stays. So rotations of one seed are games in which each bot has each seat once.
        """
        if not self.uniform or limit is not None:
            return self.play_on(game, index, seed, limit, rotation)[0]
        # By far the fastest; it makes the same choices.
        state = game.playout(len(self.bots), seed, SeatNumbers(bots_seed(seed, rotation), len(self.bots)))
        return Result.of(state, index, state.n_options_seen, state.most_options)

    def bot_at(self, seat: int, rotation: int) -> int:
        """Give the number of the bot that has a seat."""
        return (seat - rotation) % len(self.bots)

    def choices_before_break(self, game: Game, seed: int, limit: int | None, rotation: int) -> tuple[Choice, ...]:
        """Play a game that breaks once more, and give its choices up to the one that breaks it; none if that happens
        before the first, or if it does not break this time."""
        last: list[State] = []
        before = 0

        def notice(state: State) -> None:
            nonlocal before
            last[:], before = [state], state.n_decisions

        try:
            self.play_on(game, 0, seed, limit, rotation, notice)
        except Exception:
            if not last:
                return ()
            state = last[0]
            found = [
                Choice(decision.player, decision.question, said if isinstance(said, str) else tuple(said))
                for decision, said in answers_with_decisions(state)
                if not decision.forced
            ]
            if state.n_decisions == before:
                found.append(Choice(state.player, state.decision.question, THINKING))
            return tuple(found)
        return ()

    def play_on(
        self,
        game: Game,
        index: int,
        seed: int,
        limit: int | None,
        rotation: int,
        notice: Callable[[State], None] | None = None,
        turn_begins: Callable[[State], None] | None = None,
    ) -> tuple[Result, State]:
        """Play one game decision by decision; give its result and its end.

        notice: is shown the state before each decision, which then keeps a record; turn_begins: is shown it at the
        beginning of each turn besides, to be read and not kept.
        """
        if turn_begins is not None:
            state = start_told(game, len(self.bots), seed, turn_begins)
        else:
            state = game.start(players=len(self.bots), seed=seed, traced=notice is not None)
        luck = bots_seed(seed, rotation)
        streams = seat_streams(luck, len(self.bots))
        asked = [0] * len(self.bots)
        options = most = 0
        while not state.is_over and (limit is None or state.n_decisions < limit):
            seat, n = state.player, min(state.n_options, LARGEST)
            options += n
            most = max(most, n)
            if notice is not None:
                notice(state)
            if self.uniform:
                state.choose_random(streams[seat])
            else:
                bot = self.bots[self.bot_at(seat, rotation)]
                state.choose(bot.answer(Position(state, seat), luck, asked[seat]))
                asked[seat] += 1
        return Result.of(state, index, options + state.n_forced, most), state
