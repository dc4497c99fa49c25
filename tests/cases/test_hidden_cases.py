"""Small inputs that break engines like this one: what is hidden, and what is known of it.

See test_cases.py.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.interpreter.state import State

RULES = """
game "Piles" for 2 players

each player has:
    deck: hidden ordered zone, drawn into hand
    hand: private zone
    aside: public zone
    show: top_public ordered zone
    coins: number, starts 3

kind unit

cards of kind unit:
    name
    "A"
    "B"
    "C"
    "D"
    "E"
    "F"
    "G"
    "H"
    "I"
    "J"

deck pool:
    every unit

setup:
    shuffle pool
    each player p: move the first 5 cards in pool to p's deck

play:
    each player clockwise from first_player has turns until first_player's turns >= 9

turn:
    choose one of peek, take, lay_down, lay_open, tuck, mix, build, pry, rest

action peek:
    do: look at the first card in your deck

action take:
    do: draw 1

action lay_down:
    do: move the first card in your deck to your aside as face_down

action lay_open:
    do: move the first card in your deck to your aside

action tuck (c: a card in your hand):
    do: move c to your deck

action mix:
    do: shuffle your deck

action build (c: a card in your hand):
    do: move c to your show

action pry:
    do:
        you may choose a number n from 1 to min(1, your coins):
            subtract n from your coins
            look at the first card in your left's deck

action rest:
    do: set your coins to 3

ranking of player p:
    p's coins, highest first
"""
ANN, BOB = 0, 1


@pytest.fixture
def state(tmp_path: Path) -> State:
    path = tmp_path / "piles.rules"
    path.write_text(RULES)
    return rulewright.load(path).start(seed=3, traced=True)


def does(state: State, *actions: str) -> None:
    """Ann does that, one action a turn; Bob rests."""
    for text in actions:
        state.choose(next(o.index for o in state.decision.options if o.text.startswith(text)))
        if not state.is_over and state.player == BOB:
            state.choose(next(o.index for o in state.decision.options if o.text == "rest"))


def zone(state: State, seat: int | None, name: str, owner: int = ANN) -> Any:
    """A zone of a player as a seat (None: somebody who looks on) sees it."""
    view = state.view() if seat is None else state.view(seat)
    return next(z for z in view.zones if z.name == name and z.owner == owner)


def names_seen(state: State, seat: int | None) -> list[str]:
    """Every name of a card that a seat sees or knows somewhere."""
    view = state.view() if seat is None else state.view(seat)
    found: list[str] = []
    for z in view.zones:
        found += [card.name for card in z.cards or () if card.name is not None]
        found += [name for name in (*z.known, *z.order) if name is not None]
    return found


def test_z09_the_question_of_an_offer_to_pay_tells_nothing(state: State) -> None:
    does(state, "peek")
    state.choose(next(o.index for o in state.decision.options if o.text == "pry"))
    decision = state.decision
    for text in (decision.question, *(o.text for o in decision.options)):
        assert not re.search(r"\b[A-J]\b", text), text
    before = names_seen(state, ANN)
    state.choose(next(o.index for o in decision.options if o.text == "decline"))
    assert names_seen(state, ANN) == before


def test_z11_after_a_shuffle_a_card_cannot_be_followed(state: State) -> None:
    does(state, "take", "tuck")
    (own,) = (name for name in zone(state, ANN, "deck").order if name)
    assert zone(state, ANN, "deck").order[0] == own
    does(state, "mix")
    deck = zone(state, ANN, "deck")
    assert own in deck.known
    assert not any(deck.order)
    tops = set()
    for seed in range(40):
        dealt = state.redeal(ANN, seed)
        does(dealt, "take")
        (card,) = zone(dealt, ANN, "hand").cards
        tops.add(card.name)
    assert len(tops) > 2


def test_z13_what_is_known_is_a_card_and_not_a_place(state: State) -> None:
    does(state, "peek")
    seen = zone(state, ANN, "deck").order[0]
    assert seen is not None
    does(state, "take")
    assert [card.name for card in zone(state, ANN, "hand").cards] == [seen]
    assert not any(zone(state, ANN, "deck").order)
    does(state, "lay down")
    (laid,) = zone(state, ANN, "aside").cards
    assert laid.face_down and laid.name is None
    assert seen not in names_seen(state, BOB)


def test_z13_what_one_has_looked_at_is_known_when_it_lies_face_down(state: State) -> None:
    does(state, "peek")
    seen = zone(state, ANN, "deck").order[0]
    does(state, "lay down")
    assert zone(state, ANN, "aside").known == (seen,) or zone(state, ANN, "aside").cards[0].name == seen
    assert seen not in names_seen(state, BOB)
    assert seen not in names_seen(state, None)


def test_z15_every_state_of_a_card_is_seen_as_declared_and_who_looks_on_sees_least(state: State) -> None:
    does(state, "take", "take", "build", "lay down", "lay open")
    (hand,), (shown,) = zone(state, ANN, "hand").cards, zone(state, ANN, "show").cards
    down, up = sorted(zone(state, ANN, "aside").cards, key=lambda card: not card.face_down)
    assert down.name is None
    for seat in (BOB, None):
        assert zone(state, seat, "hand").cards is None
        assert zone(state, seat, "hand").count == 1
        aside = sorted(zone(state, seat, "aside").cards, key=lambda card: not card.face_down)
        assert [card.name for card in aside] == [None, up.name]
        assert shown.name in names_seen(state, seat)
        assert hand.name not in names_seen(state, seat)
    assert set(names_seen(state, None)) <= set(names_seen(state, BOB))
    assert set(names_seen(state, None)) <= set(names_seen(state, ANN))
