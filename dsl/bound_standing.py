"""Checked programs: what stands in rules, keywords, cards and durations: triggers, modifiers. See bound.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.dsl.bound_things import Named
from rulewright.dsl.source import Span

if TYPE_CHECKING:
    from rulewright.dsl.bound_expressions import Expr, Group
    from rulewright.dsl.bound_statements import Stmt
    from rulewright.dsl.bound_things import Action, Kind, Member, Unit, Var, Verb


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
class Gathered:
    """`one or more units us`: all with which it happens in one batch, as a list `all`; each is recognised as `one`.

    batch stands for the number of the batch, by which one is told from the next.
    """

    one: Var
    all: Var
    batch: Var


@frozen
class EventPattern:
    """`a player p draws`, `you play this`, `fight ends`, `a card enters a battleground`, `your turn begins`.

    event: "draw", "move" ... (a built-in verb), a Verb, an Action, or a Unit with edge "begins"/"ends";
    or "enters" / "leaves" (play, zones of zone_members, or the one zone that `place` matches).
    subject matches who does it (or, for "enters"/"leaves", the card); args match slots by parameter name.
    """

    event: str | Verb | Action | Unit
    edge: str | None
    subject: Match | None
    args: tuple[tuple[str, Match], ...]
    where: Expr | None
    zone_members: tuple[Member, ...]
    gathered: Gathered | None
    span: Span
    running: bool = False  # `fight ends` without an article: the run that goes on now, not any
    place: Match | None = None

    @property
    def anywhere(self) -> bool:
        """Whether entering or leaving other places than play is meant, which may be no entering or leaving of play."""
        return bool(self.zone_members) or self.place is not None

    @property
    def doer(self) -> str | None:
        """The parameter that stands for the subject where a card was said to do it: what the verb has behind `by`."""
        if self.subject is not None:
            return None
        given = {name for name, _ in self.args}
        if isinstance(self.event, str):
            return "by" if "by" in given else None
        behind_by = (p.var.name for p in getattr(self.event, "params", ()) if p.preposition == "by")
        return next((name for name in behind_by if name in given), None)


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
    """`each card enters play drained`. to_play: only cards that were not in play before."""

    subject: Match
    to_play: bool
    zone_members: tuple[Member, ...]  # empty: any place in play
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
