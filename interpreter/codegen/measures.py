"""The measures of a game in its generated module: counters where things are counted, functions for values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.interpreter.codegen.context import Scope

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Generator


def tallied(program: b.Program) -> dict[str, int]:
    """For each thing that measures count or count over, by its name in a state's coverage: its place in the tally."""
    found: dict[str, int] = {}
    for measure in measures(program):
        for part in (measure.counted, measure.per):
            if part is not None:
                found.setdefault(f"{part.sort} {part.name}", len(found))
    return found


def sampled(program: b.Program, players: int) -> dict[int, int]:
    """For each measure whose value is read when something begins, by its number: where its sum stands in the tally.

    The sums stand behind the counts; of a measure of each player there is one for each seat.
    """
    found: dict[int, int] = {}
    place = len(tallied(program))
    for number, measure in enumerate(measures(program)):
        if measure.value is not None and measure.per is not None:
            found[number] = place
            place += 1 if measure.var is None else players
    return found


def tally_size(program: b.Program, players: int) -> int:
    """How many counts and sums measures need."""
    widths = [
        1 if one.var is None else players for one in measures(program) if one.value is not None and one.per is not None
    ]
    return len(tallied(program)) + sum(widths)


def measures(program: b.Program) -> list[Any]:
    """The measures that the rules declare (dsl.bound_tests.Measure), in their order."""
    return [] if program.tests is None else program.tests.measures


def write_measures(generator: Generator) -> None:
    """Write `measure_N(S)` for each measure that is a value, N its number; of each player, it gives a list.

    And `sample_N(S)`, which adds it to the tally, where it is read when something begins.
    """
    sums = sampled(generator.program, generator.instance.players)
    for number, measure in enumerate(measures(generator.program)):
        if measure.value is None:
            continue
        proc = generator.new_proc(f"measure_{number}", [], False)
        scope = Scope(proc)
        if measure.var is None:
            proc.emit(f"return {generator.expr(measure.value, scope)}")
        else:
            name = scope.names[measure.var] = generator.name_of(measure.var)
            value = generator.expr(measure.value, scope)
            proc.emit(f"return [{value} for {name} in range({generator.instance.players})]")
        generator.add(proc)
        if number in sums:
            sample = generator.new_proc(f"sample_{number}", [], False)
            if measure.var is None:
                sample.emit(f"S.tally[{sums[number]}] += f_measure_{number}(S)")
            else:
                sample.emit(f"found = f_measure_{number}(S)")
                for seat in range(generator.instance.players):
                    sample.emit(f"S.tally[{sums[number] + seat}] += found[{seat}]")
            generator.add(sample)
