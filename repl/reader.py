"""Where typed lines come from: a terminal with completion, a pipe, or a file of answers."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, Protocol

from rulewright.repl.output import Output, encodable, is_terminal, visible
from rulewright.repl.usage import UsageProblem

# The longest stretch of input that is taken as one line; more is cut, and refused as too long where it is read.
_MOST_SIGNS = 20_000
# Seconds between looks at whether the rules were saved.
_LOOK_EVERY = 0.5
_NOT_KEPT = "what you type is not kept for the next time"


class RulesSaved(Exception):
    """Raised by a reader that waits for a person when `interrupted` says so."""


class Reader(Protocol):
    """Gives one line after the other."""

    interrupted: Callable[[], bool] | None  # whether RulesSaved is to be raised; asked while a person thinks
    interactive: bool  # a person sits in front of it and can be asked back
    strict: bool  # a line that is not understood ends it (files of answers)

    def read(self, prompt: str, completions: Callable[[], Sequence[str]]) -> str | None:
        """Give the next line, or None at the end. KeyboardInterrupt passes through."""

    def place(self) -> str:
        """Give where the last line came from, for messages; empty where that is plain."""


class PlainReader:
    """Lines of a stream, shown after the prompt so that the output can be read like a talk."""

    interactive = False
    strict = False
    interrupted: Callable[[], bool] | None = None

    def __init__(self, stream: IO[str] | None, out: Output) -> None:
        self._stream = stream
        self._out = out

    def read(self, prompt: str, completions: Callable[[], Sequence[str]]) -> str | None:
        """Give the next line of the stream."""
        self._out.part(prompt)
        line = self._line()
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

    def read(self, prompt: str, completions: Callable[[], Sequence[str]]) -> str | None:
        """Give the next line of the file."""
        if not self._lines:
            return None
        self._number, line = self._lines.popleft()
        self._out.line(prompt, line)
        return line

    def place(self) -> str:
        """Give file and line."""
        return f"{self._path}:{self._number}: "


class TerminalReader:
    """A prompt with completion and history. A paste of several lines is taken line by line."""

    interactive = True
    strict = False

    def __init__(self, out: Output, history: Path | None) -> None:
        # Imported late: a pipe has no use for it, and it takes a while to import.
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        self._waiting: deque[str] = deque()
        self._out = out
        self._looks = False
        self.interrupted: Callable[[], bool] | None = None  # asked now and then while a person thinks
        self._session: PromptSession[str] = PromptSession(
            history=_history(history, out) if history is not None else InMemoryHistory(),
            complete_while_typing=False,
            enable_history_search=True,
        )

    def read(self, prompt: str, completions: Callable[[], Sequence[str]]) -> str | None:
        """Give the next line. Ctrl-C empties a line that has text; on an empty one it passes through."""
        if self._waiting:
            line = self._waiting.popleft()
            self._out.line(prompt, line)
            return line
        typed = self._prompt(prompt, completions)
        if typed is None:
            return None
        first, *rest = typed.splitlines() or [""]
        self._waiting.extend(rest)
        return first

    def _prompt(self, prompt: str, completions: Callable[[], Sequence[str]]) -> str | None:
        while True:
            try:
                return self._session.prompt(
                    encodable(visible(prompt), sys.stdout.encoding), completer=completer(completions),
                    refresh_interval=_LOOK_EVERY if self.interrupted else 0,
                    pre_run=self._look_up,
                )
            except EOFError:
                return None
            except KeyboardInterrupt:
                if not self._session.default_buffer.text:
                    raise

    def _look_up(self) -> None:
        """While a person thinks: leave the prompt, if nothing is typed yet, as soon as `interrupted` says so."""
        if not self._looks:
            self._looks = True
            self._session.app.after_render += self._look

    def _look(self, app: Any) -> None:
        if self.interrupted and not self._session.default_buffer.text and app.is_running and self.interrupted():
            app.exit(exception=RulesSaved())

    def place(self) -> str:
        """Typed lines need no place."""
        return ""


def completer(completions: Callable[[], Sequence[str]]) -> Any:
    """Give what completes a line with one of these texts, whatever they are at that moment."""
    from prompt_toolkit.completion import Completer, Completion

    class Options(Completer):
        """Completes the whole line, or what follows the last comma of a list of names."""

        def get_completions(self, document: Any, complete_event: Any) -> Any:
            line = document.text_before_cursor
            typed = line.rpartition(",")[2].lstrip()
            for text in completions():
                if text.casefold().startswith(typed.casefold()):
                    yield Completion(text, start_position=-len(typed), display=visible(text))

    return Options()


def history_file(out: Output) -> Path | None:
    """Give the file that keeps what was typed, or None, with a warning, where there can be none."""
    import platformdirs

    folder = Path(platformdirs.user_state_dir("rulewright", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "history"
        with open(path, "ab"):
            pass
    except OSError as problem:
        out.error(("yellow", "warning"), f": {_NOT_KEPT}: {problem.filename}: {problem.strerror}")
        return None
    return path


def _history(path: Path, out: Output) -> Any:
    from prompt_toolkit.history import FileHistory

    class CarefulHistory(FileHistory):
        """A history file whose failures never stop a game."""

        warned = False

        def _warn(self, problem: Exception) -> None:
            if not self.warned:
                self.warned = True
                out.error(("yellow", "warning"), f": {_NOT_KEPT}: {problem}")

        def load_history_strings(self) -> Any:
            try:
                return list(super().load_history_strings())
            except (OSError, ValueError) as problem:
                self._warn(problem)
                return []

        def store_string(self, string: str) -> None:
            try:
                super().store_string(string.encode("utf-8", "replace").decode("utf-8"))
            except (OSError, ValueError) as problem:
                self._warn(problem)

    return CarefulHistory(str(path))


def make_reader(out: Output, script: Path | None, *, keep_history: bool) -> Reader:
    """Give the reader that fits: a file of answers, a terminal on both sides, or whatever standard input is."""
    if script is not None:
        return ScriptReader(script, out)
    if is_terminal(sys.stdin) and is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb":
        return TerminalReader(out, history_file(out) if keep_history else None)
    return PlainReader(sys.stdin, out)
