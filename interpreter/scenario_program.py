"""A scenario made ready to run: its game compiled in scenario form with everything its lines read or do."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from rulewright.dsl import bound as b
from rulewright.dsl import bound_tests as t
from rulewright.interpreter.codegen.module import Compiled, Extras
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State


@define
class Prepared:
    """The compiled game of a scenario, and where its expressions, bodies and reasons are in it."""

    game: Game
    compiled: Compiled
    values: dict[int, int]  # id of an expression -> its number
    bodies: dict[int, int]  # id of a line -> the number of its body
    checkpoint: int  # the number of a body that does nothing: what comes after it is a checkpoint
    invariants: list[t.Invariant]
    kept: list[Any] = field(factory=list)  # keeps what the ids are of

    def value(self, state: State, e: b.Expr) -> Any:
        """What an expression of the scenario is now."""
        if isinstance(e, b.Const):
            return e.value
        return state.value_of(self.values[id(e)])

    def broken(self, state: State) -> t.Invariant | None:
        """The first invariant that does not hold now."""
        for invariant in self.invariants:
            if not all(self.value(state, condition) for condition in invariant.conditions):
                return invariant
        return None


def prepare(scenario: t.Scenario) -> Prepared:
    """Compile a scenario. Raises UsageError or RulesError if its game cannot be played as it says."""
    invariants = scenario.invariants
    exprs: list[b.Expr] = []
    bodies: list[tuple[b.Stmt, ...]] = []
    body_of: dict[int, int] = {}
    reasons: list[b.Action] = []
    for line in scenario.lines:
        exprs += read_by(line)
        if isinstance(line, t.Make):
            body_of[id(line)] = len(bodies)
            bodies.append(line.body)
        elif isinstance(line, t.ExpectCan | t.Move):
            reasons += [action for action in line.actions if not any(action is one for one in reasons)]
    for invariant in invariants:
        exprs += invariant.conditions
    game = Game(scenario.program)
    game.option_values.update(scenario.options)
    numbers: dict[int, int] = {}
    wanted: list[b.Expr] = []
    for e in exprs:
        if not isinstance(e, b.Const) and id(e) not in numbers:
            numbers[id(e)] = len(wanted)
            wanted.append(e)
    bodies.append(())
    extras = Extras(tuple(wanted), tuple(bodies), tuple(reasons))
    compiled = game.scenario_form(len(scenario.players), extras)
    return Prepared(game, compiled, numbers, body_of, len(bodies) - 1, invariants, [exprs, scenario])


def read_by(line: t.Line) -> list[b.Expr]:
    """Every expression that a line reads."""
    match line:
        case t.GivenCards(zone=zone, cards=cards):
            return [zone, *(card.value for card in cards if card.value is not None)]
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
