"""The table of a scenario as a match that goes on: for people who play from there."""

from __future__ import annotations

from rulewright.dsl import bound_tests as t
from rulewright.interpreter.chance import seed_key
from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.records import forget_past, knowledge_of
from rulewright.interpreter.scenario_program import prepare
from rulewright.interpreter.scenario_run import Runner
from rulewright.interpreter.scenario_words import Failure
from rulewright.interpreter.state import State


def table_of(scenario: t.Scenario, seed: int) -> State:
    """A match that begins with what a scenario gives at its head; what comes then is chance, and the players' choice.

    Rolls that the scenario gives are not kept. UsageError if the table cannot be laid out as it says.
    """
    runner = Runner(scenario, prepare([scenario], playable=True))
    try:
        runner._begin()
    except Failure as problem:
        raise UsageError(f'the scenario "{scenario.title}" cannot be begun: {problem.message}') from None
    state = runner.state
    state.chance = None
    state.seed = seed
    state.key = seed_key(state.seed)
    state.auto = state.asks_passes = True
    if state.result is None and state.player is None:
        state.go_on()
    known = knowledge_of(state)
    forget_past(state, lambda: known)
    return state
