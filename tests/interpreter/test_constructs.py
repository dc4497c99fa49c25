"""What the games that ship do not use yet, in the fixtures made for it: every form of the code plays the same, states
can be copied, kept, looked at and dealt again."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.interpreter.game import Game
from rulewright.interpreter.limits import Limits
from rulewright.interpreter.state import State

FIXTURES = Path(__file__).parent.parent / "fixtures"
NAMES = ("announced", "packs", "brought_decks", "visiting")
LIMITS = Limits(decisions=150)
_COMPARED = ("result", "z", "at", "v", "vis", "cs", "uz", "own", "alive", "act", "down", "eff", "stack", "n_decisions")


@cache
def load(name: str) -> Game:
    return rulewright.load(FIXTURES / f"{name}.rules")


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


def seats(players: int, seed: int) -> list[random.Random]:
    return [random.Random(seed * 10 + seat) for seat in range(players)]


def match(game: Game, players: int, seed: int, decisions: int, traced: bool = False) -> State:
    answering = seats(players, seed)
    state = game.start(players=players, seed=seed, limits=LIMITS, traced=traced)
    while not state.is_over and state.n_decisions < decisions:
        state.choose_random(answering[state.player])
    return state


def test_every_form_plays_the_same_games(game: Game) -> None:
    for seed in range(12):
        players = 2 + seed % (game.max_players - 1)
        fast, traced = match(game, players, seed, 1000), match(game, players, seed, 1000, traced=True)
        assert fast.digest() == traced.digest()
        quick = game.playout(players, seed, [one.random for one in seats(players, seed)], LIMITS)
        for field in _COMPARED:
            assert getattr(quick, field) == getattr(fast, field), (field, seed)


def test_a_copy_goes_its_own_way(game: Game) -> None:
    for seed in range(4):
        state = match(game, 2, seed, 30 + seed)
        if state.is_over:
            continue
        before, copy = state.digest(), state.fork()
        copy.choose_random(random.Random(1))
        assert state.digest() == before
        state.choose_random(random.Random(1))
        assert state == copy


def test_a_match_can_be_kept(game: Game) -> None:
    for seed in range(3):
        state = match(game, 2, seed, 60)
        document: Any = json.loads(json.dumps(state.to_json()))
        assert game.from_json(document).digest() == state.digest()


def test_views_and_redeals_agree(game: Game) -> None:
    for seed in range(3):
        for decisions in (9, 23, 47):
            state = match(game, 2, seed, decisions, traced=bool(seed % 2))
            if state.is_over:
                continue
            dealt = state.redeal(state.player, seed)
            assert dealt.view(state.player) == state.view(state.player)
            assert [o.text for o in dealt.decision.options] == [o.text for o in state.decision.options]
            dealt.choose_random(random.Random(seed))
