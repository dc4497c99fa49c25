"""Whether an answer settled chance or let somebody learn something: after that it is not taken back."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.interpreter.state import State


def became_known(before: State, after: State, players: int) -> bool:
    """Say whether between two states of a match chance fell or any player's knowledge grew."""
    if before.chance_settled != after.chance_settled:
        return True
    return any(_knows(after.view(seat)) - _knows(before.view(seat)) for seat in range(players))


def _knows(view: Any) -> Counter[Any]:
    """Give the cards whose names a player sees, wherever they lie: one that only moves is no news."""
    return Counter(card.name for zone in view.zones for card in zone.cards or () if card.name is not None)
