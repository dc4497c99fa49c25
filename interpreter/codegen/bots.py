"""What a `bot` of the rules likes and how it values a position, as functions of a state and a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.dsl import bound as b
from rulewright.dsl.types import CardType, bare
from rulewright.interpreter.codegen.context import Scope
from rulewright.interpreter.codegen.freevars import read_vars

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Generator


def write_bots(generator: Generator) -> None:
    """Write `bot_value_N(S, you)` and `bot_liking_N(S, you, data)` for each bot of the program, N its number.

    To be called when every action that the flow offers is known: a preference for another one can never matter.
    """
    for number, bot in enumerate(generator.program.bots.values()):
        if bot.value is not None:
            proc = generator.new_proc(f"bot_value_{number}", [you := generator.name_of(bot.you)], False)
            proc.emit(f"return {generator.expr(bot.value, _scope(generator, bot, proc, you))}")
            generator.add(proc)
        _write_liking(generator, bot, number)


def _write_liking(generator: Generator, bot: b.Bot, number: int) -> None:
    proc = generator.new_proc(f"bot_liking_{number}", [you := generator.name_of(bot.you), "data"], False)
    sc = _scope(generator, bot, proc, you)
    proc.emit("liking = 0")
    for weight, action, args, condition in bot.preferences:
        if action not in generator.action_list:
            continue
        tests = [f"data[0] == {generator.action_number(action)}"]
        first = 1 if action.this_var is None else 2
        places = {param.var.name: place for place, param in enumerate(action.params, first)}
        tests += [f"data[{places[name]}] == {generator.expr(value, sc)}" for name, value in args]
        if condition is not None:
            inner = sc.child()
            read = read_vars((condition,))
            for param in action.params:
                place = f"data[{places[param.var.name]}]"
                inner.names[param.var] = place
                if param.var in read and isinstance(bare(param.var.type), CardType):
                    tests.append(f"not isinstance({place}, tuple)")  # a card that the player cannot see
            tests.append(f"({generator.expr(condition, inner)})")
        proc.emit(f"if {' and '.join(tests)}:")
        with proc.indented():
            proc.emit(f"liking += {weight}")
    proc.emit("return liking")
    generator.add(proc)


def _scope(generator: Generator, bot: b.Bot, proc: object, you: str) -> Scope:
    sc = Scope(proc, actor=you)  # type: ignore[arg-type]
    sc.names[bot.you] = you
    return sc
