"""Work on the machines of a Ray cluster, or on a Ray of this machine's own where none is running.

Ray is an optional extra (`pip install "rulewright[ray]"`). A cluster is found by the variable RAY_ADDRESS, as Ray's own
tools find it; its machines need Rulewright of the same version, and the rules files under the same paths.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import BrokenExecutor
from typing import Any

from rulewright.interpreter.errors import UsageError
from rulewright.lab.engines import WAITING_PER_JOB, Chunks, Work, Worker


class Actor:
    """A worker that lives in a process of Ray."""

    def __init__(self, begin: Callable[[], Worker]) -> None:
        self._worker = begin()

    def play_chunk(self, first: int, count: int) -> Any:
        """Do units `first` to `first + count - 1`."""
        return self._worker.play_chunk(first, count)


def _ray() -> Any:
    # What Ray reports of its use, and the pages it serves, are of no use here; both must be off before it is imported.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_DEDUP_LOGS", "0")
    # Ray warns of a default that it is going to change; no actor here asks for a GPU.
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError:
        raise UsageError('--engine ray needs the extra: pip install "rulewright[ray]"') from None
    return ray


def run_on_ray(work: Work, jobs: int, chunks: Chunks) -> Generator[Any, None, None]:
    """Give what the workers give, in the order of the units; see engines.run."""
    ray = _ray()
    # It stays until the program ends, for more work may come; Ray ends what it began by itself.
    if not ray.is_initialized():
        address = os.environ.get("RAY_ADDRESS")
        here: dict[str, Any] = {} if address else {"num_cpus": jobs, "include_dashboard": False}
        ray.init(address=address, log_to_driver=False, configure_logging=False, **here)
    actors: list[Any] = []
    waiting: deque[tuple[int, Any, Any]] = deque()
    try:
        kind = ray.remote(num_cpus=1)(Actor)
        actors = [kind.remote(work.begin) for _ in range(jobs)]
        idle = deque(actor for _ in range(WAITING_PER_JOB) for actor in actors)
        while True:
            while idle and (chunk := chunks.take()) is not None:
                actor = idle.popleft()
                waiting.append((chunk[1], actor, actor.play_chunk.remote(*chunk)))
            if not waiting:
                return
            count, actor, promised = waiting.popleft()
            try:
                part = ray.get(promised)
            except ray.exceptions.RayTaskError as problem:
                # What was raised there (rules that cannot be prepared) is raised here as it was.
                raise (problem.cause or problem) from None
            except ray.exceptions.RayError as problem:
                raise BrokenExecutor(str(problem)) from None
            idle.append(actor)
            chunks.learn(count, part.seconds)
            yield part
    finally:
        for actor in actors:
            ray.kill(actor)
