"""How fast games run, each figure beside what it is measured against, in one run."""

from __future__ import annotations

import importlib.util
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.native.playing import native_of
from rulewright.lab.playing import Seating
from rulewright.lab.simulate import Plan, Simulation, game_seed
from rulewright.lab.streams import Stream

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.state import State

_ROUNDS = 3
_SEED = 1


def references(folder: Path) -> dict[str, ModuleType]:
    """Give the games written by hand that a checkout has (`reference_NAME.py`), by the game's name."""
    found = {}
    for path in sorted(folder.glob("reference_*.py")) if folder.is_dir() else []:
        spec = importlib.util.spec_from_file_location(f"rulewright_bench_{path.stem}", path)
        if spec is not None and spec.loader is not None:
            module = importlib.util.module_from_spec(spec)
            sys.modules[spec.name] = module  # dataclasses look their module up
            spec.loader.exec_module(module)
            found[path.stem.removeprefix("reference_")] = module
    return found


def checkout_bench_folder() -> Path:
    """Give where the games written by hand lie in a checkout; in an installed copy there is no such folder."""
    return Path(__file__).resolve().parent.parent / "bench"


def random_play(game: Game, players: int, seconds: float) -> dict[str, Any]:
    """Measure random play from the rules file: games and decisions a second on one core."""
    seating = Seating.of(game, ("random",) * players)
    seating.play(game, 0, game_seed(_SEED, 0), None)  # the first game pays for generating the program
    games = decisions = 0
    started = time.perf_counter()
    while (used := time.perf_counter() - started) < seconds:
        games += 1
        decisions += seating.play(game, games, game_seed(_SEED, games), None).decisions
    return {"games": games, "games_per_second": games / used, "decisions_per_second": decisions / used}


def reference_play(play: Callable[[int, int, int], tuple[int, float]], players: int, seconds: float) -> float:
    """Measure a game written by hand in decisions a second."""
    games = 1
    while True:
        decisions, used = play(games, _SEED, players)
        if used >= seconds / 2:
            return decisions / used
        games = max(games * 2, int(games * seconds / max(used, 1e-3)))


def side_by_side(game: Game, players: int, reference: ModuleType | None, seconds: float) -> dict[str, Any]:
    """Measure rules and reference in turns, so that a busy machine slows both; give medians and their ratios."""
    ours, plain, fast = [], [], []
    for _ in range(_ROUNDS):
        ours.append(random_play(game, players, seconds / _ROUNDS))
        if reference is not None:
            plain.append(reference_play(reference.play_games, players, seconds / _ROUNDS))
            if hasattr(reference, "play_games_fast"):
                fast.append(reference_play(reference.play_games_fast, players, seconds / _ROUNDS))
    rate = statistics.median(one["decisions_per_second"] for one in ours)
    found = {
        "players": players,
        "games_per_second": statistics.median(one["games_per_second"] for one in ours),
        "decisions_per_second": rate,
        "played_in": "Python" if native_of(game.compiled(players, playout=True)) is None else "C",
    }
    for name, rates in (("reference", plain), ("optimised_reference", fast)):
        if rates:
            found[f"{name}_decisions_per_second"] = statistics.median(rates)
            found[f"against_{name}"] = rate / statistics.median(rates)
    return found


def middle_of_a_game(game: Game, players: int) -> State:
    """Give a state half way through a random game."""
    state = game.start(players=players, seed=_SEED)
    stream = Stream(_SEED, "bench")
    length = 0
    while not state.is_over:
        state.choose_random(stream)
        length += 1
    state = game.start(players=players, seed=_SEED)
    stream = Stream(_SEED, "bench")
    for _ in range(length // 2):
        state.choose_random(stream)
    return state


def fork_cost(game: Game, players: int) -> float:
    """Give the microseconds that a fork half way through a game takes."""
    state = middle_of_a_game(game, players)
    fork = state.fork
    times = []
    for _ in range(7):
        started = time.perf_counter()
        for _ in range(1_000):
            fork()
        times.append(time.perf_counter() - started)
    return min(times) * 1_000


def seconds_of(words: list[str], *, until_first_byte: bool = False) -> float:
    """Give how long a Python process with these words takes, or takes until it first prints something."""
    started = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None and process.stdin is not None
        if until_first_byte:
            process.stdout.read(1)
            used = time.perf_counter() - started
            process.stdin.close()
            process.stdout.read()
            return used
        process.stdin.close()
        process.stdout.read()
        process.wait()
    return time.perf_counter() - started


_PREPARE = """
import sys, time
import rulewright
for _ in range(2):
    started = time.perf_counter()
    rulewright.load(sys.argv[1]).start(players=int(sys.argv[2]), seed=1)
    print(time.perf_counter() - started)
"""


def preparation(path: Path, players: int) -> dict[str, float]:
    """Give the seconds of parsing, checking and compiling in a new process, and of the same again in that process."""
    runs = []
    for _ in range(_ROUNDS):
        done = subprocess.run(
            [sys.executable, "-c", _PREPARE, str(path), str(players)], check=True, capture_output=True, text=True
        )
        runs.append([float(line) for line in done.stdout.split()])
    return {"prepare_cold_seconds": min(run[0] for run in runs), "prepare_cached_seconds": min(run[1] for run in runs)}


def start_up(game_words: list[str]) -> dict[str, float]:
    """Give the seconds from the command to the first prompt of `play`, and those of an empty Python process."""
    words = ["-m", "rulewright", "play", *game_words, "--seed", "1"]
    play = min(seconds_of(words, until_first_byte=True) for _ in range(_ROUNDS))
    empty = min(seconds_of(["-c", "pass"]) for _ in range(_ROUNDS))
    return {"first_prompt_seconds": play, "empty_python_seconds": empty}


def scaling(load: Callable[[], Game], game: Game, players: int, seconds: float) -> dict[str, float]:
    """Give games a second on one process and on two, and their ratio."""
    rate = random_play(game, players, seconds / 4)["games_per_second"]
    games = max(20, int(rate * seconds))
    speeds = {}
    for jobs in (1, 2):
        plan = Plan(load, players, ("random",) * players, _SEED, games)
        simulation = Simulation.of(plan)
        simulation.play(game, jobs)
        speeds[jobs] = games / simulation.seconds
    return {"games_per_second_1": speeds[1], "games_per_second_2": speeds[2], "two_against_one": speeds[2] / speeds[1]}


def memory_megabytes() -> float | None:
    """Give the most memory that this process has used, or None where the system does not tell."""
    try:
        import resource
    except ModuleNotFoundError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20) if sys.platform == "darwin" else peak / (1 << 10)


def memory_growth(game: Game, players: int, seconds: float) -> dict[str, float | None]:
    """Give the memory used, and by how much as many games again raise it."""
    random_play(game, players, seconds)
    before = memory_megabytes()
    random_play(game, players, seconds)
    after = memory_megabytes()
    grown = None if before is None or after is None else after - before
    return {"memory_megabytes": after, "memory_growth_megabytes": grown}
