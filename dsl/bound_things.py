"""Checked programs: the things that have identity (kinds, cards, zones, verbs, actions, units ...). See bound.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulewright.dsl.source import Span
from rulewright.dsl.types import NUMBER, Type, WordType

if TYPE_CHECKING:
    from rulewright.dsl.bound_expressions import Expr, Group
    from rulewright.dsl.bound_standing import EventPattern, Standing
    from rulewright.dsl.bound_statements import Stmt


class Named:
    """Shown by kind and name alone: these objects refer to each other in circles."""

    name: str

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {getattr(self, 'name', '')}>"


@define(eq=False, repr=False)
class Var(Named):
    """A local name: a parameter, a `let`, a choice, the variable of a loop or group, `this`, `you`."""

    name: str
    type: Type
    span: Span | None = None


@define(eq=False, repr=False)
class Word(Named):
    """A word type: `word suit: clubs or hearts`, or the type that a word member's declaration makes."""

    name: str
    values: tuple[str, ...]
    span: Span | None = None


@define(eq=False, repr=False)
class Option(Named):
    """`option coin_bonus: 0 to 3, normally 1`. `low`/`high` for numbers, else the type is a word or yes/no."""

    name: str
    type: Type
    default: Any = None  # runtime value (int, bool)
    low: int | None = None
    high: int | None = None
    doc: str | None = None
    span: Span | None = None


@define(eq=False, repr=False)
class Unit(Named):
    """A stretch of play that has a beginning and an end: the turn, a round, a phase, a run of a verb.

    `kind` is "turn", "round", "phase", "play", "verb" or "action". For rounds and the turn `body` is what it does.
    Phases are statements inside a turn or round; their Unit names them. `members` are those of `each NAME has:`.
    """

    name: str
    kind: str
    body: tuple[Stmt, ...] = ()
    members: list[Member] = field(factory=list)
    doc: str | None = None
    span: Span | None = None


@define(eq=False, repr=False)
class Member(Named):
    """A named part of something.

    owner: "table", "player", "card", "space", "line", "unit", "object" (a stack object) or "pair".
    sort:
      "state"    changes in play; starts at `start` (an expression without free variables; for a card member it may read
                 `this_var`); reset to it when `reset` happens (e.g. `until the turn ends`), or when the visit ends for
                 cards
      "printed"  a card's printed number or word; `start` is its default or formula (`normally its strength`), reads
      `this_var` "zone"     a place for cards; see `zone`
      "derived"  a `define KIND x's NAME`; see `derived`
      "piece"    a piece of the player (or card) that stands on a space of `board`
      "keyword"  a yes/no that a keyword (Keyword) gives
      "builtin"  made by the language; `name` says which: see BUILTIN_MEMBERS
    """

    name: str
    owner: str
    type: Type
    sort: str
    kind: Kind | None = None  # for owner "card": the kind that declares it (or a keyword's, then None)
    keyword: Keyword | None = None
    card_def: CardDef | None = None  # for `this has:` on one card
    unit: Unit | None = None  # for owner "unit", and for `each player in battle has:` (owner "player")
    start: Expr | None = None
    this_var: Var | None = None
    reset: EventPattern | None = None
    opposite: str | None = None  # `drained: yes or no, opposite undrained`
    zone: ZoneInfo | None = None
    derived: Derived | None = None
    board: Board | None = None
    index_types: tuple[Type, ...] = ()  # owner "pair"
    span: Span | None = None
    low: int | None = None  # declared bounds of a number: `0 to 3`
    high: int | None = None
    of_script: bool = False  # a name that a scenario gives to a card: its lines read it, the game does not know of it


# card: name (text) · owner, controller (player) · zone (zone) · position (number from 1) · age (number) · holder (card
# or
# nothing) · size (number) · kind · card_itself · face (word face_up/face_down)
# player: seat (number from 1) · left, right (player) · turns (number of turns begun) · name (text) · rank
# space: row, column (number) · neighbours · index · ring
# zone: head/top.. are ends, resolved to ZoneEnd; zone's owner (player)
# object: controller (player) · card (card or nothing) · source (the card whose action or text it is, or nothing) ·
# targeted (yes or no: whether it was announced with a target)
# die: face (number)
BUILTIN_MEMBERS: dict[str, tuple[str, ...]] = {
    "card": ("name", "owner", "controller", "zone", "position", "age", "holder", "face", "visit"),
    "player": ("seat", "left", "right", "turns", "name", "win_share"),
    "space": ("row", "column", "index", "ring"),
    "zone": ("owner", "holder"),
    "object": ("controller", "card", "source", "targeted"),
    "die": ("face",),
}


@define(eq=False, repr=False)
class ZoneInfo(Named):
    """A zone declaration's properties.

    visibility: "public", "private" (its owner sees), "hidden" (nobody), "top_public".
    """

    visibility: str = "public"
    ordered: bool = False
    ends: tuple[str, str] = ("top", "bottom")
    in_play: bool = False
    capacity: Expr | None = None  # may read this_var of the member (cards' zones)
    capacity_group: Group | None = None  # what counts against it; None: every card
    emptied_into: Expr | None = None  # a zone expression; may read emptied_card and the member's this_var
    emptied_card: Var | None = None  # `its`: the card that is moved
    drawn_into: Member | None = None  # the pile's draws go there
    refilled_from: Member | None = None
    deck: tuple[DeckRow, ...] | None = None  # `deck NAME:`: what it starts with


@frozen
class DeckRow:
    """`every KIND [if COND]` (card_def None) or `4 "Name"`; title: of a card that a line of many cards makes."""

    kind: Kind | None
    card_def: CardDef | None
    count: Expr | None
    condition: Expr | None
    span: Span
    title: str | None = None


@frozen
class DeckLimit:
    """A line of `each player brings a deck:`. With `each`, the amount holds for each name for itself.

    advice: what is asked for is only recommended. percent: of the cards of the deck.
    """

    advice: bool
    least: bool
    amount: int
    percent: bool
    each: bool
    group: Group
    condition: Expr | None
    span: Span


@define(eq=False, repr=False)
class BuiltDeck(Named):
    """`deck NAME, for one player:` a deck that a player may bring."""

    name: str
    rows: tuple[DeckRow, ...] = ()
    doc: str | None = None
    span: Span | None = None


@define(eq=False, repr=False)
class Brings(Named):
    """`each player brings a deck:` the zone of each player where it lies at the beginning, and what it must be like."""

    zone: Member
    limits: tuple[DeckLimit, ...] = ()
    doc: str | None = None
    span: Span | None = None


@define(eq=False, repr=False)
class Kind(Named):
    """`kind dragon is a sky_card`. The root kind "card" always exists."""

    name: str
    parent: Kind | None = None
    members: list[Member] = field(factory=list)
    working: list[tuple[Var, Expr]] = field(factory=list)  # `abilities work while ...`: (this, condition)
    standing: list[Standing] = field(factory=list)  # standing text of the kind; its `this`
    this_var: Var | None = None
    doc: str | None = None
    span: Span | None = None


@define(eq=False, repr=False)
class Pack(Named):
    """`group pack of characters:` cards of this kind may be joined, and count as one, the first of them, from then on.
    sums: members that are added up; shares: members that all have in common."""

    name: str
    kind: Kind
    sums: tuple[Member, ...] = ()
    shares: tuple[Member, ...] = ()
    doc: str | None = None
    span: Span | None = None


@define(eq=False, repr=False)
class Keyword(Named):
    """`keyword flying:` a yes/no attribute of cards with standing text."""

    name: str
    this_var: Var
    members: list[Member] = field(factory=list)
    standing: list[Standing] = field(factory=list)
    flag: Member | None = None  # the yes/no member (sort "keyword")
    doc: str | None = None
    span: Span | None = None


@define(eq=False, repr=False)
class CardDef(Named):
    """A card of the game: one name, some numbers, its text. A generator line stands for many (see `series`)."""

    name: str  # for generators the template: "{rank} of {suit}"
    kind: Kind
    printed: dict[Member, Expr] = field(factory=dict)
    keywords: list[Keyword] = field(factory=list)
    copies: Expr | None = None  # None: one
    # (attribute, from, to); both None: every word of it
    series: tuple[tuple[Member, Expr | None, Expr | None], ...] = ()
    this_var: Var | None = None
    you_expr: Expr | None = None  # in guards, targets and the effect: who plays the card (a Local)
    members: list[Member] = field(factory=list)
    standing: list[Standing] = field(factory=list)
    actions: list[Action] = field(factory=list)
    guards: tuple[Guard, ...] = ()
    limits: tuple[Limit, ...] = ()
    targets: tuple[Target, ...] = ()
    effect: tuple[Stmt, ...] | None = None  # what `effect:` does when it resolves or is played
    effect_vars: tuple[Var, ...] = ()  # the vars of `targets`, in order
    doc: str | None = None
    token: bool = False  # in no deck, made in play or in scenarios
    span: Span | None = None


@define(eq=False, repr=False)
class Board(Named):
    """`board field of cells:`; spaces and lines are settled with option values at preparation."""

    name: str
    noun: str
    parts: tuple[BoardPart, ...] = ()
    members: list[Member] = field(factory=list)  # each cell has
    line_members: list[Member] = field(factory=list)
    regions: dict[str, Group] = field(factory=dict)
    doc: str | None = None
    span: Span | None = None


@frozen
class BoardPart:
    """sort "grid" (rows, columns, shape "squares"/"squares with diagonals"/"hexes"), "ring" or "track" (name, count),
    "single" (name), "line"."""

    sort: str
    name: str | None
    numbers: tuple[Expr, ...]
    shape: str | None = None
    series: tuple[Var, Expr, Expr] | None = None  # for k from A to B
    ends: tuple[Expr, Expr] | None = None  # of a line: space expressions
    headings: tuple[Expr, ...] = ()
    span: Span | None = None


@define(eq=False, repr=False)
class Die(Named):
    """`faces` are numbers, or places among the words of the word type `of`."""

    name: str
    faces: tuple[int, ...]
    span: Span | None = None
    of: Type = NUMBER

    @property
    def words(self) -> tuple[str, ...]:
        """The words that the faces are places of; nothing for a die with numbers."""
        return self.of.values if isinstance(self.of, WordType) else ()

    def shown(self, face: int) -> str:
        """What a face says."""
        return self.words[face] if self.words else str(face)


@define(eq=False, repr=False)
class Stack(Named):
    """`stack spells:`. `respond` is the order in which players are asked;
    then = what happens to the card at the end; triggers_wait = the triggers of cards go onto this stack."""

    name: str
    last_in_first_out: bool = True
    respond: Group | None = None
    then: tuple[Stmt, ...] = ()
    then_this: Var | None = None
    objects_stay: bool = False
    triggers_wait: bool = False
    doc: str | None = None
    span: Span | None = None


@define(eq=False, repr=False)
class Derived(Named):
    """`define player p's strength: number` (member) or `define joined(d: direction): yes or no` (function).

    The value: the first of `cases` whose condition holds (None: otherwise), plus the amounts of `addends` whose
    condition holds. With no cases the addends are added to 0.
    """

    name: str
    params: tuple[Var, ...]
    type: Type
    cases: tuple[tuple[Expr | None, Expr], ...] = ()
    addends: tuple[tuple[int, Expr, Expr | None], ...] = ()  # (+1 or -1, amount, condition)
    doc: str | None = None
    span: Span | None = None


@define(eq=False, repr=False)
class Param(Named):
    """A slot of a verb or action: `(c: a sky_card in your hand)`, or `at (end: place)`.

    domain: for an action, what may be chosen (None: every value of the type). `quantity` for list-valued parameters.
    """

    var: Var
    preposition: str | None
    domain: Group | None = None
    quantity: Quantity | None = None  # None: a single value
    span: Span | None = None


@frozen
class Quantity:
    """How many are chosen: `3`, `at most 3`, `at least 1`, `any number of`. None at `high`: as many as there are."""

    low: Expr | None
    high: Expr | None


@define(eq=False, repr=False)
class Verb(Named):
    """A game's own verb: `to surrender to (victor: player):`.
    `you` is its subject (None if the body never says you)."""

    name: str
    params: tuple[Param, ...] = ()
    you: Var | None = None
    body: tuple[Stmt, ...] = ()
    unit: Unit | None = None  # when `each NAME has:`, `until NAME ends` or `end NAME` is about it
    doc: str | None = None
    span: Span | None = None


@frozen
class Guard:
    """`only if LABEL: COND`; without a label it cannot be lifted."""

    label: str | None
    condition: Expr
    span: Span


@frozen
class Limit:
    """`once a turn`, `once a turn for each dot`: unit name, and the key whose value is limited."""

    unit: str
    key: Expr | None
    span: Span
    times: Expr | None = None  # `at most 2 times a turn`; None: once


@frozen
class Target:
    """`target p: another player where ..` on a card or action; asked in the announcement, read again at resolution."""

    var: Var
    group: Group
    despite: tuple[str, ...]
    span: Span


@define(eq=False, repr=False)
class Action(Named):
    """What a player may do at a decision. `you` is who does it."""

    name: str
    params: tuple[Param, ...] = ()
    you: Var | None = None
    guards: tuple[Guard, ...] = ()
    limits: tuple[Limit, ...] = ()
    asked: tuple[Stmt, ...] = ()  # Choose and Let of the announcement, in order
    targets: tuple[Target, ...] = ()
    cost: tuple[Stmt, ...] = ()  # one batch
    body: tuple[Stmt, ...] = ()
    stack: Stack | None = None
    any_time: bool = False
    card_def: CardDef | None = None  # an action on a card: exists while the card is in play, for its controller
    this_var: Var | None = None
    played_card: Param | None = None  # onto a stack: the parameter whose card goes there (first card parameter)
    unit: Unit | None = None
    doc: str | None = None
    span: Span | None = None
