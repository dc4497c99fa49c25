"""Information set Monte Carlo tree search: one tree over what the searching player can tell apart, a redeal a round.

Each round redeals what the player cannot see, walks down the tree by answers that are there in this deal, adds one
node, plays on at random, and counts for every seat on the way what the end brought it. Answers that were seldom there
are compared with how often they could have been taken, not with how often the node was passed.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.interpreter.errors import UsageError
from rulewright.lab.bots import Position
from rulewright.lab.streams import Stream

if TYPE_CHECKING:
    from rulewright.interpreter.state import State

DEFAULT_ITERATIONS = 400
_MOST_ITERATIONS = 1_000_000
_EXPLORATION = 0.7
_MOST_ANSWERS = 64
_PLAYOUT_DECISIONS = 2_000


@define
class Node:
    """After an answer: how often it was taken and could have been, and what it brought whoever gave it."""

    visits: int = 0
    available: int = 0
    reward: float = 0.0
    children: dict[str, Node] = field(factory=dict)


@frozen
class SearchBot:
    """Searches with a fixed number of rounds: the same on every machine, however busy."""

    iterations: int
    name: str

    def answer(self, position: Position, seed: int, number: int) -> int:
        """Give the index of the answer that was searched most; among equals the best, then the first."""
        n = position.n_options
        if n == 1:
            return 0
        stream = Stream(seed, "bot", position.seat, number)
        texts = _texts(position.redeal(stream.below(1 << 64)))
        root = Node()
        for _ in range(self.iterations):
            state = position.redeal(stream.below(1 << 64))
            _search(root, state, Stream(stream.below(1 << 64), "playout"))
        best = max(root.children.items(), key=lambda item: (item[1].visits, item[1].reward))[0]
        return texts[best]


def search_bot(name: str) -> SearchBot:
    """Give the bot called `mcts` or `mcts:ITERATIONS`."""
    _, colon, iterations = name.partition(":")
    if not colon:
        return SearchBot(DEFAULT_ITERATIONS, name)
    if not iterations.isdecimal() or not 1 <= int(iterations) <= _MOST_ITERATIONS:
        raise UsageError(f"'{name}': after mcts: stands a number from 1 to {_MOST_ITERATIONS:,}")
    return SearchBot(int(iterations), name)


def _texts(state: State) -> dict[str, int]:
    """Give the answers of a decision by text, which is the same for the same answer in every deal."""
    decision = state.decision
    assert decision is not None
    # Of very many answers (sets) the first ones are taken: the same in every round, so that they can be compared.
    return {option.text: option.index for option in decision.options[:_MOST_ANSWERS]}


def _search(root: Node, state: State, stream: Stream) -> None:
    path: list[tuple[Node, int]] = []
    node = root
    while not state.is_over:
        seat = state.player
        assert seat is not None
        answers = _texts(state)
        fresh = [text for text in answers if text not in node.children]
        text = fresh[stream.below(len(fresh))] if fresh else _best(node, answers)
        for there in answers:
            if there in node.children:
                node.children[there].available += 1
        child = node.children.get(text)
        if child is None:
            child = node.children[text] = Node(available=1)
        path.append((child, seat))
        node = child
        state.choose(answers[text])
        if fresh:
            break
    for _ in range(_PLAYOUT_DECISIONS):
        if state.is_over:
            break
        state.choose_random(stream)
    rewards = _rewards(state)
    for passed, seat in path:
        passed.visits += 1
        passed.reward += rewards[seat]


def _best(node: Node, answers: dict[str, int]) -> str:
    def worth(text: str) -> float:
        child = node.children[text]
        return child.reward / child.visits + _EXPLORATION * sqrt(log(child.available + 1) / child.visits)

    return max(answers, key=worth)


def _rewards(state: State) -> list[float]:
    """Give each seat's part of the victory; nobody's where the game has no winner or was cut off."""
    outcome = state.outcome
    if outcome is None or not outcome.winners:
        return [1.0 / state.players] * state.players
    return [1.0 / len(outcome.winners) if seat in outcome.winners else 0.0 for seat in range(state.players)]
