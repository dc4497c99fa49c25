"""The checked tests of a game: scenarios, invariants, measures and experiments. What the resolver makes and the runners
read.

Names of a scenario's players have become numbers (the seats), names given to cards (`"Vulne" as grey`) members of the
table that only this scenario's program has.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from rulewright.dsl import bound
from rulewright.dsl.source import Span

# ================================================================== values that a line of a script names


THIS = "this"
"""The name among the arguments of a move for the card whose action it is: `Ann grazes with slug`."""


@frozen
class Wanted:
    """What somebody chooses or names as an argument, found among the answers when the line is reached.

    sort: "card" (any card called `text`), "word" (`text` is a word of some type, a name of an action or text), "text"
    (words in quotes that are no card: a label), "none" (nothing, nobody, no card at all), "value" (`value` tells).
    """

    sort: str
    span: Span = field(eq=False)
    text: str = ""
    value: bound.Expr | None = None


# ================================================================== lines


@frozen
class Line:
    """A line of a scenario."""

    span: Span = field(eq=False)


@frozen
class GivenCard:
    """A card put somewhere: one called `name`, or the one that `value` gives;
    `alias` keeps it for the lines that follow."""

    name: str | None
    value: bound.Expr | None
    alias: bound.Member | None
    span: Span = field(eq=False)


@frozen
class GivenCards(Line):
    """`given Ann's hand is "Spy", "Elder"`: exactly these cards lie there, first end first."""

    zone: bound.Expr
    cards: tuple[GivenCard, ...]


@frozen
class GivenValue(Line):
    """`given time is day`, `given Ann's stones are 7`, `given C is drained`. Several values make a list."""

    target: bound.Expr  # TableMember, MemberOf, PairMember, or Builtin "first_player"
    value: bound.Expr


@frozen
class GivenPlace(Line):
    """`given Ann's dragon is on outer(1)`."""

    piece: bound.Expr
    space: bound.Expr


@frozen
class GivenTurn(Line):
    """`given Ann's turn, phase casting`."""

    seat: int
    phase: str | None


@frozen
class GivenRolls(Line):
    """`given the next rolls are 1, 5`, of the die named or of any."""

    die: str | None
    values: tuple[int | str, ...]  # numbers, or the words that the die shows


@frozen
class GivenDraws(Line):
    """`given the next cards from deck are "Spy", "Elder"`: what a pile gives once its order is chance's."""

    zone: bound.Expr
    cards: tuple[GivenCard, ...]


@frozen
class GivenRandom(Line):
    """`given the next random choice is Bob`: what `a random ...` will be."""

    values: tuple[Wanted, ...]


@frozen
class Quiet(Line):
    """`given brute joins host`: done without triggers, state rules and ends."""

    body: tuple[bound.Stmt, ...]


@frozen
class Make(Line):
    """`make Ann draw 2`: done, with a checkpoint after it."""

    body: tuple[bound.Stmt, ...]


@frozen
class Move(Line):
    """`Ann plays "Spy" at head`.

    `actions`: the game's own action, or those of that name that cards bring. `args` by parameter name; `targets` answer
    the questions for targets that come with it.
    """

    seat: int
    actions: tuple[bound.Action, ...]
    args: tuple[tuple[str, tuple[Wanted, ...]], ...]
    targets: tuple[Wanted, ...]
    other: str | None = None  # "pass" or "decline" where the action's name is also that word


@frozen
class Answer(Line):
    """`Ann chooses "A" and "B"`, `Ann chooses 3`."""

    seat: int
    answers: tuple[Wanted, ...]


@frozen
class Decline(Line):
    """`Ann declines`."""

    seat: int


@frozen
class Pass(Line):
    """`Bob passes`; with seat None `everyone passes`."""

    seat: int | None


@frozen
class AssignedKey(Line):
    """`Ann assigns Matt to "Darkwalker"`."""

    seat: int
    value: Wanted
    key: Wanted


@frozen
class Expect(Line):
    """`expect Ann's strength is 9`."""

    condition: bound.Expr


@frozen
class ExpectList(Line):
    """`expect Ann's hand is "1", "2"`: a zone or list that holds just these; in order where the zone keeps one."""

    what: bound.Expr
    values: tuple[Wanted, ...]
    negated: bool = False


@frozen
class ExpectCan(Line):
    """`expect Ann can play "X" at head`, `expect Ann cannot fly to middle(0) because no_sharp_turns`."""

    seat: int
    negated: bool
    actions: tuple[bound.Action, ...]
    args: tuple[tuple[str, tuple[Wanted, ...]], ...]
    targets: tuple[Wanted, ...] = ()
    because: str | None = None


@frozen
class ExpectAsked(Line):
    """`expect Ann is asked "Whose hand?"`."""

    seat: int
    question: str


@frozen
class ExpectResult(Line):
    """`expect Ann wins`, `expect nobody wins`, `expect Ann loses`. `seats` None: everyone, (): nobody."""

    seats: tuple[int, ...] | None
    verb: str  # "win" or "lose"


@frozen
class ExpectDecides(Line):
    """`expect Bob decides`: the next choice that anybody has is this player's."""

    seat: int


@frozen
class ExpectError(Line):
    """`expect error "text"`: the line before it is refused with a message that holds the text."""

    text: str


# ================================================================== tests


@define(eq=False)
class Scenario:
    """A scenario with the lines of its situations before its own.

    `program` is the game the scenario is about, with the variants it stands under; `made` are cards that it makes up,
    `names` members of the table for the cards that it names.
    """

    title: str
    players: tuple[str, ...]
    program: bound.Program
    invariants: list[Invariant] = field(factory=list)
    lines: tuple[Line, ...] = ()
    made: tuple[bound.CardDef, ...] = ()
    names: tuple[bound.Member, ...] = ()
    options: dict[str, Any] = field(factory=dict)  # name -> value at run time
    any_draw: bool = False
    setup: bool = False  # it begins before `setup:`, which is carried out as the rules say
    variants: tuple[str, ...] = ()
    doc: str | None = None
    span: Span | None = None


@define(eq=False)
class Invariant:
    """`invariant "no card is ever lost":`; all conditions hold whenever the table is at rest."""

    title: str
    conditions: tuple[bound.Expr, ...]
    doc: str | None = None
    span: Span | None = None


@frozen
class Counted:
    """What a measure counts: the runs of an action, verb or round; `sort` and `name` as in a state's coverage."""

    sort: str
    name: str


@define(eq=False)
class Measure:
    """A number to watch in simulations: a value at the end of a game, or on average when a run of `per` begins (of each
    player, where there is a `var`); or how often something was done (for each run of `per`)."""

    title: str
    value: bound.Expr | None = None
    counted: Counted | None = None
    per: Counted | None = None
    span: Span | None = None
    var: bound.Var | None = None


@frozen
class Statistic:
    """A figure of many games. name: "win_share" (of a seat), "measure" (mean of a measure, by title),
    or one of STATISTICS."""

    name: str
    seat: int | None
    title: str | None
    span: Span = field(eq=False)


STATISTICS: dict[str, str] = {
    "longest_game": "the most decisions of a game",
    "shortest_game": "the fewest decisions of a game",
    "average_game": "the mean number of decisions of a game",
    "most_turns": "the most turns of a game",
    "fewest_turns": "the fewest turns of a game",
    "average_turns": "the mean number of turns of a game",
    "draw_share": "the share of games that nobody won",
    "shared_share": "the share of games that several players won together",
    "unfinished_share": "the share of games that a limit ended, or that went round for ever",
}
SHARES = ("win_share", "draw_share", "shared_share", "unfinished_share")


@frozen
class Claim:
    """`STATISTIC is between LOW and HIGH`, or an open end where a bound is None;
    `strict` excludes the bounds themselves."""

    statistic: Statistic
    low: float | None
    high: float | None
    strict: bool
    span: Span = field(eq=False)


@frozen
class Run:
    """`play 2000 games with 3 players and greedy bots`; `bots` one for each seat, or one for all, or none named.

    `play enough games for 2%`: `games` is None, and `precision` the share to which the figures are to be known.
    """

    games: int | None
    players: int
    bots: tuple[str, ...]
    span: Span = field(eq=False)
    precision: float | None = None


@define(eq=False)
class Experiment:
    """Games that are played, and what is claimed of them. `program` has the variant of its `play` line."""

    title: str
    program: bound.Program
    run: Run
    claims: tuple[Claim, ...]
    variant: str | None = None
    doc: str | None = None
    span: Span | None = None


@define(eq=False)
class Tests:
    """Everything that is said about a game."""

    __test__ = False  # not a class of tests

    scenarios: list[Scenario] = field(factory=list)
    invariants: list[Invariant] = field(factory=list)
    measures: list[Measure] = field(factory=list)
    experiments: list[Experiment] = field(factory=list)
