"""A scenario that was written from a match is the match: played on with the same choices, both offer the same."""

from __future__ import annotations

import random

import pytest

import rulewright
from rulewright.interpreter.game import Game

from .going_on import goes_on
from .hiding import game, played

CLASSICS = (
    *("agram", "barony", "breakthrough", "connect_four", "crazy_eights", "draughts", "go_fish", "goofspiel", "hearts"),
    *("hex", "kuhn_poker", "leduc_poker", "liars_dice", "ninety_eight", "othello", "pig", "spades", "tic_tac_toe"),
)
OWN = ("storm_dragons", "dragon_flight", "tempest")
VARIANTS = (
    *(("tempest", title) for title in ("First Flock", "Lightning", "No Mercy", "One Heaven")),
    *(("dragon_flight", title) for title in ("Until Sunset", "Quick Draw")),
    *(("storm_dragons", title) for title in ("King of the Hill", "Only Dragons")),
)


def _players(which: Game, seed: int) -> int:
    return which.min_players + seed % (which.max_players - which.min_players + 1)


def _options(which: Game, rng: random.Random) -> dict[str, str]:
    """About a third of a game's options, as they are not normally."""
    found = {}
    for option in which.program.options.values():
        if rng.random() < 0.35:
            if option.low is not None:
                found[option.name] = str(rng.choice((option.low, min(option.high or 0, option.low + 3))))
            elif isinstance(option.default, bool):
                found[option.name] = "no" if option.default else "yes"
            else:
                found[option.name] = str(rng.choice(option.type.values))
    return found


@pytest.mark.parametrize("name", (*CLASSICS, *OWN))
def test_it_goes_on(name: str) -> None:
    which = game(name)
    for seed, decisions in ((1, 2), (2, 30)):
        goes_on(which, played(which, _players(which, seed), seed, decisions), seed, 8)


@pytest.mark.long
@pytest.mark.parametrize("name", (*CLASSICS, *OWN))
def test_it_goes_on_from_anywhere(name: str) -> None:
    which = game(name)
    for seed in (20, 21):
        for decisions in (12, 250):
            goes_on(which, played(which, _players(which, seed), seed, decisions), seed, 12)


@pytest.mark.long
@pytest.mark.parametrize("name", (*OWN, "barony"))
def test_it_goes_on_whatever_the_options_are(name: str) -> None:
    path = name
    tried = 0
    for seed in range(30, 35):
        rng = random.Random(seed)
        which = rulewright.load(path, options=_options(game(path), rng))
        try:
            state = played(which, _players(which, seed), seed, rng.randint(1, 120))
        except rulewright.UsageError:
            continue  # these options do not go with so many players
        if not state.is_over:
            goes_on(which, state, seed, 12)
            tried += 1
    assert tried >= 2


@pytest.mark.long
@pytest.mark.parametrize(("name", "title"), VARIANTS)
def test_it_goes_on_under_variants(name: str, title: str) -> None:
    which = rulewright.load(name, variants=[title])
    for seed, decisions in ((5, 4), (6, 70)):
        goes_on(which, played(which, _players(which, seed), seed, decisions), seed, 12)
