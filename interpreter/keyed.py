"""Values that the table keeps for players, words and spaces taken together: `thanked(player, player)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from rulewright.dsl.types import PlayerType, SpaceType, Type, WordType

if TYPE_CHECKING:
    from rulewright.dsl import bound as b
    from rulewright.interpreter.instance import Instance


def size_of(instance: Instance, key: Type) -> int:
    """How many values a key has in this match. The resolver lets no other types through (E402)."""
    if isinstance(key, PlayerType):
        return instance.players
    if isinstance(key, WordType):
        return len(key.values)
    assert isinstance(key, SpaceType)
    return instance.boards[instance.program.boards[key.board]].size


def count_of(instance: Instance, member: b.Member) -> int:
    """How many values are kept in all."""
    return prod(size_of(instance, key) for key in member.index_types)


def steps_of(instance: Instance, member: b.Member) -> list[int]:
    """How far apart the values lie that differ by one in a key; the last key runs fastest."""
    sizes = [size_of(instance, key) for key in member.index_types]
    return [prod(sizes[number:]) for number in range(1, len(sizes) + 1)]


def place_of(instance: Instance, member: b.Member, keys: Sequence[Any]) -> int:
    """Where the value for these keys stands among those of the member, from 0."""
    return sum(int(key) * step for key, step in zip(keys, steps_of(instance, member), strict=True))


def all_keys(instance: Instance, member: b.Member) -> Iterator[tuple[int, ...]]:
    """The keys of each value, in the order of their places."""
    return product(*(range(size_of(instance, of)) for of in member.index_types))
