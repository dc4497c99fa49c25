"""Undo, redo and bots at a table."""

from __future__ import annotations

import pytest

from rulewright.repl.session import CannotUndo, Session

from ..three_cards import Game


def alone(game: Game) -> Session:
    """Give a match in which only one player has cards, at that player's first card."""
    game.deal = [[2, 3, 5], []]
    session = Session.start(game, 2, ["human", "human"], 7)
    for answer, name in (((), ()), ((), ()), (0, "0"), (0, "0")):
        session.answer(answer, name)
    return session


def test_showing_a_card_is_not_taken_back(game: Game) -> None:
    session = alone(game)
    session.answer(1, "play 3")
    with pytest.raises(CannotUndo, match=r"^something became known$"):
        session.undo()


def test_author_mode_takes_anything_back_and_marks_the_match(game: Game) -> None:
    session = alone(game)
    before = session.state.fork()
    session.answer(1, "play 3")
    after = session.state.fork()
    assert session.undo(anything=True).answer == "play 3"
    assert session.marked
    assert session.state == before
    session.redo()
    assert session.state == after
    with pytest.raises(CannotUndo):
        session.redo()


def test_a_new_answer_forgets_what_was_taken_back(game: Game) -> None:
    session = alone(game)
    session.answer(1, "play 3")
    session.undo(anything=True)
    session.answer(0, "play 2")
    with pytest.raises(CannotUndo):
        session.redo()


def test_chance_is_not_taken_back(game: Game) -> None:
    game.deal = [[9, 9], []]
    session = Session.start(game, 2, ["human", "human"], 7)
    for answer, name in (((), ()), ((), ()), (0, "0"), (0, "0"), (0, "play 9")):
        session.answer(answer, name)
    with pytest.raises(CannotUndo):
        session.undo()


def test_what_somebody_else_was_asked_is_not_taken_back(game: Game) -> None:
    session = Session.start(game, 2, ["human", "human"], 7)
    session.answer((), ())
    with pytest.raises(CannotUndo):
        session.undo()


def test_bots_answer_the_same_after_an_undo(game: Game) -> None:
    session = Session.start(game, 2, ["human", "random"], 7)
    session.answer((), ())
    first = session.answer_by_bot()
    session.undo(anything=True)
    session.answer((), ())
    assert session.answer_by_bot() == first


def test_redo_gives_back_all_that_an_undo_took(game: Game) -> None:
    """What bots answered after a person comes back with the person's answer, and so does what came before, one by one."""
    session = Session.start(game, 2, ["human", "random"], 7)
    states = [session.state.fork()]
    for _ in range(2):
        person = session.state.decision.options[-1]
        session.answer(person.index, person.text) if states[1:] else session.answer((), ())
        while not session.state.is_over and session.state.player == 1:
            session.answer_by_bot()
        states.append(session.state.fork())
    kept = len(session.steps)
    session.undo(anything=True)
    assert session.state == states[1]
    session.undo(anything=True)
    assert session.state == states[0]
    session.redo()
    assert session.state == states[1]
    session.redo()
    assert session.state == states[2]
    assert len(session.steps) == kept


def test_a_hint_touches_nothing(game: Game) -> None:
    session = alone(game)
    before = session.state.fork()
    assert session.hint() == session.hint()
    assert session.state == before
