"""What the measures of a game come to in a match that is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.interpreter.codegen.measures import measures, sampled, tallied

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State


def measure_titles(game: Game, players: int) -> list[str]:
    """The titles of the measures, in the order of the rules; behind one of each player those of the seats."""
    found = []
    for measure in measures(game.program):
        found.append(measure.title)
        if measure.var is not None:
            found += [_of_seat(measure.title, seat) for seat in range(players)]
    return found


def _of_seat(title: str, seat: int) -> str:
    return f"{title}, seat {seat + 1}"


def measures_of(state: State) -> dict[str, float]:
    """Each measure's value by title. What is counted over something that never happened is left out.

    So is what is read when something begins that never did. A measure of each player has its mean under its title, and
    each player's value under the title and the seat.
    """
    found: dict[str, float] = {}
    declared = measures(state.g.program)
    if not declared:
        return found
    places = tallied(state.g.program)
    for number, measure in enumerate(declared):
        if measure.value is not None:
            value = _value(state, number, measure)
            if value is None:
                continue
            if measure.var is None:
                found[measure.title] = float(value)
                continue
            found[measure.title] = sum(value) / len(value)
            found.update((_of_seat(measure.title, seat), float(one)) for seat, one in enumerate(value))
            continue
        times = state.tally[places[f"{measure.counted.sort} {measure.counted.name}"]]
        if measure.per is None:
            found[measure.title] = float(times)
        elif runs := state.tally[places[f"{measure.per.sort} {measure.per.name}"]]:
            found[measure.title] = times / runs
    return found


def _value(state: State, number: int, measure: Any) -> Any:
    """The value at the end, or the mean of those read when something began; None where it never did."""
    if measure.per is None:
        return state.g.namespace[f"f_measure_{number}"](state)
    runs = state.tally[tallied(state.g.program)[f"{measure.per.sort} {measure.per.name}"]]
    if not runs:
        return None
    first = sampled(state.g.program, state.players)[number]
    if measure.var is None:
        return state.tally[first] / runs
    return [total / runs for total in state.tally[first : first + state.players]]
