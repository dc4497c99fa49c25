"""The whole tree of a small game, chance included: exact counts, and what uniform play brings each player.

The walk is depth first with a stack of its own, so that depth is no limit. Probabilities are kept as two whole numbers
along the way; what an end brings is added up for each denominator, and only those sums meet as fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulewright.interpreter.chance import ChancePoint, Script, branches, roots
from rulewright.interpreter.errors import RulewrightError
from rulewright.lab.streams import Stream

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

DEFAULT_MAX_NODES = 2_000_000
_REPORT_EVERY = 2_000

# Where in a joint choice a decision stands: whose turn to commit it is, and which of that player's questions.
Place = tuple[int, int]


class TreeTooBig(RulewrightError):
    """The tree has more nodes than were allowed."""

    def __init__(self, max_nodes: int) -> None:
        super().__init__(
            f"the tree has more than {max_nodes:,} nodes; choose a smaller game (fewer players, smaller options) "
            f"or allow more with --max-nodes"
        )


@define
class Tree:
    """What the walk has counted. A node is a decision, a chance point or an end."""

    players: int
    terminal_histories: int = 0
    decision_nodes: int = 0
    chance_nodes: int = 0
    records: list[set[Any]] = field(factory=list)  # for each player: the information sets met
    sums: dict[int, list[int | Fraction]] = field(factory=dict)  # denominator -> for each player what ends brought
    unfinished: int = 0  # histories that a limit of the engine ended

    @property
    def nodes(self) -> int:
        """All nodes met so far."""
        return self.terminal_histories + self.decision_nodes + self.chance_nodes

    def uniform_value(self) -> list[Fraction]:
        """Give what each player gets on average when every answer is equally likely."""
        return [
            sum((Fraction(brought[seat]) / denominator for denominator, brought in self.sums.items()), Fraction(0))
            for seat in range(self.players)
        ]

    def to_json(self) -> dict[str, Any]:
        """Give the document of the command; values as numbers, and exactly as text."""
        values = self.uniform_value()
        return {
            "terminal_histories": self.terminal_histories,
            "decision_nodes": self.decision_nodes,
            "chance_nodes": self.chance_nodes,
            "information_sets": [len(records) for records in self.records],
            "uniform_value": [float(value) for value in values],
            "uniform_value_exact": [str(value) for value in values],
        }


def hopeless(game: Game, players: int, max_nodes: int) -> bool:
    """Whether the tree is so big that walking up to the limit would only waste time.

    The product of the numbers of answers along one random game estimates the number of ends without bias (Knuth, "Estimating
    the efficiency of backtrack programs", 1975). Only if every one of a few games gives far too many is the walk not begun.
    """
    for seed in range(8):
        state = game.start(players=players, seed=seed)
        numbers = Stream(seed, "tree")
        ends = 1
        while not state.is_over and ends <= 1000 * max_nodes:
            ends *= state.n_options
            state.choose_random(numbers)
        if ends <= 1000 * max_nodes:
            return False
    return True


def walk(
    game: Game,
    players: int,
    max_nodes: int = DEFAULT_MAX_NODES,
    on_progress: Callable[[int], Any] = lambda nodes: None,
) -> Tree:
    """Walk the tree of a game; raise TreeTooBig when it has more nodes than allowed."""
    if hopeless(game, players, max_nodes):
        raise TreeTooBig(max_nodes)
    tree = Tree(players, records=[set() for _ in range(players)])
    chance = [0]
    # (state, numerator, denominator, the place of the decision before it)
    pending: list[tuple[State, int, int, Place | None]] = []
    report = _REPORT_EVERY
    for chances, state in roots(game, players, chance):
        pending.append((state, chances.numerator, chances.denominator, None))
        tree.chance_nodes = chance[0]
        if tree.nodes + len(pending) > max_nodes:
            raise TreeTooBig(max_nodes)
    while pending:
        state, over, under, place = pending.pop()
        if state.is_over:
            _take_end(tree, state, over, under)
        else:
            place = _take_decision(tree, state, place)
            n = state.n_options
            under *= n
            if tree.nodes + n > max_nodes:
                raise TreeTooBig(max_nodes)
            for answer in range(n):
                for weight, after in _after(state, answer, chance):
                    if weight is None:
                        pending.append((after, over, under, place))
                    else:
                        pending.append((after, over * weight.numerator, under * weight.denominator, place))
        tree.chance_nodes = chance[0]
        if tree.nodes > max_nodes:
            raise TreeTooBig(max_nodes)
        if tree.nodes >= report:
            on_progress(tree.nodes)
            report = tree.nodes + _REPORT_EVERY
    return tree


def _after(state: State, answer: int, chance: list[int]) -> Iterator[tuple[Fraction | None, State]]:
    """Give the states after an answer with their probabilities; None where nothing is left to chance."""
    after = state.fork()
    after.chance = Script()
    try:
        after.choose(answer)
    except ChancePoint:
        yield from branches(state, answer, chance)
    else:
        yield None, after


def _take_end(tree: Tree, state: State, over: int, under: int) -> None:
    tree.terminal_histories += 1
    outcome = state.outcome
    if outcome.kind in ("limit", "endless"):
        tree.unfinished += 1
        returns = [Fraction(0)] * tree.players
    else:
        returns = outcome.returns()
    brought = tree.sums.get(under)
    if brought is None:
        brought = tree.sums[under] = [0] * tree.players
    for seat, value in enumerate(returns):
        # Most are whole, and whole numbers add up many times faster than fractions do.
        brought[seat] += over * (value.numerator if value.denominator == 1 else value)


def _take_decision(tree: Tree, state: State, before: Place | None) -> Place | None:
    """Count a decision; give its place in the joint choice that it belongs to, all of whose decisions are one node.

    `before` is the place of the decision before it, if that was part of a joint choice too.
    """
    seat = state.player
    tree.records[seat].add(state.information_state(seat))
    if not state.joint:
        tree.decision_nodes += 1
        return None
    here = (state.joint, state.q)
    if before is None or here <= before:
        tree.decision_nodes += 1
    return here
