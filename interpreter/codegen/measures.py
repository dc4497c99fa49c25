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


def measures(program: b.Program) -> list[Any]:
    """The measures that the rules declare (dsl.bound_tests.Measure), in their order."""
    return [] if program.tests is None else program.tests.measures


def write_measures(generator: Generator) -> None:
    """Write `measure_N(S)` for each measure that is a value, N its number; of each player, it gives a list."""
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
