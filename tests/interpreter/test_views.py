"""Views: what is declared, what is remembered, what is nobody's business."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import rulewright
from rulewright.interpreter.records import information_state, is_open
from rulewright.interpreter.state import State
from rulewright.interpreter.views import View, ZoneView

from .hiding import GAMES, along, does, game, secrets


def zone_of(view: View, name: str, owner: int | None = None) -> ZoneView:
    return next(z for z in view.zones if z.name == name and z.owner == owner)


def member(view: View, name: str, owner: int | None = None) -> str:
    return next(m.text for m in view.members if m.name == name and m.owner == owner)


def start() -> State:
    return secrets().start(players=2, seed=11, traced=True)


def test_declared_visibility() -> None:
    state = start()
    ann, bob, nobody = state.view(0), state.view(1), state.view()
    assert zone_of(ann, "hand", 0).cards is not None
    assert zone_of(bob, "hand", 0).cards is None
    assert zone_of(nobody, "hand", 0).cards is None
    for view in (ann, bob, nobody):
        assert zone_of(view, "hand", 0).count == 5
        assert zone_of(view, "pile").cards is None
        assert zone_of(view, "pile").order == ()
        assert len(zone_of(view, "heap").cards or ()) == 3


def test_what_is_remembered() -> None:
    state = start()
    name = zone_of(state.view(), "heap").cards[0].name  # type: ignore[index]
    state = does(state, f"fetch {name}")
    assert zone_of(state.view(1), "hand", 0).known == (name,)
    assert zone_of(state.view(), "hand", 0).known == (name,)
    state = does(does(state, "peek"), "keep")
    assert zone_of(state.view(1), "pile").order[0] is not None
    assert zone_of(state.view(0), "pile").order == ()
    assert len(zone_of(state.view(0), "store").known) == 1
    assert zone_of(state.view(1), "store").known == ()


def test_a_card_lying_face_down_is_known_to_who_laid_it() -> None:
    state = does(start(), "lay")
    mine = zone_of(state.view(0), "laid", 0).cards[0]  # type: ignore[index]
    theirs = zone_of(state.view(1), "laid", 0).cards[0]  # type: ignore[index]
    assert mine.name is not None
    assert theirs.name is None
    assert mine.face_down
    assert theirs.face_down
    assert zone_of(state.view(), "laid", 0).cards == (theirs,)


def test_values_are_shown_where_all_that_they_read_is_known() -> None:
    state = start()
    assert member(state.view(0), "weight", 0) != "?"
    assert member(state.view(1), "weight", 0) == "?"
    state = does(state, "lay")
    assert member(state.view(1), "shells", 0) == "?"  # a card lies face down


def test_a_member_that_holds_a_hidden_card_does_not_name_it() -> None:
    state = does(start(), "remember")
    assert member(state.view(0), "memory", 0) != "a card"
    assert member(state.view(1), "memory", 0) == "a card"


def test_a_card_that_the_rules_name_is_named() -> None:
    state = game("hearts").start(players=4, seed=1)
    assert all(member(state.view(seat), "opener") == "2 of clubs" for seat in (0, 1, 2, 3, None))


@pytest.mark.parametrize("name", GAMES)
def test_spectators_get_the_least(name: str) -> None:
    which = game(name)
    for number, state in enumerate(along(which, which.max_players, 5, 60)):
        if number % 5:
            continue
        least = state.view()
        for seat in range(state.players):
            for mine, theirs in zip(state.view(seat).zones, least.zones, strict=True):
                assert (mine.name, mine.owner, mine.count) == (theirs.name, theirs.owner, theirs.count)
                assert not Counter(theirs.known) - Counter(mine.known) or mine.cards is not None
                if theirs.cards is not None:
                    assert mine.cards is not None


@pytest.mark.parametrize("name", GAMES)
def test_views_are_data_without_numbers_of_cards(name: str) -> None:
    which = game(name)
    for number, state in enumerate(along(which, which.min_players, 5, 30)):
        if number % 6 == 0:
            text = json.dumps(state.view(state.player).to_json())
            assert json.loads(text)["seat"] == state.player


def test_a_board_is_shown_with_what_was_set() -> None:
    state = does(game("tic_tac_toe").start(seed=1), "claim field(2, 2)")
    board = state.view().boards[0]
    assert (board.rows, board.columns) == (3, 3)
    assert {s.name: s.values for s in board.spaces if s.values} == {"field(2, 2)": {"mark": "cross"}}


# ------------------------------------------------------------------ records


def test_records_tell_apart_what_was_seen_and_nothing_else() -> None:
    which = game("kuhn_poker")
    by_seed = [which.start(players=2, seed=seed, traced=True) for seed in range(60)]
    cards = [tuple(zone_of(s.view(seat), "hand", seat).cards[0].name for seat in (0, 1)) for s in by_seed]  # type: ignore[index]
    for seat in (0, 1):
        records = {state.information_state(seat) for state in by_seed}
        assert len(records) == len({pair[seat] for pair in cards}) == 3
    one, other = (
        next(s for s, pair in zip(by_seed, cards, strict=True) if pair == wanted) for wanted in (("1", "2"), ("1", "3"))
    )
    assert one.information_state(0) == other.information_state(0)
    assert one.information_state(1) != other.information_state(1)


def test_a_simultaneous_choice_is_in_nobodys_record_until_all_have_made_theirs() -> None:
    which = game("goofspiel")
    states = [which.start(players=2, seed=3, traced=True) for _ in range(2)]
    for number, state in enumerate(states):
        state.choose(number)
    assert states[0].information_state(1) == states[1].information_state(1)
    assert states[0].information_state(0) != states[1].information_state(0)


def test_fast_and_traced_states_have_the_same_records() -> None:
    fast, traced = (secrets().start(players=3, seed=8, traced=t) for t in (False, True))
    for answer in (3, 1, 4, 1, 5, 9, 2, 6):
        fast.choose(answer % fast.n_options)
        traced.choose(answer % traced.n_options)
        for seat in range(3):
            assert fast.information_state(seat) == traced.information_state(seat)
    assert fast == fast.fork()


def test_the_answers_are_the_record_where_nothing_is_secret() -> None:
    which = game("tic_tac_toe")
    assert is_open(which.compiled(2))
    assert not is_open(game("hearts").compiled(4))
    state = which.start(seed=1)
    state.choose(4)
    state.choose(0)
    assert information_state(state, 0) == (4, 0)


def test_who_is_asked_before_a_window_closes() -> None:
    state = rulewright.load("dragon_flight").start(players=3, seed=5, traced=True, ask_passes=True)
    while not state.view(None).answering:
        state.choose(0)
    order = state.view(None).answering
    assert sorted(order) == [0, 1, 2] and order[0] == state.player == state.view(None).asked
    for left in (order, order[1:], order[2:]):
        assert state.view(None).answering == left
        state.choose(len(state.decision.options) - 1)
