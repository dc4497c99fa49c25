"""Where work is done: in this process, in several, or on the machines of a Ray cluster.

Work is a row of numbered units (games, blocks of games). It is handed out in chunks and comes back in the order of the
numbers, whatever was finished first, so that no result depends on who did what.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol

from attrs import define, field, frozen

from rulewright.interpreter.errors import UsageError

ENGINES = ("local", "ray")

# A chunk should take about this long: long enough to be worth sending, short enough for a bar and for Ctrl-C.
_CHUNK_SECONDS = 0.15
_MOST_IN_CHUNK = 5_000
WAITING_PER_JOB = 3


class Worker(Protocol):
    """Does units of work. What it gives back has `seconds`, the time it took."""

    def play_chunk(self, first: int, count: int) -> Any:
        """Do units `first` to `first + count - 1`."""


@frozen
class Work:
    """What is to be done. `begin` makes a worker in any process or on any machine; `ready` is one for this process."""

    begin: Callable[[], Worker]
    ready: Worker
    units: int
    stops: tuple[int, ...] = ()  # see Chunks


@define
class Chunks:
    """Hands out stretches of unit numbers; their length follows how long the last one took."""

    games: int
    next: int = 0
    length: int = 1
    stops: tuple[int, ...] = ()  # numbers that no stretch goes across: whoever reads can stop there exactly

    def take(self) -> tuple[int, int] | None:
        """Give (first, count), or None when all are handed out."""
        ends = [stop for stop in (*self.stops, self.games) if stop > self.next]
        count = min(self.length, min(ends, default=self.next) - self.next)
        if count <= 0:
            return None
        first, self.next = self.next, self.next + count
        return first, count

    def learn(self, count: int, seconds: float) -> None:
        """Fit the length to what a chunk of `count` units took."""
        if seconds > 0:
            wanted = int(count * _CHUNK_SECONDS / seconds)
            self.length = max(1, min(wanted, self.length * 4, _MOST_IN_CHUNK))


def run(work: Work, jobs: int, engine: str = "local") -> Generator[Any, None, None]:
    """Give what the workers give, in the order of the units.

    Raises BrokenExecutor when a process is lost, UsageError for an engine that is not there.
    """
    chunks = Chunks(work.units, stops=work.stops)
    if engine == "ray":
        # Imported late: an extra, and slow to import.
        from rulewright.lab.ray_engine import run_on_ray

        return run_on_ray(work, jobs, chunks)
    if engine != "local":
        raise UsageError(f"there is no engine '{engine}'; there are: {', '.join(ENGINES)}")
    return _run_here(work, chunks) if jobs == 1 else _run_in_processes(work, jobs, chunks)


def _run_here(work: Work, chunks: Chunks) -> Generator[Any, None, None]:
    while (chunk := chunks.take()) is not None:
        part = work.ready.play_chunk(*chunk)
        chunks.learn(chunk[1], part.seconds)
        yield part


@define
class Run:
    """How a run of work has ended. broken: one of the processes was killed from outside; seconds: how long it took."""

    interrupted: bool = field(default=False, init=False)
    broken: bool = field(default=False, init=False)
    seconds: float = field(default=0.0, init=False)

    @contextmanager
    def parts(self, work: Work, jobs: int, engine: str = "local") -> Iterator[Iterator[Any]]:
        """Give what the workers give. An interrupt, or the loss of a process, ends the block, and nothing else."""
        started = time.perf_counter()
        parts = run(work, jobs, engine)
        try:
            yield parts
        except KeyboardInterrupt:
            self.interrupted = True
        except BrokenExecutor:
            self.broken = True
        finally:
            parts.close()
            self.seconds = time.perf_counter() - started


_worker: Worker | None = None


def _start_worker(begin: Callable[[], Worker], ready: Worker | None) -> None:
    """Prepare a process: the worker is inherited where processes are forked, and made anew elsewhere."""
    global _worker
    # The process that was asked decides what an interrupt means; the others finish their chunk.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker = begin() if ready is None else ready


def _play_in_worker(first: int, count: int) -> Any:
    assert _worker is not None
    return _worker.play_chunk(first, count)


def _run_in_processes(work: Work, jobs: int, chunks: Chunks) -> Generator[Any, None, None]:
    # A forked process has the loaded game at once. Forking is safe only while this process has no other threads.
    forked = sys.platform == "linux" and threading.active_count() == 1
    context = multiprocessing.get_context("fork" if forked else "spawn")
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_start_worker, initargs=(work.begin, work.ready if forked else None)
    )
    waiting: deque[tuple[int, Future[Any]]] = deque()
    try:
        while True:
            while len(waiting) < jobs * WAITING_PER_JOB and (chunk := chunks.take()) is not None:
                waiting.append((chunk[1], pool.submit(_play_in_worker, *chunk)))
            if not waiting:
                return
            count, future = waiting.popleft()
            part = future.result()
            chunks.learn(count, part.seconds)
            yield part
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


__all__ = ["ENGINES", "WAITING_PER_JOB", "BrokenExecutor", "Chunks", "Run", "Work", "Worker", "run"]
