"""The game at the prompt: shows the table, reads an answer, lets bots answer, until the game or the input ends."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import define, field

import rulewright
from rulewright.repl import words_match, words_table
from rulewright.repl.answers import NotUnderstood, Picks, item_texts, numbered_text, read_answer
from rulewright.repl.autosave import Autosave
from rulewright.repl.changes import Changes, numbers
from rulewright.repl.desk import TableDesk
from rulewright.repl.facing import Facing
from rulewright.repl.film import Film
from rulewright.repl.going_on import GoingOn
from rulewright.repl.layout import layout_of
from rulewright.repl.leaving import Leaving
from rulewright.repl.loading import GameSource
from rulewright.repl.narrating import Narrating
from rulewright.repl.output import Output
from rulewright.repl.passes import Beat, given_by_itself, read_passes
from rulewright.repl.problems import show_run_error
from rulewright.repl.reader import Reader, RulesSaved
from rulewright.repl.render import decision_lines
from rulewright.repl.session import Session
from rulewright.repl.usage import UsageProblem
from rulewright.repl.watching import Watch
from rulewright.repl.words import WORDS, check_file, find_word

# Imported for the words that they declare.
_DECLARED = (words_match, words_table)




class ScriptProblem(UsageProblem):
    """A file of answers has a line that is no answer."""


@define
class Table(GoingOn, Leaving, Facing, Narrating):
    """One run of `play`."""

    session: Session
    reader: Reader
    out: Output
    source: GameSource | None = None  # where the rules came from, to read them again
    watch: Watch | None = None  # the rules are read again whenever they are saved
    autosave: Autosave | None = None
    game_left: Session | None = None  # the game, while a line of play is tried
    tries: int = 0
    pause: float = 0.0  # seconds after what a bot does, in a terminal
    over: bool = False
    remembered: bool = False  # hidden cards that a player knows of are shown
    passes: list[str] = field(factory=list)  # for each seat which passes in response windows are given by themselves
    beat: Beat = field(factory=Beat)
    plain: bool = False  # for those who hear the screen: no pictures, nothing is drawn anew
    film: Film = field(factory=Film)
    _told: Any = ()  # the place that the log had reached when it was shown last
    _told_to: dict[int, Any] = field(factory=dict)  # the same for each person who sat in front of the screen
    _news: int = 0  # lines of the log that were shown since the last question
    _facing: int | None = None  # the person in front of the screen
    _ended: bool = False  # the end has been told
    picked: tuple[int, ...] = ()  # of a set or an order that is given line by line
    _asked: bool = False  # the question stands on the screen
    _fresh: bool = False  # the table is to be drawn above the next prompt
    changes: Changes = field(factory=Changes)
    _asked_at: Any = ()  # the place of the log at the last question
    _stuck: bool = False  # a mistake of the rules stopped a bot

    def __attrs_post_init__(self) -> None:
        self.passes = self.passes or read_passes(None, self.session.players)
        self.out.breaks = self.drawn

    # ---------------------------------------------------------------- the loop

    def run(self) -> int:
        """Play; give the exit status."""
        self._greet()
        while not self.over:
            try:
                self._go_on()
            except KeyboardInterrupt:
                self._interrupted_work()
                continue
            self._keep()
            if self.session.state.is_over and not self._ended:
                self._tell_end()
            if self.session.asks_human():
                self._face(self.session.state.player)
                self._ask()
            if not self.over:
                self._read()
        self._left()
        return 0

    def _read(self) -> None:
        """Read one line, and do what it says."""
        try:
            line = self.reader.read("what if> " if self.session.tried else "> ", self.completions, self._desk())
        except RulesSaved:
            self.reload_if_changed()
            return
        except KeyboardInterrupt:
            self._interrupted_prompt()
            return
        self._news = 0
        if line is None:
            self._input_ended()
            return
        if self.reload_if_changed():
            self._go_on()
        self._take(line)

    def _desk(self) -> TableDesk | None:
        """Give what a person at a terminal sees; None where there is no screen."""
        if not self.drawn:
            return None
        desk = TableDesk(self, self._news)
        if self._fresh:
            self._fresh = False
            desk.fresh()
        return desk

    @property
    def drawn(self) -> bool:
        """Whether the table is drawn as a screen, for somebody who sees it."""
        return self.reader.interactive and not self.plain

    def _keep(self) -> None:
        if self.autosave is None:
            return
        told = self.autosave.problem
        self.autosave.keep(self.session)
        if self.autosave.problem and not told:
            self.out.error(("yellow", "warning"), f": the game is not kept as it is played: {self.autosave.problem}")

    def _take(self, line: str) -> None:
        """Do what was typed."""
        try:
            self._obey(line)
        except (NotUnderstood, UsageProblem) as problem:
            if self.reader.strict:
                raise ScriptProblem(f"{self.reader.place()}{problem}") from None
            if self.session.state.is_over and not self.reader.interactive and isinstance(problem, _GameOver):
                self.out.line("The game is over; the rest of the input was not read.")
                self.over = True
                return
            self.out.line(str(problem))
        except rulewright.IllegalChoice as problem:
            if self.reader.strict:
                raise ScriptProblem(f"{self.reader.place()}{problem}") from None
            self.out.line(f"That is not possible: {problem}")
        except rulewright.RunError as problem:
            self._broken(problem)
        except KeyboardInterrupt:
            if not self.reader.interactive:
                raise
            self.out.line()
            self.out.line("Interrupted; the game stands where it was.")

    def _broken(self, problem: rulewright.RunError) -> None:
        """Show a mistake of the rules. A person can mend it and go on; without one the run ends here."""
        if not self.reader.interactive and self.watch is None:
            raise problem
        show_run_error(problem, self.out)
        self.out.line("The game stands where it was before. Mend the rules, then `reload`; or `undo`.")
        self._asked = False

    def _obey(self, line: str) -> None:
        if self.picked and line.strip().casefold() in ("undo", "back"):
            self.picked = self.picked[:-1]
            self._asked = False
            return
        found = find_word(line)
        if found is not None and not self._is_answer(line):
            said, argument = found
            said.run(self, argument)
            return
        if self.session.state.is_over:
            if not line.strip() and self.reader.interactive:
                return
            raise _GameOver("the game is over: `undo`, `restart`, `save FILE`, `seed`, `log` or `quit`")
        self._answer(line)

    def _is_answer(self, line: str) -> bool:
        """Say whether a line is the whole text of an option, which goes before a word of the prompt."""
        if self.session.state.is_over or line.strip().startswith(":"):
            return False
        decision = self.session.state.decision
        texts = item_texts(decision) if decision.kind in ("set", "order") else [one.text for one in decision.options]
        return line.strip().casefold() in (text.casefold() for text in texts)

    def _answer(self, line: str) -> None:
        decision = self.session.state.decision
        if decision.kind == "trigger" and line.strip().casefold() == "all":
            self._answer_in_order(decision.player)
            return
        choice = read_answer(line, decision, self.picked)
        if isinstance(choice, Picks):
            self.picked = choice.items
            self._asked = False
            return
        self.moved_on()
        self.session.answer(choice.answer, choice.text)
        self._tell_log()

    def _answer_in_order(self, seat: int) -> None:
        """Let what waits happen in the order in which it is listed, as long as this player is asked for nothing else."""
        self.moved_on()
        while not self.session.state.is_over and self.session.state.player == seat:
            decision = self.session.state.decision
            if decision.kind != "trigger":
                break
            self.session.answer(0, decision.options[0].text)
        self._tell_log()

    # ---------------------------------------------------------------- bots, passes and questions

    def _go_on(self) -> None:
        """Give all answers for which no person is asked: those of bots, and passes by the settings of the table."""
        self._tell_log()
        while not self.session.state.is_over and not self._stuck:
            try:
                if self._films() and not self.film.next(self):
                    return
                if not self.session.asks_human():
                    self._let_bot_answer()
                elif given_by_itself(self.session, self.passes, self._facing):
                    self.session.answer_by_itself()
                else:
                    return
            except rulewright.RunError as problem:
                self._stuck = True
                self._broken(problem)
            self._tell_log()
            if self.pause and self.reader.interactive and not self._films():
                time.sleep(self.pause)

    def _films(self) -> bool:
        """Whether nobody plays and somebody looks on."""
        return self.drawn and not self.session.humans

    def _let_bot_answer(self) -> None:
        watched = self.reader.interactive and self.session.state.decision.kind == "respond"
        if watched:
            self.beat.begin()
        if self.session.held():
            self.session.answer_by_itself()
        else:
            self.session.answer_by_bot()
        if watched:
            self.beat.end()

    def _ask(self) -> None:
        if self._asked:
            return
        self._asked = True
        decision, layout = self.session.state.decision, layout_of(self.session.game.program)
        if self.picked == () and self._told is not self._asked_at:
            self._asked_at = self._told
            self.changes.asked(decision.player, numbers(self.session.state.view(None), layout))
        if self.drawn:
            self._fresh = True
            return
        if self.picked == ():
            self.out.line()
            self.show_table(layout)
            self.out.line()
        for parts in decision_lines(decision, self.picked):
            self.out.line(*parts)

    # ---------------------------------------------------------------- for the words of the prompt

    def restarted(self) -> None:
        """Note that the match is not where it was: what was shown and picked counts no more."""
        if not self.session.asks_human() or self.session.state.player != self._facing:
            self._facing = None
        self._stuck = False
        self.changes.forget()
        self.caught_up()
        self._ended = False
        self.moved_on()

    def moved_on(self) -> None:
        """Note that something else is asked now."""
        self._stuck = False
        self.picked = ()
        self._asked = False

    def deal_again(self, seed: int | None) -> None:
        """Deal anew: from that seed, or from a new one."""
        old = self.session
        self.session = Session.start(old.game, old.players, old.seats, seed, old.deal, old.at)
        self.session.designer, self.session.source = old.designer, old.source
        self.restarted()
        self._told = ()

    def caught_up(self) -> None:
        """Note that what the log has now is known."""
        self._told = self.session.state.log_mark

    def seated(self) -> None:
        """Note that somebody else sits in a seat."""
        self._facing = None
        self.moved_on()

    def file(self, argument: str) -> Path:
        """Give the path that was typed."""
        return check_file(argument)

    def agrees(self, question: str) -> bool:
        """Ask a person yes or no."""
        # A save of the rules waits until this is answered: it belongs to what is going on.
        interrupted, self.reader.interrupted = self.reader.interrupted, None
        try:
            line = self.reader.read(question, lambda: ("yes", "no"))
        except KeyboardInterrupt:
            if not self.reader.interactive:
                raise
            return False
        finally:
            self.reader.interrupted = interrupted
        return line is not None and line.strip().casefold() in ("y", "yes")

    def numbered(self, argument: str) -> str:
        """Give the text of the option whose number was typed; anything else as it is. NotUnderstood for no number here."""
        if self.session.asks_human() and self.session.state.decision.kind != "number":
            return numbered_text(argument, self.session.state.decision, self.picked)
        return argument

    def completions(self) -> Sequence[str]:
        """Give what can be typed now: answers first, then the words of the prompt."""
        texts: list[str] = []
        if not self.session.state.is_over:
            decision = self.session.state.decision
            if decision.kind in ("set", "order"):
                texts = [*item_texts(decision), "done"]
            else:
                texts = [option.text for option in decision.options]
        return [*texts, *WORDS]


class _GameOver(NotUnderstood):
    """An answer came after the end."""
