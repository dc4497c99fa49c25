"""A match at a table: the state, the answers that led to it, who sits where, and taking answers back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulewright.interpreter.by_hand import ByHand, NotByHand
from rulewright.interpreter.chance import derive_seed, seed_key
from rulewright.interpreter.errors import RunError
from rulewright.lab.advice import Advice, advise
from rulewright.lab.bots import Bot, Position, make_bot
from rulewright.repl.steps import Change, Diverged, Named, Step, find_answer, named_answer, spoken

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State
    from rulewright.repl.loading import GameSource

HUMAN = "human"
BY_ITSELF = "pass"  # who gave an answer that the table gave: a pass by its setting, or the only one there was

# Gives the first table of a match: of a game, for so many players, from a seed.
Deal = Callable[["Game", int, int | None], "State"]


class CannotUndo(Exception):
    """Why nothing can be taken back or done again, in one line."""


def dealt(game: Game, players: int, seed: int | None) -> State:
    """Deal a match from its beginning, as the rules say."""
    return game.start(players=players, seed=seed, traced=True, ask_passes=True)


@define
class Session:
    """A match from the first deal on. `steps` has every answer that was not forced, and every change by hand.

    Forced answers are given at once, but for forced passes in a response window, and where several people play for those of
    a person: whether they are asked all the same is the table's business (`passes`).
    """

    game: Game
    players: int
    seats: tuple[str, ...]  # HUMAN, or the name of a bot
    seed: int
    seed_given: bool
    state: State
    deal: Deal = dealt
    at: str | None = None  # the scenario whose table it began with
    source: GameSource | None = None  # where the rules came from
    steps: list[Step | Change] = field(factory=list)
    before: list[State] = field(factory=list)  # for each step the state in which it was made
    undone: list[Step | Change] = field(factory=list)
    marked: bool = False  # something known was taken back (`undo!`)
    designer: bool = False  # cards may be put by hand, everything may be taken back
    tried: bool = False  # a line of play that is only tried (`what-if`)
    _bots: dict[int, Bot] = field(factory=dict)

    @classmethod
    def start(
        cls, game: Game, players: int, seats: Sequence[str], seed: int | None, deal: Deal = dealt, at: str | None = None
    ) -> Session:
        """Deal a new match. deal: how; at: the scenario whose table that is."""
        state = deal(game, players, seed)
        session = cls(game, players, (), state.seed, seed is not None, state, deal, at)
        for seat, name in enumerate(seats):
            session.seat(seat, name)
        session._answer_forced()
        return session

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, name in enumerate(self.seats) if name == HUMAN]

    @property
    def names(self) -> Sequence[str]:
        """The players' names, by seat."""
        return self.state.names

    @property
    def shows_seed(self) -> bool:
        """Say whether the seed is no secret: before the end it would tell what is to come."""
        return self.seed_given or self.state.is_over or self.designer

    @property
    def changed_by_hand(self) -> bool:
        """Say whether anything on the table was put there by hand."""
        return any(isinstance(step, Change) for step in self.steps)

    def asks_human(self) -> bool:
        """Say whether a person is asked now."""
        return not self.state.is_over and self.seats[self.state.player] == HUMAN

    # ------------------------------------------------------------ who sits where

    def seat(self, seat: int, who: str) -> None:
        """Put a person (HUMAN) or a bot into a seat. UsageError if there is no such bot."""
        bot = None if who == HUMAN else make_bot(self.game, who)
        names = list(self.seats)
        names[seat : seat + 1] = [who]
        self.seats = tuple(names)
        self._bots.pop(seat, None)
        if bot is not None:
            self._bots[seat] = bot
        self._hold()

    def _hold(self) -> None:
        """Tell the match whose forced answers are held back for the table: what one of several people had to do could tell
        the others what that person holds."""
        self.state.asks_forced = frozenset(self.humans) if len(self.humans) > 1 else frozenset()

    # ------------------------------------------------------------ answers

    def answer(self, answer: int | Sequence[int], named: Named) -> None:
        """Give the answer of whoever is asked. An illegal one is raised and changes nothing."""
        self._apply(answer, named, HUMAN)
        self.undone.clear()

    def held(self) -> bool:
        """Say whether the one answer that there is was held back for the table."""
        return not self.state.is_over and self._held(self.state.decision)

    def _held(self, decision: Any) -> bool:
        return decision.forced and (decision.kind == "respond" or decision.player in self.state.asks_forced)

    def answer_by_itself(self) -> None:
        """Give what the table gives for whoever is asked: a pass in a response window, else the one answer that there is."""
        decision = self.state.decision
        last = len(decision.options) - 1
        self._apply(last, named_answer(decision, last), BY_ITSELF)

    def answer_by_bot(self) -> Step:
        """Let the bot answer whose turn it is; give what it answered."""
        return self._answer_by(self._bots[self.state.player])

    def answer_for_all(self) -> Step:
        """Answer for whoever is asked as a bot would: that of the seat, for a person the greedy one."""
        return self._answer_by(self._bots.get(self.state.player) or make_bot(self.game, "greedy"))

    def _answer_by(self, bot: Bot) -> Step:
        seat = self.state.player
        answer = bot.answer(Position(self.state, seat), self.seed, self._decision_number(seat))
        self._apply(answer, named_answer(self.state.decision, answer), bot.name)
        self.undone.clear()
        made = self.steps[-1]
        assert isinstance(made, Step)
        return made

    def hint(self, bot: str = "greedy") -> Advice:
        """Give what a bot would answer for whoever is asked, and why. The match is not touched."""
        seat = self.state.player
        return advise(make_bot(self.game, bot), Position(self.state, seat), self.seed, self._decision_number(seat))

    def change(self, text: str) -> str:
        """Change the table by hand; give the change as it is kept. NotByHand if it cannot be."""
        state, said = ByHand(self.state).done(text)
        self._keep(Change(said))
        self.state = state
        self._answer_forced()
        self.undone.clear()
        return said

    def what_if(self, seat: int, number: int) -> Session:
        """Give a table on which a seat can try lines of play: one that fits what it knows, the rest made up by `number`.

        A designer tries the table as it is. Bots play for the others. UsageError if what the seat knows is not known.
        """
        seed = derive_seed(self.state.n_decisions, f"what if {number}")
        if self.designer:
            state = self.state.fork()
            state.seed, state.key = seed, seed_key(seed)
        else:
            state = self.state.redeal(seat, seed)
        state.asks_passes = self.state.asks_passes
        tried = Session(self.game, self.players, (), seed, False, state, self.deal, self.at, self.source, tried=True)
        for other, who in enumerate(self.seats):
            tried.seat(other, HUMAN if other == seat else "greedy" if who == HUMAN else who)
        tried._answer_forced()
        return tried

    # ------------------------------------------------------------ taking back

    def undo(self, *, anything: bool = False) -> Step | Change:
        """Take the last answer of a person back; give it. `anything`: also what is known, which marks the match."""
        at = self._last_human()
        before = self.before[at]
        free = isinstance(self.steps[at], Step) and self.state.may_take_back(before)
        if not free and not anything and not self.designer and not self.tried:
            # Not more: what became known, and to whom, may be a secret too.
            raise CannotUndo("something became known")
        self.marked = self.marked or not free
        since = self.steps[at:]
        self.state = before.fork()
        self._hold()
        del self.steps[at:], self.before[at:]
        self.undone[:0] = since
        return since[0]

    def _last_human(self) -> int:
        for at in range(len(self.steps) - 1, -1, -1):
            if _by_person(self.steps[at]):
                return at
        raise CannotUndo("there is nothing to take back")

    def redo(self) -> Step | Change:
        """Give the answer that was taken back last once more, and those of bots that followed it."""
        if not self.undone:
            raise CannotUndo("there is nothing to do again")
        first, *rest = self.undone
        bots = 0
        while bots < len(rest) and not _by_person(rest[bots]):
            bots += 1
        self.replay([first, *rest[:bots]])
        self.undone = rest[bots:]
        return first

    # ------------------------------------------------------------ playing again

    def replay(self, steps: Sequence[Step | Change]) -> None:
        """Give recorded answers in turn; raise Diverged at the first that differs."""
        for number, step in enumerate(steps, 1):
            self.pass_on()
            what = self._again(step)
            if what is not None:
                raise Diverged(number, what)

    def _again(self, step: Step | Change) -> str | None:
        """Make a recorded step once more; give what keeps it from being made, or None."""
        if isinstance(step, Change):
            try:
                self.change(step.text)
            except NotByHand as problem:
                return f"'{step.text}' cannot be done: {problem}"
            return None
        what = self._difference(step)
        if what is None:
            answer = find_answer(self.state.decision, step.answer)
            assert answer is not None
            self._apply(answer, step.answer, step.by)
        return what

    def _difference(self, step: Step) -> str | None:
        """Give what keeps a recorded answer from being given now, or None."""
        shown = spoken(step.answer)
        if self.state.is_over:
            return f"the game is over before '{shown}'"
        if self.state.player != step.seat:
            return f"now {self.names[self.state.player]} is asked, where {self.names[step.seat]} answered '{shown}'"
        if self.state.decision.question != step.question:
            return f"the question was '{step.question}' and is now '{self.state.decision.question}'"
        if find_answer(self.state.decision, step.answer) is None:
            return f"'{shown}' is no longer offered to '{step.question}'"
        return None

    def on(self, game: Game) -> tuple[Session, Diverged | None]:
        """Give this match on other rules: played again with the same seed and answers, as far as they fit."""
        made = Session.start(game, self.players, self.seats, self.seed, self.deal, self.at)
        made.source = self.source
        made.seed_given, made.marked, made.designer = self.seed_given, self.marked, self.designer
        try:
            made.replay(self.steps)
        except Diverged as difference:
            return made, difference
        return made, None

    def _apply(self, answer: int | Sequence[int], named: Named, by: str) -> None:
        decision = self.state.decision
        forced = decision.forced
        kept = self.state.fork()
        try:
            self.state.choose(answer if isinstance(answer, int) else list(answer))
            self._answer_forced()
        except (RunError, KeyboardInterrupt):
            # A mistake of the rules in the middle of things, or somebody has no patience: the game stands where it was.
            self.state = kept
            raise
        if not forced:
            self.steps.append(Step(decision.player, decision.question, named, by))
            self.before.append(kept)

    def _keep(self, change: Change) -> None:
        self.steps.append(change)
        self.before.append(self.state.fork())

    def _answer_forced(self) -> None:
        while not self.state.is_over:
            decision = self.state.decision
            if not decision.forced or self._held(decision):
                return
            self.state.choose(0)

    def pass_on(self) -> None:
        """Give the answers that were held back up to the next real question, as when answers are played again."""
        while self.held():
            self.state.choose(0)
            self._answer_forced()

    def _decision_number(self, seat: int) -> int:
        return sum(isinstance(step, Step) and step.seat == seat for step in self.steps)


def _by_person(step: Step | Change) -> bool:
    return isinstance(step, Change) or step.by == HUMAN


__all__ = ["BY_ITSELF", "HUMAN", "CannotUndo", "Deal", "Session", "dealt"]
