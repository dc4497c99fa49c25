"""A match at a table: the state, the answers that led to it, who sits where, and taking answers back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulewright.lab.bots import Bot, Position, make_bot

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

HUMAN = "human"

# An answer by name: the text of an option, or the texts of the items of a set or an order.
Named = str | tuple[str, ...]


class CannotUndo(Exception):
    """Why nothing can be taken back or done again, in one line."""


class Diverged(Exception):
    """Recorded answers do not fit the rules: the number of the answer (from 1) and what is wrong."""

    def __init__(self, step: int, what: str) -> None:
        super().__init__(what)
        self.step = step
        self.what = what


@frozen
class Step:
    """One answer: whose, to which question, and by name."""

    seat: int
    question: str
    answer: Named
    by_itself: bool = False  # a pass that a setting of the table gave


@define
class Session:
    """A match from the first deal on. `steps` has every answer that was not forced.

    Forced answers are given at once, but for forced passes in a response window: whether a person is asked for those is
    the table's business (`passes`).
    """

    game: Game
    players: int
    seats: tuple[str, ...]  # HUMAN, or the name of a bot
    seed: int
    seed_given: bool
    state: State
    steps: list[Step] = field(factory=list)
    undone: list[Step] = field(factory=list)
    marked: bool = False  # something known was taken back (`undo!`)
    _bots: dict[int, Bot] = field(factory=dict)

    @classmethod
    def start(cls, game: Game, players: int, seats: Sequence[str], seed: int | None) -> Session:
        """Deal a new match."""
        state = game.start(players=players, seed=seed, traced=True, ask_passes=True)
        session = cls(game, players, tuple(seats), state.seed, seed is not None, state)
        session._bots = {seat: make_bot(game, name) for seat, name in enumerate(seats) if name != HUMAN}
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
        return self.seed_given or self.state.is_over

    def asks_human(self) -> bool:
        """Say whether a person is asked now."""
        return not self.state.is_over and self.seats[self.state.player] == HUMAN

    def answer(self, answer: int | Sequence[int], named: Named) -> None:
        """Give the answer of whoever is asked. An illegal one is raised and changes nothing."""
        self._apply(answer, named)
        self.undone.clear()

    def only_pass(self) -> bool:
        """Say whether somebody is asked in a response window who can only pass."""
        return not self.state.is_over and only_pass(self.state.decision)

    def pass_by(self) -> None:
        """Pass for whoever is asked in a response window, as the table's setting has it."""
        decision = self.state.decision
        last = len(decision.options) - 1
        self._apply(last, decision.options[last].text, by_itself=True)

    def answer_by_bot(self) -> Step:
        """Let the bot answer whose turn it is; give what it answered."""
        seat = self.state.player
        answer = self._bots[seat].answer(Position(self.state, seat), self.seed, self._decision_number(seat))
        self._apply(answer, named_answer(self.state.decision, answer))
        self.undone.clear()
        return self.steps[-1]

    def hint(self) -> Named:
        """Give what the greedy bot would answer for whoever is asked. The match is not touched."""
        seat = self.state.player
        bot = make_bot(self.game, "greedy")
        return named_answer(
            self.state.decision, bot.answer(Position(self.state, seat), self.seed, self._decision_number(seat))
        )

    def undo(self, *, anything: bool = False) -> Step:
        """Take the last answer of a person back; give it. `anything`: also what is known, which marks the match."""
        at = self._last_human()
        since = self.steps[at:]
        before = self._before(at)
        free = self.state.may_take_back(before.state)
        if not free and not anything:
            # Not more: what became known, and to whom, may be a secret too.
            raise CannotUndo("something became known")
        self.marked = self.marked or not free
        self.state, self.steps = before.state, before.steps
        self.undone[:0] = since
        return since[0]

    def _last_human(self) -> int:
        for at in range(len(self.steps) - 1, -1, -1):
            if self._by_hand(self.steps[at]):
                return at
        raise CannotUndo("there is nothing to take back")

    def redo(self) -> Step:
        """Give the answer that was taken back last once more, and those of bots that followed it."""
        if not self.undone:
            raise CannotUndo("there is nothing to do again")
        first, *rest = self.undone
        bots = 0
        while bots < len(rest) and not self._by_hand(rest[bots]):
            bots += 1
        self.replay([(step.seat, step.question, step.answer) for step in (first, *rest[:bots])])
        self.undone = rest[bots:]
        return first

    def _by_hand(self, step: Step) -> bool:
        return self.seats[step.seat] == HUMAN and not step.by_itself

    def replay(self, steps: Sequence[tuple[int, str, Named]]) -> None:
        """Give recorded answers (seat, question, answer) in turn; raise Diverged at the first that differs."""
        for number, (seat, question, named) in enumerate(steps, 1):
            self.pass_on()
            what = self._difference(seat, question, named)
            if what is not None:
                raise Diverged(number, what)
            answer = find_answer(self.state.decision, named)
            assert answer is not None
            self._apply(answer, named)

    def _difference(self, seat: int, question: str, named: Named) -> str | None:
        """Give what keeps a recorded answer from being given now, or None."""
        shown = spoken(named)
        if self.state.is_over:
            return f"the game is over before '{shown}'"
        if self.state.player != seat:
            return f"now {self.names[self.state.player]} is asked, where {self.names[seat]} answered '{shown}'"
        if self.state.decision.question != question:
            return f"the question was '{question}' and is now '{self.state.decision.question}'"
        if find_answer(self.state.decision, named) is None:
            return f"'{shown}' is no longer offered to '{question}'"
        return None

    def _before(self, at: int) -> Session:
        """Give this match as it was before answer `at`: played again, so that limits and counters come out right."""
        before = Session.start(self.game, self.players, self.seats, self.seed)
        before.replay([(step.seat, step.question, step.answer) for step in self.steps[:at]])
        before.pass_on()
        before.steps = self.steps[:at]
        return before

    def _apply(self, answer: int | Sequence[int], named: Named, *, by_itself: bool = False) -> None:
        decision = self.state.decision
        forced = decision.forced
        self.state.choose(answer if isinstance(answer, int) else list(answer))
        self._answer_forced()
        if not forced:
            self.steps.append(Step(decision.player, decision.question, named, by_itself))

    def _answer_forced(self) -> None:
        while not self.state.is_over:
            decision = self.state.decision
            if not decision.forced or only_pass(decision):
                return
            self.state.choose(0)

    def pass_on(self) -> None:
        """Give the forced passes up to the next real question, as when answers are played again."""
        while self.only_pass():
            self.state.choose(0)
            self._answer_forced()

    def _decision_number(self, seat: int) -> int:
        return sum(step.seat == seat for step in self.steps)


def only_pass(decision: Any) -> bool:
    """Say whether a question is one of a response window that can only be answered by a pass."""
    return decision.kind == "respond" and decision.forced


def spoken(named: Named) -> str:
    """Give an answer by name as one text."""
    if isinstance(named, str):
        return named
    return ", ".join(named) if named else "nothing"


def named_answer(decision: Any, answer: int | Sequence[int]) -> Named:
    """Give an answer by name."""
    if decision.kind in ("set", "order"):
        if isinstance(answer, int):
            places = {item.data: at for at, item in enumerate(decision.items)}
            answer = [places[thing] for thing in decision.options[answer].data]
        return tuple(decision.items[at].text for at in answer)
    assert isinstance(answer, int)
    return decision.options[answer].text


def find_answer(decision: Any, named: Named) -> int | list[int] | None:
    """Give the answer with that name, or None if it is not offered."""
    if decision.kind not in ("set", "order"):
        return next((at for at, option in enumerate(decision.options) if option.text == named), None)
    if isinstance(named, str):
        return None
    free: dict[str, list[int]] = {}
    for at, item in enumerate(decision.items):
        free.setdefault(item.text, []).append(at)
    found = []
    for text in named:
        if not free.get(text):
            return None
        found.append(free[text].pop(0))
    return found
