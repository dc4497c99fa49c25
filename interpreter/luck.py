"""The luck of those who choose at random: numbers of their own, which nothing in a game can shift and which shift nothing
in a game.

The numbers of a seat are keyed by the match's seed and the seat. Who takes one number a decision, as uniform play does, so
gets a number that depends on seed, seat and the seat's decision number alone. `native/runtime.c` has the same in C.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import count
from struct import Struct
from typing import Any

from rulewright.interpreter.chance import seed_key

_SIXTEEN = Struct(">16I")
_TO_UNIT = 2.0**-32
_SHARED = 4  # the first numbers of each seat, from a digest that serves four seats


def _first_numbers(key: bytes, group: int) -> tuple[int, ...]:
    return _SIXTEEN.unpack(blake2b(b"bots/%d" % group, digest_size=64, key=key).digest())


def _more_numbers(key: bytes, seat: int, block: int) -> tuple[int, ...]:
    return _SIXTEEN.unpack(blake2b(b"bot/%d/%d" % (seat, block), digest_size=64, key=key).digest())


def _seat_numbers(key: bytes, seat: int, first: tuple[int, ...]) -> Iterator[float]:
    for word in first:
        yield word * _TO_UNIT
    for block in count():
        for word in _more_numbers(key, seat, block):
            yield word * _TO_UNIT


class SeatNumbers(Sequence[Callable[[], float]]):
    """For each seat what gives the next of its numbers, from 0 up to but not including 1. key: what they come from."""

    def __init__(self, seed: int, players: int) -> None:
        self.key = seed_key(seed)
        self._players = players
        self._made: list[Callable[[], float]] = []

    def __len__(self) -> int:
        return self._players

    def __getitem__(self, seat: Any) -> Any:
        # Made when they are first asked for: who plays in C does without.
        if not self._made:
            self._made = self.as_list()
        return self._made[seat]

    def as_list(self) -> list[Callable[[], float]]:
        """What gives the numbers of each seat, from the first on."""
        made = []
        for group in range((self._players + 3) // 4):
            first = _first_numbers(self.key, group)
            for seat in range(4 * group, min(4 * group + 4, self._players)):
                place = seat % 4 * _SHARED
                made.append(_seat_numbers(self.key, seat, first[place : place + _SHARED]).__next__)
        return made


def seat_number(seed: int, seat: int, index: int) -> float:
    """The number with that index (from 0) of a seat's `SeatNumbers`."""
    key = seed_key(seed)
    if index < _SHARED:
        return _first_numbers(key, seat // 4)[seat % 4 * _SHARED + index] * _TO_UNIT
    block, place = divmod(index - _SHARED, 16)
    return _more_numbers(key, seat, block)[place] * _TO_UNIT
