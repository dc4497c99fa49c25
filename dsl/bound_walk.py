"""Going through a checked program: every expression, statement and piece of standing text under a part of it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

from rulewright.dsl import bound

# Parts with identity are declared in one place and only referred to elsewhere: walking stops at them.
_PARTS = (
    bound.Expr,
    bound.Stmt,
    bound.Standing,
    bound.Match,
    bound.EventPattern,
    bound.Base,
    bound.Order,
    bound.Superlative,
    bound.Quantity,
    bound.Offered,
    bound.Guard,
    bound.Limit,
    bound.Target,
    bound.Ranking,
    bound.DeckRow,
    bound.BoardPart,
)


def field_names(part: Any) -> tuple[str, ...]:
    """Give what a part holds, by name and in order; none for what is not of a class of attrs."""
    return _fields(type(part))  # type: ignore[arg-type]  # classes hash, whatever their instances do


@cache
def _fields(of: type) -> tuple[str, ...]:
    if not attrs.has(of):
        return ()
    return tuple(field.name for field in attrs.fields(of) if field.name not in ("span", "type"))


@cache
def _is_part(of: type) -> bool:
    return issubclass(of, _PARTS)


def walk(value: Any) -> Iterator[Any]:
    """Give every part under the value, the value itself first. Things with identity are not entered."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple | list):
            waiting.extend(reversed(part))
        elif isinstance(part, dict):
            waiting.extend(reversed(list(part.values())))
        elif _is_part(type(part)):  # type: ignore[arg-type]
            yield part
            waiting.extend(getattr(part, name) for name in reversed(field_names(part)))


def parts_of(thing: Any) -> tuple[Any, ...]:
    """Give what a declaration holds that can be walked through."""
    match thing:
        case bound.Derived():
            return (thing.cases, thing.addends)
        case bound.Verb() | bound.Unit():
            return (thing.body,)
        case bound.Param():
            return (thing.domain, thing.quantity)
        case bound.Action():
            params = tuple(part for param in thing.params for part in parts_of(param))
            return (*params, thing.guards, thing.limits, thing.asked, thing.targets, thing.cost, thing.body)
        case bound.CardDef():
            printed = tuple(thing.printed.values())
            actions = tuple(part for action in thing.actions for part in parts_of(action))
            return (
                printed,
                thing.copies,
                thing.standing,
                thing.guards,
                thing.limits,
                thing.targets,
                thing.effect,
                *actions,
            )
        case bound.Kind():
            return (thing.standing, tuple(condition for _, condition in thing.working))
        case bound.Keyword() | bound.Rule():
            return (thing.standing,)
        case bound.Stack():
            return (thing.respond, thing.then)
        case bound.Member():
            zone = thing.zone
            more = () if zone is None else (zone.capacity, zone.capacity_group, zone.emptied_into, zone.deck)
            derived = () if thing.derived is None else parts_of(thing.derived)
            return (thing.start, thing.reset, *more, *derived)
        case bound.Board():
            return (thing.parts, thing.regions)
        case bound.Bot():
            return (thing.preferences, thing.value)
    return ()


def declarations(program: bound.Program) -> Iterator[Any]:
    """Give every declaration of a program that holds expressions, statements or standing text."""
    yield from program.kinds.values()
    yield from program.keywords.values()
    yield from program.cards
    yield from program.boards.values()
    yield from program.stacks.values()
    for members in (
        program.table_members, program.player_members, program.unit_members, program.pair_members, program.card_members,
        program.derived_members,
    ):  # fmt: skip
        yield from members
    yield from program.functions.values()
    yield from program.verbs.values()
    yield from program.actions.values()
    yield from program.units.values()
    yield from program.rules.values()
    yield from program.bots.values()


def everything(program: bound.Program) -> Iterator[Any]:
    """Give every expression, statement and piece of standing text of a program."""
    for declaration in declarations(program):
        yield from walk(parts_of(declaration))
    yield from walk((program.setup, program.play, program.ranking))
