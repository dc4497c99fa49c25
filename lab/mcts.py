"""The bot `mcts`: information set Monte Carlo tree search, see informed.py.

A game whose whole tree is small is gone through from its beginning instead (regret.py), so that what others' choices
tell of their hands is weighed, and answers are mixed as is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from rulewright.interpreter.errors import UsageError
from rulewright.lab.exploit import GameTree
from rulewright.lab.informed import Node, Search
from rulewright.lab.regret import equilibrium
from rulewright.lab.streams import Stream
from rulewright.lab.tree import TreeTooBig
from rulewright.lab.worth import Judge

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.lab.bots import Position

DEFAULT_ITERATIONS = 400
_MOST_ITERATIONS = 1_000_000
_SMALL = 600  # nodes of a game that is gone through from its beginning


@frozen
class SearchBot:
    """Searches with a fixed number of rounds: the same on every machine, however busy."""

    iterations: int
    name: str
    game: Game = field(repr=False)
    judge: Judge = field(repr=False)
    _small: dict[int, Any] = field(factory=dict, repr=False, eq=False)  # players -> strategy of a small game, or None

    def answer(self, position: Position, seed: int, number: int) -> int:
        """Give the index of the answer that was searched most; among equals the best, then the first."""
        return self.searched(position, seed, number)[0]

    def searched(self, position: Position, seed: int, number: int) -> tuple[int, Node, Sequence[float] | None]:
        """Give the index of that answer, the root of what was searched, and in a small game how often to give each."""
        if position.n_options == 1:
            return 0, Node(), None
        stream = Stream(seed, "bot", position.seat, number)
        mixed = self._mixed(position)
        if mixed is not None:
            return stream.weighted(mixed), Node(), mixed
        root = Search(position.seat, self.judge, stream, position.redeal).run(self.iterations)
        best = max(root.arms.items(), key=lambda item: (item[1].visits, item[1].reward, -item[0]))[0]
        return int(best), root, None

    def _mixed(self, position: Position) -> Sequence[float] | None:
        """How often to give each answer, in a small game; None in any other."""
        players = position.players
        if players not in self._small:
            try:
                tree = GameTree.of(self.game, players, _SMALL)
            except TreeTooBig:
                self._small[players] = None
            else:
                self._small[players] = equilibrium(tree, self.iterations)
        strategy = self._small[players]
        if strategy is None:
            return None
        try:
            record = position.record()
        except UsageError:  # somewhere in a match that was made up
            return None
        found: Sequence[float] | None = strategy.get((position.seat, record))
        return found


def search_bot(name: str, game: Game) -> SearchBot:
    """Give the bot called `mcts` or `mcts:ITERATIONS`."""
    _, colon, iterations = name.partition(":")
    if not colon:
        return SearchBot(DEFAULT_ITERATIONS, name, game, Judge.of(game))
    if not iterations.isdecimal() or not 1 <= int(iterations) <= _MOST_ITERATIONS:
        raise UsageError(f"'{name}': after mcts: stands a number from 1 to {_MOST_ITERATIONS:,}")
    return SearchBot(int(iterations), name, game, Judge.of(game))
