"""Playing a scenario: its lines in order, each answer where it belongs, and nothing that the script does not say.

The engine answers no question by itself here: every question, forced or not, is seen, so that a line may answer a
forced one and must then be right.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from rulewright.dsl import bound as b
from rulewright.dsl import bound_tests as t
from rulewright.dsl.bound_walk import walk
from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.scenario_answers import Answers
from rulewright.interpreter.scenario_chance import PICKS, Pick
from rulewright.interpreter.scenario_expect import Expectations
from rulewright.interpreter.scenario_program import Prepared
from rulewright.interpreter.scenario_words import Failure
from rulewright.interpreter.state import State

_GIVEN = (t.GivenCards, t.GivenValue, t.GivenPlace, t.GivenRolls, t.GivenDraws, t.GivenRandom)


class Runner(Answers):
    """One run of a scenario; `run` raises Failure where it fails."""

    def __init__(self, scenario: t.Scenario, prepared: Prepared) -> None:
        super().__init__(scenario, prepared)
        self.expectations = Expectations(self)

    def because(self, state: State, line: t.Move) -> str:
        """Why the move is not possible, in words."""
        return self.expectations.because(state, line.seat, line.actions, line.args)

    # ------------------------------------------------------------ the lines

    def run(self) -> None:
        """Go through all lines."""
        lines = self.scenario.lines
        self._begin()
        while self.at < len(lines):
            line = lines[self.at]
            if isinstance(line, t.ExpectError):
                raise Failure(line.span, "the line before it was not refused")
            following = lines[self.at + 1] if self.at + 1 < len(lines) else None
            if isinstance(following, t.ExpectError):
                self._refused(line, following)
                self.at += 2
                continue
            self._line(line)
            self.at += 1
        last = lines[-1].span if lines else self.scenario.span
        self.at = len(lines)
        self.guarded(last, self.rest)
        self._all_used()

    def _line(self, line: t.Line) -> None:
        self.guarded(line.span, lambda: self._do(line))

    def _refused(self, line: t.Line, expected: t.ExpectError) -> None:
        kept = self._copy()
        try:
            self._line(line)
            self.guarded(line.span, self.rest)
        except Failure as problem:
            said = " ".join(problem.lines)
            if expected.text.casefold() not in said.casefold():
                raise Failure(
                    expected.span, "the line before it is refused, but the message is another:", *problem.lines
                ) from None
            self._restore(kept)
            return
        raise Failure(expected.span, f'the line before it should be refused with "{expected.text}", but it is done')

    def _copy(self) -> tuple[Any, ...]:
        state = self.state.fork()
        state.chance = self.chance.copy()
        return state, self.started, list(self.passed), list(self.targets), dict(self.table.placed)

    def _restore(self, kept: tuple[Any, ...]) -> None:
        self.state, self.started, self.passed, self.targets, self.table.placed = kept
        self.table.state = self.state
        self.chance = self.state.chance

    def _do(self, line: t.Line) -> None:
        match line:
            case t.GivenTurn():
                pass  # entered with the first givens
            case t.GivenRolls() | t.GivenDraws() | t.GivenRandom():
                self._give(line)
            case t.GivenCards() | t.GivenValue() | t.GivenPlace():
                self._give(line)
                self.checked = False
                if self.asking:
                    self.passed.clear()
                    self.state.reask()
            case t.Make():
                if self.scenario.setup:
                    self.go_on()  # nothing is done before the set-up
                self.state.perform(self.prepared.bodies[id(line)])
                self.passed.clear()
                self.check_invariants()
            case t.Move():
                self._move(line)
            case t.Answer():
                self._until(line, lambda: self._answer(line))
            case t.Decline():
                self._until(line, self._decline)
            case t.AssignedKey():
                self._until(line, lambda: self._assign(line))
            case t.Pass(seat=None):
                self._everyone_passes(line)
            case t.Pass():
                self._until(line, self._pass)
            case _:
                if isinstance(line, t.ExpectCan | t.ExpectAsked):
                    self.settle()
                elif isinstance(line, t.ExpectDecides):
                    self.settle(to_the_end=True)
                else:
                    self.rest(about_the_end(line))
                self.expectations.check(line)

    # ------------------------------------------------------------ the beginning

    def _begin(self) -> None:
        """Apply the givens at the head; enter the turn that is given between them, so that its beginning reads them."""
        lines = self.scenario.lines
        head = next((i for i, line in enumerate(lines) if not isinstance(line, (*_GIVEN, t.GivenTurn))), len(lines))
        turn = next((line for line in reversed(lines[:head]) if isinstance(line, t.GivenTurn)), None)
        followed = head < len(lines) and isinstance(lines[head], t.ExpectError)
        self.at = head - 1 if followed else head
        for line in lines[: self.at]:
            self.guarded(line.span, partial(self._give, line))
        if turn is not None:
            self._one_turn_less(turn.seat)
            self.guarded(turn.span, partial(self.state.enter_turn, turn.seat, turn.phase))
            for line in lines[: self.at]:
                if isinstance(line, t.GivenValue | t.GivenPlace):
                    self.guarded(line.span, partial(self._give, line))

    def _one_turn_less(self, seat: int) -> None:
        """Where it is given how many turns somebody has begun, the turn that is entered is one of them."""
        S = self.state
        first = S.g.turns_slot
        if any(S.v[first : first + S.players]):
            S.v[first + seat] = max(0, S.v[first + seat] - 1)
            S.n_turns = sum(S.v[first : first + S.players])

    def _give(self, line: t.Line) -> None:
        match line:
            case t.GivenCards():
                self.table.put_cards(line)
            case t.GivenValue():
                self.table.put_value(line)
            case t.GivenPlace():
                self.table.put_piece(line)
            case t.GivenRolls(die=die, values=values):
                self.chance.rolls += [(die, value) for value in values]
            case t.GivenDraws():
                self.chance.draws(self.table.stream(line.zone), [self.table.drawn(card) for card in line.cards])
            case t.GivenRandom(values=values):
                self.chance.picks(self._picks(wanted) for wanted in values)

    def _picks(self, wanted: t.Wanted) -> Pick:
        def place(state: State, items: Sequence[Any], of: Any) -> int:
            fitting = [i for i, x in enumerate(items) if self.matcher.fits(state, wanted, x, of)]
            if not fitting:
                raise UsageError(f"{wanted.span.text} is none of those that `a random ...` chooses from here")
            return fitting[0]

        return place

    # ------------------------------------------------------------ where it stands

    def rest(self, to_the_end: bool = False) -> None:
        """Come to where the game next stands: at a question, or still before `play:` if nothing has been played and
        nobody asks how it ends."""
        if self.started or self.entered or self.asking:
            self.settle(to_the_end)
        elif not self.checked and self.state.result is None:
            self.checked = True
            self.check_invariants("with what is given")
            self.state.perform(self.prepared.checkpoint)
            self.check_invariants()
        if to_the_end and self.state.result is None and not (self.started or self.entered or self.asking):
            self.settle(to_the_end)

    # ------------------------------------------------------------ the end

    def _all_used(self) -> None:
        self.all_targets_used()
        if self.chance.rolls:
            die, value = self.chance.rolls[0]
            given = next(x for x in self.scenario.lines if isinstance(x, t.GivenRolls))
            raise Failure(given.span, f"the {value} is never rolled{'' if die is None else f' with {die}'}")
        if any(self.chance.given.values()):
            random = bool(self.chance.given.get(PICKS))
            line = next(x for x in self.scenario.lines if isinstance(x, t.GivenRandom if random else t.GivenDraws))
            raise Failure(line.span, "not all of this comes up")


def about_the_end(line: t.Line) -> bool:
    """Whether a line asks who has won or lost."""
    read = line.what if isinstance(line, t.ExpectList) else line.condition if isinstance(line, t.Expect) else None
    return isinstance(line, t.ExpectResult) or any(
        isinstance(part, b.Builtin) and part.name in ("winners", "losers") for part in walk(read)
    )
