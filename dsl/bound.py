"""The checked program: every name resolved, every expression typed. What the resolver makes and the interpreter reads.

Rules text `p's hand` has become ``MemberOf(Local(p), member=hand)``; adjectives and places of a group have become plain
conditions; pronouns have become variables. Nothing here depends on options or on the number of players: card lists,
boards and option values are settled when a program is prepared for a match (interpreter/instance.py).

Objects with identity (Var, Member, Kind, Verb, Action, Unit ...) are mutable attrs classes compared by identity
(``eq=False``), so that the resolver can declare them first and fill them in later. Expressions and statements are
frozen.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from rulewright.dsl.source import Span
from rulewright.dsl.types import Type

# ================================================================== things with identity


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


# card: name (text) · owner, controller (player) · zone (zone) · position (number from 1) · age (number) · holder (card
# or
# nothing) · size (number) · kind · card_itself · face (word face_up/face_down)
# player: seat (number from 1) · left, right (player) · turns (number of turns begun) · name (text) · rank
# space: row, column (number) · neighbours · index · ring
# zone: head/top.. are ends, resolved to ZoneEnd; zone's owner (player)
# object: controller (player) · card (card or nothing)
# die: face (number)
BUILTIN_MEMBERS: dict[str, tuple[str, ...]] = {
    "card": ("name", "owner", "controller", "zone", "position", "age", "holder", "face", "visit"),
    "player": ("seat", "left", "right", "turns", "name", "win_share"),
    "space": ("row", "column", "index", "ring"),
    "zone": ("owner", "holder"),
    "object": ("controller", "card"),
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
    emptied_into: Expr | None = None  # a zone expression reading the member's this_var
    drawn_into: Member | None = None  # the pile's draws go there
    refilled_from: Member | None = None
    deck: tuple[DeckRow, ...] | None = None  # `deck NAME:`: what it starts with


@frozen
class DeckRow:
    """`every KIND [if COND]` (card_def None) or `4 "Name"`."""

    kind: Kind | None
    card_def: CardDef | None
    count: Expr | None
    condition: Expr | None
    span: Span


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
    you_expr: Expr | None = None  # this's controller
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
    """sort "grid" (rows, columns, shape "squares"/"hexes"), "ring" (name, count), "single" (name), "line"."""

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
    name: str
    faces: tuple[int, ...]
    span: Span | None = None


@define(eq=False, repr=False)
class Stack(Named):
    """`stack spells:`. `respond` is the order in which players are asked;
    then = what happens to the card at the end."""

    name: str
    last_in_first_out: bool = True
    respond: Group | None = None
    then: tuple[Stmt, ...] = ()
    then_this: Var | None = None
    objects_stay: bool = False
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


# ================================================================== expressions


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

    args: known arguments by parameter name; for an action without them: any.
    """

    actor: Expr
    what: Action | Verb | str
    args: tuple[tuple[str, Expr], ...]
    negated: bool


@frozen
class Happened(Expr):
    """Condition of `if you do:` (all False) or `if you do all of it:`: about the result variable of a Perform."""

    result: Var
    whole: bool


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


# ================================================================== statements


@frozen
class Stmt:
    span: Span = field(eq=False)


@frozen
class Let(Stmt):
    var: Var
    value: Expr


@frozen
class Assign(Stmt):
    """op "set", "add", "subtract". target: Local, TableMember, MemberOf or PairMember.

    `set everyone's X to V`: target's base is a list (a batch). set_face etc. have verbs of their own.
    """

    target: Expr
    op: str
    value: Expr


@frozen
class Perform(Stmt):
    """A verb phrase: a built-in verb (its name), a game's verb, an action named with all arguments, or a round.

    actor: who does it (None: nobody, as in a rule). args by parameter name; a missing optional one is left out.
    An action without its arguments is an Offer. `result`: the variable `let xs be the cards ..` / `if you do` reads.
    despite: restrictions lifted for this statement.
    """

    verb: str | Verb | Action | Unit
    actor: Expr | None
    args: tuple[tuple[str, Expr], ...]
    despite: tuple[str, ...] = ()
    result: Var | None = None
    freely: bool = False


@frozen
class If(Stmt):
    branches: tuple[tuple[Expr, tuple[Stmt, ...]], ...]
    otherwise: tuple[Stmt, ...] | None


@frozen
class Repeat(Stmt):
    """times: a count taken at the start; until: tested before each round (`repeat until C:`); both None: for ever."""

    times: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]


@frozen
class Each(Stmt):
    """`each G:` over the list as it is at the start; who is out or gone is skipped. at_once: see semantics L19."""

    group: Group
    body: tuple[Stmt, ...]
    at_once: bool = False


@frozen
class Turns(Stmt):
    """`each G has turns until C` (round and round) or `has a turn` (until None: once round)."""

    group: Group
    until: Expr | None
    turn: Unit


@frozen
class Stop(Stmt):
    """Leaves the innermost loop of the same body (or the body, if there is none); `whole`: `stop the action`."""

    condition: Expr | None
    whole: bool = False


@frozen
class EndUnit(Stmt):
    """`end fight`, `end the game` (unit None)."""

    unit: Unit | None


@frozen
class ContinueAfter(Stmt):
    player: Expr


@frozen
class Choose(Stmt):
    """A choice and the rest of its block.

    quantity None: one thing, `var` is it, `body` is what follows and is skipped if there is nothing to choose.
    Otherwise
    `var` is a list, possibly empty, and `body` goes on. optional: `may choose`; `otherwise` runs when declined or when
    there is nothing. enough: (attribute expression reading group.var, amount): ends as soon as the total reaches it.
    ordering: `arrange`-like answers are orders of all.
    """

    chooser: Expr
    var: Var
    group: Group
    quantity: Quantity | None
    optional: bool
    question: str | None
    enough: tuple[Expr, Expr] | None
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] | None


@frozen
class Offered:
    """One action of an offer with the arguments already fixed."""

    action: Action
    args: tuple[tuple[str, Expr], ...]


@frozen
class Offer(Stmt):
    """`choose one of play, rebuild, yield`, `you may challenge`, `any number of times, you may choose one of ..`.

    times: Const 1 by default; None: any number. Stops when declined. `abilities`: card actions in play are offered too.
    body runs after it was done, otherwise when declined or impossible.
    """

    chooser: Expr
    actions: tuple[Offered, ...]
    optional: bool
    times: Expr | None
    abilities: bool
    body: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None


@frozen
class MayPerform(Stmt):
    """`you may draw 2:` / `its controller may set ..`: yes or no, then the statement, then `body`; else `otherwise`."""

    chooser: Expr
    statement: Stmt
    text: str
    body: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None


@frozen
class ChooseLabel(Stmt):
    """`choose one:` with labelled blocks; a block whose condition fails, or that cannot be done, is not offered."""

    chooser: Expr
    alternatives: tuple[tuple[str, Expr | None, tuple[Stmt, ...]], ...]


@frozen
class PhaseStmt(Stmt):
    unit: Unit
    body: tuple[Stmt, ...]


@frozen
class OpenStack(Stmt):
    stack: Stack


@frozen
class Until(Stmt):
    """`until EVENT:` standing text made by an effect, and `then:`. frozen: locals of the effect that it reads."""

    event: EventPattern
    standing: tuple[Standing, ...]
    control: tuple[Expr, Expr] | None  # (player, card): `you control g`
    then: tuple[Stmt, ...]
    captured: tuple[Var, ...]
    this_var: Var | None


@frozen
class AssignKeys(Stmt):
    """`assign a foe to each ..`."""

    chooser: Expr
    member: Member
    keys: Group
    choice: Group
    optional: bool
    at_least: Expr | None
    at_most: Expr | None
    no_twice: bool


@frozen
class Visits(Stmt):
    """`c visits v's area:` and its block."""

    card: Expr
    zone: Expr
    body: tuple[Stmt, ...]


@frozen
class Quietly(Stmt):
    """`quietly:` triggers, state rules and ends sleep."""

    body: tuple[Stmt, ...]


@frozen
class DoIt(Stmt):
    """In the text of a replacement: the event as changed so far."""


# ================================================================== standing text


@frozen
class Match:
    """How a trigger, restriction or duration recognises one participant of an event.

    Either `value` (that very thing) or a variable with conditions that read it; `kind` restricts cards. `named`: the
    author gave the variable a name (it may be read in the body).
    """

    var: Var | None
    kind: Kind | None
    conditions: tuple[Expr, ...]
    value: Expr | None
    named: bool
    card_name: str | None = None


@frozen
class EventPattern:
    """`a player p draws`, `you play this`, `fight ends`, `a card enters a battleground`, `your turn begins`.

    event: "draw", "move" ... (a built-in verb), a Verb, an Action, or a Unit with edge "begins"/"ends";
    or "enters" / "leaves" (play or zone_members), "done" (this effect has finished).
    subject matches who does it (or, for "enters"/"leaves", the card); args match slots by parameter name.
    """

    event: str | Verb | Action | Unit
    edge: str | None
    subject: Match | None
    args: tuple[tuple[str, Match], ...]
    where: Expr | None
    zone_members: tuple[Member, ...]
    one_or_more: bool
    span: Span
    running: bool = False  # `fight ends` without an article: the run that goes on now, not any


@frozen
class Standing:
    """Base of everything that stands in a rule, keyword, kind, card or `until`. `conditions`:
    its enclosing `while`s."""

    span: Span = field(eq=False)
    conditions: tuple[Expr, ...]


@frozen
class Trigger(Standing):
    """timing: "after", "before" (`, first`) or "instead"."""

    pattern: EventPattern
    timing: str
    body: tuple[Stmt, ...]
    still: Expr | None = None


@frozen
class StateRule(Standing):
    """mode "always" (at checkpoints) or "at_once" (`as soon as`).
    A condition Exists(binds) binds its variable for the body."""

    mode: str
    condition: Expr
    body: tuple[Stmt, ...]


@frozen
class Modify(Standing):
    """`SUBJECT has +2 strength [for each G]`. subject: a Group (each ..) or a single thing."""

    subject: Expr
    member: Member
    amount: Expr
    sign: int
    for_each: Group | None


@frozen
class SetAttribute(Standing):
    """`has 6 strength` (mode "is"), `has at least 0 strength` / `at most`."""

    subject: Expr
    member: Member
    mode: str
    value: Expr


@frozen
class SetFlag(Standing):
    """`this is flying`, `l is closed`, `each face_down card has no abilities` (member None, no_abilities)."""

    subject: Expr
    member: Member | None
    value: bool
    no_abilities: bool = False


@frozen
class Restriction(Standing):
    """`SUBJECT cannot VERB ...` (only False) or `only a X can VERB ...` (only True: everybody but X cannot).

    pattern's subject and args say who and what. name: its rule, keyword or card. never: nothing lifts it.
    """

    pattern: EventPattern
    only: bool
    condition: Expr | None
    name: str
    never: bool = False


@frozen
class Lift(Standing):
    """`SUBJECT can VERB .. despite NAME`."""

    pattern: EventPattern
    names: tuple[str, ...]
    condition: Expr | None


@frozen
class Enters(Standing):
    """`each card enters play drained`."""

    subject: Match
    zone_members: tuple[Member, ...]  # empty: play
    member: Member
    value: bool
    condition: Expr | None


@define(eq=False, repr=False)
class Rule(Named):
    name: str
    standing: list[Standing] = field(factory=list)
    doc: str | None = None
    never: bool = False
    span: Span | None = None


# ================================================================== ends, measures, program


@frozen
class Ranking:
    """(key reading `var`, highest first, condition) in order of importance."""

    var: Var
    keys: tuple[tuple[Expr, bool, Expr | None], ...]
    span: Span


@define(eq=False, repr=False)
class Bot(Named):
    """prefer/avoid: (weight +1/-1, action, args, condition); value: how good the position is for `you`."""

    name: str
    you: Var
    preferences: tuple[tuple[int, Action, tuple[tuple[str, Expr], ...], Expr | None], ...] = ()
    value: Expr | None = None
    doc: str | None = None
    span: Span | None = None


@define(eq=False, repr=False)
class Program(Named):
    """A whole checked game."""

    name: str
    min_players: int
    max_players: int
    doc: str | None = None
    options: dict[str, Option] = field(factory=dict)
    words: dict[str, Word] = field(factory=dict)
    kinds: dict[str, Kind] = field(factory=dict)  # parents before children; "card" first
    keywords: dict[str, Keyword] = field(factory=dict)
    cards: list[CardDef] = field(factory=list)  # in declared order
    boards: dict[str, Board] = field(factory=dict)
    dice: dict[str, Die] = field(factory=dict)
    stacks: dict[str, Stack] = field(factory=dict)
    table_members: list[Member] = field(factory=list)  # also decks (sort "zone")
    player_members: list[Member] = field(factory=list)
    unit_members: list[Member] = field(factory=list)
    pair_members: list[Member] = field(factory=list)
    card_members: list[Member] = field(factory=list)  # of all kinds, keywords and cards
    derived_members: list[Member] = field(factory=list)
    functions: dict[str, Derived] = field(factory=dict)
    verbs: dict[str, Verb] = field(factory=dict)
    actions: dict[str, Action] = field(factory=dict)
    units: dict[str, Unit] = field(factory=dict)  # rounds, phases, "turn", verb runs
    rules: dict[str, Rule] = field(factory=dict)
    setup: tuple[Stmt, ...] = ()
    play: tuple[Stmt, ...] = ()
    ranking: Ranking | None = None
    bots: dict[str, Bot] = field(factory=dict)
    phase_names: tuple[str, ...] = ()
    tests: Any = None  # dsl/bound_tests.py
