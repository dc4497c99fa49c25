"""Interrupts that come between two things which belong together wait until both are done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def held_back() -> Iterator[None]:
    """Raise a `KeyboardInterrupt` that comes meanwhile when the block is done.

    Outside the main thread, where Python raises none, nothing is to be done.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    caught: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        caught.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        # None: the handler was not set from Python and cannot be put back as it was.
        signal.signal(signal.SIGINT, signal.default_int_handler if before is None else before)
    if caught:
        raise KeyboardInterrupt
