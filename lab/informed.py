"""The search behind the bot `mcts`: rounds through a tree of what players see.

Each round takes a deal that fits what the searching player knows, walks down by answers that are there in it, adds one
node, judges the position there, and counts for every seat on the way what that brought it. A node is what its player
sees, not what is so: the searching player's nodes are that player's views, and neither the hand of another nor a choice
that is not yet shown can matter there. Of the others a node is what that player would see in the deal; as long as that
one has hardly been met, what everybody sees stands for it, with answers compared by how often they could have been taken.

Rounds share deals, chance included: where one has been in a deal, another need not play again to get there. That is
what makes a round cost little more than one answer.

P. I. Cowling, E. J. Powley, D. Whitehouse: Information Set Monte Carlo Tree Search (2012). Cutting off at a judgement
instead of playing to the end: M. H. M. Winands, Y. Björnsson: Evaluation Function Based Monte-Carlo LOA (2010).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, sqrt, tanh
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulewright.dsl.collecting import without_collecting
from rulewright.interpreter.bots import likings
from rulewright.interpreter.search import answer_keys, carry_out, play_on, rekeyed, view_key

if TYPE_CHECKING:
    from rulewright.interpreter.state import State
    from rulewright.lab.streams import Stream
    from rulewright.lab.worth import Judge

_EXPLORATION = 0.4
_MOST_ANSWERS = 48
_ROUNDS_A_DEAL = 8
_KNOWN_AFTER = 4  # visits for each answer, after which a node of another player's own view is trusted
_DEEPEST = 60  # nodes on the way, after which a round judges
_MEASURED = 16  # rounds, after which it is known how much positions differ in value
# A value counts between these bounds of a victory: less than having won, more than having lost.
_AHEAD, _BEHIND = 0.9, 0.1


@define
class Arm:
    """An answer at a node: how often it was taken and could have been, and what it brought whoever gave it."""

    visits: int = 0
    available: int = 0
    reward: float = 0.0


@define
class Node:
    """What a player sees when asked; the places of the answers worth trying, and what those tried have brought."""

    visits: int = 0
    reward: float = 0.0
    arms: dict[Any, Arm] = field(factory=dict)
    places: list[int] | None = None

    def best(self, keys: Sequence[Any], stream: Stream) -> int:
        """The place of the answer to try next; those never tried count a little better than the mean."""
        fresh = (self.reward / self.visits if self.visits else 0.5) + _EXPLORATION + 1.0
        most, best, equal = -1.0, 0, 0
        for place, key in enumerate(keys):
            arm = self.arms.get(key)
            if arm is None:
                arm = self.arms[key] = Arm()
            arm.available += 1
            if arm.visits:
                worth = arm.reward / arm.visits + _EXPLORATION * sqrt(log(arm.available) / arm.visits)
            else:
                worth = fresh
            if worth > most:
                most, best, equal = worth, place, 1
            elif worth == most:
                equal += 1
                if stream.random() * equal < 1.0:
                    best = place
        return best


@define
class _Stand:
    """A position of a deal that rounds came to, with the node of who is asked and the positions that follow."""

    state: State
    own: Node
    shown: Node | None = None
    keys: list[Any] | None = None
    looked: bool = False  # whether `shown` and `keys` are known; both stay None where answers are sets or orders
    after: dict[int, _Stand] = field(factory=dict)


@define
class Search:
    """One decision's search. redeal: gives a state that fits what the seat knows, by a seed."""

    seat: int
    judge: Judge
    stream: Stream
    redeal: Callable[[int], State]
    nodes: dict[Any, Node] = field(factory=dict)
    deals: list[_Stand] = field(factory=list)
    scale: _Scale | None = None
    _early: list[tuple[list[tuple[Node, Any, int]], list[float]]] = field(factory=list)

    def run(self, rounds: int) -> Node:
        """Search; give the node of the decision. It has one answer where nothing else is worth a try."""
        with without_collecting():  # nothing here refers to itself in a circle; looking for that takes a tenth of the time
            return self._searched(rounds)

    def _searched(self, rounds: int) -> Node:
        deals = max(1, rounds // _ROUNDS_A_DEAL)
        for turn in range(rounds):
            if turn < deals:
                self.deals.append(self._stand(self.redeal(self.stream.below(1 << 64))))
                if not turn and len(self._places(self.deals[0])) == 1:
                    self.deals[0].own.arms[self._places(self.deals[0])[0]] = Arm(1, 1)
                    break
            self._round(self.deals[turn % deals])
            if turn + 1 >= _MEASURED:
                self._measure()
            if turn & 15 == 15 and self._decided(rounds - turn - 1):
                break
        self._measure()
        return self.deals[0].own

    def _decided(self, rounds: int) -> bool:
        """Whether the rounds that are left cannot change which answer is searched most."""
        visits = sorted((arm.visits for arm in self.deals[0].own.arms.values()), reverse=True)
        return len(visits) > 1 and visits[0] - visits[1] > rounds

    def _round(self, stand: _Stand) -> None:
        """Walk down, add a node, judge, and count what came of it."""
        path: list[tuple[Node, Any, int]] = []
        fresh = False
        while not stand.state.is_over and not fresh and len(path) < _DEEPEST:
            stand, fresh = self._step(stand, path)
        state = stand.state
        if not state.is_over:
            state = rekeyed(state, self.stream.below(1 << 64))
            if self.judge.value is None:
                play_on(state, self.stream.random, self.judge.decisions, self.judge.bot, self.judge.liking)
            else:
                carry_out(state, self.stream.random)
        for node, key, _ in path:
            node.visits += 1
            node.arms[key].visits += 1
        leads = self.judge.values(state)
        if leads is None:
            _count(path, self.judge.rewards(state))
        elif self.scale is not None:
            _count(path, self.scale.rewards(leads))
        else:
            self._early.append((path, leads))

    def _step(self, stand: _Stand, path: list[tuple[Node, Any, int]]) -> tuple[_Stand, bool]:
        """Take an answer; give where it leads, and whether what was left had never been met before."""
        own, player = stand.own, stand.state.player
        fresh = own.visits == 0
        places = self._places(stand)
        if player != self.seat and own.visits < _KNOWN_AFTER * len(places):
            if not stand.looked:
                stand.looked = True
                stand.keys = answer_keys(stand.state)
                if stand.keys is not None:
                    stand.shown = self._node((view_key(stand.state, stand.state.players), "all"))
            if stand.shown is not None and stand.keys is not None:
                fresh = stand.shown.visits == 0
                keys = [stand.keys[place] for place in places]
                chosen = stand.shown.best(keys, self.stream)
                path.append((stand.shown, keys[chosen], player))
                place = places[chosen]
                own.arms.setdefault(place, Arm()).available += 1
                path.append((own, place, player))
                return self._after(stand, place), fresh
        place = places[own.best(places, self.stream)]
        path.append((own, place, player))
        return self._after(stand, place), fresh

    def _after(self, stand: _Stand, place: int) -> _Stand:
        found = stand.after.get(place)
        if found is None:
            state = stand.state.fork()
            state.choose(place)
            found = stand.after[place] = self._stand(state)
        return found

    def _stand(self, state: State) -> _Stand:
        if state.is_over:
            return _Stand(state, Node())
        # What a player sees settles the answers: their places are the same whenever this is seen again.
        return _Stand(state, self._node((view_key(state, state.player), state.n_options)))

    def _node(self, key: Any) -> Node:
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node()
        return node

    def _places(self, stand: _Stand) -> list[int]:
        """The answers to choose from: none that is avoided if another is not, and some of very many; always the same
        ones at a node."""
        node = stand.own
        if node.places is None:
            n = stand.state.n_options
            liked = None if self.judge.bot is None or n == 1 else likings(stand.state, self.judge.bot)
            bound = 0 if liked is None else min(0, max(liked))
            node.places = self._some(range(n) if liked is None else [i for i, x in enumerate(liked) if x >= bound])
        return node.places

    def _some(self, places: Sequence[int]) -> list[int]:
        n = len(places)
        if n <= _MOST_ANSWERS:
            return list(places)
        return [places[i] for i in sorted({self.stream.below(n) for _ in range(_MOST_ANSWERS)})]

    def _measure(self) -> None:
        """See how much positions differ, and count what was judged before that was known."""
        if self._early:
            self.scale = _Scale.of([leads for _, leads in self._early])
        for path, leads in self._early:
            assert self.scale is not None
            _count(path, self.scale.rewards(leads))
        self._early = []


def _count(path: list[tuple[Node, Any, int]], rewards: Sequence[float]) -> None:
    """Take in what answers have brought."""
    for node, key, player in path:
        node.reward += rewards[player]
        node.arms[key].reward += rewards[player]


@define
class _Scale:
    """Makes parts of a victory of values: what counts is how far one is above the usual in this search.

    Measured by victory itself, a position that is nearly won or lost would look the same whatever is answered.
    """

    middle: list[float]
    width: list[float]

    @classmethod
    def of(cls, rows: Sequence[Sequence[float]]) -> _Scale:
        """Give the scale that fits these leads; where they are all alike, a difference of one counts."""
        seats = list(zip(*rows, strict=True))
        middle = [sum(leads) / len(leads) for leads in seats]
        spread = [
            sqrt(sum((lead - mean) ** 2 for lead in leads) / len(leads))
            for leads, mean in zip(seats, middle, strict=True)
        ]
        return cls(middle, [2.0 * (x or 1.0) for x in spread])

    def rewards(self, leads: Sequence[float]) -> list[float]:
        """Give each seat's part of the victory."""
        return [
            0.5 + 0.5 * (_AHEAD - _BEHIND) * tanh((lead - mean) / width)
            for lead, mean, width in zip(leads, self.middle, self.width, strict=True)
        ]
