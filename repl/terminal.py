"""The prompt of a terminal: the table above it, completion, and help in the line below."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth

from rulewright.repl.canvas import Line, clip, text_of
from rulewright.repl.output import Output, encodable, styles, visible, wants_colour
from rulewright.repl.reader import Completions, Desk, RulesSaved
from rulewright.repl.typed import history

# Seconds between looks at whether the rules were saved.
_LOOK_EVERY = 0.5
# The prompt and the line of help below it.
_BELOW = 2
_MENU = 6


class TerminalReader:
    """A prompt with completion and history. A paste of several lines is taken line by line."""

    interactive = True
    strict = False

    def __init__(self, out: Output, kept: Path | None) -> None:
        self._waiting: deque[str] = deque()
        self._out = out
        self._looks = False
        self.interrupted: Any = None  # asked now and then while a person thinks
        self._session: PromptSession[str] = PromptSession(
            history=history(kept, out) if kept is not None else InMemoryHistory(),
            complete_while_typing=False,
            enable_history_search=True,
            color_depth=None if wants_colour(sys.stdout) else ColorDepth.DEPTH_1_BIT,
        )

    def read(self, prompt: str, completions: Completions, desk: Desk | None = None) -> str | None:
        """Give the next line. Ctrl-C empties a line that has text; on an empty one it passes through."""
        if self._waiting:
            line = self._waiting.popleft()
            self._out.line(prompt, line)
            return line
        typed = self._prompt(prompt, completions, desk)
        if typed is None:
            return None
        first, *rest = typed.splitlines() or [""]
        self._waiting.extend(rest)
        return first

    def forget(self) -> None:
        """Offer nothing any more of what was typed: somebody else sits down, and a choice may have been secret.

        What follows is not kept for the next time either.
        """
        self._session.history = InMemoryHistory()
        self._session.default_buffer.history = self._session.history
        self._session.default_buffer.reset()

    def _prompt(self, prompt: str, completions: Completions, desk: Desk | None) -> str | None:
        while True:
            above = None if desk is None else _Above(desk, self._session, self._out)
            try:
                return self._session.prompt(
                    _Message(prompt, above, self._out),
                    completer=Texts(completions) if desk is None else Offers(desk),
                    bottom_toolbar=None if desk is None else self._toolbar(desk),
                    reserve_space_for_menu=0 if above is not None and above.shown() else _MENU,
                    refresh_interval=_LOOK_EVERY if self.interrupted else 0,
                    pre_run=self._look_up,
                )
            except EOFError:
                return None
            except KeyboardInterrupt:
                if not self._session.default_buffer.text:
                    raise
                if desk is not None:
                    desk.again()

    def _toolbar(self, desk: Desk) -> Any:
        def help_line() -> str:
            said = _shown(desk.guidance(self._session.default_buffer.text))
            room = self._session.app.output.get_size().columns - 1
            return "".join(text_of(part) for part in clip([said], room, _shown("\u2026")))

        return help_line

    def _look_up(self) -> None:
        """While a person thinks: leave the prompt, if nothing is typed yet, as soon as `interrupted` says so."""
        if not self._looks:
            self._looks = True
            self._session.app.after_render += self._look

    def _look(self, app: Any) -> None:
        waits = app.is_running and not app.is_done and not self._session.default_buffer.text
        if self.interrupted and waits and self.interrupted():
            app.exit(exception=RulesSaved())

    def place(self) -> str:
        """Typed lines need no place."""
        return ""

    def watch(self, lines: Line | list[Line], seconds: float | None) -> str:
        """Show lines until a key is pressed (its name is given) or the time is over (nothing is given)."""
        return _watch([*lines], seconds, self._out)


def _shown(text: str) -> str:
    return encodable(visible(text), sys.stdout.encoding)


def fragments(lines: list[Line], out: Output) -> StyleAndTextTuples:
    """Give lines as the prompt takes them."""
    known = styles(out.theme)
    found: StyleAndTextTuples = []
    for line in lines:
        for part in line:
            found.append(("" if isinstance(part, str) else known[part[0]].prompt, _shown(text_of(part))))
        found.append(("", "\n"))
    return found


class _Above:
    """What stands above the prompt, composed once for each size of the window."""

    def __init__(self, desk: Desk, session: PromptSession[str], out: Output) -> None:
        self._desk = desk
        self._session = session
        self._out = out
        self._size = self._now()
        self._below = _BELOW
        self._made: StyleAndTextTuples | None = self._make()
        if self._made is None:
            self._below += _MENU  # room is kept for the menu, should it be shown after all

    def _now(self) -> tuple[int, int]:
        size = self._session.app.output.get_size()
        return size.columns, size.rows

    def _make(self) -> StyleAndTextTuples | None:
        columns, rows = self._size
        lines = self._desk.screen(max(20, columns - 1), max(6, rows - self._below))
        return None if lines is None else fragments(lines, self._out)

    def shown(self) -> bool:
        """Say whether there is anything."""
        return self._made is not None

    def get(self) -> StyleAndTextTuples:
        """Give it for the window as it is now; in one that has changed it is shown again."""
        now = self._now()
        if now != self._size:
            self._size = now
            self._desk.again()
            self._made = self._make()
        return self._made or []


class _Message:
    """The prompt with what stands above it."""

    def __init__(self, prompt: str, above: _Above | None, out: Output) -> None:
        self._prompt = _shown(prompt)
        self._above = above

    def __call__(self) -> StyleAndTextTuples:
        return [*(self._above.get() if self._above is not None else []), ("bold", self._prompt)]


class Offers(Completer):
    """Completes with what is legal now."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
        """See Completer."""
        for offer in self._desk.offers(document.text_before_cursor):
            yield Completion(
                offer.text, start_position=-offer.typed, display=_shown(offer.text), display_meta=_shown(offer.help)
            )


class Texts(Completer):
    """Completes with one of a few texts."""

    def __init__(self, completions: Completions) -> None:
        self._completions = completions

    def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
        """See Completer."""
        typed = document.text_before_cursor.lstrip()
        for text in self._completions():
            if text.casefold().startswith(typed.casefold()):
                yield Completion(text, start_position=-len(typed), display=_shown(text))


def _watch(lines: list[Line], seconds: float | None, out: Output) -> str:
    """Show lines until a key is pressed or the time is over; then they are gone."""
    keys = KeyBindings()

    @keys.add("<any>")
    def pressed(event: Any) -> None:
        event.app.exit(result=event.key_sequence[0].key)

    @keys.add("c-c")
    @keys.add("c-d")
    def left(event: Any) -> None:
        event.app.exit(result="q")

    @keys.add("enter")
    def entered(event: Any) -> None:
        event.app.exit(result="enter")

    app: Application[str] = Application(
        layout=Layout(Window(FormattedTextControl(fragments(lines, out)[:-1]), dont_extend_height=True)),
        key_bindings=keys,
        erase_when_done=True,
        color_depth=None if wants_colour(sys.stdout) else ColorDepth.DEPTH_1_BIT,
    )

    def end_later() -> None:
        async def end() -> None:
            from asyncio import sleep

            await sleep(seconds or 0)
            if app.is_running:
                app.exit(result="")

        if seconds is not None:
            app.create_background_task(end())

    return app.run(pre_run=end_later)
