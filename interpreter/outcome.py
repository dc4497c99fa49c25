"""How a game ended."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import frozen

_LAST = 2_000  # how many events are looked at to see what goes round
_MOST_NAMES = 8

if TYPE_CHECKING:
    from rulewright.interpreter.state import State


@frozen
class Outcome:
    """kind: "win", "ranking", "draw", "limit" or "endless".

    winners: seats (several share the victory; none for draw, limit and endless). scores: the ranking's first line for
    each seat, or None. ranking: groups of seats that tie, best first. reason: which limit was met, and of a traced game
    what of the rules was done again and again before.
    """

    kind: str
    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    ranking: tuple[tuple[int, ...], ...]
    lower_is_better: bool = False
    reason: str | None = None
    players: int = 0

    def returns(self) -> list[Fraction]:
        """One number for each seat, for trees and bots; they add up to 0.

        Ranking games: the score (negated where low is good) less the average of all seats. Else the winners share 1 and
        the losers share -1; a draw is 0 for everybody.
        """
        if self.scores is not None and self.kind == "ranking":
            signed = [-s if self.lower_is_better else s for s in self.scores]
            total, n = sum(signed), len(signed)
            return [Fraction(s * n - total, n) for s in signed]
        if not self.winners or len(self.winners) == self.players:
            return [Fraction(0)] * self.players
        losers = self.players - len(self.winners)
        return [
            Fraction(1, len(self.winners)) if p in self.winners else Fraction(-1, losers) for p in range(self.players)
        ]


def scores_of(state: State) -> tuple[tuple[int, ...] | None, list[tuple[Any, ...]] | None]:
    """The ranking's first line for each seat, and all its lines with high being good; None without a ranking."""
    ranking = state.g.ranking
    if ranking is None:
        return None, None
    keys = ranking(state)
    if state.g.ranking_lower:
        return tuple([-lines[0] for lines in keys]), keys
    return tuple([lines[0] for lines in keys]), keys


def outcome_of(state: State) -> Outcome:
    """The outcome of a finished state."""
    kind, players, reason = state.result
    n = state.players
    scores, keys = scores_of(state) if kind in ("ranking", "win", "draw") else (None, None)
    lower = scores is not None and state.g.ranking_lower
    if kind == "ranking":
        assert keys is not None
        order = sorted({keys[p] for p in state.alive}, reverse=True)
        groups = [tuple(p for p in state.alive if keys[p] == k) for k in order]
        fallen = tuple(p for p in range(n) if p not in state.alive)
        if fallen:
            groups.append(fallen)
        return Outcome(kind, players, scores, tuple(groups), lower, None, n)
    if kind == "win":
        others = tuple(p for p in range(n) if p not in players)
        return Outcome(kind, players, scores, (players, others) if others else (players,), lower, None, n)
    if kind == "draw":
        others = tuple(p for p in range(n) if p not in players)
        return Outcome(kind, (), scores, (players, others) if others else (players,), lower, None, n)
    names = going_round(state)
    if names:
        reason = f"{reason}: {', '.join(names)}"
    return Outcome(kind, (), None, (tuple(range(n)),), lower, reason, n)


def going_round(state: State) -> list[str]:
    """Which parts of the rules were reached again and again last; empty for untraced states."""
    seen: Counter[int] = Counter()
    link = state.log_entries
    for _ in range(_LAST):
        if not link:
            break
        link, entry, _ = link
        if entry[0] == "cover":
            seen[entry[1]] += 1
    return [state.g.coverage_names[number] for number, count in seen.most_common(_MOST_NAMES) if count > 2]
