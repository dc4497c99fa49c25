"""Which groups are read deep inside others, so that the time they take must count against the limit on steps.

Two groups in each other are everyday rules and are not counted, unless they are of numbers, or the game has very many
cards or spaces. From the
third on the number of rounds may explode; each time such a group is read counts as a step (`counted` in the runtime).
Groups in definitions stand as deep as the deepest place where the definition is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.dsl import bound as b
from rulewright.dsl.bound_walk import declarations, field_names, parts_of

_DEEP = 3
_DEEP_AMONG_MANY = 2
_MANY = 500  # cards and spaces
_DEEPEST = 12  # deeper ones count like this


class Nesting:
    """How deep each group of a program stands, by identity; groups that no other holds stand at 1."""

    def __init__(self, program: b.Program) -> None:
        self.program = program  # keeps alive what the identities are of
        self._depths: dict[int, int] = {}
        self._definitions: dict[int, int] = {}
        for part in _roots(program):
            self._walk(part, 0)
        for action in _actions(program):
            # The options of an action are found by a loop in a loop for each parameter.
            for depth, param in enumerate(action.params):
                self._walk(param.domain, depth)
            self._walk(action.guards, len(action.params))

    def counts(self, group: b.Group, things: int) -> bool:
        """Whether reading the group counts, in a game with so many cards and spaces."""
        many = things > _MANY or group.base.sort == "numbers"
        return self._depths.get(id(group), 0) >= (_DEEP_AMONG_MANY if many else _DEEP)

    def _walk(self, node: Any, depth: int) -> None:
        if isinstance(node, tuple | list):
            for item in node:
                self._walk(item, depth)
        elif isinstance(node, dict):
            self._walk(list(node.values()), depth)
        elif isinstance(node, b.Group):
            inner = min(depth + 1, _DEEPEST)
            self._depths[id(node)] = max(inner, self._depths.get(id(node), 0))
            self._walk(node.base, depth)
            self._walk((node.conditions, node.superlatives, node.order), inner)
        elif isinstance(node, b.Aggregate):
            self._walk(node.group, depth)
            self._walk(node.value, min(depth + 1, _DEEPEST))
        elif (names := field_names(node)) and not isinstance(node, b.Named):
            self._used(node, depth)
            for name in names:
                self._walk(getattr(node, name), depth)

    def _used(self, node: Any, depth: int) -> None:
        """A definition that is read here is read as deep as this."""
        found = None
        if isinstance(node, b.MemberOf | b.TableMember):
            found = node.member.derived
        elif isinstance(node, b.CallFunction) and isinstance(node.function, b.Derived):
            found = node.function
        if found is not None and self._definitions.get(id(found), -1) < depth:
            self._definitions[id(found)] = depth
            self._walk((found.cases, found.addends), depth)


def _actions(program: b.Program) -> Iterator[b.Action]:
    yield from program.actions.values()
    for definition in program.cards:
        yield from definition.actions


def _roots(program: b.Program) -> Iterator[Any]:
    for declaration in declarations(program):
        yield parts_of(declaration)
    yield (program.setup, program.play, program.ranking)
    if program.tests is not None:
        yield [invariant.conditions for invariant in program.tests.invariants]
        yield [measure.value for measure in program.tests.measures]
