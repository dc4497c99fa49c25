"""What a table says and shows: the rules in short, what has happened since, the table itself, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import attrs

from rulewright.interpreter.views import view_of
from rulewright.repl.canvas import ASCII, Signs, signs_for
from rulewright.repl.desk import scene_of
from rulewright.repl.layout import Layout, layout_of
from rulewright.repl.output import terminal_width
from rulewright.repl.render import outcome_line, score_lines, table_lines
from rulewright.repl.screen import screen
from rulewright.repl.telling import may_read, told

if TYPE_CHECKING:
    from rulewright.repl.changes import Changes
    from rulewright.repl.output import Output
    from rulewright.repl.reader import Reader
    from rulewright.repl.session import Session
    from rulewright.repl.table import Table

# More lines than any table has.
_ALL = 1_000_000


class Narrating:
    """The part of a table that speaks; the table has the rest."""

    if TYPE_CHECKING:
        session: Session
        reader: Reader
        out: Output
        remembered: bool
        plain: bool
        changes: Changes
        _facing: int | None
        _told: Any
        _told_to: dict[int, Any]
        _news: int
        _ended: bool

        @property
        def drawn(self) -> bool:
            """See Table."""

        def viewer(self) -> int | None:
            """See Facing."""

        def _readers(self) -> set[int]:
            """See Facing."""

        def _tells_forced(self, seat: int) -> bool:
            """See Facing."""

    # ------------------------------------------------------------ the beginning

    def _greet(self) -> None:
        game, session = self.session.game, self.session
        self.out.line(("bold", game.name), *([f" - seed {session.seed}"] if session.seed_given else []))
        self._tell_text(game.doc)
        for title, text in game.house_rules:
            self.out.line("with ", ("bold", title))
            self._tell_text(text)
        who = ", ".join(f"{name} ({seat})" for name, seat in zip(session.names, session.seats, strict=True))
        self.out.line(f"{who}. `help` says what can be typed.")

    def _tell_text(self, text: str | None) -> None:
        lines = [line.strip() for line in (text or "").strip().split("\n")]
        if self.drawn:
            # The lines of the file are not those of the window; what an empty line parts stays apart.
            lines = " ".join(line or "\n" for line in lines).split("\n")
        for line in lines:
            if line.strip():
                self.out.line(("dim", f"  {line.strip()}"))

    def takes_a_while(self, what: str) -> None:
        """Tell a person who waits what for."""
        if self.reader.interactive:
            self.out.line(("dim", f"{what} Ctrl-C stops it."))

    # ------------------------------------------------------------ the table

    def view(self, seat: int | None) -> Any:
        """Give the table as a seat sees it; a designer sees it all."""
        if self.session.designer:
            return view_of(self.session.state, seat, laid_open=True)
        return self.session.state.view(seat)

    def show_table(self, layout: Layout | None = None) -> None:
        """Show the table as whoever is in front of the screen sees it; without a layout all of it."""
        layout = layout_of(self.session.game.program).whole() if layout is None else layout
        if self.drawn:
            for line in screen(attrs.evolve(scene_of(cast("Table", self)), decision=None, layout=layout), terminal_width(), _ALL):
                self.out.line(*line)
            return
        seat, names = self.viewer(), self.session.names
        view = self.view(seat)
        moment = [f"turn {view.turn}"] if view.turn else []
        moment += [f"{names[view.active]}'s"] if view.turn and view.active is not None else []
        moment += [view.phase] if view.phase else []
        if moment:
            self.out.line(("dim", ", ".join(moment)))
        asked = None if view.asked is None or view.asked != seat else self.session.state.decision
        for parts in table_lines(
            view, names, seat=seat, remembered=self.remembered, hexes=self.hexes(), decision=asked, signs=self.signs,
            words=self.plain, layout=layout, was=self.changes.was if asked is not None else None,
        ):  # fmt: skip
            self.out.line(*parts)

    @property
    def signs(self) -> Signs:
        """The signs that pictures are drawn with."""
        return ASCII if self.plain else signs_for(getattr(self.out.stdout, "encoding", None))

    def hexes(self) -> set[str]:
        """Give the boards that are made of hexes."""
        boards = self.session.game.program.boards.values()
        return {board.name for board in boards if any(part.shape == "hexes" for part in board.parts)}

    # ------------------------------------------------------------ the log

    def _tell_log(self, most: int = _ALL) -> None:
        """Show what has happened since the last time, as far as those at the screen may see it: the last lines of it."""
        # To a person at a terminal the dealing is told in short: the table shows what came of it.
        short = self.reader.interactive and self._told == () and not self.session.steps
        lines = list(told(self.session.state.log_since(self._told), self._readers(), self._tells_forced))
        for text, level in lines[-most:]:
            if not (short and level):
                self.out.line(f"  {text}" if level == 0 else ("dim", f"    {text}"))
                self._news += 1
        self._told = self.session.state.log_mark
        if self._facing is not None:
            self._told_to[self._facing] = self._told

    def log_lines(self, *, each: bool = False) -> list[str]:
        """Give the log as whoever is in front of the screen may read it. each: card by card, as it happened."""
        seats, log = self._readers(), self.session.state.log
        if each:
            return [entry.text for entry in log if may_read(entry, seats)]
        return [text for text, _ in told(log, seats, self._tells_forced)]

    def _tell_end(self) -> None:
        self._ended = True
        outcome = self.session.state.outcome
        self.out.line()
        self.out.line(("bold", outcome_line(outcome, self.session.names)))
        for line in score_lines(outcome, self.session.names):
            self.out.line(line)
        if self.session.marked:
            self.out.line("In this game something was taken back after it had become known.")
        if self.session.designer:
            what = "cards and numbers were set by hand" if self.session.changed_by_hand else "nothing was set by hand"
            self.out.line(f"This was a designer's game: {what}.")
        self.out.line(f"seed {self.session.seed}")
        if self.reader.interactive:
            self.out.line(("dim", "`undo`, `restart`, `save FILE`, `log` or `quit`"))
