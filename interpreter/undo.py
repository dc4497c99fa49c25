"""Whether an answer may be taken back at the table (semantics 32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.interpreter.records import knowledge_of

if TYPE_CHECKING:
    from rulewright.interpreter.state import State


def may_take_back(before: State, after: State) -> bool:
    """Whether the player who was asked at `before` may take back everything up to `after`, a later state of the same
    match.

    Not if chance settled anything since then, if any player came to know more about a card, or if somebody else was
    asked a question with more than one answer. What is announced step by step, targets after the card, may be taken back
    until it is complete: before anything is paid, moved or shown, nobody has seen it.
    """
    seat = before.player
    if before.is_over or before.chance_settled != after.chance_settled:
        return False
    if not after.is_over and after.player != seat and after.n_options > 1:
        return False
    twin = after if after.log_entries is not None else None
    was, now = knowledge_of(before), knowledge_of(after)
    if twin is None:
        twin = after.know.twin if after.know is not None else None
    link = None if twin is None else twin.log_entries
    happened = False
    for _ in range(after.n_decisions - before.n_decisions):
        while link and link[1][0] != "answer":
            happened = happened or link[1][0] != "cover"
            link = link[0]
        if not link:
            return False
        _, who, _, _, forced, *_ = link[1]
        if who != seat and not forced:
            return False
        link = link[0]
    return not happened or all(was.learned[s] == now.learned[s] for s in range(before.players))
