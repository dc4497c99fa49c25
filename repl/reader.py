"""Where typed lines come from: a terminal with completion, a pipe, or a file of answers."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Protocol

from rulewright.repl.output import Output, is_terminal
from rulewright.repl.usage import UsageProblem

if TYPE_CHECKING:
    from rulewright.repl.canvas import Line
    from rulewright.repl.prompting import Offer

# The longest stretch of input that is taken as one line; more is cut, and refused as too long where it is read.
_MOST_SIGNS = 20_000


class RulesSaved(Exception):
    """Raised by a reader that waits for a person when `interrupted` says so."""


Completions = Callable[[], Sequence[str]]


class Desk(Protocol):
    """What a person at a terminal sees and is helped with; everything else has no use for it."""

    def screen(self, width: int, height: int) -> list[Line] | None:
        """Give what stands above the prompt, or None if it has been shown already."""

    def again(self) -> None:
        """Show it once more: the window has another size."""

    def offers(self, line: str) -> Iterator[Offer]:
        """Give what completes a line."""

    def guidance(self, line: str) -> str:
        """Give one line about what is typed."""


class Reader(Protocol):
    """Gives one line after the other."""

    interrupted: Callable[[], bool] | None  # whether RulesSaved is to be raised; asked while a person thinks
    interactive: bool  # a person sits in front of it and can be asked back
    strict: bool  # a line that is not understood ends it (files of answers)

    def read(self, prompt: str, completions: Completions, desk: Desk | None = None) -> str | None:
        """Give the next line, or None at the end. KeyboardInterrupt passes through."""

    def forget(self) -> None:
        """Offer nothing any more of what was typed: somebody else sits down."""

    def place(self) -> str:
        """Give where the last line came from, for messages; empty where that is plain."""


class PlainReader:
    """Lines of a stream, shown after the prompt so that the output can be read like a talk."""

    strict = False
    interrupted: Callable[[], bool] | None = None

    def __init__(self, stream: IO[str] | None, out: Output, *, interactive: bool = False) -> None:
        self._stream = stream
        self._out = out
        self.interactive = interactive  # the stream is a terminal, which shows itself what is typed

    def read(self, prompt: str, completions: Completions, desk: Desk | None = None) -> str | None:
        """Give the next line of the stream."""
        self._out.part(prompt)
        try:
            line = self._line()
        except KeyboardInterrupt:
            self._out.line()
            raise
        if line is None or not self.interactive:
            self._out.line("" if line is None else line[:200])
        return line

    def _line(self) -> str | None:
        if self._stream is None:
            return None
        try:
            line = self._stream.readline(_MOST_SIGNS)
        except (OSError, ValueError):
            # A stream that was closed, or bytes that are no text: UnicodeDecodeError is a ValueError.
            return None
        if not line:
            return None
        while not line.endswith("\n") and len(line) >= _MOST_SIGNS:
            more = self._stream.readline(_MOST_SIGNS)
            if not more or more.endswith("\n"):
                break
        return line.rstrip("\r\n")

    def forget(self) -> None:
        """Nothing is remembered."""

    def place(self) -> str:
        """Lines of a pipe need no place."""
        return ""


class ScriptReader:
    """Answers from a file, one a line; lines that are empty or begin with # are notes."""

    interactive = False
    strict = True
    interrupted: Callable[[], bool] | None = None

    def __init__(self, path: Path, out: Output) -> None:
        try:
            text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise UsageProblem(f"'{path}' is not UTF-8 text") from None
        self._path = path
        self._out = out
        self._lines = deque(
            (number, line.strip())
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip() and not line.lstrip().startswith("#")
        )
        self._number = 0

    def read(self, prompt: str, completions: Completions, desk: Desk | None = None) -> str | None:
        """Give the next line of the file."""
        if not self._lines:
            return None
        self._number, line = self._lines.popleft()
        self._out.line(prompt, line)
        return line

    def forget(self) -> None:
        """Nothing is remembered."""

    def place(self) -> str:
        """Give file and line."""
        return f"{self._path}:{self._number}: "


def make_reader(out: Output, script: Path | None, *, keep_history: bool, plain: bool = False) -> Reader:
    """Give the reader that fits: a file of answers, a terminal on both sides, or whatever standard input is."""
    if script is not None:
        return ScriptReader(script, out)
    seen = is_terminal(sys.stdin) and is_terminal(sys.stdout)
    if seen and plain:
        return PlainReader(sys.stdin, out, interactive=True)
    if seen:
        # Imported late: a pipe has no use for it, and it takes a while to import.
        from rulewright.repl.terminal import TerminalReader
        from rulewright.repl.typed import history_file

        return TerminalReader(out, history_file(out) if keep_history else None)
    return PlainReader(sys.stdin, out)
