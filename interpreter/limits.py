"""Limits that keep every run finite (semantics 30). Reaching one ends a game as `limit`,
which is neither a win nor a draw."""

from __future__ import annotations

from attrs import frozen

# How far a number may grow, and how many numbers a range such as `from 1 to 100` may have.
LARGEST = 10**18
MOST_NUMBERS = 100_000


@frozen
class Limits:
    """steps: for one answer; decisions, turns: in a game; turn_decisions: in one turn."""

    steps: int = 100_000
    decisions: int = 20_000
    turns: int = 10_000
    turn_decisions: int = 1_000


DEFAULT_LIMITS = Limits()
