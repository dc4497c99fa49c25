"""A playout makes the same games as a match whose seats answer at random: the two forms of the code mean the same."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright.interpreter.api import shipped_games
from rulewright.interpreter.errors import UsageError
from rulewright.interpreter.game import Game
from rulewright.interpreter.limits import DEFAULT_LIMITS, Limits
from rulewright.interpreter.state import State

# Games with so many options that to play with each is a long test.
_MANY_OPTIONS = ("tempest", "dragon_flight")

# What of a finished state must be the same: all that rules, records and statistics can read.
_COMPARED = (
    "result",
    "z",
    "at",
    "v",
    "vis",
    "cs",
    "rc",
    "uz",
    "own",
    "alive",
    "act",
    "first",
    "dir",
    "down",
    "eff",
    "stack",
    "tally",
    "n_decisions",
    "n_forced",
    "n_turns",
    "last_fallen",
)


_load = cache(rulewright.load)


def _seats(players: int, seed: int) -> list[random.Random]:
    return [random.Random(seed * 10 + seat) for seat in range(players)]


def _playout(game: Game, players: int, seed: int, limits: Limits = DEFAULT_LIMITS) -> State:
    return game.playout(players, seed, [seat.random for seat in _seats(players, seed)], limits)


def _match(game: Game, players: int, seed: int, limits: Limits = DEFAULT_LIMITS) -> State:
    seats = _seats(players, seed)
    state = game.start(players=players, seed=seed, limits=limits)
    while not state.is_over:
        state.choose_random(seats[state.player])
    return state


def _assert_same(game: Game, players: int, seed: int, limits: Limits = DEFAULT_LIMITS) -> State:
    quick, slow = _playout(game, players, seed, limits), _match(game, players, seed, limits)
    for name in _COMPARED:
        assert getattr(quick, name) == getattr(slow, name), (name, seed)
    return quick


def _cases() -> list[Any]:
    return [
        pytest.param(name, players, id=f"{name}-{players}")
        for name in shipped_games()
        for players in range(_load(name).min_players, _load(name).max_players + 1)
    ]


@pytest.mark.parametrize(("name", "players"), _cases())
def test_the_same_games_in_both_forms(name: str, players: int) -> None:
    game = _load(name)
    for seed in range(4):
        _assert_same(game, players, seed, Limits(decisions=1000))


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.long] if n in _MANY_OPTIONS else []) for n in shipped_games()],
)
def test_the_same_games_with_every_value_of_every_option(name: str) -> None:
    game = _load(name)
    for option, info in game.options.items():
        for value in info.values or (info.low, info.high):
            if str(value) == info.default:
                continue  # what the other tests play
            other = game.with_options({option: value})
            players = _fewest_players(other)
            if players is not None:
                _assert_same(other, players, 3, Limits(decisions=300))


def _fewest_players(game: Game) -> int | None:
    """The smallest table that the game's rules about its options (`team play is for four or six`) allow; None where they
    allow none: the value makes sense only with another."""
    for players in range(game.min_players, game.max_players + 1):
        try:
            game.start(players=players, seed=1)
        except UsageError:
            continue
        return players
    return None


def test_a_player_who_falls_leaves_the_turn_at_once(tmp_path: Path) -> None:
    path = tmp_path / "falling.rules"
    path.write_text("""
game "Falling" for 2 to 4 players

the table has:
    n: number, starts 0
    ended: number, starts 0

play:
    each player p clockwise from first_player has turns until n >= 20

turn:
    phase acting:
        go
    add 1 to ended

action go (k: a number from 0 to 3):
    do:
        add 1 to n
        if k is 0 and n > 4: you lose
        add 1 to n
""")
    game = rulewright.load(path)
    fallen = [_assert_same(game, 3, seed).alive for seed in range(30)]
    assert (0, 1, 2) in fallen and any(len(alive) < 3 for alive in fallen)


def test_limits_stop_both_forms_at_the_same_place() -> None:
    game = _load("hearts")
    ended = _assert_same(game, 4, 1, Limits(decisions=200))
    assert ended.result is not None and ended.result[0] == "limit"


def test_what_was_kept_is_used_and_made_anew_when_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(tmp_path))
    first = rulewright.load("kuhn_poker").compiled(2, playout=True).source
    files = list((tmp_path / "code").iterdir())
    assert len(files) == 1
    written = files[0].read_bytes()
    assert rulewright.load("kuhn_poker").compiled(2, playout=True).source == first
    assert rulewright.load("kuhn_poker").compiled(3, playout=True).source != first
    for damage in (written[:20], b"", b"nothing of the kind"):
        files[0].write_bytes(damage)
        assert rulewright.load("kuhn_poker").compiled(2, playout=True).source == first
        assert files[0].read_bytes() == written


def test_a_cache_directory_that_cannot_be_written_is_no_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("no directory")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_, **__: str(file))
    _assert_same(rulewright.load("kuhn_poker"), 2, 1)
