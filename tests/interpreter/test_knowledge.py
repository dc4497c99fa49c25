"""What players know of where cards are: never wrong, and not less than the manual promises."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.interpreter.knowledge import Knowledge
from rulewright.interpreter.records import knowledge_of
from rulewright.interpreter.state import State

from .hiding import GAMES, along, does, game, played, secrets


def zone(state: State, name: str, owner: int | None = None) -> int:
    return next(z for z, n in enumerate(state.g.zone_names) if n == name and state.g.zone_owner[z] == owner)


def may_be(state: State, seat: int, card: int) -> set[tuple[str, int | None]]:
    """The zones where a card may be for a seat."""
    knowledge = knowledge_of(state)
    zones = {knowledge.place_zone[p] for p in knowledge.settled(seat)[card]}
    return {(state.g.zone_names[z], state.g.zone_owner[z]) for z in zones}


@pytest.mark.parametrize("name", GAMES)
def test_where_a_card_is_it_may_be(name: str) -> None:
    """Sound for every seat and for spectators, in every position of random games."""
    which = game(name)
    for players in range(which.min_players, which.max_players + 1):
        for state in along(which, players, players, 60):
            knowledge = knowledge_of(state)
            for seat in range(players + 1):
                for card, places in enumerate(knowledge.settled(seat)):
                    assert knowledge.place[card] in places, (seat, state.g.card_names[card])


@given(st.integers(2, 4), st.integers(0, 10_000), st.integers(0, 40))
def test_where_a_card_is_it_may_be_whatever_is_done(players: int, seed: int, decisions: int) -> None:
    state = played(secrets(), players, seed, decisions)
    knowledge = knowledge_of(state)
    for seat in range(players + 1):
        for card, places in enumerate(knowledge.settled(seat)):
            assert knowledge.place[card] in places
            if knowledge.sees(seat, card):
                assert knowledge.knows(seat, card)


@given(st.integers(0, 10_000), st.integers(0, 40))
def test_knowledge_is_the_same_in_steps_and_at_once(seed: int, decisions: int) -> None:
    """Kept along the way, or worked out from the whole log, or by playing the fast form's answers again."""
    stepwise = secrets().start(players=3, seed=seed, traced=True)
    fast = secrets().start(players=3, seed=seed)
    rng, other = random.Random(seed), random.Random(seed)
    for _ in range(decisions):
        if stepwise.is_over:
            break
        knowledge_of(stepwise)
        knowledge_of(fast)
        stepwise.choose_random(rng)
        fast.choose_random(other)
    at_once = Knowledge.at_start(stepwise.g)
    for entry in stepwise.entries():
        at_once.apply(entry)
    for seat in range(4):
        assert knowledge_of(stepwise).settled(seat) == at_once.settled(seat) == knowledge_of(fast).settled(seat)
        assert knowledge_of(stepwise).records[seat] == at_once.records[seat] == knowledge_of(fast).records[seat]


def start() -> State:
    return secrets().start(players=2, seed=11, traced=True)


def test_a_card_taken_openly_is_known_in_the_hand_until_one_leaves_it_unseen() -> None:
    """The Spy of semantics 6: after a card is laid face down,
    the one that all know may be there or still in the hand."""
    state = start()
    card = state.z[zone(state, "heap")][0]
    state = does(state, f"fetch {state.g.card_names[card]}")
    assert may_be(state, 1, card) == {("hand", 0)}
    state = does(state, "draw one")
    state = does(state, "lay")
    assert may_be(state, 1, card) == {("hand", 0), ("laid", 0)}
    assert len(may_be(state, 0, card)) == 1


def test_looking_is_known_by_who_looked_and_ends_with_a_shuffle() -> None:
    state = does(start(), "peek")
    pile = zone(state, "pile")
    top = state.z[pile][0]
    knowledge = knowledge_of(state)
    assert knowledge.knows(0, top)
    assert not knowledge.knows(1, top)
    state = does(state, "draw one")  # Bob draws it
    assert may_be(state, 0, top) == {("hand", 1)}
    state = does(does(start(), "peek"), "stir")
    assert not knowledge_of(state).knows(0, top)
    assert may_be(state, 0, top) == {("pile", None)}


def test_swapped_hands_take_along_what_is_known_of_them() -> None:
    state = start()
    card = state.z[zone(state, "heap")][0]
    state = does(does(state, f"fetch {state.g.card_names[card]}"), "trade Ann")
    assert may_be(state, 0, card) == {("hand", 1)}
    assert may_be(state, 1, card) == {("hand", 1)}
    assert may_be(state, 2, card) == {("hand", 1)}  # spectators heard it too


def test_a_question_that_finds_nothing_tells_that_there_is_nothing() -> None:
    for seed in range(100):
        state = secrets().start(players=2, seed=seed, traced=True)
        marks = {state.g.card_names[c].split()[0] for c in state.z[zone(state, "hand", 1)]}
        missing = sorted({"sun", "moon", "shell"} - marks)
        if missing:
            break
    state = does(state, f"ask Bob for {missing[0]}")
    for card, name in enumerate(state.g.card_names):
        if name.startswith(missing[0]):
            assert ("hand", 1) not in may_be(state, 2, card)


def test_who_does_not_follow_suit_has_none_of_it() -> None:
    which = game("agram")
    found = 0
    for seed in range(20):
        state = which.start(players=3, seed=seed, traced=True)
        rng = random.Random(seed)
        led = None
        while not state.is_over:
            before, who = state.fork(), state.player
            first = not any(state.z[zone(state, "trick", p)] for p in range(3))
            state.choose_random(rng)
            if state.is_over:
                break
            played_card = next(
                c for c in before.z[zone(before, "hand", who)] if c not in state.z[zone(state, "hand", who)]
            )
            suit = state.g.card_names[played_card].split(" of ")[1]
            led = suit if first else led
            if suit != led:
                found += 1
                watcher = (who + 1) % 3
                for card, name in enumerate(state.g.card_names):
                    if name.endswith(f" of {led}"):
                        assert ("hand", who) not in may_be(state, watcher, card)
    assert found


def test_cards_moved_by_name_are_known_to_all_who_know_the_rules() -> None:
    state = game("goofspiel").start(players=3, seed=1, traced=True)
    for card, owner in enumerate(state.g.zone_owner[z] for z in state.at):
        if owner is not None:
            assert may_be(state, (owner + 1) % 3, card) == {("hand", owner)}


def test_a_state_made_up_by_a_script_knows_what_is_seen() -> None:
    state = start()
    by_sight = Knowledge.by_sight(state)
    for card in range(len(state.at)):
        seen = by_sight.sees(0, card)
        assert seen == by_sight.knows(0, card)
        assert by_sight.place[card] in by_sight.settled(0)[card]


# ------------------------------------------------------------------ taking back


@pytest.mark.parametrize(
    ("text", "free"),
    [
        ("fetch", False),  # Bob is asked next
        ("peek", False),  # Ann has seen a card
        ("draw one", False),
        ("stir", False),
    ],
)
def test_what_may_not_be_taken_back(text: str, free: bool) -> None:
    before = start()
    assert does(before, text).may_take_back(before) is free


def test_an_answer_may_be_taken_back_until_something_becomes_known() -> None:
    which = game("storm_dragons")
    state = which.start(players=2, seed=1, traced=True)
    free = 0
    rng = random.Random(4)
    while not state.is_over and state.n_decisions < 150:
        before = state.fork()
        seat = before.player
        state.choose_random(rng)
        if state.may_take_back(before):
            free += 1
            assert state.is_over or state.player == seat or state.n_options == 1
            assert state.chance_settled == before.chance_settled
            for other in range(2):
                was, now = (knowledge_of(s).settled(other) for s in (before, state))
                assert sum(len(places) == 1 for places in now) <= sum(len(places) == 1 for places in was)
    assert free


def test_an_announcement_may_be_taken_back_until_it_is_complete() -> None:
    """Cloud Wall is cast at a line: while the line is chosen nothing is paid or shown; then the card lies on the stack."""
    state = game("dragon_flight").start(players=2, seed=5, traced=True)
    while not any(option.text == "cast Cloud Wall" for option in state.decision.options):
        state.choose(len(state.decision.options) - 1)
    before = state.fork()
    state.choose(next(o for o in state.decision.options if o.text == "cast Cloud Wall"))
    assert state.player == before.player and state.decision.question.startswith("Cloud Wall: choose")
    assert state.may_take_back(before)
    state.choose(0)
    assert not state.may_take_back(before)


def test_fast_and_traced_states_agree_on_what_may_be_taken_back() -> None:
    fast, traced = (game("storm_dragons").start(players=2, seed=1, traced=t) for t in (False, True))
    rng, other = random.Random(4), random.Random(4)
    for _ in range(60):
        was_fast, was_traced = fast.fork(), traced.fork()
        fast.choose_random(rng)
        traced.choose_random(other)
        assert fast.may_take_back(was_fast) == traced.may_take_back(was_traced)
        if fast.is_over:
            break
