"""What lies on a card: `c is on d`, `birds on d`."""

from __future__ import annotations

from rulewright.dsl import bound
from rulewright.dsl.context import Game
from rulewright.dsl.source import Span
from rulewright.dsl.type_rules import name_of
from rulewright.dsl.types import BOOL, CardType, OptionalType, Type, bare

_CARRIER = "a kind of card that carries others has a zone: `load: public zone, emptied into ...`"


def lies_on(game: Game, card: bound.Expr, under: bound.Expr, negated: bool, span: Span) -> bound.Expr:
    """Give `card is on under`: that it lies in a zone of that card. An error where it has none."""
    wanted: Type = OptionalType(CardType()) if isinstance(under.type, OptionalType) else CardType()
    under = game.want(under, wanted, "after `on`, what a card lies on")
    of, kinds = bare(under.type), game.symbols.kinds
    if isinstance(of, CardType) and not any(
        kinds.is_sub(of.kind, kind) or kinds.is_sub(kind, of.kind) for _, kind in _zones(game)
    ):
        game.error("E301", span, f"nothing lies on {name_of(of)}: it has no zone for cards", hint=_CARRIER)
    member = game.symbols.builtin_members["card", "holder"]
    holder = bound.MemberOf(OptionalType(CardType()), span, card, member)
    return bound.Equal(BOOL, span, holder, under, negated)


def lying_on(
    game: Game, thing: bound.Expr, under: bound.Expr, span: Span
) -> tuple[bound.Base | None, list[bound.Expr]]:
    """Give what lies on a card: the cards in its zones where its kind tells which it has, else a condition."""
    if not isinstance(thing.type, CardType):
        hint = "say which piece: `where p's PIECE is on SPACE`"
        game.error("E301", span, f"`on` is for cards on a card, not for {name_of(thing.type)}", hint=hint)
        return None, []
    lies = lies_on(game, thing, under, False, span)
    if not isinstance(under.type, CardType):
        return None, [lies]
    kinds = game.symbols.kinds
    zones = _zones(game)
    certain = [member for member, kind in zones if kinds.is_sub(under.type.kind, kind)]
    if not certain or any(kinds.is_sub(kind, under.type.kind) for member, kind in zones if member not in certain):
        return None, [lies]
    for member in certain:
        game.use(member)
    of: list[bound.Expr] = [bound.MemberOf(member.type, span, under, member) for member in certain]
    return bound.Base("zones", (of[0] if len(of) == 1 else game.expressions.join_values(of, span),)), []


def _zones(game: Game) -> list[tuple[bound.Member, str]]:
    """The zones that cards have, each with the kind that has it."""
    members = game.program.card_members
    return [(member, member.kind.name) for member in members if member.sort == "zone" and member.kind is not None]
