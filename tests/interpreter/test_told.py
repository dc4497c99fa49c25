"""The log: what everybody is told, and what only those who saw it."""

from __future__ import annotations

import pytest

from rulewright.interpreter.state import State

from .hiding import GAMES, along, does, game, secrets


def heard(state: State, seat: int | None, mark: object = ()) -> list[str]:
    lines = state.log_since(mark)
    return [line.text for line in lines if line.visible_to is None or (seat is not None and seat in line.visible_to)]


def test_a_card_laid_face_down_is_named_to_nobody_else() -> None:
    before = secrets().start(players=3, seed=11, traced=True)
    mark = before.log_mark
    state = does(before, "lay")
    card = next(c for c in state.down)
    name = state.g.card_names[card]
    assert heard(state, 0, mark) == [f"Ann: lay {name}", f"{name}: Ann's hand to Ann's laid"]
    for seat in (1, 2):
        assert heard(state, seat, mark) == ["Ann: lay a card", "a card: Ann's hand to Ann's laid"]
    assert heard(state, None, mark) == []


def test_a_card_that_is_shown_by_what_follows_is_named_to_all() -> None:
    before = secrets().start(players=3, seed=11, traced=True)
    for what in ("play open", "show"):
        state = does(before, what)
        assert heard(state, 0, before.log_mark)[0] == heard(state, None, before.log_mark)[0]


def test_simultaneous_answers_are_told_when_all_are_made() -> None:
    state = game("goofspiel").start(players=3, seed=1, traced=True)
    mark = state.log_mark
    state.choose(3)
    assert heard(state, 0, mark) == ["Ann chooses 4"]
    assert heard(state, 1, mark) == heard(state, None, mark) == []
    state.choose(4)
    state.choose(5)
    assert not any("chooses" in text for text in heard(state, None, mark))


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_is_told_is_the_same_whatever_it_cannot_see(name: str) -> None:
    which = game(name)
    for number, state in enumerate(along(which, which.max_players, 6, 40)):
        if number % 5:
            continue
        first = state.player
        one, two = (state.redeal(first, seed) for seed in (1, 2))
        one.choose(0)
        two.choose(0)
        # The answer itself is the same for who gave it, whatever the others hold.
        assert heard(one, first)[:1] == heard(two, first)[:1]


def test_the_only_move_there_is_is_told_as_a_move() -> None:
    state = game("tic_tac_toe").start(players=2, seed=1, traced=True)
    for row, column in ((1, 1), (1, 2), (1, 3), (2, 2), (2, 1), (2, 3), (3, 2), (3, 1)):
        state.choose(next(o for o in state.decision.options if o.text == f"claim field({row}, {column})"))
    assert state.is_over
    last = [entry for entry in state.log_since(()) if "claim" in entry.text][-1]
    assert last.text.endswith("claim field(3, 3)")
    assert last.level == 0
