"""Bots know only what their player knows, answer the same when asked again, and see what is plain to see."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State
from rulewright.lab.bots import Position, answers_to_try, make_bot
from rulewright.lab.streams import Stream

FIXTURES = Path(__file__).parent.parent / "fixtures"
BOTS = ("random", "greedy", "mcts:40")


@pytest.fixture(scope="module")
def aside() -> Game:
    """Put a card aside, unseen; the highest sum of what is left wins."""
    return rulewright.load(FIXTURES / "aside.rules")


def put_aside(state: State, answer: int) -> list[int]:
    """The values of the cards that an answer puts aside."""
    return [int(state.g.card_names[c]) for c in state.decision.options[answer].data]


@pytest.mark.parametrize("name", BOTS)
def test_what_a_player_cannot_know_does_not_matter(aside: Game, name: str) -> None:
    state = aside.start(players=3, seed=3)
    bot = make_bot(aside, name)
    others = [state.redeal(0, seed) for seed in range(3)]
    assert len({other.z for other in map(_hands, others)}) > 1
    assert len({bot.answer(Position(one, 0), 3, 0) for one in (state, *others)}) == 1


class _Hands:
    def __init__(self, z: tuple[tuple[int, ...], ...]) -> None:
        self.z = z


def _hands(state: State) -> _Hands:
    return _Hands(tuple(state.z))


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("seat", [1, 2])
def test_a_choice_that_is_not_shown_does_not_matter(aside: Game, name: str, seat: int) -> None:
    """Whoever chooses later at the same time answers as if the others had not chosen yet."""
    answers = set()
    for first in range(3):
        state = aside.start(players=3, seed=8)
        for _ in range(seat):
            state.choose(first)
        answers.add(make_bot(aside, name).answer(Position(state, seat), 8, 0))
    assert len(answers) == 1


@pytest.mark.parametrize("name", BOTS)
def test_asked_again_a_bot_answers_the_same_and_touches_nothing(aside: Game, name: str) -> None:
    state = aside.start(players=2, seed=5)
    before = state.fork()
    first = make_bot(aside, name).answer(Position(state, 0), 5, 0)
    assert make_bot(aside, name).answer(Position(state, 0), 5, 0) == first
    assert state == before


def test_random_is_uniform(aside: Game) -> None:
    state = aside.start(players=2, seed=5)
    n = state.n_options
    times = Counter(make_bot(aside, "random").answer(Position(state, 0), seed, 0) for seed in range(400 * n))
    assert set(times) == set(range(n))
    assert all(300 < count < 500 for count in times.values())


@pytest.mark.parametrize("name", ["greedy", "mcts:80"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_wins_is_not_put_aside(aside: Game, name: str, seed: int) -> None:
    state = aside.start(players=2, seed=seed)
    hand = [int(state.g.card_names[c]) for c in state.z[state.g.zone_owner.index(0)]]
    answer = make_bot(aside, name).answer(Position(state, 0), seed, 0)
    assert sum(put_aside(state, answer)) <= min(hand)


def test_too_many_answers_are_sampled() -> None:
    assert list(answers_to_try(5, Stream(1))) == [0, 1, 2, 3, 4]
    sampled = answers_to_try(10**12, Stream(1))
    assert 1 < len(sampled) <= 48
    assert all(0 <= answer < 10**12 for answer in sampled)


HUGE = """
game "Huge" for 2 players

kind stone: value: number
cards of kind stone:
    each value from 1 to 30, 1 of each, named "stone {value}"

deck heap:
    every stone

each player has:
    hand: private zone

setup:
    each player p: move the first 15 cards in heap to p's hand

play:
    each player p:
        p chooses any number of cards cs in p's hand
        move cs to box

ranking of player p:
    count of cards in p's hand, highest first
"""


@pytest.mark.parametrize("name", BOTS)
def test_sets_of_which_there_are_very_many(tmp_path: Path, name: str) -> None:
    file = tmp_path / "huge.rules"
    file.write_text(HUGE, encoding="utf-8")
    game = rulewright.load(file)
    state = game.start(seed=1)
    assert state.n_options == 2**15
    for number in range(2):
        state.choose(make_bot(game, name).answer(Position(state, number), 1, 0))
    assert state.is_over


@pytest.mark.parametrize("name", ["gready", "mcts:", "mcts:x", "mcts:0", "mcts:99999999", ""])
def test_a_bot_that_is_not_there(aside: Game, name: str) -> None:
    with pytest.raises(UsageError, match=r"random, greedy|a number from 1"):
        make_bot(aside, name)


CHOOSY = """
game "Choosy" for 2 players

kind stone: value: number
cards of kind stone:
    each value from 1 to 8, 1 of each, named "stone {value}"

deck heap:
    every stone

each player has:
    hand: private zone
    left: public zone, in play
    right: public zone, in play

setup:
    each player p: move the first 4 cards in heap to p's hand

play:
    each player p clockwise from first_player:
        p may choose one of lay

action lay (s: a stone in your hand) into (side: a zone in (your left and your right)):
    do: move s to side

ranking of player p:
    count of cards in p's right, highest first

bot high:
    prefer lay if s's value >= 3
    prefer lay if s's value >= 4 and side is your right
    avoid lay if s's value > 4
"""


def test_a_bot_prefers_by_what_the_action_is_done_with(tmp_path: Path) -> None:
    """The names that the action gives are known in the condition of a preference."""
    path = tmp_path / "choosy.rules"
    path.write_text(CHOOSY, encoding="utf-8")
    game = rulewright.load(path)
    state = game.start(players=2, seed=1)
    said = []
    while not state.is_over:
        answer = make_bot(game, "high").answer(Position(state, state.player), 1, 0)
        said.append(state.decision.options[answer].text)
        state.choose(answer)
    # The first has 1 to 4. The second has 5 to 8, of which none is liked on the left; on the right all are.
    assert said[0] == "lay stone 4 into Ann's right"
    assert said[1].endswith("into Bob's right")
