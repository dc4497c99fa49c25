"""What the measures of a game come to in a match that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.codegen.measures import measures, tallied

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State


def measure_titles(game: Game) -> list[str]:
    """The titles of the measures, in the order of the rules."""
    return [measure.title for measure in measures(game.program)]


def measures_of(state: State) -> dict[str, float]:
    """Each measure's value by title. What is counted over something that never happened is left out."""
    found: dict[str, float] = {}
    declared = measures(state.g.program)
    if not declared:
        return found
    places = tallied(state.g.program)
    for number, measure in enumerate(declared):
        if measure.value is not None:
            found[measure.title] = float(state.g.namespace[f"f_measure_{number}"](state))
            continue
        times = state.tally[places[f"{measure.counted.sort} {measure.counted.name}"]]
        if measure.per is None:
            found[measure.title] = float(times)
        elif runs := state.tally[places[f"{measure.per.sort} {measure.per.name}"]]:
            found[measure.title] = times / runs
    return found
