"""Nodes of expressions, groups and types."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import attrs

from rulewright.dsl.nodes_base import Expr, Item, Word, flag, plain

# ------------------------------------------------------------------ values


@attrs.frozen(slots=True)
class NumberExpr(Expr):
    """A whole number; negative only where a number stands alone."""

    value: int


@attrs.frozen(slots=True)
class PercentExpr(Expr):
    """`28%`."""

    value: Decimal


@attrs.frozen(slots=True)
class TextExpr(Expr):
    """`"Queen"`: the name of a card, or a text."""

    value: str


@attrs.frozen(slots=True)
class NameExpr(Expr):
    """A name in small letters: variable, member of the table or a unit, option, word, space, verb of a phrase."""

    name: str


@attrs.frozen(slots=True)
class PersonExpr(Expr):
    """A name with a capital: a player of a scenario."""

    name: str


@attrs.frozen(slots=True)
class PronounExpr(Expr):
    """`you`, `this`, `it`, and `they` (only as the owner in `their hand`)."""

    word: Literal["you", "this", "it", "they"]


@attrs.frozen(slots=True)
class MemberExpr(Expr):
    """`p's hand`; `your hand` has the owner `you`, `its hand` the owner `it`, `their hand` the owner `they`."""

    owner: Expr
    name: str
    name_word: Word = attrs.field(eq=False, repr=False)


@attrs.frozen(slots=True)
class CallExpr(Expr):
    """`distance(a, b)`, `outer(3)`, `attacked(p, q)`."""

    name: str
    args: tuple[Expr, ...]
    name_word: Word = attrs.field(eq=False, repr=False)


@attrs.frozen(slots=True)
class ParenExpr(Expr):
    """An expression in brackets; means what is inside."""

    inner: Expr


@attrs.frozen(slots=True)
class ArithmeticExpr(Expr):
    """`a + b`, `a - b`, `a * b`, and `a / b rounded up`, which alone has `rounded`."""

    left: Expr
    op: Literal["+", "-", "*", "/"]
    right: Expr
    rounded: Literal["up", "down"] | None = None


@attrs.frozen(slots=True)
class CountExpr(Expr):
    """`count of dragons in your flight where ...`; also `count of cs`, where the group is the name of a list, and
    `count of your hand`, `count of ray(a, b)`.
    """

    group: GroupExpr | NumbersExpr | MemberExpr | CallExpr


@attrs.frozen(slots=True)
class OverExpr(Expr):
    """`total c's points over each card c in your hand`; `highest`, `lowest`; `list of h's relics over each ...`."""

    kind: Literal["total", "highest", "lowest", "list"]
    value: Expr
    group: GroupExpr


# ------------------------------------------------------------------ yes or no


@attrs.frozen(slots=True)
class OrExpr(Expr):
    """`a or b`; `c is a spell or a miracle` has a `KindExpr` on its right."""

    left: Expr
    right: Expr


@attrs.frozen(slots=True)
class AndExpr(Expr):
    """`a and b`; between places or lists it joins them (the type decides)."""

    left: Expr
    right: Expr


@attrs.frozen(slots=True)
class NotExpr(Expr):
    """`not a`."""

    operand: Expr


@attrs.frozen(slots=True)
class CompareExpr(Expr):
    """`a >= b`."""

    left: Expr
    op: Literal["<", "<=", ">", ">="]
    right: Expr


@attrs.frozen(slots=True)
class IsExpr(Expr):
    """`a is b`, `winners are Ann`, `c is drained`, `n is odd`; with `negated`: `is not`."""

    left: Expr
    negated: bool = flag()
    right: Expr = attrs.field()


@attrs.frozen(slots=True)
class IsEmptyExpr(Expr):
    """`hand is empty`."""

    left: Expr
    negated: bool = flag()


@attrs.frozen(slots=True)
class IsInExpr(Expr):
    """`c is in your hand`."""

    left: Expr
    negated: bool = flag()
    right: Expr = attrs.field()


@attrs.frozen(slots=True)
class IsInSomeExpr(Expr):
    """`c is in a temple`: in a zone of that name, or in a zone of a card of that kind."""

    left: Expr
    negated: bool = flag()
    kind: Word = attrs.field()


@attrs.frozen(slots=True)
class IsOnExpr(Expr):
    """`d is on outer(3)`."""

    left: Expr
    negated: bool = flag()
    right: Expr = attrs.field()


@attrs.frozen(slots=True)
class IsNextToExpr(Expr):
    """`d is next to your dragon`."""

    left: Expr
    negated: bool = flag()
    right: Expr = attrs.field()


@attrs.frozen(slots=True)
class IsAExpr(Expr):
    """`c is a dragon`; the words may end in a name that is bound: `s's foe is a player q`."""

    left: Expr
    negated: bool = flag()
    words: tuple[Word, ...] = attrs.field()


@attrs.frozen(slots=True)
class IsACardExpr(Expr):
    """`c is a "Vulne"`, `c is a "Vulne" v`."""

    left: Expr
    negated: bool = flag()
    card: str = plain()
    name: Word | None = None


@attrs.frozen(slots=True)
class BetweenExpr(Expr):
    """`n is between 1 and 4`, both ends counted."""

    value: Expr
    low: Expr
    high: Expr


@attrs.frozen(slots=True)
class NeitherExpr(Expr):
    """`a is neither b nor c`; an alternative may be a `KindExpr` (`neither a spell nor a miracle`)."""

    left: Expr
    first: Expr
    second: Expr


@attrs.frozen(slots=True)
class KindExpr(Expr):
    """`a miracle`, only as the right side of `or` after `is a ...` and in `is neither ... nor`."""

    words: tuple[Word, ...]


@attrs.frozen(slots=True)
class ThereIsExpr(Expr):
    """`there is a dragon in your flight`, `there is no card d where ...`; `none` is true for `no`."""

    none: bool
    group: GroupExpr


@attrs.frozen(slots=True)
class PathExpr(Expr):
    """`there is a path between A and B through cells c where ...`; `words` is the row `path`."""

    none: bool
    words: tuple[Word, ...]
    start: Expr
    end: Expr
    group: GroupExpr


@attrs.frozen(slots=True)
class CanExpr(Expr):
    """`b can block s`, `you cannot fly`, `newcomer can join host`."""

    subject: Expr
    negated: bool
    verb: Word
    object: Expr | None


@attrs.frozen(slots=True)
class DidExpr(Expr):
    """The condition of `if you do:` and, with `fully`, `if you do all of it:`."""

    fully: bool = flag()


# ------------------------------------------------------------------ groups and sets


@attrs.frozen(slots=True)
class GroupExpr(Expr):
    """`enemy leading dragons d in play where ...`: adjectives, kind and perhaps a name in one row of words.

    A title that stands for the kind (`a "Bee" b in play`) is a word with its quotes.
    """

    words: tuple[Word, ...]
    places: tuple[Item, ...]
    superlative: SuperlativeItem | None
    where: Expr | None


@attrs.frozen(slots=True)
class NumbersExpr(Expr):
    """`number n from 1 to 4 where ...`; the words are `number n`, or one name."""

    words: tuple[Word, ...]
    low: Expr
    high: Expr
    where: Expr | None = None


@attrs.frozen(slots=True)
class AllExpr(Expr):
    """`all cards in your hand`."""

    group: GroupExpr


@attrs.frozen(slots=True)
class TheExpr(Expr):
    """`the fighting player`: exactly one."""

    group: GroupExpr


@attrs.frozen(slots=True)
class FirstExpr(Expr):
    """`the first card in deck`, `the last 2 cards in discard`."""

    which: Literal["first", "last"] = plain()
    count: Expr | None = attrs.field()
    group: GroupExpr = attrs.field()


@attrs.frozen(slots=True)
class RandomExpr(Expr):
    """`a random player`."""

    group: GroupExpr


@attrs.frozen(slots=True)
class ListExpr(Expr):
    """`d and s and team`, as the end of a slot; the members are expressions."""

    items: tuple[Expr, ...]


@attrs.frozen(slots=True)
class InItem(Item):
    """`in your hand`."""

    where: Expr


@attrs.frozen(slots=True)
class InSomeItem(Item):
    """`in a battleground`: any zone of that name, or in a card of that kind."""

    name: Word


@attrs.frozen(slots=True)
class OutsideItem(Item):
    """`outside a battleground`."""

    name: Word


@attrs.frozen(slots=True)
class OfItem(Item):
    """`of p`: in play and controlled by p; for spaces and parts of a board: of that board."""

    owner: Expr


@attrs.frozen(slots=True)
class OfAnotherItem(Item):
    """`of another player`."""

    name: Word


@attrs.frozen(slots=True)
class OnItem(Item):
    """`on outer(3)`."""

    where: Expr


@attrs.frozen(slots=True)
class NextToItem(Item):
    """`next to your dragon`."""

    what: Expr


@attrs.frozen(slots=True)
class ClockwiseItem(Item):
    """`clockwise from leader`, `counterclockwise after you`; `start` may be a `RandomExpr`."""

    direction: Literal["clockwise", "counterclockwise"] = plain()
    origin: Literal["from", "after"] = plain()
    start: Expr = attrs.field()


@attrs.frozen(slots=True)
class WithEmptyItem(Item):
    """`with an empty hand`."""

    name: Word


@attrs.frozen(slots=True)
class WithValueItem(Item):
    """`with suit s`: whose member has that value."""

    name: Word
    value: Expr


@attrs.frozen(slots=True)
class SuperlativeItem(Item):
    """`with the highest c's value` (`value`), `with the fewest dragons in a flight` (`count`); all that tie."""

    which: Literal["highest", "lowest", "most", "fewest"] = plain()
    value: Expr | None = None
    count: GroupExpr | None = None


@attrs.frozen(slots=True)
class Pattern(Item):
    """A row of words that names something that happens: `a player p draws`, `fight ends`; little words are `Word`s."""

    items: tuple[Expr | Word, ...]
    where: Expr | None


# ------------------------------------------------------------------ types


@attrs.frozen(slots=True)
class TypeName(Expr):
    """`number`, `hidden ordered zone`, `list of dots`, `piece on sky`."""

    words: tuple[Word, ...]
    of: tuple[Word, ...] | None = None
    on: Word | None = None


@attrs.frozen(slots=True)
class EitherType(Expr):
    """`player or nobody`, `yes or no`, `day or night`."""

    options: tuple[TypeName, ...]


@attrs.frozen(slots=True)
class RangeType(Expr):
    """`0 to 3`."""

    low: NumberExpr
    high: NumberExpr


@attrs.frozen(slots=True)
class ChoiceType(Expr):
    """The domain of a parameter or target: `a dot next to your dragon`, `at least 1 card in your hand`."""

    determiner: DeterminerItem
    picked: GroupExpr | NumbersExpr


@attrs.frozen(slots=True)
class DeterminerItem(Item):
    """How many: `a` (and `an`), `another`, `exactly` (`3`), `at most`, `at least` with `count`, and `any` number of."""

    kind: Literal["a", "another", "exactly", "at most", "at least", "any"]
    count: Expr | None = None


def percent(text: str) -> Decimal:
    """The number in `28%`."""
    return Decimal(text[:-1])
