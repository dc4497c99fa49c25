"""Uniform random play in the form of the code that never stops: every question is answered on the spot.

A playout makes the same choices as a match whose seats answer with `State.choose_random`, given the same numbers; a
test compares the two. It is for whole games by random play alone: nothing can be saved, forked or taken back in the
middle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.decisions import order_answers, sets_of, uniform
from rulewright.interpreter.errors import LimitReached, RunError, UnitEnded
from rulewright.interpreter.faults import FAULTS, as_run_error, in_a_circle, rules_lines
from rulewright.interpreter.limits import LARGEST
from rulewright.interpreter.luck import SeatNumbers
from rulewright.interpreter.runtime.players import TURN_UNIT

if TYPE_CHECKING:
    from rulewright.interpreter.state import State


def pick(state: State) -> Any:
    """The answer to the question of a playout: `state.rngs` gives for each seat the next number from 0 to 1."""
    opts = state.opts
    kind = state.g.question_kinds[state.q]
    if kind <= 1:
        n = len(opts)
        if n == 1:
            state.n_forced += 1
            state.forced_run += 1
            state.ans = opts[0]
        else:
            state.forced_run = 0
            state.ans = opts[int(state.rngs[state.player]() * n)]
            if n > state.most_options:
                state.most_options = n
    else:
        sets = None
        if kind == 2 and state.need is None and not (state.g.alike and state.g.asks_cards(state.q)):
            sets = sets_of(len(opts), state.lo, state.hi)
        answers: Any = sets or (state._set_answers() if kind == 2 else order_answers(opts))
        n = len(answers) if sets is not None else answers.total
        if n == 1:
            state.n_forced += 1
            state.forced_run += 1
            answer = answers[0]
        else:
            state.forced_run = 0
            answer = answers[uniform(state.rngs[state.player](), n)]
            if n > state.most_options:
                state.most_options = min(n, LARGEST)
        state.ans = answer if sets is None else tuple([opts[place] for place in answer])
    state.n_options_seen += n if n < LARGEST else LARGEST
    state.steps = 0
    count = state.n_decisions = state.n_decisions + 1
    if state.forced_run >= 1000:
        state.watch_forced()
    if not count & 63:
        state.check_decisions()
    return state.ans


def end_of_unit(ended: UnitEnded, block: int, units: dict[int, tuple[int, int, int]], turns: frozenset[int]) -> int:
    """The block at which to go on after `ended`, if the unit is one of these; else the exception goes on."""
    if ended.unit == TURN_UNIT:
        entry = next((span for unit, span in units.items() if unit in turns), None)
    else:
        entry = units.get(ended.unit)
    if entry is not None and entry[0] <= block <= entry[1]:
        return entry[2]
    raise ended


def watch_forced(state: State, q: int, player: int) -> None:
    """After many forced answers in a row, this being question `q` to `player`: does anything change at all?"""
    state.q, state.player = q, player
    state.watch_forced()


class GameOver(Exception):
    """The game has ended in the middle of whatever was running."""


def leave_unit(ended: UnitEnded, unit: int, turns: frozenset[int]) -> None:
    """Nothing if it is this unit that `ended` ends; else the exception goes on."""
    if ended.unit != unit and not (ended.unit == TURN_UNIT and unit in turns):
        raise ended


def run(state: State, numbers: Sequence[Callable[[], float]]) -> None:
    """Play to the end."""
    state.rngs = numbers.as_list() if isinstance(numbers, SeatNumbers) else numbers
    namespace = state.g.namespace
    try:
        namespace["r_main"](state)
    except GameOver:
        pass
    except LimitReached as reached:
        state.result = (reached.kind, (), reached.what)
    except RecursionError as deep:
        raise in_a_circle(state.g, rules_lines(state.g, deep.__traceback__)) from None
    except RunError as fault:
        raise as_run_error(state.g, fault) from None
    except FAULTS as fault:
        raise as_run_error(state.g, fault) from fault
    if state.g.lists:
        state.z[:] = map(tuple, state.z)
    finish(state)


def finish(state: State) -> None:
    """What comes after the last step: nobody is asked, and the ranking decides where nothing else did."""
    state.player = None
    state.opts = []
    if state.result is None:
        state.end_by_ranking()
