"""A scenario made ready to run: its game compiled in scenario form with everything its lines read or do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, ClassVar, TypeGuard

from attrs import define, evolve, field

from rulewright.dsl import bound as b
from rulewright.dsl import bound_tests as t
from rulewright.interpreter.codegen.module import Compiled, Extras
from rulewright.interpreter.errors import RulewrightError
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State


@define
class Prepared:
    """The compiled game of some scenarios, and where their expressions and bodies are in it."""

    game: Game
    compiled: Compiled
    values: dict[int, int]  # id of an expression -> its number
    bodies: dict[int, int]  # id of a line -> the number of its body
    invariants: list[t.Invariant]
    names: tuple[b.Member, ...]  # members of the table that are names of cards
    kept: list[Any] = field(factory=list)  # keeps what the ids are of

    checkpoint: ClassVar[int] = 0  # the number of a body that does nothing: what comes after it is a checkpoint

    def value(self, state: State, e: b.Expr) -> Any:
        """What an expression of the scenario is now."""
        if isinstance(e, b.Const):
            return e.value
        if _is_name(e):
            return state.v[self.compiled.slots[e.member]]
        return state.value_of(self.values[id(e)])

    def broken(self, state: State) -> t.Invariant | None:
        """The first invariant that does not hold now."""
        for invariant in self.invariants:
            if not all(self.value(state, condition) for condition in invariant.conditions):
                return invariant
        return None


def _is_name(e: b.Expr) -> TypeGuard[b.TableMember]:
    """Whether an expression is nothing but a name that the scenario has given to a card."""
    return isinstance(e, b.TableMember) and e.member.of_script


def _needed(scenarios: Sequence[t.Scenario]) -> dict[str, int]:
    """How many cards of each name the scenarios put on the table, of names that one of them puts there often."""
    found: Counter[str] = Counter()
    for one in scenarios:
        given = Counter(c.name for x in one.lines if isinstance(x, t.GivenCards) for c in x.cards if c.name is not None)
        found |= given
    return dict(found)


def prepare(scenarios: Sequence[t.Scenario], playable: bool = False) -> Prepared:
    """Compile the game of some scenarios that agree in it (see `alike`), with what all of them need.

    playable: people play on from there, so that everything can be asked of it (`why`).
    Raises UsageError or RulesError if it cannot be played as they say.
    """
    first = scenarios[0]
    exprs: list[b.Expr] = [e for one in scenarios for i in one.invariants for e in i.conditions]
    bodies: list[tuple[b.Stmt, ...]] = [()]
    body_of: dict[int, int] = {}
    reasons: list[b.Action] = []
    for line in (line for one in scenarios for line in one.lines):
        exprs += read_by(line)
        if isinstance(line, t.Make):
            body_of[id(line)] = len(bodies)
            bodies.append(line.body)
        elif isinstance(line, t.ExpectCan | t.Move):
            reasons += [action for action in line.actions if not any(action is one for one in reasons)]
    program = first.program
    names = [name for one in scenarios for name in one.names]
    if names or first.made:
        members, cards = [*program.table_members, *names], [*program.cards, *first.made]
        program = evolve(program, table_members=members, cards=cards)
    game = Game(program)
    game.option_values.update(first.options)
    numbers: dict[int, int] = {}
    wanted: list[b.Expr] = []
    for e in exprs:
        if not isinstance(e, b.Const) and not _is_name(e) and id(e) not in numbers:
            numbers[id(e)] = len(wanted)
            wanted.append(e)
    extras = Extras(tuple(wanted), tuple(bodies), () if playable else tuple(reasons), playable, first.setup)
    compiled = game.scenario_form(len(first.players), extras, _needed(scenarios))
    return Prepared(game, compiled, numbers, body_of, first.invariants, tuple(names), [exprs, scenarios])


def alike(scenario: t.Scenario) -> Hashable:
    """What scenarios must agree in to share a compiled game."""
    made = None if not scenario.made else id(scenario)
    return id(scenario.program), len(scenario.players), tuple(sorted(scenario.options.items())), scenario.setup, made


@define(eq=False)
class Together:
    """Scenarios that share a compiled game, which is made when the first of them is run."""

    scenarios: list[t.Scenario] = field(factory=list)
    _prepared: Prepared | None = None
    _apart: bool = False

    def prepared_for(self, scenario: t.Scenario) -> Prepared:
        """The compiled game for one of them. If something in another spoils it, each has its own."""
        if self._prepared is None and not self._apart:
            try:
                self._prepared = prepare(self.scenarios)
            except RulewrightError:
                self._apart = True
        return self._prepared if self._prepared is not None else prepare([scenario])


def read_by(line: t.Line) -> list[b.Expr]:
    """Every expression that a line reads."""
    match line:
        case t.GivenCards(zone=zone, cards=cards):
            return [zone, *(card.value for card in cards if card.value is not None)]
        case t.GivenDraws(zone=zone, cards=cards):
            return [zone, *(card.value for card in cards if card.value is not None)]
        case t.GivenRandom(values=wanted):
            return _wanted(wanted)
        case t.GivenValue(target=target, value=value):
            return [value, *_under(target)]
        case t.GivenPlace(piece=piece, space=space):
            return [space, *_under(piece)]
        case t.Move(args=args, targets=targets) | t.ExpectCan(args=args, targets=targets):
            return _wanted(targets) + [e for _, wanted in args for e in _wanted(wanted)]
        case t.Answer(answers=answers):
            return _wanted(answers)
        case t.AssignedKey(value=value, key=key):
            return _wanted((value, key))
        case t.Expect(condition=condition):
            several = parts(condition)
            return [condition, *(several if len(several) > 1 else ()), *(e for part in several for e in sides(part))]
        case t.ExpectList(what=what, values=values):
            return [what, *_wanted(values)]
    return []


def _wanted(wanted: tuple[t.Wanted, ...]) -> list[b.Expr]:
    return [one.value for one in wanted if one.value is not None]


def _under(target: b.Expr) -> list[b.Expr]:
    """What must be known to find a place that is set."""
    if isinstance(target, b.MemberOf):
        return [target.base]
    return list(target.keys) if isinstance(target, b.PairMember) else []


def parts(condition: b.Expr) -> tuple[b.Expr, ...]:
    """The conditions that must all hold for this one to hold, if each can be read without the others."""
    if not isinstance(condition, b.And) or any(isinstance(e, b.Bind | b.Exists) for e in condition.parts):
        return (condition,)
    return condition.parts


def sides(condition: b.Expr) -> list[b.Expr]:
    """What a message about a condition that does not hold shows; it reads no names bound in the condition."""
    found: list[b.Expr] = []
    if isinstance(condition, b.And):
        return found
    match condition:
        case b.Equal(left=left, right=right):
            found = [left] if isinstance(right, b.CardNamed) else [left, right]
        case b.Compare(left=left, right=right):
            found = [left, right]
        case b.Between(value=value):
            found = [value]
        case b.IsEmpty(collection=collection):
            found = [collection]
        case b.IsIn(value=value, collection=collection):
            found = [value, collection]
        case b.IsOn(piece=b.MemberOf() as piece):
            found = [piece]
    return found
