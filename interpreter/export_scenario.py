"""A match, or its last turns, written as a scenario of the rules language.

The match is played again. Where a turn begins, or `play:`, or `setup:`, a scenario can begin: what lies on the table there
is given, drawn cards by the order of their piles and rolls by number, and each answer since then is a line. What lines
cannot say shows when the scenario is played: it must come to the same table. So the latest beginning is taken from which it
does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.dsl.bound_tests import Scenario
from rulewright.dsl.loading_tests import tests_of
from rulewright.dsl.parser import parse
from rulewright.dsl.source import Source
from rulewright.interpreter.builtins import BUILTINS
from rulewright.interpreter.entering import turns_tell_the_place
from rulewright.interpreter.errors import RulewrightError, UsageError
from rulewright.interpreter.export_compare import in_order, same_table
from rulewright.interpreter.export_match import Beginning, Match
from rulewright.interpreter.export_position import Later
from rulewright.interpreter.export_text import Exported, written
from rulewright.interpreter.scenario_program import Prepared, prepare
from rulewright.interpreter.scenario_run import Runner
from rulewright.interpreter.scenario_words import Failure
from rulewright.interpreter.state import State

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

Arrives = Callable[[Runner, Failure | None], bool]

_MOST_BRIEF = 200  # answers; in more of them two cards of one name are nearly always taken for each other


def export_scenario(
    game: Game, state: State, title: str, from_the_start: bool = False, more: Sequence[str] = ()
) -> str:
    """The text of a scenario that leads to a state: from the latest turn that can be given, or from the start.

    more: lines to be added, such as `expect ...`. UsageError if the state has no past, or lines cannot say what it is.
    """
    answers = state.history
    made_up = state.know is not None and state.know.made_up
    if made_up or len(answers) != state.n_decisions or state.chance is not None:
        raise UsageError("only a match that was played from its seed can be exported; this state was made up")
    match = Match.replayed(game, state.players, state.seed, answers, state.names, state.limits)
    if match.fault is not None:
        raise match.fault

    def arrives(runner: Runner, failure: Failure | None) -> bool:
        return failure is None and same_table(runner.state, match.end)

    found = exported(match, title, arrives, from_the_start, more, mend=True)
    if found is None:
        raise UsageError("no lines of a scenario can say how this match came here: something in it was left to chance"
                         " or lasts from before the turn that a scenario could begin with")
    return found.text()


def exported(
    match: Match, title: str, arrives: Arrives, from_the_start: bool = False, tail: Sequence[str] = (),
    mend: bool = False, whose: int | None = None,
) -> Exported | None:  # fmt: skip
    """The shortest of the scenarios that can be written for a match of those that arrive; None if none does.

    tail: lines that are added at the end, before it is seen where it arrives. whose: if it begins with a turn, then with
    one of this seat. mend: where a scenario passes and yet comes
    to another table, what is different is given at its end.
    """
    for batch in _batches(match, from_the_start, whose):
        trials = []
        for beginning, thorough in batch:
            one = written(match, beginning, title, thorough)
            one.tail = list(tail)
            scenario = read(match.game, one.text(under=False))
            if scenario is not None:
                if mend:
                    scenario.invariants = []  # what the match does, the scenario does; that takes no looking at
                trials.append((one, scenario))
        for one, scenario, prepared in _prepared(trials):
            runner, failure = played(scenario, prepared)
            if arrives(runner, failure):
                one.scenario = scenario
                return one
            if mend and one.thorough and failure is None and _mended(match, one, runner, arrives):
                return one
    return None


def _batches(match: Match, from_the_start: bool, whose: int | None) -> Iterator[list[tuple[Beginning, bool]]]:
    """What is tried, in the order in which it is taken: where a scenario begins, and whether it is written thoroughly. Those
    of a batch are compiled together, which saves most of the time."""
    first = {one.where: one for one in match.beginnings if one.where != "turn"}
    turns = [one for one in match.beginnings if one.where == "turn" and one.can_be_given][::-1]
    if whose is not None:
        turns = [one for one in turns if one.seat == whose]
    if from_the_start or not turns_tell_the_place(match.game.program):
        turns = []
    play, setup = first.get("play"), first["setup"]
    brief = [*turns[:2]] if play is None or len(match.steps) - play.step > _MOST_BRIEF else [*turns[:2], play]
    if brief:
        yield [(one, False) for one in brief]
    # Before the set-up cards lie as they do in every match, so that copies of one card have the same order in both.
    yield [(setup, True)]
    yield [(one, True) for one in (*turns[:1], play) if one is not None]


def _prepared(trials: list[tuple[Exported, Scenario]]) -> Iterator[tuple[Exported, Scenario, Prepared]]:
    """The scenarios with their compiled game: one for all of them, or, if one of them spoils it, one for each."""
    groups: list[list[tuple[Exported, Scenario]]] = []
    for trial in trials:
        if groups and groups[-1][0][1].setup == trial[1].setup:
            groups[-1].append(trial)
        else:
            groups.append([trial])
    for group in groups:
        try:
            together = prepare([scenario for _, scenario in group])
        except RulewrightError:
            together = None
        for one, scenario in group:
            try:
                yield one, scenario, together or prepare([scenario])
            except RulewrightError:
                continue


def _mended(match: Match, one: Exported, runner: Runner, arrives: Arrives) -> bool:
    """Give at the end of a scenario what it left different; whether it then arrives."""
    end = match.end
    if runner.state.is_over or end.is_over:
        return False
    later = Later(end, one.names)
    more = [*later.zones(in_order(end), runner.state), *later.values(end, runner.state)]
    if not more:
        return False
    kept = one.lines
    one.lines = [*kept, *((line, True) for line in more)]
    scenario = read(match.game, one.text(under=False))
    if scenario is not None:
        for _, _, prepared in _prepared([(one, scenario)]):
            if arrives(*played(scenario, prepared)):
                one.scenario = scenario
                return True
    one.lines = kept
    return False


def read(game: Game, text: str) -> Scenario | None:
    """The scenario in a text, read as one of the game's own; None if there are errors in it."""
    loaded = game.loaded
    if loaded is None or loaded.resolved is None:
        raise UsageError("a scenario can be written only for a game that was loaded from its files")
    parsed = parse(Source.from_text(text, "<scenario>"))
    if any(one.severity == "error" for one in parsed.diagnostics):
        return None
    kept = loaded.resolved.program.tests
    try:
        tests, found = tests_of((*loaded.files, parsed.file), loaded.resolved, BUILTINS)
    finally:
        loaded.resolved.program.tests = kept
    mine = [s for s in tests.scenarios if s.span is not None and s.span.source.name == "<scenario>"]
    if len(mine) != 1 or any(one.severity == "error" and one.span.source.name == "<scenario>" for one in found):
        return None
    # An option that the match sets stands in a line of its own; those set from outside count as well.
    mine[0].options = {**game.option_values, **mine[0].options}
    return mine[0]


def played(scenario: Scenario, prepared: Prepared) -> tuple[Runner, Failure | None]:
    """Play a scenario; what became of it, and how it failed if it did."""
    runner = Runner(scenario, prepared)
    try:
        runner.run()
    except Failure as failure:
        return runner, failure
    return runner, None
