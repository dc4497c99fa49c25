"""Checked programs: statements. See bound.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from rulewright.dsl.source import Span

if TYPE_CHECKING:
    from rulewright.dsl.bound_expressions import Expr, Group
    from rulewright.dsl.bound_standing import EventPattern, Standing
    from rulewright.dsl.bound_things import Action, Member, Quantity, Stack, Unit, Var, Verb


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
    question: str | None = None


@frozen
class MayPerform(Stmt):
    """`you may draw 2:` / `its controller may set ..`: yes or no, then the statement, then `body`; else `otherwise`."""

    @property
    def doing(self) -> str:
        """The verb that is offered; nothing where it is `set` or `add`."""
        verb = self.statement.verb if isinstance(self.statement, Perform) else ""
        return verb if isinstance(verb, str) else verb.name

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
    """`assign a foe to each ..`. most_each: how many keys may get the same value; it may read the value, `choice.var`.
    question: what is asked of each key, if the rules say it."""

    chooser: Expr
    member: Member
    keys: Group
    choice: Group
    optional: bool
    at_least: Expr | None
    at_most: Expr | None
    most_each: Expr | None
    question: str | None = None


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
