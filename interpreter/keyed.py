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


def place_of(instance: Instance, member: b.Member, keys: Sequence[Any]) -> int:
    """Where the value for these keys stands among those of the member, from 0; the last key runs fastest."""
    place = 0
    for key, of in zip(keys, member.index_types, strict=True):
        place = place * size_of(instance, of) + int(key)
    return place


def all_keys(instance: Instance, member: b.Member) -> Iterator[tuple[int, ...]]:
    """The keys of each value, in the order of their places."""
    return product(*(range(size_of(instance, of)) for of in member.index_types))
