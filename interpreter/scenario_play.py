"""A scenario's game in play: where it stands, what is asked, and what goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import bound_tests as t
from rulewright.interpreter.chance import derive_seed, seed_key
from rulewright.interpreter.errors import IllegalChoice, RunError, UsageError
from rulewright.interpreter.scenario_chance import NotScripted, ScriptedChance
from rulewright.interpreter.scenario_given import NotPossible, Table
from rulewright.interpreter.scenario_match import Matcher
from rulewright.interpreter.scenario_program import Prepared
from rulewright.interpreter.scenario_words import Failure, asked, chance_said
from rulewright.interpreter.state import State

_MOST_FORCED = 2_000


class Play:
    """The state of one run, and the doors to it."""

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
        self.at = 0
        self.entered = scenario.setup or any(isinstance(line, t.GivenTurn) for line in scenario.lines)
        self.started = False  # whether the game has gone on from where it was entered
        self.checked = False  # whether state rules and ends have been read after the last given
        self.passed: list[State] = []  # states at forced questions since the last line that did something
        self.targets: list[tuple[t.Move, int, t.Wanted]] = []  # answers for targets still to be asked for
        program = prepared.game.program
        actions = [*program.actions.values(), *(a for card in program.cards for a in card.actions)]
        self.target_spans = {id(x.span) for a in actions for x in a.targets}
        self.target_spans |= {id(x.span) for card in program.cards for x in card.targets}

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

    # ------------------------------------------------------------ going on

    def go_on(self) -> None:
        """Go on to a question, if the game stands where it was entered."""
        if not self.asking and self.state.result is None:
            if not self.started and not self.scenario.setup:
                self.check_invariants("with what is given")
            self.started = True
            self.state.go_on()
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
            raise Failure(
                self._span(), f"more than {_MOST_FORCED} questions with a single answer came one after the other"
            )
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
        """Fail if an invariant is broken, or if the game has run into a limit instead of coming to an end."""
        if self.state.result is not None and self.state.result[0] in ("limit", "endless"):
            raise Failure(self._span(), f"here the game never ends: {self.state.result[2]}")
        broken = self.prepared.broken(self.state)
        if broken is not None:
            raise Failure(self._span(), f'{when} the invariant "{broken.title}" does not hold')

    def describe(self) -> str:
        """What is asked now, for messages."""
        return (
            asked(self.state)
            if self.asking
            else "the game is over"
            if self.state.result is not None
            else "nobody is asked"
        )
