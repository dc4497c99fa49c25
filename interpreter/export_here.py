"""The table as it stands, written as a scenario: for matches that no seed and answers lead to.

A scenario can begin a turn or a phase, not the middle of one. So the table is given, the game goes on to its question,
and the table is given once more, as it is now. What lines cannot say shows when the scenario is played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.describe import question_text
from rulewright.interpreter.errors import RulewrightError, UsageError
from rulewright.interpreter.export_compare import in_order, same_table
from rulewright.interpreter.export_match import Match
from rulewright.interpreter.export_position import Later, Writer, needs_name
from rulewright.interpreter.export_scenario import export_scenario, played, read
from rulewright.interpreter.export_text import Exported, names_of, option_lines, start_of
from rulewright.interpreter.scenario_program import prepare

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State


_MIDDLE = ("this match did not begin with a deal, so lines would have to say how the table stands; they can where a turn or"
           " a phase begins, and here something is under way, lasts, or somebody is out")


def export_from_here(game: Game, state: State, title: str) -> str:
    """The text of a scenario that comes to the table as it stands, and expects the question that is asked there.

    It passes when it stands in the game's file. UsageError if no lines can say what is on the table.
    """
    more = [] if state.is_over else [_expected(state)]
    made = [card.name for card in state.g.program.cards[len(game.program.cards) :]]
    if made:
        raise UsageError(f"the scenario that this table began with made cards of its own ({', '.join(made)}),"
                         " and another scenario does not have them")
    try:
        return export_scenario(game, state, title, more=more)
    except UsageError as problem:
        said = problem
    found = None if state.is_over or state.joint else _as_it_stands(game, state, title)
    if found is None:
        made_up = state.know is not None and state.know.made_up
        raise UsageError(_MIDDLE) if made_up and not state.is_over else said
    last = [line for line, _ in found.lines[-1:]]
    return found.text([line for line in more if line not in last])


def _expected(state: State) -> str:
    question = question_text(state, state.g.questions[state.q])
    return f'expect {state.names[state.player]} is asked "{question}"'.replace("\\", "")


def _as_it_stands(game: Game, state: State, title: str) -> Exported | None:
    if state.act is None or state.eff or state.stack or len(state.alive) < state.players:
        return None
    match = Match(game, state, [], [])
    cards, start = in_order(state), start_of(match)
    turn = f"given {state.names[state.act]}'s turn"
    phase = "" if state.phase_name is None else f", phase {state.phase_name}"
    under = tuple(applied for applied, _ in game.program.applied)
    names = names_of(state, needs_name(state))
    writer = Writer(state, names)
    first = [*writer.zones(cards, start), *writer.values(state, start), _expected(state)]
    written = Exported(title, tuple(state.names), under, [*option_lines(game), turn + phase], _lines(first))
    reached = _reached(game, written)
    if reached is None:
        return None
    if same_table(reached, state):
        return written
    later = Later(state, names)
    more = [*later.zones(cards, reached), *later.values(state, reached)]
    written.lines += _lines(more)
    reached = _reached(game, written) if more else reached
    return written if reached is not None and same_table(reached, state) else None


def _lines(lines: list[str]) -> list[tuple[str, bool]]:
    return [(line, line.startswith("given")) for line in lines]


def _reached(game: Game, written: Exported) -> State | None:
    """The state that a scenario ends with; None if it cannot be read or fails."""
    scenario = read(game, written.text(under=False))
    if scenario is None:
        return None
    try:
        runner, failure = played(scenario, prepare([scenario]))
    except RulewrightError:
        return None
    return None if failure is not None else runner.state
