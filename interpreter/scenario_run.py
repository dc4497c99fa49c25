"""Playing a scenario: its lines in order, each answer where it belongs, and nothing that the script does not say.

The engine answers no question by itself here: every question, forced or not, is seen, so that a line may answer a forced one and
must then be right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import bound as b
from rulewright.dsl import bound_tests as t
from rulewright.dsl.bound_walk import walk
from rulewright.interpreter.chance import derive_seed, seed_key
from rulewright.interpreter.errors import IllegalChoice, RunError, UsageError
from rulewright.interpreter.scenario_chance import NotScripted, ScriptedChance
from rulewright.interpreter.scenario_expect import Expectations
from rulewright.interpreter.scenario_given import NotPossible, Table
from rulewright.interpreter.scenario_match import ASKS_ACTION, Matcher
from rulewright.interpreter.scenario_program import Prepared
from rulewright.interpreter.scenario_words import Failure, action_said, asked, chance_said, not_scripted, offered
from rulewright.interpreter.state import State

_GIVEN = (t.GivenCards, t.GivenValue, t.GivenPlace, t.GivenRolls)
_DONE = (t.Move, t.Answer, t.Decline, t.Pass, t.AssignedKey)
_MOST_FORCED = 2_000


class Runner:
    """One run of a scenario; `run` raises Failure where it fails."""

    def __init__(self, scenario: t.Scenario, prepared: Prepared) -> None:
        self.scenario = scenario
        self.prepared = prepared
        seed = derive_seed(0, scenario.title)
        chance = ScriptedChance(seed_key(seed), scenario.any_draw)
        self.chance = chance
        self.state = prepared.game.begin_scenario(prepared.compiled, scenario.players, seed, chance)
        self.state.auto = False
        self.table = Table(self.state, lambda e: prepared.value(self.state, e))
        self.matcher = Matcher(prepared.value)
        self.expectations = Expectations(self)
        self.at = 0
        self.entered = any(isinstance(line, t.GivenTurn) for line in scenario.lines)
        self.started = False  # whether the game has gone on from where it was entered
        self.checked = False  # whether state rules and ends have been read after the last given
        self.passed: list[State] = []  # states at forced questions since the last line that did something
        self.targets: list[tuple[t.Move, int, t.Wanted]] = []  # answers for targets still to be asked for
        program = scenario.program
        actions = [*program.actions.values(), *(a for card in program.cards for a in card.actions)]
        self.target_spans = {id(x.span) for a in actions for x in a.targets}
        self.target_spans |= {id(x.span) for card in program.cards for x in card.targets}

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

    def guarded(self, span: Any, do: Callable[[], None]) -> None:
        """Do something; what goes wrong in the rules or by chance becomes the failure of the line."""
        try:
            do()
        except RunError as problem:
            where = "" if problem.span is None else f" ({problem.span.source.name}:{problem.span.line})"
            raise Failure(span, f"the rules break here: {problem.message}{where}") from None
        except NotScripted as problem:
            raise Failure(span, *chance_said(self.state, problem)) from None
        except (NotPossible, UsageError, IllegalChoice) as problem:
            raise Failure(span, str(problem)) from None

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
            case t.GivenCards() | t.GivenValue() | t.GivenPlace() | t.GivenRolls():
                self._give(line)
                self.checked = False
                if self.asking:
                    self.passed.clear()
                    self.state.reask()
            case t.Make():
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
                else:
                    self.rest(_about_the_end(line))
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
            self.guarded(line.span, lambda line=line: self._give(line))
        if turn is not None:
            self.guarded(turn.span, lambda: self.state.enter_turn(turn.seat, turn.phase))
            for line in lines[: self.at]:
                if isinstance(line, t.GivenValue | t.GivenPlace):
                    self.guarded(line.span, lambda line=line: self._give(line))

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

    def go_on(self) -> None:
        """Go on to a question, if the game stands where it was entered."""
        if not self.asking and self.state.result is None:
            if not self.started:
                self.check_invariants("with what is given")
            self.started = True
            self.state.go_on()
            self.check_invariants()

    def rest(self, to_the_end: bool = False) -> None:
        """Come to where the game next stands: at a question, or still before `play:` if nothing has been played."""
        if self.started or self.entered or self.asking:
            self.settle(to_the_end)
        elif not self.checked and self.state.result is None:
            self.checked = True
            self.check_invariants("with what is given")
            self.state.perform(self.prepared.checkpoint)
            self.check_invariants()

    # ------------------------------------------------------------ questions

    @property
    def asking(self) -> bool:
        """Whether a question is pending."""
        return self.state.result is None and self.state.player is not None

    @property
    def kind(self) -> str:
        """The kind of the pending question."""
        return self.state.g.questions[self.state.q].kind

    @property
    def forced(self) -> bool:
        """Whether the pending question has one answer."""
        return self.state.n_options == 1

    def choose(self, answer: int | list[int]) -> None:
        """Answer the pending question."""
        self.state.choose(answer)
        self.check_invariants()

    def step(self) -> None:
        """Answer a forced question as the engine would."""
        if len(self.passed) > _MOST_FORCED:
            raise Failure(self._span(), f"more than {_MOST_FORCED} questions with a single answer came one after the other")
        self._pass_on()
        self.choose(0)

    def _pass_on(self) -> None:
        kept = self.state.fork()
        kept.chance = self.chance.copy()
        self.passed.append(kept)

    def _span(self) -> Any:
        lines = self.scenario.lines
        return lines[min(self.at, len(lines) - 1)].span if lines else self.scenario.span

    def check_invariants(self, when: str = "after this") -> None:
        """Fail if an invariant is broken."""
        broken = self.prepared.broken(self.state)
        if broken is not None:
            raise Failure(self._span(), f'{when} the invariant "{broken.title}" does not hold')

    def drain(self) -> None:
        """Answer pending questions for targets with what the line of the action said."""
        while self.targets and self.asking:
            line, seat, wanted = self.targets[0]
            state = self.state
            if state.player != seat or id(state.g.questions[state.q].span) not in self.target_spans:
                return
            places = self.matcher.places(state, wanted)
            if not places:
                raise Failure(line.span, f"{wanted.span.text} cannot be the target", *offered(state))
            self._no_two(line, places, wanted)
            self.targets.pop(0)
            self._choose_one(places[0], wanted)

    def settle(self, to_the_end: bool = False) -> None:
        """Go on to the next question that is a choice; one that the next line of the script answers is left to it.

        An action that is the only one possible is still somebody's doing: it waits until a line needs what comes after it,
        or looks at the end of the game (`to_the_end`).
        """
        self.go_on()
        if not self.asking:
            return
        line = next((x for x in self.scenario.lines[self.at + 1 :] if not isinstance(x, _EXPECTS)), None)
        self.drain()
        while self.asking and self.forced and not (line is not None and self._answers(line)):
            if not to_the_end and self.kind in ASKS_ACTION and self.state.opts[0] is not None:
                return
            self.step()
            self.drain()

    def _until(self, line: Any, attempt: Callable[[], bool]) -> None:
        """Come to the question that a line answers: forced ones are answered, others asked to respond pass silently."""
        self.go_on()
        self.drain()
        while True:
            state = self.state
            if state.result is not None:
                raise Failure(line.span, "the game is over; nobody is asked anything more")
            if state.player is None:
                raise Failure(line.span, "nobody is asked anything here")
            if state.player == line.seat and attempt():
                self.passed.clear()
                self.drain()
                return
            if self.forced:
                self.step()
            elif state.player != line.seat and self.kind == "respond":
                self._pass_on()
                self.choose(state.opts.index(None))
            elif state.player != line.seat:
                raise Failure(line.span, *not_scripted(state))
            else:
                self._cannot(line)
            self.drain()

    # ------------------------------------------------------------ the end

    def _all_targets_used(self, line: t.Line) -> None:
        if self.targets:
            left, _, wanted = self.targets[0]
            raise Failure(left.span, f"no target was asked for that `{wanted.span.text}` would answer")

    def _all_used(self) -> None:
        self._all_targets_used(self.scenario.lines[-1] if self.scenario.lines else t.Line(self.scenario.span))
        if self.chance.rolls:
            die, value = self.chance.rolls[0]
            given = next(x for x in self.scenario.lines if isinstance(x, t.GivenRolls))
            raise Failure(given.span, f"the {value} is never rolled{'' if die is None else f' with {die}'}")

    def describe(self) -> str:
        """What is asked now, for messages."""
        return asked(self.state) if self.asking else "the game is over" if self.state.result is not None else "nobody is asked"


def _about_the_end(line: t.Line) -> bool:
    """Whether a line asks who has won or lost."""
    read = line.what if isinstance(line, t.ExpectList) else line.condition if isinstance(line, t.Expect) else None
    return isinstance(line, t.ExpectResult) or any(
        isinstance(part, b.Builtin) and part.name in ("winners", "losers") for part in walk(read)
    )


_EXPECTS = (t.Expect, t.ExpectList, t.ExpectCan, t.ExpectAsked, t.ExpectResult)
