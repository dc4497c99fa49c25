"""What other engines reach on the same machine, in random play with one core: run it by hand, `python bench/peers.py`.

RLCard and OpenSpiel are no dependencies. Whichever of them can be imported is measured; the others are said to be
missing. Decisions are counted as their engines count them: one for each action that a player takes, forced or not;
chance is not counted.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable
from types import ModuleType

Measure = Callable[[random.Random], int]  # plays one game, gives its decisions


def installed(name: str) -> ModuleType | None:
    """Give a module, or None where it is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is not None and missing.name.partition(".")[0] == name.partition(".")[0]:
            return None
        raise


def open_spiel_game(pyspiel: ModuleType, name: str) -> Measure:
    """Give random play of one of OpenSpiel's games, driven through its Python interface."""
    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def rlcard_game(rlcard: ModuleType, name: str, seats: int) -> Measure:
    """Give random play of one of RLCard's games, without the observations that its environments encode."""
    game = rlcard.make(name, config={"seed": 1, "game_num_players": seats}).game

    def play(rng: random.Random) -> int:
        decisions = 0
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.get_legal_actions()))
            decisions += 1
        return decisions

    return play


def rlcard_environment(rlcard: ModuleType, name: str, seats: int) -> Measure:
    """Give random play of the same through RLCard's environment, which is how it is meant to be used."""
    env = rlcard.make(name, config={"seed": 1, "game_num_players": seats})

    def play(rng: random.Random) -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def measure(play: Measure, seconds: float = 2.0) -> tuple[int, float]:
    """Play for about that long; give the decisions taken and the seconds used."""
    rng = random.Random(1)
    play(rng)  # the first game pays for imports and tables
    decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        decisions += play(rng)
    return decisions, time.perf_counter() - start


def peers() -> list[tuple[str, Measure | None]]:
    """Give each peer's name and how it is measured: None where it is not installed."""
    found: list[tuple[str, Measure | None]] = []
    pyspiel = installed("pyspiel")
    if pyspiel is None:
        found.append(("OpenSpiel", None))
    else:
        importlib.import_module("open_spiel.python.games")  # registers those written in Python
        for name in ("python_kuhn_poker", "python_tic_tac_toe", "python_liars_poker", "python_team_dominoes"):
            found.append((f"OpenSpiel {name}", open_spiel_game(pyspiel, name)))
        for name in ("crazy_eights(players=4)", "hearts", "kuhn_poker"):
            found.append((f"OpenSpiel {name}, in C++", open_spiel_game(pyspiel, name)))
    rlcard = installed("rlcard")
    if rlcard is None:
        found.append(("RLCard", None))
    else:
        found.append(("RLCard uno, with observations", rlcard_environment(rlcard, "uno", 4)))
        found.append(("RLCard uno, its bare game", rlcard_game(rlcard, "uno", 4)))
    return found


def main() -> int:
    """Print a line for each peer."""
    for name, play in peers():
        if play is None:
            print(f"{name:40} not installed")
            continue
        decisions, seconds = measure(play)
        print(f"{name:40} {decisions / seconds:>12,.0f} decisions/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
