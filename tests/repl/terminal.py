"""A terminal of a given size with `rulewright` in it: keys go in, and what a person would see comes out."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pyte

# Sent by the prompt whenever it begins to read a line.
_BEGINS = b"\x1b[?2004h"
_PATIENCE = 120


class Screen(pyte.HistoryScreen):
    """A screen that answers the questions that programs ask a terminal."""

    answer: Callable[[str], None]

    def write_process_input(self, data: str) -> None:
        """Send an answer to the program."""
        self.answer(data)


class Terminal:
    """One run of `rulewright`. `whole` has everything that was ever printed."""

    def __init__(self, home: Path, width: int, height: int, *words: str, env: dict[str, str] | None = None) -> None:
        self._screen = Screen(width, height, history=100_000, ratio=0.5)
        self._stream = pyte.ByteStream(self._screen)
        kept = {key: value for key, value in os.environ.items() if key in ("PATH", "PYTHONPATH", "LANG")}
        folders = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("STATE", "CONFIG", "DATA", "CACHE")}
        self.child = pexpect.spawn(
            sys.executable, ["-m", "rulewright", *words], dimensions=(height, width), timeout=_PATIENCE,
            env={**kept, **folders, "HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **(env or {})},
        )  # fmt: skip
        self._screen.answer = lambda data: self.child.send(data)
        self.whole = b""

    # ------------------------------------------------------------ what is seen

    @property
    def lines(self) -> list[str]:
        """The lines on the screen."""
        return [line.rstrip() for line in self._screen.display]

    def cell(self, column: int, row: int) -> Any:
        """One sign of the screen with its colours."""
        return self._screen.buffer[row][column]

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.lines)

    @property
    def here(self) -> str:
        """The line in which the cursor is."""
        return self.lines[self._screen.cursor.y]

    @property
    def help_line(self) -> str:
        """The line of help below the prompt."""
        return next((line for line in reversed(self.lines) if line), "")

    @property
    def plain(self) -> str:
        """Everything that was ever printed, without escape sequences."""
        return re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>78])", "", self.whole.decode("utf-8", "replace"))

    @property
    def prompts(self) -> int:
        """How often a line was asked for."""
        return self.whole.count(_BEGINS)

    # ------------------------------------------------------------ waiting and typing

    def until(self, seen: Callable[[Terminal], Any]) -> Terminal:
        """Read until something is seen; at the end of the program, or of all patience, that is an error."""
        while not seen(self):
            try:
                self._take(self.child.read_nonblocking(65536, _PATIENCE))
            except pexpect.EOF:
                assert seen(self), f"the program has ended:\n{self.text}"
                break
            except pexpect.TIMEOUT:
                raise AssertionError(f"never seen:\n{self.text}") from None
        return self

    def _take(self, data: bytes) -> None:
        self.whole += data
        self._stream.feed(data)

    def shows(self, *texts: str) -> Terminal:
        """Wait until all these texts are on the screen."""
        return self.until(lambda t: all(text in t.text for text in texts))

    def asked(self, prompt: str = ">") -> Terminal:
        """Wait until a line is asked for."""
        return self.until(lambda t: t.prompts > 0 and t.here.startswith(prompt))

    def keys(self, keys: str) -> Terminal:
        """Press keys."""
        self.child.send(keys)
        return self

    def types(self, line: str) -> Terminal:
        """Type a line, and wait until the next is asked for or the program has ended."""
        before = self.prompts
        self.keys(f"{line}\r")
        return self.until(lambda t: t.prompts > before or not t.child.isalive())

    def resized(self, width: int, height: int) -> Terminal:
        """Give the window another size."""
        self._screen.resize(height, width)
        self.child.setwinsize(height, width)
        return self

    def ended(self) -> int:
        """Wait until the program has ended; give its exit status."""
        try:
            while True:
                self._take(self.child.read_nonblocking(65536, _PATIENCE))
        except pexpect.EOF:
            self.child.close()
            return self.child.exitstatus if self.child.exitstatus is not None else -(self.child.signalstatus or 0)

    def kill(self) -> None:
        """End the program at once, as a failure of the machine would."""
        self.child.kill(signal.SIGKILL)
        self.child.wait()
