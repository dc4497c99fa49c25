"""Chance without hidden state.

Every chance point belongs to a named stream: this pile's n-th shuffle, this die for this player. The value of draw
number
`index` of a stream is

    floor(n * word / 2**64),  word = the 64-bit big-endian word number (index mod 8) of
                              BLAKE2b-512(message = stream "/" (index div 8), key = seed as 16 bytes big-endian)

for `n` equally likely outcomes. So nothing but small counters
lies in the state, and whatever a variant adds never shifts what another stream gives. Test vectors stand in the manual
(docs/reference/chance.md) and are checked by the tests.

A state whose `chance` is a `Script` takes outcomes from a list instead and raises `ChancePoint` when the list ends:
that is how trees are walked and how scenarios give dice and draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import TYPE_CHECKING, Any

from attrs import define, field

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

_unpack = Struct(">8Q").unpack


def seed_key(seed: int) -> bytes:
    """The key of a match: its seed, reduced to 128 bits, as 16 bytes."""
    return (seed % (1 << 128)).to_bytes(16, "big")


def draw(key: bytes, stream: str, index: int, n: int) -> int:
    """A number from 0 to n - 1 for draw `index` of `stream`; the formula stands at the top of this file."""
    return words(key, stream, index >> 3)[index & 7] * n >> 64


@lru_cache(maxsize=64)
def _keyed(key: bytes) -> Any:
    """The hash with its key taken in, to be copied for each stream."""
    return blake2b(digest_size=64, key=key)


def stream_hash(key: bytes, stream: str) -> Any:
    """The hash that has taken in a stream's name, to be copied for each block of its numbers."""
    made = _keyed(key).copy()
    made.update(f"{stream}/".encode())
    return made


def block_words(begun: Any, block: int) -> tuple[int, ...]:
    """Eight 64-bit numbers: block number `block` of the stream of a `stream_hash`."""
    made = begun.copy()
    made.update(_NUMERALS[block] if block < 64 else b"%d" % block)
    return _unpack(made.digest())


_NUMERALS = tuple(b"%d" % n for n in range(64))


def words(key: bytes, stream: str, block: int) -> tuple[int, ...]:
    """Eight 64-bit numbers of a stream."""
    return block_words(stream_hash(key, stream), block)


def derive_seed(seed: int, *names: object) -> int:
    """A new 64-bit seed for a named purpose (a game of a simulation, a bot's stream)."""
    digest = blake2b("/".join(map(str, names)).encode(), digest_size=8, key=seed_key(seed)).digest()
    return int.from_bytes(digest, "big")


class ChancePoint(Exception):
    """Raised by a scripted state when chance is needed and the script is at its end.

    weights: positive integers, one for each different outcome.
    """

    def __init__(self, stream: str, weights: Sequence[int], texts: Sequence[str] = ()) -> None:
        super().__init__(stream)
        self.stream = stream
        self.weights = tuple(weights)
        self.texts = tuple(texts)


@define
class Script:
    """Outcomes (by index) for the chance points to come; `used` counts those taken."""

    outcomes: tuple[int, ...] = ()
    used: int = 0
    given: dict[str, list[Any]] = field(factory=dict)

    def take(self, stream: str, weights: Sequence[int], texts: Sequence[str] = ()) -> int:
        """The next outcome's index; raises ChancePoint at the end. A certain outcome is no chance point."""
        if len(weights) == 1:
            return 0
        if self.used < len(self.outcomes):
            outcome = self.outcomes[self.used]
            self.used += 1
            return outcome
        raise ChancePoint(stream, weights, texts)


def branches(state: State, answer: Any, counter: list[int] | None = None) -> Iterator[tuple[Fraction, State]]:
    """Every way chance can fall after `answer`: (probability, state at the next decision or the end).

    `state` itself is left as it is. `counter[0]` grows by the number of chance points met (chance nodes of the tree).
    """

    def attempt(outcomes: tuple[int, ...]) -> State:
        trial = state.fork()
        trial.chance = Script(outcomes)
        trial.choose(answer)
        return trial

    yield from _walk(attempt, counter)


def roots(game: Game, players: int, counter: list[int] | None = None) -> Iterator[tuple[Fraction, State]]:
    """Every way set-up can fall: (probability, state at the first decision or the end)."""

    from rulewright.interpreter.records import is_open

    # What players see is told by the log; where there are no secrets the answers tell it as well, and faster.
    traced = not is_open(game.compiled(players))

    def attempt(outcomes: tuple[int, ...]) -> State:
        return game.start(players=players, seed=0, chance=Script(outcomes), traced=traced)

    yield from _walk(attempt, counter)


def _walk(attempt: Any, counter: list[int] | None) -> Iterator[tuple[Fraction, State]]:
    pending: list[tuple[Fraction, tuple[int, ...]]] = [(Fraction(1), ())]
    while pending:
        weight, outcomes = pending.pop()
        try:
            state = attempt(outcomes)
        except ChancePoint as point:
            if counter is not None:
                counter[0] += 1
            total = sum(point.weights)
            for index in reversed(range(len(point.weights))):
                pending.append((weight * Fraction(point.weights[index], total), (*outcomes, index)))
        else:
            yield weight, state
