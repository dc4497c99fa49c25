"""What is known not to be missing: facts that conditions give to what follows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs
from attrs import field, frozen

from rulewright.dsl import bound
from rulewright.dsl.inflect import article
from rulewright.dsl.suggest import listed
from rulewright.dsl.types import CardType, NothingType, OptionalType, PlayerType, Type, WordType, bare

if TYPE_CHECKING:
    from rulewright.dsl.context import Game

_FEW_WORDS = 12  # a hint names them all


@frozen
class Known:
    """What holds when a condition is true, or false: expressions that are not missing, and names that are bound."""

    facts: frozenset[bound.Expr] = frozenset()
    binds: tuple[bound.Var, ...] = ()

    def and_(self, other: Known) -> Known:
        """Give what holds when both hold."""
        return Known(self.facts | other.facts, self.binds + other.binds)

    def or_(self, other: Known) -> Known:
        """Give what holds when one of them holds, nobody knows which."""
        return Known(self.facts & other.facts, ())


@frozen
class Condition:
    """A yes/no expression and what it tells."""

    expr: bound.Expr
    yes: Known = field(factory=Known)
    no: Known = field(factory=Known)


def told(expr: bound.Expr) -> tuple[Known, Known]:
    """Give what an expression tells when it is true and when it is false."""
    nothing = Known()
    match expr:
        case bound.And(parts=parts):
            yes, no = nothing, None
            for part in parts:
                part_yes, part_no = told(part)
                yes = yes.and_(part_yes)
                no = part_no if no is None else no.or_(part_no)
            return yes, no or nothing
        case bound.Or(parts=parts):
            yes_or, no_or = None, nothing
            for part in parts:
                part_yes, part_no = told(part)
                yes_or = Known(part_yes.facts) if yes_or is None else yes_or.or_(part_yes)
                no_or = no_or.and_(Known(part_no.facts))
            return yes_or or nothing, no_or
        case bound.Not(operand=operand):
            yes, no = told(operand)
            return Known(no.facts), Known(yes.facts)
        case bound.Equal(left=left, right=right, negated=negated):
            there = frozenset(
                side
                for side, other in ((left, right), (right, left))
                if isinstance(side.type, OptionalType) and not isinstance(other.type, OptionalType | NothingType)
            )
            missing = frozenset(
                side
                for side, other in ((left, right), (right, left))
                if isinstance(side.type, OptionalType) and isinstance(other.type, NothingType)
            )
            yes, no = Known(there), Known(missing)
            return (no, yes) if negated else (yes, no)
        case bound.IsKind(value=value, negated=negated):
            there = frozenset({value}) if isinstance(value.type, OptionalType) else frozenset()
            known = Known(there | {attrs.evolve(expr, negated=False)})
            return (nothing, known) if negated else (known, nothing)
        case bound.Bind(var=var, value=value):
            return Known(frozenset({value}) if isinstance(value.type, OptionalType) else frozenset(), (var,)), nothing
        case bound.Exists(group=group, negated=False, binds=True):
            return Known(frozenset(), (group.var,)), nothing
    return nothing, nothing


def lasting(facts: frozenset[bound.Expr]) -> frozenset[bound.Expr]:
    """Give the facts that hold on in the statements below a condition: those about local names only."""
    return frozenset(fact for fact in facts if isinstance(about(fact), bound.Local))


def about(fact: bound.Expr) -> bound.Expr:
    """Give the value that a fact is about. A fact is a value that is there, or the condition that it is of a kind."""
    return fact.value if isinstance(fact, bound.IsKind) else fact


def narrowed(expr: bound.Expr, facts: frozenset[bound.Expr]) -> bound.Expr:
    """Give the expression with the type it has when the facts hold."""
    if not facts:
        return expr
    of = expr.type
    if isinstance(of, OptionalType) and expr in facts:
        of = bare(of)
    if isinstance(of, CardType):
        for fact in facts:
            if isinstance(fact, bound.IsKind) and fact.value == expr and _below(fact.kind, of.kind):
                of = CardType(fact.kind.name)
    return expr if of is expr.type else attrs.evolve(expr, type=of)


def _below(kind: bound.Kind | None, name: str) -> bool:
    """Whether the kind is the one of that name or below it."""
    while kind is not None:
        if kind.name == name:
            return True
        kind = kind.parent
    return False


def missing_hint(expr: bound.Expr, expected: Type, game: Game) -> str | None:
    """Give the advice for a value that may be missing where it must not; None if that is not what is wrong."""
    if not isinstance(expr.type, OptionalType) or not game.fits(bare(expr.type), expected):
        return None
    return advice(expr)


def advice(expr: bound.Expr, noun: str | None = None) -> str:
    """Say how to make sure that a value is there. noun: the kind it should be, where that is known better."""
    element = bare(expr.type)
    noun, name = ("player", "p") if isinstance(element, PlayerType) else (noun or str(element), "x")
    said = expr.span.text.strip()
    if said == name:
        name = "y"
    return (
        f"first make sure that it is there: `if {said} is {article(noun)} {name}:`, in a condition `{said} is "
        f"{article(noun)} {name} and ...`, and then say `{name}`"
    )


def kind_hint(expr: bound.Expr, expected: Type, game: Game) -> str | None:
    """Give the advice for a card whose kind must be known better, or the words that may stand here; None if that is not
    what is wrong."""
    of, wanted = expr.type, bare(expected)
    if isinstance(wanted, WordType) and len(wanted.values) <= _FEW_WORDS:
        return f"it is {listed([f'`{value}`' for value in wanted.values])}"
    if not (isinstance(of, CardType) and isinstance(wanted, CardType) and game.fits(wanted, of)):
        return None
    said, kind = expr.span.text.strip(), wanted.kind
    name = "x" if said != "x" else "y"
    asked = f"`if {said} is {article(kind)} {name}:`"
    return f"say {article(kind)} where it is named (`each {kind} {said} ...`), or ask: {asked}"
