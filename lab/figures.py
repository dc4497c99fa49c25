"""The built-in measures of one game: figures that every game has, by name, worked out from its result.

What each is, and where it comes from, stands in the manual (docs/reference/measures.md).
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from rulewright.lab.batch import FINISHED, Result

# Measures that are shares of games: each game has 0 or 1, or a part of a victory.
_SHARES = re.compile(
    r"wins of (seat \d+|bot \S+)|no winner|victory shared|stopped by a limit|goes round for ever|comeback"
)
# Lengths: games that a limit cut off have none that means anything.
LENGTHS = ("turns", "decisions", "real decisions")
# What only a closer look gives (lab/watch.py).
_WATCHED = ("lead changes", "drama", "decided at", "comeback", "longest wait")


def is_share(name: str) -> bool:
    """Say whether a built-in measure is a share of games. What the rules measure never is: see `_title`."""
    return _SHARES.fullmatch(name) is not None


def _title(title: str, taken: Container[str]) -> str:
    """Give the name of a measure of the rules: its title, marked where a built-in one is called so."""
    return f"{title} (of the rules)" if title in taken or title in _WATCHED or is_share(title) else title


def figures_of(result: Result, bots: Sequence[str]) -> dict[str, float]:
    """Give every built-in measure of a finished or cut off game, then those of the rules under their titles.

    bots: who sat where in this game; wins by bot are given where they differ.
    """
    players = len(bots)
    found: dict[str, float] = {}
    share = 1 / len(result.winners) if result.winners else 0.0
    for seat in range(players):
        found[f"wins of seat {seat + 1}"] = share if seat in result.winners else 0.0
    if len(set(bots)) > 1:
        for name in sorted(set(bots)):
            found[f"wins of bot {name}"] = share * sum(bots[seat] == name for seat in result.winners)
    found["no winner"] = float(result.kind in FINISHED and not result.winners)
    found["victory shared"] = float(len(result.winners) > 1)
    found["stopped by a limit"] = float(result.kind == "limit")
    found["goes round for ever"] = float(result.kind == "endless")
    found["turns"] = result.turns
    found["decisions"] = result.decisions
    found["real decisions"] = result.decisions - result.forced
    if result.decisions:
        found["forced decisions, share"] = result.forced / result.decisions
        found["answers to a decision"] = result.options / result.decisions
    if result.ranks is not None and players > 2:
        for seat, rank in enumerate(result.ranks):
            found[f"rank of seat {seat + 1}"] = rank
    if result.scores is not None:
        ordered = sorted(result.scores)
        found["score, mean"] = sum(ordered) / players
        if players > 2:
            found["score, best to worst"] = ordered[-1] - ordered[0]
        if len(ordered) > 1 and result.winners:
            best = result.scores[result.winners[0]]
            others = [score for seat, score in enumerate(result.scores) if seat != result.winners[0]]
            found["winning margin"] = min(abs(best - score) for score in others)
    for title, value in result.measures:
        found[_title(title, found)] = value
    return found
