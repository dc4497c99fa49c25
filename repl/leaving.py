"""How a table is left: who is asked first, what becomes of the game, and what is said when the input ends before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.repl.autosave import Autosave
    from rulewright.repl.output import Output
    from rulewright.repl.reader import Reader
    from rulewright.repl.session import Session

_HOW = "Ctrl-D or `quit` leaves the game."


class Leaving:
    """The part of a table that ends it; the table has the rest."""

    if TYPE_CHECKING:
        session: Session
        reader: Reader
        out: Output
        autosave: Autosave | None
        over: bool
        _asked: bool

        def _keep(self) -> None:
            """See Table."""

    def _leaves(self) -> bool:
        """Ask a person whether to leave. Ctrl-D says yes, Ctrl-C no."""
        try:
            line = self.reader.read("Leave the game? (yes or no) ", lambda: ("yes", "no"))
        except KeyboardInterrupt:
            return False
        return line is None or line.strip().casefold() in ("y", "yes")

    def _input_ended(self) -> None:
        """At the end of the input: a person is asked whether it was meant; of other input it is told what became of it."""
        state = self.session.state
        if self.reader.interactive and not state.is_over:
            self.over = self._leaves()
            self._asked = self._asked and self.over
            return
        self.over = True
        if state.is_over:
            return
        self.out.line("The input ended before the game did.")
        if not self.reader.interactive:
            question = state.decision.question
            asked = f"{self.session.names[state.player]} is asked: {question}{'' if question.endswith('?') else '.'}"
            self.out.line(f"{asked} Nothing was kept; `save FILE` keeps a game.")

    def _interrupted_prompt(self) -> None:
        """After Ctrl-C with nothing typed: nothing is lost, and it is said how to leave."""
        if not self.reader.interactive:
            raise KeyboardInterrupt
        self.out.line(("dim", _HOW))

    def _interrupted_work(self) -> None:
        """After Ctrl-C while bots play: what was played is kept, and a person is asked."""
        if not self.reader.interactive:
            raise KeyboardInterrupt
        self.out.line()
        self._keep()
        self.over = self._leaves()

    def _left(self) -> None:
        """When a game is left before its end: say where it is kept."""
        place = self.autosave
        if place is not None and place.problem is None and place.path.exists():
            self.out.line(("dim", f"The game is kept in {place.path}; `load` goes on with it the next time you play it."))
