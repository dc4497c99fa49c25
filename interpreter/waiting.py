"""Texts that wait to run, as positions compare them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.interpreter.state import State


def waiting_texts(state: State) -> tuple[Any, ...]:
    """The waiting triggers; instead of the visits that they keep, whether those still last, for visits are never the same."""
    vis, found = state.vis, []
    for number, arguments, who in state.pend:
        dates = state.g.text_dates.get(number, ())
        count = len(arguments) - len(dates)
        still = []
        for place, visit in zip(dates, arguments[count:], strict=True):
            card = None if place is None else arguments[place]
            now = 0 if card is None else vis[card] if isinstance(card, int) else tuple([vis[c] for c in card])
            still.append(visit == now)
        found.append((number, arguments[:count], tuple(still), who))
    return tuple(found)
