"""Cards that are chosen without being seen: nothing that is offered tells which they are, and chance takes one."""

from __future__ import annotations

from collections import Counter

import pytest

import rulewright
from rulewright.interpreter.state import State
from rulewright.lab.streams import Stream

from ..project import ROOT

GAME = rulewright.load(ROOT / "tests" / "fixtures" / "unseen.rules")


def decisions(players: int, seed: int) -> list[State]:
    """Forks at each decision of a match by random play, forced ones included."""
    state, stream, found = GAME.start(players=players, seed=seed, auto=False), Stream(seed, "test"), []
    while not state.is_over:
        found.append(state.fork())
        state.choose(stream.below(state.n_options))
    return found


def offered(state: State) -> tuple[object, ...]:
    """What is asked and offered, in words, and the options in which a card is not seen as they are."""
    decision = state.decision
    assert decision is not None
    unseen = [repr(x) for x in state.opts if "'?'" in repr(x)]
    return (decision.question, *(option.text for option in decision.options), *unseen)


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_offered_is_the_same_whatever_the_unseen_cards_are(players: int) -> None:
    """Redeals change the cards that a player does not see, and with them nothing that the player is offered."""
    kinds: Counter[str] = Counter()
    for seed in range(40):
        for state in decisions(players, seed):
            assert state.player is not None
            kinds[state.g.questions[state.q].kind] += any("'?'" in repr(x) for x in state.opts)
            for deal in range(3):
                assert offered(state.redeal(state.player, deal)) == offered(state)
    assert kinds["action"] > 50 and kinds["choose"] > 2


def test_of_unseen_cards_each_is_taken_equally_often() -> None:
    taken: Counter[bool] = Counter()
    for seed in range(800):
        state = GAME.start(players=2, seed=seed)
        seat = state.player
        assert seat is not None and state.decision is not None
        (hand,) = (z for z, name in enumerate(state.g.zone_names) if name == "hand" and state.g.zone_owner[z] != seat)
        cards = state.z[hand]
        (pick,) = (i for i, option in enumerate(state.decision.options) if option.text.startswith("pick "))
        state.choose(pick)
        (gone,) = set(cards) - set(state.z[hand])
        taken[gone == cards[0]] += 1
    # A fair coin is as far from half of 800 as 60 in two runs of a hundred thousand.
    assert abs(taken[True] - 400) < 60


def test_why_something_is_not_offered_tells_no_more() -> None:
    """Whether a card lies in a hand that is not seen cannot be asked for by its name."""
    for seed in range(8):
        for state in decisions(2, seed):
            if state.g.questions[state.q].kind != "action":
                continue
            for said in ("pick Ruby", "pick Opal", "trade Claw for Pearl", "blind Ruby", "peek Claw"):
                told = state.why(said)
                for deal in range(3):
                    assert state.redeal(state.player, deal).why(said) == told
