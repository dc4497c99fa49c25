"""Checked programs: expressions and groups, every one with its type. See bound.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from rulewright.dsl.source import Span
from rulewright.dsl.types import Type

if TYPE_CHECKING:
    from rulewright.dsl.bound_things import Action, Board, Derived, Kind, Member, Option, Stack, Var, Verb


@frozen
class Expr:
    type: Type
    span: Span = field(eq=False)


@frozen
class Const(Expr):
    """A number, yes/no, text, a word's index, None for nothing/nobody, () for none."""

    value: Any


@frozen
class Local(Expr):
    var: Var


@frozen
class OptionValue(Expr):
    option: Option


@frozen
class TableMember(Expr):
    """A member of the table or of a unit (`time`, `moves_left`)."""

    member: Member


@frozen
class MemberOf(Expr):
    """`p's hand`, `c's rank`, `its owner`, `attacked(p, q)` has its own node. `base` is never missing (checked)."""

    base: Expr
    member: Member


@frozen
class ZoneOn(Expr):
    """`h's relics` where cards of several kinds have such a zone: the one on this card, whichever it is."""

    base: Expr
    members: tuple[Member, ...]


@frozen
class Announced(Expr):
    """`s's newcomer`: what an object on a stack was announced with, also once it has left the stack."""

    base: Expr
    action: Action
    var: Var


@frozen
class IsAction(Expr):
    """Whether an object on a stack was announced by this action; None: whether it is a trigger."""

    value: Expr
    action: Action | None


@frozen
class PairMember(Expr):
    member: Member
    keys: tuple[Expr, ...]


@frozen
class Builtin(Expr):
    """active_player, first_player, phase, winners, box, turn_order, losers, count_of_players is an Aggregate."""

    name: str


@frozen
class ZoneEnd(Expr):
    """`z's head`: the card there or nothing. which: "first" or "last"."""

    zone: Expr
    which: str


@frozen
class SpaceAt(Expr):
    """`outer(3)`, `field(2, 5)`, a single space's name: part is the ring/single name, or None for a grid."""

    board: Board
    part: str | None
    indices: tuple[Expr, ...]


@frozen
class RegionOf(Expr):
    board: Board
    name: str


@frozen
class CardNamed(Expr):
    """A card by name in quotes. mode "only": the one card with that name; "any": any of them (in `is`,
    as an argument)."""

    name: str
    mode: str


@frozen
class CallFunction(Expr):
    """A game's `define f(..)` (function a Derived) or a built-in function (its name)."""

    function: Derived | str
    args: tuple[Expr, ...]


@frozen
class Arith(Expr):
    """op: "+", "-", "*"."""

    op: str
    left: Expr
    right: Expr


@frozen
class Divide(Expr):
    left: Expr
    right: Expr
    rounding: str  # "up" or "down" the number line


@frozen
class Compare(Expr):
    """op: "<", "<=", ">", ">=". Numbers."""

    op: str
    left: Expr
    right: Expr


@frozen
class Equal(Expr):
    """`is` / `is not`: any two values of one type, either may be missing. A card against CardNamed "any": by name."""

    left: Expr
    right: Expr
    negated: bool


@frozen
class And(Expr):
    parts: tuple[Expr, ...]


@frozen
class Or(Expr):
    parts: tuple[Expr, ...]


@frozen
class Not(Expr):
    operand: Expr


@frozen
class Between(Expr):
    value: Expr
    low: Expr
    high: Expr


@frozen
class IsEmpty(Expr):
    """Of a zone or a list."""

    collection: Expr
    negated: bool


@frozen
class IsIn(Expr):
    """`c is in Z`, `x is in LIST`, `c is in a temple` has InSome."""

    value: Expr
    collection: Expr
    negated: bool


@frozen
class InSome(Expr):
    """`c is in a battleground` / `c is in a temple` / `outside a ...`: the zone is one declared by `members`."""

    value: Expr
    members: tuple[Member, ...]
    negated: bool


@frozen
class IsOn(Expr):
    """A piece stands on a space."""

    piece: Expr
    space: Expr
    negated: bool


@frozen
class IsNextTo(Expr):
    left: Expr
    right: Expr
    negated: bool


@frozen
class IsKind(Expr):
    """`c is a dragon`. value may be missing (then no)."""

    value: Expr
    kind: Kind
    negated: bool


@frozen
class IsInPlay(Expr):
    card: Expr


@frozen
class Bind(Expr):
    """`x is a player p` / `x is some h`: true if there is one (and of the kind); then `var` is it in what follows."""

    var: Var
    value: Expr
    kind: Kind | None


@frozen
class Can(Expr):
    """`you can fly` (a legal way to do the action exists, all guards asked) or `b can block s` (restrictions only).

    Of an action, too, a card is asked about restrictions only: `s can summon c` in a domain of `summon` is no circle.

    args: known arguments by parameter name; for an action without them: any.
    """

    actor: Expr
    what: Action | Verb | str
    args: tuple[tuple[str, Expr], ...]
    negated: bool

    @property
    def of_a_card(self) -> bool:
        """Whether an action is asked about for the card that would do it: that is about restrictions alone."""
        given = {name for name, _ in self.args}
        return any(param.preposition == "by" and param.var.name in given for param in getattr(self.what, "params", ()))


@frozen
class Happened(Expr):
    """Condition of `if you do:`: about the result variable of a Perform; `meant`: of `if you do all of it:`, how many
    things it was to be done to, if that may be another number than one."""

    result: Var
    meant: Expr | None = None


# ---------------------------------------------------------------- groups


@frozen
class Base:
    """Where the members of a group come from.

    sort:
      "players"     all players still in the game
      "cards"       every card of the match (of group.kind), wherever it is, and tokens
      "in_play"     the cards in zones in play
      "zones"       the cards in the zones of `exprs` (zones or lists of zones), in their order
      "of_player"   cards in play controlled by exprs[0]
      "list"        the items of exprs[0]
      "spaces"      of `board`; "next_to": spaces next to exprs[0]; "region"
      "lines"       of `board`
      "objects"     on `stack`
      "words"       every value of the group's word type (also yes/no)
      "numbers"     from exprs[0] to exprs[1]
      "zone_list"   every zone of the members `members`
    """

    sort: str
    exprs: tuple[Expr, ...] = ()
    board: Board | None = None
    stack: Stack | None = None
    members: tuple[Member, ...] = ()


@frozen
class Superlative:
    """`with the highest X` / `fewest`: keep those whose `key` (reads the group's var) is greatest or least;
    all that tie."""

    key: Expr
    highest: bool


@frozen
class Order:
    """`clockwise from p` (p first) or `after p` (p left out)."""

    clockwise: bool
    start: Expr
    inclusive: bool


@frozen
class Group(Expr):
    """A described set; its type is a list type. Adjectives, places and `where` have become `conditions`,
    all must hold."""

    var: Var
    base: Base
    kind: Kind | None  # for cards: only of this kind (None: any)
    card_name: str | None  # `a "Vulne" v`
    conditions: tuple[Expr, ...]
    superlatives: tuple[Superlative, ...] = ()
    order: Order | None = None
    singles: bool = False  # every card for itself; otherwise cards that are joined count as one, the first of them


@frozen
class The(Expr):
    """`the G`: exactly one, else a run error with the number found."""

    group: Group


@frozen
class FirstOf(Expr):
    """`the first 4 G` / `the last card in Z`: count None: a single one (missing if there is none)."""

    group: Group
    last: bool
    count: Expr | None


@frozen
class RandomOf(Expr):
    """`a random G`; only where the resolver allows chance: directly in a statement."""

    group: Group


@frozen
class Aggregate(Expr):
    """op: "count" (value None), "total", "highest", "lowest", "list". `value` reads the group's var."""

    op: str
    value: Expr | None
    group: Group


@frozen
class Exists(Expr):
    """`there is a G` / `there is no G`. If `binds`, the group's var is the first one found in what follows."""

    group: Group
    negated: bool
    binds: bool = False


@frozen
class PathExists(Expr):
    board: Board
    starts: Expr
    goals: Expr
    through: Group
    negated: bool


@frozen
class ListExpr(Expr):
    """`A and B`: joined lists; items may be single values, lists, zones (cards or zones by the list's type)."""

    items: tuple[Expr, ...]
