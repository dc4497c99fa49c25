"""The largest game that ships, many times over: it always ends, and every card and rule comes up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from rulewright.lab.coverage import parts
from rulewright.lab.simulate import game_seed
from rulewright.lab.streams import seat_streams
from rulewright.repl.cli import main

from .matches import game_of

PLAYERS = range(2, 7)


def sim(*words: str, **environment: str) -> dict[str, Any]:
    """The document of `rulewright sim storm_dragons`."""
    ended = subprocess.run(
        [sys.executable, "-m", "rulewright", "sim", "storm_dragons", "--json", *words],
        capture_output=True,
        env={**os.environ, **environment},
        check=True,
    )
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def check_all_ended(found: dict[str, Any], games: int, players: int) -> None:
    assert (found["games"], found["finished"], found["players"]) == (games, games, players)
    assert found["hit_limit"] == found["endless"] == found["errors"] == found["draws"] == 0
    assert sum(found["wins_by_seat"]) == pytest.approx(games)
    assert len(found["wins_by_seat"]) == players
    assert 0 <= found["shared"] < games
    assert found["crashes"] == []


@pytest.mark.parametrize("players", PLAYERS)
def test_every_game_ends_with_a_winner(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sim", "storm_dragons", "-n", "60", "--players", str(players), "--seed", "1", "--jobs", "1", "--json"]
    assert main(words) == 0
    check_all_ended(json.loads(capsys.readouterr().out), 60, players)


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_five_hundred_games_are_the_same_in_every_way_of_playing_them(players: int) -> None:
    words = ("-n", "500", "--players", str(players), "--seed", "2")
    first = sim(*words, "--jobs", "1", PYTHONHASHSEED="0")
    check_all_ended(first, 500, players)
    second = sim(*words, "--jobs", "2", PYTHONHASHSEED="1")
    check_all_ended(second, 500, players)
    assert first["digest"] == second["digest"]


def test_processes_and_hash_seeds_change_nothing() -> None:
    words = ("-n", "40", "--players", "3", "--seed", "2")
    found = [
        sim(*words, "--jobs", jobs, PYTHONHASHSEED=hashes)["digest"] for jobs, hashes in (("1", "0"), ("2", "1"))
    ]
    assert found[0] == found[1]


def test_every_card_and_rule_comes_up() -> None:
    reached: set[str] = set()
    for index in range(20):
        players = 2 + index % 5
        options = (("start", "draft"),) if index % 7 == 3 else ()
        game = game_of("storm_dragons", options)
        seed = game_seed(1, index)
        state = game.start(players=players, seed=seed, traced=True)
        streams = seat_streams(seed, players)
        while not state.is_over:
            state.choose_random(streams[state.player])
        reached |= state.coverage
    wanted = set(parts(game_of("storm_dragons").program))
    assert {"card Queen", "card Sentinel", "action challenge", "rule last_card", "round battle", "round draft"} <= wanted
    assert wanted <= reached, wanted - reached
