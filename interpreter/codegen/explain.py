"""Twins of getters that tell how a value comes about: `how_N(S, x, steps)` adds (sort, number, card, value so far) for
each step.

Sorts: "printed", "formula", "case" and "addend" (numbers in the definition), "by" (number of the source of a modifier),
"bounds". The same code is written as for the getter, with a note behind each line that changes `value`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.interpreter.codegen.context import Scope, python_name
from rulewright.interpreter.codegen.proc import Proc

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Generator


class _Telling(Proc):
    """A procedure whose changes of `value` are followed by a note of what made them."""

    step = "('printed', 0, None"

    def emit(self, line: str) -> None:
        if re.search(r"(^|: )value [+-]?= ", line):
            line += f"; steps.append({self.step}, value))"
        super().emit(line)


def write_explanation(generator: Generator, m: b.Member) -> str:
    """Write the telling twin of a member's getter; its name."""
    number = generator.getter_numbers[m]
    key = f"how_{number}_{python_name(m.name)}"
    proc = _Telling(key, ["x", "steps"], False)
    sc = Scope(proc)
    if m.derived is not None:
        sc.names.update(dict.fromkeys(m.derived.params, "x"))
        _definition(generator, m.derived, proc, sc)
    elif m.sort == "printed" and generator.has_formula(m):
        proc.step = "('formula', 0, None"
        generator._formula_value(m, proc, sc)
    else:
        proc.emit(f"value = {generator.raw_member('x', m, sc)}")
    if generator.is_modified(m):
        _modifiers(generator, m, proc, sc)
        if m.low is not None and m.high is not None:
            proc.step = "('bounds', 0, None"
            proc.emit(f"value = min(max(value, {m.low}), {m.high})")
    proc.emit("return value")
    generator.functions_text.append(proc.text().replace(f"def f_{key}(", f"def {key}("))
    return key


def _definition(generator: Generator, f: b.Derived, proc: _Telling, sc: Scope) -> None:
    many = type(f.type).__name__ == "ListType"
    Proc.emit(proc, f"value = {None if f.cases else 0}; done = False")
    for number, (condition, value) in enumerate(f.cases):
        branch = sc.child()
        test = generator.cond(condition, branch) if condition is not None else "True"
        text = generator.expr(value, branch)
        if many and type(value.type).__name__ != "ListType":
            text = "()" if text in ("None", "()") else f"({text},)"
        proc.step = f"('case', {number}, None"
        proc.emit(f"if not done and {test}: value = {text}")
        lines = proc.blocks[0]
        lines[-1] += "; done = True"
    if f.addends and f.cases:
        Proc.emit(proc, "if not done: value = 0")
    for number, (sign, amount, condition) in enumerate(f.addends):
        test = generator.cond(condition, sc)
        proc.step = f"('addend', {number}, None"
        proc.emit(
            f"{'' if test == 'True' else f'if {test}: '}value {'+' if sign > 0 else '-'}= {generator.expr(amount, sc)}"
        )


def _modifiers(generator: Generator, m: b.Member, proc: _Telling, sc: Scope) -> None:
    """The modifiers, with a note of whose they are."""
    if m in generator.circle_of:
        proc.emit(f"for value, number, card in count_up(value, {generator.counted_steps(m)}): "
                  "steps.append(('by', number, card, value))")
        return
    plain: Any = generator.each_source

    def each_source(source: Any, *args: Any, **more: Any) -> None:
        inner = args[2]

        def told(child: Scope) -> None:
            proc.step = f"('by', {source.number}, {child.this}"
            inner(child)

        plain(source, *args[:2], told, *args[3:], **more)

    generator.each_source = each_source  # type: ignore[method-assign]
    try:
        generator._apply_modifiers(m, proc, sc)
    finally:
        del generator.each_source
