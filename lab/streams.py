"""Randomness of bots: streams of their own, which nothing in a game can shift and which shift nothing in a game.

The stream of a seat is keyed by the match's seed and the seat. A bot that takes one number a decision, as uniform play
does, so gets a number that depends on seed, seat and the seat's decision number alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from struct import Struct

from rulewright.interpreter.chance import derive_seed

_EIGHT = Struct(">8Q")
_TO_UNIT = 2.0**-53


def _numbers(key: bytes, start: int) -> Iterator[float]:
    block, skip = divmod(start, 8)
    if skip:
        for word in _EIGHT.unpack(blake2b(block.to_bytes(8, "big"), digest_size=64, key=key).digest())[skip:]:
            yield (word >> 11) * _TO_UNIT
        block += 1
    while True:
        # One digest holds eight numbers: hashing anew for each would cost more than most decisions.
        for word in _EIGHT.unpack(blake2b(block.to_bytes(8, "big"), digest_size=64, key=key).digest()):
            yield (word >> 11) * _TO_UNIT
        block += 1


class Stream:
    """Numbers from 0 up to but not including 1, the same for the same seed and names everywhere; from `start` on."""

    __slots__ = ("random",)

    def __init__(self, seed: int, *names: object, start: int = 0) -> None:
        #: Gives the next number; a bound method, so that a call costs no more than the number.
        self.random = _numbers(derive_seed(seed, *names).to_bytes(8, "big"), start).__next__

    def below(self, n: int) -> int:
        """Give a number from 0 to n - 1; n may be far above what one number can tell apart."""
        value, size = 0, 1
        while size < n << 32:
            value = value << 53 | int(self.random() * (1 << 53))
            size <<= 53
        return value * n // size

    def pick(self, items: list[int]) -> int:
        """Give one of the items."""
        return items[self.below(len(items))]


def seat_streams(seed: int, players: int) -> list[Stream]:
    """Give the stream of each seat's bot in the match with that seed."""
    return [Stream(seed, "bot", seat) for seat in range(players)]
