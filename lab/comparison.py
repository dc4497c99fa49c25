"""What a change of the rules changes: blocks are played until there are enough, and every measure is compared.

Blocks are looked at after 100, 200, 400 ... of them, in the order of their seeds, so that what is seen depends neither
on how many processes play nor on how fast. The level is shared over the looks. It is stopped for precision alone, not
because something looks significant.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import isnan
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulewright.interpreter.errors import UsageError
from rulewright.lab.engines import Run, Work
from rulewright.lab.figures import LENGTHS, is_share
from rulewright.lab.interrupts import held_back
from rulewright.lab.intervals import shared_level
from rulewright.lab.paired import LEVEL, Difference, adjusted, paired
from rulewright.lab.pairs import Columns, PairPlan, PairPlayer, Part

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

FIRST_LOOK = 100
DEFAULT_BLOCKS = 400
MOST_BLOCKS = FIRST_LOOK << 7
# Lengths of games that a limit cut off are not what they would have been; above this share medians are compared.
MOST_CENSORED = 0.01


@frozen
class Precision:
    """Blocks are played until the interval of `measure` is at most `half` to either side."""

    half: float
    measure: str = "wins of seat 1"


@frozen
class Look:
    """What was seen after so many blocks. half_width: of the interval that is to become narrow."""

    blocks: int
    level: float
    half_width: float | None
    enough: bool
    moved: tuple[str, ...]


def look_sizes(blocks: int, precision: Precision | None) -> tuple[int, ...]:
    """Give after how many blocks is looked: once at the end, or after 100, 200, 400 ... and at the end."""
    if precision is None:
        return (blocks,)
    sizes = []
    size = FIRST_LOOK
    while size < blocks:
        sizes.append(size)
        size *= 2
    return (*sizes, blocks)


@define
class Comparison(Run):
    """A comparison and what has come of it so far."""

    plan: PairPlan
    blocks: int
    precision: Precision | None = None
    total: Part = field(init=False)
    looks: list[Look] = field(factory=list)
    differences: list[Difference] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.total = Part.empty(self.plan.players)

    @property
    def sizes(self) -> tuple[int, ...]:
        """After how many blocks is looked."""
        return look_sizes(self.blocks, self.precision)

    @property
    def level(self) -> float:
        """The level of each look, so that all of them together keep to LEVEL."""
        return shared_level(len(self.sizes), LEVEL)

    @property
    def same(self) -> bool:
        """Whether every game of the variant went as that of the base did."""
        return not self.plan.independent and self.total.pairs > 0 and self.total.alike == self.total.pairs

    def play(
        self,
        games: tuple[Game, Game],
        jobs: int = 1,
        on_part: Callable[[Part, int], Any] = lambda part, done: None,
        engine: str = "local",
    ) -> None:
        """Play until there are enough blocks. An interrupt, or the loss of a process, ends it; what was played
        counts."""
        sizes = self.sizes
        player = PairPlayer.of(self.plan, games)
        work = Work(partial(PairPlayer.anew, self.plan), player, self.blocks, sizes)
        with self.parts(work, jobs, engine) as parts:
            for part in parts:
                with held_back():  # else some columns would have a block more than others, or blocks had no rows
                    self.total.merge(part)
                    on_part(part, self.total.columns.blocks)
                if self.total.columns.blocks in sizes and self._look():
                    break
        self.differences = self.analyse()

    def _look(self) -> bool:
        """Look at what there is; say whether it is enough."""
        found = self.analyse(quick=True)
        half, enough = None, False
        if self.precision is not None:
            wanted = next((one for one in found if one.measure == self.precision.measure), None)
            if wanted is None:
                names = ", ".join(f"'{one.measure}'" for one in found)
                raise UsageError(f"there is no measure '{self.precision.measure}' here; there are: {names}")
            half = wanted.half_width
            enough = half is not None and half <= self.precision.half
        moved = tuple(one.measure for one in found if one.moved(self.level))
        self.looks.append(Look(self.total.columns.blocks, self.level, half, enough, moved))
        return enough

    def analyse(self, *, quick: bool = False) -> list[Difference]:
        """Give the difference of every measure that came up, p values adjusted for their number."""
        return analyse(self.total.columns, self.level, self.plan.seed, quick=quick, medians=self.censored())

    def censored(self) -> bool:
        """Say whether so many games were cut off that mean lengths mean little."""
        return any(
            batch.kinds.get("limit", 0) + batch.kinds.get("endless", 0) > MOST_CENSORED * batch.games
            for batch in self.total.sides
        )


def analyse(
    columns: Columns, level: float, seed: int, *, quick: bool = False, medians: bool = False
) -> list[Difference]:
    """Give the difference of every measure that has values on both sides and is not 0 everywhere."""
    found = []
    for name, (one, two) in columns.values.items():
        known = [place for place in range(columns.blocks) if not (isnan(one[place]) or isnan(two[place]))]
        if not known:
            continue
        base, variant = [one[place] for place in known], [two[place] for place in known]
        if not any(base) and not any(variant):
            continue
        found.append(
            paired(
                name, base, variant, share=is_share(name), level=level, seed=seed % (1 << 32),
                medians=medians and name in LENGTHS, quick=quick,
            )
        )
    return adjusted(found)
