"""What chance alone writes on cards: the pips of a die under a cup.

A member of cards that nothing but chance ever sets, always from the same numbers or words, is a *lot*. Who does not see
the card does not know its lot, so a redeal draws it anew (redeal.py), each value as likely as it is when it is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.dsl import bound as b
from rulewright.dsl.bound_walk import everything
from rulewright.dsl.types import WordType, bare
from rulewright.interpreter.limits import MOST_NUMBERS

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Compiled

Lots = dict[int, tuple[Any, ...]]
"""For the key of a member its values, one as often as it is likely."""


def lots_of(g: Compiled) -> Lots:
    """The lots of a compiled game, worked out once."""
    return g.worked_out("lots", lambda: _find(g))


def _find(g: Compiled) -> Lots:
    program = g.instance.program
    parts = list(everything(program))
    picked = _picked(parts)
    written: dict[b.Member, list[tuple[Any, ...] | None]] = {}
    for part in parts:
        match part:
            case b.Assign(target=b.MemberOf(member=member), op=op, value=value) if member.owner == "card":
                written.setdefault(member, []).append(_values(g, value, picked) if op == "set" else None)
            case b.AssignKeys(member=member):
                written.setdefault(member, []).append(None)
            case b.Perform(verb="swap", args=args):
                for _, arg in args:
                    if isinstance(arg, b.MemberOf):
                        written.setdefault(arg.member, []).append(None)
    return {
        g.card_key[member]: values[0]
        for member, values in written.items()
        if member in g.card_key and values[0] and all(one == values[0] for one in values)
    }


def _picked(parts: list[Any]) -> dict[b.Var, b.Expr]:
    """What is picked at random and given a name: `let n be a random number ...`."""
    return {part.var: part.value for part in parts if isinstance(part, b.Let) and isinstance(part.value, b.RandomOf)}


def _values(g: Compiled, value: b.Expr, picked: dict[b.Var, b.Expr]) -> tuple[Any, ...] | None:
    """The values that chance may give here, in order; None if it is not chance alone that decides."""
    if isinstance(value, b.Local) and value.var in picked:
        value = picked[value.var]
    if isinstance(value, b.MemberOf) and value.member.owner == "die" and isinstance(value.base, b.Const):
        return tuple(sorted(list(g.instance.program.dice.values())[value.base.value].faces))
    if not isinstance(value, b.RandomOf) or value.group.conditions or value.group.superlatives:
        return None
    base, of = value.group.base, bare(value.group.var.type)
    if base.sort == "words" and isinstance(of, WordType):
        return tuple(range(len(of.values)))
    if base.sort != "numbers":
        return None
    found = [g.instance.constants.try_value(expr) for expr in base.exprs]
    if not all(known for known, _ in found) or found[1][1] - found[0][1] >= MOST_NUMBERS:
        return None
    return tuple(range(found[0][1], found[1][1] + 1))
