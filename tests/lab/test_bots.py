"""Bots know only what their player knows, and answer the same when asked again."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.interpreter.errors import UsageError
from rulewright.lab.bots import Position, answers_to_try, make_bot
from rulewright.lab.streams import Stream

from ..three_cards import Game


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:30"])
def test_what_a_player_cannot_know_does_not_matter(name: str) -> None:
    answers = set()
    for theirs in ([1, 2, 3], [9, 9, 9], [4, 5, 6]):
        game = Game(deal=[[1, 5, 8], theirs])
        state = game.start(2, seed=3)
        answers.add(make_bot(game, name).answer(Position(state, 0), 3, 0))
    assert len(answers) == 1


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:30"])
def test_asked_again_a_bot_answers_the_same_and_touches_nothing(name: str) -> None:
    game = Game()
    state = game.start(2, seed=5)
    before = state.fork()
    bot = make_bot(game, name)
    assert bot.answer(Position(state, 0), 5, 0) == bot.answer(Position(state, 0), 5, 0)
    assert state == before


def test_random_is_uniform() -> None:
    game = Game(deal=[[1, 2, 3], [4, 5, 6]])
    state = game.start(2, seed=5)
    times = Counter(make_bot(game, "random").answer(Position(state, 0), seed, 0) for seed in range(2_000))
    assert set(times) == {0, 1, 2, 3}
    assert all(400 < n < 600 for n in times.values())


@pytest.mark.parametrize("name", ["greedy", "mcts:200"])
def test_what_loses_is_not_put_aside(name: str) -> None:
    game = Game(deal=[[1, 8], [4, 4]])
    state = game.start(2, seed=5)
    answer = make_bot(game, name).answer(Position(state, 0), 5, 0)
    assert 1 not in state.decision.options[answer].data


def test_greedy_keeps_what_wins() -> None:
    game = Game(deal=[[1, 5, 8], [1, 1, 1]])
    state = game.start(2, seed=5)
    answer = make_bot(game, "greedy").answer(Position(state, 0), 5, 0)
    assert state.decision.options[answer].data == ()


def test_too_many_answers_are_sampled() -> None:
    assert list(answers_to_try(5, Stream(1))) == [0, 1, 2, 3, 4]
    sampled = answers_to_try(10**12, Stream(1))
    assert 1 < len(sampled) <= 48
    assert all(0 <= answer < 10**12 for answer in sampled)


@pytest.mark.parametrize("name", ["gready", "mcts:", "mcts:x", "mcts:0", "mcts:99999999", ""])
def test_a_bot_that_is_not_there(name: str) -> None:
    with pytest.raises(UsageError, match=r"random, greedy|a number from 1"):
        make_bot(Game(), name)
