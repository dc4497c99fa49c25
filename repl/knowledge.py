"""Whether an answer settled chance or let somebody learn something: after that it is not taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.interpreter.state import State


def became_known(before: State, after: State, players: int) -> bool:
    """Say whether between two states of a match chance fell or any player's knowledge grew."""
    if before.chance_settled != after.chance_settled:
        return True
    return any(_learned(before.view(seat), after.view(seat)) for seat in range(players))


def _learned(before: Any, after: Any) -> bool:
    """Say whether a player knows more cards by name, wherever they lie (one that only moves is no news), or numbers."""
    known = [Counter(_names(view)) for view in (before, after)]
    if known[1] - known[0]:
        return True
    hidden = [
        {(member.owner, member.name) for member in view.members if member.text == "?"} for view in (before, after)
    ]
    return bool(hidden[0] - hidden[1])


def _names(view: Any) -> Iterator[str]:
    for zone in view.zones:
        yield from zone.known
        yield from (card.name for card in zone.cards or () if card.name is not None)
