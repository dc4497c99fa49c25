"""Many games of one kind: played in chunks, on as many processes as wanted, summed up as they come in.

The games are numbered. Game i has a seed made from the master seed and i, so no result depends on how many processes
there are or on what was played before. Results are taken in the order of the numbers, whenever they arrive; the digest
is a hash over them in that order. Nothing is kept of a game but its row and its counts: memory does not grow.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulewright.interpreter.chance import derive_seed
from rulewright.interpreter.errors import RulesError, RunError, UsageError
from rulewright.lab.batch import Batch, Result
from rulewright.lab.playing import Seating

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

# A chunk should take about this long: long enough to be worth sending, short enough for a bar and for Ctrl-C.
_CHUNK_SECONDS = 0.15
_MOST_IN_CHUNK = 5_000
_WAITING_PER_JOB = 3


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


def game_seed(master: int, index: int) -> int:
    """Give the seed of game number `index` of a run."""
    return derive_seed(master, "game", index)


@define
class Player:
    """Plays games of a plan in this process."""

    plan: Plan
    game: Game
    seating: Seating

    @classmethod
    def of(cls, plan: Plan, game: Game) -> Player:
        """Give the player of a plan with the game already loaded."""
        return cls(plan, game, Seating.of(game, plan.bots))

    def play(self, index: int) -> Result:
        """Play game `index`. A game that breaks gives a result that says so, and loses no other."""
        seed = game_seed(self.plan.seed, index)
        try:
            return self.seating.play(self.game, index, seed, self.plan.limit)
        except (KeyboardInterrupt, UsageError, RulesError):
            # Rules that cannot be prepared at all: no game of theirs can be played.
            raise
        except RunError as problem:
            place = "" if problem.span is None else f"{problem.span}: "
            return Result.broken(index, seed, f"{place}{problem.code}: {problem}")
        except Exception as problem:
            return Result.broken(index, seed, f"{type(problem).__name__}: {problem}")

    def play_chunk(self, first: int, count: int) -> Batch:
        """Play `count` games from number `first` on."""
        started = time.perf_counter()
        batch = Batch.empty(self.plan.players, rows=self.plan.rows)
        for index in range(first, first + count):
            batch.add(self.play(index))
        batch.seconds = time.perf_counter() - started
        return batch


_worker: Player | None = None


def _start_worker(plan: Plan, game: Game | None) -> None:
    """Prepare a process: the game is inherited where processes are forked, and loaded elsewhere."""
    global _worker
    # The process that was asked decides what an interrupt means; the others finish their chunk.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker = Player.of(plan, plan.load() if game is None else game)


def _play_in_worker(first: int, count: int) -> Batch:
    assert _worker is not None
    return _worker.play_chunk(first, count)


@define
class Chunks:
    """Hands out stretches of game numbers; their length follows how long the last one took."""

    games: int
    next: int = 0
    length: int = 1

    def take(self) -> tuple[int, int] | None:
        """Give (first, count), or None when all are handed out."""
        count = min(self.length, self.games - self.next)
        if count <= 0:
            return None
        first, self.next = self.next, self.next + count
        return first, count

    def learn(self, count: int, seconds: float) -> None:
        """Fit the length to what a chunk of `count` games took."""
        if seconds > 0:
            wanted = int(count * _CHUNK_SECONDS / seconds)
            self.length = max(1, min(wanted, self.length * 4, _MOST_IN_CHUNK))


def run(plan: Plan, game: Game, jobs: int) -> Iterator[Batch]:
    """Give the batches of a run in the order of the games' numbers."""
    chunks = Chunks(plan.games)
    if jobs == 1:
        player = Player.of(plan, game)
        while (chunk := chunks.take()) is not None:
            batch = player.play_chunk(*chunk)
            chunks.learn(chunk[1], batch.seconds)
            yield batch
        return
    yield from _run_in_processes(plan, game, jobs, chunks)


def _run_in_processes(plan: Plan, game: Game, jobs: int, chunks: Chunks) -> Iterator[Batch]:
    # A forked process has the loaded game at once. Forking is safe only while this process has no other threads.
    forked = sys.platform == "linux" and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if forked else "spawn")
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_start_worker, initargs=(plan, game if forked else None)
    )
    waiting: deque[tuple[int, Future[Batch]]] = deque()
    try:
        while True:
            while len(waiting) < jobs * _WAITING_PER_JOB and (chunk := chunks.take()) is not None:
                waiting.append((chunk[1], pool.submit(_play_in_worker, *chunk)))
            if not waiting:
                return
            count, future = waiting.popleft()
            batch = future.result()
            chunks.learn(count, batch.seconds)
            yield batch
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@define
class Simulation:
    """A run and what has come of it so far."""

    plan: Plan
    total: Batch = field()
    interrupted: bool = False
    broken: bool = False  # one of the processes was killed from outside
    seconds: float = 0.0

    @classmethod
    def of(cls, plan: Plan) -> Simulation:
        """Give a simulation in which nothing has been played yet."""
        return cls(plan, Batch.empty(plan.players, rows=False))

    def play(self, game: Game, jobs: int, on_batch: Callable[[Batch, int], Any] = lambda batch, done: None) -> None:
        """Play the plan. An interrupt, or the loss of a process, ends it; the figures of what was played are kept."""
        started = time.perf_counter()
        try:
            for batch in run(self.plan, game, jobs):
                self.total.merge(batch)
                on_batch(batch, self.total.games)
        except KeyboardInterrupt:
            self.interrupted = True
        except BrokenExecutor:
            self.broken = True
        self.seconds = time.perf_counter() - started
