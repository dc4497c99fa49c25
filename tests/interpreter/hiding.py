"""Games and states for the tests of what players know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import rulewright
from rulewright.interpreter.game import Game
from rulewright.interpreter.state import State

FIXTURES = Path(__file__).parent.parent / "fixtures"
NEUTRAL_WAITING = f"{FIXTURES / 'neutral.rules'} with {FIXTURES / 'variants' / 'neutral' / 'waiting_triggers.rules'}"
GAMES = (
    "kuhn_poker",
    "leduc_poker",
    "goofspiel",
    "crazy_eights",
    "hearts",
    "go_fish",
    "agram",
    "ninety_eight",
    "storm_dragons",
    str(FIXTURES / "secrets.rules"),
    str(FIXTURES / "neutral.rules"),
    NEUTRAL_WAITING,
    str(FIXTURES / "two_boards.rules"),
)


@cache
def game(name: str, **options: str) -> Game:
    """A shipped game or a fixture (perhaps `with` a variant), compiled once."""
    base, *variants = name.split(" with ")
    return rulewright.load(base, variants=variants, options=options)


def secrets() -> Game:
    """The game of nothing but hiding and seeing."""
    return game(str(FIXTURES / "secrets.rules"))


def played(which: Game, players: int, seed: int, decisions: int, traced: bool = True) -> State:
    """A state somewhere in a game of random play; never a finished one."""
    state = which.start(players=players, seed=seed, traced=traced)
    rng = random.Random(seed)
    for _ in range(decisions):
        after = state.fork()
        after.choose_random(rng)
        if after.is_over:
            break
        state = after
    return state


def along(which: Game, players: int, seed: int, most: int = 200) -> Iterator[State]:
    """Every state of a game of random play, up to a number of decisions."""
    state = which.start(players=players, seed=seed, traced=True)
    rng = random.Random(seed)
    while not state.is_over and state.n_decisions < most:
        yield state
        state.choose_random(rng)


def does(state: State, text: str) -> State:
    """The state after whoever is asked has done that; the text is an option's, or begins it."""
    after = state.fork()
    options = after.decision.options
    found = [o for o in options if o.text == text] or [o for o in options if o.text.startswith(text)]
    assert found, f"{text!r} is none of {[o.text for o in options]}"
    after.choose(found[0].index)
    return after
