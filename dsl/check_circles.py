"""Circles: definitions that read themselves, guards that ask about each other, modifiers that read what they change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from rulewright.dsl import bound
from rulewright.dsl.bound_walk import declarations, parts_of, walk
from rulewright.dsl.context import Game
from rulewright.dsl.source import Span

T = TypeVar("T")


def check_circles(game: Game) -> None:
    """Note circles of definitions and of guards (errors), and of modifiers (a warning)."""
    definitions = [m.derived for m in game.program.derived_members if m.derived is not None]
    definitions += list(game.program.functions.values())
    inner = _definitions(game, definitions)
    if not inner:
        _modifiers(game)
    _guards(game)


def _definitions(game: Game, definitions: list[bound.Derived]) -> bool:
    """Definitions may not read themselves; whether some do."""
    reads = {definition: list(_read_definitions(parts_of(definition))) for definition in definitions}
    found = False
    for circle in circles(definitions, lambda definition: [to for to, _ in reads.get(definition, [])]):
        found = True
        following = circle[1] if len(circle) > 1 else circle[0]
        span = next(span for to, span in reads[circle[0]] if to is following)
        names = " reads ".join(f"`{definition.name}`" for definition in (*circle, circle[0]))
        game.error(
            "E308", span, f"a definition may not need itself: {names}",
            related=tuple((d.span, f"`{d.name}` is defined here") for d in circle if d.span is not None),
        )  # fmt: skip
    return found


def _read_definitions(parts: Any) -> Iterator[tuple[bound.Derived, Span]]:
    for part in walk(parts):
        if isinstance(part, bound.MemberOf) and part.member.derived is not None:
            yield part.member.derived, part.span
        elif isinstance(part, bound.CallFunction) and isinstance(part.function, bound.Derived):
            yield part.function, part.span


def modifier_reads(program: bound.Program) -> tuple[dict[bound.Member, set[bound.Member]], dict[bound.Member, Span]]:
    """For each attribute that is worked out or modified, those that are read for it; and where one is modified.

    What an effect changes "until ..." is fixed when it is made: that reads nothing later.
    """
    reads: dict[bound.Member, set[bound.Member]] = {}
    where: dict[bound.Member, Span] = {}
    for member in program.derived_members:
        reads[member] = set(_members((parts_of(member),)))
    for holder in declarations(program):
        fixed: set[int] = set()
        for part in walk(parts_of(holder)):
            if isinstance(part, bound.Until):
                fixed.update(id(one) for one in part.standing if not one.conditions)
            elif (
                isinstance(part, bound.Modify | bound.SetAttribute | bound.SetFlag)
                and part.member is not None
                and id(part) not in fixed
            ):
                reads.setdefault(part.member, set()).update(_members(_parts_of_modifier(part)))
                where.setdefault(part.member, part.span)
    return reads, where


def _modifiers(game: Game) -> None:
    """An attribute that depends on itself through modifiers is worked out once, oldest modifier first:
    worth knowing."""
    reads, where = modifier_reads(game.program)
    for circle in circles(list(reads), lambda member: sorted(reads.get(member, ()), key=lambda m: m.name)):
        span = next((where[member] for member in circle if member in where), None)
        if span is None:
            continue
        names = " reads ".join(f"`{member.name}`" for member in (*circle, circle[0]))
        game.warn(
            "W506", span, f"through modifiers an attribute depends on itself: {names}",
            hint="within the circle each modifier counts once, the oldest first, and reads what has been counted so "
                 "far",
        )  # fmt: skip


def _parts_of_modifier(part: bound.Modify | bound.SetAttribute | bound.SetFlag) -> tuple[Any, ...]:
    more = (
        (part.amount, part.for_each)
        if isinstance(part, bound.Modify)
        else (part.value,)
        if isinstance(part, bound.SetAttribute)
        else ()
    )
    return (part.conditions, part.subject, *more)


def _members(parts: Any) -> Iterator[bound.Member]:
    """Give the members that are read, also by functions."""
    seen: set[bound.Derived] = set()
    waiting = [parts]
    while waiting:
        for part in walk(waiting.pop()):
            if isinstance(part, bound.MemberOf):
                yield part.member
            elif isinstance(part, bound.CallFunction) and isinstance(part.function, bound.Derived):
                if part.function not in seen:
                    seen.add(part.function)
                    waiting.append(parts_of(part.function))


def _guards(game: Game) -> None:
    """Guards may not ask in a circle whether actions are possible."""
    program = game.program
    actions = [*program.actions.values(), *(action for card in program.cards for action in card.actions)]
    asked = _Asked()
    asks = {action: list(asked.by(action)) for action in actions}
    for circle in circles(actions, lambda action: [to for to, _ in asks.get(action, [])]):
        spans = [
            next(span for to, span in asks[a] if to is b) for a, b in zip(circle, (*circle[1:], circle[0]), strict=True)
        ]
        names = ", and ".join(
            f"`{a.name}` asks about `{b.name}`" for a, b in zip(circle, (*circle[1:], circle[0]), strict=True)
        )
        game.error(
            "E309", spans[0], f"guards ask in a circle whether something is possible: {names}",
            related=tuple((span, "and here") for span in spans[1:]),
        )  # fmt: skip


class _Asked:
    """Which actions guards and domains ask for; each definition is read once, however many guards read it."""

    def __init__(self) -> None:
        self.of_definition: dict[bound.Derived, tuple[list[tuple[bound.Action, Span]], list[bound.Derived]]] = {}

    def by(self, action: bound.Action) -> Iterator[tuple[bound.Action, Span]]:
        """Give the actions whose possibility this action asks for, also through definitions."""
        seen: set[bound.Derived] = set()
        found = [self._in((action.guards, tuple(param.domain for param in action.params), action.targets))]
        while found:
            actions, definitions = found.pop()
            yield from actions
            for definition in definitions:
                if definition not in seen:
                    seen.add(definition)
                    if definition not in self.of_definition:
                        self.of_definition[definition] = self._in(parts_of(definition))
                    found.append(self.of_definition[definition])

    @staticmethod
    def _in(parts: Any) -> tuple[list[tuple[bound.Action, Span]], list[bound.Derived]]:
        actions = [
            (part.what, part.span)
            for part in walk(parts)
            if isinstance(part, bound.Can) and isinstance(part.what, bound.Action) and not part.of_a_card
        ]
        return actions, [definition for definition, _ in _read_definitions(parts)]


def circles(nodes: Iterable[T], reads: Callable[[T], Iterable[T]]) -> list[list[T]]:
    """Give circles of a graph, each once: nodes in the order of reading, the last of which reads the first."""
    done: set[int] = set()
    found: list[list[T]] = []
    reported: set[int] = set()
    for start in nodes:
        if id(start) in done:
            continue
        path: list[T] = []
        on_path: dict[int, int] = {}
        stack: list[tuple[T, Any]] = [(start, iter(list(reads(start))))]
        path.append(start)
        on_path[id(start)] = 0
        while stack:
            node, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                stack.pop()
                path.pop()
                on_path.pop(id(node))
                done.add(id(node))
            elif id(following) in on_path:
                circle = path[on_path[id(following)] :]
                if not any(id(member) in reported for member in circle):
                    reported.update(id(member) for member in circle)
                    found.append(circle)
            elif id(following) not in done:
                on_path[id(following)] = len(path)
                path.append(following)
                stack.append((following, iter(list(reads(following)))))
    return found
