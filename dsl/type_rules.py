"""Which type fits where, and how a type is called in a message."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from rulewright.dsl.inflect import article
from rulewright.dsl.types import (
    BoolType,
    CardType,
    LineType,
    ListType,
    NothingType,
    NumberType,
    ObjectType,
    OptionalType,
    PieceType,
    PlayerType,
    SpaceType,
    TextType,
    Type,
    WordType,
    ZoneType,
    bare,
)


@frozen
class ErrorType(Type):
    """The type of what has already been complained about: it fits everywhere, so that one mistake is one message."""


ERROR = ErrorType()


class Kinds:
    """The tree of card kinds, by name."""

    def __init__(self, parents: Mapping[str, str | None]) -> None:
        self._parents = parents

    def is_sub(self, kind: str, of: str) -> bool:
        """Whether every card of `kind` is one `of` the other."""
        seen = set()
        at: str | None = kind
        while at is not None and at not in seen:
            if at == of:
                return True
            seen.add(at)
            at = self._parents.get(at)
        return of == "card"

    def related(self, left: str, right: str) -> bool:
        """Whether a card can be of both kinds: one is above the other."""
        return self.is_sub(left, right) or self.is_sub(right, left)

    def meet(self, left: str, right: str) -> str:
        """Give the nearest kind above both."""
        at: str | None = left
        while at is not None:
            if self.is_sub(right, at):
                return at
            at = self._parents.get(at)
        return "card"


def is_error(of: Type) -> bool:
    """Whether the type is that of a mistake already reported (also inside a list or optional)."""
    while isinstance(of, ListType | OptionalType):
        of = of.element
    return isinstance(of, ErrorType)


def fits(actual: Type, expected: Type, kinds: Kinds) -> bool:
    """Whether a value of `actual` may stand where `expected` is asked for."""
    if is_error(actual) or is_error(expected):
        return True
    if isinstance(expected, OptionalType):
        return isinstance(actual, NothingType) or fits(bare(actual), expected.element, kinds)
    if isinstance(actual, OptionalType):
        return False
    if isinstance(expected, ListType):
        if isinstance(actual, NothingType):
            return True
        return isinstance(actual, ListType) and fits(actual.element, expected.element, kinds)
    if isinstance(actual, CardType) and isinstance(expected, CardType):
        return kinds.is_sub(actual.kind, expected.kind)
    if isinstance(actual, ObjectType) and isinstance(expected, ObjectType):
        return expected.action is None or actual.action == expected.action
    return actual == expected


def comparable(left: Type, right: Type, kinds: Kinds) -> bool:
    """Whether `left is right` can ever be true: any two of one type, either may be missing."""
    if is_error(left) or is_error(right):
        return True
    if isinstance(left, NothingType) or isinstance(right, NothingType):
        other = right if isinstance(left, NothingType) else left
        return isinstance(other, OptionalType | ListType | NothingType)
    left, right = bare(left), bare(right)
    if isinstance(left, CardType) and isinstance(right, CardType):
        return kinds.related(left.kind, right.kind)
    if isinstance(left, ObjectType) and isinstance(right, ObjectType):
        return True
    if isinstance(left, ListType) and isinstance(right, ListType):
        return comparable(left.element, right.element, kinds)
    return left == right


def join(left: Type, right: Type, kinds: Kinds) -> Type | None:
    """Give the least type that both fit, or None."""
    if is_error(left):
        return right
    if is_error(right):
        return left
    if isinstance(left, NothingType) and isinstance(right, NothingType):
        return left
    if isinstance(left, NothingType) or isinstance(right, NothingType):
        other = right if isinstance(left, NothingType) else left
        return other if isinstance(other, ListType | OptionalType) else OptionalType(other)
    if isinstance(left, OptionalType) or isinstance(right, OptionalType):
        inner = join(bare(left), bare(right), kinds)
        return None if inner is None else OptionalType(inner)
    if isinstance(left, CardType) and isinstance(right, CardType):
        return CardType(kinds.meet(left.kind, right.kind))
    if isinstance(left, ListType) and isinstance(right, ListType):
        inner = join(left.element, right.element, kinds)
        return None if inner is None else ListType(inner)
    if isinstance(left, ObjectType) and isinstance(right, ObjectType):
        return left if left == right else ObjectType(None)
    return left if left == right else None


def name_of(of: Type) -> str:
    """Give the type as a designer says it, with its article: `a number`, `a list of cards`, `a player or nobody`."""
    if isinstance(of, ErrorType):
        return "something unknown"
    if isinstance(of, NumberType):
        return "a number"
    if isinstance(of, BoolType):
        return "yes or no"
    if isinstance(of, TextType):
        return "text"
    if isinstance(of, NothingType):
        return "nothing"
    if isinstance(of, OptionalType):
        return f"{name_of(of.element)} or {'nobody' if isinstance(of.element, PlayerType) else 'nothing'}"
    if isinstance(of, ListType):
        return f"a list of {plain(of.element)}s"
    if isinstance(of, LineType):
        return f"a line of {of.board}"
    if isinstance(of, PieceType):
        return f"a piece on {of.board}"
    if isinstance(of, ZoneType):
        return "a zone"
    return article(plain(of))


def plain(of: Type) -> str:
    """Give the noun of the type without an article."""
    if isinstance(of, WordType):
        return of.name
    if isinstance(of, CardType):
        return of.kind
    if isinstance(of, SpaceType):
        return of.noun
    if isinstance(of, ObjectType):
        return of.action or "stack object"
    if isinstance(of, BoolType):
        return "yes/no value"
    if isinstance(of, NumberType | TextType | PlayerType | ZoneType):
        return type(of).__name__.removesuffix("Type").lower()
    if isinstance(of, OptionalType):
        return plain(of.element)
    if isinstance(of, ListType):
        return f"list of {plain(of.element)}s"
    return type(of).__name__.removesuffix("Type").lower()
