"""The same seed is the same match, in every process and whatever else goes on in it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import rulewright
from rulewright.lab.streams import seat_streams

from .matches import game_of

# Played in a process of its own: for each game that ships a hash of everything that happens, is asked and is shown.
PROGRAM = """\
import hashlib, json, sys
import rulewright
from rulewright.lab.streams import seat_streams
games = int(sys.argv[1])
for name in sorted(rulewright.shipped_games()):
    game = rulewright.load(name)
    total = hashlib.blake2b(digest_size=16)
    for seed in range(games):
        players = game.min_players + seed % (game.max_players - game.min_players + 1)
        state = game.start(players=players, seed=seed, traced=seed % 4 == 0)
        streams = seat_streams(seed, players)
        while not state.is_over:
            total.update(state.digest().encode())
            if state.n_decisions % 11 == 0:
                decision = state.decision
                total.update(repr((decision.question, [option.text for option in decision.options[:9]])).encode())
            state.choose_random(streams[state.player])
        total.update(repr((state.digest(), state.outcome, state.history)).encode())
        total.update(json.dumps(state.view(seed % players).to_json()).encode() if seed % 10 == 0 else b"")
        total.update("".join(entry.text for entry in state.log).encode())
    print(name, total.hexdigest())
"""


def digests(games: int, hash_seed: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(games)],
        capture_output=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        check=True,
        text=True,
    )
    assert len(ended.stdout.splitlines()) == len(rulewright.shipped_games())
    return ended.stdout


def test_processes_play_the_same_matches() -> None:
    assert digests(2, "0") == digests(2, "1")


@pytest.mark.long
def test_processes_play_the_same_matches_of_every_kind() -> None:
    first = digests(8, "0")
    assert digests(8, "1") == first
    assert digests(8, "random") == first


@pytest.mark.parametrize("name", sorted(rulewright.shipped_games()))
def test_what_is_looked_at_and_what_players_are_called_changes_no_match(name: str) -> None:
    game = game_of(name)
    players = game.min_players
    plain = game.start(players=players, seed=5)
    other = game.start(players=players, seed=5, traced=True, names=[f"Player {n}" for n in range(players)])
    ours, theirs = seat_streams(5, players), seat_streams(5, players)
    while not plain.is_over:
        if other.n_decisions < 12:
            # Hints, redeals and views draw from streams of their own.
            other.redeal(other.player, other.n_decisions)
            other.view(other.player)
            assert other.decision.options
        plain.choose_random(ours[plain.player])
        other.choose_random(theirs[other.player])
    assert other.is_over
    assert other.history == plain.history
    assert other.outcome.winners == plain.outcome.winners
    assert (other.z, other.v) == (plain.z, plain.v)


def test_seeds_of_any_size() -> None:
    game = game_of("agram")
    deals = {game.start(players=3, seed=seed).digest() for seed in (0, 1, -1, 2**64, 2**127, 10**30)}
    assert len(deals) == 6
    assert game.start(players=3).seed != game.start(players=3).seed


def test_matches_of_one_process_do_not_meet() -> None:
    game = game_of("crazy_eights")
    alone = [game.start(players=3, seed=seed) for seed in range(4)]
    for seed, state in enumerate(alone):
        stream = seat_streams(seed, 3)
        while not state.is_over:
            state.choose_random(stream[state.player])
    together = [game.start(players=3, seed=seed) for seed in range(4)]
    streams = [seat_streams(seed, 3) for seed in range(4)]
    while not all(state.is_over for state in together):
        for state, stream in zip(together, streams, strict=True):
            if not state.is_over:
                state.choose_random(stream[state.player])
    assert [state.digest() for state in together] == [state.digest() for state in alone]
