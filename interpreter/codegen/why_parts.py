"""What exactly speaks against a choice: the single conditions of a group or guard, each as a function that says whether it
fails.

`it is there where pays(s, c)` is no answer for somebody who asks why: what counts is which condition of `pays` fails, and
of a comparison which two values were compared. So definitions of yes or no are taken apart, down to single conditions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from rulewright.dsl import bound as b
from rulewright.dsl.types import BoolType, NumberType, bare
from rulewright.interpreter.codegen.freevars import expressions

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.context import Scope
    from rulewright.interpreter.codegen.module import Generator

_DEEPEST = 3


@frozen
class Part:
    """A single condition. names: the variables in its text, in the order in which the function gives their values.

    function: of the state, the player, this card and the parameters; it gives None where the condition holds, else (values
    of `names`, and those of `compared` or the name of what forbids it). compared: the two numbers that are.
    """

    function: str
    condition: b.Expr
    names: tuple[b.Var, ...]
    compared: tuple[b.Expr, ...]


@frozen
class _Single:
    """A condition and the variables of the definitions it stands in, each with its value, the outer ones first."""

    condition: b.Expr
    bound: tuple[tuple[b.Var, b.Expr], ...] = ()


def singles(
    generator: Generator, condition: b.Expr, bound: tuple[tuple[b.Var, b.Expr], ...] = (), depth: int = 0
) -> Iterator[_Single]:
    """The single conditions that must all hold for this one to hold."""
    if isinstance(condition, b.And) and not any(isinstance(e, b.Bind) for e in expressions(condition.parts)):
        for part in condition.parts:
            yield from singles(generator, part, bound, depth)
        return
    inside = _definition(generator, condition)
    if inside is not None and depth < _DEEPEST:
        definition, args = inside
        if not {var for var, _ in bound} & set(definition.params):
            more = (*bound, *zip(definition.params, args, strict=True))
            yield from singles(generator, definition.cases[0][1], more, depth + 1)
            return
    yield _Single(condition, bound)


def _definition(generator: Generator, e: b.Expr) -> tuple[b.Derived, tuple[b.Expr, ...]] | None:
    """The definition that is all there is to a condition, and what it is asked about."""
    if isinstance(e, b.CallFunction) and isinstance(e.function, b.Derived):
        found, args = e.function, e.args
    elif isinstance(e, b.MemberOf) and e.member.derived is not None and e.member not in generator.modified:
        found, args = e.member.derived, (e.base,)
    else:
        return None
    plain = len(found.cases) == 1 and found.cases[0][0] is None and not found.addends
    return (found, args) if plain and isinstance(found.type, BoolType) and len(found.params) == len(args) else None


def write_part(generator: Generator, single: _Single, sc: Scope, known: tuple[b.Var, ...]) -> Part:
    """Write the function of a single condition into a scope of its own. known: the variables that this has already."""
    for var, value in single.bound:
        text = generator.expr(value, sc)
        sc.names[var] = generator.name_of(var)
        sc.code.emit(f"{sc.names[var]} = {text}")
    condition = single.condition
    names = tuple(dict.fromkeys((*known, *(var for var, _ in single.bound))))
    values = "".join(f"{sc.names[var]}, " for var in names)
    compared: tuple[b.Expr, ...] = ()
    if isinstance(condition, b.Compare | b.Equal) and isinstance(bare(condition.left.type), NumberType):
        compared = (condition.left, condition.right)
    told = "".join(f"{generator.expr(e, sc)}, " for e in compared)
    if isinstance(condition, b.Can) and condition.of_a_card and not condition.negated:
        args = {arg: generator.expr(value, sc) for arg, value in condition.args}
        forbids = generator.restricted(condition.what, args, generator.expr(condition.actor, sc), "None", "()")
        told = f"{forbids or None}, "
    sc.code.emit(f"return None if {generator.cond(condition, sc)} else (({values}), ({told}))")
    generator.add(sc.code)
    return Part(sc.code.name, condition, names, compared)


def without_conditions(group: b.Group) -> b.Group:
    """The group as wide as it is before anything is asked of its members."""
    return evolve(group, conditions=(), superlatives=(), order=None)


def asked_of(group: b.Group) -> tuple[b.Expr, ...]:
    """The conditions of a group; one, where a name that one of them gives may be used by the next."""
    if any(isinstance(e, b.Bind) for e in expressions(group.conditions)):
        return (b.And(group.type, group.span, group.conditions),)
    return group.conditions
