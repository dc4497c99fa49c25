"""Small games whole: what a player is shown follows from the record, and redeals reach exactly what it leaves open."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.interpreter.chance import branches, roots
from rulewright.interpreter.state import State

from .matches import Match

SMALL = [
    Match("kuhn_poker", 2),
    Match("kuhn_poker", 3),
    Match("goofspiel", 2, (("top", "3"),)),
    Match("goofspiel", 2, (("top", "3"), ("bids", "open"))),
    pytest.param(Match("leduc_poker", 2), marks=pytest.mark.long),
    pytest.param(Match("goofspiel", 3, (("top", "3"),)), marks=pytest.mark.long),
]


def every_state(match: Match) -> Iterator[State]:
    """All decisions of the tree, chance included."""
    pending = [state for _, state in roots(match.game, match.players)]
    while pending:
        state = pending.pop()
        if state.is_over:
            continue
        yield state
        for answer in range(state.n_options):
            pending.extend(after for _, after in branches(state, answer))


def cards(state: State) -> tuple[Any, ...]:
    """Where which faces lie; cards of one name are not told apart."""
    face = state.g.face_of
    return tuple(tuple(sorted(face[card] for card in zone)) for zone in state.z)


@pytest.mark.parametrize("match", SMALL, ids=str)
def test_equal_records_show_the_same(match: Match) -> None:
    shown: dict[tuple[int, Any], str] = {}
    for state in every_state(match):
        seat = state.player
        record = (seat, state.information_state(seat))
        view = state.view(seat).to_json()
        seen = json.dumps([view, state.decision.question, [option.text for option in state.decision.options]])
        assert shown.setdefault(record, seen) == seen


@pytest.mark.parametrize("match", SMALL, ids=str)
def test_redeals_are_the_information_set(match: Match) -> None:
    """Sound and complete: of a few records, all deals that fit come up, and no other."""
    possible: dict[tuple[int, Any], set[Any]] = defaultdict(set)
    one: dict[tuple[int, Any], State] = {}
    for state in every_state(match):
        # Of choices made at once the others' are taken back: their cards are where they were before.
        if not state.joint:
            record = (state.player, state.information_state(state.player))
            possible[record].add(cards(state))
            one.setdefault(record, state)
    for record in sorted(one, key=lambda r: (r[0], one[r].n_decisions, len(possible[r])))[::7]:
        state, seat = one[record], record[0]
        dealt = {cards(state.redeal(seat, seed)) for seed in range(12 * len(possible[record]))}
        assert dealt <= possible[record]
        assert dealt == possible[record] or len(possible[record]) > 40
