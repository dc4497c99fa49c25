"""The nearest name: what is offered for a misspelt one, and what is not."""

from __future__ import annotations

import pytest

from rulewright.dsl.suggest import did_you_mean, distance, nearest

NAMES = ("strength", "Queen", "hand", "discard", "draw_pile")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("strenght", "strength"),  # two letters exchanged
        ("strengt", "strength"),
        ("STRENGTH", "strength"),  # only the case is wrong
        ("Qeen", "Queen"),
        ("hnad", "hand"),
        ("drawpile", "draw_pile"),
        ("victory", None),  # more than a third of its letters
        ("x", None),
    ],
)
def test_nearest(written: str, meant: str | None) -> None:
    assert nearest(written, NAMES) == meant


def test_nearest_of_two_is_the_first_in_the_alphabet() -> None:
    assert nearest("cat", ("cot", "bat")) == "bat"


def test_hints_quote_the_name() -> None:
    assert did_you_mean("discrad", NAMES) == "did you mean `discard`?"
    assert did_you_mean("zzz", NAMES) is None


def test_distance_stops_counting_above_its_limit() -> None:
    assert distance("kitten", "sitting", 3) == 3
    assert distance("kitten", "sitting", 2) > 2
    assert distance("ab", "ba", 1) == 1
