"""Two games played with the same luck: blocks of one seed, every rotation of the seats, base and variant.

Chance in a game is keyed by what is drawn, and a bot's by its seat and the number of its decision: so whatever the
change of the rules does not touch falls the same in both games of a pair.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable
from math import isnan, nan
from typing import TYPE_CHECKING

from attrs import asdict, define, field, frozen

from rulewright.interpreter.chance import derive_seed
from rulewright.lab.batch import Batch, Result, Watched
from rulewright.lab.counting import Use
from rulewright.lab.figures import figures_of
from rulewright.lab.mirror import victories_of_first
from rulewright.lab.simulate import Plan, Player

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

_MOST_EXAMPLES = 3


@frozen
class PairPlan:
    """What to play: two games, each loaded by a function that can be sent to another process."""

    loads: tuple[Callable[[], Game], Callable[[], Game]]
    players: int
    bots: tuple[str, ...]  # one for each seat, before they move round
    seed: int
    limit: int | None = None
    watched: int = 0  # how many of the blocks, the first ones, are watched closely
    independent: bool = False  # other seeds for the variant: the pairs share nothing
    rows: bool = False  # keep a row for each game (for a file)

    def plan(self, side: int) -> Plan:
        """Give the plan of one of the two games; how many are played is not its concern."""
        return Plan(self.loads[side], self.players, self.bots, self.seed, 0, self.limit)

    def block_seed(self, block: int, side: int) -> int:
        """Give the seed of a block's games."""
        if side and self.independent:
            return derive_seed(self.seed, "block", block, "alone")
        return derive_seed(self.seed, "block", block)


@frozen
class Example:
    """A pair that ended differently: enough to play both again."""

    block: int
    rotation: int
    seeds: tuple[int, int]
    winners: tuple[tuple[int, ...], tuple[int, ...]]


@define
class Columns:
    """The values of measures in blocks: for each measure one number a block and side, nan where there is none."""

    blocks: int = 0
    values: dict[str, tuple[array[float], array[float]]] = field(factory=dict)

    def add(self, base: dict[str, float], variant: dict[str, float]) -> None:
        """Take in one block."""
        for name in (*base, *variant):
            if name not in self.values:
                self.values[name] = (array("d", [nan] * self.blocks), array("d", [nan] * self.blocks))
        for name, (one, two) in self.values.items():
            one.append(base.get(name, nan))
            two.append(variant.get(name, nan))
        self.blocks += 1

    def merge(self, other: Columns) -> None:
        """Take in the blocks that follow."""
        for name in dict.fromkeys((*self.values, *other.values)):
            mine = self.values.setdefault(name, (array("d", [nan] * self.blocks), array("d", [nan] * self.blocks)))
            theirs = other.values.get(name)
            for side in (0, 1):
                mine[side].extend([nan] * other.blocks if theirs is None else theirs[side])
        self.blocks += other.blocks


@define
class Part:
    """What came of some blocks, in the order of their numbers."""

    sides: tuple[Batch, Batch]
    columns: Columns = field(factory=Columns)
    cards: Columns = field(factory=Columns)  # of watched blocks: (field of Use, card) joined by a tab, summed up
    actions: Columns = field(factory=Columns)
    minds: Columns = field(factory=Columns)  # of the mirror check
    alike: int = 0  # pairs of games with the same result
    pairs: int = 0
    examples: list[Example] = field(factory=list)
    others: list[Example] = field(factory=list)  # the same winners, but another course
    seconds: float = 0.0

    @classmethod
    def empty(cls, players: int, *, rows: bool = False) -> Part:
        """Give a part without blocks."""
        return cls((Batch.empty(players, rows=rows), Batch.empty(players, rows=rows)))

    def merge(self, other: Part) -> None:
        """Take in the blocks that follow."""
        for mine, theirs in zip(self.sides, other.sides, strict=True):
            mine.merge(theirs)
        self.columns.merge(other.columns)
        self.minds.merge(other.minds)
        self.cards.merge(other.cards)
        self.actions.merge(other.actions)
        self.alike += other.alike
        self.pairs += other.pairs
        self.examples = (self.examples + other.examples)[:_MOST_EXAMPLES]
        self.others = (self.others + other.others)[:_MOST_EXAMPLES]


@define
class PairPlayer:
    """Plays blocks in this process."""

    plan: PairPlan
    sides: tuple[Player, Player]

    @classmethod
    def of(cls, plan: PairPlan, games: tuple[Game, Game]) -> PairPlayer:
        """Give the player of a plan with the games already loaded."""
        return cls(plan, (Player.of(plan.plan(0), games[0]), Player.of(plan.plan(1), games[1])))

    @classmethod
    def anew(cls, plan: PairPlan) -> PairPlayer:
        """Give the player of a plan in another process: the games are loaded there."""
        return cls.of(plan, (plan.loads[0](), plan.loads[1]()))

    def play_chunk(self, first: int, count: int) -> Part:
        """Play `count` blocks from number `first` on."""
        started = time.perf_counter()
        part = Part.empty(self.plan.players, rows=self.plan.rows)
        for block in range(first, first + count):
            self._play_block(part, block)
        part.seconds = time.perf_counter() - started
        return part

    def _play_block(self, part: Part, block: int) -> None:
        players = self.plan.players
        watched = block < self.plan.watched
        seeds = (self.plan.block_seed(block, 0), self.plan.block_seed(block, 1))
        played: tuple[list[Watched], list[Watched]] = ([], [])
        for rotation in range(players):
            for side in (0, 1):
                one = self._play(side, block * players + rotation, seeds[side], rotation, watched)
                played[side].append(one)
                part.sides[side].add(one.result)
                if watched and one.result.kind != "error":
                    part.sides[side].watch(one)
            self._compare(part, block, rotation, seeds, (played[0][-1].result, played[1][-1].result))
        part.columns.add(*(self._means(games) for games in played))
        part.minds.add(*(_minds(games) for games in played))
        if watched:
            part.cards.add(*(_sums([game.cards for game in games]) for games in played))
            part.actions.add(*(_sums([game.actions for game in games]) for games in played))

    def _play(self, side: int, index: int, seed: int, rotation: int, watched: bool) -> Watched:
        if watched:
            return self.sides[side].watch_seed(index, seed, rotation)
        return Watched(self.sides[side].play_seed(index, seed, rotation), {}, {}, {}, frozenset())

    def _compare(
        self, part: Part, block: int, rotation: int, seeds: tuple[int, int], results: tuple[Result, Result]
    ) -> None:
        part.pairs += 1
        if results[0].went_as(results[1]):
            part.alike += 1
            return
        winners = (results[0].winners, results[1].winners)
        where = part.examples if winners[0] != winners[1] else part.others
        if len(where) < _MOST_EXAMPLES:
            where.append(Example(block, rotation, seeds, winners))

    def _means(self, games: list[Watched]) -> dict[str, float]:
        """Give each measure's mean over the games of a block; nothing where one of them broke."""
        if any(game.result.kind == "error" for game in games):
            return {}
        sums: dict[str, list[float]] = {}
        for rotation, game in enumerate(games):
            for name, value in (*figures_of(game.result, self.names(rotation)).items(), *game.figures.items()):
                sums.setdefault(name, []).append(value)
        return {name: sum(values) / len(values) for name, values in sums.items()}

    def names(self, rotation: int) -> tuple[str, ...]:
        """Give the bot of each seat."""
        n = self.plan.players
        return tuple(self.plan.bots[(seat - rotation) % n] for seat in range(n))


def _minds(games: list[Watched]) -> dict[str, float]:
    """Give a block's part of the mirror check."""
    won, victories = victories_of_first([game.result for game in games])
    return {} if isnan(won) else {"won": won, "all": victories}


def _sums(games: list[dict[str, Use]]) -> dict[str, float]:
    """Give what cards or actions came to in the games of a block, as columns."""
    totals: dict[str, Use] = {}
    for game in games:
        for name, use in game.items():
            totals.setdefault(name, Use()).merge(use)
    return {f"{what}\t{name}": float(value) for name, use in totals.items() for what, value in asdict(use).items()}
