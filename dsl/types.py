"""The static types of the rules language.

Every expression of a checked program has one of these. At run time the values are plain Python data:

| type | value at run time |
| --- | --- |
| number | int |
| yes or no | bool |
| text | str |
| a word type (``day or night``) | int, the place of the word in its declaration |
| player | int, the seat from 0 |
| card (of a kind) | int, the card's place among all cards of the match |
| zone | int, the zone's place among all zones of the match |
| space (of a board) | int, the space's place on its board |
| line (of a board) | int |
| die | int |
| stack object | int, the object's own number |
| list of T | tuple or list of values of T |
| T or nothing / nobody | a value of T, or None |
"""

from __future__ import annotations

from attrs import frozen


@frozen
class Type:
    """A type; compared by structure."""

    def __str__(self) -> str:
        return type(self).__name__.removesuffix("Type").lower()


@frozen
class NumberType(Type):
    pass


@frozen
class BoolType(Type):
    def __str__(self) -> str:
        return "yes or no"


@frozen
class TextType(Type):
    pass


@frozen
class WordType(Type):
    """One of the words of a declaration; `name` is the name of the type (`time`, `place`)."""

    name: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


@frozen
class PlayerType(Type):
    pass


@frozen
class CardType(Type):
    """A card of a kind; the root kind is "card"."""

    kind: str = "card"

    def __str__(self) -> str:
        return self.kind


@frozen
class ZoneType(Type):
    pass


@frozen
class SpaceType(Type):
    """A space of a board; `noun` is the word for one (`dot`, `cell`)."""

    board: str
    noun: str

    def __str__(self) -> str:
        return self.noun


@frozen
class LineType(Type):
    board: str


@frozen
class PieceType(Type):
    """A piece that stands on a space of a board: the value is the place of the player (or thing) that has it."""

    board: str


@frozen
class DieType(Type):
    """A die; the name tells which, and so what its faces are."""

    name: str = ""


@frozen
class ObjectType(Type):
    """An object on a stack; `action` is the action it was announced by, or None for any."""

    action: str | None = None

    def __str__(self) -> str:
        return self.action or "object"


@frozen
class ListType(Type):
    element: Type

    def __str__(self) -> str:
        return f"list of {self.element}s"


@frozen
class OptionalType(Type):
    """A value that may be missing: `player or nobody`, `suit or nothing`."""

    element: Type

    def __str__(self) -> str:
        return f"{self.element} or {'nobody' if isinstance(self.element, PlayerType) else 'nothing'}"


@frozen
class NothingType(Type):
    """The type of the bare words `nothing` and `nobody`, and of an empty list (`none`)."""


NUMBER, BOOL, TEXT, PLAYER, ZONE, NOTHING = (
    NumberType(), BoolType(), TextType(), PlayerType(), ZoneType(), NothingType())
CARD = CardType()


def optional(of: Type) -> Type:
    """`of` or nothing; never nested."""
    return of if isinstance(of, OptionalType | NothingType) else OptionalType(of)


def bare(of: Type) -> Type:
    """`of` without the possibility of being missing."""
    return of.element if isinstance(of, OptionalType) else of
