"""What few blocks show: counted out over everything that can happen, not drawn."""

from __future__ import annotations

from itertools import product
from math import prod

import numpy
import pytest

from rulewright.lab.mirror import LEVEL, mirror
from rulewright.lab.paired import paired

FAIR_COIN = {0.0: 0.25, 1.0: 0.5, 2.0: 0.25}  # what the first of two wins of a block of two games
FIRST_OR_NONE = {0.0: 0.5, 2.0: 0.5}  # both games of a block fall alike
SEAT_DECIDES = {1.0: 1.0}  # who begins, wins


@pytest.mark.parametrize("blocks", range(2, 9))
@pytest.mark.parametrize("law", [FAIR_COIN, FIRST_OR_NONE, SEAT_DECIDES], ids=["coins", "alike", "seat"])
def test_a_mirror_of_few_blocks_rarely_cries_wolf(law: dict[float, float], blocks: int) -> None:
    alarms = 0.0
    for won in product(law, repeat=blocks):
        check = mirror("random", 2, won, [2.0] * blocks)
        assert (check is not None and check.low < check.share < check.high) or check.share in (0, 1)
        alarms += 0.0 if check.fine else prod(law[one] for one in won)
    assert alarms <= LEVEL


def test_a_mirror_of_few_blocks_still_finds_what_always_goes_wrong() -> None:
    found = mirror("stronger", 2, [2.0] * 10, [2.0] * 10)
    assert found is not None and not found.fine
    found = mirror("weaker", 3, [0.0] * 25, [3.0] * 25)
    assert found is not None and not found.fine


def test_an_interval_holds_nothing_where_its_test_does_not_rule_it_out() -> None:
    """Sign flips and the bootstrap may disagree near the level; the report does not say two things at once."""
    disagreed = 0
    for number in range(60):
        random = numpy.random.default_rng(number)
        base = random.exponential(1.0, 40)
        found = paired("turns", base, base + random.exponential(1.0, 40) - 0.7, seed=number)
        assert found.low is not None and found.high is not None and found.p is not None
        if found.p >= 0.05:
            assert found.low <= 0 <= found.high
            disagreed += found.low == 0 or found.high == 0
    assert disagreed, "otherwise nothing has been tried here"
