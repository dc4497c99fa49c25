"""What a table does when the match it shows becomes another: new rules, another option, a line of play only tried."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import rulewright
from rulewright.interpreter.records import is_open
from rulewright.repl.answers import NotUnderstood
from rulewright.repl.autosave import Autosave
from rulewright.repl.loading import GameSource
from rulewright.repl.problems import show_diagnostics
from rulewright.repl.session import Session
from rulewright.repl.usage import UsageProblem
from rulewright.repl.watching import Watch

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.repl.output import Output
    from rulewright.repl.reader import Reader


class GoingOn:
    """The part of a table that changes its match; the table has the rest."""

    if TYPE_CHECKING:
        session: Session
        reader: Reader
        out: Output
        source: GameSource | None
        watch: Watch | None
        autosave: Autosave | None
        game_left: Session | None
        tries: int

        def restarted(self) -> None:
            """See Table."""

        def moved_on(self) -> None:
            """See Table."""

        def viewer(self) -> int | None:
            """See Table."""

        def agrees(self, question: str) -> bool:
            """See Table."""

    # ------------------------------------------------------------ new rules

    def reload(self, *, go_on: bool = False) -> None:
        """Read the rules again. With errors, or where the game cannot follow, the old ones stay."""
        if self.source is None:
            raise NotUnderstood("it is not known which file these rules came from")
        try:
            game = self.source.load()
        except rulewright.RulesError as problem:
            show_diagnostics(problem.diagnostics, self.out)
            self.out.line("The old rules stay, and the game goes on by them.")
            return
        except UsageProblem as problem:
            self.out.line(f"{problem}. The old rules stay.")
            return
        # What was set stays; what was left as it normally is follows the rules.
        old = self.session.game.options
        settings = {n: o.value for n, o in old.items() if n in game.options and o.value != o.default}
        if any(str(game.options[name].value) != str(value) for name, value in settings.items()):
            game = game.with_options(settings)
        if game.hash == self.session.game.hash:
            self.out.line("The rules are as they were.")
            return
        self.play_on(game, "The new rules are in force", go_on=go_on, again="reload!")

    def reload_if_changed(self) -> bool:
        """Read the rules again if a file of them was saved since; say whether one was."""
        if self.watch is None or self.session.tried or not self.watch.changed():
            return False
        self.out.line(("bold", f"{self.watch.name} was saved."))
        self.reload()
        return True

    def play_on(self, game: Game, said: str, *, go_on: bool, again: str) -> None:
        """Go on with the same answers on another form of the game; where it cannot follow, as the people wish."""
        try:
            session, difference = self.session.on(game)
        except (rulewright.UsageError, rulewright.RunError) as problem:
            self.out.line(f"The game cannot be begun by the new rules: {problem}. The old ones stay.")
            return
        if difference is not None:
            count = len(self.session.steps)
            self.out.line(f"The game cannot follow: at answer {difference.step} of {count}, {difference.what}.")
            if not go_on and self.reader.interactive:
                go_on = self.agrees("Go on from there by the new rules? (yes or no) ")
            if not go_on:
                self.out.line(f"The old rules stay. `{again}` goes on from there.")
                return
            said = f"{said}, from answer {difference.step} on"
        self.session = session
        self.restarted()
        self.out.line(f"{said}.")

    # ------------------------------------------------------------ trying

    def try_out(self) -> None:
        """Leave the game for a line of play that is only tried, on a table that fits what its player knows."""
        session, seat = self.session, self.viewer()
        if seat is None or not session.asks_human() or session.state.player != seat:
            raise NotUnderstood("a line of play is tried by whoever is asked")
        self.tries += 1
        try:
            tried = session.what_if(seat, self.tries)
        except rulewright.UsageError as problem:
            raise NotUnderstood(f"this cannot be tried: {problem}") from None
        self.game_left, self.session = session, tried
        self.moved_on()
        self.out.line(("bold", "What if: nothing that you do here counts; `back` returns to the game."))
        if session.designer:
            self.out.line("This is the table as it is, as you are a designer; chance falls anew.")
        elif not is_open(session.state.g):
            self.out.line("What you cannot know (hidden cards, what chance will bring) is made up to fit what you know.")

    def come_back(self) -> None:
        """Return to the game that was left for a try."""
        if self.game_left is None:
            raise NotUnderstood("you are in the game itself: `what-if` tries a line of play")
        self.session, self.game_left = self.game_left, None
        self.restarted()
        self.out.line("Back in the game.")

    def not_while_trying(self) -> None:
        """Refuse what would mix a try up with the game."""
        if self.session.tried:
            raise NotUnderstood("this is only a try: `back` returns to the game, where that can be done")

    # ------------------------------------------------------------ games that were left

    def left_game(self) -> Path:
        """Give the file of the game that was left unfinished last."""
        found = None if self.autosave is None else self.autosave.left()
        if found is None:
            raise NotUnderstood("no game of this sort was left unfinished; name a file, as `load tonight.json`")
        return found

    def took_over(self, path: Path) -> None:
        """Go on with a game that was left: from here on it is kept as this table's."""
        if self.autosave is not None:
            self.autosave.take_over(self.session, path)
