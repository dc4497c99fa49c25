"""The randomness of bots."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.interpreter.luck import SeatNumbers, seat_number
from rulewright.lab.streams import Stream, seat_streams


def test_a_stream_is_the_same_everywhere() -> None:
    stream = Stream(7, "bot", 0)
    assert [stream.random() for _ in range(3)] == [0.11383471894077957, 0.3942841829266399, 0.7927722269669175]


def test_streams_differ_by_seed_and_name() -> None:
    firsts = {Stream(seed, "bot", seat).random() for seed in range(50) for seat in range(6)}
    assert len(firsts) == 300


@pytest.mark.parametrize("start", [0, 1, 7, 8, 9, 16, 30])
def test_a_stream_may_begin_anywhere(start: int) -> None:
    whole, part = Stream(5, "x"), Stream(5, "x", start=start)
    numbers = [whole.random() for _ in range(40)]
    assert [part.random() for _ in range(40 - start)] == numbers[start:]


def test_numbers_are_uniform() -> None:
    stream = Stream(1, "x")
    tenths = Counter(int(stream.random() * 10) for _ in range(20_000))
    assert all(abs(times - 2_000) < 250 for times in tenths.values())


@pytest.mark.parametrize("n", [1, 2, 3, 52, 10**6, 10**12, 10**40])
def test_below_stays_below_and_reaches_both_halves(n: int) -> None:
    stream = Stream(3, "below", n)
    drawn = [stream.below(n) for _ in range(200)]
    assert all(0 <= value < n for value in drawn)
    if n > 1:
        assert min(drawn) < n / 2 <= max(drawn)


def test_seats_have_streams_of_their_own() -> None:
    first, second = seat_streams(9, 2)
    assert first.random() != second.random()


def test_a_seat_s_numbers_depend_on_seed_and_seat_alone() -> None:
    few, many = SeatNumbers(9, 3), SeatNumbers(9, 10)
    for _ in range(10):  # not in step with the others
        many[1]()
    taken = [[few[seat]() for _ in range(40)] for seat in (0, 2)]
    assert taken == [[many[seat]() for _ in range(40)] for seat in (0, 2)]
    assert taken == [[seat_number(9, seat, index) for index in range(40)] for seat in (0, 2)]
    assert len({seat_number(9, seat, 0) for seat in range(10)}) == 10
