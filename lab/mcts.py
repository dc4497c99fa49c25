"""Information set Monte Carlo tree search: upper confidence bounds over what players can tell apart.

Each round takes a deal that fits what the searching player knows, walks down by answers that are there in it, adds one
node, plays on, and counts for every seat on the way what that brought it. A node is what its player sees, not what is
so: the searching player's nodes are that player's views, and neither the hand of another nor a choice that is not yet
shown can matter there. Of the others a node is what that player would see in the deal; as long as that one has
hardly been met, what everybody sees stands for it, with answers compared by how often they could have been taken.

A game whose whole tree is small is gone through from its beginning instead (regret.py), so that what others' choices
tell of their hands is weighed, and answers are mixed as is right.

P. I. Cowling, E. J. Powley, D. Whitehouse: Information Set Monte Carlo Tree Search (2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.search import answer_keys, play_on, rekeyed, view_key
from rulewright.lab.exploit import GameTree
from rulewright.lab.regret import equilibrium
from rulewright.lab.streams import Stream
from rulewright.lab.tree import TreeTooBig
from rulewright.lab.worth import Judge

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State
    from rulewright.lab.bots import Position

DEFAULT_ITERATIONS = 400
_MOST_ITERATIONS = 1_000_000
_EXPLORATION = 0.6
_MOST_ANSWERS = 48
_ROUNDS_A_DEAL = 4
_KNOWN_AFTER = 4  # visits for each answer, after which a node of another player's own view is trusted
_SMALL = 600  # nodes of a game that is gone through from its beginning
_DEEPEST = 60  # nodes on the way, after which a round plays on


@define
class Arm:
    """An answer at a node: how often it was taken and could have been, and what it brought whoever gave it."""

    visits: int = 0
    available: int = 0
    reward: float = 0.0


@define
class Node:
    """What a player sees when asked, with the answers tried there."""

    visits: int = 0
    reward: float = 0.0
    arms: dict[Any, Arm] = field(factory=dict)

    def best(self, keys: list[Any], stream: Stream) -> int:
        """The place of the answer to try next; those never tried count a little better than the mean."""
        fresh = (self.reward / self.visits if self.visits else 0.5) + _EXPLORATION
        most, best, equal = -1.0, 0, 0
        for place, key in enumerate(keys):
            arm = self.arms.get(key)
            if arm is None:
                arm = self.arms[key] = Arm()
            arm.available += 1
            if arm.visits:
                worth = arm.reward / arm.visits + _EXPLORATION * sqrt(log(arm.available) / arm.visits)
            else:
                worth = fresh + 1.0
            if worth > most:
                most, best, equal = worth, place, 1
            elif worth == most:
                equal += 1
                if stream.random() * equal < 1.0:
                    best = place
        return best

    def count(self, key: Any, reward: float) -> None:
        """Take in what an answer has brought."""
        self.visits += 1
        self.reward += reward
        arm = self.arms[key]
        arm.visits += 1
        arm.reward += reward


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
        search = _Search(position.seat, self.judge, stream)
        deals = max(1, self.iterations // _ROUNDS_A_DEAL)
        for turn in range(self.iterations):
            if turn < deals:
                search.deals.append(position.redeal(stream.below(1 << 64)))
            search.round(rekeyed(search.deals[turn % deals], stream.below(1 << 64)))
            if turn & 15 == 15 and search.decided(self.iterations - turn - 1):
                break
        root = search.root()
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


@define
class _Search:
    """One decision's search."""

    seat: int
    judge: Judge
    stream: Stream
    deals: list[State] = field(factory=list)
    nodes: dict[Any, Node] = field(factory=dict)

    def root(self) -> Node:
        """Give the node of the decision that is searched."""
        return self._node((view_key(self.deals[0], self.seat), self.deals[0].n_options))

    def decided(self, rounds: int) -> bool:
        """Whether the rounds that are left cannot change which answer is searched most."""
        first, second = sorted((arm.visits for arm in self.root().arms.values()), reverse=True)[:2]
        return first - second > rounds

    def round(self, state: State) -> None:
        """Walk down, add a node, play on, and count what came of it."""
        path: list[tuple[Node, Any, int]] = []
        fresh = False
        while not state.is_over and not fresh and len(path) < _DEEPEST:
            player = state.player
            n = state.n_options
            own = self._node((view_key(state, player), n))
            fresh = own.visits == 0
            # What a player sees settles the answers: their places are the same whenever this is seen again.
            places = list(range(n)) if n <= _MOST_ANSWERS else self._some(own, n)
            if player == self.seat or own.visits >= _KNOWN_AFTER * len(places):
                place = places[own.best(places, self.stream)]
                path.append((own, place, player))
                state.choose(place)
                continue
            keys = answer_keys(state)
            if keys is None:
                place = places[own.best(places, self.stream)]
                path.append((own, place, player))
            else:
                shown = self._node((view_key(state, state.players), "all"))
                fresh = shown.visits == 0
                place = shown.best(keys, self.stream)
                path.append((shown, keys[place], player))
                own.arms.setdefault(place, Arm()).available += 1
                path.append((own, place, player))
            state.choose(place)
        if not state.is_over:
            play_on(state, self.stream.random, self.judge.decisions, self.judge.bot, self.judge.liking)
        rewards = self.judge.rewards(state)
        for node, key, player in path:
            node.count(key, rewards[player])

    def _node(self, key: Any) -> Node:
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node()
        return node

    def _some(self, node: Node, n: int) -> list[int]:
        """Some of very many answers, always the same ones at a node."""
        if node.arms:
            return list(node.arms)
        return sorted({self.stream.below(n) for _ in range(_MOST_ANSWERS)})
