"""Many games of one kind: played in chunks, on as many processes as wanted, summed up as they come in.

The games are numbered. Game i has a seed made from the master seed and i, so no result depends on how many processes
there are or on what was played before. Results are taken in the order of the numbers, whenever they arrive; the digest
is a hash over them in that order. Nothing is kept of a game but its row and its counts: memory does not grow.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import define, frozen

from rulewright.interpreter.chance import derive_seed
from rulewright.interpreter.errors import RulesError, RunError, UsageError
from rulewright.lab.batch import MOST_CRASHES, Batch, Result, Watched
from rulewright.lab.engines import Run, Work
from rulewright.lab.interrupts import held_back
from rulewright.lab.playing import Seating
from rulewright.lab.watch import Watcher

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.lab.mirror import Mirror

@frozen
class Plan:
    """What to play. `load` gives the game anew in another process."""

    load: Callable[[], Game]
    players: int
    bots: tuple[str, ...]  # one for each seat
    seed: int
    games: int
    limit: int | None = None  # decisions in a game
    rows: bool = False  # keep a row for each game (for a file)
    looks: tuple[int, ...] = ()  # after how many games it is asked whether they are enough
    watched: int = 0  # how many of the games, the first ones, are watched closely


def game_seed(master: int, index: int) -> int:
    """Give the seed of game number `index` of a run."""
    return derive_seed(master, "game", index)


@define
class Player:
    """Plays games of a plan in this process."""

    plan: Plan
    game: Game
    seating: Seating
    watcher: Watcher | None = None  # made for the first game that is watched
    broken: int = 0

    @classmethod
    def of(cls, plan: Plan, game: Game) -> Player:
        """Give the player of a plan with the game already loaded."""
        return cls(plan, game, Seating.of(game, plan.bots))

    @classmethod
    def anew(cls, plan: Plan) -> Player:
        """Give the player of a plan in another process: the game is loaded there."""
        return cls.of(plan, plan.load())

    def play(self, index: int) -> Result:
        """Play game `index`."""
        return self.play_seed(index, game_seed(self.plan.seed, index))

    def play_seed(self, index: int, seed: int, rotation: int = 0) -> Result:
        """Play the game of a seed. A game that breaks gives a result that says so, and loses no other."""
        return self._guarded(
            index, seed, rotation, lambda: self.seating.play(self.game, index, seed, self.plan.limit, rotation)
        )

    def watch_seed(self, index: int, seed: int, rotation: int = 0) -> Watched:
        """Play the game of a seed and watch it; of one that breaks nothing but the result is known."""
        seen: list[Watched] = []
        watcher = self.watcher = self.watcher or Watcher.of(self.game)

        def watch() -> Result:
            seen.append(watcher.watch(self.seating, self.game, index, seed, self.plan.limit, rotation))
            return seen[0].result

        result = self._guarded(index, seed, rotation, watch)
        return seen[0] if seen else Watched(result, {}, {}, {}, frozenset())

    def _guarded(self, index: int, seed: int, rotation: int, play: Callable[[], Result]) -> Result:
        try:
            return play()
        except (KeyboardInterrupt, UsageError, RulesError):
            # Rules that cannot be prepared at all: no game of theirs can be played.
            raise
        except RunError as problem:
            place = "" if problem.span is None else f"{problem.span}: "
            message = f"{place}{problem.code}: {problem}"
        except Exception as problem:
            message = f"{type(problem).__name__}: {problem}"
        # Only so many are reported, and those are among the first of every process.
        self.broken += 1
        told = self.broken <= MOST_CRASHES
        choices = self.seating.choices_before_break(self.game, seed, self.plan.limit, rotation) if told else ()
        return Result.broken(index, seed, message, choices)

    def play_chunk(self, first: int, count: int) -> Batch:
        """Play `count` games from number `first` on."""
        started = time.perf_counter()
        batch = Batch.empty(self.plan.players, rows=self.plan.rows)
        for index in range(first, first + count):
            if index < self.plan.watched:
                watched = self.watch_seed(index, game_seed(self.plan.seed, index))
                batch.add(watched.result)
                if watched.result.kind != "error":
                    batch.watch(watched)
            else:
                batch.add(self.play(index))
        batch.seconds = time.perf_counter() - started
        return batch


@define
class Simulation(Run):
    """A run and what has come of it so far."""

    plan: Plan
    total: Batch
    mirrors: tuple[Mirror, ...] = ()

    @classmethod
    def of(cls, plan: Plan) -> Simulation:
        """Give a simulation in which nothing has been played yet."""
        return cls(plan, Batch.empty(plan.players, rows=False))

    def play(
        self,
        game: Game,
        jobs: int,
        on_batch: Callable[[Batch, int], Any] = lambda batch, done: None,
        engine: str = "local",
        enough: Callable[[Batch], bool] = lambda total: False,
    ) -> None:
        """Play the plan. An interrupt, or the loss of a process, ends it; the figures of what was played are kept."""
        plan = self.plan
        work = Work(partial(Player.anew, plan), Player.of(plan, game), plan.games, plan.looks)
        with self.parts(work, jobs, engine) as parts:
            for batch in parts:
                with held_back():  # what is counted has its rows
                    self.total.merge(batch)
                    on_batch(batch, self.total.games)
                if self.total.games in plan.looks and enough(self.total):
                    break
