"""A progress bar on standard error, for work that takes longer than a second in front of a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from rulewright.repl.output import is_terminal

_DELAY = 1.0


class Progress:
    """Shows how much of `total` is done; shows nothing before the delay is over, and nothing without a terminal."""

    def __init__(self, what: str, total: int | None) -> None:
        self._what = what
        self._total = total
        self._done = 0
        self._started = time.monotonic()
        self._bar: Any = None
        self._task: Any = None
        self._wanted = is_terminal(sys.stderr)

    def __enter__(self) -> Progress:
        return self

    def update(self, done: int) -> None:
        """Say how much is done by now."""
        self._done = done
        if not self._wanted:
            return
        if self._bar is None:
            if time.monotonic() - self._started < _DELAY:
                return
            self._open()
        self._bar.update(self._task, completed=done)

    @contextmanager
    def part(self, what: str) -> Iterator[Callable[[int, int], None]]:
        """Show a second bar for a part of the work that takes long itself, while the block runs.

        What the block is given says how much of the part is done by now, and how much it is in all.
        """
        task: Any = None

        def update(done: int, total: int) -> None:
            nonlocal task
            self.update(self._done)
            if self._bar is None:
                return
            if task is None:
                task = self._bar.add_task(what, total=total)
            self._bar.update(task, completed=done, total=total)

        try:
            yield update
        finally:
            if task is not None:
                self._bar.remove_task(task)

    def _open(self) -> None:
        # Imported late: most commands are over before a bar is wanted.
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
        bar = Bar(*columns, console=Console(file=sys.stderr), transient=True)
        bar.start()
        self._task = bar.add_task(self._what, total=self._total)
        self._bar = bar

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()  # type: ignore[attr-defined]
