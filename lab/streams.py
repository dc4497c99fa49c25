"""Randomness of bots: streams of their own, which nothing in a game can shift and which shift nothing in a game.

The stream of a seat is that of `interpreter/luck.py`, which uniform play takes its numbers from as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from itertools import count
from struct import Struct

from rulewright.interpreter.chance import derive_seed
from rulewright.interpreter.luck import SeatNumbers

_SIXTEEN = Struct(">16I")
_TO_UNIT = 2.0**-32


def _numbers(key: bytes, start: int) -> Iterator[float]:
    """Give numbers from 0 to 1 in steps of 2**-32, from number `start` on.

    One digest holds sixteen: hashing anew for each would cost more than most decisions.
    """
    first, skip = divmod(start, 16)
    for block in count(first):
        for word in _SIXTEEN.unpack(blake2b(block.to_bytes(8, "big"), digest_size=64, key=key).digest())[skip:]:
            yield word * _TO_UNIT
        skip = 0


class Stream:
    """Numbers from 0 up to but not including 1, the same for the same seed and names everywhere; from `start` on."""

    __slots__ = ("random",)

    def __init__(self, seed: int, *names: object, start: int = 0) -> None:
        #: Gives the next number; a bound method, so that a call costs no more than the number.
        self.random = _numbers(derive_seed(seed, *names).to_bytes(8, "big"), start).__next__

    @classmethod
    def of(cls, random: Callable[[], float]) -> Stream:
        """Give the stream whose numbers a function gives."""
        made = cls.__new__(cls)
        made.random = random
        return made

    def below(self, n: int) -> int:
        """Give a number from 0 to n - 1; n may be far above what one number can tell apart."""
        value, size = 0, 1
        while size < n << 32:
            value = value << 32 | int(self.random() * (1 << 32))
            size <<= 32
        return value * n // size

    def pick(self, items: list[int]) -> int:
        """Give one of the items."""
        return items[self.below(len(items))]

    def weighted(self, weights: Sequence[float]) -> int:
        """Give the place of one of the weights, which add up to 1, as often as it says."""
        number = self.random()
        for place, weight in enumerate(weights):
            number -= weight
            if number < 0:
                return place
        return max(range(len(weights)), key=weights.__getitem__)


def seat_streams(seed: int, players: int) -> list[Stream]:
    """Give the stream of each seat's bot in the match with that seed: its `SeatNumbers`."""
    return [Stream.of(numbers) for numbers in SeatNumbers(seed, players)]
